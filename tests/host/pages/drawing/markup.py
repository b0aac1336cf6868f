"""Drawn markup taken apart, with what none of it may have refused; and names that try to break out."""

import re
import xml.etree.ElementTree as ET

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
