"""Drawn markup taken apart, with what none of it may have refused; and names that try to break out."""

import re
import xml.etree.ElementTree as ET

from tallyboard.pages.drawing.parts import text_width

NAMES = (
    "Zoë",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)> style='a' & &amp; ]]>",
    "</text></svg><svg onload=alert(1)>",
    "\u202egnirts\u202c \u200fאבג",
    "👩‍👩‍👧‍👦🏴‍☠️",
    "é" * 200,
    "{0} {name} %s %(name)s",
)
BOLD = ("-letter", "-total")  # ends of classes that the sheet has bold
_REFUSED_ELEMENTS = ("style", "script", "foreignObject", "image")
_REFUSED_ATTRIBUTES = re.compile(r"style$|on|xlink")
_ABSOLUTE = re.compile(r"M(-?[\d.]+) (-?[\d.]+)")


def parsed(drawn: str) -> ET.Element:
    """The root of what was drawn; well-formed, and nothing in it that the pages' policy refuses."""
    root = ET.fromstring(drawn)
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in _REFUSED_ELEMENTS
        assert not [name for name in element.attrib if _REFUSED_ATTRIBUTES.match(name.rpartition("}")[2].lower())]
    return root


def beginnings(path: str) -> list[tuple[float, float]]:
    """Where the parts of a path begin."""
    return [(float(x), float(y)) for x, y in _ABSOLUTE.findall(path)]


def words(drawn: ET.Element) -> list[str]:
    """Every text that is written, in its sequence, without the marks that isolate names."""
    return ["".join(text.itertext()).strip("\u2068\u2069") for text in drawn.iter("text")]


def reach(text: ET.Element, size: float) -> tuple[float, float]:
    """From where to where a text goes at most, in letters of this size."""
    said = "".join(text.itertext()).strip("\u2068\u2069")
    is_bold = text.get("class", "").endswith(BOLD)
    wide, x = text_width(said, size, is_bold), float(text.attrib["x"])
    start = {"start": x, "middle": x - wide / 2, "end": x - wide}[text.get("text-anchor", "start")]
    return start, start + wide


def box(drawn: ET.Element) -> tuple[float, float]:
    """Width and height."""
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    return width, height


def assert_inside(drawn: ET.Element, size: float) -> None:
    """All words, and all corners that are told as such, lie within the drawing."""
    width, height = box(drawn)
    for text in drawn.iter("text"):
        left, right = reach(text, float(text.get("font-size", size)))
        assert left >= -1 and right <= width + 1, "".join(text.itertext())
        assert size * 0.7 <= float(text.attrib["y"]) <= height
    for path in drawn.iter("path"):
        for x, y in beginnings(path.attrib["d"]):
            assert 0 <= x <= width and 0 <= y <= height
    for rect in drawn.iter("rect"):
        x, y, wide, high = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        assert x >= 0 and x + wide <= width and y >= 0 and y + high <= height
