"""`run`, the command line for tests that collect from a board, and such a `board`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.board_process import Board
from tests.harness.command_line import run as run  # a fixture


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    started = Board(tmp_path, "twenties-shootout")
    yield started
    started.close()
