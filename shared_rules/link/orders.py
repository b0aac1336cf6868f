"""The bodies of ASSIGN and SETUP, what a laptop wants of a table: both halves, apart, as a board rarely reads one."""

from shared_rules import SaidError
from shared_rules.journal import record
from shared_rules.link.board_half import MessageError, texts_of
from shared_rules.link.frame import MAX_BODY

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Iterable


def read_texts(body: bytes, at: int) -> list[str]:
    """The texts from byte `at` to the end; raises MessageError."""
    texts = []
    while at < len(body):
        end = at + 1 + body[at]
        if end > len(body):
            raise MessageError("a text that ends too soon")
        try:
            texts.append(str(bytes(body[at + 1 : end]), "utf-8"))
        except UnicodeError:
            raise MessageError("a text that is not UTF-8") from None
        at = end
    return texts


def assign_1(key: str, line: str, names: "Iterable[str]") -> bytes:
    """A match to be played at this table: what it is called (not empty), the game line, the sides' names.

    Raises ValueError where it does not fit into a frame: leave options out that have their default.
    """
    if not key:
        raise ValueError("an assignment needs a key")
    return _fitting(texts_of([key], record.TEXT_BYTES) + texts_of([line], 255) + texts_of(names, record.TEXT_BYTES))


def assign(key: str, line: str, names: "Iterable[str]", first: int | None = None) -> bytes:
    """As assign_1, with the side number that starts, None where that is open."""
    return _fitting(bytes((0 if first is None else first + 1,)) + assign_1(key, line, names))


def cancel() -> bytes:
    """The ASSIGN that takes back the one that waits."""
    return bytes((0,)) + texts_of(["", ""], 0)


def _fitting(body: bytes) -> bytes:
    if len(body) > MAX_BODY:
        raise SaidError("an assignment has at most %(most)s bytes in all", most=MAX_BODY)
    return body


def read_assign_1(body: bytes, at: int = 0) -> tuple[str, str, list[str], int | None]:
    """(key, game line, names, who starts: None)."""
    texts = read_texts(body, at)
    if len(texts) < 2 or len(texts) > 5 or not (texts[0] or at):
        raise MessageError("an ASSIGN is a key, a game line and up to three names")
    return texts[0], texts[1], texts[2:], None


def read_assign(body: bytes) -> tuple[str, str, list[str], int | None]:
    """(key, game line, names, side number that starts or None); an empty key takes back the one that waits."""
    key, line, names, _ = read_assign_1(body, 1)
    if body[0] > 3:
        raise MessageError("an ASSIGN says which of three sides starts, or 0")
    return key, line, names, body[0] - 1 if body[0] else None


def setup(name: str | None, light: int | None) -> bytes:
    """The table's name ("" for the one in its settings) and its brightness, 1 to 16; None: to stay as it is."""
    return bytes((light or 0,)) + (b"" if name is None else texts_of([name], record.TEXT_BYTES))


def read_setup(body: bytes) -> tuple[str | None, int | None]:
    """(name or None, brightness or None)."""
    texts = read_texts(body, 1)
    if not body or body[0] > record.FULL_LIGHT or len(texts) > 1:
        raise MessageError("a SETUP is a brightness up to 16 and at most one name")
    return texts[0] if texts else None, body[0] or None
