"""Output for people: rich on a terminal, plain columns elsewhere. Nothing in a name is taken for markup."""

import sys
from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from tallyboard import text

_PIPE_WIDTH = 200  # columns where nobody's terminal sets a width, so that no line is folded


def console(stderr: bool = False) -> Console:
    """The console for standard output, or for what goes beside it."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)


def table(out: Console, columns: str) -> Table:
    """An empty table; a column name that ends in `>` is right-aligned."""
    made = Table(box=box.SIMPLE_HEAD if out.is_terminal else None, header_style="bold" if out.is_terminal else "")
    made.pad_edge = out.is_terminal
    for name in columns.split("|"):
        made.add_column(name.strip(" >"), justify="right" if name.endswith(">") else "left", overflow="fold")
    return made


def print_match(out: Console, match: Mapping[str, Any]) -> None:
    """The rounds of a match, a line for each side, then the result and the twenties."""
    rounds = [*match["rounds"], *([match["current"]] if match["current"] else [])]
    if rounds:
        out.print(_rounds(out, match, rounds))
    out.print(text.outcome(match))
    if any(match["twenties"].values()):
        each = ", ".join(f"{text.side_name(match, side)} {n}" for side, n in match["twenties"].items())
        out.print(f"twenties: {each}")


def _rounds(out: Console, match: Mapping[str, Any], rounds: list[dict[str, Any]]) -> Table:
    word = text.game_word(match["game"])
    made = table(out, f"{word.capitalize()}>|First|Side|Counted|Raw>|Awarded>|Total>")
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
            made.add_row(
                label if lead else "",
                _first(match, entry) if lead else "",
                text.side_name(match, side),
                text.counts(entry["counts"][side]),
                str(entry["raw"][side]),
                f"{entry['awarded'][side]:+d}" if closed else "",
                str(entry["totals"][side] if closed else match["totals"][side]),
            )
        if not closed:
            made.add_row("", "", "", _state(match, entry), "", "", "")
        made.add_section()
    return made


def _first(match: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    name = text.side_name(match, entry["first"])
    return f"{name} ({entry['seat']})" if entry["seat"] else name


def _state(match: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    """What the open round waits for."""
    if entry["review"]:
        agreed = [text.side_name(match, side) for side in entry["agreed"]]
        return "under review" + (f", {' and '.join(agreed)} agreed" if agreed else "")
    parts = ["being played"]
    if entry["turn"]:
        parts.append(f"turn of {text.side_name(match, entry['turn'])}")
    if entry["pending"]:
        parts.append("pending " + ", ".join(str(value) for value in entry["pending"]))
    return ", ".join(parts)
