"""What is to be played, on a terminal."""

from typing import TYPE_CHECKING

from tallyboard.terminal.tables import Column, TextTable, say
from tallyboard.terminal.tournament.floor import print_next
from tallyboard.text.tournament.bracket import Bracket
from tallyboard.text.tournament.matches import day_time, phase_title, round_title
from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.objects import TournamentObject


def print_schedule(computed: "TournamentObject", are_calls_automatic: bool, is_watched: bool) -> None:
    """Every match that is not decided with its expected time, the calls that last first by it; then the next calls."""
    names = Names(computed["entrants"])
    brackets = {phase["phase"]: Bracket(phase) for phase in computed["phases"]}
    found = {match["match"]: (match, phase) for phase in computed["phases"] for match in phase["matches"]}
    made = TextTable(
        (
            Column("Start", right=True),
            Column("Table", least=5),
            Column("Match"),
            Column("Round", least=10),
            Column("Sides", least=15),
        ),
        spared=("Round", "Match"),
    )
    for one in computed["schedule"]:
        match, phase = found[one["match"]]
        group = f"{match['group']}, " if match["group"] else ""
        title = f"{match['match'].partition(':')[0]}, {group}{round_title(match, phase)}"
        sides = brackets[phase["phase"]].sides(match, names)
        made.add(day_time(one["start"]), one["table"] or "", one["match"], title, sides)
    made.print()
    if not len(made):
        say("No match is to be played now.")
        for phase in computed["phases"]:
            say(phase_title(phase) + ".")
    print_next(computed, are_calls_automatic, is_watched)
