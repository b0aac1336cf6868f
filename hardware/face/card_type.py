"""What a card says, and the legends on the face with it. `card.py` draws cards, `legends.py` legends.

Short sentences in the words of those who play the game, and only what is needed at the table.
"""

from typing import NamedTuple

Notes = tuple[tuple[str, str], ...]  # what a sentence begins with, in bold, and the rest of it
Says = tuple[tuple[str, str], ...]  # what the status says, and what that means
Meaning = tuple[str, str]  # of a key: what a tap does, and a hold; "" for nothing


class Words(NamedTuple):
    """What every card in a language says. `print_it` and `measure` stand beside the legends: how to print them, and
    what to measure on the paper, a line of 100 mm."""

    language: str
    key: str
    tap: str
    hold: str
    tap_and_hold: str
    ring: str
    says: str
    print_it: str
    measure: str


class Three(NamedTuple):
    """A game for three sides: how it is called then, and how all read the displays, its third step."""

    kinds: str
    read: str


class Card(NamedTuple):
    """`name`: of the file. `keys`: the keys 1 to 5; `middle`: UNDO, NEXT, MENU, for the legends. `display`: one as it
    looks in this game; `point`: what its last point says, "" where none is lit. `beside` stands below the steps,
    `notes` below the keys, `says` across the foot. `three`: None where only two sides play.
    """

    name: str
    words: Words
    title: str
    kinds: str
    steps: tuple[str, str, str, str, str]
    keys: tuple[Meaning, ...]
    middle: tuple[Meaning, Meaning, Meaning]
    display: str
    point: str
    beside: Notes
    notes: Notes
    says: Says
    three: Three | None = None
