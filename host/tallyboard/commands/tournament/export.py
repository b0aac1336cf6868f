"""`tallyboard tournament export`: the script, the JSON object, the standings for a spreadsheet."""

from pathlib import Path
from typing import Unpack

from tallyboard.commands.common import DB, argument, path
from tallyboard.commands.tournament.opened import TOURNAMENT, Looking, looked_at
from tallyboard.errors import TallyboardError

ARGUMENTS = {
    "export": (
        argument("--script", action="store_true", help="The script from which the same is computed."),
        argument("--csv", action="store_true", help="The standings and places for a spreadsheet."),
        argument("--json", dest="as_json", action="store_true", help="The object that `compute --json` prints."),
        argument("--out", type=path, metavar="FILE", help="File to write; default: standard output."),
        TOURNAMENT,
        DB,
    ),
}


def export(script: bool = False, csv: bool = False, out: Path | None = None, **how: Unpack[Looking]) -> None:
    """Write a tournament as a script, as JSON, or its standings for a spreadsheet."""
    from tallyboard.desk import as_object
    from tallyboard.export import document, output, places
    from tallyboard.store import tournaments
    from tallyboard.terminal.tables import say
    from tallyboard.text.quantities import size

    as_json = how.get("as_json", False)
    if [script, csv, as_json].count(True) != 1:
        raise TallyboardError("What is to be written is one of --script, --csv, --json.", "Give one of them.")
    with looked_at(how.get("tournament"), how.get("db")) as (_, followed):
        if out is not None:
            output.check(out, None)
        if script:
            text = tournaments.script(followed)
        elif csv:
            text = places.written(as_object(followed.tournament))
        else:
            text = document.written(as_object(followed.tournament))
    # Excel reads a file as UTF-8 only behind a byte order mark; a pipe wants none.
    output.write([text], out, "utf-8-sig" if csv and out is not None else "utf-8")
    if out is not None:
        say(f"{out}: {size(out.stat().st_size)} written.")
