"""What calls want at tables: the next game of each, under a key by which its result is known again."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tallyboard.store.tournaments.follow import Followed
from tallyboard.text.board_names import board_name

_KEY = re.compile(r"([0-9a-f]{8})-([1-9][0-9]{0,8})\.([1-9][0-9]?)")
_PREFIX = 8  # digits of the tournament's id
ASLEEP_MS = 3 * 86_400_000  # after which a tournament in which nothing was entered has nobody called


class CallKey(NamedTuple):
    """What a key says: the first digits of the tournament's id, the number of the call's event, and which game."""

    tournament: str
    number: int
    game: int


def read_key(key: str | None) -> CallKey | None:
    """What this key of a match says, None where it is no call's."""
    found = _KEY.fullmatch(key or "")
    return None if found is None else CallKey(found[1], int(found[2]), int(found[3]))


def prefix_of(tournament: str) -> str:
    """What the keys of its calls begin with."""
    return tournament[:_PREFIX]


class NextGame(NamedTuple):
    """The game that a call wants at its table: its match and its key, the game line, the full names of A and B and
    what a board keeps of them. `called`: ms since 1970. `used`: of the tournament, see rows.py."""

    tournament: str
    match: str
    table: str
    key: str
    line: str
    names: tuple[str, str]
    shown: tuple[str, str]
    called: int
    used: int = 0


def next_games(of: Followed) -> list[NextGame]:
    """Those of all calls of the tournament that last and have a game to be played."""
    calls = [table.call for table in of.tournament.tables.values() if table.call is not None]
    games = []
    for call in calls:
        due = of.tournament.due_game(call)
        if due is not None:
            names = [of.tournament.entrants[entrant - 1].name for entrant in call.entrants]
            are_pairs = of.tournament.entry != "singles"
            shown = [
                board_name(name, of_pairs=are_pairs) or f"No. {entrant}"
                for name, entrant in zip(names, call.entrants, strict=True)
            ]
            key = f"{prefix_of(of.about.id)}-{of.tournament.made_first(call)}.{due.number}"
            at = of.events[call.number - 1].at
            about = of.about.name, call.match, call.table, key, due.game
            games.append(NextGame(*about, (names[0], names[1]), (shown[0], shown[1]), at, of.about.used))
    return games


def by_table(games: Iterable[NextGame]) -> dict[str, list[NextGame]]:
    """The games by the name of the table as it is compared. Of several at one that of the tournament that was chosen
    last comes first, and the others wait for it."""
    found: dict[str, list[NextGame]] = {}
    for game in sorted(games, key=lambda game: (-game.used, game.called, game.key)):
        found.setdefault(as_compared(game.table), []).append(game)
    return found


def boards_at(tables: Mapping[str, str], table: str) -> tuple[str, ...]:
    """The boards whose table has this name; `tables`: the names by board."""
    return tuple(sorted(board for board, name in tables.items() if as_compared(name) == as_compared(table)))


def as_compared(table: str) -> str:
    """The name of a table without case and blanks: a desk's is one word, so `Table4` is the box called Table 4.

    So is `4`, for everybody reads of it as Table 4.
    """
    plain = "".join(table.split()).casefold()
    number = plain.removeprefix("table")
    return number if number.isdecimal() else plain
