"""The build guide as a page: a template for each language, with the figures of the board file in it."""

import re
from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hardware.guide.figures import figures
from hardware.guide.steps import SHADED, picture_of, steps
from hardware.pictures.flat import DRAWN
from hardware.source.board import Board

FOLDER = Path(__file__).parent
PAGES = ("guide.md",)  # under hardware/, each made from the template of its name
STEP = {"guide.md": "Step", "guide-fr.md": "Étape"}
_DECIMAL = {"guide.md": ".", "guide-fr.md": ","}
_NUMBER = re.compile(r"(?<=\d)\.(?=\d)")
_PICTURED = {*SHADED, *DRAWN}


def page_source(board: Board, page: str) -> str:
    """The text of one of PAGES. Raises ValueError where it leaves out one of the steps or has them in another order."""
    numbers = steps(board)
    told: list[str] = []

    def step(key: str) -> str:
        told.append(key)
        return f"{numbers[key]}.".ljust(4)

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["num"] = lambda value: _number(value, _DECIMAL[page])
    made = environment.get_template(f"{page}.j2").render(step=step, **figures(board))
    if told != list(numbers):
        raise ValueError(f"{page}: its steps are {told}, those of steps.py {list(numbers)}")
    return _pictured(made, list(numbers), lambda number: f"{STEP[page]} {number}")


def _number(value: object, mark: str) -> str:
    """A number as people of this language write it; a text with the marks in its numbers."""
    return _NUMBER.sub(mark, f"{value:g}" if isinstance(value, float) else str(value))


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


def texts(board: Board) -> dict[str, str]:
    """The pages by their path under hardware/."""
    return {page: page_source(board, page) for page in PAGES}
