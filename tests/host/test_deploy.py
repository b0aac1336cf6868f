"""The drive that deploy writes is whole, and what belongs to its owner stays."""

import io
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import pytest

from tallyboard.commands import guard
from tallyboard.drive import deploy as deploying
from tallyboard.drive import files
from tallyboard.drive.deploy import compiled, name_in_tracebacks, with_numbers_inside
from tallyboard.errors import TallyboardError


class Ran(NamedTuple):
    """How the command ended, and what it printed: `output` on either, `stderr` on standard error."""

    exit_code: int
    output: str
    stderr: str


def deploy(*arguments: str) -> Ran:
    """Into what is mostly a plain folder."""
    return without_force(*arguments, "--force")


def without_force(*arguments: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = guard.run(["deploy", *arguments])
    return Ran(code, out.getvalue() + err.getvalue(), err.getvalue())


def board_of(drive: Path, version: str) -> Path:
    """This drive, as a board with this CircuitPython leaves it at power-on."""
    drive.mkdir(exist_ok=True)
    line = f"Adafruit CircuitPython {version} on 2026-05-13; Raspberry Pi Pico with rp2040\n"
    (drive / "boot_out.txt").write_text(line + "Board ID:raspberry_pi_pico\nUID:DF6250A79F2E4A29\n")
    return drive


def on(drive: Path) -> dict[str, bytes]:
    """What deploy has put on the drive."""
    files = {path.relative_to(drive).as_posix(): path for path in drive.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items() if name != "boot_out.txt"}


def modules(files: dict[str, bytes]) -> set[str]:
    """What can be imported from lib/, whichever form it has."""
    return {str(PurePosixPath(name).with_suffix("")) for name in files if name.startswith("lib/")}


def test_an_empty_folder_becomes_a_whole_drive(tmp_path: Path) -> None:
    result = deploy("--to", str(tmp_path / "CIRCUITPY"))
    assert result.exit_code == 0, result.output
    drive = tmp_path / "CIRCUITPY"
    for name in (
        "boot.py",
        "code.py",
        "settings.toml",
        "safemode.py",
        "lib/tableside/panel.mpy",
        "lib/shared_rules/games/match.mpy",
        "lib/adafruit_ht16k33/segments.mpy",
        "lib/adafruit_bus_device/i2c_device.mpy",
    ):
        assert (drive / name).is_file(), name
        assert name in result.output
    assert not list(drive.rglob("__pycache__"))
    assert not list(drive.rglob("*.new"))
    assert sum(path.stat().st_size for path in drive.rglob("*") if path.is_file()) < 900_000  # a Pico's drive: 1 MB


@pytest.mark.parametrize("name", ["empty", "file", "nowhere"])
def test_what_is_no_drive_is_not_written_without_force(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    result = without_force("--to", str(tmp_path / name), "--json")
    assert (result.exit_code, result.output) == (2, result.stderr)
    cause, next_step = result.stderr.splitlines()
    assert cause.startswith(f"{tmp_path / name} is no CIRCUITPY drive: it has no boot_out.txt")
    assert "--force" in next_step
    assert sorted(tmp_path.rglob("*")) == before


def test_a_drive_is_written_without_force_named_or_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = board_of(tmp_path / "drive", "10.2.1")
    assert without_force("--to", str(drive)).exit_code == 0
    (tmp_path / "CIRCUITPY").mkdir()
    monkeypatch.setattr(deploying, "find_drive", lambda: tmp_path / "CIRCUITPY")
    assert without_force().exit_code == 0
    assert (tmp_path / "CIRCUITPY" / "code.py").is_file()


def test_a_second_deploy_writes_nothing(tmp_path: Path) -> None:
    deploy("--to", str(tmp_path))
    result = deploy("--to", str(tmp_path), "--json")
    said = json.loads(result.output)
    assert said["written"] == []
    assert said["bytes"] == 0
    assert "code.py" in said["unchanged"]


def test_a_changed_settings_toml_is_kept_and_said(tmp_path: Path) -> None:
    deploy("--to", str(tmp_path))
    mine = tmp_path / "settings.toml"
    mine.write_text('TALLYBOARD_TABLE = "7"\n')
    (tmp_path / "code.py").write_text("old")
    result = deploy("--to", str(tmp_path))
    assert mine.read_text() == 'TALLYBOARD_TABLE = "7"\n'
    assert "kept     settings.toml" in result.output
    assert "wrote    code.py" in result.output
    assert (tmp_path / "code.py").read_text() != "old"


def test_old_modules_of_ours_go_and_other_peoples_stay(tmp_path: Path) -> None:
    deploy("--to", str(tmp_path))
    (tmp_path / "lib/tableside/gone.py").write_text("")
    (tmp_path / "lib/tableside/keys.py").write_text("")
    (tmp_path / "lib/neopixel.py").write_text("")
    (tmp_path / "lib/gamepad.mpy").write_text("")
    (tmp_path / "notes.txt").write_text("")
    said = json.loads(deploy("--to", str(tmp_path), "--json").output)
    assert said["removed"] == ["lib/tableside/gone.py", "lib/tableside/keys.py"]
    assert (tmp_path / "lib/neopixel.py").exists()
    assert (tmp_path / "lib/gamepad.mpy").exists()
    assert (tmp_path / "notes.txt").exists()


@pytest.mark.parametrize("version", ["9.1.1", "10.0.0-beta.3-17-g0f1e2d3"])
def test_circuitpython_9_and_10_get_every_module_of_lib_compiled(tmp_path: Path, version: str) -> None:
    drive = board_of(tmp_path / "drive", version)
    result = deploy("--to", str(drive))
    assert f"lib/ is compiled, for CircuitPython 9 and 10; this board has {version}." in result.output
    written = on(drive)
    compiled = {name: data for name, data in written.items() if name.startswith("lib/")}
    assert modules(compiled) == modules(deploying.drive_files())
    for name, data in compiled.items():
        assert name.endswith(".mpy"), name
        # py/persistentcode.c: CircuitPython's letter, version 6, no native code, integers that fit a 32-bit chip's
        assert data[:4] == bytes((ord("C"), 6, 0, 31)), name
        assert name_in_tracebacks(name.removesuffix(".mpy") + ".py").encode() in data, f"{name}: no traceback names it"
    assert {name for name in written if name.endswith(".py")} == {"boot.py", "code.py", "safemode.py"}
    said = json.loads(deploy("--to", str(drive), "--json").output)
    assert (said["form"], said["circuitpython"], said["written"], said["removed"]) == ("compiled", version, [], [])


@pytest.mark.parametrize("version", ["8.2.6", "11.0.0", "100.0.0"])
def test_another_circuitpython_gets_plain_py_and_a_sentence(tmp_path: Path, version: str) -> None:
    drive = board_of(tmp_path / "drive", "10.2.1")
    deploy("--to", str(drive))
    board_of(drive, version)
    said = json.loads(deploy("--to", str(drive), "--json").output)
    assert (said["form"], said["circuitpython"]) == ("source", version)
    assert "lib/tableside/panel.mpy" in said["removed"]
    assert on(drive) == deploying.drive_files()
    result = deploy("--to", str(drive))
    assert (
        f"This board has CircuitPython {version}, and compiled files are for 9 and 10, so lib/ is plain"
        in result.output
    )
    assert "install one of them" in result.output

    board_of(drive, "9.1.1")
    assert "lib/tableside/panel.py" in json.loads(deploy("--to", str(drive), "--json").output)["removed"]
    assert on(drive) == deploying.drive_files(deploying.LibForm.COMPILED)


def test_a_library_of_one_file_leaves_no_other_form_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "adafruit_one.py").write_text("ONE = 1\n")
    monkeypatch.setattr(deploying, "adafruit_libraries", lambda: {"adafruit_one.py": tmp_path / "adafruit_one.py"})
    drive = board_of(tmp_path / "drive", "8.2.6")
    deploy("--to", str(drive))
    board_of(drive, "10.2.1")
    assert "lib/adafruit_one.py" in json.loads(deploy("--to", str(drive), "--json").output)["removed"]
    assert (drive / "lib/adafruit_one.mpy").is_file()


def test_a_folder_without_boot_out_is_compiled_and_says_for_what(tmp_path: Path) -> None:
    result = deploy("--to", str(tmp_path))
    assert "There is no boot_out.txt; lib/ is compiled, for CircuitPython 9 and 10." in result.output
    said = json.loads(deploy("--to", str(tmp_path), "--json").output)
    assert (said["form"], said["circuitpython"]) == ("compiled", None)


def test_a_boot_out_that_names_no_version_gets_what_any_version_reads(tmp_path: Path) -> None:
    (tmp_path / "boot_out.txt").write_bytes(b"\xff\0Adafruit")
    result = deploy("--to", str(tmp_path))
    assert "boot_out.txt does not say which CircuitPython this is, so lib/ is plain .py." in result.output
    said = json.loads(deploy("--to", str(tmp_path), "--json").output)
    assert (said["form"], said["circuitpython"]) == ("source", None)


@pytest.mark.parametrize("folder", ["", "lib/", "lib/tableside/menu/"])
def test_what_a_deploy_that_was_cut_off_had_begun_goes(tmp_path: Path, folder: Path) -> None:
    deploy("--to", str(tmp_path))
    (tmp_path / f"{folder}.tallyboard-17-17.new").write_text("import ")
    (tmp_path / "mine.new").write_text("")
    said = json.loads(deploy("--to", str(tmp_path), "--json").output)
    assert said["removed"] == [f"{folder}.tallyboard-17-17.new"]
    assert (tmp_path / "mine.new").exists()


def test_without_the_compiler_lib_is_plain_py_and_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mpy_cross_v6_3", None)
    result = deploy("--to", str(tmp_path))
    assert result.exit_code == 0
    assert "neither compiled files nor the compiler" in result.output
    assert "make setup" in result.output
    assert on(tmp_path) == deploying.drive_files()


def test_a_wheels_own_compiled_files_are_the_ones_that_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tableside").mkdir()
    (tmp_path / "tableside/panel.mpy").write_bytes(b"C\6\0\37")
    monkeypatch.setattr(deploying, "compiled_lib_dir", lambda: tmp_path)
    files = deploying.drive_files(deploying.LibForm.COMPILED)
    assert {name for name in files if name.startswith("lib/")} == {"lib/tableside/panel.mpy"}


def test_a_module_that_does_not_compile_is_named() -> None:
    with pytest.raises(TallyboardError, match=r"lib/tableside/bad\.py cannot be compiled: .*line 2 SyntaxError"):
        compiled({"lib/tableside/bad.py": b"a = 1\nb = = 2\n"})


def test_a_traceback_names_each_module_by_a_short_path_of_its_own() -> None:
    names = [name for name in deploying.drive_files() if name.startswith("lib/")]
    assert name_in_tracebacks("lib/tableside/panel.py") == "panel.py"
    assert name_in_tracebacks("lib/tableside/menu/texts.py") == "menu/texts.py"
    assert name_in_tracebacks("lib/adafruit_one.py") == "adafruit_one.py"
    assert len({name_in_tracebacks(name) for name in names}) == len(names) > 50


def test_a_modules_own_numbers_are_compiled_into_it_and_everything_else_keeps_its_name() -> None:
    own = ["_RETRY_MS = 1000", "_PERIOD = 1 << 29  # of ticks", "_NO = -1", "_POINT = 0x80"]
    others = ["PUBLIC = 1", "_SPARE = b'1' * _SIZE", "_HALF = _PERIOD >> 1", "_PAIR = (1, 2)", "    _inside = 1"]
    lines = with_numbers_inside("\n".join(own + others)).split("\n")
    assert lines[:2] == ["_RETRY_MS = const(1000)", "_PERIOD = const(1 << 29)  # of ticks"]
    assert lines[2:4] == ["_NO = const(-1)", "_POINT = const(0x80)"]
    assert lines[4:] == others


def test_what_only_marks_a_folder_as_a_package_stays_away_and_goes_from_a_drive_of_before(tmp_path: Path) -> None:
    for name in ("lib/tableside/__init__.mpy", "lib/shared_rules/games/__init__.mpy"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"C\6\0\37")
    said = json.loads(deploy("--to", str(tmp_path), "--json").output)
    assert said["removed"] == ["lib/shared_rules/games/__init__.mpy", "lib/tableside/__init__.mpy"]
    for form in deploying.LibForm:
        packages = [name for name in deploying.drive_files(form) if "__init__" in name]
        assert [str(PurePosixPath(name).parent) for name in packages] == ["lib/shared_rules"]  # it says VERSION


@pytest.mark.parametrize(("before", "after"), [("8.2.6", "10.2.1"), ("10.2.1", "8.2.6")])
def test_a_drive_pulled_out_in_the_middle_holds_all_of_one_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str
) -> None:
    """Before every replacing and every removing: all of lib/ is there in one form, code.py is the one of before until
    all is done, and another deploy makes it whole."""
    whole = {form: deploying.drive_files(form) for form in deploying.LibForm}
    monkeypatch.setattr(deploying, "drive_files", whole.__getitem__)
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    lib = [{name: files[name] for name in files if name.startswith("lib/")}.items() for files in whole.values()]
    drive = tmp_path / "drive"
    to_do, code = 0, b"# of before"
    while code != whole[deploying.LibForm.SOURCE]["code.py"]:
        deploy("--to", str(board_of(drive, before)))
        (drive / "code.py").write_bytes(b"# of before")
        board_of(drive, after)
        with monkeypatch.context() as patched:
            steps = iter(range(to_do))
            patched.setattr(os, "replace", until_pulled_out(os.replace, steps))
            patched.setattr(Path, "unlink", until_pulled_out(Path.unlink, steps))
            ended = deploy("--to", str(drive)).exit_code
        there = on(drive)
        code = there["code.py"]
        assert (ended == 0) == (code != b"# of before")
        assert any(one <= there.items() for one in lib), f"after {to_do} steps neither form is whole"
        assert deploy("--to", str(drive)).exit_code == 0
        assert on(drive) in whole.values()
        to_do += 5
    assert to_do > 2 * len(lib[0]), "it was never pulled out"


