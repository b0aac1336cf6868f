"""The rounds of a match for people, and its result."""

from collections.abc import Mapping
from typing import Any

from tallyboard.terminal.tables import Column, Table, say
from tallyboard.text import wording

_COLUMNS = (
    Column("First", least=4),
    Column("Side", least=4),
    Column("Counted", least=8, wraps=True),
    Column("Raw", right=True),
    Column("Awarded", right=True),
    Column("Total", right=True),
)
_SPARED = ("First", "Raw", "Awarded", "Counted")


def print_match(match: Mapping[str, Any]) -> None:
    """The rounds of a match, a line for each side, then the result and the twenties."""
    rounds = [*match["rounds"], *([match["current"]] if match["current"] else [])]
    _table(match, rounds).print()
    say(wording.outcome(match))
    if any(match["twenties"].values()):
        each = ", ".join(f"{wording.side_name(match, side)} {n}" for side, n in match["twenties"].items())
        say(f"twenties: {each}")


def _table(match: Mapping[str, Any], rounds: list[dict[str, Any]]) -> Table:
    made = Table((Column(wording.game_word(match["game"]).capitalize(), right=True), *_COLUMNS), _SPARED)
    played = shootouts = 0
    for entry in rounds:
        if entry["kind"] == "shootout":
            shootouts += 1
            label = f"shootout {shootouts}"
        else:
            played += 1
            label = str(played)
        closed = "awarded" in entry
        for side in match["sides"]:
            lead = side == match["sides"][0]
            made.add(
                label if lead else "",
                _first(match, entry) if lead else "",
                wording.side_name(match, side),
                wording.counts(match["game"], entry["counts"][side]),
                str(entry["raw"][side]),
                f"{entry['awarded'][side]:+d}" if closed else "",
                str(entry["totals"][side] if closed else match["totals"][side]),
            )
        if not closed:
            made.add("", "", "", _state(match, entry), "", "", "")
    return made


def _first(match: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    name = wording.side_name(match, entry["first"])
    return f"{name} ({entry['seat']})" if entry["seat"] else name


def _state(match: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    """What the open round waits for."""
    if entry["review"]:
        agreed = [wording.side_name(match, side) for side in entry["agreed"]]
        return "under review" + (f", {' and '.join(agreed)} agreed" if agreed else "")
    parts = ["being played"]
    if entry["turn"]:
        parts.append(f"turn of {wording.side_name(match, entry['turn'])}")
    if entry["pending"]:
        parts.append("pending " + ", ".join(str(value) for value in entry["pending"]))
    return ", ".join(parts)
