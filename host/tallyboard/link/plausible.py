"""What a board says, read and looked at: numbers that no journal can have are not believed, whoever sends them."""

from typing import Any, cast

from shared_rules.journal import record
from shared_rules.link import laptop_half
from tallyboard.shapes import BoardState, Welcome
from tallyboard.text.printable import printable

# Records that a journal holds at most: 8 MB of them. The largest FRAM that is made has 1 MB.
MOST_RECORDS = 1 << 20
# Numbers that the records of an epoch have: one a second, day and night, for eight years.
MOST_NUMBERS = 1 << 28
TEXT_CHARACTERS = 64  # of an id, a name, a version that are kept
_SIDES = range(1, 9)  # of a match; today's have two or three


class ImplausibleError(ValueError):
    """What was said cannot be so; the words say what it was."""


def read_welcome(body: bytes) -> Welcome:
    """What a board says of itself; the texts without what would move a terminal's cursor.

    Raises ImplausibleError, and MessageError where the body is no WELCOME; as all of these do.
    """
    fields = cast(Welcome, laptop_half.read_welcome(body))
    if fields["format"] > record.FORMAT:
        return fields  # of another edition: only that can be told
    _extent(fields["oldest"], fields["next"])
    if fields["acked"] > fields["next"]:
        raise ImplausibleError(f"of {fields['next']} records {fields['acked']} are acknowledged")
    if fields["damaged"] > MOST_RECORDS:
        raise ImplausibleError(f"{fields['damaged']} records are damaged")
    if not fields["board"].strip() or not fields["board"].isprintable():
        raise ImplausibleError(f"its id is {printable(fields['board']) or 'empty'}")
    if len(fields["board"]) > TEXT_CHARACTERS:
        raise ImplausibleError(f"its id has {len(fields['board'])} characters")
    return {**fields, "table": _shown(fields["table"]), "firmware": _shown(fields["firmware"])}


def read_end(body: bytes) -> tuple[int, int]:
    """(oldest, next) of a journal."""
    oldest, following = laptop_half.read_end(body)
    _extent(oldest, following)
    return oldest, following


def read_rec(body: bytes) -> tuple[int, bytes]:
    """(number of the first, bytes of the records)."""
    first, data = laptop_half.read_rec(body)
    _known(first + len(data) // record.SIZE)
    return first, data


def read_acked(body: bytes) -> int:
    """The number below which all is acknowledged."""
    upto: int = laptop_half.read_acked(body)
    _known(upto)
    return upto


def read_score(body: bytes, oldest: int) -> BoardState:
    """What laptop_half.read_score reads, and `key`: None. `oldest`: the oldest record of the board that is known."""
    return _possible({**laptop_half.read_score(body), "key": None}, oldest)


def read_live(body: bytes, oldest: int) -> BoardState:
    """What laptop_half.read_live reads; the key without what would move a terminal's cursor. `oldest`: as above."""
    fields = laptop_half.read_live(body)
    return _possible({**fields, "key": printable(fields["key"])}, oldest)


def _shown(text: str) -> str:
    return printable(text)[:TEXT_CHARACTERS]


def _possible(fields: dict[str, Any], oldest: int) -> BoardState:
    state = cast(BoardState, fields)
    _extent(min(oldest, state["next"]), state["next"])  # a journal that was begun anew is shorter
    if state["acked"] > state["next"]:
        raise ImplausibleError(f"of {state['next']} records {state['acked']} are acknowledged")
    match = state["match"]
    if match is not None and (len(match["totals"]) not in _SIDES or match["first"] >= len(match["totals"])):
        raise ImplausibleError(f"of {len(match['totals'])} sides number {match['first']} is first")
    return state


def _known(number: int) -> None:
    if number > MOST_NUMBERS:
        raise ImplausibleError(f"it has a record {number - 1}")


def _extent(oldest: int, following: int) -> None:
    _known(following)
    if not oldest <= following <= oldest + MOST_RECORDS:
        raise ImplausibleError(f"its journal goes from {oldest} up to {following}")
