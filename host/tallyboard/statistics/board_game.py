"""What a board tells of a game beyond its score: the rounds, the busts, how long it took."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from shared_rules.games import catalogue, scoresheet
from shared_rules.games.events import SIDES
from shared_rules.games.match import BUST
from shared_rules.games.washers import Washers
from tallyboard.journal.presses import NOT_COUNTED, Press
from tallyboard.shapes import BySide, ClosedRound, MatchObject


class BoardGame(NamedTuple):
    """A match that a board recorded, as a game of a tournament.

    `table`: where it was played, None where that is not known. `rounds`: the closed ones, None where a score without
    rounds stands by a correction. `busts`: by side, None in other games and where it is not known. `minutes`: from the
    first press to the result, None where the board's times do not tell.
    """

    table: str | None
    rounds: list[ClosedRound] | None
    counts_twenties: bool
    busts: BySide | None
    minutes: float | None


def board_game(match: MatchObject, presses: Sequence[Press], sheet: str | None, table: str | None) -> BoardGame | None:
    """The game of a match object with its press list; None where the match is not finished as it stands now, or is set
    aside. `sheet`: the scoresheet that stands instead of what the board recorded, None where none does."""
    if match["status"] != "finished":
        return None
    has_rounds = bool(match["rounds"])
    busts = None
    if has_rounds and issubclass(catalogue.by_id(match["game"]), Washers):
        found = _busts_pressed(presses) if sheet is None else _busts_in(sheet)
        busts = {side: found.count(side) for side in match["sides"]}
    rounds = match["rounds"] if has_rounds else None
    return BoardGame(table, rounds, bool(match["twenties"]), busts, _minutes(presses))


def _busts_pressed(presses: Sequence[Press]) -> list[str]:
    """The side of each press that stands and was a bust."""
    return [press.event[0] for press in presses if _stands(press) and press.note == BUST.lower()]


def _stands(press: Press) -> bool:
    return press.event not in ("", "undo") and not (press.undone or press.cut or press.note == NOT_COUNTED)


def _busts_in(sheet: str) -> list[str]:
    """The same of a scoresheet, by playing what stands in it again."""
    match = scoresheet.read(sheet).match
    again = catalogue.make(match.ID, match.options)
    found = []
    for event in match.events[: match.length]:
        again.play(event)
        if again.news == BUST:
            found.append(SIDES[event >> 8 & 3])
    return found


def _minutes(presses: Sequence[Press]) -> float | None:
    """From the first press, whether it stands or not, to the last that stands, which is the one that ended the match.

    By board time while the board was on; over a power-on by the time of day, where the laptop had told it.
    """
    pressed = [place for place, press in enumerate(presses) if press.event]
    standing = [place for place, press in enumerate(presses) if _stands(press)]
    if not standing:
        return None
    first, last = pressed[0], standing[-1]
    times = [press.ms for press in presses[first : last + 1]]
    known = [ms for ms in times if ms is not None]
    if len(known) == len(times) and known == sorted(known):  # a power-on begins at 0 again
        return (known[-1] - known[0]) / 60_000
    began, ended = presses[first].at, presses[last].at
    if began is None or ended is None:
        return None
    length = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    return max(0.0, length.total_seconds() / 60)
