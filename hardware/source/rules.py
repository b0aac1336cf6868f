"""What must hold for a board.

A room that has more to say about it has a `rules.py` with `wrong(board)`, listed in ROOMS: it yields pairs of a key of
board.toml, as `buttons.A3` or `carrier.holes[2]`, and the rule that its value breaks.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from importlib import import_module

from hardware.source.board import Board

Fault = tuple[str, str]  # the key and the rule
EVERYTHING = " ".join(field.name for field in fields(Board))

# Modules with RULES, and modules with `wrong`. They are imported when they are asked, for they import BadBoard.
_OWN = ("hardware.circuit.rules", "hardware.source.size_rules", "hardware.buying.rules")
ROOMS: tuple[str, ...] = ("hardware.face.rules", "hardware.drawing.rules")


class BadBoard(ValueError):  # noqa: N818 - as it is said in a sentence
    """A value of board.toml breaks a rule. `key`: where it stands, as in "buttons.A3"; `rule`: what is wrong and what
    to do, for people."""

    def __init__(self, key: str, rule: str) -> None:
        super().__init__(f"{key}: {rule}")
        self.key = key
        self.rule = rule


@dataclass(frozen=True)
class Rule:
    """A check that needs no more than these tables of the board: where another one cannot be read, it still runs.
    `first`: the checks after it need what it asks for in the tables that it finds fault with."""

    tables: frozenset[str]
    wrong: Callable[[Board], Iterable[Fault]]
    first: bool


def rule(tables: str, wrong: Callable[[Board], Iterable[Fault]], first: bool = False) -> Rule:
    """The check with the tables that it needs, in one text."""
    return Rule(frozenset(tables.split()), wrong, first)


def wrong(board: Board, read: list[Fault], unread: set[str]) -> list[Fault]:
    """All that this board breaks of the rules, where `read` was found when it was read, and these tables could not
    be."""
    found: list[Fault] = []
    for module in _OWN:
        for each in import_module(module).RULES:
            if not each.tables & unread:
                faults = list(each.wrong(board))
                found += faults
                if each.first:
                    unread = unread | {key.split(".")[0] for key, _ in faults}
    if not read and not unread:
        for module in ROOMS:
            found += import_module(module).wrong(board)
    return found
