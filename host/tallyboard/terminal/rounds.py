"""The rounds of a match for people, and its result."""

from collections import Counter

from tallyboard.shapes import BySide, CurrentRound, ResultObject, Round
from tallyboard.terminal.tables import TextTable, say
from tallyboard.text import match_words
from tallyboard.text.game_words import round_word
from tallyboard.text.language import _, here, later


def print_match(match: ResultObject) -> None:
    """The rounds of a match, a line for each side, then the result and the twenties."""
    _table(match).print()
    print_result(match)


def print_result(match: ResultObject) -> None:
    """The result and the twenties."""
    say(match_words.outcome(match))
    each = match_words.twenties(match)
    if each:
        say(_("twenties: %(each)s", each=each))


def _table(match: ResultObject) -> TextTable:
    made = TextTable(
        f"{round_word(here(), match['game']).capitalize()}> | First:4 | Side:4 | Counted:8+ | Raw> | Awarded> | Total>",
        spared=("First", "Raw", "Awarded", "Counted"),
    )
    of_kind: Counter[str] = Counter()
    for closed in match["rounds"]:
        of_kind[closed["kind"]] += 1
        _add(made, match, closed, of_kind[closed["kind"]], closed["awarded"], closed["totals"])
    current = match["current"]
    if current is not None:
        _add(made, match, current, of_kind[current["kind"]] + 1, {}, match["totals"])
        made.add("", "", "", _state(match, current), "", "", "")
    return made


def _add(made: TextTable, match: ResultObject, entry: Round, number: int, awarded: BySide, totals: BySide) -> None:
    """A line for each side; `number`: of this round among those of its kind, `awarded`: empty while it is played."""
    label = str(number) if entry["kind"] == "round" else _(_KINDS[entry["kind"]], number=number)
    first = match_words.side_name(match, entry["first"]) + (f" ({entry['seat']})" if entry["seat"] else "")
    for side in match["sides"]:
        lead = side == match["sides"][0]
        made.add(
            label if lead else "",
            first if lead else "",
            match_words.side_name(match, side),
            match_words.counts(match["game"], entry["counts"][side]),
            str(entry["raw"][side]),
            f"{awarded[side]:+d}" if awarded else "",
            str(totals[side]),
        )


def _state(match: ResultObject, entry: CurrentRound) -> str:
    """What the open round waits for."""
    if entry["review"]:
        agreed = [match_words.side_name(match, side) for side in entry["agreed"]]
        if not agreed:
            return _("under review")
        return _("under review, %(names)s agreed", names=_(" and ").join(agreed))
    parts = [_("being played")]
    if entry["turn"]:
        parts.append(_("turn of %(name)s", name=match_words.side_name(match, entry["turn"])))
    if entry["pending"]:
        parts.append(_("pending %(values)s", values=", ".join(map(str, entry["pending"]))))
    return ", ".join(parts)


_KINDS = {"shootout": later("shootout %(number)s")}
