"""`python -m hardware`, or `make hardware`: writes all that is made from board.toml, as far as the tools are there.

Exits with 2 when board.toml breaks a rule, having written nothing. A tool that is not there is told, with what to
install; what needs it stays as it is. That is an error only where TALLYBOARD_CI says that everything is installed.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.carrier.kicad_stage import BrokenCarrierError
from hardware.making.files import BUILD, files, write
from hardware.making.made import make
from hardware.making.replace import replace
from hardware.making.tools import MissingToolError
from hardware.source.board import Board
from hardware.source.read import BadBoardFile, read_board, told
from hardware.source.rules import BadBoard


def main() -> int:
    try:
        missing = _make_all(read_board())
    except BadBoardFile as bad:
        print(bad, file=sys.stderr)
        return 2
    except BadBoard as bad:
        print(told([(bad.key, bad.rule)]), file=sys.stderr)
        return 2
    except BrokenCarrierError as broken:
        print(f"{broken}\nNothing is written.", file=sys.stderr)
        return 1
    if missing:
        print(f"{missing}\nEverything else is made; what needs these tools is as it was.", file=sys.stderr)
        return 1 if "TALLYBOARD_CI" in os.environ else 0
    return 0


def _make_all(board: Board) -> MissingToolError | None:
    """Makes everything in a folder of its own first, so that a fault that shows late leaves nothing half written.
    Gives the tools that are missing."""
    texts = files(board)
    missing = None
    with TemporaryDirectory() as scratch:
        fresh = Path(scratch)
        write({fresh / path.relative_to(BUILD): text for path, text in texts.items() if path.is_relative_to(BUILD)})
        try:
            make(board, fresh)
        except MissingToolError as error:
            missing = error
        replace(BUILD, fresh, keep_others=missing is not None)
    write({path: text for path, text in texts.items() if not path.is_relative_to(BUILD)})
    return missing


if __name__ == "__main__":
    if len(sys.argv) > 1:  # it takes none
        print(__doc__)
        sys.exit(0 if sys.argv[1:] in (["--help"], ["-h"]) else 2)
    sys.exit(main())
