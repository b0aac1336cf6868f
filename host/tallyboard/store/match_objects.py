"""The match object: what is kept of a match, with what the store knows besides of its table, names and alarms."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tallyboard.shapes import MatchObject
from tallyboard.store.conflicts import Alarm, by_match, conflicts_of
from tallyboard.store.corrections.facts import Correction, of_match, standing
from tallyboard.store.corrections.figures import corrected
from tallyboard.store.full_names import FullNames
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tables.rows import MOST, epoch_of, table_names
from tallyboard.store.tables.sql import Sql


class MatchObjects:
    """Makes match objects of the matches of a store, every one of the same form for whoever shows it.

    To what is kept they add the name of the `table`, full names, what stands by a `correction`, and as `conflicts` the
    numbers of the match's records that came with other bytes too, where there are any.
    """

    def __init__(self, sql: Sql, alarms: Iterable[Alarm], key: str | None = None) -> None:
        """`alarms`: those of the matches' epochs. `key`: of the matches; None: they may have any."""
        self._tables = table_names(sql)
        self._names = FullNames(sql, key)
        self._corrections = standing(sql)
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
        correction = self._corrections.get(match["match"])
        return match_object(match, self.table_of(match["board"]), self._names.of(match), numbers, correction)

    def is_listed(self, match: KeptMatch, untouched: bool, aside: bool) -> bool:
        """Whether a list has the match: an event stands in it, or somebody has said what does. `untouched`, `aside`: it
        has those too in which nothing stands, and that are set aside."""
        correction = self._corrections.get(match["match"])
        if correction is None:
            return untouched or not match.get("untouched", False)
        return aside or correction.kind != "aside"


def object_alone(sql: Sql, alone: kept.Alone) -> MatchObject:
    """The match object of a match that was found by itself, see `kept.alone`."""
    match, behind = alone
    board, epoch, first = match["board"], match["epoch"], match["first_seq"]
    numbers = {
        one.seq for one in conflicts_of(sql, board, epoch) if first <= one.seq < (MOST if behind is None else behind)
    }
    names = match["names"] if match["key"] is None else FullNames(sql, match["key"]).of(match)
    said = of_match(sql, match["match"])[-1:]
    correction = next((one for one in said if one.kind != "drop"), None)
    return match_object(match, table_names(sql, board).get(board, ""), names, sorted(numbers), correction)


def match_object(
    match: KeptMatch,
    table: str,
    names: dict[str, str | None],
    conflicts: Sequence[int] = (),
    correction: Correction | None = None,
) -> MatchObject:
    """The match object of this match, with the name of its table, full names, the numbers of its records that came with
    other bytes too, and what stands by the correction."""
    made: dict[str, Any] = {"match": match["match"], "board": match["board"], "table": table, **match, "names": names}
    made.pop("untouched", None)
    made["correction"] = None
    if conflicts:
        made["conflicts"] = list(conflicts)
    recorded = cast(MatchObject, made)
    return recorded if correction is None else corrected(recorded, correction)
