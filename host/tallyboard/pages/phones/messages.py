"""What a phone and the laptop say to each other in text messages: a closed list of JSON objects with one key each. What
the link says goes beside it, in binary messages. docs/link.md has the list."""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, get_args

from tallyboard.hub.seats import Charge, Message
from tallyboard.store.seats import Admitted, SeatWish, Taken, check_of, number_of

_SECRET = re.compile("[A-Za-z0-9_-]{22}", re.ASCII)  # 128 bits
_TOKEN = re.compile("[A-Za-z0-9_-]{43}", re.ASCII)  # 256 bits
MOST_TOKENS = 16  # of boards that one phone keeps


class BrokenRuleError(Exception):
    """What came is none of the messages; `str` of it says why, in a sentence that fits into a close frame."""


Word = Literal["ask", "yes", "no"]


class TakeOver(NamedTuple):
    """ask: this phone wants the table of another one; yes, no: what that one says to it."""

    word: Word


# The first is a scan, or "go on" where there is no secret.
Said = SeatWish | TakeOver | Charge


def read(text: str) -> Said:
    """Raises BrokenRuleError."""
    try:
        said = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BrokenRuleError("That is no JSON as it is written here.") from None
    if not isinstance(said, dict) or len(said) != 1:
        raise BrokenRuleError("A message is an object with one key.")
    ((kind, content),) = said.items()
    if kind not in _KINDS:
        raise BrokenRuleError("There is no such message.")
    return _KINDS[kind](content)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key that is there twice")
    return made


def _no_number(name: str) -> float:
    raise ValueError(name)


def _fields(content: object, needed: set[str], others: frozenset[str] = frozenset()) -> dict[str, Any]:
    if not isinstance(content, dict) or not needed <= content.keys() <= needed | others:
        raise BrokenRuleError("That message has other fields.")
    return content


def _spelled(form: re.Pattern[str], value: object) -> str:
    if not isinstance(value, str) or not form.fullmatch(value):
        raise BrokenRuleError("A secret has 22 letters, a token 43.")
    return value


def _tokens(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_TOKENS:
        raise BrokenRuleError(f"A phone has at most {MOST_TOKENS} boards.")
    return tuple(_spelled(_TOKEN, one) for one in value)


def _admit(content: object) -> SeatWish:
    fields = _fields(content, {"token"}, frozenset({"seat", "has", "old", "empty"}))
    token = _spelled(_TOKEN, fields["token"])
    has = _tokens(fields.get("has", []))
    empty = fields.get("empty", False)
    return SeatWish(
        _spelled(_SECRET, fields["seat"]) if "seat" in fields else None,
        token,
        has,
        _spelled(_TOKEN, fields["old"]) if "old" in fields else None,
        empty if isinstance(empty, bool) else frozenset(_tokens(empty)),
    )


def _take_over(content: object) -> TakeOver:
    if not isinstance(content, str) or content not in get_args(Word):
        raise BrokenRuleError("To take over is to ask, or to say yes or no.")
    return TakeOver(content)  # type: ignore[arg-type]


def _battery(content: object) -> Charge:
    fields = _fields(content, {"percent", "charging"})
    percent, charging = fields["percent"], fields["charging"]
    if type(percent) is not int or not 0 <= percent <= 100 or type(charging) is not bool:
        raise BrokenRuleError("A battery has 0 to 100 percent.")
    return Charge(percent, charging)


_KINDS: dict[str, Callable[[object], Said]] = {"admit": _admit, "take over": _take_over, "battery": _battery}


# ---- what the laptop says


def admitted(at: Admitted, token: str, version: str) -> Message:
    """The phone is at this table, by this token of its own. `version`: of the page that the laptop has."""
    journal = at.journal and {
        "epoch": at.journal.epoch,
        "first": at.journal.first,
        "next": at.journal.next,
        "records": b64encode(at.journal.records).decode(),
    }
    said = {"table": at.table, "board": at.board, "token": token, "locked": at.locked, "version": version}
    return {"admit": {**said, "journal": journal}}


def taken(by: Taken, token: str) -> Message:
    """Another phone has the table. `token`: of the one that is told so."""
    said = {"table": by.table, "heard_s": by.heard_s, "state": by.state}
    return {"take over": {**said, "number": number_of(check_of(token))}}
