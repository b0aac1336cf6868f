"""What a table can be told by hand, checked before anybody is asked: a match to be played, its name."""

import secrets
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.games.options import OptionError
from shared_rules.journal.record import TEXT_BYTES
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import orders as told
from tallyboard.text.board_names import board_name
from tallyboard.text.printable import refuse_unprintable

LIGHTS = range(1, 17)  # brightness of the displays
NO_MATCH: dict[str, Any] = {"key": None, "line": "", "names": [], "first": None}  # the order to take back what waits


def refuse_unreadable(what: str, entered: str) -> None:
    """Raises CoreError where the text has a character that cannot be seen; `what`: `The name`."""
    try:
        refuse_unprintable(what, entered)
    except TallyboardError as error:
        raise CoreError(told.UNPRINTABLE, entered=entered, cause=error.cause, next_step=error.next_step) from None


def table_name(entered: str) -> str:
    """The name as the board is to have it, "" for the one in its settings. Raises CoreError."""
    refuse_unreadable("The name", entered)
    if entered and not entered.strip():
        raise CoreError(told.BLANK_NAME, entered=entered)
    name = " ".join(entered.split())  # blanks that nobody sees would have to be typed with --table
    length = len(name.encode())
    if length > TEXT_BYTES:
        raise CoreError(told.LONG_NAME, entered=name, length=length, most=TEXT_BYTES)
    return name


class WantedMatch(NamedTuple):
    """A match to be played: `line` is its game line, `first` the side number that starts, None for open."""

    key: str
    line: str
    names: Sequence[str]
    first: int | None
    match: Any  # of the rules, with every option in force

    def __str__(self) -> str:
        shown = dict(zip(SIDES, self.shown(), strict=False))
        sides = [
            f"{side} without a name" if not name else f"{side} {name}" + _as_shown(name, shown[side])
            for side, name in self.by_side().items()
        ]
        starts = "who starts is open" if self.first is None else f"{SIDES[self.first]} starts"
        return f"{catalogue.to_line(self.match)}, {', '.join(sides)}, {starts}"

    def by_side(self) -> dict[str, str | None]:
        """The full names by the letters of the sides, None where there is none."""
        return dict(zip_longest(SIDES[: self.match.sides], (name or None for name in self.names)))

    def shown(self) -> list[str]:
        """By side what the board keeps of the names."""
        is_team = self.match.options.get("format", "singles") != "singles"
        return [board_name(name, of_pairs=is_team) for name in self.names]

    def order(self) -> dict[str, Any]:
        """What an order says of it, see store/orders.py."""
        return {"key": self.key, "line": self.line, "names": self.shown(), "first": self.first}

    def full_names(self) -> dict[tuple[str, str], str]:
        """(side, what the board keeps of the name) to the name, for Store.name."""
        kept = zip(SIDES, self.names, self.shown(), strict=False)
        return {(side, shown): name for side, name, shown in kept if name}

    @property
    def are_cut(self) -> bool:
        """Whether the board cannot keep one of the names as it is."""
        return any(shown != name for (_, shown), name in self.full_names().items())


def wanted_match(line: str, names: Sequence[str], key: str | None = None, first: str | None = None) -> WantedMatch:
    """The match of this game line; `key`: None for a new one, `first`: the letter of the side that starts.

    Raises CoreError for what no board can play.
    """

    try:
        match = catalogue.new(line)
    except OptionError as error:
        raise CoreError(told.GAME, entered=str(error), line=line) from None
    if len(names) > match.sides:
        raise CoreError(told.NAMES, given=len(names), sides=match.sides)
    for what, entered in (("The key", key or ""), *(("The name", name) for name in names)):
        refuse_unreadable(what, entered)
    if key is not None and not 0 < len(key.encode()) <= TEXT_BYTES:
        raise CoreError(told.KEY, entered=key, length=len(key.encode()), most=TEXT_BYTES)
    starts = None if first is None else _side(first, SIDES[: match.sides])
    wanted = WantedMatch(secrets.token_hex(4) if key is None else key, line, names, starts, match)
    for name, shown in zip(names, wanted.shown(), strict=True):
        if name and not shown:
            raise CoreError(told.UNDISPLAYABLE, entered=name)
    return wanted


def _side(letter: str, sides: str) -> int:
    if len(letter) != 1 or letter.upper() not in sides:
        raise CoreError(told.SIDE, entered=letter, sides=", ".join(sides))
    return sides.index(letter.upper())


def _as_shown(name: str, shown: str) -> str:
    return "" if shown == name else f" (on the board {shown})"
