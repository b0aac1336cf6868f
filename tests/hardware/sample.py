"""The board of the tests. They judge rules and drawings by it, so that they hold whatever a maker's board.toml says."""

from pathlib import Path

from hardware.source.read import read_board

TEXT = (Path(__file__).parent / "sample_board.toml").read_text(encoding="utf-8")
BOARD = read_board(TEXT)
