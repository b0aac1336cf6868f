"""`tallyboard help`: the list of commands, or what one of them takes."""

from tallyboard.cli import COMMANDS
from tallyboard.commands.common import argument

ARGUMENTS = (argument("command", nargs="?", metavar="COMMAND", help="Of which to print what it takes; default: all."),)


def help(command: str | None = None) -> None:
    """Print this list, or what a command takes."""
    from tallyboard import cli, parsing

    if command is None:
        print(cli.overview())
    elif command in COMMANDS:
        parsing.parser_of(command).print_help()
    else:
        raise parsing.no_command(command)
