"""What is true of the tournaments and corrections of a store: what of their rows is as it was written."""

import sqlite3
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

_NEVER = 253_402_300_800_000  # ms since 1970: no moment of a club day is in the year 10000
_HUNDRED_YEARS = 3_153_600_000_000  # ms
_BEGUN = "id, name, first_line, time_zone, created, crc, used, auto, last, active, number, ahead"
_EVENT = "tournament, number, line, at, minute, who, reason, crc"
_SAID = "id, match_id, kind, content, given_by, reason, given, laptop, crc"

Row = tuple[Any, ...]


@dataclass
class Held:
    """A tournament. `begun`: how, None where that is not known. `state`: used, auto, last, active, number, ahead.
    `events`: the sound ones by number. `unsound`: rows of others that say they are of it."""

    begun: Row | None = None
    state: Row = ()
    events: dict[int, Row] = field(default_factory=dict)
    unsound: int = 0

    @property
    def name(self) -> str:
        """As it is told where it is known."""
        return "" if self.begun is None else str(self.begun[1])

    @property
    def lines(self) -> list[str]:
        """What was entered, in order."""
        return [self.events[number][0] for number in sorted(self.events)]

    @property
    def is_whole(self) -> bool:
        """Whether all of it is there, as far as anything tells how much that is."""
        count = len(self.events)
        known = self.state[2] if self.state and type(self.state[2]) is int else 0
        is_there = self.begun is not None and not self.unsound
        return is_there and list(self.events) == list(range(1, count + 1)) and known <= count

    @property
    def has_a_state(self) -> bool:
        """Whether what changes from event to event can be so."""
        if [type(value) for value in self.state] != [int] * 6:
            return False
        used, auto, last, active, number, ahead = self.state
        can_be = all(0 <= value < _NEVER for value in (used, active, number)) and 0 <= ahead < _HUNDRED_YEARS
        return can_be and auto in (0, 1) and last == len(self.events)


class DeskContent:
    """What can be read of a store's file. `corrections`: the sound ones by id. `amiss`: what is not as it was written,
    in a few words each. `is_read`: to its end."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.tournaments: dict[str, Held] = {}
        self.corrections: dict[str, Row] = {}
        self.amiss: list[str] = []
        self.is_read = True
        try:
            self._read(connection)
        except sqlite3.Error as error:
            self.is_read = False
            self.amiss.append(f"it cannot be read: {error}")
        for name, held in self.tournaments.items():
            if not held.is_whole:
                self.amiss.append(f"of {name} something is gone or damaged")
            elif not held.has_a_state:
                self.amiss.append(f"the state of {name} is {held.state}")

    @property
    def aside(self) -> set[str]:
        """The ids of the matches that somebody has set aside."""
        last = {row[1]: row for row in sorted(self.corrections.values(), key=lambda row: (row[6], row[0]))}
        return {match for match, row in last.items() if row[2] == "aside"}

    def _read(self, connection: sqlite3.Connection) -> None:
        for row in connection.execute(f"SELECT {_BEGUN} FROM tournaments"):
            begun, crc, held = row[:5], row[5], self._of(row[0])
            held.state = row[6:]
            if crc == _check("\n", begun):
                held.begun = tuple(begun)
        for tournament, number, *event, crc in connection.execute(
            f"SELECT {_EVENT} FROM tournament_events NOT INDEXED"
        ):
            held = self._of(tournament)
            if crc == _check("\n", [tournament, number, *event]):
                held.events[number] = tuple(event)
            else:
                held.unsound += 1
        for held in self.tournaments.values():
            held.events = dict(sorted(held.events.items()))
        for *said, crc in connection.execute(f"SELECT {_SAID} FROM corrections NOT INDEXED"):
            if crc == _check("\0", said):
                self.corrections[said[0]] = tuple(said)
            else:
                self.amiss.append(f"correction {said[0]!r} is damaged")

    def _of(self, tournament: Any) -> Held:
        return self.tournaments.setdefault(str(tournament), Held())


def _check(between: str, values: list[Any]) -> int:
    """What stands behind a row as its check, by the table's description in schema.py."""
    return crc32(between.join(map(str, values)).encode("utf-8", "surrogateescape"))


def lost(before: DeskContent, after: DeskContent, mended: bool) -> list[str]:
    """What was sound before and is not there after. `mended`: of a tournament that was damaged an event may stand in a
    note of what it said."""
    gone = [f"correction {name}" for name, row in before.corrections.items() if after.corrections.get(name) != row]
    for name, held in before.tournaments.items():
        now = after.tournaments.get(name, Held())
        if held.begun not in (None, now.begun):
            gone.append(f"how {name} began")
        for number, event in held.events.items():
            there = now.events.get(number)
            is_noted = mended and not held.is_whole and there is not None and there[0].startswith("note ")
            if there != event and not (is_noted and there is not None and there[0].endswith(event[0])):
                gone.append(f"event {number} of {name}, {event[0]!r}")
    return gone
