"""Players' names: finding out which there are, and leaving them out of what is given away. What has a known form is
rebuilt from what cannot hold a name; in free text the names that are known are replaced."""

import ast
import base64
import json
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar, cast
from zlib import crc32

from shared_rules.games import scoresheet
from shared_rules.journal import record, record_text
from shared_rules.link import board_half, orders
from tallyboard.journal.runs import singles
from tallyboard.shapes import RecordedMatch, StandingCorrection
from tallyboard.store import corrections
from tallyboard.store.corrections import Correction
from tallyboard.store.failures import explained
from tallyboard.store.matches import kept
from tallyboard.store.sqlite_file import copy_to
from tallyboard.store.tables.rows import epochs, is_record, sound_runs
from tallyboard.store.tables.sql import COLUMNS, SqliteSql, tolerant
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.rows import KEPT, StoredEvent, about_of, check

NAME = "[name]"

# What may stay of a match object; names stay as their sides.
_OF_A_MATCH = (
    *("table", "match", "board", "epoch", "first_seq", "last_seq", "started", "game", "options", "sides"),
    *("status", "winners", "totals", "twenties", "rounds", "current", "conflicts"),
)
_Match = TypeVar("_Match", bound=RecordedMatch)
# The frames that hold no name, and of the rest what remains.
_BODIES_STAY = ("HELLO", "WELCOME", "PULL", "END", "ACK", "ACKED", "STATE", "SCORE", "TIME", "TIMED", "NO")
_ASSIGNMENTS = {"ASSIGN": orders.read_assign, "ASSIGN_1": orders.read_assign_1}
_OF_A_FRAME = ("at", "way", "type", "request", "bytes", "damaged", "unfinished", "left_out")
_TEXTS_STAY = (record.FAULT_TEXT, record.TABLE)

_SHORT = 4  # letters; a shorter name is replaced only where it is a word of its own


class KnownNames:
    """The names that are known, and a way to take them out of free text in whatever form a log may write them."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = {name for name in known if name.strip()}
        patterns = {pattern for name in self.known for pattern in _patterns(name)}
        longest_first = sorted(patterns, key=lambda pattern: (-len(pattern), pattern))
        self._search = re.compile("|".join(longest_first), re.IGNORECASE) if patterns else None

    def out_of(self, text: str) -> str:
        """The text with every one of them replaced."""
        return text if self._search is None else self._search.sub(NAME, text)


def _patterns(name: str) -> Iterator[str]:
    if len(name) < _SHORT and name.isascii():
        yield rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
    else:
        yield re.escape(name)
    escaped = {json.dumps(name)[1:-1], ascii(name)[1:-1], repr(name.encode())[2:-1]} - {name}
    for form in escaped | {repr(form)[1:-1] for form in escaped}:
        yield re.escape(form)
    if len(name) >= _SHORT:
        yield name.encode().hex()
        yield re.escape(base64.b64encode(name.encode()).decode().rstrip("="))


def names_in(records: Iterable[tuple[int, bytes]]) -> Iterator[str]:
    """The names of players and the keys of assigned matches in the records of an epoch."""
    for _, _, texts in with_texts(records):
        for field in texts:
            text = record_text.decode(texts, field)
            if field == record.KEY:
                yield from _keys(text)
            elif field not in _TEXTS_STAY:
                yield text


def _keys(text: str) -> Iterator[str]:
    """A key that may be made of names; a number is none, and would be found all over a log."""
    if len(text) >= _SHORT and any(letter.isalpha() for letter in text):
        yield text


def names_sent(frames: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The same in the ASSIGN frames of a kept conversation."""
    for entry in frames:
        reader = _ASSIGNMENTS.get(entry.get("type", ""))
        if reader is not None:
            try:
                key, _, names, _ = reader(bytes.fromhex(entry["hex"]))
            except board_half.MessageError:  # of another protocol
                continue
            yield from names
            yield from _keys(key)


def with_texts(records: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes, dict[int, bytes]]]:
    """(number, bytes, texts by field) of every record that is no text itself, with the texts right before it; texts at
    the end, which nothing follows, come with the last of their own records."""
    texts: dict[int, bytes] = {}
    last: tuple[int, bytes] | None = None
    for seq, data in records:
        if record_text.is_text(data[0]):
            record_text.gather(texts, data)
            last = seq, data
        else:
            yield seq, data, texts
            texts, last = {}, None
    if last is not None:
        yield *last, texts


def anonymous_records(records: Iterable[tuple[int, bytes]], names: KnownNames) -> Iterator[tuple[int, bytes]]:
    """The records of an epoch without the texts that are names or keys, and without an error's words with a name."""
    for are_words, some in groupby(records, lambda one: one[1][0] == record.TEXT | record.FAULT_TEXT):
        if not are_words:
            yield from (
                (seq, data) for seq, data in some if not record_text.is_text(data[0]) or data[0] & 0x1F in _TEXTS_STAY
            )
            continue
        words, texts = list(some), dict[int, bytes]()  # of one error, a few letters a record
        for _, data in words:
            record_text.gather(texts, data)
        said = record_text.decode(texts, record.FAULT_TEXT)
        if names.out_of(said) == said:
            yield from words


