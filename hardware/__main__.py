"""`python -m hardware`, or `make hardware`: writes all that is made from board.toml, as far as the tools are there.

Exits with 2 when board.toml breaks a rule, having written nothing. A tool that is not there is told, with what to
install; what needs it stays as it is. That is an error only where TALLYBOARD_CI says that everything is installed.
"""

import os
import sys

from hardware.making.files import BUILD, files
from hardware.making.made import make
from hardware.making.tools import MissingToolError
from hardware.source.read import BadBoardFile, read_board, told
from hardware.source.rules import BadBoard


def main() -> int:
    try:
        board = read_board()
        texts = files(board)
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        make(board, BUILD)
    except BadBoardFile as bad:
        print(bad, file=sys.stderr)
        return 2
    except BadBoard as bad:
        print(told([(bad.key, bad.rule)]), file=sys.stderr)
        return 2
    except MissingToolError as missing:
        print(f"{missing}\nEverything else is made; what needs these tools is as it was.", file=sys.stderr)
        return 1 if "TALLYBOARD_CI" in os.environ else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
