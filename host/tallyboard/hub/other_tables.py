"""The tables of other laptops, as the database shows them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from tallyboard.shapes import TableEvent, WatchEvent
from tallyboard.store.conflicts import all_conflicts
from tallyboard.store.full_names import FullNames
from tallyboard.store.hubs import Present
from tallyboard.store.match_objects import match_object
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tables.rows import in_turn
from tallyboard.store.tables.sql import Sql, among


@dataclass(frozen=True)
class _Journal:
    """A board's last one. `matches_sum`: another number when its matches are others."""

    epoch: int
    next: int
    matches_sum: int


class OtherTables:
    """Tells what changes at the boards that other hubs have: a score, and `unplugged` where a hub has one no more."""

    def __init__(self, tell: Callable[[WatchEvent], None]) -> None:
        self._tell = tell
        self._there: dict[str, Present] = {}
        self._gone: dict[str, Present] = {}  # that a hub had, and none has now
        self._told: dict[str, object] = {}

    def look(self, sql: Sql, present: Collection[Present], mine: Collection[str], names: FullNames) -> None:
        """Look again; `mine`: the boards that this hub has itself."""
        there = {one.board: _with_names(one, names) for one in present if one.board not in mine}
        gone = {board: one for board, one in {**self._gone, **self._there}.items() if board not in (*there, *mine)}
        news = gone.keys() - self._gone.keys()
        for board in there.keys() & self._gone.keys():  # back again
            self._told.pop(board, None)
        self._there, self._gone = there, gone
        shown = {**gone, **there}
        journals = _journals(sql, shown) if shown else {}
        changed = [board for board in journals if self._has_changed(shown[board], journals[board])]
        if changed:
            self._tell_scores(sql, [shown[board] for board in changed], journals, names)
        for board in gone:
            if board in news or board in changed:  # what it recorded may still come, by a sync
                one = gone[board]
                self._tell({"event": "unplugged", **_who(one), "behind": one.behind, "silent_s": None})

    def _has_changed(self, one: Present, journal: _Journal) -> bool:
        seen = (one.table, one.hub.laptop, one.port, one.behind, one.waits, one.upcoming, journal.epoch)
        told = (*seen, journal.matches_sum)
        if told == self._told.get(one.board):
            return False
        self._told[one.board] = told
        return True

    def _tell_scores(
        self, sql: Sql, changed: Collection[Present], journals: dict[str, _Journal], names: FullNames
    ) -> None:
        shown = [(one.board, journals[one.board].epoch) for one in changed]
        last = {(match["board"], match["epoch"]): match for match in kept.last_ones(sql, shown)}
        alarms = {(one.board, one.epoch, one.seq) for one in all_conflicts(sql)}
        for one in changed:
            journal = journals[one.board]
            match = last.get((one.board, journal.epoch))
            upcoming = one.upcoming
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
                    else match_object(match, one.table, names.of(match), _in_conflict(match, alarms)),
                }
            )


def _who(one: Present) -> TableEvent:
    return {"port": one.port, "board": one.board, "table": one.table, "hub": one.hub.laptop}


def _with_names(one: Present, names: FullNames) -> Present:
    """Its hub may have told what waits before it knew the full names."""
    return one if one.upcoming is None else replace(one, upcoming=names.of_next(one.upcoming))


def _in_conflict(match: KeptMatch, alarms: Collection[tuple[str, int, int]]) -> list[int]:
    """The numbers of the last match's records that came with other bytes too."""
    mine = (match["board"], match["epoch"])
    return sorted(seq for board, epoch, seq in alarms if (board, epoch) == mine and seq >= match["first_seq"])


def _journals(sql: Sql, there: Collection[str]) -> dict[str, _Journal]:
    """By board its last journal."""
    of_them, values = among(there)
    wanted = f"SELECT board, epoch, next_seq, matches_sum FROM journals WHERE board {of_them} ORDER BY {in_turn(sql)}"
    return {board: _Journal(*what) for board, *what in sql.rows(wanted, **values)}
