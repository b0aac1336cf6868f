"""Texts that are longer than the status display: they move through it, once or round and round, at reading speed."""

from shared_rules.games.events import SIDES
from tableside import texts, views

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Sequence

    from shared_rules.journal.replay import Assignment

_REST_MS = 1200  # how long a text stands still when it begins
_STEP_MS = 300  # and how long at each further character
_END_MS = 900  # and at its end, where it moves once


def window(text: str, age_ms: int) -> str:
    """The four characters of a text to show at this age; a longer one goes round and round."""
    if len(text) <= 4:
        return views.four(text)
    text += "   "
    at = max(0, age_ms - _REST_MS + _STEP_MS) // _STEP_MS % len(text)
    return (text + text)[at : at + 4]


def once(text: str, age_ms: int) -> str:
    """The four characters of a text that moves once through the display."""
    if len(text) <= 4:
        return views.four(text)
    at = min(max(0, age_ms - _REST_MS + _STEP_MS) // _STEP_MS, len(text) - 4)
    return text[at : at + 4]


def once_ms(text: str) -> int:
    """How long it takes until the end of it has been read."""
    return _REST_MS + max(0, len(text) - 5) * _STEP_MS + _END_MS


def until_moved(age_ms: int) -> int:
    """How many milliseconds later these show something else, at the earliest."""
    return _REST_MS - age_ms if age_ms < _REST_MS else _STEP_MS - (age_ms - _REST_MS) % _STEP_MS


def in_turn(parts: "Sequence[str]", age_ms: int, each_ms: int) -> tuple[str, int]:
    """(the one of these texts that is shown at this age, each for so long; in how many ms the next one is)."""
    return parts[age_ms // each_ms % len(parts)], each_ms - age_ms % each_ms


def capitals(text: str) -> str:
    """The text in what 14 segments can show."""
    shown = ""
    for letter in text:
        code = ord(letter)
        if 0xC0 <= code <= 0xFF:
            letter = texts.LATIN_1[code - 0xC0]
        elif 97 <= code <= 122:
            letter = chr(code - 32)
        elif not 32 <= code < 96:
            letter = "?"
        shown += letter
    return shown


def names_text(assigned: "Assignment") -> str:
    """Who plays an assigned match; a side without a name is its letter."""
    names = [assigned.names[side] or SIDES[side] for side in range(assigned.options.get("sides", 2))]
    return capitals(texts.AGAINST.join(names))
