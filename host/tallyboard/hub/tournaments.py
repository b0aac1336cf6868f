"""What a hub does for tournaments: boards' results become events, calls are made by themselves where that is wanted,
and for each board of the hub it is known which match is wanted there."""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from shared_rules.games.events import SIDES
from tallyboard.errors import TallyboardError
from tallyboard.hub.calling import WantedAtBoard
from tallyboard.shapes import TableEvent, WatchEvent
from tallyboard.store import Store
from tallyboard.store.failures import UnreachableError
from tallyboard.store.hubs import Present
from tallyboard.store.tables.sql import NOW_MS, Sql
from tallyboard.store.tournaments import About, Followed, append, listed
from tallyboard.store.tournaments.appending import AUTO
from tallyboard.store.tournaments.board_results import Finished, entered_corrections, finished, take_results, untaken
from tallyboard.store.tournaments.calls import ASLEEP_MS, NextGame, boards_at, by_table, next_games, prefix_of


def of_no_board(port: str = "", table: str = "") -> TableEvent:
    """What an event says first that is about no board, or none that is known."""
    return {"port": port, "board": None, "table": table, "hub": ""}


class _Seen(NamedTuple):
    """By journal (board, epoch) the sum of its matches, and how many corrections there are."""

    sums: dict[tuple[str, int], int]
    corrections: int


