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
    from tallyboard.store import read_store

    with closing(read_store(db)) as store:
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
    from tallyboard import text
    from tallyboard.tables import Column, Table

    made = Table(
        (
            Column("Match"),
            Column("Table", least=7),
            Column("Started"),
            Column("Game"),
            Column("Sides", least=23),
            Column("Score", right=True),
            Column("Status", least=12),
        ),
        spared=("Game", "Started", "Table", "Status", "Match"),
    )
    for name, match in matches:
        made.add(
            text.short_id(match),
            name or match["board"][-6:],
            text.local_time(match["started"]),
            match["game"],
            [text.side_name(match, side) for side in match["sides"]],
            text.points(match["totals"], match["sides"]),
            ("ALARM, " if "conflicts" in match else "") + text.standing(match),
        )
    made.print()
