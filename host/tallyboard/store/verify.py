"""Checking the store against itself: every record's check, and every match computed anew from the records."""

from dataclasses import dataclass, field
from typing import Any

from shared_rules.journal import record
from tallyboard.journal.runs import Run, singles
from tallyboard.journal.spans import Spans
from tallyboard.store.matches import derive, kept
from tallyboard.store.reader import Reader
from tallyboard.store.tables.rows import Epoch, epochs, rows_of
from tallyboard.store.tables.sql import Sql


@dataclass
class Findings:
    """What a verification saw. `differences`: match, key, what is stored, what the records give (None: no match).

    `gaps`: board, epoch, first, end: records from `first` up to, not with, `end` that the board had and never came.
    `unreadable`: the same of places that the board itself found torn or damaged, and went on without. `newer`: matches
    that only a newer tallyboard can compute.
    """

    records: int = 0
    matches: int = 0
    damaged: list[dict[str, Any]] = field(default_factory=list)
    conflicts: list[dict[str, Any]] = field(default_factory=list)
    differences: list[dict[str, Any]] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    gaps: list[dict[str, Any]] = field(default_factory=list)
    unreadable: list[dict[str, Any]] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether everything was computed and nothing is wrong; a match that is merely incomplete is not wrong."""
        return not (self.damaged or self.conflicts or self.differences or self.newer)


def verify(store: Reader) -> Findings:
    """Look at everything and change nothing."""
    findings = Findings()
    with store.reading() as sql:
        stored = _stored(sql)
        places = epochs(sql)
        doubted = kept.doubted(sql, places) if stored is not None else set()
        for place in places:
            before = len(findings.differences)
            sound = _records(sql, place, findings)
            for found in derive.matches(place.board, place.epoch, sound, place.next, place.over):
                findings.matches += 1
                if derive.is_newer(found):
                    findings.newer.append(found["match"])
                elif found["status"] == "incomplete":
                    findings.incomplete.append(found["match"])
                if stored is not None:
                    findings.differences += _differences(stored.pop(found["match"], None), found)
            if place in doubted and len(findings.differences) == before:
                which = f"of board {place.board}, epoch {place.epoch}"
                findings.differences.append(_difference(which, "check", "damaged", "sound"))
        for match_id, row in (stored or {}).items():
            findings.differences.append(_difference(str(match_id), "match", kept.object_of(row), None))
    for one in store.conflicts():
        key = {"board": one.board, "epoch": one.epoch, "seq": one.seq}
        findings.conflicts.append({**key, "kept": one.kept.hex(), "other": one.other.hex()})
    return findings


def _stored(sql: Sql) -> dict[Any, tuple[Any, ...]] | None:
    """The rows of the matches by id; None where the store is of an older shape, whose matches are computed anew."""
    if not sql.has("matches"):
        return None
    return {row[0]: row for row in sql.rows(f"{kept.SELECT} ORDER BY id")}


def _records(sql: Sql, place: Epoch, findings: Findings) -> list[Run]:
    """The epoch's sound records; notes those that are not, and those that are not there."""
    held = list(rows_of(sql, place.board, place.epoch, 0))
    sound = list(derive.sound(place.epoch, held))
    findings.records += len(held)
    key = {"board": place.board, "epoch": place.epoch}
    if len(held) > sum(len(data) // record.SIZE for _, data in sound):
        good = {seq for run in sound for seq, _ in singles(run)}
        findings.damaged += [{**key, "seq": seq} for seq, _ in held if seq not in good]
    missing = Spans([(0, place.next)]).without(Spans.of_numbers(seq for seq, _ in held))
    gaps = missing.without(derive.fallen(sound))
    for found_in, to in ((gaps, findings.gaps), (missing.without(gaps), findings.unreadable)):
        to += [{**key, "first": low, "end": end} for low, end in found_in]
    return sound


def _difference(match: str, key: str, stored: Any, derived: Any) -> dict[str, Any]:
    told = repr(stored) if isinstance(stored, bytes) else stored  # where a disk has changed the type
    return {"match": match, "key": key, "stored": told, "derived": derived}


def _differences(row: tuple[Any, ...] | None, found: dict[str, Any]) -> list[dict[str, Any]]:
    match = found["match"]
    if row is None:
        return [_difference(match, "match", None, found)]
    told = kept.readable(row)
    if told is None:
        return [_difference(match, "result", "damaged", found)]
    pairs = [(key, told.get(key), found.get(key)) for key in sorted({*told, *found})]
    pairs += [(f"{key} (column)", row[kept.COLUMNS.index(key)], found[key]) for key in kept.OF_THE_OBJECT]
    return [_difference(match, key, stored, derived) for key, stored, derived in pairs if stored != derived]
