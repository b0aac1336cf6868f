"""Telling a board which match a tournament wants at its table: what waits there is compared with it until they agree.

Nothing of it is written down before or after: whoever comes next compares again.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from tallyboard.link.client import REFUSALS, Client, told
from tallyboard.shapes import BoardState, NextMatch
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tournaments.calls import NextGame, read_key

Hindrance = Literal["other", "hand", "refused"]


class WantedAtBoard(NamedTuple):
    """What the tournaments of a database want at a table: this game, None for none. `tournaments`: what the keys of
    theirs begin with; whatever waits by another key is not theirs to cancel."""

    game: NextGame | None
    tournaments: frozenset[str]

    def owns(self, key: str | None) -> bool:
        """Whether this is the key of a call of one of these tournaments."""
        said = read_key(key)
        return said is not None and said.tournament in self.tournaments


class AtBoard(NamedTuple):
    """What is at a board: the key that waits, what is known of the match behind it, and the last match."""

    waiting: str
    upcoming: NextMatch | None
    last: KeptMatch | None


def change_of(wanted: WantedAtBoard, there: AtBoard) -> Literal["assign", "cancel"] | None:
    """What the board is to be told, None where all is as it should be or not ours to change."""
    game = wanted.game
    if game is None or (there.last is not None and there.last["key"] == game.key):
        return "cancel" if wanted.owns(there.waiting) else None
    if there.waiting == game.key:
        return "assign" if _says_otherwise(there.upcoming, game) else None
    return "assign" if not there.waiting or wanted.owns(there.waiting) else None


def _says_otherwise(upcoming: NextMatch | None, game: NextGame) -> bool:
    """Whether the match that waits by the game's key is known, and is another: somebody was renamed."""
    if upcoming is None:
        return False
    names = dict(zip(SIDES, game.shown, strict=False))
    return (upcoming["game"], upcoming["names"]) != (catalogue.to_line(catalogue.new(game.line)), names)


def hindrance(wanted: WantedAtBoard, there: AtBoard) -> Hindrance | None:
    """What the call has to wait for, None where the table can play it."""
    game, last = wanted.game, there.last
    if game is None or (last is not None and last["key"] == game.key):
        return None
    if there.waiting and there.waiting != game.key and not wanted.owns(there.waiting):
        return "hand"
    is_on = last is not None and last["status"] == "playing" and not last["untouched"]
    return "other" if is_on else None


SAID = {
    "refused": "the firmware is too old to tell what waits there, so {} is not called at the box: update it",
    "other": "the table plays another match; {} waits for its end",
    "hand": "a match that was assigned by hand waits there; {} waits for it to be started or taken back",
}


class Calling:
    """What the tournaments want at the board of one conversation. `tell(game, state, said)`: what hinders a call."""

    def __init__(self, client: Client, tell: Callable[[NextGame, Hindrance, str], None]) -> None:
        self._client = client
        self._tell = tell
        self._settled: object = None  # what was wanted and what was there when all was done that can be
        self._wanted: WantedAtBoard | None = None
        self._hindered: object = None

    def has_work(self, wanted: WantedAtBoard | None) -> bool:
        """Whether something else is wanted than the last time."""
        return wanted is not None and wanted != self._wanted

    def step(self, wanted: WantedAtBoard, state: BoardState, look: Callable[[], AtBoard]) -> bool:
        """Have the board agree with what is wanted; whether it was told something. `look()` where that is to be seen.

        Raises TallyboardError where the board goes away.
        """
        now = wanted, state["next"], state["key"], state["epoch"]
        self._wanted = wanted
        if now == self._settled:
            return False
        if state["key"] is None:
            self._note(wanted.game, "refused", SAID["refused"])
            return False
        self._settled = now
        there = look()
        change = change_of(wanted, there)
        try:
            if change == "cancel":
                told(self._client, "match", {"key": None})
            elif change == "assign" and wanted.game is not None:
                told(self._client, "match", _order_of(wanted.game))
        except REFUSALS as refusal:
            self._note(wanted.game, "refused", str(refusal))
            return False
        hindered = hindrance(wanted, there)
        self._note(wanted.game, hindered, "" if hindered is None else SAID[hindered])
        return change is not None

    def _note(self, game: NextGame | None, hindered: Hindrance | None, said: str) -> None:
        """Tell what hinders the call, once."""
        before, self._hindered = self._hindered, (game, hindered)
        if game is not None and hindered is not None and before != self._hindered:
            self._tell(game, hindered, said.format(game.match))


def _order_of(game: NextGame) -> dict[str, object]:
    return {"key": game.key, "line": game.line, "names": list(game.shown), "first": None}
