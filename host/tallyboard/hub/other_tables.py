"""The tables of other laptops, as the database shows them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from tallyboard.shapes import TableEvent, WatchEvent
from tallyboard.store.conflicts import all_conflicts
from tallyboard.store.hubs import Present
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.reader import FullNames, match_object
from tallyboard.store.tables.rows import in_turn
from tallyboard.store.tables.sql import Sql, among


@dataclass(frozen=True)
class _LastJournal:
    """A board's last one. `matches_sum`: another number when its matches are others. `row`: of the last of them, all
    None where there is none."""

    epoch: int
    next: int
    matches_sum: int
    row: kept.Values

    @property
    def last(self) -> KeptMatch | None:
        """Its last match, None where that is damaged too."""
        return None if self.row[0] is None else kept.object_of(self.row)


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
        there = {one.board: _with_names(one, names) for one in present if one.board not in mine}
        gone = {board: one for board, one in {**self._gone, **self._there}.items() if board not in (*there, *mine)}
        news = gone.keys() - self._gone.keys()
        for board in there.keys() & self._gone.keys():  # back again
            self._told.pop(board, None)
        self._there, self._gone = there, gone
        self._alarms = {(one.board, one.epoch, one.seq) for one in all_conflicts(sql)} if there or gone else set()
        changed = self._tell_scores(sql, [*gone.values(), *there.values()], names)
        for board in gone:
            if board in news or board in changed:  # what it recorded may still come, by a sync
                one = gone[board]
                self._unplugged(one)

    def knows(self, boards: Collection[str] | None) -> bool:
        """Whether any of these boards is shown here, None: whether any is at all."""
        return bool(self._shown(boards))

    def hear(self, sql: Sql, boards: Collection[str] | None, names: FullNames) -> None:
        """Look at the scores of these boards, None: of all that are shown here."""
        changed = self._tell_scores(sql, self._shown(boards), names)
        for board in self._gone.keys() & changed:
            self._unplugged(self._gone[board])

    def _shown(self, boards: Collection[str] | None) -> list[Present]:
        shown = {**self._gone, **self._there}
        return [one for board, one in shown.items() if boards is None or board in boards]

    def _unplugged(self, one: Present) -> None:
        self._tell({"event": "unplugged", **_who(one), "behind": one.behind, "silent_s": None})

    def _has_changed(self, one: Present, journal: _LastJournal) -> bool:
        seen = (one.table, one.hub.laptop, one.port, one.behind, one.waits, one.upcoming, journal.epoch)
        told = (*seen, journal.matches_sum)
        if told == self._told.get(one.board):
            return False
        self._told[one.board] = told
        return True

    def _tell_scores(self, sql: Sql, shown: Collection[Present], names: FullNames) -> set[str]:
        """Tell of these what is another than was told; of which boards that is so."""
        journals = _journals(sql, [one.board for one in shown]) if shown else {}
        changed = [one for one in shown if one.board in journals and self._has_changed(one, journals[one.board])]
        for one in changed:
            journal, upcoming = journals[one.board], one.upcoming
            match = journal.last
            self._tell(
                {
                    "event": "score",
                    **_who(one),
                    "epoch": journal.epoch,
                    "next": journal.next,
                    "received": 0,
                    "behind": one.behind,
                    "waits": one.waits,
                    "key": "" if upcoming is None else upcoming["key"],
                    "upcoming": upcoming,
                    "live": None,
                    "match": None
                    if match is None
                    else match_object(match, one.table, names.of(match), _in_conflict(match, self._alarms)),
                }
            )
        return {one.board for one in changed}


def _who(one: Present) -> TableEvent:
    return {"port": one.port, "board": one.board, "table": one.table, "hub": one.hub.laptop}


def _with_names(one: Present, names: FullNames) -> Present:
    """Its hub may have told what waits before it knew the full names."""
    return one if one.upcoming is None else replace(one, upcoming=names.of_next(one.upcoming))


def _in_conflict(match: KeptMatch, alarms: Collection[tuple[str, int, int]]) -> list[int]:
    """The numbers of the last match's records that came with other bytes too."""
    mine = (match["board"], match["epoch"])
    return sorted(seq for board, epoch, seq in alarms if (board, epoch) == mine and seq >= match["first_seq"])


def _journals(sql: Sql, there: Collection[str]) -> dict[str, _LastJournal]:
    """By board its last journal."""
    of_them, values = among(there)
    newest = "SELECT MAX(first_seq) FROM matches WHERE board = j.board AND epoch = j.epoch"
    wanted = (
        f"SELECT j.board, j.epoch, j.next_seq, j.matches_sum, {', '.join(f'm.{name}' for name in kept.ROW)} "
        f"FROM journals j LEFT JOIN matches m ON m.board = j.board AND m.epoch = j.epoch AND m.first_seq = ({newest}) "
        f"WHERE j.board {of_them} ORDER BY {in_turn(sql, 'j.')}"
    )
    return {
        board: _LastJournal(epoch, following, total, tuple(row))
        for board, epoch, following, total, *row in sql.rows(wanted, **values)
    }
