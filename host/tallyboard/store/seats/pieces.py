"""Seats and phones out of the pages of a damaged file, so that who plays by phone plays on.

A row that was changed may still stand there as it was: of what is told in two ways nothing is believed that would let
somebody in. A secret of which there are two is made anew, and a token ends that may have ended.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tallyboard.store.seats.changing import new_secret
from tallyboard.store.seats.reading import SeatRow
from tallyboard.store.tables.sql import CoreSql
from tallyboard.store.tokens import is_phone
from tallyboard.store.tournaments.calls import as_compared

_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")
_CHECK = re.compile(r"[0-9a-f]{64}")
_LOST = "unknown"  # why a token ends of which it is not known whether it is valid


class PhonePiece(NamedTuple):
    """A row of phones, without what it says of its battery."""

    token_check: str
    board: str
    seat: str
    since: int
    ended: int | None
    why: str | None


@dataclass
class SeatPieces:
    """What was found: seats by key, phones by check, each as often as it differs."""

    seats: dict[str, set[SeatRow]] = field(default_factory=dict)
    phones: dict[str, set[PhonePiece]] = field(default_factory=dict)

    def take_seat(self, row: tuple[Any, ...]) -> None:
        piece = SeatRow(*row)
        if _SECRET.fullmatch(piece.secret) and piece.key == as_compared(piece.name):
            self.seats.setdefault(piece.key, set()).add(piece)

    def take_phone(self, row: tuple[Any, ...]) -> None:
        piece = PhonePiece(*row[:4], *row[-2:])
        if _CHECK.fullmatch(piece.token_check) and is_phone(piece.board):
            self.phones.setdefault(piece.token_check, set()).add(piece)

    def fill(self, sql: CoreSql) -> None:
        """Put them into a store that is empty."""
        seats = {key: _seat(pieces) for key, pieces in self.seats.items()}
        sql.insert("seats", [{**one._asdict(), "locked": bool(one.locked)} for one in seats.values()])
        sql.insert("phones", [one._asdict() for one in self._tokens(seats)])

    def _tokens(self, seats: Mapping[str, SeatRow]) -> Iterator[PhonePiece]:
        taken: set[str] = set()
        for one in sorted(map(_phone, self.phones.values()), key=lambda one: (-one.since, one.token_check)):
            seat = seats.get(one.seat)
            is_there = seat is not None and seat.closed is None and seat.board == one.board
            if one.ended is None and (not is_there or one.seat in taken):
                one = one._replace(ended=one.since, why=_LOST)
            if one.ended is None:
                taken.add(one.seat)
            yield one


def _seat(pieces: set[SeatRow]) -> SeatRow:
    """How the seat was opened last."""
    opened = max(one.opened for one in pieces)
    latest = [one for one in pieces if one.opened == opened]
    found = max(latest, key=lambda one: (one.closed is not None, one.board is not None, one.board or "", one.secret))
    is_certain = len({one.secret for one in latest}) == 1
    return found if is_certain else found._replace(secret=new_secret())


def _phone(pieces: set[PhonePiece]) -> PhonePiece:
    """How the phone ended, where it did."""
    return max(pieces, key=lambda one: (one.ended is not None, one.since, one.board, one.seat, one.why or ""))
