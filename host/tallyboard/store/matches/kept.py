"""The matches as they are kept, each row with a check and each journal with a sum of these checks; and renewed."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple
from zlib import crc32

from shared_rules.games import catalogue
from shared_rules.journal.record import GAME, SIZE, TIME
from tallyboard.journal.runs import Clock, Run, singles
from tallyboard.store.matches.replayed import KeptMatch, matches_of
from tallyboard.store.tables.rows import MOST, Epoch, epoch_of, power_on_before, sound_runs
from tallyboard.store.tables.sql import CoreSql, Sql, UnsoundError

COLUMNS = ("id", "board", "epoch", "first_seq", "last_seq", "status", "result")
ROW = (*COLUMNS, "crc")  # a whole row, in the order of Values
OF_THE_OBJECT = COLUMNS[1:-1]  # which stand in the match object under the same names
_RULES = f"{catalogue.EDITION}/{len(catalogue.IDS)}"
SUM = 2**32  # sums are taken modulo this
# For PostgreSQL: `:rows`, as `row_of` makes them, in JSON; and what an INSERT of them does where the id is there.
ROWS_OF_JSON = """json_to_recordset(CAST(:rows AS json)) AS row(
    id text, board text, epoch bigint, first_seq bigint, last_seq bigint, status text, result text, crc bigint
)"""
ON_CONFLICT = f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = EXCLUDED.{name}' for name in ROW[1:])}"
SELECT = f"SELECT {', '.join(ROW)} FROM matches"
_OF_IT = "board = :board AND epoch = :epoch"
_ROWS = f"{SELECT} WHERE {_OF_IT}"

Values = tuple[Any, ...]  # of COLUMNS, then the check; of any type where a disk has changed them


def row_of(match: KeptMatch) -> dict[str, Any]:
    told: dict[str, Any] = {**match}
    row = {"id": match["match"], **{name: told[name] for name in OF_THE_OBJECT}, "result": json.dumps(match)}
    return {**row, "crc": check(*(row[name] for name in COLUMNS))}


def check(*values: Any) -> int:
    """The check of a row with these values of its COLUMNS. By other rules it is another one, so that an update that
    knows more games has the matches computed anew."""
    return crc32("\n".join(map(str, (_RULES, *values))).encode("utf-8", "surrogateescape"))


def object_of(row: Values) -> KeptMatch | None:
    """The match of the row, None where a disk has damaged it."""
    if row[-1] != check(*row[:-1]):
        return None
    found: KeptMatch = json.loads(row[-2])
    return found


def readable(row: Values) -> dict[str, Any] | None:
    """What the row has as its match, whether its check holds or not, None where it is none at all."""
    try:
        found = json.loads(row[-2])
    except (TypeError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def rows_of(sql: Sql, epoch: Epoch) -> Iterator[Values]:
    """The rows of an epoch's matches, sound or not, in order."""
    return sql.rows(f"{_ROWS} ORDER BY first_seq", board=epoch.board, epoch=epoch.number)


def is_doubted(sql: Sql, epoch: Epoch) -> bool:
    """Whether the kept matches of this epoch are not what was kept, or not of all their records yet."""
    return epoch.underived_from is not None or is_damaged(sql, epoch)


def is_damaged(sql: Sql, epoch: Epoch) -> bool:
    """Whether the kept matches of this epoch are not what was kept: one of their rows, or what they add up to. Where
    the last does not stand as it does in an epoch that is over, or is not, the journals are what was damaged."""
    if not sql.has("matches"):
        return True
    total, status = 0, ""
    for row in rows_of(sql, epoch):
        if row[-1] != check(*row[:-1]):
            return True
        total += row[-1]
        status = row[COLUMNS.index("status")]
    return status == _not_last(epoch) or total % SUM != epoch.matches_sum


def _not_last(epoch: Epoch) -> str:
    """As what the last match of this epoch cannot stand."""
    return "playing" if epoch.over else "abandoned"


def told(sql: Sql, epoch: Epoch, prefix: str = "") -> Iterator[KeptMatch]:
    """The matches of an epoch in order, those whose id begins so: as they are kept, or where that is doubted as
    the records give them."""
    if is_doubted(sql, epoch):
        return (match for match in computed(sql, epoch) if match["match"].startswith(prefix))
    wanted = f"{_ROWS} AND id LIKE :prefix ORDER BY first_seq"
    rows = sql.rows(wanted, board=epoch.board, epoch=epoch.number, prefix=prefix + "%")
    return (match for match in map(object_of, rows) if match is not None)


def starts(sql: Sql, epoch: Epoch) -> list[int]:
    """The first record numbers of the matches of an epoch, in order."""
    if is_doubted(sql, epoch):
        return [match["first_seq"] for match in computed(sql, epoch)]
    wanted = f"SELECT first_seq FROM matches WHERE {_OF_IT} ORDER BY first_seq"
    return [row[0] for row in sql.rows(wanted, board=epoch.board, epoch=epoch.number)]


