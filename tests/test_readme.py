"""The README, the docs and the command line say the same."""

import re
from collections.abc import Iterator

import pytest

from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE, EXIT_INTERRUPTED, EXIT_NOT_SO
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


def test_the_page_says_for_what_each_command_is() -> None:
    table = COMMANDS_PAGE.partition("| to do this |")[2].partition("\n\n")[0]
    assert {command.strip("[]`") for command in re.findall(r"`[a-z]+`", table)} == set(COMMANDS)


def options_of(command: str) -> set[str]:
    return {option for action in parser_of(command)._actions for option in action.option_strings}


def named() -> Iterator[tuple[str, str]]:
    """Each option that stands in code of a command: (command, option)."""
    for code in CODE:
        command = command_of(code)
        if command:
            for option in OPTION.findall(code):
                yield command, option


@pytest.mark.parametrize(("command", "option"), sorted(set(named())))
def test_an_option_that_stands_with_a_command_is_one_of_it(command: str, option: str) -> None:
    assert option in options_of(command)


def test_every_option_that_is_named_alone_is_one_of_some_command() -> None:
    alone = {option for code in CODE if code.startswith("--") for option in OPTION.findall(code)}
    known = set.union(*(options_of(command) for command in EVERY))
    assert alone - known <= {"--help", "--version"}


def test_the_exit_codes_and_the_first_words_are_those_of_the_program() -> None:
    codes = [int(code) for code in re.findall(r"^\| (\d+) \|", COMMANDS_PAGE, re.MULTILINE)]
    assert codes == [EXIT_DONE, EXIT_NOT_SO, EXIT_BAD_USE, EXIT_INTERRUPTED]
    for text in TOLD:
        for word in re.findall(r"`tallyboard ([a-z]\w*)", text):
            assert word in COMMANDS
        for group in GROUPS:
            for word in re.findall(rf"`tallyboard {group} ([a-z]\w*)", text):
                assert word in subcommands(group)
