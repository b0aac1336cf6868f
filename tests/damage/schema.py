"""Damage to the shape of a store: tables, columns, indexes, triggers, pragmas."""

import random

from tests.damage.rows import Damage, Db

TABLES = (
    *("matches", "boards", "journals", "records", "conflicts"),
    *("tournaments", "tournament_events", "corrections"),
)
COLUMNS = {
    "matches": ("status", "last_seq", "result"),
    "boards": ("table_name", "firmware", "heard"),
    "journals": ("oldest_seq", "next_seq"),
    "records": ("data",),
    "conflicts": ("heard", "data"),
    "tournaments": ("name", "crc", "last", "used"),
    "tournament_events": ("line", "crc", "reason"),
    "corrections": ("content", "given", "crc"),
}


def _table_dropped(draw: random.Random, db: Db) -> str:
    table = draw.choice(TABLES)
    db.execute(f"DROP TABLE IF EXISTS {table}")
    return f"table {table} dropped"


def _column_dropped(draw: random.Random, db: Db) -> str:
    table = draw.choice(TABLES)
    column = draw.choice(COLUMNS[table])
    db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    return f"column {column} of {table} dropped"


def _column_added(draw: random.Random, db: Db) -> str:
    table = draw.choice(TABLES)
    how = draw.choice(("extra TEXT", "extra TEXT NOT NULL DEFAULT 'x'", "extra AS (rowid) VIRTUAL"))
    db.execute(f"ALTER TABLE {table} ADD COLUMN {how}")
    return f"column {how} of {table} added"


def _unique_dropped(draw: random.Random, db: Db) -> str:
    table = draw.choice(TABLES)
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    if not columns:
        return "nothing: the table is gone already"
    db.execute(f"CREATE TABLE copied AS SELECT * FROM {table}")
    db.execute(f"DROP TABLE {table}")
    db.execute(f"ALTER TABLE copied RENAME TO {table}")
    return f"{table} without keys and indexes"


def _trigger(draw: random.Random, db: Db) -> str:
    table = draw.choice(TABLES)
    does = draw.choice(
        ("SELECT RAISE(ABORT, 'a trigger says no')", "SELECT RAISE(IGNORE)", "INSERT INTO nowhere VALUES (1)")
    )
    when = draw.choice(("BEFORE INSERT", "BEFORE DELETE", "BEFORE UPDATE"))
    db.execute(f"CREATE TRIGGER IF NOT EXISTS meddles {when} ON {table} BEGIN {does}; END")
    return f"trigger {when} ON {table}: {does}"


def _others(draw: random.Random, db: Db) -> str:
    does = draw.choice(
        (
            "CREATE VIEW latest AS SELECT * FROM matches",
            "CREATE VIEW broken AS SELECT * FROM nowhere",
            "CREATE TABLE bookmarks (url TEXT)",
            "PRAGMA user_version = 2147483647",
            "PRAGMA application_id = 252006674",
            "PRAGMA journal_mode = DELETE",
            'CREATE TABLE "odd "" name" (x)',
        )
    )
    db.execute(does)
    return does


def _view_instead(draw: random.Random, db: Db) -> str:
    table = draw.choice(("matches", "boards", "conflicts"))
    db.execute(f"ALTER TABLE {table} RENAME TO hidden")
    db.execute(f"CREATE VIEW {table} AS SELECT * FROM hidden")
    return f"{table} is a view"


def _schema_text(draw: random.Random, db: Db) -> str:
    table = draw.choice(TABLES)
    text = draw.choice(("garbage", "CREATE TABLE", f"CREATE TABLE {table} (x)", None))
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (text, table))
    return f"the schema says {text} of {table}"


SCHEMA: dict[str, Damage] = {
    "table dropped": _table_dropped,
    "column dropped": _column_dropped,
    "column added": _column_added,
    "keys dropped": _unique_dropped,
    "trigger": _trigger,
    "view instead": _view_instead,
    "schema text": _schema_text,
}
HARMLESS: dict[str, Damage] = {"others' things": _others}
