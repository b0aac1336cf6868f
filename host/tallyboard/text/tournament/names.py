"""The entrants of a tournament by the names that people know them by."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallyboard.desk.objects import EntrantObject

NOBODY = 0  # a place in a bracket that stays empty, as a match object has it


class Names:
    """The names of a tournament's entrants, by their numbers."""

    def __init__(self, entrants: "Sequence[EntrantObject]") -> None:
        self._names: dict[int, str] = {one["entrant"]: one["name"] for one in entrants}

    def __getitem__(self, entrant: int | None) -> str:
        """The name; `nobody` of a place that stays empty, `?` where it is not known yet who comes."""
        if entrant is None:
            return "?"
        return "nobody" if entrant == NOBODY else self._names[entrant]

    def get(self, entrant: int) -> str | None:
        """The name; None where nobody has the number."""
        return self._names.get(entrant)

    def listed(self, entrants: Iterable[int]) -> str:
        """`Ann`, `Ann and Bob`, `Ann, Bob and Cid`."""
        return listed(self[entrant] for entrant in entrants)


def with_verb(name: str, of_one: str, of_two: str) -> str:
    """`Ann wins`, `Ann & Bob win`."""
    return f"{name} {of_two if ' & ' in name else of_one}"


def listed(words: Iterable[str]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`; empty for none."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def listed_first(words: Sequence[str], most: int) -> str:
    """The same of so many words, then `and 3 more` where there are more."""
    more = len(words) - most
    return listed([*words[:most], f"{more} more"] if more > 0 else words)
