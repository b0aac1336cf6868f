"""The tables of other laptops, as the database shows them."""

from collections.abc import Callable, Collection
from dataclasses import replace

from tallyboard.shapes import MatchObject, TableEvent, WatchEvent
from tallyboard.store.conflicts import all_conflicts
from tallyboard.store.hubs import Present
from tallyboard.store.matches import kept
from tallyboard.store.matches.replayed import KeptMatch
from tallyboard.store.reader import FullNames, match_object
from tallyboard.store.tables.rows import in_turn
from tallyboard.store.tables.sql import Sql, among


class OtherTables:
    """Tells what changes at the boards that other hubs have: a score, and `unplugged` where a hub has one no more."""

    def __init__(self, tell: Callable[[WatchEvent], None]) -> None:
        self._tell = tell
        self._there: dict[str, Present] = {}
        self._gone: dict[str, Present] = {}  # that a hub had, and none has now
        self._alarms: set[tuple[str, int, int]] = set()  # board, epoch, number of a record
        self._told: dict[str, object] = {}

    def look(self, sql: Sql, present: Collection[Present], mine: Collection[str], names: FullNames) -> None:
        """Look again at everything; `mine`: the boards that this hub has itself."""
        # With the full names, which their hubs may not have known when they told what waits.
        named = (replace(one, upcoming=one.upcoming and names.of_next(one.upcoming)) for one in present)
        there = {one.board: one for one in named if one.board not in mine}
        gone = {board: one for board, one in {**self._gone, **self._there}.items() if board not in (*there, *mine)}
        news = gone.keys() - self._gone.keys()
        for board in there.keys() & self._gone.keys():  # back again
            self._told.pop(board, None)
        self._there, self._gone = there, gone
        self._alarms = {(one.board, one.epoch, one.seq) for one in all_conflicts(sql)} if there or gone else set()
        self._tell_changed(sql, [*gone.values(), *there.values()], names, news)

    def knows(self, boards: Collection[str] | None) -> bool:
        """Whether any of these boards is shown here, None: whether any is at all."""
        return bool(self._shown(boards))

    def hear(self, sql: Sql, boards: Collection[str] | None, names: FullNames) -> None:
        """Look at the scores of these boards, None: of all that are shown here."""
        self._tell_changed(sql, self._shown(boards), names)

    def _shown(self, boards: Collection[str] | None) -> list[Present]:
        shown = {**self._gone, **self._there}
        return [one for board, one in shown.items() if boards is None or board in boards]

    def _tell_changed(self, sql: Sql, shown: Collection[Present], names: FullNames, news: Collection[str] = ()) -> None:
        """Tell of these what is another than was told. Who is gone is told as gone: `news`, those who are so since now,
        and behind a score, for what such a board recorded may still come, by a sync."""
        journals = _last_journals(sql, [one.board for one in shown]) if shown else {}
        changed = []
        for one in (one for one in shown if one.board in journals):
            epoch, following, total, row = journals[one.board]
            seen = (one.table, one.hub.laptop, one.port, one.behind, one.waits, one.upcoming, epoch, total)
            if seen == self._told.get(one.board):
                continue
            self._told[one.board] = seen
            changed.append(one)
            match = None if row[0] is None else kept.object_of(row)
            self._tell(
                {
                    "event": "score",
                    **_who(one),
                    "epoch": epoch,
                    "next": following,
                    "received": 0,
                    "behind": one.behind,
                    "waits": one.waits,
                    "key": "" if one.upcoming is None else one.upcoming["key"],
                    "upcoming": one.upcoming,
                    "live": None,
                    "match": None if match is None else self._match(match, one.table, names),
                }
            )
        for board, one in self._gone.items():
            if board in news or one in changed:
                self._tell({"event": "unplugged", **_who(one), "behind": one.behind, "silent_s": None})

    def _match(self, match: KeptMatch, table: str, names: FullNames) -> MatchObject:
        """With the numbers of those of its records that came with other bytes too."""
        mine = (match["board"], match["epoch"])
        alarms = sorted(seq for *of, seq in self._alarms if tuple(of) == mine and seq >= match["first_seq"])
        return match_object(match, table, names.of(match), alarms)


def _who(one: Present) -> TableEvent:
    return {"port": one.port, "board": one.board, "table": one.table, "hub": one.hub.laptop}


def _last_journals(sql: Sql, there: Collection[str]) -> dict[str, tuple[int, int, int, kept.Values]]:
    """By board of its last journal: the epoch, the next number, a number that is another when its matches are others,
    and the row of the last match, all None where there is none."""
    of_them, values = among(there)
    newest = "SELECT MAX(first_seq) FROM matches WHERE board = j.board AND epoch = j.epoch"
    wanted = (
        f"SELECT j.board, j.epoch, j.next_seq, j.matches_sum, {', '.join(f'm.{name}' for name in kept.ROW)} "
        f"FROM journals j LEFT JOIN matches m ON m.board = j.board AND m.epoch = j.epoch AND m.first_seq = ({newest}) "
        f"WHERE j.board {of_them} ORDER BY {in_turn(sql, 'j.')}"
    )
    return {
        board: (epoch, following, total, tuple(row))
        for board, epoch, following, total, *row in sql.rows(wanted, **values)
    }
