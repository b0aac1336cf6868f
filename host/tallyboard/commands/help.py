"""`tallyboard help`: the list of commands, or what one of them takes."""

from tallyboard.commands.catalogue import COMMANDS, overview
from tallyboard.commands.common import argument

ARGUMENTS = (argument("command", nargs="?", metavar="COMMAND", help="Of which to print what it takes; default: all."),)


def help(command: str | None = None) -> None:
    """Print this list, or what a command takes."""
    from tallyboard.commands import parsing

    if command is None:
        print(overview())
    elif command in COMMANDS:
        parsing.parser_of(command).print_help()
    else:
        raise parsing.no_command(command)
