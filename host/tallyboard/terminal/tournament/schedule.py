"""What is played now and what comes, on a terminal."""

from collections.abc import Sequence

from tallyboard.desk.objects import TournamentObject
from tallyboard.shapes import AtTableObject
from tallyboard.terminal.tables import TextTable, say
from tallyboard.text.language import _
from tallyboard.text.tournament.bracket import KnockOut
from tallyboard.text.tournament.matches import called_words, day_time, phase_title, round_head, round_title, sides_words
from tallyboard.text.tournament.names import STATES, Names


def print_schedule(computed: TournamentObject, are_calls_automatic: bool, is_watched: bool) -> None:
    """Every match that is not decided with its expected time, the calls that last first by it; then the next calls."""
    names = Names(computed["entrants"])
    brackets = {phase["phase"]: KnockOut(phase) for phase in computed["phases"]}
    found = {match["match"]: (match, phase) for phase in computed["phases"] for match in phase["matches"]}
    made = TextTable(f"Start> | Table:5 | Match | {round_head()}:10 | Sides:15", spared=(round_head(), "Match"))
    for one in computed["schedule"]:
        match, phase = found[one["match"]]
        group = f"{match['group']}, " if match["group"] else ""
        title = f"{match['match'].partition(':')[0]}, {group}{round_title(match, phase)}"
        sides = brackets[phase["phase"]].sides(match, names)
        made.add(day_time(one["start"]), one["table"] or "", one["match"], title, sides)
    made.print()
    if not len(made):
        say(_("No match is to be played now."))
        for phase in computed["phases"]:
            say(phase_title(phase) + ".")
    print_next(computed, are_calls_automatic, is_watched)


def print_tables(
    at_tables: Sequence[AtTableObject], computed: TournamentObject, are_calls_automatic: bool, is_watched: bool
) -> None:
    """A line a table with what is called there; then what can be called next."""
    is_open = {one["table"]: one["open"] for one in computed["tables"]}
    made = TextTable("Table:5 | Match | Sides:15 | :12+", spared=("Match",))
    for one in at_tables:
        made.add(
            one["table"],
            one["match"] or "",
            sides_words(one["match"], computed),
            _state(one, is_open.get(one["table"], True)),
        )
    made.print()
    if not len(made):
        say(_("No table is open. `tallyboard tournament open 1 2 3` says which there are."))
    print_next(computed, are_calls_automatic, is_watched)


def _state(table: AtTableObject, is_open: bool) -> str:
    """What the boxes make of the table's call; of a free table whether a board will be told."""
    said = _(STATES[table["state"]])
    if table["state"] != "free":
        return said
    if not is_open:
        return _("closed")
    boards = len(table["boards"])
    if boards == 0:
        return f"{said}, {_(STATES['paper'])}"
    return said if boards == 1 else _("%(state)s, but %(boards)s boards have this name", state=said, boards=boards)


def print_next(computed: TournamentObject, are_calls_automatic: bool, is_watched: bool) -> None:
    """What can be called now, and by whom; `is_watched` as for the next step."""
    if not computed["next"]:
        return
    print()
    if are_calls_automatic and not is_watched:
        say(_("No hub runs on this database: start `tallyboard serve` or `tallyboard watch`."))
    say(_("the hub calls:") if are_calls_automatic else _("`tallyboard tournament call` calls:"))
    for one in computed["next"]:
        say("  " + called_words(f"call {one['match']} {one['table']}", computed))
