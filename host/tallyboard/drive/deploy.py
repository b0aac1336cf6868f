"""Writes everything that belongs on a board's CIRCUITPY drive, and leaves alone what belongs to its owner."""

import ast
import re
import string
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath
from shlex import quote

from tallyboard.drive.files import (
    BOOT_OUT,
    CODE,
    PINS_FILE,
    REFERENCE,
    SETTINGS,
    THIRD_SIDE,
    BoardFile,
    adafruit_libraries,
    board_file,
    board_files,
    board_of,
    compiled_lib_dir,
    firmware_dir,
    pins_of,
    read_settings,
    rules_dir,
)
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import drive as told
from tallyboard.system.files import BEGUN, bring_to_disk, write_whole
from tallyboard.text.language import _

_PINS_NAME = PurePosixPath(PINS_FILE.as_posix())

LABEL = "CIRCUITPY"

_OF_LAPTOPS = "lib/shared_rules/games/facts/"  # no board has this

# What is mounted where on Linux, and which device has the label.
_MOUNTS = Path("/proc/self/mounts")
_LABELLED = Path("/dev/disk/by-label") / LABEL


class LibForm(StrEnum):
    """What the modules of lib/ are: .mpy, which a board runs at once, or .py, which it compiles at every power-on."""

    COMPILED = "compiled"
    SOURCE = "source"


@dataclass
class Deployed:
    """What was done, as paths on the drive with forward slashes."""

    to: Path
    board: BoardFile
    """Whose pins it has now."""
    form: LibForm
    form_reason: str
    """A sentence: why this form."""
    circuitpython: str | None
    """The version that the drive tells, as circuitpython_of gives it."""
    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """Files of the owner's that differ from ours: a changed settings.toml."""
    bytes_written: int = 0
    third_side: bool = True
    """False where the drive's settings ask for a third side, which this board has not."""


def drive_files(form: LibForm = LibForm.SOURCE) -> dict[str, bytes]:
    """Every file of the drive by its path there. Raises TallyboardError when the installation lacks one, and
    NoCompilerError where compiled ones are neither there nor can be made."""
    files = dict(_tree(firmware_dir(), ""))
    files.update(_tree(rules_dir(), "lib/shared_rules/"))
    for name, installed in adafruit_libraries().items():
        if installed.is_dir():
            files.update(_tree(installed, f"lib/{name}/"))
        else:
            files[f"lib/{name}"] = installed.read_bytes()
    files = {
        name: data
        for name, data in files.items()
        if not _only_marks_a_package(name, data) and not name.startswith(_OF_LAPTOPS)
    }
    if form == LibForm.SOURCE:
        return files
    ready = compiled_lib_dir()
    modules = compiled(files) if ready is None else dict(_tree(ready, "lib/"))
    return {name: data for name, data in files.items() if not is_module_of_lib(name)} | modules


def _only_marks_a_package(name: str, source: bytes) -> bool:
    """Whether this is an __init__.py with nothing but its docstring: a board imports the folder without, and sooner."""
    return name.endswith("/__init__.py") and all(
        isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) for part in ast.parse(source).body
    )


def _tree(folder: Path, prefix: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".mpy", ".toml") and "__pycache__" not in path.parts:
            yield prefix + path.relative_to(folder).as_posix(), path.read_bytes()


def find_drives() -> list[Path]:
    """Every mounted CIRCUITPY drive."""
    if sys.platform == "win32":
        roots = [Path(f"{letter}:\\") for letter in string.ascii_uppercase]
        return [root for root in roots if root.exists() and _label(root) == LABEL]
    if sys.platform == "darwin":
        return list(Path("/Volumes").glob(LABEL + "*"))
    return _mounted()


def find_drive() -> Path:
    """The one mounted CIRCUITPY drive. Raises TallyboardError when there is none or more than one."""
    found = find_drives()
    if not found:
        raise CoreError(told.NONE)
    if len(found) > 1:
        raise CoreError(told.SEVERAL, drives=", ".join(str(path) for path in sorted(found)))
    return found[0]


