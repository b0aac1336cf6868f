"""Draws a card of card_words.py, a sheet of A5 to put beside the box. Lengths in tenths of a millimetre."""

from html import escape

from hardware.face.card_type import Card, Notes, Says
from hardware.face.display import Look, display
from hardware.face.letters import FONT, STATUS_FONT, STATUS_WIDTH, typeset, width, wrapped

WIDTH, HEIGHT = 2100, 1480
_MARGIN = 60
_COLUMN = 955
_RIGHT = WIDTH - _MARGIN - _COLUMN
_SAYS_COLUMNS = 3
_SAYS_GAP = 30

_TITLE = 84
_STEP = 44
_KEY = 46
_BODY = 36  # 10 points
_SAYS = 34
_SAYS_LINE = 42
_LINE = 43  # from one line of the body to the next
_INK = "#000"
_GREY = "#777"
_PICTURE = 0.85  # of the size on the face
_PAPER = Look(lit=_INK, dark="#e4e4e4", ground="#fff")


class _Column:
    """Text from the top down. `y`: where the next line may begin."""

    def __init__(self, x: int, room: int, y: int) -> None:
        self.x = x
        self.room = room
        self.y = y
        self.out: list[str] = []

    def text(self, x: float, y: float, text: str, size: int, label: str = "") -> None:
        """One line, behind a bold label."""
        long = width(label, size, bold=True) + width(text, size)
        bold = f'<tspan font-weight="bold">{escape(label)}</tspan>' if label else ""
        self.out.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" textLength="{long:.0f}" '
            f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{bold}{escape(text)}</text>'
        )

    def paragraph(self, indent: float, text: str, size: int, line: int, label: str = "") -> None:
        """The text, its first line behind a bold label."""
        label = typeset(label)
        if label and text:
            label += " "
        for words in wrapped(text, size, self.room - indent, width(label, size, bold=True)):
            self.text(self.x + indent, self.y + size * 0.8, words, size, label)
            self.y += line
            label = ""

    def gap(self, height: int) -> None:
        self.y += height

    def rule(self) -> None:
        self.out.append(f'<path d="M{self.x} {self.y}h{self.room}" stroke="{_GREY}" stroke-width="3"/>')
        self.y += 20

    def steps(self, steps: tuple[str, ...]) -> None:
        for number, step in enumerate(steps, 1):
            self.text(self.x, self.y + _STEP * 0.8, "", _STEP, str(number))
            self.paragraph(56, step, _STEP, 52)
            self.gap(8)

    def keys(self, card: Card) -> None:
        words = card.words
        tap, hold = 170, self._hold_begins(card)
        for at, heading in ((0, words.key), (tap, words.tap), (hold, words.hold)):
            self.text(self.x + at, self.y + _BODY * 0.8, "", _BODY, heading)
        self.gap(52)
        for number, (tapped, held) in enumerate(card.keys, 1):
            centre = self.y + 26
            self.out.append(
                f'<circle cx="{self.x + 45}" cy="{centre}" r="25" fill="none" stroke="{_INK}" stroke-width="4"/>'
            )
            self.text(self.x + 45 - width(str(number), _BODY) / 2, centre + 12, str(number), _BODY)
            if tapped:
                self.text(self.x + tap, centre + 16, "", _KEY, tapped)
            else:
                self.out.append(f'<path d="M{self.x + tap} {centre}h30" stroke="{_GREY}" stroke-width="4"/>')
            if held:
                self.text(self.x + hold, centre + 14, typeset(held), _BODY)
            self.gap(57)
        self.gap(6)
        self.paragraph(0, words.tap_and_hold, _BODY, _LINE)
        self.gap(12)

    def _hold_begins(self, card: Card) -> int:
        return 170 + int(max(200, *(width(tapped, _KEY, bold=True) for tapped, _ in card.keys))) + 40

    def notes(self, notes: Notes) -> None:
        self.rule()
        for label, text in notes:
            self.paragraph(0, text, _BODY, _LINE, label)
            self.gap(6)

    def picture(self, card: Card) -> None:
        """A display as it looks in this game, and what its ring and its last point say."""
        self.rule()
        self.out.append(f'<g transform="translate({self.x} {self.y}) scale({_PICTURE})">')
        self.out += display(0, 0, card.display, _PAPER)
        self.out.append("</g>")
        below = self.y + 104 * _PICTURE
        lines = [line for line in (card.words.ring, card.point) if line]
        self.gap(round(52 * _PICTURE - len(lines) * _LINE / 2))
        for line in lines:
            self.paragraph(270 * _PICTURE + 30, line, _BODY, _LINE)
        self.y = round(max(self.y, below)) + 16

    def says(self, says: Says) -> None:
        chip = int(4 * STATUS_WIDTH * _SAYS / 1000) + 16
        for code, meaning in says:
            self.out.append(
                f'<rect x="{self.x}" y="{self.y}" width="{chip}" height="37" rx="6" fill="none" '
                f'stroke="{_GREY}" stroke-width="2"/>'
            )
            self.out.append(
                f'<text x="{self.x + 8}" y="{self.y + 30}" font-size="{_SAYS}" font-weight="bold" '
                f'font-family="{STATUS_FONT}" xml:space="preserve">{escape(code)}</text>'
            )
            self.gap(2)
            self.paragraph(chip + 14, meaning, _SAYS, _SAYS_LINE - 2)


def card_svg(card: Card) -> str:
    """The card as SVG."""
    left = _Column(_MARGIN, _COLUMN, _MARGIN)
    title = min(_TITLE, int(_TITLE * _COLUMN / width(card.title, _TITLE, bold=True)))
    left.text(left.x, left.y + 62, "", title, card.title)
    left.gap(86)
    if card.kinds:
        left.paragraph(0, card.kinds, _BODY, 50)
    left.gap(12)
    left.steps(card.steps)
    left.picture(card)
    left.notes(card.beside)
    right = _Column(_RIGHT, _COLUMN, _MARGIN)
    right.keys(card)
    right.notes(card.notes)
    rows = -(-len(card.says) // _SAYS_COLUMNS)
    band = _Column(_MARGIN, WIDTH - 2 * _MARGIN, HEIGHT - _MARGIN - rows * _SAYS_LINE - 68)
    band.rule()
    band.paragraph(0, "", _BODY, 48, card.words.says)
    out = left.out + right.out + band.out
    room = (band.room - _SAYS_GAP * (_SAYS_COLUMNS - 1)) // _SAYS_COLUMNS
    for place in range(_SAYS_COLUMNS):
        column = _Column(_MARGIN + place * (room + _SAYS_GAP), room, band.y)
        column.says(card.says[place * rows : (place + 1) * rows])
        out += column.out
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH // 10}mm" height="{HEIGHT // 10}mm" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" lang="{card.words.language}" font-family="{FONT}" fill="{_INK}">',
            f"<title>{escape(card.title)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *out,
            "</svg>",
            "",
        ]
    )
