"""Crokinole Match Notation 1.0, the interchange draft of the Crokinole Open Data Alliance: results, not presses.

https://github.com/Crokinole-Open-Data-Alliance/cmn. A *game* there is one round of play: a round of the crokinole
family, a game of Southwest pichenotte. Applications may add fields of their own; here these are `awarded` and
`shootout` of a game.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.export.chosen import Chosen
from tallyboard.text import counted, short_id

_SHOOTOUT = "twenties-shootout"
_GAMES = (
    "crokinole-official",
    "crokinole-traditional",
    "crokinole-championship",
    _SHOOTOUT,
    "pichenotte-southwest",
)

# Why a match has no form in the notation, in the order in which it is asked: the first that holds is told.
_AGAINST: tuple[tuple[str, Callable[[Mapping[str, Any]], bool]], ...] = (
    ("CMN is for crokinole and Southwest pichenotte", lambda match: match["game"] not in _GAMES),
    ("CMN has two sides, not three", lambda match: len(match["sides"]) != 2),
    # Neither is the truth: one team has two players, the other one.
    ("CMN has singles and doubles, not two on one", lambda match: match["options"].get("format") == "two-on-one"),
    ("records are missing", lambda match: match["status"] == "incomplete"),
    ("not finished", lambda match: match["status"] != "finished"),
)

# Option to `gameFormat`: its type, and the key of its number. best_of is neither: with ties it is no number of games
# and no number of points, and the key may be left out.
_LENGTHS = {"rounds": ("fixed", "count"), "games": ("fixed", "count"), "target": ("first_to", "target")}

_AND = re.compile(r"\s*[&/+]\s*|\s+and\s+", re.IGNORECASE)


class NoFormError(TallyboardError):
    """A match that was asked for cannot be said in the notation."""


def document(matches: Sequence[Chosen], asked: int, event: str | None) -> tuple[dict[str, Any] | None, dict[str, int]]:
    """(the document, reason to how many matches were left out for it); None when no match has a form.

    `asked`: how many matches were asked for, 0 for all there are. For one it is the single form, else a batch. `event`:
    its name. Raises NoFormError where a match that was asked for has no form, TallyboardError where one has no date.
    """
    left_out: Counter[str] = Counter()
    fit = []
    for one in matches:
        reason = next((reason for reason, holds in _AGAINST if holds(one.match)), None)
        if reason is None:
            fit.append(one.match)
        elif asked:
            raise NoFormError(
                f"Match {short_id(one.match)} has no form in CMN: {reason}.",
                "Leave it out, or take --format json, which has every match.",
            )
        else:
            left_out[reason] += 1
    _check_dates(fit)
    if not fit:
        return None, left_out
    source = {"app": "tallyboard", "version": version("tallyboard")}
    forms = [{"id": match["match"], "match": _form(match)} for match in fit]
    if asked == 1:
        named = {"event": {"name": event}} if event else {}
        return {"cmn": "1.0", **forms[0], **named, "source": source}, left_out
    # A batch always says its event; all that one tells of it is optional.
    about = {"event": {"name": event} if event else {}, "source": source}
    return {"cmn": "1.0", "batch": True, **about, "matches": forms}, left_out


def _check_dates(matches: Sequence[Mapping[str, Any]]) -> None:
    """The notation wants a date; to leave a finished match out for want of one would lose it unseen."""
    undated = [short_id(match) for match in matches if not match["started"]]
    if undated:
        some = ", ".join(undated[:5]) + (", …" if len(undated) > 5 else "")
        raise TallyboardError(
            f"CMN wants a date, and {counted(len(undated), 'match has', 'matches have')} none: {some}.",
            "Say with --date when they were played, as in --date 2026-11-21; known dates stay as they are.",
        )


def _form(match: Mapping[str, Any]) -> dict[str, Any]:
    """The `match` of a finished match."""
    length = _length(match)
    return {
        "date": match["started"],
        "format": match["options"].get("format", "singles"),
        "teams": [{"players": [{"name": name} for name in _players(match, side)]} for side in match["sides"]],
        **({"gameFormat": length} if length else {}),
        "games": [_game(match, entry) for entry in match["rounds"]],
        "winner": _winner(match),
    }


def _players(match: Mapping[str, Any], side: str) -> list[str]:
    """The players' names. A team of doubles has two in CMN, but one text here: `Ann & Bob`.

    What does not come apart in two is told apart by seat, and without a name there is only the seat: A1, A2.
    """
    name = (match["names"].get(side) or "").strip()
    if match["options"].get("format") != "doubles":
        return [name or side]
    players = _AND.split(name)
    if len(players) == 2 and all(players):
        return players
    seats = [f"{side}{seat}" for seat in (1, 2)]
    return [f"{name} ({seat})" for seat in seats] if name else seats


def _length(match: Mapping[str, Any]) -> dict[str, Any] | None:
    """`gameFormat`. None where the draft has no words for it: best_of, and games that a shootout came on top of."""
    if match["game"] == _SHOOTOUT:
        return {"type": "fixed", "count": 1}
    if match["rounds"][-1]["kind"] == "shootout":
        return None
    for option, (kind, key) in _LENGTHS.items():
        if option in match["options"]:
            return {"type": kind, key: match["options"][option]}
    return None


def _winner(match: Mapping[str, Any]) -> int | None:
    winners = match["winners"]
    return match["sides"].index(winners[0]) if len(winners) == 1 else None


def _game(match: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    """One closed round. `hammer` in CMN is who shot first, whatever a game's own players call so."""
    sides, counts = match["sides"], entry["counts"]
    first = sides.index(entry["first"])
    # A side that forfeits has no twenties in the round: so they add up to those of the match.
    twenties = [0 if counts[side].get("forfeit") else counts[side].get("20", 0) for side in sides]
    if entry["kind"] == "shootout":
        # It is shot, it decides, and CMN has no other place for it: without it a level match would have a winner from
        # nowhere. It has no points, and one that is not the last was level (000, R-1 B).
        winner = _winner(match) if entry is match["rounds"][-1] else None
        return {"winner": winner, "hammer": first, "twenties": twenties, "shootout": True}
    awarded = [entry["awarded"][side] for side in sides]
    game = {
        "winner": None if awarded[0] == awarded[1] else awarded.index(max(awarded)),
        "hammer": first,
        "scores": [entry["raw"][side] for side in sides],
        "twenties": twenties,
    }
    if any(counts[side].keys() & {"penalty", "forfeit"} for side in sides):
        game["awarded"] = awarded  # the raw scores alone would give the match another winner
    return game
