"""What a hub does for tournaments: results become events, calls are made, and boards are told of their matches."""

import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from tallyboard.errors import TallyboardError
from tallyboard.shapes import NextMatch, TableEvent, WatchEvent
from tallyboard.store import Store
from tallyboard.store.failures import UnreachableError
from tallyboard.store.hubs import Present
from tallyboard.store.matches.replayed import KeptMatch
from tallyboard.store.tables.sql import NOW_MS, Sql
from tallyboard.store.tournaments import About, Followed, append, listed
from tallyboard.store.tournaments.appending import AUTO
from tallyboard.store.tournaments.board_results import Finished, entered_corrections, finished, take_results, untaken
from tallyboard.store.tournaments.calls import ASLEEP_MS, NextGame, boards_at, by_table, next_games, prefix_of, read_key
from tallyboard.store.tournaments.hall import until_at_tables
from tallyboard.text.language import _, later

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


_CANCEL: Mapping[str, object] = {"key": None}


def change_of(
    wanted: WantedAtBoard, waiting: str, upcoming: NextMatch | None, last: KeptMatch | None
) -> tuple[Mapping[str, object] | None, Hindrance | None]:
    """What a board is to be told, None where all is as it should be or not ours to change; and what the call has to
    wait for, None where the table can play it.

    `waiting`: the key that waits there, `upcoming`: what is known of the match behind it, `last`: the last match.
    """
    game = wanted.game
    if game is None or (last is not None and last["key"] == game.key):
        return _CANCEL if wanted.owns(waiting) else None, None
    is_on = last is not None and last["status"] == "playing" and not last["untouched"]
    hindered: Hindrance | None = "other" if is_on else None
    assign = {"key": game.key, "line": game.line, "names": list(game.shown), "first": None}
    if waiting == game.key:
        names = dict(zip(SIDES, game.shown, strict=False))  # somebody may have been renamed since
        is_another = upcoming is not None and (
            (upcoming["game"], upcoming["names"]) != (catalogue.to_line(catalogue.new(game.line)), names)
        )
        return assign if is_another else None, hindered
    if waiting and not wanted.owns(waiting):
        return None, "hand"
    return assign, hindered


SAID: Mapping[Hindrance, str] = {
    "refused": later(
        "the firmware is too old to tell what waits there, so %(match)s is not called at the box: update it"
    ),
    "other": later("the table plays another match; %(match)s waits for its end"),
    "hand": later("a match that was assigned by hand waits there; %(match)s waits for it to be started or taken back"),
}


def of_no_board(port: str = "", table: str = "") -> TableEvent:
    """What an event says first that is about no board, or none that is known."""
    return {"port": port, "board": None, "table": table, "hub": ""}


