"""`tallyboard tournament export`: the script, the JSON object, the standings for a spreadsheet."""

from contextlib import closing
from pathlib import Path
from typing import Unpack

from tallyboard.commands.tournament.opened import Looking
from tallyboard.commands.tournament.shapes import WrittenFile
from tallyboard.desk import as_object
from tallyboard.errors import TallyboardError
from tallyboard.export import output
from tallyboard.export.output import document_text
from tallyboard.export.spreadsheet import places_sheet
from tallyboard.store import read_store, tournaments
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.quantities import size


def export(script: bool = False, csv: bool = False, out: Path | None = None, **how: Unpack[Looking]) -> None:
    """Write a tournament as a script, as JSON, or its standings for a spreadsheet."""
    as_json = how.get("as_json", False)
    out = output.file_of(out)
    _check_use(script, csv, as_json, out)
    with closing(read_store(how.get("db"))) as reader:
        with reader.reading() as sql:
            followed = tournaments.followed(sql, how.get("tournament"))
        if out is not None:
            output.check(out, reader.file)
    if script:
        text = tournaments.script(followed)
    elif csv:
        text = places_sheet(as_object(followed.tournament))
    else:
        text = document_text(as_object(followed.tournament))
    # Excel reads a file as UTF-8 only behind a byte order mark; a pipe wants none.
    output.write([text], out, "utf-8-sig" if csv and out is not None else "utf-8")
    if out is None:
        return
    if as_json and (script or csv):
        written: WrittenFile = {"what": "script" if script else "csv", "file": str(out), "lines": text.count("\n")}
        print_json(written)
    else:
        say(f"{out}: {size(out.stat().st_size)} written.")


def _check_use(script: bool, csv: bool, as_json: bool, out: Path | None) -> None:
    """Raises TallyboardError for none of the three, and for several; --json beside another tells of a file."""
    is_told = as_json and out is not None
    if script + csv + (as_json and not ((script or csv) and is_told)) != 1:
        raise TallyboardError(
            "What is to be written is one of --script, --csv, --json.",
            "Give one of them; --json beside another one needs --out.",
        )
