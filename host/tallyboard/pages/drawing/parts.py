"""What drawings have in common: numbers, and text that keeps to its room. How wide a text is depends on the reader's
font. It is taken to be at least as wide as in the widest that are common, so that what fits here fits everywhere."""

from collections.abc import Iterable
from unicodedata import category, east_asian_width

from markupsafe import Markup, escape

# In units of a chart; styles/match.css has letters of this size where it is small, else smaller.
WIDTH = 480
TEXT = 18
# Widths of letters in ems, at most.
_NARROW, _USUAL, _CAPITAL, _BROAD, _WIDE = 0.42, 0.65, 0.79, 1.1, 1.35
_NARROW_LETTERS = frozenset(" !'(),.:;I[]ijlft·\u2019ìíîïł")
_BROAD_LETTERS = frozenset("★%@MWmwŒœÆæ…—#+<=>^~ЖМФШЩЫЮжфшщыюω")
_WITHOUT_WIDTH = ("Mn", "Me", "Cf")  # marks upon the letter before, and what only says how to join or to order letters
_BOLD = 1.1
_MARK = "…"
_MINUS = "\u2212"
# The text between these runs as its own letters say, and does not turn what is around it.
_ISOLATE, _END = "\u2068", "\u2069"


def number(value: float) -> str:
    """With one decimal, where it has one."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def signed(points: int) -> str:
    """As people write it, with a true minus."""
    return str(points).replace("-", _MINUS)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text of this size is at most."""
    return sum(map(_ems, text)) * size * (_BOLD if bold else 1)


def fitted(text: str, room: float, size: float, bold: bool = False) -> str:
    """The text where it fits, else as much of its beginning as does, and an ellipsis; "" where not even that fits."""
    if text_width(text, size, bold) <= room:
        return text
    left = room - text_width(_MARK, size, bold)
    if left < 0:
        return ""
    for index, letter in enumerate(text):
        left -= text_width(letter, size, bold)
        if left < 0:
            return text[:index].rstrip() + _MARK
    return text


def framed(kind: str, height: int, title: str, description: str, parts: Iterable[Markup]) -> Markup:
    """A chart of this class: its title, and what it tells in a sentence or two."""
    return Markup(
        '<svg class="{}" viewBox="0 0 {} {}" role="img" font-size="{}"><title>{}</title><desc>{}</desc>{}</svg>'
    ).format(kind, WIDTH, height, TEXT, escape(title), escape(description), Markup("").join(parts))


def isolated(text: str) -> Markup:
    """A name for the text of a drawing, whichever way its letters run."""
    return Markup("{}{}{}").format(_ISOLATE, escape(text), _END)


def written(x: float, y: float, said: str, anchor: str, name: str = "") -> Markup:
    """A text at its base line, of this class; `anchor`: start, middle or end."""
    more = Markup(' class="{}"').format(name) if name else Markup("")
    if anchor != "start":
        more += Markup(' text-anchor="{}"').format(anchor)
    return Markup('<text x="{}" y="{}"{}>{}</text>').format(number(x), number(y), more, said)


def _ems(letter: str) -> float:
    if letter in _NARROW_LETTERS:
        return _NARROW
    if letter in _BROAD_LETTERS:
        return _BROAD
    if east_asian_width(letter) in "WF":
        return _WIDE
    if category(letter) in _WITHOUT_WIDTH:
        return 0.0
    return _USUAL if letter.islower() or letter.isdecimal() or letter == _MINUS else _CAPITAL
