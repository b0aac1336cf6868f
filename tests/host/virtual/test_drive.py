"""The drive's files and what is read from it before anything runs."""

import sys
from pathlib import Path

import pytest

from tallyboard.drive.files import adafruit_libraries, firmware_dir, getenv_for, read_settings, read_wiring, rules_dir
from tallyboard.errors import TallyboardError


def test_firmware_and_rules_are_found_without_going_through_sys_path() -> None:
    assert firmware_dir().name == "firmware"
    assert str(firmware_dir()) not in sys.path
    assert (rules_dir() / "__init__.py").is_file()


def test_an_installed_wheel_has_the_firmware_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "tallyboard"
    monkeypatch.setattr("tallyboard.drive.files._PACKAGE", package)
    with pytest.raises(TallyboardError, match="no firmware"):
        firmware_dir()
    (package / "firmware").mkdir(parents=True)
    assert firmware_dir() == package / "firmware"


def test_adafruit_libraries_are_found_by_their_names_on_the_drive() -> None:
    libraries = adafruit_libraries()
    assert set(libraries) == {"adafruit_ht16k33", "adafruit_bus_device"}
    assert (libraries["adafruit_ht16k33"] / "segments.py").is_file()
    assert (libraries["adafruit_bus_device"] / "i2c_device.py").is_file()


def test_wiring_is_read_from_the_generated_constants(drive: Path) -> None:
    wiring = read_wiring(drive)
    assert (wiring.sda, wiring.scl, wiring.frequency) == ("GP4", "GP5", 400_000)
    assert dict(wiring.displays) == {"A": 0x70, "B": 0x71, "S": 0x72, "C": 0x73}
    assert (wiring.fram_address, wiring.fram_bytes) == (0x50, 32_768)
    assert dict(wiring.buttons)["C5"] == "GP26"


def test_two_sides_have_no_third_display_and_no_third_keys(drive: Path) -> None:
    two = read_wiring(drive).fitted(2)
    assert [name for name, _ in two.displays] == ["A", "B", "S"]
    assert not [name for name, _ in two.buttons if name.startswith("C")]
    assert len(two.buttons) == 13
    assert len(read_wiring(drive).fitted(3).buttons) == 18


@pytest.mark.parametrize(
    ("source", "cause"),
    [(None, "missing"), ('SDA = "GP4"', "does not say SCL"), ("SDA = open()", "plain constants"), ("=", "plain")],
)
def test_a_bad_pins_file_is_named(tmp_path: Path, source: str | None, cause: str) -> None:
    if source is not None:
        (tmp_path / "lib" / "tableside").mkdir(parents=True)
        (tmp_path / "lib" / "tableside" / "pins.py").write_text(source)
    with pytest.raises(TallyboardError, match=cause) as error:
        read_wiring(tmp_path)
    assert "make hardware" in error.value.next_step


def test_settings_are_strings_and_whole_numbers(drive: Path, tmp_path: Path) -> None:
    assert read_settings(drive) == {"TABLE": "test table", "TALLYBOARD_STORAGE": "fram", "BRIGHT": 7}
    assert read_settings(tmp_path) == {}
    assert read_settings(drive / "code.py") == {}  # whoever wants to write there says it
    (tmp_path / "settings.toml").write_text('A = 1\n[section]\nB = "not read"\n')
    assert read_settings(tmp_path) == {"A": 1}


@pytest.mark.parametrize("line", ["A = true", "A = 1.5", "A = [1]", "A = "])
def test_settings_that_circuitpython_would_not_read_are_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(line)
    with pytest.raises(TallyboardError, match=r"settings\.toml"):
        read_settings(tmp_path)


def test_getenv_gives_numbers_as_circuitpython_9_and_10_do() -> None:
    settings: dict[str, str | int] = {"TABLE": "one", "BRIGHT": 7}
    nine, ten = getenv_for(settings, text_only=False), getenv_for(settings, text_only=True)
    assert (nine("BRIGHT"), ten("BRIGHT")) == (7, "7")
    assert (nine("TABLE"), ten("TABLE")) == ("one", "one")
    assert (nine("PATH"), ten("PATH", "none")) == (None, "none")
