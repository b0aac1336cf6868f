"""`tallyboard results`: every match in the store."""

import sys
from contextlib import closing
from typing import Any

from tallyboard.commands.common import Db, Json, print_json


def results(db: Db = None, as_json: Json = False) -> None:
    """List the matches with their results."""
    from tallyboard.alarmed import marked
    from tallyboard.store import open_store
    from tallyboard.text import printable

    with closing(open_store(db)) as store:
        alarms = store.alarms()
        matches = list(marked(store.matches(), alarms))
    if as_json:
        for _, match in matches:
            print_json(match)
    elif not matches:
        print("There are no matches yet. `tallyboard sync` collects what the boards recorded.")
    else:
        _print(matches)
    sys.stdout.flush()
    for alarm in alarms:
        print(printable(str(alarm)), file=sys.stderr)


def _print(matches: list[tuple[str, dict[str, Any]]]) -> None:
    from tallyboard import tables, text

    out = tables.console()
    made = tables.table(out, "Match|Table|Started|Game|Sides|Score>|Status")
    for name, match in matches:
        made.add_row(
            text.short_id(match),
            text.printable(name or match["board"][-6:]),
            text.local_time(match["started"]),
            match["game"],
            text.sides(match),
            text.points(match["totals"], match["sides"]),
            text.standing(match) + (", ALARM" if "conflicts" in match else ""),
        )
    out.print(made)
