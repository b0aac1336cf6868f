"""`tallyboard score`: scoresheets in, results out; and how commands take scoresheets and scripts."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from shared_rules.games.scoresheet import SheetError
from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE
from tallyboard.journal.presses import result_of
from tallyboard.shapes import RefusedSheet, ResultObject
from tallyboard.terminal.rounds import print_match
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import _
from tallyboard.text.printable import printable


class RefusedFileError(Exception):
    """A file that is not taken. `line`: None where it cannot be read; `cause`: as JSON has it; `said`: for a person;
    `step`: a sentence with what helps, which no JSON needs."""

    def __init__(self, line: int | None, cause: str, said: str = "", step: str = "") -> None:
        super().__init__(cause)
        self.line = line
        self.cause = cause
        self.said = said or cause
        self.step = step

    def told(self, name: str) -> str:
        """What is said of the file of this name."""
        said = f"{self.said}. {self.step}" if self.step else self.said
        return printable(f"{name if self.line is None else f'{name}:{self.line}'}: {said}")


def file_text(name: str) -> str:
    """The text in the file of this name, `-` for standard input; raises RefusedFileError."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        cause = _("cannot be read: %(why)s", why=getattr(error, "strerror", None) or error)
        raise RefusedFileError(None, cause, step=_("Check the name of the file.")) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, cause = data.count(b"\n", 0, error.start) + 1, _("the line is not UTF-8 text")
        raise RefusedFileError(line, cause, step=_("Save the file as UTF-8.")) from None


def print_each(files: Sequence[str], computed: Callable[[str], Any], show: Callable[[Any], None], as_json: bool) -> int:
    """Print what is `computed` of each file; the exit code. One that raises RefusedFileError is told in its place."""
    code = EXIT_DONE
    for index, name in enumerate(files):
        try:
            found = computed(name)
        except RefusedFileError as error:
            code = EXIT_BAD_USE
            if as_json:
                print_json(RefusedSheet(file=name, line=error.line, error=error.cause))
            if not as_json or error.said != error.cause:  # which JSON has not
                sys.stdout.flush()  # the lines come out in the order of the files
                print(error.told(name), file=sys.stderr)
            continue
        if as_json:
            print_json(found)
            continue
        if index:
            print()
        if len(files) > 1:
            say(f"{name}:")
        show(found)
    return code


def score(files: Sequence[str], as_json: bool = False) -> int:
    return print_each(files, _result, _show, as_json)


def _result(name: str) -> ResultObject:
    try:
        return result_of(file_text(name))
    except SheetError as error:
        said = _(error.said, **error.values)
        raise RefusedFileError(error.line, error.cause, said, _("Correct the line.")) from None


def _show(found: ResultObject) -> None:
    print(found["game"])
    print_match(found)
