"""What must hold for a board.

A room that has more to say about it has a `rules.py` with `wrong(board)`, listed in ROOMS: it yields pairs of a key of
board.toml, as `buttons.A3` or `carrier.holes[2]`, and the rule that its value breaks.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from importlib import import_module
from typing import Any

from hardware.source.board import Board, Wired

Fault = tuple[str, str]  # the key and the rule
# All tables, and what the checks below settle about them: that there are the keys, displays and sizes that there must
# be, and only pins that the Pico has.
EVERYTHING = " ".join((*(field.name for field in fields(Board)), "names", "sizes", "pins"))

# Modules with RULES, and modules with `wrong`. They are imported when they are asked, for they import BadBoard.
_OWN = (  # what is settled first, first
    "hardware.source.size_rules",
    "hardware.circuit.rules",
    "hardware.circuit.supply_rules",
    "hardware.buying.rules",
    "hardware.carrier.rules",
)
ROOMS: tuple[str, ...] = ("hardware.face.rules", "hardware.carrier.rules", "hardware.enclosure.rules")


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
    `settles`: what later checks may need, and go without when this one finds fault."""

    tables: frozenset[str]
    wrong: Callable[[Any], Iterable[Fault]]  # of a Board, or of the Wired that has these tables
    settles: str


def rule(tables: str, wrong: Callable[[Any], Iterable[Fault]], settles: str = "") -> Rule:
    """The check with all that it needs in one text."""
    return Rule(frozenset(tables.split()), wrong, settles)


def wrong(board: Wired, read: list[Fault], unread: set[str], never: set[str]) -> list[Fault]:
    """All that this board breaks of the rules, where `read` was found when it was read, and these tables could not
    be; those of `never` no board of its kind has. The rooms are asked of a Board where everything else holds: some of
    them would say the same again in other words."""
    found: list[Fault] = []
    for module in _OWN:
        for each in import_module(module).RULES:
            if not each.tables & (unread | never):
                faults = list(each.wrong(board))
                found += faults
                if faults and each.settles:
                    unread = unread | {each.settles}
    if isinstance(board, Board) and not (read or unread or found):
        for module in ROOMS:
            faults = list(import_module(module).wrong(board))
            found += faults
            if faults:
                break  # each goes by what the ones before it hold for sound
    return found
