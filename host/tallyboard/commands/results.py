"""`tallyboard results`: every match in the store."""

import sys
from bisect import bisect_left
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tallyboard.commands.common import Db, Json, print_json

if TYPE_CHECKING:
    from tallyboard.store import Alarm


def results(db: Db = None, as_json: Json = False) -> None:
    """List the matches with their results."""
    from tallyboard.store import open_store

    with closing(open_store(db)) as store:
        matches = store.matches()
        alarms = store.alarms()
    for _, match in matches:
        match.update(_alarmed(match, matches, alarms))
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


def _alarmed(
    match: dict[str, Any], matches: list[tuple[str, dict[str, Any]]], alarms: "list[Alarm]"
) -> dict[str, list[int]]:
    """The match's records that came with other bytes too, as `conflicts`, where there are any."""
    for alarm in alarms:
        if (alarm.board, alarm.epoch) == (match["board"], match["epoch"]):
            starts = [m["first_seq"] for _, m in matches if (m["board"], m["epoch"]) == (alarm.board, alarm.epoch)]
            behind = [start for start in starts if start > match["first_seq"]]
            end = bisect_left(alarm.numbers, min(behind)) if behind else len(alarm.numbers)
            mine = alarm.numbers[bisect_left(alarm.numbers, match["first_seq"]) : end]
            return {"conflicts": list(mine)} if mine else {}
    return {}


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
