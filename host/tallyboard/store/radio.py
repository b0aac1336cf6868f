"""Boards without a cable: the key of each that was paired over USB, and what of the air did not fit.

Both are of this database, and never copied. A key leaves it for the hub and for the board's own drive alone. Whose
pairing was taken back keeps its row, with an empty key: an older page of a damaged file brings no key back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tallyboard.store.tables.sql import CoreSql, Sql, moment_in, rows_if_there
from tallyboard.store.transactions import PRESENCE, SEATS, WakeUp, Writable

KEY_BYTES = 32
WHATS = ("unknown", "key", "repeat")
MOST_NOTED = 64  # boards of which there are notes
_LONGEST_ID = 64  # hex digits: whoever sends a datagram says them
_DIGITS = frozenset("0123456789abcdef")

_NEWS = WakeUp(frozenset((SEATS, PRESENCE)))


class Paired(NamedTuple):
    """A board that has a key here, since a moment in ms since 1970, by the database's clock; who paired it."""

    board: str
    since: int
    by: str


class Note(NamedTuple):
    """What did not fit, how many times, and when it was noted last, in ms since 1970. `what`: "unknown": the board
    calls, and has no key here; "key": its datagrams are not sealed by the key that it has here; "repeat": it begins
    with a session that it had before."""

    board: str
    what: str
    times: int
    last: int


class KeyRow(NamedTuple):
    """A row of radio_boards; an empty `key` where the pairing was taken back. It shows no key."""

    board: str
    key: bytes
    paired: int
    paired_by: str

    def __repr__(self) -> str:
        return f"KeyRow({self.board!r})"

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> "KeyRow | None":
        """None for one that a disk has made impossible."""
        match row:
            case (str(board), bytes(key), int(paired), str(by)) if is_board(board) and len(key) in (0, KEY_BYTES):
                return cls(board, key, paired, by)
        return None


def is_board(text: str) -> bool:
    """Whether it can be the id of a board with a radio: up to 64 hex digits, an even number, small letters."""
    return 0 < len(text) <= _LONGEST_ID and len(text) % 2 == 0 and _DIGITS.issuperset(text)


def _rows(sql: Sql) -> Iterator[KeyRow]:
    wanted = f"SELECT {', '.join(KeyRow._fields)} FROM radio_boards ORDER BY board"
    for row in rows_if_there(sql, "radio_boards", wanted):
        found = KeyRow.of(row)
        if found is not None and found.key:
            yield found


def keys(sql: Sql) -> dict[str, bytes]:
    """By board its key, 32 bytes; of those that are paired."""
    return {row.board: row.key for row in _rows(sql)}


def paired(sql: Sql) -> list[Paired]:
    """The boards that are paired, by id."""
    return [Paired(row.board, row.paired, row.paired_by) for row in _rows(sql)]


def pair(store: Writable, board: str, key: bytes, by: str) -> None:
    """Have this board's datagrams be sealed by this key, and by no earlier one; what was noted of it is settled.

    Raises ValueError for an id that no board with a radio has, and for a key that is not 32 bytes.
    """
    if not is_board(board) or len(key) != KEY_BYTES:
        raise ValueError("no board's id, or no key of 32 bytes")
    with store.writing(news=_NEWS) as sql:
        row = {"board": board, "key": key, "paired": sql.now_ms(), "paired_by": by}
        sql.upsert("radio_boards", "board", [row])
        sql.run("DELETE FROM radio_notes WHERE board = :board", board=board)


def unpair(store: Writable, board: str) -> bool:
    """Take the key of this board out; whether it had one."""
    with store.writing(news=_NEWS) as sql:
        if board not in keys(sql):
            return False
        row = {"board": board, "key": b"", "paired": sql.now_ms(), "paired_by": ""}
        sql.upsert("radio_boards", "board", [row])
        sql.run("DELETE FROM radio_notes WHERE board = :board", board=board)
    return True


def heard_since(sql: Sql) -> set[str]:
    """The paired boards that were heard since they were paired, by whatever port."""
    moments = {board: moment_in(heard) for board, heard in sql.rows("SELECT id, heard FROM boards")}
    return {one.board for one in paired(sql) if (at := moments.get(one.board)) and at.timestamp() * 1000 >= one.since}


# ---- what did not fit


def note(store: Writable, counts: Mapping[tuple[str, str], int]) -> None:
    """Add how many times, by (board, what), something did not fit, see Note. Of what no board can be called nothing is
    kept, and of MOST_NOTED boards at most: those stay of which something was noted last."""
    sound = {of: count for of, count in sorted(counts.items()) if is_board(of[0]) and of[1] in WHATS and count > 0}
    if not sound:
        return
    with store.writing(is_passing=True, news=WakeUp(frozenset((PRESENCE,)))) as sql:
        now = sql.now_ms()
        rows = [{"board": board, "what": what, "times": count, "last": now} for (board, what), count in sound.items()]
        more = "times = radio_notes.times + EXCLUDED.times, last = EXCLUDED.last"
        sql.insert("radio_notes", rows, f"(board, what) DO UPDATE SET {more}")
        latest = f"SELECT board FROM radio_notes GROUP BY board ORDER BY MAX(last) DESC, board LIMIT {MOST_NOTED}"
        sql.run(f"DELETE FROM radio_notes WHERE board NOT IN ({latest})")


def notes(sql: Sql) -> list[Note]:
    """What was noted, the newest first."""
    wanted = f"SELECT {', '.join(Note._fields)} FROM radio_notes ORDER BY last DESC, board, what"
    found = (Note(*row) for row in rows_if_there(sql, "radio_notes", wanted))
    return [
        one
        for one in found
        if isinstance(one.board, str) and one.what in WHATS and type(one.times) is type(one.last) is int
    ]


# ---- out of a damaged file


@dataclass
class KeyPieces:
    """What was found in the pages of a damaged file, by board: how it was paired last. Of what stands there in two ways
    nothing is believed."""

    found: dict[str, set[KeyRow]] = field(default_factory=dict)

    def take(self, row: tuple[Any, ...]) -> None:
        piece = KeyRow.of(row)
        if piece is not None:
            self.found.setdefault(piece.board, set()).add(piece)

    def fill(self, sql: CoreSql) -> None:
        """Put them into a store that is empty."""
        for pieces in self.found.values():
            last = max(one.paired for one in pieces)
            latest = [one for one in pieces if one.paired == last]
            if len(latest) == 1:
                sql.insert("radio_boards", [latest[0]._asdict()])
