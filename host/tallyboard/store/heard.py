"""What a board said of itself, and what became of its records."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Heard:
    """What a board said of itself: its id, table name and firmware, and its journal's epoch and extent."""

    board: str
    table: str
    firmware: str
    epoch: int
    oldest: int
    next: int


@dataclass(frozen=True)
class Stored:
    """What became of records: how many were new, which numbers were there already with other bytes, and whether the
    matches were renewed with them."""

    new: int
    conflicts: tuple[int, ...]
    are_renewed: bool = False
