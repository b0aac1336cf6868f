"""Match objects as people read them."""

from collections.abc import Mapping
from typing import Any

from shared_rules import games

_ROUND_WORDS = {"R": "round", "G": "game", "M": "manche"}
_COUNT_WORDS = ("board", "dead", "dames", "penalty")  # counted, with the word behind the number


def game_word(game: str) -> str:
    """What the players of this game call a round."""
    return _ROUND_WORDS[games.by_id(game).ROUND]


def side_name(match: Mapping[str, Any], side: str) -> str:
    """The side's name, or its letter where it has none."""
    return match["names"].get(side) or side


def sides(match: Mapping[str, Any]) -> str:
    """`Ann : Bob`."""
    return " : ".join(side_name(match, side) for side in match["sides"])


def points(values: Mapping[str, int], order: list[str]) -> str:
    """`105 : 40`, in this order of the sides; empty where there are no points to show."""
    return " : ".join(str(values[side]) for side in order if side in values)


def outcome(match: Mapping[str, Any]) -> str:
    """The result in one line: `Ann wins 105 : 40`, `draw 60 : 60`, `A leads 35 : 20`."""
    totals, winners, order = match["totals"], match["winners"], list(match["sides"])
    if match["status"] == "incomplete":
        return "incomplete: records are missing, so there is no score"
    if len(winners) == 1:
        how = ""
        if match["game"] == "pichenotte-southwest" and match["rounds"][-1]["kind"] == "shootout":
            how = " in the shootout"
        return f"{side_name(match, winners[0])} wins {points(totals, _ahead(order, winners))}{how}"
    if winners:
        between = " and ".join(side_name(match, side) for side in winners)
        return f"draw between {between}, {points(totals, _ahead(order, winners))}"
    best = max(totals.values())
    leaders = [side for side in order if totals[side] == best]
    if len(leaders) == len(order):
        line = f"level {points(totals, order)}"
    elif len(leaders) == 1:
        line = f"{side_name(match, leaders[0])} leads {points(totals, _ahead(order, leaders))}"
    else:
        line = " and ".join(side_name(match, s) for s in leaders) + f" lead {points(totals, _ahead(order, leaders))}"
    return f"abandoned, {line}" if match["status"] == "abandoned" else line


def standing(match: Mapping[str, Any]) -> str:
    """Who won in a word or two: `finished, Ann wins`, `finished, draw`; else the status."""
    winners = match["winners"]
    if not winners:
        return str(match["status"])
    return "finished, " + (f"{side_name(match, winners[0])} wins" if len(winners) == 1 else "draw")


def counted(n: int, one: str, many: str) -> str:
    """`1 record`, `2 records`."""
    return f"{n} {one if n == 1 else many}"


def _ahead(order: list[str], first: list[str]) -> list[str]:
    return [*first, *(side for side in order if side not in first)]


def counts(tally: Mapping[str, int]) -> str:
    """What a side has in a round: `2x20, 1x15`; `1 board, 2 dead`; `12 dames, counters 15`."""
    parts = []
    for name, n in tally.items():
        if name in _COUNT_WORDS:
            parts.append(f"{n} {name}")
        elif name == "counters":
            parts.append(f"counters {n}")
        elif name == "forfeit":
            parts.append("forfeit")
        else:
            parts.append(f"{n}x{name}")
    return ", ".join(parts)


def board_time(ms: int | None) -> str:
    """Milliseconds since the board's power-on as m:ss.mmm; `?` where it is not known."""
    if ms is None:
        return "?"
    return f"{ms // 60_000}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def short_id(match: Mapping[str, Any]) -> str:
    """As much of the id as a list shows; `show` takes it."""
    return str(match["match"])[:8]
