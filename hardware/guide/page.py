"""The build guide as a page: a template for each language, with the figures of the board file in it."""

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap

from hardware.guide.figures import figures
from hardware.guide.steps import SHADED, picture_of, steps
from hardware.making.template import rendered
from hardware.pictures.flat import DRAWN
from hardware.source.board import Board

FOLDER = Path(__file__).parent
PAGES = ("guide.md", "guide-fr.md")  # under hardware/, each made from the template of its name
STEP = {"guide.md": "Step", "guide-fr.md": "Étape"}
_DECIMAL = {"guide.md": ".", "guide-fr.md": ","}
_ITEM = re.compile(r" *(?:- |\d+\. +)")
_NUMBER = re.compile(r"(?<=\d)\.(?=\d)")
_PICTURED = {*SHADED, *DRAWN}


def page_source(board: Board, page: str) -> str:
    """The text of one of PAGES. Raises ValueError where it leaves out one of the steps or has them in another order."""
    numbers = steps(board)
    told: list[str] = []

    def step(key: str) -> str:
        told.append(key)
        return f"{numbers[key]}.".ljust(4)

    made = rendered(FOLDER / f"{page}.j2", lambda value: _number(value, _DECIMAL[page]), step=step, **figures(board))
    if told != list(numbers):
        raise ValueError(f"{page}: its steps are {told}, those of steps.py {list(numbers)}")
    return _filled(_pictured(made, list(numbers), lambda number: f"{STEP[page]} {number}"))


def _number(value: object, mark: str) -> str:
    """A number as people of this language write it; a text with the marks in its numbers, and in French its units on
    the line of their numbers."""
    text = _NUMBER.sub(mark, f"{value:g}" if isinstance(value, float) else str(value))
    return text.replace(" ", "\u00a0") if mark == "," else text


def _pictured(text: str, keys: list[str], alt: Callable[[int], str]) -> str:
    """The page with each step's picture below its first paragraph."""
    lines: list[str] = []
    waiting = 0
    for line in text.split("\n"):
        if not line and waiting:
            if (key := keys[waiting - 1]) in _PICTURED:
                lines += ["", f"    ![{alt(waiting)}](build/{picture_of(key)})"]
            waiting = 0
        lines.append(line)
        if number := re.match(r"(\d+)\. ", line):
            waiting = int(number[1])
    return "\n".join(lines)


def _filled(text: str) -> str:
    """The page with the lines of its paragraphs filled anew, for figures are longer or shorter than their names."""
    lines: list[str] = []
    paragraph: list[str] = []
    in_code = False
    for line in [*text.split("\n"), None]:
        as_it_is = line is None or in_code or not line.strip() or line.lstrip()[0] in "|#!<`"
        if paragraph and (as_it_is or _ITEM.match(line or "")):
            lines += _wrapped(paragraph)
            paragraph = []
        if line is None:
            break
        if line.lstrip().startswith("```"):
            in_code = not in_code
        if as_it_is:
            lines.append(line)
        else:
            paragraph.append(line)
    return "\n".join(lines)


def _wrapped(paragraph: list[str]) -> list[str]:
    start = _ITEM.match(paragraph[0])
    first = start[0] if start else re.match(" *", paragraph[0])[0]  # type: ignore[index]
    words = re.split("[ \n]+", "\n".join(paragraph)[len(first) :].strip(" "))
    return wrap(
        " ".join(words),
        width=120,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )


def texts(board: Board) -> dict[str, str]:
    """The pages by their path under hardware/."""
    return {page: page_source(board, page) for page in PAGES}