class HubTournaments:
    """The tournaments of the database, as of the last `look`. `tell` is given what keeps a call from being played.

    Where nothing has changed a look is one small query.
    """

    def __init__(self, tell: Callable[[WatchEvent], None]) -> None:
        self._tell = tell
        self._followed: dict[str, Followed] = {}
        self._version: object = None
        self._seen = _Seen({}, 0)  # when results were taken
        self._named: set[tuple[str, tuple[str, str]]] = set()
        self._told: dict[str, object] = {}  # what was told of a call, or of a tournament
        self._lock = threading.Lock()  # of what follows: followers and the writer have threads of their own
        self._stored: dict[str, int] = {}  # by board how often something of it was stored
        self._wanted: dict[
            str, tuple[int, WantedAtBoard]
        ] = {}  # by board what is wanted, and how often that had been then

    def stored(self, boards: Collection[str]) -> None:
        """Something that these boards recorded is stored now, and may change what is wanted there."""
        with self._lock:
            for board in boards:
                self._stored[board] = self._stored.get(board, 0) + 1

    def wanted_at(self, board: str) -> WantedAtBoard | None:
        """What is wanted at this board; None where it is not known, or not by all that is stored of it."""
        with self._lock:
            times, wanted = self._wanted.get(board, (0, None))
            return wanted if times == self._stored.get(board, 0) else None

    def look(self, store: Store, present: Sequence[Present], mine: Collection[str]) -> None:
        """Look again; `present`: the boards at all hubs, `mine`: those of this one.

        Raises TallyboardError where the database fails.
        """
        with self._lock:
            stored = dict(self._stored)
        tables = {one.board: one.table for one in present}
        with store.glancing() as sql:
            of_the_store = _version(sql)
            is_auto = any(auto for _, _, auto, *_ in of_the_store)
            minute = sql.now_ms() // 60_000 if is_auto else 0  # with the time somebody's rest ends
            version = of_the_store, minute, tables, sorted(mine), stored
            if version == self._version:
                return
            known = listed(sql) if of_the_store else []
            behind = _behind(sql) if known else set()  # first: what is not behind now, is in what is read from now on
            now = sql.now_ms() if known else 0
            seen = _seen(sql) if known else self._seen
            news = self._news(sql, known, seen)
        for about, those in news:
            self._take_for(store, about, those)
        self._seen = seen
        games = [game for about in known if now - about.active <= ASLEEP_MS for game in self._games(store, about, now)]
        wanted = self._wanted_by_board(store, games, tables, mine)
        ours = frozenset(prefix_of(about.id) for about in known)
        with self._lock:
            self._wanted = {
                board: (stored.get(board, 0), WantedAtBoard(wanted.get(board), ours))
                for board in mine
                if board in tables and board not in behind
            }
        self._version = version

    # ---- results

    def _news(self, sql: Sql, known: Sequence[About], seen: "_Seen") -> list[tuple[About, list[Finished]]]:
        """What boards recorded since the last look and the tournaments have not, or not so."""
        changed = {
            board for board, epoch in seen.sums if self._seen.sums.get((board, epoch)) != seen.sums[board, epoch]
        }
        if seen.corrections != self._seen.corrections:  # of matches of any board
            those = finished(sql)
        elif changed:
            those = finished(sql, changed)
        else:
            return []
        found = ((about, untaken(sql, about, those)) for about in known)
        return [(about, some) for about, some in found if some]

    def _take_for(self, store: Store, about: About, those: Sequence[Finished]) -> None:
        with self._told_alone(about):
            for one, refusal in take_results(store, self._of(about), those):
                said = f"the result of {one.match} is not taken: {refusal}"
                self._say(f"{about.id} {one.match}", about.name, "", "", "failed", said)
            self._tell_of_corrections(about)

    def _tell_of_corrections(self, about: About) -> None:
        """Tell of boards' results that were entered since this look began as somebody had corrected them."""
        for one in entered_corrections(self._of(about), about.last):
            said = f"the result of {one.match} is entered anew, {one.result}: {one.reason}"
            self._say(f"{about.id} {one.number}", about.name, one.match, "", "corrected", said)

    # ---- calls

    def _games(self, store: Store, about: About, now: int) -> list[NextGame]:
        """What this tournament wants at tables."""
        with self._told_alone(about):
            followed = self._of(about)
            if about != followed.about or len(followed.events) != about.last:
                with store.glancing() as sql:
                    followed.catch_up(sql)
            if followed.ahead(now) != followed.about.ahead:  # the clock was set back
                append(store, followed, lambda _: [], AUTO)
            if followed.about.auto and followed.at(now).next_calls():
                append(store, followed, lambda tournament: ["call"] if followed.about.auto else [], AUTO)
            return next_games(followed)
        return []

    def _of(self, about: About) -> Followed:
        if about.id not in self._followed:
            self._followed[about.id] = Followed(about)
        return self._followed[about.id]

    @contextmanager
    def _told_alone(self, about: About) -> Iterator[None]:
        """What is wrong with one tournament is told, and keeps no other from going on."""
        try:
            yield
        except UnreachableError:
            raise
        except TallyboardError as error:
            self._say(about.id, about.name, "", "", "failed", str(error))

    # ---- what is wanted

    def _wanted_by_board(
        self, store: Store, games: Sequence[NextGame], tables: Mapping[str, str], mine: Collection[str]
    ) -> dict[str, NextGame]:
        """By board the game that is wanted there; its names are kept where the board cannot."""
        wanted: dict[str, NextGame] = {}
        for first, *others in by_table(games).values():
            boards = boards_at(tables, first.table)
            if len(boards) == 1:
                wanted[boards[0]] = first
            for game in (first, *others):
                self._tell_of(game, first, boards)
        for board in mine:
            if board in wanted:
                self._name(store, wanted[board])
        return wanted

    def _name(self, store: Store, game: NextGame) -> None:
        """Keep the names that the board cannot keep in full, before it is told."""
        if (game.key, game.names) not in self._named:
            if game.names != game.shown:
                store.name(game.key, dict(zip(zip(SIDES, game.shown, strict=False), game.names, strict=True)))
            self._named.add((game.key, game.names))

    # ---- what is told

    def _tell_of(self, game: NextGame, first: NextGame, boards: Sequence[str]) -> None:
        if len(boards) > 1:
            said = f"{len(boards)} boards are called {game.table}, so none is told of {game.match}"
            self._say(game.key, game.tournament, game.match, game.table, "several", said)
        elif game is not first:
            said = f"{game.match} waits for {first.match} of the tournament {first.tournament}"
            self._say(game.key, game.tournament, game.match, game.table, "shared", said)
        else:
            self._told.pop(game.key, None)

    def _say(self, about: str, tournament: str, match: str, table: str, state: Any, said: str) -> None:
        """Tell it, once as long as it is so."""
        if self._told.get(about) == said:
            return
        self._told[about] = said
        self._tell(
            {
                "event": "call",
                **of_no_board(table=table),
                "tournament": tournament,
                "match": match,
                "state": state,
                "said": said,
            }
        )


def _version(sql: Sql) -> list[tuple[Any, ...]]:
    """Another one where the tournaments, the matches or the corrections are others; empty
    where there is no tournament."""
    journals = "SELECT SUM(matches_sum) FROM journals"
    behind = "SELECT COUNT(*) FROM journals WHERE underived_from IS NOT NULL"
    corrections = "SELECT COUNT(*) FROM corrections"
    wanted = (
        f"SELECT id, last, auto, active, used, ahead, {NOW_MS[sql.dialect]} + ahead < active, "
        f"({journals}), ({behind}), ({corrections}) FROM tournaments ORDER BY id"
    )
    return list(sql.rows(wanted))


def _seen(sql: Sql) -> _Seen:
    rows = sql.rows("SELECT board, epoch, matches_sum FROM journals")
    sums = {(board, epoch): total for board, epoch, total in rows}
    return _Seen(sums, int(next(sql.rows("SELECT COUNT(*) FROM corrections"))[0]))


def _behind(sql: Sql) -> set[str]:
    """The boards whose matches wait to be computed."""
    return {board for (board,) in sql.rows("SELECT DISTINCT board FROM journals WHERE underived_from IS NOT NULL")}
