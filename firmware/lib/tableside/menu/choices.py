"""A game's options as they are being chosen: each within its range, all of them together always a game."""

from shared_rules.games import catalogue
from shared_rules.games.options import CHOICE, LIST, OPTIONS, OptionError, code_of
from tableside.menu.texts import MEMBER
from tableside.texts import word as shown

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any


class Choices:
    """`sides`: how many the board has. `options`: all in force (name to value). `rows`: (name, member of a list)."""

    def __init__(self, game_id: str, options: "dict[str, Any]", sides: int) -> None:
        self.game_id = game_id
        self._game = catalogue.by_id(game_id)
        self._sides = sides
        self._given = {}  # what was asked for; the rest follows the game's defaults
        for name, default in self._game.OPTIONS:
            if name in options and options[name] != default:
                self._given[name] = options[name]
        self.options = catalogue.settle(game_id, self._given)
        self.rows = []
        for name, _ in self._game.OPTIONS:
            members = OPTIONS[code_of(name)][2] if self._kind(name) == LIST else 1
            self.rows += [(name, member) for member in range(members)]

    def _kind(self, name: str) -> int:
        return OPTIONS[code_of(name)][1]

    def label(self, row: int) -> str:
        name, member = self.rows[row]
        said = shown(name.upper().replace("_", " "))
        if self._kind(name) != LIST:
            return said
        labels = self._game.LABELS.get(name)
        return shown(labels[member]) if labels else MEMBER % (member + 1, said)

    def word(self, row: int) -> str:
        """The value of a choice, in capitals; "" for a number."""
        name, _ = self.rows[row]
        return shown(self.options[name].upper()) if self._kind(name) == CHOICE else ""

    def number(self, row: int) -> int | None:
        """The value of a number; None where it has none, or is a word."""
        name, member = self.rows[row]
        value = self.options.get(name)
        if self._kind(name) == CHOICE:
            return None
        return value[member] if isinstance(value, tuple) else value

    def excluded(self, row: int) -> bool:
        """Whether another option is in force in its place."""
        return self.options.get(self.rows[row][0]) is None

    def change(self, row: int, by: int) -> None:
        """One step up or down (`by` positive or negative), or as many as it says; at the end of the range it stays."""
        name, member = self.rows[row]
        kind = self._kind(name)
        value = self.options.get(name)
        if kind == CHOICE:
            words = self._game.FORMATS if name == "format" else OPTIONS[code_of(name)][2]
            value = words[(words.index(value) + (1 if by > 0 else -1)) % len(words)]
        elif kind == LIST:
            value = self._other_member(value, member, 1 if by > 0 else -1)
        elif value is None:
            value = self._game.BEGINS_AT.get(name) or dict(self._game.OPTIONS)[name] or OPTIONS[code_of(name)][2][0]
        else:
            least, most = OPTIONS[code_of(name)][2]
            value = min(max(value + by, least), self._sides if name == "sides" else most)
        self._ask(name, value)

    def _other_member(self, values: tuple[int, ...], member: int, by: int) -> tuple[int, ...]:
        """The list with this member moved on to the next number from 1 to 99 that no other member has."""
        number = values[member] + by
        while number in values:
            number += by
        if not 1 <= number <= 99:
            return values
        return values[:member] + (number,) + values[member + 1 :]

    def _ask(self, name: str, value: "Any") -> None:
        """Give this option this value; what it excludes goes back to its default."""
        asked = dict(self._given)
        asked[name] = value
        simple = {name: value, "scoring": "simple"}  # without which there are no three sides: 003, 9
        tries = [asked]
        for other in sorted(self._given):
            if other != name:
                tries.append({each: asked[each] for each in asked if each != other})
        for given in tries + [{name: value}, simple]:
            try:
                self.options = catalogue.settle(self.game_id, given)
            except OptionError:
                continue
            self._given = given
            return
