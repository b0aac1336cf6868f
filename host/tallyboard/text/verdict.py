"""What a verification found, in words."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tallyboard.errors import UPDATE
from tallyboard.errors.store import FROM_THE_BOARDS
from tallyboard.shapes import Difference, Gap, OtherResult, VerifyObject
from tallyboard.text.quantities import counted


def verdict(findings: VerifyObject) -> list[str]:
    """A line for each thing that it found, then how much is sound, then what helps."""
    told: Mapping[str, Any] = findings
    lines = [said(one) for kind, said in _EACH.items() for one in told[kind]]
    what = f"{counted(findings['records'], 'record', 'records')}, {counted(findings['matches'], 'match', 'matches')}"
    lines.append(f"{what}: {'sound' if findings['sound'] else 'NOT sound'}")
    if findings["corrected"]:
        corrected = counted(len(findings["corrected"]), "match stands", "matches stand")
        lines.append(f"{corrected} otherwise by a correction, which `tallyboard show` tells.")
    return lines + [said for kind, said in _HELPS.items() if told[kind]]


def _difference(d: Difference) -> str:
    if d["key"] == "match":
        what = "is stored, but the records give no such match" if d["derived"] is None else "is not stored"
        return f"match {d['match']}: {what}"
    has, gives = _brief(d["stored"]), _brief(d["derived"])
    return f"match {d['match']}, {d['key']}: stored is {has}, the records give {gives}"


def _other_result(r: OtherResult) -> str:
    has = "no result of it" if r["entered"] is None else f"`{r['entered']}`"
    return f"match {r['match']}, tournament {r['tournament']}: `{r['recorded']}`; entered is {has}"


def _where(gap: Gap) -> str:
    first, last = gap["first"], gap["end"] - 1
    which = f"record {first}" if first == last else f"records {first} to {last}"
    return f"board {gap['board']}, epoch {gap['epoch']}: {which}"


def _brief(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 100 else text[:99] + "…"


# By the key of the object, in the order in which they are told: a line of one, then what helps against some.
_EACH: dict[str, Callable[[Any], str]] = {
    "damaged": lambda d: f"board {d['board']}, epoch {d['epoch']}, record {d['seq']}: its check does not hold",
    "conflicts": lambda c: (
        f"board {c['board']}, epoch {c['epoch']}, record {c['seq']}: two histories, {c['kept']} is stored and "
        f"{c['other']} came later"
    ),
    "differences": _difference,
    "damaged_corrections": lambda name: f"correction {name}: its check does not hold, so it does not count",
    "other_results": _other_result,
    "damaged_tournaments": lambda name: f"tournament {name}: something of it is damaged or missing",
    "newer": lambda match: f"match {match}: of a newer Tallyboard, which this one cannot compute",
    "incomplete": lambda match: f"match {match}: incomplete, records are missing",
    "gaps": lambda gap: f"{_where(gap)} not here: sync, or another laptop has them",
    "unreadable": lambda gap: f"{_where(gap)} torn by a power cut or damaged on the board, which went on without",
    "corrected": lambda match: f"match {match}: something else stands by a correction",
}
_HELPS = {
    "newer": UPDATE,
    "damaged": FROM_THE_BOARDS,
    "differences": "The records are what counts: `tallyboard rebuild` computes the matches anew.",
    "other_results": "`tallyboard sync`, or a hub, enters boards' results as they stand.",
    "damaged_tournaments": "`tallyboard rebuild` saves what stands of a tournament before the damage; then `tallyboard "
    "copy` from a backup brings the rest back.",
    "damaged_corrections": "A copy of the database may have the damaged corrections whole: `tallyboard copy` takes "
    "them from there. `tallyboard rebuild` takes them out; then correct again.",
}
