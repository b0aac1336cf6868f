"""The match that is to be played at a table: its game, its names, who starts, and what the board keeps of that."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.games.options import OptionError
from shared_rules.journal.record import TEXT_BYTES
from tallyboard.orders.problem import OrderError, refuse_unreadable
from tallyboard.text.board_names import board_name

if TYPE_CHECKING:
    from tallyboard.store import Store

NO_MATCH: dict[str, Any] = {"key": None, "line": "", "names": [], "first": None}  # the order to take back what waits


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

    def keep_names(self, store: "Store") -> None:
        """Store the names that the board cannot keep, before it is told: whatever comes of that, they are there."""
        store.name(self.key, self.full_names())


def wanted_match(line: str, names: Sequence[str], key: str | None = None, first: str | None = None) -> WantedMatch:
    """The match of this game line; `key`: None for a new one, `first`: the letter of the side that starts.

    Raises OrderError for what no board can play.
    """
    import secrets

    try:
        match = catalogue.new(line)
    except OptionError as error:
        raise OrderError("game", str(error), f"{line!r}: {error}.", "Correct the game line.") from None
    if len(names) > match.sides:
        cause = f"There are {len(names)} names for {match.sides} sides."
        raise OrderError("names", str(match.sides), cause, "Give one for each side.")
    for what, entered in (("The key", key or ""), *(("The name", name) for name in names)):
        refuse_unreadable(what, entered)
    if key is not None and not 0 < len(key.encode()) <= TEXT_BYTES:
        cause = f"The key has {len(key.encode())} bytes, a board keeps 1 to {TEXT_BYTES}."
        raise OrderError("key", key, cause, "Give another one.")
    starts = None if first is None else _side(first, SIDES[: match.sides])
    wanted = WantedMatch(secrets.token_hex(4) if key is None else key, line, names, starts, match)
    for name, shown in zip(names, wanted.shown(), strict=True):
        if name and not shown:
            cause = f"The display has no letter of the name {name!r}."
            raise OrderError("undisplayable", name, cause, "Give it in other letters.")
    return wanted


def _side(letter: str, sides: str) -> int:
    if len(letter) != 1 or letter.upper() not in sides:
        cause = f"There is no side {letter!r} in this match."
        raise OrderError("side", letter, cause, f"Give one of {', '.join(sides)}.")
    return sides.index(letter.upper())


def _as_shown(name: str, shown: str) -> str:
    return "" if shown == name else f" (on the board {shown})"
