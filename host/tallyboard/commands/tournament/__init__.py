"""`tallyboard tournament`: the desk of a tournament, a module for each group of its commands."""

from tallyboard.commands.common import argument

ARGUMENTS = (argument("subcommand", metavar="SUBCOMMAND", help="One of those below; each has a --help of its own."),)


def tournament(subcommand: str) -> int | None:
    """Run a tournament: entrants, draws, calls, results, standings.

    Entrants are given by name, by a part of it that nobody else has, or by number.
    """
    from tallyboard.commands import parsing

    command, given = parsing.understood("tournament", [subcommand])
    return command(**given)
