"""Checking the store against itself: every record's check, and every match computed anew from the records."""

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

from shared_rules.journal import record
from tallyboard.journal import check
from tallyboard.journal.runs import Run, singles
from tallyboard.journal.spans import Spans
from tallyboard.shapes import Difference, Gap, OtherResult, RecordKey, TwoRecords, VerifyObject
from tallyboard.store.corrections import facts
from tallyboard.store.matches import derive, kept
from tallyboard.store.matches.kept_match import KeptMatch, is_newer
from tallyboard.store.reader import Reader
from tallyboard.store.tables.rows import Epoch, epochs, rows_of
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.verifying import checked


@dataclass
class Findings:
    """What a verification saw. `differences`: match, key, what is stored, what the records give (None: no match).

    `gaps`: board, epoch, first, end: records from `first` up to, not with, `end` that the board had and never came.
    `unreadable`: the same of places that the board itself found torn or damaged, and went on without. `newer`: matches
    that only a newer tallyboard can compute. `damaged_corrections`: ids of corrections whose check does not hold.
    `corrected`: matches that stand otherwise by a correction, which is no difference. `other_results`: finished matches
    of which a tournament has another result, or none. `damaged_tournaments`: names of those that cannot be computed.
    """

    records: int = 0
    matches: int = 0
    damaged: list[RecordKey] = field(default_factory=list)
    conflicts: list[TwoRecords] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    damaged_corrections: list[str] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    other_results: list[OtherResult] = field(default_factory=list)
    damaged_tournaments: list[str] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    unreadable: list[Gap] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether everything was computed and nothing is wrong; a match that is merely incomplete is not wrong."""
        of_matches = self.damaged or self.conflicts or self.differences or self.newer or self.damaged_corrections
        return not (of_matches or self.other_results or self.damaged_tournaments)

    def as_json(self) -> VerifyObject:
        """Everything as plain values."""
        return {
            "sound": self.sound,
            "records": self.records,
            "matches": self.matches,
            "damaged": self.damaged,
            "conflicts": self.conflicts,
            "differences": self.differences,
            "damaged_corrections": self.damaged_corrections,
            "corrected": self.corrected,
            "incomplete": self.incomplete,
            "newer": self.newer,
            "other_results": self.other_results,
            "damaged_tournaments": self.damaged_tournaments,
            "gaps": self.gaps,
            "unreadable": self.unreadable,
        }


def verify(store: Reader) -> Findings:
    """Look at everything and change nothing."""
    findings = Findings()
    with store.reading() as sql:
        stored = _stored(sql)
        known = epochs(sql)
        findings.damaged_corrections = facts.damaged(sql)
        standing = facts.standing(sql)
        findings.other_results, findings.damaged_tournaments = checked(sql)
        for epoch in known:
            differences = _matches(epoch, _records(sql, epoch, findings), stored, standing, findings)
            if epoch.underived_from is not None:
                continue  # records have come since: whoever reads computes them
            if not differences and stored is not None and kept.is_damaged(sql, epoch):
                which = f"of board {epoch.board}, epoch {epoch.number}"
                differences = [_difference(which, "check", "damaged", "sound")]
            findings.differences += differences
        for match_id, row in (stored or {}).items():
            findings.differences.append(_difference(str(match_id), "match", kept.object_of(row), None))
    for one in store.conflicts():
        key: RecordKey = {"board": one.board, "epoch": one.epoch, "seq": one.seq}
        findings.conflicts.append({**key, "kept": one.kept.hex(), "other": one.other.hex()})
    return findings


def _matches(
    epoch: Epoch, sound: list[Run], stored: "_Stored | None", standing: Container[str], findings: Findings
) -> list[Difference]:
    """Computes the epoch's matches and notes those without a score and those of which something else is `standing`;
    where they differ from the stored ones, which are taken out of there."""
    differences: list[Difference] = []
    for match in derive.matches(epoch.board, epoch.number, sound, epoch.next, epoch.over):
        findings.matches += 1
        if is_newer(match):
            findings.newer.append(match["match"])
        elif match["status"] == "incomplete":
            findings.incomplete.append(match["match"])
        if match["match"] in standing:
            findings.corrected.append(match["match"])
        if stored is not None:
            differences += _differences(stored.pop(match["match"], None), match)
    return differences


_Stored = dict[Any, kept.Values]


def _stored(sql: Sql) -> _Stored | None:
    """The rows of the matches by id; None where the store is of an older shape, whose matches are computed anew."""
    if not sql.has("matches"):
        return None
    return {row[0]: row for row in sql.rows(f"{kept.SELECT} ORDER BY id")}


def _records(sql: Sql, epoch: Epoch, findings: Findings) -> list[Run]:
    """The epoch's sound records; notes those that are not, and those that are not there."""
    held = list(rows_of(sql, epoch.board, epoch.number, 0))
    sound = list(check.sound(epoch.number, held))
    findings.records += len(held)
    if len(held) > sum(len(data) // record.SIZE for _, data in sound):
        good = {seq for run in sound for seq, _ in singles(run)}
        bad = [seq for seq, _ in held if seq not in good]
        findings.damaged += [{"board": epoch.board, "epoch": epoch.number, "seq": seq} for seq in bad]
    missing = Spans([(0, epoch.next)]).without(Spans.of_numbers(seq for seq, _ in held))
    gaps = missing.without(check.fallen(sound))
    findings.gaps += _gaps(epoch, gaps)
    findings.unreadable += _gaps(epoch, missing.without(gaps))
    return sound


def _gaps(epoch: Epoch, spans: Spans) -> list[Gap]:
    return [{"board": epoch.board, "epoch": epoch.number, "first": low, "end": end} for low, end in spans]


def _difference(match: str, key: str, stored: Any, derived: Any) -> Difference:
    told = repr(stored) if isinstance(stored, bytes) else stored  # where a disk has changed the type
    return {"match": match, "key": key, "stored": told, "derived": derived}


def _differences(row: kept.Values | None, derived: KeptMatch) -> list[Difference]:
    match = derived["match"]
    found: dict[str, Any] = {**derived}
    if row is None:
        return [_difference(match, "match", None, found)]
    told = kept.readable(row)
    if told is None:
        return [_difference(match, "result", "damaged", found)]
    pairs = [(key, told.get(key), found.get(key)) for key in sorted({*told, *found})]
    pairs += [(f"{key} (column)", row[kept.COLUMNS.index(key)], found[key]) for key in kept.OF_THE_OBJECT]
    return [_difference(match, key, stored, derived) for key, stored, derived in pairs if stored != derived]
