"""Lines of a terminal as an SVG that looks the same everywhere: no web font, and every word where its column is.

A renderer's monospaced font may be wider or narrower than thought. So each word is put where it belongs and told its
length, and what is drawn in a line of its own is no letter.
"""

import re
from html import escape

CELL, LINE, SIZE = 8.4, 19, 14  # width and height of a character's cell, and of a letter; in pixels
_MARGIN = 16
_BASE = 14  # from the top of a line to the foot of its letters
_RULE = "─"
_STYLE = (
    "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d5d9de;"
    "white-space:pre}.title,.prompt{font-weight:bold}.title{fill:#7fc8dc}.good{fill:#8fd18f}"
)
_WORD = re.compile(r"\S+")

# (how a line begins, its class): the first that fits
_CLASSES = (("$ ", "prompt"), ("✓ ", "good"))


def drawn(lines: list[str], title: str) -> str:
    """The lines as an SVG. It is as wide as the longest of them; rules that go on to its edge are cut there."""
    columns = max((len(line.rstrip(_RULE)) for line in lines), default=0)
    width, height = round(columns * CELL + 2 * _MARGIN), len(lines) * LINE + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img"><title>{escape(title)}</title>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#1f2328"/>',
    ]
    for number, line in enumerate(lines):
        parts += _line(line, columns, _MARGIN + number * LINE)
    return "\n".join([*parts, "</svg>\n"])


def _line(line: str, columns: int, top: int) -> list[str]:
    is_title = line.endswith(_RULE)
    style = "title" if is_title else next((name for begin, name in _CLASSES if line.startswith(begin)), "")
    of_class = f' class="{style}"' if style else ""
    parts = []
    for word in _WORD.finditer(line.rstrip(_RULE) if is_title else line):
        length = f'{(word.end() - word.start()) * CELL:.1f}" lengthAdjust="spacingAndGlyphs'
        position = f'x="{_x(word.start())}" y="{top + _BASE}" textLength="{length}"'
        parts.append(f"<text{of_class} {position}>{escape(word[0], quote=False)}</text>")
    if is_title:
        start, middle = _x(len(line.rstrip(_RULE))), top + LINE / 2
        parts.append(f'<path d="M{start} {middle}H{_x(columns)}" stroke="#7fc8dc"/>')
    return parts


def _x(column: int) -> str:
    return f"{_MARGIN + column * CELL:.1f}"
