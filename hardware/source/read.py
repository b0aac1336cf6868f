"""Reads board.toml, and refuses one that breaks a rule."""

import re
import tomllib
from pathlib import Path
from typing import Any, get_type_hints

from hardware.source.board import Board, Piezo
from hardware.source.lines import find_lines, line_of
from hardware.source.rules import Fault, wrong
from hardware.source.shape import Shaper

ROOT = Path(__file__).resolve().parents[2]
BOARD_FILE = ROOT / "hardware/board.toml"
NAME = "hardware/board.toml"

_TABLES: dict[str, Any] = get_type_hints(Board) | {"piezo": Piezo}
_OPTIONAL = {"piezo"}


class BadBoardFile(ValueError):  # noqa: N818 - as it is said in a sentence
    """A board.toml that cannot be used. Its text is a line for each fault: file, line, key and rule."""


def read_board(text: str | None = None) -> Board:
    """The text of a board.toml, or of the project's own, as a Board. Raises BadBoardFile."""
    text = _own_text() if text is None else text
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadBoardFile(_syntax(text, str(error))) from None
    shaper = Shaper()
    made = shaper.tables(_TABLES, _OPTIONAL, values)
    unread = {name for name in _TABLES if name not in made and (name in values or name not in _OPTIONAL)}
    made = dict.fromkeys(_TABLES) | made
    made["piezo"] = made["piezo"] and made["piezo"].pin
    board = Board(**made)
    if faults := [*shaper.faults, *wrong(board, shaper.faults, unread)]:
        raise BadBoardFile(told(faults, text))
    return board


def told(faults: list[Fault], text: str | None = None) -> str:
    """A line for each fault, in the order of the lines of this board.toml, or of the project's own."""
    lines = find_lines(_own_text() if text is None else text)
    found = sorted(dict.fromkeys((line_of(key, lines), key, rule) for key, rule in faults), key=lambda fault: fault[0])
    return "\n".join(f"{NAME}:{line}: {_in_a_line(key)}: {_in_a_line(rule)}" for line, key, rule in found)


def _in_a_line(words: str) -> str:
    return " ".join(words.split())


def _own_text() -> str:
    try:
        return BOARD_FILE.read_text(encoding="utf-8-sig")  # Windows' editors begin with a mark
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadBoardFile(f"{NAME}:{line}: this is not UTF-8; save the file as UTF-8") from None
    except OSError as error:
        raise BadBoardFile(f"{NAME}: {error.strerror}") from None


def _syntax(text: str, error: str) -> str:
    """What tomllib says, with the line before it."""
    at = re.search(r" \(at line (\d+), column \d+\)$", error)
    line = int(at[1]) if at else max(1, text.rstrip().count("\n") + 1)
    why = re.sub(r" \(at .*\)$", "", error)
    if why.startswith("Unclosed"):  # where that is noticed is behind it
        begun = [number for number, words in enumerate(text.splitlines()[:line], 1) if re.search(r"=\s*[\[{]", words)]
        line = max(begun, default=line)
    return f"{NAME}:{line}: this is not TOML: {why[:1].lower()}{why[1:]}"
