"""What a verification found, in words."""

import json
from typing import Any

from tallyboard.errors import UPDATE
from tallyboard.errors.store import FROM_THE_BOARDS
from tallyboard.shapes import Gap, VerifyObject
from tallyboard.text.quantities import counted


def verdict(findings: VerifyObject) -> list[str]:
    """A line for each thing that it found, then how much is sound, then what helps."""
    lines = [
        f"board {d['board']}, epoch {d['epoch']}, record {d['seq']}: its check does not hold"
        for d in findings["damaged"]
    ]
    for c in findings["conflicts"]:
        lines.append(
            f"board {c['board']}, epoch {c['epoch']}, record {c['seq']}: two histories, "
            f"{c['kept']} is stored and {c['other']} came later"
        )
    for d in findings["differences"]:
        if d["key"] == "match":
            what = "is stored, but the records give no such match" if d["derived"] is None else "is not stored"
            lines.append(f"match {d['match']}: {what}")
        else:
            lines.append(
                f"match {d['match']}, {d['key']}: stored is {_brief(d['stored'])}, "
                f"the records give {_brief(d['derived'])}"
            )
    lines += [
        f"correction {name}: its check does not hold, so it does not count" for name in findings["damaged_corrections"]
    ]
    for r in findings["other_results"]:
        has = "no result of it" if r["entered"] is None else f"`{r['entered']}`"
        lines.append(f"match {r['match']}, tournament {r['tournament']}: `{r['recorded']}`; entered is {has}")
    lines += [f"tournament {name}: something of it is damaged or missing" for name in findings["damaged_tournaments"]]
    lines += [f"match {match}: of a newer Tallyboard, which this one cannot compute" for match in findings["newer"]]
    lines += [f"match {match}: incomplete, records are missing" for match in findings["incomplete"]]
    lines += [f"{_where(gap)} not here: sync, or another laptop has them" for gap in findings["gaps"]]
    lines += [
        f"{_where(gap)} torn by a power cut or damaged on the board, which went on without"
        for gap in findings["unreadable"]
    ]
    lines += [f"match {match}: something else stands by a correction" for match in findings["corrected"]]
    what = f"{counted(findings['records'], 'record', 'records')}, {counted(findings['matches'], 'match', 'matches')}"
    lines.append(f"{what}: {'sound' if findings['sound'] else 'NOT sound'}")
    if findings["corrected"]:
        corrected = counted(len(findings["corrected"]), "match stands", "matches stand")
        lines.append(f"{corrected} otherwise by a correction, which `tallyboard show` tells.")
    if findings["newer"]:
        lines.append(UPDATE)
    if findings["damaged"]:
        lines.append(FROM_THE_BOARDS)
    if findings["differences"]:
        lines.append("The records are what counts: `tallyboard rebuild` computes the matches anew.")
    if findings["other_results"]:
        lines.append("`tallyboard sync`, or a hub, enters boards' results as they stand.")
    if findings["damaged_tournaments"]:
        lines.append(
            "`tallyboard rebuild` saves what stands of a tournament before the damage; then `tallyboard copy` from a "
            "backup brings the rest back."
        )
    if findings["damaged_corrections"]:
        lines.append(
            "A copy of the database may have the damaged corrections whole: `tallyboard copy` takes them from there. "
            "`tallyboard rebuild` takes them out; then correct again."
        )
    return lines


def _where(gap: Gap) -> str:
    first, last = gap["first"], gap["end"] - 1
    which = f"record {first}" if first == last else f"records {first} to {last}"
    return f"board {gap['board']}, epoch {gap['epoch']}: {which}"


def _brief(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 100 else text[:99] + "…"
