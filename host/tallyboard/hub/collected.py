"""What became of a collection."""

from dataclasses import dataclass

from tallyboard.shapes import CollectedObject


@dataclass(frozen=True)
class Collected:
    """What was collected from a board.

    `received`: records that were new. `already_had`: records of the board's journal that were stored before.
    `damaged`: records that the board could not give whole. `acked`: every record below this number is acknowledged.
    `conflicts`: numbers of records that are stored with other bytes. `missing`: records below the oldest that the board
    still has which this store never had. `board_damaged`: how many records the board itself found broken.
    """

    board: str
    table: str
    firmware: str
    epoch: int
    received: int
    already_had: int
    damaged: int
    acked: int
    conflicts: tuple[int, ...]
    missing: int
    board_damaged: int

    def as_json(self) -> CollectedObject:
        """Everything as plain values."""
        return {
            "board": self.board,
            "table": self.table,
            "firmware": self.firmware,
            "epoch": self.epoch,
            "received": self.received,
            "already_had": self.already_had,
            "damaged": self.damaged,
            "acked": self.acked,
            "conflicts": list(self.conflicts),
            "missing": self.missing,
            "board_damaged": self.board_damaged,
        }
