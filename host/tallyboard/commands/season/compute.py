"""`tallyboard season compute`: scripts in, standings out."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tallyboard.commands.score import RefusedFileError, print_each
from tallyboard.commands.tournament.compute import script_text, tournament_of
from tallyboard.desk.script import ScriptError
from tallyboard.desk.season import (
    Evening,
    SeasonObject,
    compute_season,
    evening_of,
    night_line,
    read_season,
)
from tallyboard.errors import TallyboardError
from tallyboard.store import read_store, tournaments
from tallyboard.terminal.season import print_season

_ID = re.compile(r"[0-9a-f][0-9a-f-]{7,35}")  # or its beginning


def compute(files: Sequence[str], db: str | None = None, as_json: bool = False) -> int:
    return print_each(files, partial(_season, db=db), print_season, as_json)


def _season(name: str, db: str | None) -> SeasonObject:
    text = script_text(name)
    try:
        season = read_season(text)
    except ScriptError as error:
        refusal = error.refusal
        raise RefusedFileError(error.line, refusal.code, f"{refusal.cause} {refusal.next_step}") from None
    folder = Path() if name == "-" else Path(name).parent
    evenings: dict[str, Evening] = {}
    for night in season.nights:
        try:
            evenings[night.file] = evening_at(night.file, folder, db)
        except TallyboardError as error:
            raise RefusedFileError(night_line(text, night.file), "file", str(error)) from None
    return compute_season(season, evenings)


def evening_at(file: str, folder: Path, db: str | None) -> Evening:
    """What the tournament gives that this file has, as seen from the folder, or that the store has by this id.

    Raises TallyboardError where neither can be read.
    """
    path = (folder / file).absolute()  # `-` is a file here
    if _ID.fullmatch(file) and not path.exists():
        with read_store(db) as reader, reader.reading() as sql:
            return evening_of(tournaments.followed(sql, file).tournament)
    try:
        return evening_of(tournament_of(str(path)))
    except RefusedFileError as error:
        raise TallyboardError(error.told(file), "Put it right, or take the night out.") from None
