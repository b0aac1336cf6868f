"""`python -m tallyboard.demo PICTURE.svg`: runs the demonstration and draws how it ends, for the README."""

import re
import subprocess
import sys
from itertools import count
from pathlib import Path

from tallyboard.demo.svg import drawn

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
