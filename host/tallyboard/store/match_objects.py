"""The match object: what is kept of a match, with what the store knows besides of its table, full names and alarms."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from tallyboard.shapes import MatchObject, NextMatch, RecordedMatch
from tallyboard.store.conflicts import Alarm, by_match, conflicts_of
from tallyboard.store.corrections import Correction, corrected, of_match, standing
from tallyboard.store.matches import kept
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tables.rows import MOST, epoch_of, table_names
from tallyboard.store.tables.sql import CoreSql, Sql

if TYPE_CHECKING:
    from sqlalchemy import Connection


class FullNames:
    """The full names in a store: by the match's key there, the side, and what the board keeps of the name.

    What the board keeps belongs to it, so that a key that is used a second time renames nobody.
    """

    def __init__(self, sql: Sql, key: str | None = None) -> None:
        """Those by this key; None: all there are."""
        self._names: dict[tuple[str, str, str], str] = {}
        wanted = "SELECT key, side, shown, name FROM full_names"
        if sql.has("full_names"):
            rows = sql.rows(wanted) if key is None else sql.rows(f"{wanted} WHERE key = :key", key=key)
            for key, side, shown, name in rows:
                if isinstance(name, str):
                    self._names[key, side, shown] = name

    def all(self) -> list[str]:
        """Every one of them."""
        return list(self._names.values())

    def of(self, match: RecordedMatch) -> dict[str, str | None]:
        """The names of this match's sides, full ones where there are."""
        return match["names"] if match["key"] is None else self.known(match["key"], match["names"])

    def of_next(self, waiting: NextMatch) -> NextMatch:
        """The match that waits, with full names where there are."""
        return {**waiting, "names": self.known(waiting["key"], waiting["names"])}

    def known(self, key: str, names: dict[str, str | None]) -> dict[str, str | None]:
        """Full names for those that the board keeps in the match of this key, where there are."""
        if not self._names:
            return names
        return {side: name and self._names.get((key, side, name), name) for side, name in names.items()}


def names_version(sql: Sql) -> object:
    """Another one where the names in a store are others."""
    if not sql.has("full_names"):
        return None
    return next(sql.rows("SELECT COUNT(*), MAX(given) FROM full_names"))


def keep_names(connection: "Connection", key: str, names: Mapping[tuple[str, str], str]) -> None:
    """Keep full names for the match of this key: (side, what the board keeps of the name) to the name.

    One that the board keeps in full needs no row, but for one that says so where there was another name before.
    """
    sql = CoreSql(connection)
    now = sql.now_ms()
    for (side, shown), name in names.items():
        row = {"key": key, "side": side, "shown": shown, "name": name}
        changed = sql.run(  # a clock may have been set back
            "UPDATE full_names SET name = :name, given = CASE WHEN given < :now THEN :now ELSE given + 1 END "
            "WHERE key = :key AND side = :side AND shown = :shown",
            **row,
            now=now,
        )
        if not changed and name != shown:
            sql.insert("full_names", [{**row, "given": now}])


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
