"""Scores the scoresheets of a file, on CPython and on MicroPython: `run_sheets.py FILE`.

FILE holds one JSON string a line, each the text of a sheet. For each one line is printed, made the same way on both:
the result object with its keys sorted, or {"error": true, "line": N}. It goes out in small pieces, for a line that
tells a long match takes more room than a board has in one stretch.
"""

import gc
import json
import sys

from shared_rules.games.result import result
from shared_rules.games.scoresheet import SheetError, read

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any


def write_text(value: str, put: "Callable[[str], object]") -> None:
    """A JSON string in ASCII."""
    put('"')
    for c in value:
        n = ord(c)
        if c in '"\\':
            put("\\" + c)
        elif 32 <= n < 127:
            put(c)
        elif n < 0x10000:
            put("\\u%04x" % n)
        else:
            n -= 0x10000
            put("\\u%04x\\u%04x" % (0xD800 | n >> 10, 0xDC00 | n & 0x3FF))
    put('"')


def write(value: object, put: "Callable[[str], object]") -> None:
    """The value as JSON whose bytes do not depend on the order in which a dict gives its keys."""
    if value is None:
        put("null")
    elif value is True or value is False:
        put("true" if value else "false")
    elif isinstance(value, int):
        put(str(value))
    elif isinstance(value, str):
        write_text(value, put)
    elif isinstance(value, dict):
        between = "{"
        for key in sorted(value):  # keys are all different, so it does not matter that sorting is not stable
            put(between)
            write_text(key, put)
            put(": ")
            write(value[key], put)
            between = ", "
        put("}" if value else "{}")
    elif isinstance(value, list):
        between = "["
        for each in value:
            put(between)
            write(each, put)
            between = ", "
        put("]" if value else "[]")
    else:
        raise TypeError("a result holds no " + type(value).__name__)


def score(text: str) -> "dict[str, Any]":
    """The result object of a sheet, or what stands for one that is refused."""
    try:
        sheet = read(text)
    except SheetError as refused:
        return {"error": True, "line": refused.line}
    return result(sheet.match, sheet.names)


class Printer:
    """Puts small pieces together, for one call of print each takes long; holds a few hundred characters."""

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def put(self, piece: str) -> None:
        self.pieces.append(piece)
        if len(self.pieces) >= 100:
            self.flush()

    def flush(self) -> None:
        sys.stdout.write("".join(self.pieces))
        self.pieces = []


def main(path: str) -> None:
    out = Printer()
    with open(path) as lines:
        for line in lines:
            write(score(json.loads(line)), out.put)
            out.put("\n")
            out.flush()
            gc.collect()


if __name__ == "__main__":
    main(sys.argv[1])
