"""Why one entrant stands above another, step by step, in sentences."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallyboard.text.tournament.names import listed
from tallyboard.text.tournament.reasons import COUNTS, figures_of

if TYPE_CHECKING:
    from tallyboard.desk.explaining import ChainStep


def sentences(steps: "Sequence[ChainStep]", both: Sequence[int], names: Sequence[str]) -> list[str]:
    """One for each item of the chain: both level, or what parts them; `names` of all entrants, number 1 first."""
    said = [_sentence(step, both, names) for step in steps]
    last = steps[-1] if steps else None
    if last is None or last.better is None:
        first, second = (names[number - 1] for number in both)
        said.append(f"So {first} and {second} share a place; a shootout can part them.")
    return said


def _sentence(step: "ChainStep", both: Sequence[int], names: Sequence[str]) -> str:
    first, second = (names[number - 1] for number in both)
    among = [names[number - 1] for number in step.among]
    if step.by == "place":
        return (
            f"{first if step.better == both[0] else second} has a place, and the other, void or disqualified, has none."
        )
    if step.by == "group":
        return _by_group(step, first, second)
    if step.by == "lot":
        return f"By lot {first if step.better == both[0] else second} comes first."
    if step.values is None:
        return _does_not_count(step.by, among)
    what = COUNTS[step.by] + (f" among {listed(among)}" if step.by == "head" else "")
    if step.matches:
        what += " a match"
    mine, theirs = figures_of(step)
    if step.better is None:
        return f"Level by {what}: {mine} each."
    if step.better == both[0]:
        return f"{first} stands above by {what}: {mine} to {theirs}."
    return f"{second} stands above by {what}: {theirs} to {mine}."


def _by_group(step: "ChainStep", first: str, second: str) -> str:
    """Two of different groups: a better place there comes before all figures."""
    mine, theirs = figures_of(step)
    if step.better is None:
        return f"{first} and {second} have place {mine} in different groups."
    return f"In their groups {first} has place {mine} and {second} place {theirs}: the better place comes first."


def _does_not_count(by: str, among: Sequence[str]) -> str:
    if by != "head":
        return f"There was no shootout of {listed(among)}."
    have_not = "have not met" if len(among) == 2 else "have not all met"
    return f"Their own matches do not count: {listed(among)} {have_not}."
