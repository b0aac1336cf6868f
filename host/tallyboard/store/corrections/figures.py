"""What stands of a match by a correction, with what its board recorded beside it."""

from collections.abc import Mapping
from typing import Any, cast

from tallyboard.shapes import MatchObject, RecordedFigures, ResultObject, StandingCorrection
from tallyboard.store.corrections.facts import Correction
from tallyboard.store.corrections.score import ScoreError, read_score
from tallyboard.text.match_words import result_line

_FIGURES = tuple(RecordedFigures.__annotations__)  # of a match object what a correction can replace
_IN_WORDS = {"aside": "set aside", "drop": "taken back"}
_NOTHING: dict[str, Any] = {"winners": [], "totals": {}, "twenties": {}, "rounds": [], "current": None}


def corrected(match: MatchObject, correction: Correction) -> MatchObject:
    """The match object by this correction; `match`: as its board recorded it.

    A correction that only a newer tallyboard can read gives a match of that one, without a score.
    """
    try:
        figures = _standing(match, correction)
    except ValueError:  # SheetError, ScoreError
        figures = {**_NOTHING, "status": "incomplete", "newer": True}
    said = {
        "kind": correction.kind,
        "by": correction.given_by,
        "reason": correction.reason,
        "at": correction.at,
        "recorded": _figures(match),
    }
    return cast(MatchObject, {**_without_newer(match), **figures, "correction": said})


def as_recorded(match: MatchObject) -> MatchObject:
    """The match object as its board recorded it."""
    correction = match["correction"]
    return match if correction is None else cast(MatchObject, {**_without_newer(match), **correction["recorded"]})


def _without_newer(match: MatchObject) -> dict[str, Any]:
    """The match object without what says that this tallyboard cannot compute it."""
    return {key: value for key, value in match.items() if key != "newer"}


def is_aside(correction: StandingCorrection | None) -> bool:
    """Whether a match of this correction is set aside: then it is no result."""
    return correction is not None and correction["kind"] == "aside"


def said(match: MatchObject, correction: Correction) -> str:
    """What the correction says of the match, in a few words: `scoresheet, Ann wins 8 : 4`, `set aside`."""
    if correction.kind in _IN_WORDS:
        return _IN_WORDS[correction.kind]
    what = "scoresheet" if correction.kind == "sheet" else "result"
    return f"{what}, {result_line(corrected(as_recorded(match), correction))}"


def _figures(told: Mapping[str, Any]) -> dict[str, Any]:
    """Those that a correction can replace."""
    return {name: told[name] for name in _FIGURES if name in told}


def _standing(match: MatchObject, correction: Correction) -> dict[str, Any]:
    """What stands instead of what was recorded, by key."""
    if correction.kind == "sheet":
        return _of_sheet(match, _read(correction.content))
    if correction.kind == "result":
        score = read_score(correction.content, match["sides"])
        of_score = {"winners": score.winners, "totals": score.totals, "twenties": score.twenties or {}}
        return {**_NOTHING, "status": "finished", **of_score}
    if correction.kind == "aside":
        return {**_NOTHING, "status": "aside"}
    raise ScoreError(f"what a {correction.kind} is, only a newer tallyboard knows")


def _of_sheet(match: MatchObject, sheet: ResultObject) -> dict[str, Any]:
    """What stands by this sheet; names that it does not give stay those that are known."""
    names = {side: name or match["names"].get(side) for side, name in sheet["names"].items()}
    return {**_figures(sheet), "names": names}


def _read(sheet: str) -> ResultObject:
    from tallyboard.scoresheets import result_of  # only now: it imports the rules

    return result_of(sheet)
