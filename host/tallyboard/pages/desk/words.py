"""What the desk's pages say, in the reader's language. What stands here is safe to be put in a page."""

from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject
from tallyboard.text.language import Language
from tallyboard.text.printable import printable
from tallyboard.text.tournament.bracket import bracket_name
from tallyboard.text.tournament.names import NOBODY, Names, PhaseName, numbered


class Words:
    """The words of a language, with the names of a tournament's entrants and phases."""

    def __init__(self, language: Language, names: Names | None = None, phases: Sequence[PhaseName] = ()) -> None:
        self.language = language
        self._names = names or Names()
        self._phases = phases

    def _(self, said: str, /, **values: Any) -> Markup:
        """The sentence in this language; what is put into it is escaped where it is not Markup."""
        found = Markup(self.language.gettext(said))
        return found % values if values else found

    def ngettext(self, one: str, many: str, number: int, /, **values: Any) -> Markup:
        return Markup(self.language.form(one, many, number)) % {"num": number, **values}

    def name(self, entrant: int | None) -> Markup:
        """The name of an entrant; a number that nobody has stays."""
        if entrant is None:
            return Markup("?")
        return self._("(nobody)") if entrant == NOBODY else text(self._names.known(str(entrant)))

    def names(self, entrants: Iterable[int]) -> Markup:
        """`Ann, Bob, Cid`."""
        return Markup(", ").join(self.name(one) for one in entrants)

    def pair(self, sides: Sequence[int | None]) -> Markup:
        """`Ann : Bob`."""
        return Markup(" : ").join(self.name(side) for side in sides)

    def phase(self, number: int) -> Markup:
        """What stands behind the word `phase`: `1`, `2 (Power pool A)`."""
        return Markup("{}").format(numbered(self._, self._phases, number))

    def table(self, table: str) -> Markup:
        """`Table 3`, and `Final table` of one that is called so."""
        return text(table) if "table" in table.casefold() else self._("Table %(table)s", table=text(table))

    def match(self, match: DeskMatchObject) -> Markup:
        """`Ann : Bob (round 2)`, in a knock-out `Ann : Bob (W1.2)`."""
        return Markup("{} ({})").format(self.pair(match["sides"]), self.round(match))

    def round(self, match: DeskMatchObject) -> Markup:
        """`round 2`, in a knock-out `W1.2`."""
        return Markup(bracket_name(match["match"])) or self._("round %(at)s", at=match["round"])


def text(said: str) -> Markup:
    """Anybody's text: nothing in it acts on the page or on the text around it."""
    return Markup("<bdi>{}</bdi>").format(printable(said))