def _mounted() -> list[Path]:
    """Every folder on which Linux has mounted a drive of this name; a second one is CIRCUITPY1."""
    found = []
    for line in _MOUNTS.read_text(errors="replace").splitlines():
        device, folder = line.split(" ")[:2]
        for code, character in (("\\040", " "), ("\\011", "\t"), ("\\134", "\\")):  # as fstab(5) escapes them
            folder = folder.replace(code, character)
        labelled = _LABELLED.exists() and Path(device).resolve() == _LABELLED.resolve()
        if labelled or Path(folder).name.startswith(LABEL):
            found.append(Path(folder))
    return found


def _label(root: Path) -> str:
    import ctypes

    name = ctypes.create_unicode_buffer(261)
    ctypes.windll.kernel32.GetVolumeInformationW(str(root), name, 261, None, None, None, None, 0)  # type: ignore[attr-defined]
    return name.value


def deploy(to: Path, board: str | None = None) -> Deployed:
    """Make `to` a complete drive: write what is missing or differs, remove what an older version left in our folders.
    `board`: whose pins it gets; None: see _board_for.

    A settings.toml that was changed is kept. Every file is replaced in one step. What is new is there before anything
    old goes, and code.py comes last: a drive pulled out in the middle holds whole files, all that code.py imports among
    them, and is finished by the next deploy. Raises TallyboardError.
    """
    chosen = _board_for(to, board)
    version = circuitpython_of(to)
    form, reason = _form_for(version)
    try:
        files = drive_files(form)
    except NoCompilerError as error:
        form, reason = (
            LibForm.SOURCE,
            f"{error} " + _("So lib/ is plain .py, and the board compiles it at every power-on."),
        )
        files = drive_files(form)
    files = with_pins(files, chosen)
    done = Deployed(to, chosen, form, reason, version, third_side=has_its_sides(to, chosen.name))
    try:
        to.mkdir(parents=True, exist_ok=True)
        for name in sorted(files.keys() - {CODE}):
            _put(to / name, name, files[name], done)
        _bring_names_to_disk(to, done.written)
        _clear(to, files, done)
        _bring_names_to_disk(to, done.removed)
        _put(to / CODE, CODE, files[CODE], done)
    except OSError as error:
        raise TallyboardError(
            "%(to)s cannot be written: %(why)s.",
            "Check that it is a drive with room that is not write-protected, and deploy again; what is there is whole.",
            to=to,
            why=error.strerror or error,
        ) from None
    return done


def check_drive(folder: Path) -> None:
    """Raises TallyboardError for a folder that is not the drive of a board with CircuitPython."""
    if not (folder / BOOT_OUT).is_file():
        raise CoreError(told.NOT_A_BOARDS, folder=folder, file=BOOT_OUT)


def _board_for(to: Path, name: str | None) -> BoardFile:
    """The board whose pins this drive gets: the one that is named; without a name what CircuitPython says that is
    plugged in, and where that fits none or nothing is said, what the drive has already. Raises CoreError for a name
    that is none or does not fit, and for something of which nobody has said what it is."""
    chip, has = chip_of(to), board_of(to)
    fitting = _fitting(chip)
    if name is None:
        if chip and not fitting and not _is_ours(to):
            raise CoreError(told.NO_BOARD_FITS, folder=to, chip=chip, names=_on_drives())
        name = fitting[0] if fitting and has not in fitting else has
    chosen = board_file(name)
    if not chosen.ids:
        raise CoreError(told.NO_DRIVE, name=name, title=chosen.title, names=_on_drives())
    if fitting and name not in fitting:
        raise CoreError(told.WRONG_BOARD, folder=to, chip=chip, name=name, right=fitting[0], to=quote(str(to)))
    return chosen


def _fitting(chip: str) -> list[str]:
    """The boards that fit what CircuitPython calls so."""
    return [board.name for board in board_files().values() if chip in board.ids]


