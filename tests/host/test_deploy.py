"""The drive that deploy writes is whole, and what belongs to its owner stays."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tallyboard import deploy as deploying
from tallyboard.cli import app
from tallyboard.errors import TallyboardError


def deploy(*arguments: str):
    return CliRunner().invoke(app, ["deploy", *arguments])


def test_an_empty_folder_becomes_a_whole_drive(tmp_path):
    result = deploy("--to", str(tmp_path / "CIRCUITPY"))
    assert result.exit_code == 0, result.output
    drive = tmp_path / "CIRCUITPY"
    for name in (
        "boot.py",
        "code.py",
        "settings.toml",
        "lib/tableside/panel.py",
        "lib/shared_rules/match.py",
        "lib/adafruit_ht16k33/segments.py",
        "lib/adafruit_bus_device/i2c_device.py",
    ):
        assert (drive / name).is_file(), name
        assert name in result.output
    assert not list(drive.rglob("__pycache__"))
    assert not list(drive.rglob("*.new"))
    assert sum(path.stat().st_size for path in drive.rglob("*") if path.is_file()) < 900_000  # a Pico's drive: 1 MB


def test_a_second_deploy_writes_nothing(tmp_path):
    deploy("--to", str(tmp_path))
    result = deploy("--to", str(tmp_path), "--json")
    said = json.loads(result.output)
    assert said["written"] == []
    assert said["bytes"] == 0
    assert "code.py" in said["unchanged"]


def test_a_changed_settings_toml_is_kept_and_said(tmp_path):
    deploy("--to", str(tmp_path))
    mine = tmp_path / "settings.toml"
    mine.write_text('TALLYBOARD_TABLE = "7"\n')
    (tmp_path / "code.py").write_text("old")
    result = deploy("--to", str(tmp_path))
    assert mine.read_text() == 'TALLYBOARD_TABLE = "7"\n'
    assert "kept     settings.toml" in result.output
    assert "wrote    code.py" in result.output
    assert (tmp_path / "code.py").read_text() != "old"


def test_old_modules_of_ours_go_and_other_peoples_stay(tmp_path):
    deploy("--to", str(tmp_path))
    (tmp_path / "lib/tableside/gone.py").write_text("")
    (tmp_path / "lib/tableside/keys.mpy").write_text("")
    (tmp_path / "lib/neopixel.py").write_text("")
    (tmp_path / "notes.txt").write_text("")
    said = json.loads(deploy("--to", str(tmp_path), "--json").output)
    assert said["removed"] == ["lib/tableside/gone.py", "lib/tableside/keys.mpy"]
    assert (tmp_path / "lib/neopixel.py").exists()
    assert (tmp_path / "notes.txt").exists()


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    result = deploy("--to", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert "Traceback" not in result.output


def test_the_mounted_drive_is_found_and_none_or_two_are_said(monkeypatch, tmp_path):
    mounts = tmp_path / "mounts"
    monkeypatch.setattr(deploying, "_MOUNTS", mounts)
    monkeypatch.setattr(deploying.sys, "platform", "linux")
    one = "/dev/sdb1 /media/a\\040club/CIRCUITPY vfat rw 0 0\n"
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\n")
    with pytest.raises(TallyboardError, match="No CIRCUITPY drive is mounted"):
        deploying.find_drive()
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\n" + one)
    assert deploying.find_drive() == Path("/media/a club/CIRCUITPY")
    mounts.write_text(one + "/dev/sdc1 /run/media/o/CIRCUITPY1 vfat rw 0 0\n")
    with pytest.raises(TallyboardError, match=r"More than one .*CIRCUITPY1"):
        deploying.find_drive()
