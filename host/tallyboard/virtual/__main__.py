"""`python -m tallyboard.virtual`: a virtual board for tests, with what `tallyboard board` does not offer."""

import argparse
import sys
from pathlib import Path

from tallyboard.errors import TallyboardError
from tallyboard.text.language import here
from tallyboard.virtual import BoardSpec
from tallyboard.virtual.run import run_board


def main() -> int:
    """Parse the arguments and run; the exit code, 2 for arguments that cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m tallyboard.virtual", description=__doc__)
    parser.add_argument("--link", type=Path, help="becomes a symlink to the board's port")
    parser.add_argument("--hall", help="the address on a table's card: play there as a phone")
    parser.add_argument("--take-over", dest="takes_over", action="store_true", help="ask another phone for its table")
    parser.add_argument("--board", help="the pins of this one of hardware/boards/")
    parser.add_argument(
        "--radio", action="store_true", help="the board has one; what it needs is in the state's folder"
    )
    parser.add_argument("--state", type=Path, required=True, help="folder of the board's memory")
    parser.add_argument("--game", help='"ID OPTION=…": start this match unless one is unfinished')
    parser.add_argument("--storage", help="fram or nvm")
    parser.add_argument("--sides", type=int, default=2)
    parser.add_argument("--time-scale", type=float, default=1.0, help="board ms a wall ms; 0: as fast as commands come")
    parser.add_argument(
        "--drive", type=Path, default=argparse.SUPPRESS, help="another drive than the installed firmware"
    )
    parser.add_argument("--without", action="append", default=[], help="part unplugged at power-on: A, B, S, C, FRAM")
    parser.add_argument("--power-cut-after", type=int, help="kill the process after so many bytes stored")
    parser.add_argument("--circuitpython", type=int, default=9, help="9 or 10: how os.getenv gives whole numbers")
    parser.add_argument("--heard", type=Path, help="file for what a piezo sounds, a line each time that it changes")
    parser.add_argument("--seed", type=int, help="of what the chip draws at random; without, it differs each time")
    try:
        return run_board(BoardSpec(**vars(parser.parse_args())), sys.stdin, sys.stdout)
    except TallyboardError as error:
        print(*error.words(here()), sep="\n", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
