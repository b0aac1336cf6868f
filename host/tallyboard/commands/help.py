"""`tallyboard help`: the list of commands, or what one of them takes."""

from tallyboard.commands.catalogue import COMMANDS, overview
from tallyboard.commands.common import argument

ARGUMENTS = (
    argument("command", nargs="?", metavar="COMMAND", help="The command to explain; default: list all of them."),
)


def help(command: str | None = None) -> None:
    """List the commands, or explain one."""
    from tallyboard.commands import parsing

    if command is None:
        print(overview())
    elif command in COMMANDS:
        parsing.parser_of(command).print_help()
    else:
        raise parsing.no_command(command)
