"""Crokinole Match Notation 1.0, the interchange draft of the Crokinole Open Data Alliance: results, not presses.

https://github.com/Crokinole-Open-Data-Alliance/cmn. A *game* there is one round of play: a round of the crokinole
family, a game of Southwest pichenotte. Applications may add fields of their own; here these are `awarded` and
`shootout` of a game, `rules`, `correction` and `conflicts` of a match, and `phase`, `group`, `table`, `match` and
`game` of an event.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from importlib.metadata import version
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from shared_rules.games import catalogue
from shared_rules.games.options import OptionError
from tallyboard.errors import TallyboardError, later, nlater
from tallyboard.export import GameOf
from tallyboard.export.output import document_text, written_with
from tallyboard.shapes import ClosedRound, InTournament, MatchObject
from tallyboard.text.board_names import partners
from tallyboard.text.match_words import options_line, short_id
from tallyboard.text.near_names import same


def _cmn(game: str) -> tuple[int, int | None] | None:
    """Of a game that has a form in the notation: what one of its points is worth there, and how many rounds every match
    has, None where its options say that or nothing does. It stands in the game's class as CMN."""
    try:
        form: tuple[int, int | None] | None = getattr(catalogue.by_id(game), "CMN", None)
    except OptionError:  # a game of a newer version
        return None
    return form


# Why a match has no form in the notation, in the order in which it is asked: the first that holds is told.
_AGAINST: tuple[tuple[str, Callable[[MatchObject], bool]], ...] = (
    (later("CMN is for crokinole and Southwest pichenotte"), lambda match: _cmn(match["game"]) is None),
    (later("CMN has two sides, not three"), lambda match: len(match["sides"]) != 2),
    # Neither is the truth: one team has two players, the other one.
    (
        later("CMN has singles and doubles, not two on one"),
        lambda match: match["options"].get("format") == "two-on-one",
    ),
    (later("set aside"), lambda match: match["status"] == "aside"),
    (later("corrected by a score without rounds"), lambda match: match["status"] == "finished" and not match["rounds"]),
    (later("records are missing"), lambda match: match["status"] == "incomplete"),
    (later("not finished"), lambda match: match["status"] != "finished"),
)

# The same of a result that stands by the desk's word alone: the notation has no match without its rounds.
BY_HAND: str = later("entered at the desk as a score, and CMN tells each round")

_COUNTS = ("rounds", "games")  # the options that say how many games are played, no fewer and no more

# Of a match in a tournament: `round` is a field of the notation, the others are of our own.
_OF_EVENT = ("round", "phase", "group", "table", "match", "game")

_IN_MEMORY = 100_000  # bytes of a document; a larger one waits on the disk until it is known to be good
_SHOWN = 5  # of many alike as many are told


class NoFormError(TallyboardError):
    """A match that was asked for cannot be said in the notation."""


def written(
    matches: Iterable[MatchObject],
    asked: int,
    event: str | None,
    game_of: GameOf,
    cids: Mapping[str, str] = {},
    place: Mapping[str, Any] = {},
) -> tuple[IO[str] | None, dict[str, int]]:
    """(the document as a temporary file of text, which is to be closed, reason to how many matches were left out for
    it); None when no match has a form.

    `asked`: how many matches were asked for, 0 for all there are. For one it is the single form, else a batch. `event`:
    its name; None: matches of tournaments have the tournament's. `cids`: the id of a player, by what is the same as the
    name; `place`: `venue` and `location` of the event, as far as they are known. Raises NoFormError where a match that
    was asked for has no form, TallyboardError where one has no date.
    """
    left_out: Counter[str] = Counter()
    fit = False
    undated: list[str] = []  # ids, as lists show them

    def forms() -> Iterator[dict[str, Any]]:
        nonlocal fit
        for match in matches:
            reason = next((reason for reason, holds in _AGAINST if holds(match)), None)
            if reason is not None and asked:
                raise NoFormError(
                    "Match %(match)s has no form in CMN: %(reason)s.",
                    "Leave it out, or take --format json, which has every match.",
                    match=short_id(match),
                    reason=reason,
                )
            if reason is not None:
                left_out[reason] += 1
                continue
            fit = True
            undated.extend([] if match["started"] else [short_id(match)])
            yield {"id": match["match"], "match": _form(match, cids), **_event(game_of(match), event, place)}

    with ExitStack() as stack:
        made = stack.enter_context(SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline=""))
        made.writelines(_pieces(forms(), asked, {**({"name": event} if event else {}), **place}))
        if undated:  # the notation wants a date; to leave one out for want of it would lose it unseen
            some = ", ".join(undated[:_SHOWN]) + (", …" if len(undated) > _SHOWN else "")
            raise TallyboardError(
                nlater(
                    "CMN needs a date, and %(num)s match has none: %(some)s.",
                    "CMN needs a date, and %(num)s matches have none: %(some)s.",
                    len(undated),
                    some=some,
                ),
                "Say with --date when they were played, as in --date 2026-11-21; known dates stay as they are.",
            )
        if fit:
            made.seek(0)
            stack.pop_all()
    return made if fit else None, left_out


