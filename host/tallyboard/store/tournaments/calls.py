"""What calls want at tables: the next game of each, under a key by which its result is known again."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from tallyboard.desk import Refusal, events
from tallyboard.desk.objects import group_name
from tallyboard.shapes import InTournament, MatchObject, TableState
from tallyboard.store.hubs import Present, present
from tallyboard.store.matches import kept
from tallyboard.store.matches.replayed import KeptMatch
from tallyboard.store.tables.rows import in_turn
from tallyboard.store.tables.sql import Sql, among
from tallyboard.store.tournaments.follow import Followed, each_followed
from tallyboard.store.tournaments.rows import listed
from tallyboard.store.tournaments.statistics import counted_games
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
        if due := of.tournament.due_game(call):
            number, line = due
            a, b = (of.tournament.entrant(side) for side in call.entrants)
            are_pairs = len(a.players) > 1
            shown = [board_name(one.name, of_pairs=are_pairs) or f"No. {one.number}" for one in (a, b)]
            key = f"{prefix_of(of.about.id)}-{of.tournament.made_first(call)}.{number}"
            at = of.events[call.number - 1].at
            about = of.about.name, call.match, call.table, key, line
            games.append(NextGame(*about, (a.name, b.name), (shown[0], shown[1]), at, of.about.used))
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
    """The name of a table without case and blanks: a desk's is one word, so `Table4` is the box called Table 4. So is
    `4`, for everybody reads of it as Table 4."""
    plain = "".join(table.split()).casefold()
    number = plain.removeprefix("table")
    return number if number.isdecimal() else plain


class AtTable(NamedTuple):
    """A table of a tournament. `boards`: at hubs now, whose table has this name. `match`: called there, with the `key`
    of its next game.

    `state`: `free`: no call. `nothing`: a call without a game to be played. `asleep`: nothing was entered for three
    days, so nobody is told. `paper`: no board. `several` boards, of which none is told. `shared`: the call of another
    tournament comes first. `untold`: not yet told. `waits`: for NEXT. `other`: it waits for the end of what the table
    plays instead. `hand`: a match that was assigned by hand waits there. `playing`, `finished`: the match is on, or its
    result is on its way.
    """

    table: str
    boards: tuple[str, ...]
    match: str | None
    key: str | None
    state: TableState


def at_tables(sql: Sql, followed: Followed) -> list[AtTable]:
    """The tables of this tournament in their order."""
    there = {one.board: one for one in present(sql)}
    names = {one.board: one.table for one in there.values()}
    last: dict[str, KeptMatch] = {}  # of each board the last match of its newest journal
    if there:
        of_them, values = among(there)
        journals = f"SELECT board, epoch FROM journals WHERE board {of_them} ORDER BY {in_turn(sql)}"
        newest = dict(sql.rows(journals, **values))
        last = {match["board"]: match for match in kept.last_ones(sql, newest.items())} if newest else {}
    first = _first_at(sql, followed)
    games = {game.match: game for game in next_games(followed)}
    is_asleep = sql.now_ms() - followed.about.active > ASLEEP_MS
    found = []
    for table in followed.tournament.tables.values():
        boards = boards_at(names, table.name)
        match = None if table.call is None else table.call.match
        game = games.get(match or "")
        state: TableState
        if match is None or game is None:
            state = "free" if match is None else "nothing"
        elif is_asleep:
            state = "asleep"
        elif len(boards) != 1:
            state = "several" if boards else "paper"
        elif first.get(as_compared(table.name), game.key) != game.key:
            state = "shared"
        else:
            state = _state(game, there[boards[0]], last.get(boards[0]))
        found.append(AtTable(table.name, boards, match, None if game is None else game.key, state))
    return found


def _state(game: NextGame, there: Present, last: KeptMatch | None) -> TableState:
    waiting = "" if there.upcoming is None else there.upcoming["key"]
    if last is not None and last["key"] == game.key:
        return "finished" if last["status"] == "finished" else "playing"
    if waiting == game.key:
        is_on = last is not None and last["status"] == "playing"  # untouched too: somebody started it by hand meanwhile
        return "waits" if there.waits or not is_on else "other"
    return "hand" if waiting and read_key(waiting) is None else "untold"


def _first_at(sql: Sql, followed: Followed) -> dict[str, str]:
    """By table in small letters the key of the call that came first, of all tournaments that are awake."""
    now = sql.now_ms()
    games = list(next_games(followed))
    others = [one for one in listed(sql) if one.id != followed.about.id and now - one.active <= ASLEEP_MS]
    for _, other in each_followed(sql, others):
        if other is not None:  # else `verify` tells of it: no hub calls for it either
            games += next_games(other)
    return {table: at_it[0].key for table, at_it in by_table(games).items()}


class GamesOfTournaments:
    """Knows of a match which game of a tournament it is: that of the last result that has the match, else that of the
    call whose key the match has."""

    def __init__(self, tournaments: Iterable[Followed]) -> None:
        self._known = known = list(tournaments)
        self._by_prefix = {prefix_of(one.about.id): one for one in known}
        self._results = {
            event.what.board: (one, event.what.match, event.what.game)
            for one in known
            for event in one.tournament.events
            if event.stands and isinstance(event.what, events.Result) and event.what.board is not None
        }

    def of(self, match: MatchObject) -> InTournament | None:
        """The game that this match is, None outside of tournaments."""
        key = read_key(match["key"])
        called = self._by_prefix.get(key.tournament) if key else None
        call = called.tournament.call_of_event(key.number) if key and called else None
        found = self._results.get(match["match"])
        if found is None and key and called and call:
            found = called, call.match, key.game
        if found is None:
            return None
        of, name, game = found
        made: InTournament = {
            "tournament": of.about.id,
            "name": of.about.name,
            "phase": int(name.partition(":")[0]),
            "match": name,
            "game": game,
            "round": None,
            "group": None,
            "table": call.table if call else match["table"] or None,
        }
        with suppress(Refusal):  # else it was drawn again
            phase, drawn = of.tournament.state.match(name)
            made["round"], made["group"] = drawn.round, group_name(phase, drawn.group)
        return made

    def by_hand_alone(self) -> int:
        """How many games count by a result of the desk, with no board's match behind it."""
        return sum(game.played is None for one in self._known for game in counted_games(one.tournament))


def of_all(sql: Sql) -> tuple[GamesOfTournaments, list[str]]:
    """(the games of all tournaments, the names of those tournaments that a disk has damaged)."""
    found = list(each_followed(sql, listed(sql)))
    read = [followed for _, followed in found if followed is not None]
    return GamesOfTournaments(read), [about.name for about, followed in found if followed is None]
