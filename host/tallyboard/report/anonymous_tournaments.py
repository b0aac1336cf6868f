"""Tournaments without the names of their players: everything else that was entered stays, so that what follows from it
can be computed."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from tallyboard.store.tables.sql import SqliteSql
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.rows import KEPT, StoredEvent, about_of, check

_EVENTS = "SELECT tournament, number, line, at, minute, who, reason, crc FROM tournament_events"


def anonymous_line(line: str, number: int) -> str:
    """The line of event `number` with other names of its own, and of a note nothing."""
    word, _, rest = line.partition(" ")
    if word == "add":
        return f"add {_another(rest, number)}"
    if word == "rename":
        entrant, _, name = rest.partition(" ")
        return f"rename {entrant} {_another(name, number)}"
    return "note [left out]" if word == "note" else line


def _another(name: str, number: int) -> str:
    return f"P{number}a & P{number}b" if "&" in name else f"P{number}"


def names_entered(lines: Iterable[str]) -> Iterator[str]:
    """The names in these lines, of pairs those of the partners too."""
    for line in lines:
        word, _, rest = line.partition(" ")
        name = rest if word == "add" else rest.partition(" ")[2] if word == "rename" else ""
        if name:
            yield name
            yield from (part.strip() for part in name.split("&") if "&" in name)


def sift_tournaments(connection: sqlite3.Connection) -> None:
    """Take the names out of the tournaments of a store; a row that a disk has damaged goes."""
    sql = SqliteSql(connection)
    if not (sql.has("tournaments") and sql.has("tournament_events")):
        return
    abouts = [about for about in map(about_of, connection.execute(f"SELECT {KEPT} FROM tournaments")) if about]
    found = connection.execute(_EVENTS).fetchall()
    connection.execute("DELETE FROM tournament_events")
    connection.execute("DELETE FROM tournaments")
    ids = {about.id for about in abouts}
    for n, about in enumerate(abouts, 1):
        sifted = about._replace(name=f"Tournament {n}")
        _insert(connection, "tournaments", {**sifted._asdict(), "crc": check(*sifted[:5])})
    for tournament, *values, crc in found:
        if crc == check(tournament, *values) and tournament in ids:
            event = StoredEvent(*values)
            sifted_event = event._replace(line=anonymous_line(event.line, event.number), who="", reason="")
            row = {"tournament": tournament, **sifted_event._asdict(), "crc": check(tournament, *sifted_event)}
            _insert(connection, "tournament_events", row)

    _sift_notices(connection, ids)


def _sift_notices(connection: sqlite3.Connection, ids: set[str]) -> None:
    """Keep what somebody confirmed, without who and why; another kind may be a text with names."""
    sql = SqliteSql(connection)
    stay = [one for one in notices.all_notices(sql, notices.DOUBT) if one.tournament in ids]
    if sql.has("notices"):
        connection.execute("DELETE FROM notices")
    for one in stay:
        _insert(connection, "notices", one._replace(given_by="", reason="").as_row())


def _insert(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    places = ", ".join(f":{column}" for column in row)
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", row)
