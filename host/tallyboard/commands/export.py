"""`tallyboard export`: matches for spreadsheets and other programs."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from tallyboard.commands.common import Db
from tallyboard.errors import TallyboardError
from tallyboard.export import Format, Rows
from tallyboard.guard import tell
from tallyboard.text import refuse_unprintable

if TYPE_CHECKING:
    from tallyboard.export.chosen import Chosen


def export(
    form: Annotated[
        Format, typer.Option("--format", help="For spreadsheets, with everything, or Crokinole Match Notation.")
    ],
    wanted: Annotated[
        list[str] | None,
        typer.Argument(metavar="MATCH", help="Ids of matches, or as much as makes them unique; default: all."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="File to write; default: standard output.")
    ] = None,
    rows: Annotated[Rows | None, typer.Option("--rows", help="csv: what a row is of; default: matches.")] = None,
    event: Annotated[str | None, typer.Option("--event", metavar="NAME", help="cmn: the name of the event.")] = None,
    date: Annotated[
        str | None,
        typer.Option("--date", metavar="DATE", help="When matches without a known date were played, UTC, ISO 8601."),
    ] = None,
    db: Db = None,
) -> None:
    """Write matches for a spreadsheet or another program."""
    from tallyboard.export import document, output, spreadsheet
    from tallyboard.export.chosen import chosen, moment
    from tallyboard.export.presses import Presses
    from tallyboard.store import open_store

    _check_use(form, rows, event)
    day = None if date is None else moment(date)
    with closing(open_store(db)) as store:
        if out is not None:
            output.check(out, store.file)
        matches = _with_a_word_if_none(chosen(store, wanted or [], day))
        if form is Format.CMN:
            with _cmn(matches, len(wanted or []), event) as made:
                output.write(made, out)
        elif form is Format.JSON:
            output.write(document.document(matches, Presses(store)), out)
        else:
            sheet = spreadsheet.written(rows or Rows.MATCHES, matches, Presses(store))
            # Excel reads a file as UTF-8 only behind a byte order mark; a pipe wants none.
            output.write(sheet, out, "utf-8" if out is None else "utf-8-sig")


def _with_a_word_if_none(matches: "Iterable[Chosen]") -> "Iterator[Chosen]":
    """The same; where there is none that is said on stderr."""
    some = False
    for match in matches:
        some = True
        yield match
    if not some:
        print("There are no matches yet. `tallyboard sync` collects what the boards recorded.", file=sys.stderr)


def _check_use(form: Format, rows: Rows | None, event: str | None) -> None:
    """Raises TallyboardError for an option that this format would pass over, and for a name that is none."""
    for option, given, owner in (("--rows", rows, Format.CSV), ("--event", event, Format.CMN)):
        if given is not None and form is not owner:
            raise TallyboardError(f"{option} goes with --format {owner} only.", "Leave it out, or take that format.")
    if event is not None:
        if not event.strip():
            raise TallyboardError("The event has no name.", 'Give one like --event "Club day".')
        refuse_unprintable("The name of the event", event)


def _cmn(matches: "Iterable[Chosen]", asked: int, event: str | None) -> IO[str]:
    """The document; what was left out is said on stderr. Leaves with 1 when what was asked for has no form."""
    from tallyboard.export import cmn
    from tallyboard.text import counted

    try:
        made, left_out = cmn.written(matches, asked, event)
    except cmn.NoFormError as error:
        tell(error)
        raise typer.Exit(1) from None
    for reason, n in left_out.items():
        print(f"{counted(n, 'match', 'matches')} left out: {reason}.", file=sys.stderr)
    if made is None:
        print("Nothing was exported.", file=sys.stderr)
        raise typer.Exit(1)
    return made
