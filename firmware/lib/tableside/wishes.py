"""What a table is told besides presses: the match that the laptop wants played, and what went wrong in the firmware."""

from shared_rules.crc import crc32
from shared_rules.options import OptionError
from shared_rules.replay import Assignment
from tableside.journal import FullError

_NO_MEMORY = "the journal's memory does not answer"


def assign(table, line, key, names, at_ms):
    """See Table.assign."""
    if table.journal is None:
        return _NO_MEMORY
    if key in (table.key, table.assigned.key if table.assigned is not None else ""):
        return None
    if table.playing():
        return "a match is being played here"
    try:
        match = table.new(line)
        names = tuple(names)[: match.sides]
        table.journal.assign(match.ID, match.options, key, names)
    except OptionError as fault:
        return str(fault)
    except FullError:
        return "the journal is full"
    except OSError:
        table.lost(at_ms)
        return _NO_MEMORY
    table.assigned = Assignment(match.ID, match.options, key, names + ("",) * (3 - len(names)))
    return None


def note_fault(table, text, at_ms):
    """See Table.note_fault."""
    check = crc32(text.encode()) & 0xFFFFFF
    if table.journal is not None and check != table.noted:
        table.noted = check
        try:
            table.journal.fault(text, check)
        except OSError:
            table.lost(at_ms)
