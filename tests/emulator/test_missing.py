"""What is missing for the tests on the chip is said one thing at a time, with what to do about it."""

import importlib
from pathlib import Path

import pytest

from tests.emulator.missing import UF2_VARIABLE, missing
from tests.emulator.uf2 import version_of


@pytest.fixture
def emulator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An emulator's folder that is complete, with a UF2, and a node of a version that suffices."""
    uf2 = tmp_path / "circuitpython.uf2"
    uf2.write_bytes(b"")
    monkeypatch.setenv(UF2_VARIABLE, str(uf2))
    folder = tmp_path / "pico"
    (folder / "node_modules" / "rp2040js").mkdir(parents=True)
    (folder / "bootrom.mjs").write_text("")
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    node_says(tmp_path, "v20.11.0")
    return folder


def node_says(folder: Path, version: str) -> None:
    node = folder / "bin" / "node"
    node.write_text(f"#!/bin/sh\necho {version}\n")
    node.chmod(0o755)


def test_nothing_is_missing_where_all_is_there(emulator: Path) -> None:
    assert missing(emulator) is None


def test_without_the_variable_it_says_where_a_uf2_comes_from(emulator: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(UF2_VARIABLE)
    said = missing(emulator)
    assert said is not None
    assert UF2_VARIABLE in said
    assert "circuitpython.org" in said


def test_a_uf2_that_is_not_there(emulator: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(UF2_VARIABLE, "/no/such.uf2")
    said = missing(emulator)
    assert said is not None
    assert "/no/such.uf2" in said
    assert "circuitpython.org" in said


@pytest.mark.parametrize("version", ["v18.20.4", "v8.0.0"])
def test_an_old_node(emulator: Path, version: str) -> None:
    node_says(emulator.parent, version)
    said = missing(emulator)
    assert said is not None
    assert version in said
    assert "20" in said


def test_no_node(emulator: Path) -> None:
    (emulator.parent / "bin" / "node").unlink()
    said = missing(emulator)
    assert said is not None
    assert "nodejs.org" in said


def test_no_modules_and_no_boot_rom(emulator: Path) -> None:
    (emulator / "bootrom.mjs").unlink()
    said = missing(emulator)
    assert said is not None
    assert "bootrom.py" in said
    (emulator / "node_modules" / "rp2040js").rmdir()
    said = missing(emulator)
    assert said is not None
    assert "npm ci --prefix" in said


def test_the_version_of_a_uf2_is_read_across_its_blocks(tmp_path: Path) -> None:
    text = b"\0" * 250 + b"Adafruit CircuitPython 10.2.1 on 2026-05-13; some board\0"
    parts = [text[at : at + 256] for at in range(0, len(text), 256)]
    blocks = [b"H" * 32 + part.ljust(256, b"\0") + b"P" * 224 for part in parts]
    (tmp_path / "one.uf2").write_bytes(b"".join(blocks))
    assert version_of(tmp_path / "one.uf2") == (10, 2, 1)
    (tmp_path / "two.uf2").write_bytes(b"".join(blocks)[:512])
    with pytest.raises(ValueError, match="no CircuitPython"):
        version_of(tmp_path / "two.uf2")


def test_the_tests_on_the_chip_fit_the_rest_of_the_project() -> None:
    """Where no CircuitPython is named, nothing else would tell that they ask for what is not there any more."""
    module = importlib.import_module("tests.emulator.test_on_the_chip")
    assert [name for name in vars(module) if name.startswith("test_")]
