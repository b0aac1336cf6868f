"""How far a match is: `round 3 of 8`, `12 to go`, `Ann wins`."""

from collections.abc import Sequence

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


def progress(live: LiveScore, match: ResultObject | None, room: int | None = None) -> str:
    """`round 3`, `round 3 of 8`, `12 to go`, `game 8 of 8, review`, `shootout 1`, `Ann wins`, `finished`.

    `match`: the same one, where it is known. `room`: cells that there are, where that is not enough it is said shorter.
    """
    if live["finished"]:
        return _won(match, room) if match is not None and match["winners"] else "finished"
    at = _at(live, match)
    if not live["review"]:
        return at
    return _longest([f"{at}, review", f"{_round(live)}, review", "review"], room)


def _at(live: LiveScore, match: ResultObject | None) -> str:
    if live["shootout"]:
        return f"shootout {live['shootout']}"
    options = match["options"] if match is not None else {}
    target = options.get("target")
    to_go = target - max(live["totals"]) if isinstance(target, int) else 0
    if to_go > 0:
        return f"{to_go} to go"
    length = next((options[name] for name in _LENGTHS if name in options), None)
    return _round(live) if length is None else f"{_round(live)} of {length}"


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
