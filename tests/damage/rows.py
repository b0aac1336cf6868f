"""Damage to rows: each takes the generator and a connection to the store, and says what it did."""

import json
import random
import sqlite3
from collections.abc import Callable
from typing import Any

from tests.damage.values import HOSTILE, NUMBERS, Raw, any_json, any_value

Db = sqlite3.Connection
Damage = Callable[[random.Random, Db], str]

KNOWN = (
    *("matches", "boards", "journals", "records", "conflicts"),
    *("tournaments", "tournament_events", "corrections", "alembic_version"),
)
OF_THEIR_OWN = (("matches", "result"),)


def some(draw: random.Random, db: Db, table: str, least: int = 1) -> list[int]:
    """The places of a few rows of the table, so many at least as far as there are any."""
    places = [place for (place,) in db.execute(f"SELECT rowid FROM {table} ORDER BY rowid")]
    return draw.sample(places, min(len(places), max(least, draw.choice((1, 1, 2, 5)))))


def put(db: Db, table: str, column: str, value: Any, rowid: int) -> bool:
    """Whether SQLite takes this value."""
    shown = "CAST(? AS TEXT)" if isinstance(value, Raw) else "?"
    try:
        db.execute(f"UPDATE OR FAIL {table} SET {column} = {shown} WHERE rowid = ?", (value, rowid))
    except (sqlite3.Error, OverflowError):
        return False
    return True


