"""What the boxes make of a tournament's calls, table by table: from what stands in the database, for whoever asks."""

from contextlib import suppress
from typing import Literal, NamedTuple

from tallyboard.errors import TallyboardError
from tallyboard.store.hubs import Present, present
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tables.rows import in_turn
from tallyboard.store.tables.sql import Sql, among
from tallyboard.store.tournaments.calls import (
    ASLEEP_MS,
    NextGame,
    as_compared,
    boards_at,
    by_table,
    next_games,
    read_key,
)
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.tournaments.rows import listed

State = Literal[
    "free", "paper", "several", "untold", "waits", "playing", "finished", "other", "hand", "shared", "nothing", "asleep"
]


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
    state: State


def at_tables(sql: Sql, followed: Followed) -> list[AtTable]:
    """The tables of this tournament in their order."""
    there = {one.board: one for one in present(sql)}
    names = {one.board: one.table for one in there.values()}
    last = _last_matches(sql, there)
    first = _first_at(sql, followed)
    games = {game.match: game for game in next_games(followed)}
    is_asleep = sql.now_ms() - followed.about.active > ASLEEP_MS
    found = []
    for table in followed.tournament.tables.values():
        boards = boards_at(names, table.name)
        match = None if table.call is None else table.call.match
        game = games.get(match or "")
        state: State
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


def _state(game: NextGame, there: Present, last: KeptMatch | None) -> State:
    """How far the game is at its board."""
    waiting = "" if there.upcoming is None else there.upcoming["key"]
    if last is not None and last["key"] == game.key:
        return "finished" if last["status"] == "finished" else "playing"
    if waiting == game.key:
        is_on = last is not None and last["status"] == "playing" and not last["untouched"]
        return "waits" if there.waits or not is_on else "other"
    return "hand" if waiting and read_key(waiting) is None else "untold"


def _first_at(sql: Sql, followed: Followed) -> dict[str, str]:
    """By table in small letters the key of the call that came first, of all tournaments that are awake."""
    now = sql.now_ms()
    games = list(next_games(followed))
    for about in listed(sql):
        if about.id != followed.about.id and now - about.active <= ASLEEP_MS:
            other = Followed(about)
            with suppress(TallyboardError):  # it is damaged, which `verify` tells: no hub calls for it either
                other.catch_up(sql)
                games += next_games(other)
    return {table: at_it[0].key for table, at_it in by_table(games).items()}


def _last_matches(sql: Sql, there: dict[str, Present]) -> dict[str, KeptMatch]:
    """By board the last match of its newest journal."""
    if not there:
        return {}
    of_them, values = among(there)
    rows = sql.rows(f"SELECT board, epoch FROM journals WHERE board {of_them} ORDER BY {in_turn(sql)}", **values)
    newest = dict(rows)
    return {match["board"]: match for match in kept.last_ones(sql, list(newest.items()))} if newest else {}
