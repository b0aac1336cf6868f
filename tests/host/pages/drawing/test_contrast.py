"""Whether the colours of drawings are told apart, by the contrast of WCAG 2.2 (1.4.3 and 1.4.11), in both themes."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tallyboard import pages
from tests.host.pages.colours import colours, contrast

PAGES = Path(pages.__file__).parent
_, _, CHARTS = (PAGES / "styles/match.css").read_text(encoding="utf-8").partition("/* The score over time")
DRAWING = (PAGES / "styles/parts.css").read_text(encoding="utf-8") + f"/*{CHARTS}"
SIDES = ("a", "b", "c")  # which of them --me is, the element says
TEXT, GRAPHICS = 4.5, 3.0

# What only helps the eye: whoever does not see it misses nothing.
DECORATION = (
    ".chart-rule",
    ".chart-rounds path",
    ".chart .chart-won",
    ".drawn border",
    ".chart .chart-mark stroke",
    ".glass border",
)
ON = {".glass": ("glass",), ".chart": ("paper", "card"), "": ("paper", "card")}


class Use(NamedTuple):
    """A colour by the name of its custom property, and where it is used for what."""

    selector: str
    property: str
    colour: str


def uses() -> list[Use]:
    """Every use of a colour in what is drawn."""
    found = []
    plain = re.sub(r"/\*.*?\*/", "", DRAWING, flags=re.DOTALL)
    for selectors, body in re.findall(r"([^{}]+){([^{}]*)}", plain):
        for declaration in body.split(";"):
            name, _, value = declaration.partition(":")
            for colour in re.findall(r"var\(--([\w-]+)", value):
                found += [Use(each.strip(), name.strip(), colour) for each in re.split(r",(?![^(]*\))", selectors)]
    return found


def is_decoration(use: Use) -> bool:
    return any(f"{use.selector} {use.property}".startswith(each) for each in DECORATION if each != use.selector) or (
        use.selector in DECORATION
    )


def is_text(use: Use) -> bool:
    """Letters are filled; the colour of a side is that of its letter too, and digits are read."""
    words = ("text", "label", "open", "name", "letter", "total")
    return use.property in ("fill", "color") and (
        use.colour == "me" or use.selector.startswith(".glass") or any(word in use.selector for word in words)
    )


CHECKED = [use for use in uses() if not is_decoration(use) and use.property not in ("background", "font-family")]


@pytest.mark.parametrize("theme", ["light", "night"])
@pytest.mark.parametrize("use", CHECKED, ids=lambda use: f"{use.selector} {use.property}")
def test_a_colour_stands_out_from_what_is_behind_it(use: Use, theme: str) -> None:
    known = colours(theme)
    behind = ON.get(use.selector, ON[""])
    least = TEXT if is_text(use) else GRAPHICS
    for name in behind:
        for colour in SIDES if use.colour == "me" else (use.colour,):
            assert contrast(known[colour], known[name]) >= least, f"--{colour} on --{name}"


def test_every_side_and_every_kind_of_word_is_looked_at() -> None:
    looked_at = {use.selector for use in CHECKED}
    assert {":is(.chart, .zones) :is(.a, .b, .c)", ".glass", ".chart text"} <= looked_at
    texts = {use.selector for use in CHECKED if is_text(use)}
    assert {":is(.chart, .zones) :is(.a, .b, .c)", ".glass", ".zones .zones-name"} <= texts


def test_paper_has_the_colours_that_the_sides_have_by_day() -> None:
    page = (PAGES.parent / "paper/templates/page.typ").read_text(encoding="utf-8")
    said = dict(re.findall(r'([ABC]): rgb\("(#[0-9a-f]{6})"\)', page))
    assert said == {side.upper(): colours("light")[side] for side in SIDES}
