"""The README and the command line say the same."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallyboard.commands.catalogue import COMMANDS
from tallyboard.commands.parsing import parser_of

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
# Of other programs that the README names.
FOREIGN = {"--force-reinstall"}


def rows() -> dict[str, str]:
    """The rows of the table of commands by the command."""
    found = re.findall(r"^\| `tallyboard (\w+)[^|]*(?:\\\|[^|]*)*\|.*$", README, re.MULTILINE)
    lines = [line for line in README.splitlines() if line.startswith("| `tallyboard ")]
    return dict(zip(found, lines, strict=True))


def options_of(command: str) -> set[str]:
    return {option for action in parser_of(command)._actions for option in action.option_strings}


def named() -> Iterator[tuple[str, str]]:
    """Each option that stands in code of a command: (command, option)."""
    for command, row in rows().items():
        for option in re.findall(r"--[a-z][a-z-]+", row):
            yield command, option
    for code in re.findall(r"`(tallyboard [^`]+)`", README):
        command = code.split()[1]
        for option in re.findall(r"--[a-z][a-z-]+", code):
            if command in COMMANDS:
                yield command, option


def test_every_command_has_a_row_in_the_order_of_the_help() -> None:
    assert list(rows()) == list(COMMANDS)


@pytest.mark.parametrize(("command", "option"), sorted(set(named())))
def test_an_option_that_stands_with_a_command_is_one_of_it(command: str, option: str) -> None:
    assert option in options_of(command)


def test_every_option_that_is_named_is_one_of_some_command_and_the_other_way_round() -> None:
    told = set(re.findall(r"--[a-z][a-z-]+", README))
    known = set.union(*(options_of(command) for command in COMMANDS))
    assert told - known - FOREIGN <= {"--help", "--version"}
    assert known - told - {"-h"} == set(), "options that the README does not name"


def test_the_exit_codes_and_the_first_words_are_those_of_the_program() -> None:
    for code in ("0 done", "1 the thing asked for is not so", "2 wrong use or bad input", "130 Ctrl-C"):
        assert code in " ".join(README.split())
    for word in re.findall(r"`tallyboard ([a-z]\w*)", README):
        assert word in COMMANDS