def _columns(db: Db, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def replaced(table: str) -> Damage:
    """Values of any column, but for those that have damage of their own."""

    def damage(draw: random.Random, db: Db) -> str:
        said = []
        names = [name for name in _columns(db, table) if (table, name) not in OF_THEIR_OWN]
        for rowid in some(draw, db, table):
            column, value = draw.choice(names), any_value(draw)
            if put(db, table, column, value, rowid):
                said.append(f"{column} of row {rowid} is {value!r:.60}")
        return f"{table}: " + ("; ".join(said) or "nothing that SQLite would take")

    return damage


def deleted(table: str) -> Damage:
    """Rows are gone, now and then all of them."""

    def damage(draw: random.Random, db: Db) -> str:
        rows = some(draw, db, table)
        if draw.random() < 0.25:
            db.execute(f"DELETE FROM {table}")
            return f"{table}: all rows deleted"
        db.executemany(f"DELETE FROM {table} WHERE rowid = ?", [(row,) for row in rows])
        return f"{table}: rows {rows} deleted"

    return damage


def results_replaced(draw: random.Random, db: Db) -> str:
    said = []
    for rowid in some(draw, db, "matches"):
        (text,) = db.execute("SELECT result FROM matches WHERE rowid = ?", (rowid,)).fetchone()
        try:
            value = any_json(draw, json.loads(text))
        except (ValueError, TypeError, KeyError):
            continue  # it is damaged already
        if put(db, "matches", "result", value, rowid):
            said.append(f"result of row {rowid} is {value!r:.90}")
    return "matches: " + ("; ".join(said) or "nothing that SQLite would take")


def matches_doubled(draw: random.Random, db: Db) -> str:
    columns = _columns(db, "matches")
    rows = some(draw, db, "matches")
    for row in rows:
        key = f"{draw.getrandbits(32):08x}-dead-5000-8000-{draw.getrandbits(48):012x}"
        changed = {"id": f"'{key}'", "first_seq": str(draw.choice((1000, 3, -5)))}
        values = ", ".join(changed.get(name, name) for name in columns)
        try:
            db.execute(f"INSERT INTO matches SELECT {values} FROM matches WHERE rowid = ?", (row,))
        except sqlite3.IntegrityError:
            continue
    return f"matches: rows {rows} doubled under another id"


def _hostile_names(draw: random.Random, db: Db) -> str:
    name = draw.choice(HOSTILE)
    db.execute("UPDATE boards SET table_name = ?, firmware = ?", (name, draw.choice(HOSTILE)))
    return f"boards: every table is called {name!r:.40}"


def _extents(draw: random.Random, db: Db) -> str:
    said = []
    for rowid in some(draw, db, "journals"):
        (following,) = db.execute("SELECT next_seq FROM journals WHERE rowid = ?", (rowid,)).fetchone()
        known = following if isinstance(following, int) else 50
        column = draw.choice(("next_seq", "next_seq", "oldest_seq"))
        value = draw.choice((known // 2, known + 7, min(known + 100_000, 2**63 - 1), *NUMBERS))
        db.execute(f"UPDATE journals SET {column} = ? WHERE rowid = ?", (value, rowid))
        said.append(f"{column} of row {rowid} is {value}")
    return "journals: " + "; ".join(said)


def _epochs_swapped(draw: random.Random, db: Db) -> str:
    db.execute("UPDATE journals SET id = -id")
    return "journals: in the opposite order, with ids below zero"


def _bytes_of_records(draw: random.Random, db: Db) -> str:
    said = []
    for rowid in some(draw, db, "records"):
        (data,) = db.execute("SELECT data FROM records WHERE rowid = ?", (rowid,)).fetchone()
        if not isinstance(data, bytes) or not data:
            continue
        flipped = bytearray(data)
        flipped[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        choices = (bytes(flipped), bytes(flipped), data[:-1], data + b"\x00", b"", bytes(8), data.hex(), data * 2, 5)
        value = draw.choice((*choices, Raw(data), 1.5))
        if put(db, "records", "data", value, rowid):
            said.append(f"data of row {rowid} is {value!r:.40}")
    return "records: " + "; ".join(said)


def _numbers_of_records(draw: random.Random, db: Db) -> str:
    said = []
    for rowid in some(draw, db, "records"):
        column = draw.choice(("seq", "seq", "seq", "epoch", "board"))
        value = any_value(draw) if column == "board" else draw.choice((*NUMBERS, 5000, 17, "text", 2.5))
        if put(db, "records", column, value, rowid):
            said.append(f"{column} of row {rowid} is {value!r:.40}")
    return "records: " + "; ".join(said)


def _conflicts_added(draw: random.Random, db: Db) -> str:
    board, epoch = db.execute("SELECT board, epoch FROM records LIMIT 1").fetchone() or ("x", 1)
    row = [draw.choice((board, any_value(draw))), epoch, draw.choice(NUMBERS), any_value(draw), any_value(draw)]
    marks = ["CAST(? AS TEXT)" if isinstance(value, Raw) else "?" for value in row]
    try:
        db.execute(f"INSERT INTO conflicts (board, epoch, seq, data, heard) VALUES ({', '.join(marks)})", row)
    except sqlite3.Error as error:
        return f"conflicts: nothing, for {error}"
    return f"conflicts: {row!r:.90} added"


def _of_another(damage: Callable[[str], Damage]) -> Damage:
    """Damage to one of the tables that are not known here by name."""

    def done(draw: random.Random, db: Db) -> str:
        every = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        others = [name for name in every if name not in KNOWN and not name.startswith("sqlite_")]
        return damage(draw.choice(others))(draw, db) if others else "there is no other table"

    return done


def _versions(draw: random.Random, db: Db) -> str:
    change = draw.choice(
        (
            "DELETE FROM alembic_version",
            "DROP TABLE alembic_version",
            "UPDATE alembic_version SET version_num = '9999'",
            "UPDATE alembic_version SET version_num = ''",
            "UPDATE alembic_version SET version_num = '0001'",
            "UPDATE alembic_version SET version_num = x'00ff'",
            "INSERT INTO alembic_version VALUES ('0001')",
        )
    )
    db.execute(change)
    return change


DERIVED: dict[str, Damage] = {
    "results replaced": results_replaced,
    "matches replaced": replaced("matches"),
    "matches deleted": deleted("matches"),
    "matches doubled": matches_doubled,
}
FACTS: dict[str, Damage] = {
    "boards replaced": replaced("boards"),
    "boards deleted": deleted("boards"),
    "hostile names": _hostile_names,
    "extents": _extents,
    "journals replaced": replaced("journals"),
    "journals deleted": deleted("journals"),
    "epochs swapped": _epochs_swapped,
    "conflicts added": _conflicts_added,
    "conflicts replaced": replaced("conflicts"),
    "conflicts deleted": deleted("conflicts"),
    "others replaced": _of_another(replaced),
    "others deleted": _of_another(deleted),
}
RECORDS: dict[str, Damage] = {
    "records' bytes": _bytes_of_records,
    "records' numbers": _numbers_of_records,
    "records deleted": deleted("records"),
}
VERSIONS: dict[str, Damage] = {"version": _versions}
