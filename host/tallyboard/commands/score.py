"""`tallyboard score`: scoresheets in, results out."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallyboard.terminal.tables import print_json

if TYPE_CHECKING:
    from tallyboard.shapes import RefusedSheet, ResultObject


def score(files: Sequence[str], as_json: bool = False) -> int:
    """Compute the results of scoresheets."""
    from shared_rules.games.scoresheet import SheetError
    from tallyboard.commands.sheet_files import UnreadableError, sheet_text
    from tallyboard.scoresheets import result_of

    refused = False
    for index, name in enumerate(files):
        try:
            found = result_of(sheet_text(name))
        except (SheetError, UnreadableError) as error:
            refused = True
            line = error.line if isinstance(error, SheetError) else None
            _refuse({"file": name, "line": line, "error": error.cause}, as_json)
            continue
        if as_json:
            print_json(found)
        else:
            _print(name, found, index, len(files))
    return 2 if refused else 0


def _refuse(sheet: "RefusedSheet", as_json: bool) -> None:
    from tallyboard.text.printable import printable

    if as_json:
        print_json(sheet)
        return
    sys.stdout.flush()  # the lines come out in the order of the files
    where = sheet["file"] if sheet["line"] is None else f"{sheet['file']}:{sheet['line']}"
    print(printable(f"{where}: {sheet['error']}"), file=sys.stderr)


def _print(name: str, match: "ResultObject", index: int, of: int) -> None:
    from tallyboard.terminal.rounds import print_match
    from tallyboard.terminal.tables import say

    if index:
        print()
    if of > 1:
        say(f"{name}:")
    print(match["game"])
    print_match(match)