class Alone(NamedTuple):
    """A match that was found by itself. `behind`: the first record number of the next one, None for the last."""

    match: KeptMatch
    behind: int | None


def alone(sql: Sql, prefix: str) -> Alone | None:
    """The only match whose id begins so, without a look at all the others of its journal. None where there is none, or
    several; and where what is kept of it, or of the next one, may not be what was kept."""
    if not sql.has("matches"):
        return None
    # 'g' is behind all digits of an id: so the index is used, in every collation.
    wanted = f"{SELECT} WHERE id >= :prefix AND id < :behind AND id LIKE :like LIMIT 2"
    rows = list(sql.rows(wanted, prefix=prefix, behind=prefix + "g", like=prefix + "%"))
    match = object_of(rows[0]) if len(rows) == 1 else None
    if match is None:
        return None
    epoch = epoch_of(sql, match["board"], match["epoch"])
    if not epoch.heard or epoch.underived_from is not None:
        return None
    next_one = f"SELECT MIN(first_seq) FROM matches WHERE {_OF_IT} AND first_seq > :first"
    its = {"board": match["board"], "epoch": match["epoch"]}
    behind = next(sql.rows(next_one, **its, first=match["first_seq"]))[0]
    if behind is None and match["status"] == _not_last(epoch):
        return None
    # Where a record between them starts another one, that is not kept any more.
    wanted = (
        f"SELECT seq FROM records WHERE {_OF_IT} AND seq > :last AND seq < :end AND data >= :game AND data < :behind"
    )
    values = {"last": match["last_seq"], "end": MOST if behind is None else behind, "game": bytes((GAME,))}
    starts = sql.rows(f"{wanted} LIMIT 1", **its, **values, behind=bytes((GAME + 1,)))
    return None if any(starts) else Alone(match, behind)


def computed(sql: Sql, epoch: Epoch) -> Iterator[KeptMatch]:
    """The matches of an epoch as its records give them, in order."""
    sound = sound_runs(sql, epoch.board, epoch.number)
    return matches_of(epoch.board, epoch.number, sound, epoch.next, epoch.over)


def last_ones(sql: Sql, journals: Collection[tuple[str, int]]) -> Iterator[KeptMatch]:
    """The last match of each of these journals (board, epoch), one at least, as far as it is kept and sound."""
    numbered = list(enumerate(journals))
    values = {f"board{n}": board for n, (board, _) in numbered} | {f"epoch{n}": epoch for n, (_, epoch) in numbered}
    listed = ", ".join(f"(CAST(:board{n} AS TEXT), CAST(:epoch{n} AS BIGINT))" for n, _ in numbered)
    columns = ", ".join(f"m.{name}" for name in ROW)
    newest = "SELECT MAX(first_seq) FROM matches WHERE board = w.board AND epoch = w.epoch"
    rows = sql.rows(
        f"WITH w(board, epoch) AS (VALUES {listed}) SELECT {columns} FROM w "
        f"JOIN matches m ON m.board = w.board AND m.epoch = w.epoch AND m.first_seq = ({newest})",
        **values,
    )
    return (match for match in map(object_of, rows) if match is not None)


# ---- renewed by what has come


def clock_before(sql: Sql, board: str, epoch: int, start: int) -> Clock:
    """A clock that was fed all records since the power-on before this number, but for the last one: that one belongs to
    what is read from `start` on, which sees by it whether any is missing."""
    clock = Clock()
    if start > 1:
        since = power_on_before(sql, board, epoch, start - 2)
        for run in sound_runs(sql, board, epoch, since, start - 1):
            for seq, data in singles(run):
                clock.feed(seq, data)
    return clock


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
    epoch: Epoch, start: int, rows: Mapping[str, Values], records: Iterable[Run], clock: Clock | None
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


def _checked(rows: Mapping[str, Values]) -> _Checked | None:
    """None where a row is damaged."""
    found = {match_id: (match, row[-1]) for match_id, row in rows.items() if (match := object_of(row)) is not None}
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
            fresh.append(row := row_of(match))
            then[match["match"]] = match, row["crc"]
    gone = frozenset(match_id for match_id, before in there.items() if then.get(match_id) is not before)
    change = sum(row["crc"] for row in fresh) - sum(there[match_id][1] for match_id in gone)
    return Renewed(gone, fresh, (matches_sum + change) % SUM), then


@dataclass(frozen=True)
class KeptStanding:
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

    before: KeptStanding
    after: KeptStanding
    renewed: Renewed

    @property
    def changes_a_result(self) -> bool:
        """Whether a finished match is another than before, or is none any more."""
        gone = (self.before.matches[match_id][0]["status"] for match_id in self.renewed.gone)
        return "finished" in {*gone, *(row["status"] for row in self.renewed.made)}


