"""Journals with a past, written by the same firmware on the virtual board: months of play in seconds."""

import random
from pathlib import Path
from typing import NamedTuple

from tests.harness.board_process import Board


class History(NamedTuple):
    """What the memory holds after it, and what was lit."""

    image: bytes
    lit: dict[str, str]


def play(folder: Path, game: str | None, commands: list[str], storage: str = "fram") -> History:
    """The commands on a new virtual board that keeps its state in `folder`, and then time for S to come to rest.

    `game`: None for that of the settings.
    """
    folder.mkdir()
    board = Board(folder, game, storage=storage)
    try:
        board.run(*commands, "wait 3100")
    finally:
        board.close()
    return History((folder / "state" / f"{storage}.bin").read_bytes(), board.displays)


LONG_GAME = "crokinole-official target=9999 discs=24"


def long_match(events: int) -> list[str]:
    """Presses of LONG_GAME, an event each: rounds of twenty discs, some taken back, and no end."""
    rng = random.Random(1)
    presses = []
    for i in range(1, events + 1):
        if i % 21 == 0:
            presses.append("press NEXT")
        elif i % 21 == 10:
            presses.append("press UNDO")
        else:
            presses.append(f"press {rng.choice('AB')}{rng.choice('1234')}")
    return presses