def anonymous_match(match: _Match) -> _Match:
    """The match object without the names of its sides, without its key, and without who corrected it and why."""
    kept = {key: value for key, value in match.items() if key in _OF_A_MATCH}
    made = {**kept, "key": None, "names": dict.fromkeys(match["sides"])}
    told: Mapping[str, Any] = match
    if "correction" in told:
        made["correction"] = _anonymous_correction(told["correction"])
    return cast(_Match, made)


def _anonymous_correction(correction: StandingCorrection | None) -> StandingCorrection | None:
    if correction is None:
        return None
    recorded = correction["recorded"]
    return {**correction, "by": "", "reason": "", "recorded": {**recorded, "names": dict.fromkeys(recorded["sides"])}}


def anonymous_fact(fact: Correction) -> Correction:
    """The correction without who gave it, where and why, and without the names on its sheet and what else stands there
    besides the match."""
    content, sheet = fact.content if fact.kind == "result" else "", _sheet_of(fact)
    if sheet is not None:
        content = scoresheet.write(sheet.match)
    return fact._replace(content=content, given_by="", reason="", laptop="")


def names_said(fact: Correction) -> Iterator[str]:
    """The names on the sheet of a correction, and who gave it."""
    yield fact.given_by
    sheet = _sheet_of(fact)
    if sheet is not None:
        yield from filter(None, sheet.names)


def _sheet_of(fact: Correction) -> Any:
    """None where the correction has none, or that of a newer tallyboard."""
    with suppress(scoresheet.SheetError):
        return scoresheet.read(fact.content) if fact.kind == "sheet" else None
    return None


def anonymous_frames(lines: list[dict[str, Any]], names: KnownNames) -> list[dict[str, Any]]:
    """A kept conversation without the bodies that can hold names; its first entry says with which port it was."""
    first, *entries = lines
    kept = [{**first, "error": names.out_of(first["error"]) if first["error"] else None}]
    for entry in entries:
        of_it = {key: entry[key] for key in _OF_A_FRAME if key in entry}
        if entry.get("type") in _BODIES_STAY:
            of_it["hex"] = entry["hex"]
        kept.append(of_it)
    return kept


def anonymous_log(log: str, names: KnownNames) -> str:
    """The log of errors without known names, without arguments of commands and of database statements."""
    lines = (_bare(line) for line in log.split("\n") if not line.startswith("[parameters: "))
    return names.out_of("\n".join(lines))


def _bare(line: str) -> str:
    """Of the line that begins an entry, "…Z [program, command, argument, …]", the command and the names of options."""
    found = re.match(r"(\S+Z) (\[.*\])$", line)
    if not found:
        return line
    try:
        _, *words = ast.literal_eval(found[2])
    except (ValueError, SyntaxError):
        return found[1]
    kept = words[:1] + [word.partition("=")[0] for word in words[1:] if word.startswith("--")]
    return f"{found[1]} {kept}"


def anonymous_line(line: str, number: int) -> str:
    """The line of event `number` with other names of its own, and of a note nothing; of a season without files."""
    word, _, rest = line.partition(" ")
    if word == "add":
        return f"add {_another(rest, number)}"
    if word == "player":
        names = (f"P{number}{'.' * at}" for at, _ in enumerate(rest.split("=")))
        return f"player {' = '.join(names)}"
    if word in ("rename", "also"):
        entrant, _, name = rest.partition(" ")
        return f"{word} {entrant} {_another(name, number)}"
    if word in ("night", "out"):
        return " ".join(_other_file(part) for part in line.split())
    return "note [left out]" if word == "note" else line


def _other_file(word: str) -> str:
    """A path by its check, so that the same is the same; anything else of such a line stays."""
    return f"file-{crc32(word.encode()):08x}" if "." in word or "/" in word or "\\" in word else word


def _another(name: str, number: int) -> str:
    return f"P{number}a & P{number}b" if "&" in name else f"P{number}"


def names_entered(lines: Iterable[str]) -> Iterator[str]:
    """The names in these lines, of pairs those of the partners too."""
    for line in lines:
        word, _, rest = line.partition(" ")
        name = rest if word in ("add", "player") else rest.partition(" ")[2] if word in ("rename", "also") else ""
        if word == "player" and "=" in name:
            yield from (part.strip() for part in name.split("="))
        elif name:
            yield name
            yield from (part.strip() for part in name.split("&") if "&" in name)


# Any other table may hold anything.
_TABLES = {"alembic_version", *COLUMNS}
# Secrets: whoever has one can sit down at a table, or speak for its box.
_SECRET = {"seats", "phones", "seat_asks", "radio_boards"}
_WITH_NAMES = {"full_names", "orders", "presence", *_SECRET}

_EVENTS = "SELECT tournament, number, line, at, minute, who, reason, crc FROM tournament_events"


