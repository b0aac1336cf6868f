"""Damage to what desks entered: tournaments, their events, corrections; each takes the generator and a connection."""

import random
import sqlite3

from tests.damage.rows import Damage, Db, deleted, put, replaced, some
from tests.damage.values import HOSTILE, NUMBERS, any_value

_OTHER_LINES = ("add Eve", "undo", "note nothing", "withdraw 1", "result 1:1-2 1 0 2 8", "", "tournament singles", "#")


def _lines_changed(draw: random.Random, db: Db) -> str:
    """A text that may well have been entered, or nearly."""
    said = []
    for rowid in some(draw, db, "tournament_events"):
        (line,) = db.execute("SELECT line FROM tournament_events WHERE rowid = ?", (rowid,)).fetchone()
        value = draw.choice((_changed(draw, str(line)), _changed(draw, str(line)), *_OTHER_LINES, draw.choice(HOSTILE)))
        if put(db, "tournament_events", "line", value, rowid):
            said.append(f"line of row {rowid} is {value!r:.60}, and was {line!r:.60}")
    return "tournament_events: " + "; ".join(said)


def _changed(draw: random.Random, line: str) -> str:
    """The line with one character more, less or different."""
    at = draw.randrange(len(line) + 1)
    other = draw.choice(("", " ", *"0123456789", "A", "\x00"))
    return f"{line[:at]}{other}{line[at + draw.randrange(2) :]}"


def _swapped(draw: random.Random, db: Db) -> str:
    rows = some(draw, db, "tournament_events", least=2)
    if len(rows) < 2:
        return "tournament_events: nothing to swap"
    one, other = rows[:2]
    which = "SELECT tournament, number FROM tournament_events WHERE rowid = ?"
    (its, first), (others, second) = (db.execute(which, (row,)).fetchone() for row in (one, other))
    try:
        for tournament, number, row in ((its, -7, one), (its, first, other), (others, second, one)):
            change = "UPDATE tournament_events SET tournament = ?, number = ? WHERE rowid = ?"
            db.execute(change, (tournament, number, row))
    except sqlite3.IntegrityError:
        return "tournament_events: nothing that SQLite would take"
    return f"tournament_events: {first} of {its:.8} and {second} of {others:.8} have swapped their numbers"


def _cut(draw: random.Random, db: Db) -> str:
    """The last events are gone, as in a file that was put back to an older state."""
    tournaments = [name for (name,) in db.execute("SELECT DISTINCT tournament FROM tournament_events ORDER BY 1")]
    if not tournaments:
        return "tournament_events: there is none"
    its, count = draw.choice(tournaments), draw.choice((1, 1, 3, 50))
    last = "SELECT number FROM tournament_events WHERE tournament = ? ORDER BY number DESC LIMIT ?"
    db.execute(f"DELETE FROM tournament_events WHERE tournament = ? AND number IN ({last})", (its, its, count))
    return f"tournament_events: the last {count} of {its} are gone"


def _state(draw: random.Random, db: Db) -> str:
    """What of a tournament changes from event to event."""
    said = []
    for rowid in some(draw, db, "tournaments"):
        column = draw.choice(("last", "last", "used", "auto", "active", "number", "ahead"))
        value = draw.choice((3, 17, 11, *NUMBERS, any_value(draw)))
        if put(db, "tournaments", column, value, rowid):
            said.append(f"{column} of row {rowid} is {value!r:.40}")
    return "tournaments: " + ("; ".join(said) or "nothing that SQLite would take")


DESKS: dict[str, Damage] = {
    "events replaced": replaced("tournament_events"),
    "events deleted": deleted("tournament_events"),
    "events' lines": _lines_changed,
    "events swapped": _swapped,
    "events cut": _cut,
    "tournaments replaced": replaced("tournaments"),
    "tournaments deleted": deleted("tournaments"),
    "tournaments' state": _state,
    "corrections replaced": replaced("corrections"),
    "corrections deleted": deleted("corrections"),
}
