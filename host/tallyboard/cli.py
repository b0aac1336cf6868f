"""The command line: finds the command and runs it.

What a command needs is imported when it runs, so that the help comes at once, and Ctrl-C is heard from the beginning.
"""

import sys

from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE, EXIT_INTERRUPTED

_HELP = ("-h", "--help")


def main() -> None:
    """The entry point `tallyboard`; leaves with 0 (done), 1 (it is not so), 2 (wrong use, bad input), 130 (Ctrl-C)."""
    try:
        from tallyboard.commands.guard import let_go

        code = run(sys.argv[1:])
        let_go()
    except KeyboardInterrupt:  # before there was a guard
        print(file=sys.stderr)
        code = EXIT_INTERRUPTED
    sys.exit(code)


def run(words: list[str]) -> int:
    """Do what these words of a command line ask for; the exit code."""
    from tallyboard.commands.guard import guarded

    return guarded(lambda: _do(words))


def _do(words: list[str]) -> int:
    from tallyboard.commands.catalogue import COMMANDS, overview

    if not words:
        print(overview())
        return EXIT_BAD_USE
    first, *rest = words
    if first in _HELP:
        print(overview())
        return EXIT_DONE
    if first == "--version":
        from shared_rules import VERSION

        print("tallyboard", VERSION)
        return EXIT_DONE
    from tallyboard.commands import parsing

    if any("@" in word or "://" in word for word in words):  # an address, which may hold a password
        from tallyboard.text.passwords import hide_arguments

        hide_arguments()
    if first not in COMMANDS:
        raise parsing.no_command(first)
    command, given = parsing.understood(first, rest)
    return command(**given) or EXIT_DONE
