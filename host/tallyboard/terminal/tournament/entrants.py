"""Entrants on a terminal: all of them, or all about one."""

from tallyboard.desk.objects import PhaseObject, TournamentObject
from tallyboard.terminal.tables import TextTable, say
from tallyboard.terminal.tournament.bracket import matches_table
from tallyboard.terminal.tournament.summary import called_to
from tallyboard.text.tournament.matches import FORMATS, is_league
from tallyboard.text.tournament.names import Names


def print_entrants(computed: TournamentObject) -> None:
    """A line an entrant with the status, and the twenties of the contest where there was one."""
    contest = {one["entrant"]: str(one["twenties"]) for one in computed["contest"]}
    made = TextTable("Number> | Entrant:12 | Status" + (" | Contest>" if contest else ""))
    for one in computed["entrants"]:
        cells = [contest.get(one["entrant"], "")] if contest else []
        made.add(str(one["entrant"]), one["name"], one["status"], *cells)
    made.print()
    if not computed["entrants"]:
        print("There are no entrants yet. `tallyboard tournament add NAME` enters one.")


def print_contest(computed: TournamentObject) -> None:
    """The contest before the tournament, most twenties first."""
    if not computed["contest"]:
        print(
            "Nothing of a contest is noted yet. `tallyboard tournament contest X N` notes the twenties of one entrant."
        )
        return
    names = Names(computed["entrants"])
    made = TextTable("Place> | Entrant:12 | Twenties>")
    for one in computed["contest"]:
        made.add(str(one["place"]), names[one["entrant"]], str(one["twenties"]))
    made.print()


def print_entrant(number: int, computed: TournamentObject) -> None:
    """Who it is, then of each phase the place and the matches."""
    names = Names(computed["entrants"])
    one = computed["entrants"][number - 1]
    say(f"{one['name']} ({number}), {one['status']}")
    for phase in computed["phases"]:
        if number not in phase["order"]:
            continue
        print()
        say(f"Phase {phase['phase']}, {FORMATS[phase['format']]}: {_standing(number, phase)}")
        matches = [match for match in phase["matches"] if number in match["sides"]]
        matches_table(phase, matches, names, called_to(computed)).print()


def _standing(number: int, phase: PhaseObject) -> str:
    """`seed 3, place 2 of 5, 6 points`."""
    said = [f"seed {phase['order'].index(number) + 1}"]
    for group in phase["standings"]:
        for row in group["rows"]:
            if row["entrant"] == number:
                where = f" in group {group['group']}" if group["group"] else ""
                said.append(f"place {row['place']} of {len(group['rows'])}{where}" if row["place"] else "no place")
                said.append(f"{row['points']} points")
    if not is_league(phase):
        said += [f"place {one['place']}" for one in phase["places"] if one["entrant"] == number]
    return ", ".join(said)