def _pieces(forms: Iterator[dict[str, Any]], asked: int, event: Mapping[str, Any]) -> Iterable[str]:
    source = {"app": "tallyboard", "version": version("tallyboard")}
    if asked == 1:
        named = {"event": event} if event else {}
        return (document_text({"cmn": "1.0", **form, **named, **form, "source": source}) for form in forms)
    # A batch always says its event; all that one tells of it is optional.
    about = {"event": event, "source": source}
    return written_with({"cmn": "1.0", "batch": True, **about}, "matches", forms)


def _event(game: InTournament | None, name: str | None, place: Mapping[str, Any]) -> dict[str, Any]:
    """The `event` of a match in a tournament, which stands before that of the document; nothing for another match."""
    if game is None:
        return {}
    told: Mapping[str, Any] = game
    own = {key: told[key] for key in _OF_EVENT if told[key] is not None}
    return {"event": {"name": name or game["name"], "type": "tournament", **place, **own}}


def _form(match: MatchObject, cids: Mapping[str, str]) -> dict[str, Any]:
    """The `match` of a finished match."""
    length = _length(match)
    conflicts = match.get("conflicts")
    return {
        "date": match["started"],
        "format": match["options"].get("format", "singles"),
        "teams": [{"players": [_player(name, cids) for name in _players(match, side)]} for side in match["sides"]],
        **({"gameFormat": length} if length else {}),
        "games": [_game(match, entry) for entry in match["rounds"]],
        "winner": _winner(match),
        "rules": f"{match['game']} {options_line(match)}",
        **_correction(match),
        **({"conflicts": conflicts} if conflicts else {}),
    }


def _correction(match: MatchObject) -> dict[str, Any]:
    """By whom, when and why other rounds stand than its board recorded."""
    correction = match["correction"]
    if correction is None:
        return {}
    return {"correction": {"by": correction["by"], "reason": correction["reason"], "at": correction["at"]}}


def _player(name: str, cids: Mapping[str, str]) -> dict[str, str]:
    cid = cids.get(same(name))
    return {"name": name, "cid": cid} if cid else {"name": name}


def _players(match: MatchObject, side: str) -> list[str]:
    """The players' names. A team of doubles has two in CMN, but one text here: `Ann & Bob`.

    What does not come apart in two is told apart by seat, and without a name there is only the seat: A1, A2.
    """
    name = (match["names"].get(side) or "").strip()
    if match["options"].get("format") != "doubles":
        return [name or side]
    if two := partners(name):
        return two
    seats = [f"{side}{seat}" for seat in (1, 2)]
    return [f"{name} ({seat})" for seat in seats] if name else seats


def _length(match: MatchObject) -> dict[str, Any] | None:
    """`gameFormat`. None where the draft has no words for it.

    Its `first_to` counts two points for a game won and one for a tie. A target of ours counts what the discs bring, a
    best_of ends by games won whatever is tied, and a shootout comes on top of the games.
    """
    if match["rounds"][-1]["kind"] == "shootout":
        return None
    _, always = _cmn(match["game"]) or (1, None)
    if always is not None:
        return {"type": "fixed", "count": always}
    counts = (match["options"][option] for option in _COUNTS if option in match["options"])
    return next(({"type": "fixed", "count": count} for count in counts), None)


def _winner(match: MatchObject) -> int | None:
    winners = match["winners"]
    return match["sides"].index(winners[0]) if len(winners) == 1 else None


def _game(match: MatchObject, entry: ClosedRound) -> dict[str, Any]:
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
    worth, _ = _cmn(match["game"]) or (1, None)
    game = {
        "winner": None if awarded[0] == awarded[1] else awarded.index(max(awarded)),
        "hammer": first,
        "scores": [entry["raw"][side] * worth for side in sides],
        "twenties": twenties,
    }
    if any(counts[side].keys() & {"penalty", "forfeit"} for side in sides):
        game["awarded"] = awarded  # the raw scores alone would give the match another winner
    return game
