"""Match objects, sizes and times as people read them."""

import math
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from shared_rules.games import catalogue, options
from shared_rules.games.options import OptionError
from tallyboard.errors import UPDATE
from tallyboard.shapes import MatchObject, ResultObject
from tallyboard.text.printable import printable

# ---- matches


def game_word(game: str) -> str:
    """What the players of this game call a round."""
    try:
        return catalogue.by_id(game).ROUND
    except OptionError:  # a game of a newer version
        return "round"


def side_name(match: Mapping[str, Any], side: str) -> str:
    """The side's name, or its letter where it has none; printable."""
    return printable(match["names"].get(side) or side)


def options_line(match: ResultObject) -> str:
    """The options as they stand behind the game in a scoresheet's game line."""
    try:
        in_force = catalogue.in_order(match["game"], match["options"])
    except OptionError:  # a game of a newer version
        in_force = sorted(match["options"].items())
    return " ".join(f"{name}={options.to_text(tuple(v) if isinstance(v, list) else v)}" for name, v in in_force)


def points(values: Mapping[str, int], order: list[str]) -> str:
    """`105 : 40`, in this order of the sides; empty where there are no points to show."""
    return " : ".join(str(values[side]) for side in order if side in values)


def outcome(match: Mapping[str, Any]) -> str:
    """The result in one line: `Ann wins 105 : 40`, `draw between Ann and Bob, 60 : 60`, `A leads 35 : 20`,
    `tied 35 : 35`, `no points yet`; with `abandoned, ` before it where the match was given up."""
    totals, winners, order = match["totals"], match["winners"], list(match["sides"])
    if match.get("newer"):
        return f"of a newer Tallyboard, which knows the game: {UPDATE}"
    if match["status"] == "incomplete":
        return "incomplete: records are missing, so there is no score"
    if len(winners) == 1:
        how = ""
        if match["rounds"][-1]["kind"] == "shootout":
            how = " in the shootout"
        return f"{side_name(match, winners[0])} wins {points(totals, _ahead(order, winners))}{how}"
    if winners:
        between = " and ".join(side_name(match, side) for side in winners)
        return f"draw between {between}, {points(totals, _ahead(order, winners))}"
    best = max(totals.values())
    leaders = [side for side in order if totals[side] == best]
    if not any(totals.values()):
        return "abandoned, no points" if match["status"] == "abandoned" else "no points yet"
    if len(leaders) == len(order):
        line = f"tied {points(totals, order)}"
    elif len(leaders) == 1:
        line = f"{side_name(match, leaders[0])} leads {points(totals, _ahead(order, leaders))}"
    else:
        line = " and ".join(side_name(match, s) for s in leaders) + f" lead {points(totals, _ahead(order, leaders))}"
    return f"abandoned, {line}" if match["status"] == "abandoned" else line


def standing(match: MatchObject) -> str:
    """Who won in a word or two: `finished, Ann wins`, `finished, draw`; else the status."""
    winners = match["winners"]
    if match.get("newer"):
        return "of a newer Tallyboard"
    if not winners:
        return match["status"]
    return "finished, " + (f"{side_name(match, winners[0])} wins" if len(winners) == 1 else "draw")


def counted(n: int, one: str, many: str) -> str:
    """`1 record`, `2 records`."""
    return f"{n} {one if n == 1 else many}"


def natural(name: str) -> list[str | int]:
    """A key that sorts `Table 10` behind `Table 9`."""
    return [int(part) if place % 2 else part for place, part in enumerate(re.split(r"([0-9]+)", name))]


def _ahead(order: list[str], first: list[str]) -> list[str]:
    return [*first, *(side for side in order if side not in first)]


def counts(game: str, tally: Mapping[str, int]) -> str:
    """What a side has in a round of this game: `2x20, 1x15`; `1 board, 2 dead`; `12 dames, counters 15`."""
    says = dict(getattr(catalogue.by_id(game), "SAYS", ()))
    return ", ".join(_count(says.get(name), name, n) for name, n in tally.items())


def _count(says: str | None, name: str, n: int) -> str:
    """A slot with what is counted in it; `says`: how its game puts that, with or without a place for the number."""
    if says is not None:
        return says % n if "%" in says else says
    return f"{n}x{name}" if name.isdigit() else f"{n} {name}"


def board_time(ms: int | None) -> str:
    """Milliseconds since the board's power-on as m:ss.mmm; `?` where it is not known."""
    if ms is None:
        return "?"
    return f"{ms // 60_000}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def local_time(started: str | None) -> str:
    """`2026-11-21 17:05` in this laptop's time zone, of a moment in UTC as match objects have it; empty without one."""
    if started is None:
        return ""
    return f"{datetime.fromisoformat(started).astimezone():%Y-%m-%d %H:%M}"


def short_id(match: MatchObject) -> str:
    """As much of the id as a list shows; `show` takes it."""
    return match["match"][:8]


# ---- sizes and times


def size(count: float) -> str:
    """A number of bytes: `1 byte`, `850 bytes`, `12.3 kB`, `1.2 MB`; a kB is 1,000 bytes."""
    if round(count) < 1000:
        return counted(round(count), "byte", "bytes")
    for unit in ("kB", "MB"):
        count /= 1000
        if round(count, 1) < 1000:
            return f"{count:.1f} {unit}"
    return f"{count / 1000:.1f} GB"


def duration(seconds: float) -> str:
    """`850 ms`, `3.2 s`, `4 min`, `2 h 5 min`, `3 days`: as exact as matters to somebody who waits."""
    if round(seconds * 1000) < 1000:
        return f"{seconds * 1000:.0f} ms"
    if round(seconds, 1) < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes // (24 * 60)} days"


def age(seconds: float) -> str:
    """How long ago: `3 s ago`, `4 min ago`; what lies in the future, by a clock that was set, counts as now."""
    whole = max(0, round(seconds))
    return f"{whole} s ago" if whole < 60 else f"{duration(whole)} ago"


def rate(a_second: float, what: str) -> str:
    """`5,300 records/s`: two digits, for the next run gives others."""
    if a_second <= 0:
        return f"0 {what}/s"
    places = 1 - math.floor(math.log10(a_second))
    return f"{round(a_second, places):,.{max(0, places)}f} {what}/s"
