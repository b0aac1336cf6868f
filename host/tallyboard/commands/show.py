"""`tallyboard show`: one match, press by press."""

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tallyboard.commands.common import Db, Json, print_json

if TYPE_CHECKING:
    from tallyboard.presses import Press


def show(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The id of a match, or as much as makes it unique.")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show a match press by press."""
    from tallyboard.export.chosen import with_conflicts
    from tallyboard.export.presses import Presses
    from tallyboard.store import open_store

    with closing(open_store(db)) as store:
        found = with_conflicts(store, store.match(match))
        presses = Presses(store).of(found)
    if as_json:
        print_json({**found, "presses": [press.as_json() for press in presses if press.event]})
    else:
        _print(found, presses)


def _print(match: dict[str, Any], presses: "list[Press]") -> None:
    from tallyboard import alarmed, tables, text

    out = tables.console()
    out.print(f"{match['game']}, match {match['match']}")
    place = f"board {match['board']}, epoch {match['epoch']}"
    out.print(text.printable(f"{place}, records {match['first_seq']} to {match['last_seq']}"))
    made = tables.table(out, "Record>|Time>|Press|Round>|Total>|Note")
    for press in presses:
        marks = [word for word, on in (("undone", press.undone), ("cut", press.cut)) if on]
        made.add_row(
            str(press.seq),
            text.board_time(press.ms),
            f"({press.event})" if marks else press.event,
            text.points(press.raw, match["sides"]),
            text.points(press.totals, match["sides"]),
            text.printable(", ".join([*marks, *([press.note] if press.note else [])])),
            style="dim" if marks and out.is_terminal else None,
        )
    out.print(made)
    tables.print_match(out, match)
    if "conflicts" in match:
        out.print(alarmed.sentence(match), style="bold red" if out.is_terminal else None, soft_wrap=True)
