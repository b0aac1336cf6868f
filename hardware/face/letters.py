"""How wide a line of print is, and where it breaks.

The widths are Helvetica's, in thousandths of the type size (Adobe's font metrics); Arial and Liberation Sans have the
same. What is drawn says its `textLength` too, so that another font in their place takes no more room. A letter that is
not in the table is a KeyError: add it.
"""

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
STATUS_FONT = "'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, 'Courier New', monospace"
STATUS_WIDTH = 602  # of every letter of it, at most

NO_BREAK = "\u00a0"

_REGULAR = {
    222: "ijl\u2019",
    278: " ,./:;I[]ftîï·!" + NO_BREAK,
    333: "()-r",
    500: "Jcksvxyzç",
    556: "0123456789?Labdeghnopquàâèéêëôùûü«»_µ",
    584: "+=>\u00d7",
    611: "FTZ",
    667: "ABEKPSVXYÀÉÈÊ",
    722: "CDHNRUwÇ",
    768: "Ω",
    778: "GOQÔØ",
    833: "Mm",
    889: "%",
    944: "Wœ",
}
_BOLD = {
    278: " ,./Iijlîï\u2019·" + NO_BREAK,
    333: "()-:;[]ft!",
    389: "r",
    500: "z",
    556: "0123456789Jaceksvxyàâçèéêë«»",
    584: "+=>\u00d7",
    611: "?FLTZbdghnopquôùûüµ",
    667: "EPSVXYÉÈÊ",
    722: "ABCDHKNRUÀÇ",
    768: "Ω",
    778: "GOQwÔ",
    833: "M",
    889: "m",
    944: "Wœ",
}


def _by_letter(table: dict[int, str]) -> dict[str, int]:
    return {letter: width for width, letters in table.items() for letter in letters}


_WIDTHS = {False: _by_letter(_REGULAR), True: _by_letter(_BOLD)}


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide the text is at this type size, in its unit."""
    return sum(_WIDTHS[bold][letter] for letter in text) * size / 1000


def typeset(text: str) -> str:
    """The text with the apostrophes of print, and with French colons bound to the words before them."""
    return text.replace("'", "\u2019").replace(" :", NO_BREAK + ":")


def wrapped(text: str, size: float, room: float, begins: float = 0, bold: bool = False) -> list[str]:
    """The text in lines no wider than `room`, the first one behind what takes `begins` of it already. A word that is
    wider than that has a line of its own.
    """
    lines = [""]
    for word in typeset(text).split(" "):
        longer = f"{lines[-1]} {word}".strip(" ")
        if width(longer, size, bold) <= room - (begins if len(lines) == 1 else 0):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
