"""QR codes on a terminal, readable on dark and light ones: two squares of the code in a cell, in black and white."""

import os
import sys

_BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"
_USUAL = "\x1b[0m"
_MARGIN = 4  # squares, as the standard has it
_CELLS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def print_qr(text: str) -> None:
    """The text as a QR code, where standard output is a terminal that can show it and has the room."""
    from tallyboard.terminal.streams import columns

    lines = qr_lines(text)
    if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") in ("dumb", "unknown"):
        return
    if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8" or (columns(sys.stdout) or 80) < len(lines[0]):
        return
    for line in lines:
        print(f"{_BLACK_ON_WHITE}{line}{_USUAL}")


def qr_lines(text: str) -> list[str]:
    """The code with its margin, dark squares as ink."""
    import segno

    rows = [[bool(square) for square in row] for row in segno.make(text, micro=False).matrix_iter(border=_MARGIN)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_CELLS[squares] for squares in zip(upper, lower, strict=True)) for upper, lower in pairs]
