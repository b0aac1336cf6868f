"""`tallyboard tournament compute`: scripts in, tournaments out."""

import sys
from collections.abc import Sequence

from shared_rules.games.scoresheet import SheetError
from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE
from tallyboard.commands.score import UnreadableError, sheet_text
from tallyboard.desk import ScriptError, Tournament, as_object, read_script
from tallyboard.shapes import RefusedSheet
from tallyboard.terminal.tables import print_json, say
from tallyboard.terminal.tournament.summary import print_summary
from tallyboard.text.printable import printable


class RefusedError(Exception):
    """A file without a tournament: `line` is None where it cannot be read, `said` is for a person."""

    def __init__(self, line: int | None, code: str, said: str) -> None:
        super().__init__(code)
        self.line = line
        self.code = code
        self.said = said

    def told(self, name: str) -> str:
        """The sentences about the file of this name."""
        return printable(f"{name if self.line is None else f'{name}:{self.line}'}: {self.said}")


def tournament_of(name: str) -> Tournament:
    """The tournament of the script in this file; raises RefusedError."""
    try:
        return read_script(sheet_text(name))
    except UnreadableError as error:
        said = f"{error.cause}. Give the path of a script, or - for standard input."
        raise RefusedError(None, error.cause, said) from None
    except SheetError as error:
        raise RefusedError(error.line, "syntax", "The line is not UTF-8 text. Save the file as UTF-8.") from None
    except ScriptError as error:
        refusal = error.refusal
        raise RefusedError(error.line, refusal.code, f"{refusal.cause} {refusal.next_step}") from None


def compute(files: Sequence[str], as_json: bool = False) -> int:
    """Compute tournaments that are written down as scripts."""
    refused = False
    for index, name in enumerate(files):
        try:
            computed = as_object(tournament_of(name))
        except RefusedError as error:
            refused = True
            if as_json:
                told: RefusedSheet = {"file": name, "line": error.line, "error": error.code}
                print_json(told)
            sys.stdout.flush()  # the lines come out in the order of the files
            print(error.told(name), file=sys.stderr)
            continue
        if as_json:
            print_json(computed)
            continue
        if index:
            print()
        if len(files) > 1:
            say(f"{name}:")
        print_summary(computed)
    return EXIT_BAD_USE if refused else EXIT_DONE
