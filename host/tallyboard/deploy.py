"""Writes everything that belongs on a board's CIRCUITPY drive, and leaves alone what belongs to its owner."""

import os
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tallyboard.drive import adafruit_libraries, firmware_dir, rules_dir
from tallyboard.errors import TallyboardError

LABEL = "CIRCUITPY"
SETTINGS = "settings.toml"

# What is mounted where on Linux, and which device has the label.
_MOUNTS = Path("/proc/self/mounts")
_LABELLED = Path("/dev/disk/by-label") / LABEL


@dataclass
class Deployed:
    """What was done, as paths on the drive with forward slashes."""

    to: Path
    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """Files of the owner's that differ from ours: a changed settings.toml."""
    bytes_written: int = 0


def drive_files() -> dict[str, bytes]:
    """Every file of the drive by its path there. Raises TallyboardError when the installation lacks one."""
    firmware = firmware_dir()
    files = dict(_tree(firmware, ""))
    files.update(_tree(rules_dir(), "lib/shared_rules/"))
    for name, place in adafruit_libraries().items():
        if place.is_dir():
            files.update(_tree(place, f"lib/{name}/"))
        else:
            files[f"lib/{name}"] = place.read_bytes()
    return files


def _tree(folder: Path, prefix: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".toml") and "__pycache__" not in path.parts:
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
        raise TallyboardError(
            "No CIRCUITPY drive is mounted.",
            "Plug in the board (with CircuitPython on it), or name the folder with --to DIR.",
        )
    if len(found) > 1:
        names = ", ".join(str(path) for path in sorted(found))
        raise TallyboardError(f"More than one CIRCUITPY drive is mounted: {names}.", "Name one with --to DIR.")
    return found[0]


def _mounted() -> list[Path]:
    """Every place where Linux has mounted a drive of this name, wherever that is; a second one is CIRCUITPY1."""
    found = []
    for line in _MOUNTS.read_text(errors="replace").splitlines():
        device, place = line.split(" ")[:2]
        for code, character in (("\\040", " "), ("\\011", "\t"), ("\\134", "\\")):  # as fstab(5) escapes them
            place = place.replace(code, character)
        labelled = _LABELLED.exists() and Path(device).resolve() == _LABELLED.resolve()
        if labelled or Path(place).name.startswith(LABEL):
            found.append(Path(place))
    return found


def _label(root: Path) -> str:
    import ctypes

    name = ctypes.create_unicode_buffer(261)
    ctypes.windll.kernel32.GetVolumeInformationW(str(root), name, 261, None, None, None, None, 0)  # type: ignore[attr-defined]
    return name.value


def deploy(to: Path) -> Deployed:
    """Make `to` a complete drive: write what is missing or differs, remove what an older version left in our folders.

    A settings.toml that was changed is kept. Every file is replaced in one step, code.py last, so that a drive pulled
    out in the middle holds whole files and is finished by the next deploy. Raises TallyboardError.
    """
    files = drive_files()
    done = Deployed(to)
    try:
        to.mkdir(parents=True, exist_ok=True)
        for name in sorted(files, key=lambda name: (name == "code.py", name)):
            _put(to / name, name, files[name], done)
        _clear(to, files, done)
    except OSError as error:
        raise TallyboardError(
            f"{to} cannot be written: {error.strerror or error}.",
            "Check that it is a drive with room that is not write-protected, and deploy again; what is there is whole.",
        ) from None
    return done


def _put(path: Path, name: str, data: bytes, done: Deployed) -> None:
    there = path.read_bytes() if path.is_file() else None
    if there == data:
        done.unchanged.append(name)
    elif there is not None and name == SETTINGS:
        done.kept.append(name)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".new")
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
        done.written.append(name)
        done.bytes_written += len(data)


def _clear(to: Path, files: dict[str, bytes], done: Deployed) -> None:
    """Remove modules of ours that are no longer part of the drive; an old one would shadow or just fill it."""
    ours = {Path(name).parts[1] for name in files if name.startswith("lib/") and name.count("/") > 1}
    for folder in sorted(ours):
        for path in sorted((to / "lib" / folder).rglob("*")):
            name = path.relative_to(to).as_posix()
            if path.is_file() and path.suffix in (".py", ".mpy", ".new") and name not in files:
                path.unlink()
                done.removed.append(name)
