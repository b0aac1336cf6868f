"""Commands that a sentence names can be typed as they stand there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tallyboard.commands.tournament.catalogue import SUBCOMMANDS
from tests.pages import ROOT

LAPTOP = ROOT / "host" / "tallyboard"
FIRST_LINES = ("singles", "doubles")  # `tournament singles` begins a script
# A command of a tournament without all of what comes before it. One word alone may be the name of something else.
CUT = re.compile(rf"`(?:tournament (?!{'|'.join(FIRST_LINES)})|(?:draw|redraw|free|open) )")


@cache
def texts(file: Path) -> list[str]:
    """The texts in a file that may be printed: all but docstrings."""
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    statements = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in statements)
    return [node.value for node in constants if isinstance(node.value, str)]


@pytest.mark.parametrize("room", ["commands", "desk", "paper", "store", "text", "terminal"])
def test_no_sentence_names_a_command_without_its_beginning(room: str) -> None:
    found = [
        (file.name, text) for file in sorted((LAPTOP / room).rglob("*.py")) for text in texts(file) if CUT.search(text)
    ]
    assert found == []


def test_the_commands_that_sentences_name_exist() -> None:
    named = {
        word
        for file in LAPTOP.rglob("*.py")
        for text in texts(file)
        for word in re.findall(r"`tallyboard tournament ([a-z]+)", text)
    }
    assert len(named) > 10
    assert named <= set(SUBCOMMANDS)
