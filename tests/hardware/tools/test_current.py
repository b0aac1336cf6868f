"""What is committed under hardware/build is what board.toml makes today, with every tool."""

from pathlib import Path

from hardware.making.compare import folder_differs
from hardware.making.files import BUILD, files, write
from hardware.making.made import make
from hardware.making.tools import (
    BUILD123D,
    GERBONARA,
    GRAPHVIZ,
    INTERACTIVE_BOM,
    KICAD,
    LIBERATION,
    PILLOW,
    RSVG,
    TRIMESH,
    WIREVIZ,
)
from hardware.source.read import read_board
from tests.hardware.tools.needed import need

TOOLS = (KICAD, GERBONARA, INTERACTIVE_BOM, RSVG, LIBERATION, WIREVIZ, GRAPHVIZ, BUILD123D, TRIMESH, PILLOW)


def test_what_is_committed_is_what_is_made(tmp_path: Path) -> None:
    need(*TOOLS)
    board = read_board()
    texts = files(board).items()
    write({tmp_path / path.relative_to(BUILD): text for path, text in texts if path.is_relative_to(BUILD)})
    make(board, tmp_path)
    assert folder_differs(BUILD, tmp_path) == [], "run `make hardware`, and commit what it makes"
