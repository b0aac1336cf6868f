"""What boards keep of a name and are told, what a table is called, and the order in which names are looked for."""

import re
from collections.abc import Mapping
from typing import Any

from shared_rules.journal.record import TEXT_BYTES
from tallyboard.text.language import _

_PAIR_BYTES = 10  # of each of two partners, and between them " & "
_AND = re.compile(r"\s*[&/+]\s*|\s+and\s+", re.IGNORECASE)


def board_name(name: str, of_pairs: bool = False) -> str:
    """At most 24 bytes of ASCII, "" where no letter of the name has a likeness on the display.

    `of_pairs`: two `partners` get 10 bytes each.
    """
    shown = [_cut(partner, _PAIR_BYTES) for partner in partners(name)] if of_pairs else []
    return " & ".join(shown) if shown and all(shown) else _cut(name, TEXT_BYTES)


def partners(name: str) -> list[str]:
    """The two of a team whose name says both: `Ann & Bob` (or `/`, `+`, `and`); else nobody."""
    found = _AND.split(name.strip())
    return found if len(found) == 2 and all(found) else []


def _cut(name: str, most: int) -> str:
    """The name in ASCII; a letter that stands for several, as Щ does for Shch, is there whole or not at all."""
    from anyascii import anyascii

    shown = ""
    for letter in " ".join(name.split()):
        likeness = anyascii(letter)
        if len(shown) + len(likeness) > most:
            break
        shown += likeness
    return " ".join(shown.split())


def order_words(kind: str, what: Mapping[str, Any]) -> str:
    """`crokinole-official, Ann : Bob (match m1)`, `no match to wait`, `the name "Table 9"`, `brightness 12`.

    `what` is that of an order of this kind.
    """
    if kind == "name":
        name = what["name"]
        return _('the name "%(name)s"', name=name) if name else _("the name in its settings")
    if kind == "light":
        return _("brightness %(light)s", light=what["light"])
    if what["key"] is None:
        return _("no match to wait")
    names = " : ".join(name or "?" for name in what["names"])
    which = ", ".join(part for part in (what["line"], names) if part)
    return _("%(which)s (match %(key)s)", which=which, key=what["key"])


def table_or_digits(table: str, board: str) -> str:
    """The table's name; of one without a name the last six digits of its board's id."""
    return table or board[-6:]


def natural(name: str) -> list[str | int]:
    """A key that sorts `Table 10` behind `Table 9`."""
    return [int(part) if place % 2 else part for place, part in enumerate(re.split(r"([0-9]+)", name))]