def _on_drives() -> str:
    return ", ".join(one.name for one in board_files().values() if one.ids)


def _is_ours(drive: Path) -> bool:
    """Whether the firmware has been put on this drive before."""
    return any((drive / PINS_FILE.with_suffix(suffix)).is_file() for suffix in (".py", ".mpy"))


def wrong_pins(drive: Path) -> tuple[str, str] | None:
    """The name of the board whose pins are on this drive, and of that which is plugged in, where these are two."""
    has, fitting = board_of(drive), _fitting(chip_of(drive))
    return (has, fitting[0]) if fitting and has not in fitting and _is_ours(drive) else None


def has_its_sides(drive: Path, name: str) -> bool:
    """Whether the board of this name has as many sides as the settings of its drive ask for."""
    try:
        sides = str(read_settings(drive).get("TALLYBOARD_SIDES", 2))
    except (TallyboardError, OSError):
        return True  # of which others complain
    return sides != "3" or THIRD_SIDE in dict(pins_of(name).displays)


def with_pins(files: dict[str, bytes], board: BoardFile) -> dict[str, bytes]:
    """The files of the drive with the pins of this board. Any but the reference's stay plain, so that whoever looks at
    the drive, and the next deploy, can read whose they are."""
    if board.name == REFERENCE:
        return files
    others = {name: data for name, data in files.items() if PurePosixPath(name).with_suffix(".py") != _PINS_NAME}
    return {**others, str(_PINS_NAME): board.pins.encode()}


