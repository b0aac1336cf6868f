"""`tallyboard tournament compute`: scripts in, tournaments out."""

from collections.abc import Sequence

from tallyboard.commands.score import RefusedFileError, file_text, print_each
from tallyboard.desk import ScriptError, Tournament, as_object, read_script
from tallyboard.terminal.tournament.standings import print_summary
from tallyboard.text.language import _


def script_text(name: str) -> str:
    """The text of the script in this file, `-` for standard input; raises RefusedFileError."""
    try:
        return file_text(name)
    except RefusedFileError as error:
        if error.line is None:
            said = _("%(cause)s. Give the path of a script, or - for standard input.", cause=error.cause)
            raise RefusedFileError(None, error.cause, said) from None
        said = _("The line is not UTF-8 text. Save the file as UTF-8.")
        raise RefusedFileError(error.line, "syntax", said) from None


def tournament_of(name: str) -> Tournament:
    """The tournament of the script in this file; raises RefusedFileError."""
    text = script_text(name)
    try:
        return read_script(text)
    except ScriptError as error:
        refusal = error.refusal
        raise RefusedFileError(error.line, refusal.code, f"{refusal.cause} {refusal.next_step}") from None


def compute(files: Sequence[str], as_json: bool = False) -> int:
    return print_each(files, lambda name: as_object(tournament_of(name)), print_summary, as_json)
