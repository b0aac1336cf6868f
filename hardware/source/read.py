"""Reads board.toml, and the other files of boards/, and refuses one that breaks a rule."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from hardware.source.board import Board, Bought, Model, Piezo, Wired
from hardware.source.lines import find_lines, line_of
from hardware.source.rules import Fault, wrong
from hardware.source.shape import Shaper

ROOT = Path(__file__).resolve().parents[2]
BOARD_FILE = ROOT / "hardware/board.toml"
NAME = "hardware/board.toml"

BOARDS = ROOT / "hardware/boards"
REFERENCE = "reference"  # of these, and board.toml is another name of it

Kind = TypeVar("Kind", bound=Wired)
_EVERY = get_type_hints(Board) | get_type_hints(Bought)
_OPTIONAL: dict[str, Any] = {"piezo": Piezo, "board": Model}


class BadBoardFile(ValueError):  # noqa: N818 - as it is said in a sentence
    """A board.toml that cannot be used. Its text is a line for each fault: file, line, key and rule."""


def read_board(text: str | None = None) -> Board:
    """The text of a board.toml, or of the project's own, as a Board. Raises BadBoardFile."""
    return _read(Board, _text_of(BOARD_FILE, NAME) if text is None else text, NAME)


def read_boards() -> dict[str, Wired]:
    """Every file of boards/ by its name, the reference first and as a Board; one with a [pad] is Bought, and of any
    other there is what the firmware needs. Raises BadBoardFile."""
    others = sorted(path for path in BOARDS.glob("*.toml") if path.stem != REFERENCE)
    return {REFERENCE: read_board(), **{path.stem: _read_other(path) for path in others}}


def _read_other(path: Path) -> Wired:
    name = path.relative_to(ROOT).as_posix()
    text = _text_of(path, name)
    return _read(Bought if re.search(r"^\[pad\]", text, re.MULTILINE) else Wired, text, name)


def _read(kind: type[Kind], text: str, name: str) -> Kind:
    """What this text, of the file with this name, has for a board of this kind."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadBoardFile(_syntax(text, str(error), name)) from None
    tables = get_type_hints(kind) | _OPTIONAL
    shaper = Shaper()
    made = shaper.tables(tables, set(_OPTIONAL), values)
    unread = {table for table in tables if table not in made and (table in values or table not in _OPTIONAL)}
    never = _EVERY.keys() - tables.keys()  # what a file of another kind has
    made = dict.fromkeys(tables) | {"board": Model()} | made
    made["piezo"] = made["piezo"] and made["piezo"].pin
    board = kind(**made)
    if faults := [*shaper.faults, *wrong(board, shaper.faults, unread, never)]:
        raise BadBoardFile(told(faults, text, name))
    return board


def told(faults: list[Fault], text: str | None = None, name: str = NAME) -> str:
    """A line for each fault, in the order of the lines of this board.toml, or of the project's own."""
    lines = find_lines(_text_of(BOARD_FILE, NAME) if text is None else text)
    found = sorted(dict.fromkeys((line_of(key, lines), key, rule) for key, rule in faults), key=lambda fault: fault[0])
    return "\n".join(f"{name}:{line}: {_in_a_line(key)}: {_in_a_line(rule)}" for line, key, rule in found)


def _in_a_line(words: str) -> str:
    return " ".join(words.split())


def _text_of(path: Path, name: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # Windows' editors begin with a mark
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadBoardFile(f"{name}:{line}: this is not UTF-8; save the file as UTF-8") from None
    except OSError as error:
        raise BadBoardFile(f"{name}: {error.strerror}") from None


def _syntax(text: str, error: str, name: str) -> str:
    """What tomllib says, with the line before it."""
    at = re.search(r" \(at line (\d+), column \d+\)$", error)
    line = int(at[1]) if at else max(1, text.rstrip().count("\n") + 1)
    why = re.sub(r" \(at .*\)$", "", error)
    if why.startswith("Unclosed"):  # where that is noticed is behind it
        begun = [number for number, words in enumerate(text.splitlines()[:line], 1) if re.search(r"=\s*[\[{]", words)]
        line = max(begun, default=line)
    return f"{name}:{line}: this is not TOML: {why[:1].lower()}{why[1:]}"
