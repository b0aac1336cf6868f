"""What is made anew takes the place of what was there, and nothing of another board stays behind."""

from dataclasses import replace as replaced
from pathlib import Path

import pytest

from hardware import __main__ as program
from hardware.carrier.kicad_stage import BrokenCarrierError
from hardware.making import tools
from hardware.making.made import make
from hardware.making.replace import replace
from hardware.making.tools import KICAD, MissingToolError
from hardware.source.board import Board
from tests.hardware.sample import BOARD


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / name.replace("_in_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def read(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    old, fresh = tmp_path / "old", tmp_path / "fresh"
    write(old, three_in_shell="of C", two_in_shell="was", page="was")
    write(fresh, two_in_shell="is", two_in_floor="new")
    return old, fresh


def test_what_is_made_no_more_is_removed_with_its_folder(folders: tuple[Path, Path]) -> None:
    old, fresh = folders
    replace(old, fresh, keep_others=False)
    assert read(old) == {"two/shell": "is", "two/floor": "new"}
    assert not (old / "three").exists()


def test_what_cannot_be_made_without_a_tool_stays(folders: tuple[Path, Path]) -> None:
    old, fresh = folders
    replace(old, fresh, keep_others=True)
    assert read(old) == {"two/shell": "is", "two/floor": "new", "three/shell": "of C", "page": "was"}


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the program writes into."""
    folder = tmp_path / "build"
    write(folder, two_in_shell="was", page="was")
    monkeypatch.setattr(program, "BUILD", folder)
    monkeypatch.setattr(program, "files", lambda board: {folder / "page": "is"})
    monkeypatch.delenv("TALLYBOARD_CI", raising=False)
    return folder


def test_a_carrier_in_which_kicad_finds_faults_leaves_everything_as_it_was(
    build: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(board: Board, folder: Path) -> None:
        raise BrokenCarrierError("KiCad finds in the carrier:\n[clearance]")

    monkeypatch.setattr(program, "make", made)
    assert program.main() == 1
    assert "[clearance]\nNothing is written." in capsys.readouterr().err
    assert read(build) == {"two/shell": "was", "page": "was"}


def test_a_missing_tool_is_told_and_the_rest_is_made(
    build: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(board: Board, folder: Path) -> None:
        raise MissingToolError(KICAD)

    monkeypatch.setattr(program, "make", made)
    assert program.main() == 0
    assert "KiCad is not there: apt install" in capsys.readouterr().err
    assert read(build) == {"two/shell": "was", "page": "is"}


def test_without_any_tool_each_room_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    no_kicad = replaced(tools.KICAD, is_there=lambda: False)
    monkeypatch.setattr("hardware.carrier.products.KICAD", no_kicad)
    with pytest.raises(MissingToolError) as missing:
        make(BOARD, tmp_path)
    assert {tool.name for tool in missing.value.tools} == {
        "KiCad",
        "rsvg-convert",
        "the font Liberation Sans",
        "wireviz",
        "dot",
        "build123d",
        "trimesh",
        "Pillow",
    }
    assert read(tmp_path) == {}
