"""The match object: what is kept of a match, with what the store knows besides of its table, names and alarms."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tallyboard.shapes import MatchObject
from tallyboard.store.conflicts import Alarm, by_match
from tallyboard.store.full_names import FullNames
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tables.rows import epoch_of, table_names
from tallyboard.store.tables.sql import Sql


class MatchObjects:
    """Makes match objects of the matches of a store, every one of the same form for whoever shows it.

    To what is kept they add the name of the `table`, full names, and as `conflicts` the numbers of the match's records
    that came with other bytes too, where there are any.
    """

    def __init__(self, sql: Sql, alarms: Iterable[Alarm], key: str | None = None) -> None:
        """`alarms`: those of the matches' epochs. `key`: of the matches; None: they may have any."""
        self._tables = table_names(sql)
        self._names = FullNames(sql, key)
        self._conflicts: dict[tuple[str, int, int], list[int]] = {}
        for alarm in alarms:
            starts = kept.starts(sql, epoch_of(sql, alarm.board, alarm.epoch))
            for first_seq, numbers in by_match(alarm.numbers, starts).items():
                self._conflicts[alarm.board, alarm.epoch, first_seq] = numbers

    def table_of(self, board: str) -> str:
        """The name of the board's table, "" where it has none."""
        return self._tables.get(board, "")

    def of(self, match: KeptMatch) -> MatchObject:
        """The match object of this match."""
        numbers = self._conflicts.get((match["board"], match["epoch"], match["first_seq"]), ())
        return match_object(match, self.table_of(match["board"]), self._names.of(match), numbers)


def match_object(
    match: KeptMatch, table: str, names: dict[str, str | None], conflicts: Sequence[int] = ()
) -> MatchObject:
    """The match object of this match, with the name of its table, full names and the numbers of its records that came
    with other bytes too."""
    made: dict[str, Any] = {"match": match["match"], "board": match["board"], "table": table, **match, "names": names}
    made.pop("untouched", None)
    if conflicts:
        made["conflicts"] = list(conflicts)
    return cast(MatchObject, made)
