"""What a table is told besides presses: the match to be played next, the table's name, what went wrong in the code."""

from shared_rules import errands, record, record_text
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


def read_assign(table, body, at_ms):
    """Do what this body of an ASSIGN says: None, or a sentence why not. Raises MessageError."""
    key, line, names = errands.read_assign(body)
    return assign(table, line, key, names, at_ms)


def read_setup(table, body, at_ms):
    """Do what this body of a SETUP says, as read_assign."""
    name, light = errands.read_setup(body)
    if name is not None and not rename(table, name, at_ms):
        return "the journal is full"
    if light is not None and light != table.light:
        table.dim(light, at_ms)
    return None


def naming(table):
    """The records that say the name by the laptop."""
    check = table.name_check()
    pieces = record_text.pieces(table.given_name, record.TEXT_BYTES)
    return [(record.TEXT | record.TABLE, piece) for piece in pieces] + [
        (record.NAMED, (check & 255, check >> 8 & 255, check >> 16))
    ]


def rename(table, name, at_ms):
    """See Table.rename."""
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


def note_fault(table, text, at_ms):
    """See Table.note_fault."""
    check = crc32(text.encode()) & 0xFFFFFF
    if table.journal is not None and check != table.noted:
        table.noted = check
        try:
            table.journal.fault(text, check)
        except OSError:
            table.lost(at_ms)
