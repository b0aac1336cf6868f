"""Matches that boards recorded: some of them by their ids, and all of them in the order in which pages list them."""

from collections.abc import Collection

from tallyboard.errors import TallyboardError
from tallyboard.pages.public.facts import Known
from tallyboard.shapes import MatchObject
from tallyboard.store import Reader
from tallyboard.store.matches import kept
from tallyboard.store.reader import MatchObjects
from tallyboard.store.tables.sql import Sql, among

_AT_ONCE = 200  # ids in a statement


def matches_of(store: Reader, wanted: Collection[str]) -> list[MatchObject]:
    """Those of these matches that are there, journal by journal in the order of their records."""
    found: dict[str, MatchObject] = {}
    ids = sorted(wanted)
    with store.reading() as sql:
        objects = MatchObjects(sql, ())
        for start in range(0, len(ids), _AT_ONCE):
            of_them, values = among(ids[start : start + _AT_ONCE])
            for row in sql.rows(f"{kept.SELECT} WHERE id {of_them}", **values):
                match = kept.object_of(row)
                if match is not None:
                    found[match["match"]] = objects.of(match)
    for missing in wanted - found.keys() if isinstance(wanted, set) else set(wanted) - found.keys():
        try:  # one that a disk has damaged is computed from its records
            found[missing] = store.match(missing)
        except TallyboardError:
            continue
    return sorted(found.values(), key=lambda match: (match["board"], match["epoch"], match["first_seq"]))


def newest_first(store: Reader, known: Known) -> list[str]:
    """The ids of all matches in which something was entered, the newest first; behind them those of unknown time."""
    with store.reading() as sql:
        stamp = _stamp(sql)
    if known.listed[0] != stamp:
        dated = [(match["started"] or "", match["match"]) for match in store.each_match()]
        dated.sort(key=lambda one: one[0], reverse=True)
        known.listed = stamp, [match for _, match in dated]
    return known.listed[1]


def _stamp(sql: Sql) -> tuple[object, ...]:
    """Another one where there is another match, or another thing is said of one."""
    made: list[object] = []
    for table, what in (("journals", "SUM(changes), SUM(matches_sum)"), ("corrections", "COUNT(*), SUM(crc)")):
        if sql.has(table):
            made += next(sql.rows(f"SELECT {what} FROM {table}"))
    return tuple(made)