def sifted_copy(path: Path, to: Path, names: KnownNames) -> None:
    """Copy the store at `path` to the new file `to`, without these names and all that may hold another. What a disk has
    damaged so that it cannot be read is left out too. Raises TallyboardError."""
    with _whole_copy(path) as (_, connection):
        tolerant(connection)
        connection.execute("PRAGMA secure_delete = ON")  # the new file's pages begin as zeros too
        connection.execute("BEGIN")
        _clear(connection)
        _sift_records(connection, names)
        _sift_matches(connection)
        sift_tournaments(connection)
        found = corrections.all_corrections(SqliteSql(connection))
        _replace(connection, "corrections", [anonymous_fact(fact).as_row() for fact in found])
        connection.execute("COMMIT")
        connection.execute("VACUUM INTO ?", (str(to),))  # written anew: what was deleted is not in it


def copy_without_secrets(path: Path, to: Path) -> None:
    """Copy the store at `path` to the new file `to`, but for what lets phones and boxes in. Raises TallyboardError."""
    with _whole_copy(path) as (whole, connection):
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        held = [name for name in there & _SECRET if connection.execute(f"SELECT 1 FROM {name}").fetchone()]
        for name in held:
            connection.execute(f"DELETE FROM {name}")
        if held:  # written anew: what was deleted is not in it
            connection.execute("VACUUM INTO ?", (str(to),))
            return
        shutil.copyfile(whole, to)


@contextmanager
def _whole_copy(path: Path) -> Iterator[tuple[Path, sqlite3.Connection]]:
    """A copy of the store that is gone afterwards, and open. Raises TallyboardError."""
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.db"
        copy_to(path, whole)
        with explained(str(path)), closing(sqlite3.connect(whole, isolation_level=None)) as connection:
            yield whole, connection


def _replace(connection: sqlite3.Connection, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Have these rows in the table and no others."""
    connection.execute(f"DELETE FROM {table}")
    if rows:
        places = ", ".join(f":{column}" for column in rows[0])
        connection.executemany(f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({places})", rows)


def _clear(connection: sqlite3.Connection) -> None:
    """Drop tables that are not known, and empty those of names."""
    there = connection.execute("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
    for kind, name in there:
        if name not in _TABLES and not name.startswith("sqlite_"):
            quoted = name.replace('"', '""')
            connection.execute(f'DROP {kind} "{quoted}"')
        elif name in _WITH_NAMES:
            connection.execute(f"DELETE FROM {name}")


def _sift_records(connection: sqlite3.Connection, names: KnownNames) -> None:
    """Conflicting records are sifted each by itself."""
    sql = SqliteSql(connection)
    stay = []
    for epoch in epochs(sql):
        held = (one for run in sound_runs(sql, epoch.board, epoch.number) for one in singles(run))
        stay += [(epoch.board, epoch.number, seq, data) for seq, data in anonymous_records(held, names)]
    connection.execute("DELETE FROM records")
    connection.executemany("INSERT INTO records (board, epoch, seq, data) VALUES (?, ?, ?, ?)", stay)
    for key, number, seq, data in connection.execute("SELECT id, epoch, seq, data FROM conflicts").fetchall():
        if not is_record(number, seq, data) or not list(anonymous_records([(seq, data)], names)):
            connection.execute("DELETE FROM conflicts WHERE id = ?", (key,))


def _sift_matches(connection: sqlite3.Connection) -> None:
    found = map(kept.object_of, connection.execute(kept.SELECT).fetchall())
    _replace(connection, "matches", [kept.row_of(anonymous_match(match)) for match in found if match is not None])
    connection.execute(
        "UPDATE journals SET matches_sum = (SELECT coalesce(sum(crc), 0) % ? FROM matches "
        "WHERE matches.board = journals.board AND matches.epoch = journals.epoch)",
        (kept.SUM,),
    )


def sift_tournaments(connection: sqlite3.Connection) -> None:
    """Take the names out of the tournaments, and of what was noted keep what somebody confirmed, without who and why:
    another kind may be a text with names."""
    sql = SqliteSql(connection)
    if not (sql.has("tournaments") and sql.has("tournament_events")):
        return
    abouts = [about for about in map(about_of, connection.execute(f"SELECT {KEPT} FROM tournaments")) if about]
    ids = {about.id for about in abouts}
    events = []
    for tournament, *values, crc in connection.execute(_EVENTS).fetchall():
        if crc == check(tournament, *values) and tournament in ids:
            event = StoredEvent(*values)
            event = event._replace(line=anonymous_line(event.line, event.number), who="", reason="")
            events.append(event.as_row(tournament))
    sifted = [about._replace(name=f"Tournament {n}") for n, about in enumerate(abouts, 1)]
    connection.execute("DELETE FROM tournament_events")
    _replace(connection, "tournaments", [about.as_row() for about in sifted])
    _replace(connection, "tournament_events", events)
    if sql.has("notices"):
        stay = [one for one in notices.all_notices(sql, notices.DOUBT) if one.tournament in ids]
        _replace(connection, "notices", [one._replace(given_by="", reason="").as_row() for one in stay])
