"""`tallyboard score`: scoresheets in, results out; and how commands take scoresheets and scripts."""

import sys
from collections.abc import Sequence
from pathlib import Path

from shared_rules.games.scoresheet import SheetError
from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE
from tallyboard.journal.presses import result_of
from tallyboard.shapes import RefusedSheet
from tallyboard.terminal.rounds import print_match
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.printable import printable


class UnreadableError(Exception):
    """A file that cannot be read; `cause` says why."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


def sheet_text(name: str) -> str:
    """The text in the file of this name, `-` for standard input; raises SheetError or UnreadableError."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UnreadableError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetError(data.count(b"\n", 0, error.start) + 1, "the line is not UTF-8 text") from None


def score(files: Sequence[str], as_json: bool = False) -> int:
    """Compute the results of scoresheets."""
    refused = False
    for index, name in enumerate(files):
        try:
            found = result_of(sheet_text(name))
        except (SheetError, UnreadableError) as error:
            refused = True
            line = error.line if isinstance(error, SheetError) else None
            if as_json:
                told: RefusedSheet = {"file": name, "line": line, "error": error.cause}
                print_json(told)
                continue
            sys.stdout.flush()  # the lines come out in the order of the files
            where = name if line is None else f"{name}:{line}"
            print(printable(f"{where}: {error.cause}"), file=sys.stderr)
            continue
        if as_json:
            print_json(found)
            continue
        if index:
            print()
        if len(files) > 1:
            say(f"{name}:")
        print(found["game"])
        print_match(found)
    return EXIT_BAD_USE if refused else EXIT_DONE
