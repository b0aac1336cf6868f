"""`tallyboard results`: every match in the store."""

import sys
from bisect import bisect_right
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tallyboard.commands.common import DB, JSON, print_json

if TYPE_CHECKING:
    from tallyboard.store import Alarm


ARGUMENTS = (DB, JSON)


def results(db: str | None = None, as_json: bool = False) -> None:
    """List the matches with their results."""
    from tallyboard.store import open_store

    with closing(open_store(db)) as store:
        matches = store.matches()
        alarms = store.alarms()
    _mark(matches, alarms)
    if as_json:
        for _, match in matches:
            print_json(match)
    elif not matches:
        print("There are no matches yet. `tallyboard sync` collects what the boards recorded.")
    else:
        _print(matches)
    sys.stdout.flush()
    for alarm in alarms:
        print(alarm, file=sys.stderr)


def _mark(matches: list[tuple[str, dict[str, Any]]], alarms: "list[Alarm]") -> None:
    """Give each match whose records came with other bytes too their numbers, as `conflicts`."""
    for alarm in alarms:
        mine = [match for _, match in matches if (match["board"], match["epoch"]) == (alarm.board, alarm.epoch)]
        starts = [match["first_seq"] for match in mine]
        for number in alarm.numbers:
            at = bisect_right(starts, number)
            if at:  # else it stands before the first match
                mine[at - 1].setdefault("conflicts", []).append(number)


def _print(matches: list[tuple[str, dict[str, Any]]]) -> None:
    from tallyboard import tables, text

    out = tables.console()
    made = tables.table(out, "Match|Table|Started|Game|Sides|Score>|Status")
    for name, match in matches:
        made.add_row(
            text.short_id(match),
            name or match["board"][-6:],
            text.local_time(match["started"]),
            match["game"],
            text.sides(match),
            text.points(match["totals"], match["sides"]),
            text.standing(match) + (", ALARM" if "conflicts" in match else ""),
        )
    out.print(made)
