"""`python -m hardware`, or `make hardware`: writes all that is made from board.toml.

Exits with 2 when board.toml breaks a rule, having written nothing.
"""

import sys

from hardware.making.files import files
from hardware.source.read import BadBoardFile, read_board, told
from hardware.source.rules import BadBoard


def main() -> int:
    try:
        made = files(read_board())
    except BadBoardFile as bad:
        print(bad, file=sys.stderr)
        return 2
    except BadBoard as bad:
        print(told([(bad.key, bad.rule)]), file=sys.stderr)
        return 2
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