def test_code_py_is_written_when_all_else_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deploy("--to", str(board_of(tmp_path, "8.2.6")))
    (tmp_path / "code.py").write_bytes(b"# of before")
    board_of(tmp_path, "10.2.1")
    done: list[str] = []
    monkeypatch.setattr(os, "replace", noting(os.replace, done))
    monkeypatch.setattr(Path, "unlink", noting(Path.unlink, done))
    assert deploy("--to", str(tmp_path)).exit_code == 0
    assert [name for name in done if name.startswith("code.py")] == [done[-1]]
    assert "panel.py" in done, "nothing old was removed"


def noting(act: Callable[..., object], done: list[str]) -> Callable[..., None]:
    """The same act; the name of the file that it is done to is noted."""

    def wrapped(*paths: Any, **options: Any) -> None:
        done.append(Path(paths[-1]).name)
        act(*paths, **options)

    return wrapped


def until_pulled_out(act: Callable[..., object], steps: Iterator[int]) -> Callable[..., None]:
    """The same act, as long as there are steps; then an OSError."""

    def wrapped(*arguments: Any) -> None:
        if next(steps, None) is None:
            raise OSError("pulled out")
        act(*arguments)

    return wrapped


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = deploy("--to", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert "Traceback" not in result.output


def test_the_mounted_drive_is_found_and_none_or_two_are_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    monkeypatch.setattr(deploying, "_MOUNTS", mounts)
    monkeypatch.setattr(sys, "platform", "linux")
    one = "/dev/sdb1 /media/a\\040club/CIRCUITPY vfat rw 0 0\n"
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\n")
    with pytest.raises(TallyboardError, match="No CIRCUITPY drive is mounted"):
        deploying.find_drive()
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\n" + one)
    assert deploying.find_drive() == Path("/media/a club/CIRCUITPY")
    mounts.write_text(one + "/dev/sdc1 /run/media/o/CIRCUITPY1 vfat rw 0 0\n")
    with pytest.raises(TallyboardError, match=r"More than one .*CIRCUITPY1"):
        deploying.find_drive()


# ---- whose pins


MACROPAD = "adafruit_macropad_rp2040"


def plugged_in(drive: Path, chip: str) -> Path:
    """This drive, as CircuitPython leaves it at power-on on the board that it calls so."""
    board_of(drive, "10.2.1")
    boot_out = drive / "boot_out.txt"
    boot_out.write_text(boot_out.read_text().replace("raspberry_pi_pico", chip))
    return drive


def pins_on(drive: Path) -> str:
    """Whose they are."""
    has = [path.suffix for path in (drive / "lib/tableside").glob("pins.*")]
    name = files.board_of(drive)
    assert has == [".mpy" if name == files.REFERENCE else ".py"]
    return name


@pytest.mark.parametrize("chip", ["raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2_w", MACROPAD])
def test_what_is_plugged_in_decides_whose_pins_it_gets(tmp_path: Path, chip: str) -> None:
    drive = plugged_in(tmp_path, chip)
    right = "macropad" if chip == MACROPAD else "reference"
    said = json.loads(without_force("--to", str(drive), "--json").output)
    assert (said["board"], pins_on(drive)) == (right, right)
    again = json.loads(without_force("--to", str(drive), "--board", right, "--json").output)
    assert (again["written"], again["removed"]) == ([], [])


def test_the_pins_of_the_macropad_are_the_ones_that_are_written_and_that_is_said(tmp_path: Path) -> None:
    drive = plugged_in(tmp_path, MACROPAD)
    result = without_force("--to", str(drive), "--board", "macropad")
    assert "The pins are those of the board macropad, an Adafruit MacroPad RP2040." in result.output
    assert files.read_wiring(drive) == files.pins_of("macropad")
    assert modules(on(drive)) == modules(deploying.drive_files()), "every module is there, and none twice"


def test_a_folder_that_says_nothing_keeps_the_pins_that_it_has(tmp_path: Path) -> None:
    deploy("--to", str(tmp_path), "--board", "macropad")
    (tmp_path / "lib/tableside/panel.mpy").unlink()
    said = json.loads(deploy("--to", str(tmp_path), "--json").output)
    assert (said["board"], said["written"]) == ("macropad", ["lib/tableside/panel.mpy"])
    assert pins_on(tmp_path) == "macropad"
    said = json.loads(deploy("--to", str(tmp_path), "--board", "reference", "--json").output)
    assert (said["board"], said["removed"]) == ("reference", ["lib/tableside/pins.py"])
    assert pins_on(tmp_path) == "reference"


@pytest.mark.parametrize(
    ("chip", "name", "right"), [(MACROPAD, "reference", "macropad"), ("raspberry_pi_pico_w", "macropad", "reference")]
)
def test_the_wrong_board_is_refused_with_the_right_one_and_what_to_type(
    tmp_path: Path, chip: str, name: str, right: str
) -> None:
    drive = plugged_in(tmp_path / "a drive", chip)
    result = without_force("--to", str(drive), "--board", name)
    assert result.exit_code == 2
    cause, next_step = result.stderr.splitlines()
    assert cause == f"{drive} is the drive of {chip}: the board {right}, whose pins are not those of {name}."
    command = next_step.split("`")[1]
    assert on(drive) == {}
    assert guard.run(shlex.split(command)[1:]) == 0
    assert pins_on(drive) == right


def test_a_drive_that_came_to_another_chip_gets_the_pins_of_that(tmp_path: Path) -> None:
    deploy("--to", str(plugged_in(tmp_path, MACROPAD)))
    said = json.loads(deploy("--to", str(plugged_in(tmp_path, "raspberry_pi_pico")), "--json").output)
    assert (said["board"], pins_on(tmp_path)) == ("reference", "reference")


def test_a_chip_that_is_in_no_file_is_asked_for_once(tmp_path: Path) -> None:
    drive = plugged_in(tmp_path, "pimoroni_picolipo_16mb")
    result = without_force("--to", str(drive))
    assert result.exit_code == 2
    assert "pimoroni_picolipo_16mb, which is none of the boards that Tallyboard knows" in result.stderr
    assert "reference, macropad, say so: `tallyboard deploy --board NAME`" in result.stderr
    assert without_force("--to", str(drive), "--board", "reference").exit_code == 0
    (drive / "code.py").unlink()
    assert without_force("--to", str(drive)).exit_code == 0
    assert (drive / "code.py").is_file()


@pytest.mark.parametrize(
    ("name", "words"),
    [("macpad", "There is no board macpad.\nName one of reference, macropad, pi."), ("pi", "which has no CIRCUITPY")],
)
def test_a_board_that_there_is_not_or_that_has_no_drive(tmp_path: Path, name: str, words: str) -> None:
    result = deploy("--to", str(tmp_path), "--board", name)
    assert (result.exit_code, on(tmp_path)) == (2, {})
    assert words in result.stderr


def test_a_third_side_that_the_board_has_not_is_said(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("TALLYBOARD_SIDES = 3\n")
    assert "three sides" not in deploy("--to", str(tmp_path)).output
    said = deploy("--to", str(tmp_path), "--board", "macropad").output
    assert "settings.toml asks for three sides (TALLYBOARD_SIDES = 3), and macropad has two: it plays with two." in said
