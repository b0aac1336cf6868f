"""Sets templates with the typesetter typst.

What is printed goes in as data, never as markup: names may hold anything.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tallyboard.errors import TallyboardError
from tallyboard.paper.view import TournamentPaper
from tallyboard.text.printable import printable

if TYPE_CHECKING:
    import typst


_TEMPLATES = Path(__file__).parent / "templates"
_FONTS = Path(__file__).parent / "fonts"


def typeset(
    template: str, data: dict[str, Any], format: Literal["pdf", "png", "svg"] = "pdf", **how: Any
) -> list[bytes]:
    """The template of this name, filled with the data: as one PDF, or as a PNG (with `ppi`) or an SVG a page. Raises
    TallyboardError where typst is missing."""
    made = _compiler(template, data).compile(format=format, **how)
    assert made is not None
    return [made] if isinstance(made, bytes) else made


def measured(template: str, data: dict[str, Any]) -> Any:
    """What the template's element with the label `measured` says."""
    return json.loads(_compiler(template, data).query("<measured>", field="value", one=True))


def _compiler(template: str, data: dict[str, Any]) -> "typst.Compiler":
    try:
        import typst
    except ImportError:
        raise TallyboardError(
            "Printing needs the typesetter typst, which is not installed.",
            "Install it: `pip install typst`, or Tallyboard's wheel with `[print]` behind its name.",
        ) from None
    # Paper has the pages' font; the system's stand behind it and typst's own: letters that these lack are printed where
    # the system has them.
    return typst.Compiler(
        _TEMPLATES / f"{template}.typ",
        root=_TEMPLATES,
        font_paths=[_FONTS],
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
    )


_IN_NO_FONT = "\U0010ffff"  # not a character: what is drawn for it is the box
_GLYPH = re.compile(rb'<use [^>]*href="(#[^"]+)"')  # in an SVG each glyph is drawn once and then named


def names_on(paper: TournamentPaper) -> list[str]:
    """The names of entrants and tables, of phases and of the tournament."""
    tournament = paper["tournament"]
    names = [entrant["name"] for entrant in tournament["entrants"]]
    names += [table["table"] for table in tournament["tables"]]
    return [*names, *paper.get("titles", []), paper["name"]]


def without_letters(names: Iterable[str]) -> list[str]:
    """Those that cannot be printed whole, in their order."""
    texts = {name: _letters(printable(name)) for name in names}
    asked = sorted(set().union(*texts.values()))
    if not asked:
        return []
    box, *drawn = (
        set(_GLYPH.findall(page)) for page in typeset("letters", {"letters": [_IN_NO_FONT, *asked]}, format="svg")
    )
    lacking = {letter for letter, glyphs in zip(asked, drawn, strict=True) if glyphs & box}
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
