"""The symbols of the schematic. Each is placed by the end of its first lead."""

from hardware.drawing.sheet import GREY, INK, PAPER, WIDER, Point, Sheet
from hardware.face.letters import width

LABEL = 2.8  # type size of what stands at a net
SMALL = 2.3
FLAG = 4.2  # the height of a net's flag


def flag(sheet: Sheet, at: Point, net: str, *, leftwards: bool) -> None:
    """A net's name in a flag whose tip is here."""
    x, y = at
    way = -1 if leftwards else 1
    long = flag_width(net)
    outline = [(0, 0), (1.6, -FLAG / 2), (long, -FLAG / 2), (long, FLAG / 2), (1.6, FLAG / 2)]
    sheet.line([(x + way * dx, y + dy) for dx, dy in outline], closed=True, fill="#eef3ff", stroke=0.25)
    sheet.text(x + way * (1.8 + (long - 2.8) / 2), y, net, LABEL, anchor="middle", bold=True)


def flag_width(net: str) -> float:
    """How long a net's flag is."""
    return width(net, LABEL, bold=True) * WIDER + 3.4


def ground(sheet: Sheet, at: Point) -> None:
    """The symbol of ground, hanging from here."""
    x, y = at
    sheet.line([(x, y), (x, y + 1.5)])
    for number, half in enumerate((2.0, 1.2, 0.4)):
        sheet.line([(x - half, y + 1.5 + number * 0.8), (x + half, y + 1.5 + number * 0.8)])


def supply(sheet: Sheet, at: Point, net: str) -> None:
    """The symbol of a supply, standing on this point."""
    x, y = at
    sheet.line([(x, y), (x, y - 1.8)])
    sheet.line([(x - 2, y - 1.8), (x + 2, y - 1.8)], stroke=0.6)
    sheet.text(x, y - 4, net, LABEL, anchor="middle", bold=True)


def resistor(sheet: Sheet, at: Point, long: float, *, upright: bool, fitted: bool = True, name: str = "") -> None:
    """A resistor, `long` from lead to lead; dashed where its pads stay empty, with its name in it where it lies."""
    x, y = at
    body, half = (8.0, 1.8) if name else (6.0, 1.2)
    lead = (long - body) / 2
    colour = INK if fitted else GREY
    if upright:
        sheet.line([(x, y), (x, y + lead)], colour=colour)
        sheet.line([(x, y + lead + body), (x, y + long)], colour=colour)
        sheet.rectangle(x - half, y + lead, 2 * half, body, fill=PAPER, colour=colour, dashed=not fitted)
    else:
        sheet.line([(x, y), (x + lead, y)], colour=colour)
        sheet.line([(x + lead + body, y), (x + long, y)], colour=colour)
        sheet.rectangle(x + lead, y - half, body, 2 * half, fill=PAPER, colour=colour, dashed=not fitted)
        sheet.text(x + long / 2, y, name, SMALL, anchor="middle")


def capacitor(sheet: Sheet, at: Point, long: float) -> None:
    """An upright capacitor, `long` from lead to lead."""
    x, y = at
    middle = y + long / 2
    for plate, end in ((middle - 0.6, y), (middle + 0.6, y + long)):
        sheet.line([(x, end), (x, plate)])
        sheet.line([(x - 2.2, plate), (x + 2.2, plate)], stroke=0.6)


def piezo(sheet: Sheet, at: Point, long: float) -> None:
    """An upright piezo: a crystal between two plates."""
    x, y = at
    middle = y + long / 2
    for plate, end in ((middle - 2.2, y), (middle + 2.2, y + long)):
        sheet.line([(x, end), (x, plate)])
        sheet.line([(x - 2.6, plate), (x + 2.6, plate)], stroke=0.6)
    sheet.rectangle(x - 2.6, middle - 1.2, 5.2, 2.4)


def switch(sheet: Sheet, at: Point, long: float) -> None:
    """A key, open, its leads lying."""
    x, y = at
    gap = 5.0
    lead = (long - gap) / 2
    sheet.line([(x, y), (x + lead - 0.5, y)])
    sheet.line([(x + lead + gap + 0.5, y), (x + long, y)])
    for end in (x + lead, x + lead + gap):
        sheet.circle(end, y, 0.5, fill=PAPER)
    sheet.line([(x + lead + 0.4, y - 0.4), (x + lead + gap - 0.2, y - 2.1)])
