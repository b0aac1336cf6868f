"""`tallyboard season compute`: scripts in, standings out."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from tallyboard.commands.score import RefusedFileError, print_each
from tallyboard.commands.tournament.compute import script_text
from tallyboard.desk.lines import lines_of
from tallyboard.desk.script import ScriptError
from tallyboard.desk.season import Evening, Season, SeasonObject, compute_season, night_line, read_season
from tallyboard.errors import TallyboardError
from tallyboard.store import read_store
from tallyboard.store.tournaments.seasons import Evenings, is_id
from tallyboard.terminal.season import print_season


def compute(files: Sequence[str], db: str | None = None, as_json: bool = False) -> int:
    return print_each(files, partial(_season, db=db, evenings=Evenings()), print_season, as_json)


def _season(name: str, db: str | None, evenings: Evenings) -> SeasonObject:
    text = script_text(name)
    refused: RefusedFileError | None = None
    try:
        season = read_season(text)
    except ScriptError as error:
        refused = RefusedFileError(error.line, error.refusal.code, f"{error.refusal.cause} {error.refusal.next_step}")
        season = _until(text, error.line)
    folder = Path() if name == "-" else Path(name).parent
    found: dict[str, Evening] = {}
    with ExitStack() as held:
        sql = None
        for night in sorted(season.nights, key=lambda one: night_line(text, one.file)):  # the first line is told
            try:
                if sql is None and is_id(night.file) and not (folder / night.file).exists():
                    sql = held.enter_context(held.enter_context(read_store(db)).reading())
                found[night.file] = evenings.at(night.file, sql, folder)
            except TallyboardError as error:
                raise RefusedFileError(night_line(text, night.file), "file", str(error)) from None
    if refused is not None:
        raise refused
    return compute_season(season, found)


def _until(text: str, line: int) -> Season:
    """What stands before the line of this number, which is refused."""
    try:
        return read_season("\n".join(lines_of(text)[: line - 1]))
    except ScriptError:  # nothing does
        return Season("season")
