"""What new records make of the kept matches of a journal: which rows go, and which come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tallyboard.journal.runs import Clock, Run
from tallyboard.store.matches import kept
from tallyboard.store.matches.derive import matches_of
from tallyboard.store.matches.kept_match import KeptMatch
from tallyboard.store.tables.rows import Epoch, epoch_of
from tallyboard.store.tables.sql import Sql


@dataclass(frozen=True)
class Renewed:
    """`gone`: ids of rows that no longer stand as they are; `made`: the rows in their place, by column; `matches_sum`:
    that of the journal then."""

    gone: frozenset[str]
    made: list[dict[str, Any]]
    matches_sum: int

    @property
    def without_another(self) -> frozenset[str]:
        """Those of the rows that go in whose place none comes."""
        return self.gone - {row["id"] for row in self.made}


def renewed(
    epoch: Epoch, start: int, rows: Mapping[str, kept.Values], records: Iterable[Run], clock: Clock | None
) -> Renewed | None:
    """The matches of the epoch that begin at number `start` or behind it, computed anew.

    None where they have to be computed from the epoch's beginning: a row is damaged; or two histories are mixed, and
    none begins at `start` where what stands before it is not read.

    `rows`: those that are kept of them, by id. `records`: the sound ones from the one before `start` on, by which the
    reading knows whether any is missing there. `clock`: one that was fed what stands before these; None where all dates
    that there are stand in `rows`.
    """
    there = _checked(rows)
    if there is None:
        return None
    derived = matches_of(epoch.board, epoch.number, records, epoch.next, epoch.over, clock)
    made = [match for match in derived if match["first_seq"] >= start]
    if start and all(match["first_seq"] != start for match in made):
        return None
    for match in made:
        before = there.get(match["match"])
        if before is not None and clock is None:
            match["started"] = before[0]["started"]
    return _difference(there, made, epoch.matches_sum or 0)[0]


_Checked = dict[str, tuple[KeptMatch, int]]  # by id a match, and the check of its row


def _checked(rows: Mapping[str, kept.Values]) -> _Checked | None:
    """None where a row is damaged."""
    found = {match_id: (match, row[-1]) for match_id, row in rows.items() if (match := kept.object_of(row)) is not None}
    return found if len(found) == len(rows) else None


def _difference(there: _Checked, made: Iterable[KeptMatch], matches_sum: int) -> tuple[Renewed, _Checked]:
    """What is to be written that `made` are the matches, and what is there then; the sum is that of the journal now."""
    then: _Checked = {}
    fresh = []
    for match in made:
        before = there.get(match["match"])
        if before is not None and before[0] == match:
            then[match["match"]] = before
        else:
            fresh.append(row := kept.row_of(match))
            then[match["match"]] = match, row["crc"]
    gone = frozenset(match_id for match_id, before in there.items() if then.get(match_id) is not before)
    change = sum(row["crc"] for row in fresh) - sum(there[match_id][1] for match_id in gone)
    return Renewed(gone, fresh, (matches_sum + change) % kept.SUM), then


@dataclass(frozen=True)
class Standing:
    """The kept matches of a journal from some number on, by id with the checks of their rows: those of the records
    below `next`, as long as `changes` and `matches_sum` of its row are these."""

    next: int
    changes: int
    matches_sum: int
    matches: _Checked

    @property
    def last_but_one(self) -> int:
        """Where the last but one begins: new records change none before it. 0 where there are fewer."""
        starts = sorted(match["first_seq"] for match, _ in self.matches.values())
        return starts[-2] if len(starts) > 1 else 0


@dataclass(frozen=True)
class Renewal:
    """What records make of a journal's kept matches, if these are still as they were `before`; `after`: then."""

    before: Standing
    after: Standing
    renewed: Renewed

    @property
    def changes_a_result(self) -> bool:
        """Whether a finished match is another than before, or is none any more."""
        rows = self.renewed
        before = (match for match_id, (match, _) in self.before.matches.items() if match_id in rows.gone)
        return any(row["status"] == "finished" for row in rows.made) or any(
            match["status"] == "finished" for match in before
        )


def renewal(before: Standing, start: int, made: Iterable[KeptMatch], following: int) -> Renewal:
    """With the records below `following` these are the matches from number `start` on."""
    there = {match_id: one for match_id, one in before.matches.items() if one[0]["first_seq"] >= start}
    change, then = _difference(there, made, before.matches_sum)
    return Renewal(before, Standing(following, before.changes + 1, change.matches_sum, then), change)


def read_standing(sql: Sql, board: str, number: int, start: int) -> Standing | None:
    """That of this journal from number `start` on; None where it is not known: matches wait to be computed, are
    damaged, or stand as in an epoch that is over."""
    epoch = epoch_of(sql, board, number)
    if epoch.underived_from is not None or epoch.over or not epoch.first_heard or epoch.matches_sum is None:
        return None
    wanted = f"{kept.SELECT} WHERE board = :board AND epoch = :epoch AND first_seq >= :start"
    rows = {row[0]: row for row in sql.rows(wanted, board=board, epoch=number, start=start)}
    matches = _checked(rows)
    return None if matches is None else Standing(epoch.next, epoch.changes, epoch.matches_sum, matches)
