"""`python -m tests.host.demo_picture PICTURE.svg`: draws how the demonstration ends, for the README."""

import re
import subprocess
import sys
from html import escape
from itertools import count
from pathlib import Path

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


FROM = "What the tables recorded"

# What another run says otherwise, and what the picture says for it: of the same length, for columns are as wide as it.
_BOARD = "e66164084367c22a"
_MATCHES = ("3f2a9c51", "b07d64e8")
_REST = "-5d1e-5b1f-9c9a-6d0f3a7e2b84"  # of a match's whole id
_EPOCH = "epoch 2862933555"
_DATE = "2026-11-21 17:05"
_TIME = re.compile(r"\b0:\d\d\.\d{3}\b")
_POWER_ON = "0:00.000"  # board time begins there
_KEY_MS = 125  # from a press to the next


def draw() -> str:
    """The end of the demonstration's output as an SVG of a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "tallyboard", "demo"], stdout=subprocess.PIPE, text=True, check=True, encoding="utf-8"
    )
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith(FROM))
    return drawn(["$ tallyboard demo", "…", *alike("\n".join(lines[start:]))], "tallyboard demo")


def alike(text: str) -> list[str]:
    """The lines as every run says them: ids, epoch, dates and times made constant."""
    found = re.search(r"\bboard ([0-9a-f]{16})\b", text)
    board = found[1] if found else _BOARD
    text = text.replace(board, _BOARD).replace(board[-6:], _BOARD[-6:])
    ids = dict.fromkeys(re.findall(r"^([0-9a-f]{8}) ", text, re.MULTILINE))
    for match, instead in zip(ids, _MATCHES, strict=True):
        text = re.sub(rf"\b{match}-[0-9a-f-]{{27}}\b", instead + _REST, text).replace(match, instead)
    text = re.sub(r"\bepoch \d+", _EPOCH, text)
    text = re.sub(r"\b\d{4}-\d\d-\d\d \d\d:\d\d\b", _DATE, text)
    clock = count(_KEY_MS, _KEY_MS)
    lines = []
    for line in text.split("\n"):
        if _POWER_ON in line:
            clock = count(_KEY_MS, _KEY_MS)
        elif _TIME.search(line):
            line = _TIME.sub(f"0:{next(clock) / 1000:06.3f}", line)
        lines.append(line)
    return lines


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(draw(), encoding="utf-8")
