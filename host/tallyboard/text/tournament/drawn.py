"""What a draw has made, in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallyboard.text.quantities import counted
from tallyboard.text.tournament.matches import FORMATS, is_league
from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.shapes import EntrantObject, PhaseObject


def draw_words(phase: "PhaseObject", entrants: "Sequence[EntrantObject]") -> list[str]:
    """What has been drawn: of a Swiss phase the round, of others all."""
    names = Names(entrants)
    matches = phase["matches"]
    if phase["format"] == "swiss":
        round_number = max((match["round"] for match in matches), default=1)
        return _round_words(phase, round_number, names)
    said = f"Phase {phase['phase']} is drawn, {FORMATS[phase['format']]}: {len(phase['order'])} entrants"
    if len(phase["groups"]) > 1:
        groups = ", ".join(f"{chr(ord('A') + place)} of {len(group)}" for place, group in enumerate(phase["groups"]))
        said += f" in {len(phase['groups'])} groups ({groups})"
    if is_league(phase):
        rounds = max((match["round"] for match in matches), default=0)
        return [f"{said}, {counted(len(matches), 'match', 'matches')} in {counted(rounds, 'round', 'rounds')}."]
    byes = sum(match["how"] == "bye" and match["winner"] not in (None, 0) for match in matches)
    return [said + (f", {counted(byes, 'bye', 'byes')}." if byes else ".")]


def _round_words(phase: "PhaseObject", round_number: int, names: Names) -> list[str]:
    said = [f"Round {round_number} of phase {phase['phase']} is drawn:"]
    said += [
        f"  {names[match['sides'][0]]} : {names[match['sides'][1]]}"
        for match in phase["matches"]
        if match["round"] == round_number
    ]
    return said + [f"  {names[entrant]} has a bye" for entrant, at in phase["byes"] if at == round_number]


def end_words(phase: "PhaseObject") -> list[str]:
    """What the end of a league has left."""
    cancelled = sum(match["state"] == "cancelled" for match in phase["matches"])
    left = f"; {counted(cancelled, 'match is', 'matches are')} not played" if cancelled else ""
    return [f"Phase {phase['phase']} has ended{left}."]
