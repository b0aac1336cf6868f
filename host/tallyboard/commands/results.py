"""`tallyboard results`: every match in the store."""

from contextlib import closing
from typing import Any

from tallyboard.commands.common import Db, Json, print_json


def results(db: Db = None, as_json: Json = False) -> None:
    """List the matches with their results."""
    from tallyboard.store import open_store

    with closing(open_store(db)) as store:
        matches = store.matches()
    if as_json:
        for _, match in matches:
            print_json(match)
    elif not matches:
        print("There are no matches yet. `tallyboard sync PORT` collects what a board recorded.")
    else:
        _print(matches)


def _print(matches: list[tuple[str, dict[str, Any]]]) -> None:
    from tallyboard import tables, text

    out = tables.console()
    made = tables.table(out, "Match|Table|Game|Sides|Score>|Status")
    for name, match in matches:
        made.add_row(
            text.short_id(match),
            name or match["board"][-6:],
            match["game"],
            text.sides(match),
            text.points(match["totals"], match["sides"]),
            text.standing(match),
        )
    out.print(made)
