"""Match objects in words that people read."""

import re
from collections.abc import Mapping

from shared_rules.games import catalogue, options
from shared_rules.games.options import OptionError
from tallyboard.errors import UPDATE
from tallyboard.shapes import MatchObject, RecordedMatch, ResultObject
from tallyboard.text.language import Language, _, here, later
from tallyboard.text.printable import printable


def game_word(game: str) -> str:
    """What the players of this game call a round, as programs know it."""
    try:
        return catalogue.by_id(game).ROUND
    except OptionError:  # a game of a newer version
        return "round"


def side_name(match: ResultObject, side: str) -> str:
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


def outcome(match: ResultObject) -> str:
    """The result in one line: `Ann wins 105 : 40`, `draw between Ann and Bob, 60 : 60`, `A leads 35 : 20`,
    `tied 35 : 35`, `no points yet`; with `abandoned, ` before it where the match was given up."""
    totals, winners, order = match["totals"], match["winners"], list(match["sides"])
    if match.get("newer"):
        return _("of a newer Tallyboard, which knows the game: %(step)s", step=_(UPDATE))
    if match["status"] == "incomplete":
        return _("incomplete: records are missing, so there is no score")
    if match["status"] == "aside":
        return _("set aside, no result")
    if len(winners) == 1:
        is_shootout = match["rounds"] and match["rounds"][-1]["kind"] == "shootout"
        said = later("%(name)s wins %(points)s in the shootout") if is_shootout else later("%(name)s wins %(points)s")
        return _(said, name=side_name(match, winners[0]), points=points(totals, _ahead(order, winners)))
    if winners:
        said = later("draw between %(names)s, %(points)s")
        return _(said, names=_sides(match, winners), points=points(totals, _ahead(order, winners)))
    best = max(totals.values())
    leaders = [side for side in order if totals[side] == best]
    is_abandoned = match["status"] == "abandoned"
    if not any(totals.values()):
        return _("abandoned, no points") if is_abandoned else _("no points yet")
    scores = points(totals, _ahead(order, leaders))
    if len(leaders) == len(order):
        said = later("tied %(points)s")
    else:
        said = later("%(names)s leads %(points)s") if len(leaders) == 1 else later("%(names)s lead %(points)s")
    told = _(said, names=_sides(match, leaders), points=scores)
    return _("abandoned, %(outcome)s", outcome=told) if is_abandoned else told


def _sides(match: ResultObject, sides: list[str]) -> str:
    """`Ann and Bob`; of three all with `and` between."""
    return _(" and ").join(side_name(match, side) for side in sides)


def result_line(match: ResultObject) -> str:
    """The result in one line with the twenties: `Ann wins 8 : 4, twenties Ann 5, Bob 2`."""
    each = twenties(match)
    return _("%(outcome)s, twenties %(each)s", outcome=outcome(match), each=each) if each else outcome(match)


def twenties(match: ResultObject) -> str:
    """`Ann 5, Bob 2`; empty where there are none."""
    if not any(match["twenties"].values()):
        return ""
    return ", ".join(f"{side_name(match, side)} {n}" for side, n in match["twenties"].items())


def standing(match: ResultObject) -> str:
    """Who won in a word or two: `finished, Ann wins`, `finished, draw`; else the status."""
    winners = match["winners"]
    if match.get("newer"):
        return _("of a newer Tallyboard")
    if match["status"] == "aside":
        return _("set aside")
    if not winners:
        return _(STATUS[match["status"]])
    if len(winners) > 1:
        return _("finished, draw")
    return _("finished, %(name)s wins", name=side_name(match, winners[0]))


STATUS = {
    "playing": later("playing"),
    "finished": later("finished"),
    "abandoned": later("abandoned"),
    "incomplete": later("incomplete"),
    "aside": later("set aside"),
}


def marks(match: MatchObject) -> list[str]:
    """What a list says of a match besides its result: `ALARM`, `corrected`."""
    correction = match["correction"]
    is_corrected = correction is not None and correction["kind"] != "aside"  # of that one its status tells
    return [*([_("ALARM")] if "conflicts" in match else []), *([_("corrected")] if is_corrected else [])]


def _ahead(order: list[str], first: list[str]) -> list[str]:
    return [*first, *(side for side in order if side not in first)]


def counts(game: str, tally: Mapping[str, int], language: Language | None = None) -> str:
    """What a side has in a round of this game: `2x20, 1x15`; `1 board, 2 dead`; `12 dames, counters 15`. In this
    language, else in the terminal's."""
    own = dict(getattr(catalogue.by_id(game), "SAYS", ()))
    return ", ".join(_count(language or here(), own.get(name), name, n) for name, n in tally.items())


def _count(says: Language, own: str | None, name: str, n: int) -> str:
    """A slot with what is counted in it; `own`: how its game puts that, with or without a place for the number."""
    if name.isdigit():
        return f"{n}x{name}"
    if name in _COUNTED:
        return says(_COUNTED[name], count=n)
    if own is not None:
        return own % n if "%" in own else own
    return f"{n} {name}"


# What is counted by a word; of another game as its SAYS puts it.
_COUNTED = {
    "dames": later("%(count)s dames"),
    "counters": later("counters %(count)s"),
    "board": later("%(count)s board"),
    "dead": later("%(count)s dead"),
    "penalty": later("%(count)s penalty"),
    "forfeit": later("forfeit"),
}


def short_id(match: RecordedMatch) -> str:
    """As much of the id as a list shows; `show` takes it."""
    return match["match"][:8]


_NOTES = {
    r"not counted": later("not counted"),
    r"awarded (?P<points>.*)": later("awarded %(points)s"),
    r"cancels": later("cancels"),
    r"bust": later("bust"),
    r"records? (?P<numbers>.*) (?:is|are) missing": later("missing records: %(numbers)s"),
    r"power on": later("power on"),
    r"power on, after safe mode .*": later("power on, after safe mode"),
    r"the firmware hung and was restarted.*": later("the box hung and was restarted"),
    r"the firmware was started anew.*": later("the box was started anew"),
    r"the firmware met an error: (?P<error>.*)": later("the box met an error: %(error)s"),
    r"the next match was no longer assigned": later("the next match was no longer assigned"),
    r"the next match was assigned: (?P<names>.*)": later("the next match was assigned: %(names)s"),
    r"the board found a damaged record and went on from before record (?P<number>\d+)": later(
        "the box found a damaged record, and went on from before record %(number)s"
    ),
    r"another match was started": later("another match was started"),
    r"(?P<side>[ABC]) is first": later("%(side)s is first"),
    r"back to this match": later("back to this match"),
    r"not counted: back to the match before": later("not counted: back to the match before"),
}


def noted(note: str) -> tuple[str, dict[str, str]]:
    """The sentence and its values of what a journal notes at a press or between two; "" for a newer firmware's."""
    for pattern, said in _NOTES.items():
        if found := re.fullmatch(pattern, note, re.DOTALL):
            return said, {name: value.replace(" to ", "\u2013") for name, value in found.groupdict().items()}
    return "", {}


def note_words(_: Language, note: str) -> str:
    """The same in this language; in English as the journal has it."""
    said, values = ("", {}) if _.code == "en" else noted(note)
    return _(said, **values) if said else note
