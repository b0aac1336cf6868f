"""Checking the store against itself: every record's check, and every match computed anew from the records."""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from shared_rules import record
from tallyboard.runs import singles
from tallyboard.spans import Spans
from tallyboard.store import derive
from tallyboard.store.models import Conflict, Match, Record
from tallyboard.store.refresh import epochs
from tallyboard.store.rows import rows_of
from tallyboard.store.store import Store


@dataclass
class Findings:
    """What a verification saw. `differences`: match, key, what is stored, what the records give (None: no match).

    `gaps`: board, epoch, first, end: records from `first` up to, not with, `end` that the board had and never came.
    `unreadable`: the same of places that the board itself found torn or damaged, and went on without.
    """

    records: int = 0
    matches: int = 0
    damaged: list[dict[str, Any]] = field(default_factory=list)
    conflicts: list[dict[str, Any]] = field(default_factory=list)
    differences: list[dict[str, Any]] = field(default_factory=list)
    incomplete: list[str] = field(default_factory=list)
    gaps: list[dict[str, Any]] = field(default_factory=list)
    unreadable: list[dict[str, Any]] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong; a match that is merely incomplete is not wrong."""
        return not (self.damaged or self.conflicts or self.differences)


def verify(store: Store) -> Findings:
    """Look at everything and change nothing."""
    findings = Findings()
    with store.session() as session:
        stored = {row.id: row for row in session.scalars(select(Match).order_by(Match.id))}
        for place in epochs(session.connection()):
            held = list(rows_of(session.connection(), place.board, place.epoch, 0))
            sound = list(derive.sound(place.epoch, held))
            findings.records += len(held)
            if len(held) > sum(len(data) // record.SIZE for _, data in sound):
                good = {seq for run in sound for seq, _ in singles(run)}
                key = {"board": place.board, "epoch": place.epoch}
                findings.damaged += [{**key, "seq": seq} for seq, _ in held if seq not in good]
            there = Spans.of_numbers(seq for seq, _ in held)
            missing = Spans([(0, place.next)]).without(there)
            gaps = missing.without(derive.fallen(sound))
            for found_in, kept in ((gaps, findings.gaps), (missing.without(gaps), findings.unreadable)):
                kept += [
                    {"board": place.board, "epoch": place.epoch, "first": low, "end": end} for low, end in found_in
                ]
            for found in derive.matches(place.board, place.epoch, sound, place.next, place.over):
                findings.matches += 1
                if found["status"] == "incomplete":
                    findings.incomplete.append(found["match"])
                findings.differences += _differences(stored.pop(found["match"], None), found)
        for left in stored.values():
            findings.differences.append(_difference(left.id, "match", left.result, None))
        for other in session.scalars(select(Conflict).order_by(Conflict.id)):
            findings.conflicts.append(_conflict(session.get(Record, (other.board, other.epoch, other.seq)), other))
    return findings


def _difference(match: str, key: str, stored: Any, derived: Any) -> dict[str, Any]:
    return {"match": match, "key": key, "stored": stored, "derived": derived}


def _differences(row: Match | None, found: dict[str, Any]) -> list[dict[str, Any]]:
    match = found["match"]
    if row is None:
        return [_difference(match, "match", None, found)]
    told = row.result if isinstance(row.result, dict) else {}
    pairs = [(key, told.get(key), found.get(key)) for key in sorted({*told, *found})]
    columns = ("board", "epoch", "first_seq", "last_seq", "status")
    pairs += [(f"{key} (column)", getattr(row, key), found[key]) for key in columns]
    return [_difference(match, key, stored, derived) for key, stored, derived in pairs if stored != derived]


def _conflict(kept: Record | None, other: Conflict) -> dict[str, Any]:
    data = (kept.data if kept else b"")[: record.SIZE]
    return {
        "board": other.board,
        "epoch": other.epoch,
        "seq": other.seq,
        "kept": data.hex(),
        "other": other.data.hex(),
    }
