"""`tallyboard score`: scoresheets in, results out."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tallyboard.commands.common import JSON, argument, print_json

ARGUMENTS = (argument("files", nargs="+", metavar="FILE", help="Scoresheets; - is standard input."), JSON)


def score(files: Sequence[str], as_json: bool = False) -> int:
    """Compute the results of scoresheets."""
    from tallyboard.text.printable import printable

    bad = False
    for index, name in enumerate(files):
        outcome = _score(name)
        bad = bad or "error" in outcome
        if as_json:
            print_json(outcome)
        elif "error" in outcome:
            sys.stdout.flush()  # the lines come out in the order of the files
            where = name if outcome["line"] is None else f"{name}:{outcome['line']}"
            print(printable(f"{where}: {outcome['error']}"), file=sys.stderr)
        else:
            _print(name, outcome, index, len(files))
    return 2 if bad else 0


def _error(name: str, line: int | None, cause: str) -> dict[str, Any]:
    return {"file": name, "line": line, "error": cause}


def _score(name: str) -> dict[str, Any]:
    """The result object of one sheet, or its error object."""
    from shared_rules.games import scoresheet
    from shared_rules.games.result import result

    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        return _error(name, None, f"cannot be read: {getattr(error, 'strerror', None) or error}")
    try:
        sheet = scoresheet.read(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return _error(name, data.count(b"\n", 0, error.start) + 1, "the line is not UTF-8 text")
    except scoresheet.SheetError as error:
        return _error(name, error.line, error.cause)
    found: dict[str, Any] = result(sheet.match, sheet.names)
    return found


def _print(name: str, match: dict[str, Any], index: int, of: int) -> None:
    from tallyboard.terminal.rounds import print_match
    from tallyboard.terminal.tables import say

    if index:
        print()
    if of > 1:
        say(f"{name}:")
    print(match["game"])
    print_match(match)