def chip_of(drive: Path) -> str:
    """What CircuitPython calls the board that is plugged in, as boot_out.txt tells it; empty where that does not."""
    try:
        told = (drive / BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = re.search(r"^Board ID:\s*(\S+)", told, re.MULTILINE)
    return found[1] if found else ""


def circuitpython_of(drive: Path) -> str | None:
    """The version of CircuitPython that boot_out.txt tells, "10.2.1"; empty where it tells none, None without one."""
    try:
        told = (drive / BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.search(r"CircuitPython (\d+\.\S+)", told)
    return found[1].rstrip(";,") if found else ""


def runs_compiled(version: str) -> bool:
    """Whether this version of CircuitPython runs what is compiled here."""
    return version.partition(".")[0] in map(str, MAJORS)


def _form_for(version: str | None) -> tuple[LibForm, str]:
    """The form that a board of this version gets, and why."""
    majors = _(" and ").join(map(str, MAJORS))
    if version is None:
        return LibForm.COMPILED, _(
            "There is no %(file)s; lib/ is compiled, for CircuitPython %(majors)s.", file=BOOT_OUT, majors=majors
        )
    if not version:
        return LibForm.SOURCE, _(
            "%(file)s does not say which CircuitPython this is, so lib/ is plain .py.", file=BOOT_OUT
        )
    if runs_compiled(version):
        return LibForm.COMPILED, _(
            "lib/ is compiled, for CircuitPython %(majors)s; this board has %(version)s.",
            majors=majors,
            version=version,
        )
    return LibForm.SOURCE, (
        _(
            "This board has CircuitPython %(version)s, and compiled files are for %(majors)s, so lib/ is plain .py. "
            "Tallyboard is made for %(majors)s: install one of them (circuitpython.org) and deploy again.",
            version=version,
            majors=majors,
        )
    )


def _bring_names_to_disk(to: Path, names: list[str]) -> None:
    """What came or went under these names did so before anything that is done next."""
    for folder in sorted({(to / name).parent for name in names}):
        bring_to_disk(folder)


def _put(path: Path, name: str, data: bytes, done: Deployed) -> None:
    there = path.read_bytes() if path.is_file() else None
    if there == data:
        done.unchanged.append(name)
    elif there is not None and name == SETTINGS:
        done.kept.append(name)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        done.written.append(name)
        done.bytes_written += len(data)


def _clear(to: Path, files: dict[str, bytes], done: Deployed) -> None:
    """Remove modules of ours that are no longer part of the drive, or not in this form: CircuitPython takes an old .py
    before a new .mpy, and anything else just fills the drive. So does what a deploy that was cut off had begun."""
    modules = [Path(name) for name in files if name.startswith("lib/")]
    stale = {to / name.with_suffix(suffix) for name in modules for suffix in (".py", ".mpy")}
    for folder in {name.parts[1] for name in modules if len(name.parts) > 2}:
        stale.update(path for path in (to / "lib" / folder).rglob("*") if path.suffix in (".py", ".mpy", ".new"))
    stale.update([*to.glob(BEGUN), *(to / "lib").glob(BEGUN)])
    for path in sorted(stale):
        name = path.relative_to(to).as_posix()
        if path.is_file() and name not in files:
            path.unlink()
            done.removed.append(name)


# The major versions of CircuitPython that run this byte code. It is MicroPython's of version 6, except for its first
# byte: py/persistentcode.c of either asks for its own letter, the version, and small integers that fit the chip's.
MAJORS = (9, 10)
SMALL_INT_BITS = 31
HEADER = b"C\x06\x00" + bytes([SMALL_INT_BITS])
_MICROPYTHON = b"M" + HEADER[1:]

# A module's own number, as `_RETRY_MS = 1000`, with a comment behind it or not.
_OWN_NUMBER = re.compile(r"^(_[A-Z][A-Z0-9_]*) = (-?[0-9][0-9A-Fa-fx_]*(?: << [0-9]+)?)(?=\s*(?:#|$))", re.MULTILINE)


class NoCompilerError(TallyboardError):
    """mpy-cross is not installed here."""

    def __init__(self) -> None:
        super().__init__(
            "This installation has neither compiled files nor the compiler, mpy-cross-v6-3.",
            "In a checkout `make setup` installs the compiler; a wheel carries the compiled files.",
        )


def is_module_of_lib(name: str) -> bool:
    """Whether this file of the drive can be .mpy; code.py and the like can not."""
    return name.startswith("lib/") and name.endswith(".py")


def name_in_tracebacks(name: str) -> str:
    """panel.py of lib/tableside/panel.py, menu/texts.py of lib/tableside/menu/texts.py. The board keeps one for each
    module in memory, so it is short: the path below the package."""
    return name.removeprefix("lib/").partition("/")[2] or name.removeprefix("lib/")


def with_numbers_inside(source: str) -> str:
    """The same with each number of the module's own (`_NAME = 1`, at its top level) marked as MicroPython's `const`:
    the compiler puts it where it is used, and the board keeps neither the name nor looks it up."""
    return _OWN_NUMBER.sub(r"\1 = const(\2)", source)


def compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The byte code of every module of lib/ among these files, by its path on the drive. A traceback names the module
    and the line of the source. Raises NoCompilerError, and TallyboardError for a module that the compiler refuses."""
    return {
        str(PurePosixPath(name).with_suffix(".mpy")): _compiled(name, files[name])
        for name in files
        if is_module_of_lib(name)
    }


def _compiled(name: str, source: bytes) -> bytes:
    try:
        from mpy_cross_v6_3 import mpy_cross_compile
    except ImportError:
        raise NoCompilerError from None
    # No optimization: that would drop the numbers of the lines.
    done, code = mpy_cross_compile(
        name_in_tracebacks(name), with_numbers_inside(source.decode()), small_number_bits=SMALL_INT_BITS
    )
    if code is None:
        said = " ".join(done.stderr.decode().replace("Traceback (most recent call last):", "").split())
        raise TallyboardError("%(name)s cannot be compiled: %(said)s.", "Correct it.", name=name, said=said)
    if not code.startswith(_MICROPYTHON):
        raise TallyboardError(
            "The compiler made byte code that begins with %(found)s, not with %(wanted)s.",
            "Install mpy-cross-v6-3, the compiler of version 6.",
            found=code[:4].hex(" "),
            wanted=_MICROPYTHON.hex(" "),
        )
    return HEADER + code[len(HEADER) :]
