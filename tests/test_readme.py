"""The README, the docs and the command line say the same."""

import re
from collections.abc import Iterator

import pytest

from tallyboard.commands.catalogue import COMMANDS, GROUPS
from tallyboard.commands.parsing import parser_of, subcommands
from tests.pages import DOCS, README, ROOT, code_in, text_of

COMMANDS_PAGE = text_of(ROOT / "docs" / "commands.md")
TOLD = [text_of(page) for page in (README, *DOCS)]
CODE = [code for text in TOLD for code in code_in(text)]
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


EVERY = [*COMMANDS, *(f"{group} {word}" for group in GROUPS for word in subcommands(group))]


def command_of(code: str) -> str:
    """The command that code of a page begins with, its subcommand with it; "" for what is none."""
    words = code.replace("|", " ").split()
    if words[:1] != ["tallyboard"] or len(words) < 2:
        return ""
    both = " ".join(words[1:3])
    return next((command for command in (both, words[1]) if command in EVERY), "")


def rows() -> dict[str, str]:
    """The rows of the tables of commands by the command."""
    lines = [line for line in COMMANDS_PAGE.splitlines() if line.startswith("| `tallyboard ")]
    return {command_of(line.split("`")[1]): line for line in lines}


def options_of(command: str) -> set[str]:
    return {option for action in parser_of(command)._actions for option in action.option_strings}


def named() -> Iterator[tuple[str, str]]:
    """Each option that stands in code of a command: (command, option)."""
    for command, row in rows().items():
        for option in OPTION.findall(row):
            yield command, option
    for code in CODE:
        command = command_of(code)
        if command:
            for option in OPTION.findall(code):
                yield command, option


def test_every_command_has_a_row_in_the_order_of_the_help() -> None:
    assert sorted(rows(), key=lambda command: " " in command) == EVERY


@pytest.mark.parametrize(("command", "option"), sorted(set(named())))
def test_an_option_that_stands_with_a_command_is_one_of_it(command: str, option: str) -> None:
    assert option in options_of(command)


def test_every_option_that_is_named_is_one_of_some_command_and_the_other_way_round() -> None:
    told = {option for text in TOLD for option in OPTION.findall(text)}
    alone = {option for code in CODE if code.startswith("--") for option in OPTION.findall(code)}
    known = set.union(*(options_of(command) for command in EVERY))
    assert alone - known <= {"--help", "--version"}
    assert known - told - {"-h"} == set(), "options that neither README nor docs name"


def test_the_exit_codes_and_the_first_words_are_those_of_the_program() -> None:
    for code in ("0 done", "1 the thing asked for is not so", "2 wrong use or bad input", "130 Ctrl-C"):
        assert code in " ".join(COMMANDS_PAGE.split())
    for text in TOLD:
        for word in re.findall(r"`tallyboard ([a-z]\w*)", text):
            assert word in COMMANDS
        for group in GROUPS:
            for word in re.findall(rf"`tallyboard {group} ([a-z]\w*)", text):
                assert word in subcommands(group)
