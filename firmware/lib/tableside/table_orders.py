"""What a table is told besides presses: the match to be played next, the table's name, what went wrong in the code."""

from shared_rules.games.options import OptionError
from shared_rules.journal import record, record_text
from shared_rules.journal.crc import crc32
from shared_rules.journal.replay import Assignment
from shared_rules.link import orders
from tableside.journal import FullError

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Sequence
    from typing import Protocol

    from shared_rules.games.match import Match
    from tableside.journal import Journal

    class Ordered(Protocol):
        """What is asked of the Table, and set in it."""

        assigned: "Assignment | None"
        called: bool
        key: str
        light: int
        given_name: str
        noted: int | None

        @property
        def journal(self) -> "Journal | None": ...
        def new(self, line: str) -> Match: ...
        def lost(self, now_ms: int) -> int: ...
        def dim(self, light: int, at_ms: int) -> None: ...
        def name_check(self) -> int: ...


_NO_MEMORY = "the journal's memory does not answer"


def assign(
    table: "Ordered", line: str, key: str, names: "Sequence[str]", at_ms: int, first: int | None = None
) -> str | None:
    """See Table.assign."""
    if table.journal is None:
        return _NO_MEMORY
    waiting = table.assigned
    try:
        if not key:
            if waiting is not None:
                table.journal.assign(None)
                table.assigned = None
            return None
        match = table.new(line)
        if first is not None and first >= match.sides:
            return "there is no such side in this match"
        called = (tuple(names) + ("",) * 3)[: match.sides] + ("",) * (3 - match.sides)
        wanted = Assignment(match.ID, match.options, key, called, first)
        if key == table.key or wanted.same(waiting):
            return None
        wanted.seq = table.journal.assign(wanted)
    except OptionError as fault:
        return str(fault)
    except FullError:
        return "the journal is full"
    except OSError:
        table.lost(at_ms)
        return _NO_MEMORY
    table.assigned = wanted
    table.called = True
    return None


def apply_setup(table: "Ordered", body: bytes, at_ms: int) -> str | None:
    """Do what this body of a SETUP says: None, or a sentence why not."""
    name, light = orders.read_setup(body)
    if name is not None and not rename(table, name, at_ms):
        return "the journal is full"
    if light is not None and light != table.light:
        table.dim(light, at_ms)
    return None


def naming(table: "Ordered") -> "list[tuple[int, Sequence[int]]]":
    """The records that say the name by the laptop."""
    check = table.name_check()
    group = record_text.encode(record.TABLE, table.given_name, record.TEXT_BYTES)
    group.append((record.NAMED, (check & 255, check >> 8 & 255, check >> 16)))
    return group


def rename(table: "Ordered", name: str, at_ms: int) -> bool:
    """Keep this name of the table, "" for the one in the settings; whether it could be written down."""
    if name == table.given_name:
        return True
    if table.journal is None:
        return False
    before = table.given_name
    table.given_name = name
    try:
        if table.journal.keep(naming(table)):
            return True
    except OSError:
        table.lost(at_ms)
    table.given_name = before
    return False


def note_fault(table: "Ordered", text: str, at_ms: int) -> None:
    """See Table.note_fault."""
    check = crc32(text.encode()) & 0xFFFFFF
    if table.journal is not None and check != table.noted:
        table.noted = check
        try:
            table.journal.fault(text, check)
        except OSError:
            table.lost(at_ms)
