"""What new records make of the kept matches of a journal: which rows go, and which come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tallyboard.journal.clock import Clock
from tallyboard.journal.runs import Run
from tallyboard.store.matches import derive, kept
from tallyboard.store.tables.rows import Epoch


@dataclass(frozen=True)
class Renewed:
    """`gone`: ids of rows that no longer stand as they are; `made`: the rows in their place, by column; `matches_sum`:
    that of the journal then."""

    gone: frozenset[str]
    made: list[dict[str, Any]]
    matches_sum: int


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
    there = {match_id: kept.object_of(row) for match_id, row in rows.items()}
    if None in there.values():
        return None
    derived = derive.matches(epoch.board, epoch.number, records, epoch.next, epoch.over, clock)
    made = [match for match in derived if match["first_seq"] >= start]
    if start and all(match["first_seq"] != start for match in made):
        return None
    for match in made:
        before = there.get(match["match"])
        if before is not None and clock is None:
            match["started"] = before["started"]
    same = {match["match"] for match in made if match == there.get(match["match"])}
    old = {match_id: row for match_id, row in rows.items() if match_id not in same}
    fresh = [kept.row_of(match) for match in made if match["match"] not in same]
    change = sum(row["crc"] for row in fresh) - sum(row[-1] for row in old.values())
    return Renewed(frozenset(old), fresh, ((epoch.matches_sum or 0) + change) % kept.SUM)
