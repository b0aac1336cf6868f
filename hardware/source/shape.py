"""Values of TOML as the dataclasses of board.py: every key there, none too many, each of its type and in its range.

A field with a default may be left out. A name that Python keeps for itself has a `_` behind it in the dataclass.
"""

import difflib
import math
from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from hardware.source.board import Place
from hardware.source.ranges import range_of, short
from hardware.source.rules import Fault

_WORDS = {int: "a whole number", float: "a number", str: 'text in "quotes"', bool: "true or false"}
_PLACE = (float, float, float)


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The rule that a name of this kind is none of those known, with the one that was likely meant."""
    known = list(known)
    near = difflib.get_close_matches(name, known, 1)
    meant = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(known)}"
    return f"unknown {what} {_quoted(name)}; {meant}"


@cache
def fields_of(kind: Any) -> dict[str, Any]:
    """The types of what stands in a table, by the names that it has in board.toml."""
    hints = get_type_hints(kind)
    return {field.name.rstrip("_"): hints[field.name] for field in fields(kind)}


@cache
def optional_of(kind: Any) -> set[str]:
    """What may be left out of a table."""
    return {
        field.name.rstrip("_")
        for field in fields(kind)
        if field.default is not MISSING or field.default_factory is not MISSING
    }


class Shaper:
    """Reads values, and keeps what is wrong with them in `faults`. What cannot be read comes back as None."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def tables(
        self, kinds: dict[str, Any], optional: set[str], values: dict[str, Any], key: str = ""
    ) -> dict[str, Any]:
        """What can be read of a table with these names in it."""
        what = "key" if key else "table"
        missing = [name for name in kinds if name not in values and name not in optional]
        for name in values:
            if name not in kinds:
                self._wrong(_joined(key, name), unknown(what, name, kinds))
                missing = [other for other in missing if other not in difflib.get_close_matches(name, missing)]
        for name in missing:
            self._wrong(_joined(key, name), f"this {what} is missing; add it")
        made = {
            name: self.read(kind, values[name], _joined(key, name)) for name, kind in kinds.items() if name in values
        }
        return {name: value for name, value in made.items() if value is not None}

    def read(self, kind: Any, value: object, key: str) -> Any:
        """The value as this type."""
        if kind is Place:
            numbers = self._list(_PLACE, value, key)
            return Place(*numbers) if numbers else None
        if NoneType in get_args(kind):
            return self.read(get_args(kind)[0], value, key)
        if is_dataclass(kind):
            return self._table(kind, value, key)
        if get_origin(kind) is dict:
            return self._named(get_args(kind)[1], value, key)
        if get_origin(kind) is tuple:
            return self._list(get_args(kind), value, key)
        return self._plain(kind, value, key)

    def _wrong(self, key: str, rule: str) -> Any:
        self.faults.append((key, rule))
        return None

    def _table(self, kind: Any, value: object, key: str) -> Any:
        kinds, optional = fields_of(kind), optional_of(kind)
        if not isinstance(value, dict):
            return self._wrong(key, f"must be a table with {', '.join(kinds)}")
        made = self.tables(kinds, optional, value, key)
        if any(name not in made for name in kinds if name in value or name not in optional):
            return None
        names = {field.name.rstrip("_"): field.name for field in fields(kind)}
        return kind(**{names[name]: thing for name, thing in made.items()})

    def _named(self, kind: Any, value: object, key: str) -> Any:
        """A table with names of its own."""
        if not isinstance(value, dict):
            return self._wrong(key, "must be a table")
        made = {name: self.read(kind, thing, _joined(key, name)) for name, thing in value.items()}
        return None if None in made.values() else made

    def _list(self, kinds: tuple[Any, ...], value: object, key: str) -> Any:
        if not isinstance(value, list):
            return self._wrong(key, "must be a list in [brackets]")
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(value)
        elif len(value) != len(kinds):
            return self._wrong(key, f"must be a list of {len(kinds)}, not of {len(value)}")
        made = tuple(
            self.read(kind, thing, f"{key}[{n}]") for n, (kind, thing) in enumerate(zip(kinds, value, strict=True))
        )
        return None if None in made else made

    def _plain(self, kind: Any, value: object, key: str) -> Any:
        """A number, text, or true or false. Of a number that is out of its range the nearest that is in it."""
        allowed = (int, float) if kind is float else (kind,)
        if type(value) not in allowed:
            return self._wrong(key, f"must be {_WORDS[kind]}, not {_said(value)}")
        if kind in (int, float):
            if isinstance(value, float) and not math.isfinite(value):
                return self._wrong(key, "must be a number that is finite")
            allowed_range = range_of(key)
            if rule := allowed_range.broken_by(value):  # type: ignore[arg-type]
                self._wrong(key, rule)
                return kind(allowed_range.nearest(value))  # type: ignore[arg-type]
        return value


def _joined(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _quoted(name: str) -> str:
    return f'"{name}"'


def _said(value: object) -> str:
    for kind, words in _WORDS.items():
        if type(value) is kind:
            return f"{words} ({short(value) if isinstance(value, (bool, int, float)) else _quoted(str(value))})"
    return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a date"
