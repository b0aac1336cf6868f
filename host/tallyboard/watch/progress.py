"""How far a match is: `round 3 of 8`, `12 to go`, `Ann wins`."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tallyboard.shapes import LiveScore, ResultObject
from tallyboard.terminal.cells import cut, width
from tallyboard.text import match_words

_LENGTHS = ("rounds", "best_of", "games")  # options that say after how many rounds a match ends at the latest


def recorded(match: ResultObject) -> LiveScore | None:
    """The score that is stored, as a board would tell it; None of a match that is neither being played nor finished."""
    if match.get("newer") or match["status"] not in ("playing", "finished"):
        return None
    sides, current = match["sides"], match["current"]
    latest = current or match["rounds"][-1]
    shootouts = sum(entry["kind"] == "shootout" for entry in match["rounds"])
    return {
        "game": match["game"],
        "finished": current is None,
        "review": current is not None and current["review"],
        "first": sides.index(latest["first"]),
        "shootout": shootouts + 1 if current and current["kind"] == "shootout" else 0,
        "closed": len(match["rounds"]),
        "totals": [match["totals"][side] for side in sides],
        "raw": [latest["raw"][side] for side in sides],
    }


def same(live: LiveScore, match: ResultObject) -> bool:
    """Whether the stored match can be the one that the board tells of: a board may be ahead of the store by one."""
    if (match["game"], len(match["sides"])) != (live["game"], len(live["totals"])) or match["status"] == "abandoned":
        return False
    return live["finished"] or match["status"] != "finished"


class Stage(NamedTuple):
    """How far a match is, for whoever puts it into words.

    `kind`: `to go`: so many points (`number`) to the target; `round`: the one that is on, of so many (`of`), 0 where
    that is open; `shootout`: which one; `won`: by those of `winners` (letters of sides), all of them where it is a
    draw; `finished`: nobody knows by whom.
    """

    kind: Literal["to go", "round", "shootout", "won", "finished"]
    number: int = 0
    of: int = 0
    review: bool = False
    winners: Sequence[str] = ()


def stage(live: LiveScore, match: ResultObject | None) -> Stage:
    """How far the match is; `match`: the same one, where it is known."""
    if live["finished"]:
        winners = [] if match is None else match["winners"]
        return Stage("won", winners=winners) if winners else Stage("finished")
    review = live["review"]
    if live["shootout"]:
        return Stage("shootout", live["shootout"], review=review)
    options = match["options"] if match is not None else {}
    target = options.get("target")
    to_go = target - max(live["totals"]) if isinstance(target, int) else 0
    if to_go > 0:
        return Stage("to go", to_go, review=review)
    length = next((options[name] for name in _LENGTHS if name in options), 0)
    return Stage("round", live["closed"] + 1, length if isinstance(length, int) else 0, review)


def progress(live: LiveScore, match: ResultObject | None, room: int | None = None) -> str:
    """`round 3`, `round 3 of 8`, `12 to go`, `game 8 of 8, review`, `shootout 1`, `Ann wins`, `finished`.

    `match`: the same one, where it is known. `room`: cells that there are, where that is not enough it is said shorter.
    """
    at = stage(live, match)
    if at.kind == "finished":
        return "finished"
    if at.kind == "won" and match is not None:
        return _won(match, room)
    words = _at(at, live)
    if not at.review:
        return words
    return _longest([f"{words}, review", f"{_round(live)}, review", "review"], room)


def _at(at: Stage, live: LiveScore) -> str:
    if at.kind == "shootout":
        return f"shootout {at.number}"
    if at.kind == "to go":
        return f"{at.number} to go"
    return f"{_round(live)} of {at.of}" if at.of else _round(live)


def _round(live: LiveScore) -> str:
    return f"{match_words.game_word(live['game'])} {live['closed'] + 1}"


def _won(match: ResultObject, room: int | None) -> str:
    winners = match["winners"]
    names = [match_words.side_name(match, side) for side in winners]
    if len(names) == 1:
        return f"{names[0] if room is None else cut(names[0], room - len(' wins'))} wins"
    if len(names) == len(match["sides"]):
        return "draw"
    return _longest([f"{' and '.join(names)} draw", f"{' and '.join(winners)} draw"], room)


def _longest(texts: Sequence[str], room: int | None) -> str:
    """The first that fits, else the last."""
    return next((text for text in texts if room is None or width(text) <= room), texts[-1])