def renewal(before: KeptStanding, start: int, made: Iterable[KeptMatch], following: int) -> Renewal:
    """With the records below `following` these are the matches from number `start` on."""
    there = {match_id: one for match_id, one in before.matches.items() if one[0]["first_seq"] >= start}
    change, then = _difference(there, made, before.matches_sum)
    return Renewal(before, KeptStanding(following, before.changes + 1, change.matches_sum, then), change)


def read_standing(sql: Sql, board: str, number: int, start: int) -> KeptStanding | None:
    """That of this journal from number `start` on; None where it is not known: matches wait to be computed, are
    damaged, or stand as in an epoch that is over."""
    epoch = epoch_of(sql, board, number)
    if epoch.underived_from is not None or epoch.over or not epoch.first_heard or epoch.matches_sum is None:
        return None
    matches = _checked(_rows_from(sql, epoch, start))
    return None if matches is None else KeptStanding(epoch.next, epoch.changes, epoch.matches_sum, matches)


def rederive(sql: CoreSql, epoch: Epoch) -> None:
    """Throw the matches of this epoch away, and compute them anew from the records."""
    its = {"board": epoch.board, "epoch": epoch.number}
    sql.run(f"DELETE FROM matches WHERE {_OF_IT}", **its)
    if any(sql.rows(f"SELECT id FROM matches WHERE {_OF_IT} LIMIT 1", **its)):  # a trigger that is not ours
        raise UnsoundError("rows stay that were deleted")
    refresh(sql, replace(epoch, matches_sum=0, underived_from=0))


def refresh(sql: CoreSql, epoch: Epoch) -> None:
    """Compute the epoch's matches again from the first that its records from `underived_from` on can touch."""
    since = epoch.underived_from or 0
    new = list(sound_runs(sql, epoch.board, epoch.number, since))
    kinds = b"".join(data[::SIZE] for _, data in new)  # byte 0 of each
    can_date = bool(kinds) and max(kinds) >= TIME
    start = _first_touched(sql, epoch, since, can_date) if since else 0
    is_dated = start <= 1 or can_date or GAME in kinds  # else no match that begins here needs a date
    clock = clock_before(sql, epoch.board, epoch.number, start) if is_dated else None
    # From the record before `start` on, by which the reading knows whether any is missing there.
    before = sound_runs(sql, epoch.board, epoch.number, max(0, start - 1), since) if since else ()
    renewal = renewed(epoch, start, _rows_from(sql, epoch, start), chain(before, new), clock)
    if renewal is None:
        rederive(sql, epoch)
    else:
        _write(sql, epoch, renewal)


def _first_touched(sql: Sql, epoch: Epoch, since: int, can_date: bool) -> int:
    """The first number of the first match that records from number `since` on, behind all others, can touch, 0 for all
    of the epoch.

    That is the one before the match they belong to: a hole before the next GAME leaves it without a score. `can_date`:
    they can date matches of their power-on that stand before them.
    """
    its = {"board": epoch.board, "epoch": epoch.number}
    mine = f"FROM matches WHERE {_OF_IT} AND first_seq"
    starts = list(sql.rows(f"SELECT first_seq {mine} <= :since ORDER BY first_seq DESC LIMIT 2", since=since, **its))
    start: int = starts[1][0] if len(starts) == 2 else 0
    if not can_date:
        return start
    power_on = power_on_before(sql, epoch.board, epoch.number, since)
    first = next(sql.rows(f"SELECT MIN(first_seq) {mine} >= :power_on", power_on=power_on, **its))[0]
    return start if first is None else min(start, first)


def _rows_from(sql: Sql, epoch: Epoch, start: int) -> dict[str, Values]:
    """The rows of the epoch's matches from this number on, by id."""
    rows = sql.rows(f"{_ROWS} AND first_seq >= :start", board=epoch.board, epoch=epoch.number, start=start)
    return {row[0]: row for row in rows}


def put(sql: CoreSql, renewal: Renewed) -> None:
    """Put the new rows where the old ones are."""
    # Those of the new ones too: a damaged row may stand under the id of a match as one of another epoch.
    gone = {*renewal.gone, *(row["id"] for row in renewal.made)}
    sql.run_each("DELETE FROM matches WHERE id = :gone", [{"gone": match_id} for match_id in gone])
    sql.insert("matches", renewal.made)


def _write(sql: CoreSql, epoch: Epoch, renewal: Renewed) -> None:
    """Put the new rows where the old ones are; the matches are those of the records then."""
    put(sql, renewal)
    # What came while these were computed waits on.
    since = "CASE WHEN changes = :changes THEN NULL ELSE underived_from END"
    changed = f"UPDATE journals SET matches_sum = :sum, underived_from = {since} WHERE {_OF_IT}"
    its = {"board": epoch.board, "epoch": epoch.number}
    sql.run(changed, sum=renewal.matches_sum, changes=epoch.changes, **its)
