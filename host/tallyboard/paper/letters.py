"""Which names have letters that no font on this machine has: they would be printed as boxes."""

import re
import unicodedata
from collections.abc import Iterable

from tallyboard.paper.shapes import TournamentPaper
from tallyboard.paper.typesetter import drawn
from tallyboard.text.printable import printable

_IN_NO_FONT = "\U0010ffff"  # not a character: what is drawn for it is the box
_GLYPH = re.compile(rb'<use [^>]*href="(#[^"]+)"')


def without_letters(paper: TournamentPaper) -> list[str]:
    """The names of entrants and tables, of phases and of the tournament that cannot be printed whole, in this order."""
    tournament = paper["tournament"]
    names = [entrant["name"] for entrant in tournament["entrants"]]
    names += [table["table"] for table in tournament["tables"]]
    names += [*paper.get("titles", []), paper["name"]]
    texts = {name: _letters(printable(name)) for name in names}
    lacking = _lacking(letter for letters in texts.values() for letter in letters)
    return [name for name, letters in texts.items() if lacking & letters]


def _letters(text: str) -> set[str]:
    """Its letters with their accents; not blanks, nor what is not seen by itself."""
    found: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        if unicodedata.category(character) in ("Mn", "Me", "Cf") and found:
            found[-1] += character
        else:
            found.append(character)
    return {letter for letter in found if not letter.isascii() and not letter.isspace()}


def _lacking(letters: Iterable[str]) -> set[str]:
    """Those of which a part is drawn as what is in no font."""
    asked = sorted(set(letters))
    if not asked:
        return set()
    box, *pages = (set(_GLYPH.findall(page)) for page in drawn("letters", {"letters": [_IN_NO_FONT, *asked]}))
    return {letter for letter, glyphs in zip(asked, pages, strict=True) if glyphs & box}
