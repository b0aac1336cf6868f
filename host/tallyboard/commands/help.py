"""`tallyboard help`: the list of commands, or what one of them takes."""

from collections.abc import Sequence

from tallyboard.commands.catalogue import COMMANDS, GROUPS, overview


def help(command: Sequence[str] = ()) -> None:
    """List the commands, or explain one."""
    from tallyboard.commands import parsing

    if not command:
        print(overview())
        return
    first, *more = command
    if first not in COMMANDS:
        raise parsing.no_command(first)
    if more and (first not in GROUPS or len(more) > 1):
        raise parsing.parser_of("help").wrong_use(f"There is one word too many: {more[-1]}.")
    if more and more[0] not in parsing.subcommands(first):
        raise parsing.no_command(more[0], first)
    parsing.parser_of(" ".join(command)).print_help()
