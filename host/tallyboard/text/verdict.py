"""What a verification found, in words."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tallyboard.errors import UPDATE
from tallyboard.errors.store import FROM_THE_BOARDS
from tallyboard.shapes import Difference, Gap, OtherResult, VerifyObject
from tallyboard.text.language import _, later, ngettext


def verdict(findings: VerifyObject) -> list[str]:
    """A line for each thing that it found, then how much is sound, then what helps."""
    told: Mapping[str, Any] = findings
    lines = [said(one) for kind, said in _EACH.items() for one in told[kind]]
    said_of_all = later("%(records)s, %(matches)s: sound") if findings["sound"] else _NOT_SOUND
    records, matches = (ngettext("%(num)s record", "%(num)s records", findings["records"]), findings["matches"])
    lines.append(_(said_of_all, records=records, matches=ngettext("%(num)s match", "%(num)s matches", matches)))
    if findings["corrected"]:
        lines.append(
            ngettext(
                "%(num)s match stands otherwise by a correction, which `tallyboard show` tells.",
                "%(num)s matches stand otherwise by a correction, which `tallyboard show` tells.",
                len(findings["corrected"]),
            )
        )
    return lines + [_(said) for kind, said in _HELPS.items() if told[kind]]


_NOT_SOUND = later("%(records)s, %(matches)s: NOT sound")


def _difference(d: Difference) -> str:
    if d["key"] == "match":
        if d["derived"] is None:
            return _("match %(match)s: is stored, but the records give no such match", match=d["match"])
        return _("match %(match)s: is not stored", match=d["match"])
    has, gives = _brief(d["stored"]), _brief(d["derived"])
    said = later("match %(match)s, %(key)s: stored is %(has)s, the records give %(gives)s")
    return _(said, match=d["match"], key=d["key"], has=has, gives=gives)


def _other_result(r: OtherResult) -> str:
    has = _("no result of it") if r["entered"] is None else f"`{r['entered']}`"
    said = later("match %(match)s, tournament %(tournament)s: `%(recorded)s`; entered is %(has)s")
    return _(said, match=r["match"], tournament=r["tournament"], recorded=r["recorded"], has=has)


def _where(gap: Gap) -> str:
    first, last = gap["first"], gap["end"] - 1
    said = later("board %(board)s, epoch %(epoch)s: records %(first)s to %(last)s")
    if first == last:
        said = later("board %(board)s, epoch %(epoch)s: record %(first)s")
    return _(said, board=gap["board"], epoch=gap["epoch"], first=first, last=last)


def _brief(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 100 else text[:99] + "…"


# By the key of the object, in the order in which they are told: a line of one, then what helps against some.
_EACH: dict[str, Callable[[Any], str]] = {
    "damaged": lambda d: _(
        "board %(board)s, epoch %(epoch)s, record %(record)s: its check does not hold",
        board=d["board"],
        epoch=d["epoch"],
        record=d["seq"],
    ),
    "conflicts": lambda c: _(
        "board %(board)s, epoch %(epoch)s, record %(record)s: two histories, %(kept)s is stored and %(other)s came "
        "later",
        board=c["board"],
        epoch=c["epoch"],
        record=c["seq"],
        kept=c["kept"],
        other=c["other"],
    ),
    "differences": _difference,
    "damaged_corrections": lambda name: _("correction %(id)s: its check does not hold, so it does not count", id=name),
    "other_results": _other_result,
    "damaged_tournaments": lambda name: _("tournament %(id)s: something of it is damaged or missing", id=name),
    "newer": lambda match: _("match %(match)s: of a newer Tallyboard, which this one cannot compute", match=match),
    "incomplete": lambda match: _("match %(match)s: incomplete, records are missing", match=match),
    "gaps": lambda gap: _("%(where)s not here: sync, or another laptop has them", where=_where(gap)),
    "unreadable": lambda gap: _(
        "%(where)s torn by a power cut or damaged on the board, which went on without", where=_where(gap)
    ),
    "corrected": lambda match: _("match %(match)s: something else stands by a correction", match=match),
}
_HELPS = {
    "newer": UPDATE,
    "damaged": FROM_THE_BOARDS,
    "differences": later("The records are what counts: `tallyboard rebuild` computes the matches anew."),
    "other_results": later("`tallyboard sync`, or a hub, enters boards' results as they stand."),
    "damaged_tournaments": later(
        "`tallyboard rebuild` saves what stands of a tournament before the damage; then `tallyboard copy` from a "
        "backup brings the rest back."
    ),
    "damaged_corrections": later(
        "A copy of the database may have the damaged corrections whole: `tallyboard copy` takes them from there. "
        "`tallyboard rebuild` takes them out; then correct again."
    ),
}