class HubTournaments:
    """The tournaments of the database, as of the last `look`. `tell` is given what keeps a call from being played;
    `clocks` by table, as names are compared, until when its round goes, and what time it is (ms since 1970 both).
    Where nothing has changed a look is one small query."""

    def __init__(
        self,
        tell: Callable[[WatchEvent], None],
        clocks: Callable[[Mapping[str, int], int], None] = lambda until, now: None,
    ) -> None:
        self._tell = tell
        self._clocks = clocks
        self._followed: dict[str, Followed] = {}
        self._version: object = None
        self._sums: dict[tuple[str, int], int] = {}  # by journal (board, epoch) of its matches, when results were taken
        self._corrections = 0  # how many there were then
        self._named: set[tuple[str, tuple[str, str]]] = set()
        self._told: dict[str, object] = {}  # what was told of a call, or of a tournament
        self._lock = threading.Lock()  # of what follows: followers and the writer have threads of their own
        self._stored: Counter[str] = Counter()  # by board how often something of it was stored
        self._wanted: dict[str, tuple[int, WantedAtBoard]] = {}  # by board how often that had been, and what is wanted

    def stored(self, boards: Collection[str]) -> None:
        """Something that these boards recorded is stored now, and may change what is wanted there."""
        with self._lock:
            self._stored.update(boards)

    def wanted_at(self, board: str) -> WantedAtBoard | None:
        """What is wanted at this board; None where it is not known, or not by all that is stored of it."""
        with self._lock:
            times, wanted = self._wanted.get(board, (0, None))
            return wanted if times == self._stored[board] else None

    def look(self, store: Store, present: Sequence[Present], mine: Collection[str]) -> None:
        """Look again; `present`: the boards at all hubs, `mine`: those of this one. Raises TallyboardError where the
        database fails."""
        with self._lock:
            stored = self._stored.copy()
        tables = {one.board: one.table for one in present}
        with store.glancing() as sql:
            of_the_store = _version(sql)
            is_auto = any(auto for _, _, auto, *_ in of_the_store)
            minute = sql.now_ms() // 60_000 if is_auto else 0  # with the time somebody's rest ends
            version = of_the_store, minute, tables, sorted(mine), stored
            if version == self._version:
                return
            known = listed(sql) if of_the_store else []
            # First whose matches wait to be computed: what is not behind now, is in what is read from now on.
            rows = sql.rows("SELECT DISTINCT board FROM journals WHERE underived_from IS NOT NULL") if known else ()
            behind = {board for (board,) in rows}
            now = sql.now_ms() if known else 0
            rows = sql.rows("SELECT board, epoch, matches_sum FROM journals") if known else ()
            sums = {(board, epoch): total for board, epoch, total in rows}
            corrections = int(next(sql.rows("SELECT COUNT(*) FROM corrections"))[0]) if known else 0
            news = self._news(sql, known, sums, corrections)
        for about, those in news:
            self._take_for(store, about, those)
        if known:
            self._sums, self._corrections = sums, corrections
        awake = [about for about in known if now - about.active <= ASLEEP_MS]
        games = [game for about in awake for game in self._games(store, about, now)]
        wanted = self._wanted_by_board(store, games, tables, mine)
        ours = frozenset(prefix_of(about.id) for about in known)
        with self._lock:
            self._wanted = {
                board: (stored[board], WantedAtBoard(wanted.get(board), ours))
                for board in mine
                if board in tables and board not in behind
            }
        self._clocks(self._until(store, awake, now), now)
        self._version = version

    def _until(self, store: Store, awake: Sequence[About], now: int) -> dict[str, int]:
        """By table until when the round's clock goes of the tournament that has it, of several the one chosen last."""
        found: dict[str, int] = {}
        with store.glancing() as sql:
            for about in sorted(awake, key=lambda about: about.used):
                with self._told_alone(about):
                    found |= until_at_tables(sql, self._of(about), now)
        return found

    # ---- results

    def _news(
        self, sql: Sql, known: Sequence[About], sums: Mapping[tuple[str, int], int], corrections: int
    ) -> list[tuple[About, list[Finished]]]:
        """What boards recorded since the last look and the tournaments have not, or not so."""
        changed = {journal[0] for journal, total in sums.items() if self._sums.get(journal) != total}
        if known and corrections != self._corrections:  # of matches of any board
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
                said = _("the result of %(match)s is not taken: %(why)s", match=one.match, why=str(refusal))
                self._say(f"{about.id} {one.match}", about.name, "", "", "failed", said)
            # As somebody had corrected them since this look began.
            for corrected in entered_corrections(self._of(about), about.last):
                said = _(
                    "the result of %(match)s is entered anew, %(result)s: %(reason)s",
                    match=corrected.match,
                    result=corrected.result,
                    reason=corrected.reason,
                )
                self._say(f"{about.id} {corrected.number}", about.name, corrected.match, "", "corrected", said)

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
        """By board the game that is wanted there; what the board cannot keep of its names is kept before it is told."""
        wanted: dict[str, NextGame] = {}
        for first, *others in by_table(games).values():
            boards = boards_at(tables, first.table)
            if len(boards) == 1:
                wanted[boards[0]] = first
            for game in (first, *others):
                self._tell_of(game, first, boards)
        for game in (wanted[board] for board in mine if board in wanted):
            if (game.key, game.names) not in self._named:
                if game.names != game.shown:
                    store.name(game.key, dict(zip(zip(SIDES, game.shown, strict=False), game.names, strict=True)))
                self._named.add((game.key, game.names))
        return wanted

    # ---- what is told

    def _tell_of(self, game: NextGame, first: NextGame, boards: Sequence[str]) -> None:
        if len(boards) > 1:
            said = _(
                "%(count)s boards are called %(table)s, so none is told of %(match)s",
                count=len(boards),
                table=game.table,
                match=game.match,
            )
            self._say(game.key, game.tournament, game.match, game.table, "several", said)
        elif game is not first:
            said = _(
                "%(match)s waits for %(other)s of the tournament %(tournament)s",
                match=game.match,
                other=first.match,
                tournament=first.tournament,
            )
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
