"""All that a tournament has come to, for a person."""

from tallyboard.desk.objects import TournamentObject
from tallyboard.terminal.tables import say
from tallyboard.terminal.tournament.bracket import print_bracket, print_places
from tallyboard.terminal.tournament.standings import print_standings
from tallyboard.text.quantities import counted
from tallyboard.text.tournament.flags import flag_words
from tallyboard.text.tournament.matches import is_league
from tallyboard.text.tournament.names import Names, with_verb


def print_summary(computed: TournamentObject) -> None:
    """How many play, each phase with its standings or its bracket, the places of several, what is flagged, the
    champion."""
    names = Names(computed["entrants"])
    tables = called_to(computed)
    say(f"{counted(len(computed['entrants']), 'entrant', 'entrants')}.")
    for phase in computed["phases"]:
        print()
        if is_league(phase):
            print_standings(phase, names)
        else:
            print_bracket(phase, names, tables)
    print_placing(computed, names)
    if computed["flags"]:
        print()
    for flag in computed["flags"]:
        say(flag_words(flag, names, {}))
    if computed["champion"] is not None:
        print()
        say(with_verb(names[computed["champion"]], "is champion.", "are champions."))


def print_placing(computed: TournamentObject, names: Names) -> None:
    """Behind a blank line everybody's place in the whole tournament; nothing where it has one phase, which says it."""
    if len(computed["phases"]) > 1 and computed["placing"]:
        print("\nWhole tournament" + ("" if computed["finished"] else ", so far"))
        print_places(computed["placing"], names)


def called_to(computed: TournamentObject) -> dict[str, str]:
    """By match the table that it is called to."""
    return {one["match"]: one["table"] for one in computed["tables"] if one["match"] is not None}
