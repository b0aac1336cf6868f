"""The command line: finds the command and runs it."""

import sys

from tallyboard.commands import EXIT_INTERRUPTED


def main() -> None:
    """The entry point `tallyboard`; leaves with 0 (done), 1 (it is not so), 2 (wrong use, bad input), 130 (Ctrl-C)."""
    try:
        from tallyboard.commands import guard  # only here, so that Ctrl-C is heard from the beginning

        code = guard.run(sys.argv[1:])
        guard.let_go()
    except KeyboardInterrupt:  # before there was a guard
        print(file=sys.stderr)
        code = EXIT_INTERRUPTED
    sys.exit(code)
