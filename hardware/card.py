"""Draws the card that lies beside the box or is glued to it: five steps, what the keys mean, what the status says."""

from html import escape

_STEPS = (
    "Press 20 as they fall.",
    "When the last disc is shot, each presses their own discs, with the discs still lying.",
    "Both read both displays.",
    "NEXT.",
    "In Southwest pichenotte both hold their key 1: they agree.",
)
_KEYS = (
    ("key", "crokinole", "Southwest", "Québec", "washers"),
    ("1", "20", "20 · hold: agree", "dame of this side · hold: green", "far hole · hold: knocked in"),
    ("2", "15", "15", "first counter", "middle hole · hold: knocked in"),
    ("3", "10", "10", "second counter", "near hole · hold: knocked in"),
    ("4", "5", "5", "stop: miss or fault", "on the board"),
    ("5", "", "25 · hold: 50", "", "dead · hold: knocked off"),
)
_TIPS = (
    ("Québec", "Press each piece as it falls, stop when the turn ends; NEXT when a side has no dame left."),
    ("Washers", "Press each washer where it comes to rest, nothing for a miss; NEXT when all are tossed."),
    ("A mistake", "UNDO, as often as needed. One disc too many: keep UNDO down and press its zone."),
    ("Who starts", "The colon is lit at the side that starts. Before the first press hold key 4: we start."),
    ("NEXT again", "After the result hold NEXT: the next match, the other side starts."),
    ("MENU", "Tap: the other numbers. Hold: games, options, penalties and forfeits, light, self-test."),
    (
        "It says",
        "HOLD: hold that key. TURN: not your turn. DISC: too many. DED?: enter all, or hold NEXT.",
    ),
)
_COLUMNS = (40, 90, 200, 370, 620)
_FONT = 'font-family="DejaVu Sans, Helvetica, Arial, sans-serif"'


def _text(x: float, y: float, text: str, size: int = 17, extra: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" {extra}>{escape(text)}</text>'


def card_svg() -> str:
    """The card as SVG; half a sheet of A4 holds it."""
    bold = 'font-weight="bold"'
    out = [_text(40, 56, "Counting a round", 28, bold)]
    y = 96
    for number, step in enumerate(_STEPS, 1):
        out += [_text(40, y, f"{number}", 20, bold), _text(70, y, step, 18)]
        y += 32
    y += 14
    for row, cells in enumerate(_KEYS):
        if row % 2:
            out.append(f'<rect x="30" y="{y - 20}" width="860" height="30" fill="#eee8dc"/>')
        for at, cell in zip(_COLUMNS, cells, strict=True):
            out.append(_text(at, y, cell, 15, bold if not row or at == _COLUMNS[0] else ""))
        y += 30
    y += 14
    for title, tip in _TIPS:
        out += [_text(40, y, title, 15, bold), _text(150, y, tip, 15)]
        y += 27
    height = y + 10
    sheet = f'width="918" height="{height - 2}" rx="14" fill="#fffdf7" stroke="#b8a888" stroke-width="2"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 {height}" {_FONT} fill="#221c14">',
            "<title>The card: five steps to count a round, the keys in every game, what the status says</title>",
            f'<rect x="1" y="1" {sheet}/>',
            *out,
            "</svg>",
            "",
        ]
    )
