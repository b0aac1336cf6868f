"""The colours of the pages, and how far two of them stand apart by WCAG 2.2 (1.4.3 and 1.4.11)."""

import re

from tallyboard.pages.sheet import tokens


def colours(theme: str) -> dict[str, str]:
    """The colours of a theme by their names; what the night does not say is as in the light."""
    light, night = (
        dict(re.findall(r"--([\w-]+): ?(#[0-9a-f]{6})", body))
        for body in re.findall(r":root[^{]*{([^}]*)}", tokens())[:2]
    )
    return light if theme == "light" else light | night


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)
