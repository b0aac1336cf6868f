"""What the site's pages of commands, JSON and games are made of: each has all of what it is about."""

import json
import re

import evening
import pytest
import reference_commands
import reference_games
import reference_json

from shared_rules.games import catalogue
from shared_rules.games.options import OPTIONS
from tallyboard.commands.catalogue import GROUPS
from tallyboard.commands.parsing import parser_of
from tests.host.json_shapes import FILES, schema
from tests.pages import ROOT

COMMANDS = [command for *_, command in evening.typed_lines()]
SCHEMAS = [schema for _, _, schema, _ in evening.typed_lines() if schema]
BAR = "\\|"  # in a table
SHOWN = [evening.Shown(command, "It is done.", "") for command in COMMANDS]


@pytest.fixture(scope="module")
def pages() -> str:
    """All pages of commands, one behind the other."""
    return "\n".join(reference_commands.page(name, SHOWN) for name in reference_commands.PAGES)


@pytest.mark.parametrize("name", reference_commands.EVERY)
def test_a_command_has_a_section_with_all_that_it_takes(name: str, pages: str) -> None:
    section = pages.partition(f"\n## tallyboard {name}\n")[2].partition("\n## ")[0]
    usual = pages.partition("\n## ")[0] if " " not in name else pages
    for action in parser_of(name)._actions[:-1]:  # the last is --help
        row = rf"\| `[^`]*` \| {re.escape(str(action.help).replace('%%', '%').replace('|', BAR))} \|"
        assert re.search(row, section) or re.search(row, usual), action.dest
    assert "$ tallyboard" in section or name in ("tournament", "season")


def test_every_command_is_run_but_those_that_have_others_behind_them() -> None:
    assert len(COMMANDS) == len(evening.LINES.split("\n")) - 2
    assert set(map(reference_commands.command_in, COMMANDS)) == {*reference_commands.EVERY} - {"tournament", "season"}
    assert {"tournament", "season"} < set(GROUPS)


def test_every_schema_has_a_page_and_an_example_but_that_of_a_rehearsal_which_takes_a_minute() -> None:
    assert sorted([*SCHEMAS, "rehearse"]) == sorted(FILES) == reference_json.names()


@pytest.mark.parametrize("name", FILES)
def test_the_page_of_a_schema_has_every_key(name: str) -> None:
    page = reference_json.page(name, "tallyboard", '{"a": [1, 2, 3, 4]}')
    for shape, one in schema(name)["$defs"].items():
        section = page.partition(f"\n## {shape}\n")[2].partition("\n## ")[0]
        assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [*one["properties"]]
        assert one["description"] in section


def test_an_example_has_the_first_of_a_long_list_and_a_line_for_what_fits_on_one() -> None:
    printed = json.dumps({"event": "score", "rounds": [{"first": "A" * 30}] * 9, "totals": {"A": 1}})
    example = reference_json.page("score", "tallyboard score", f"{printed}\n{printed}\n").partition("```text\n")[2]
    assert example.count('"event": "score"') == 2
    assert example.count('    {"first": "') == 2 * 2
    assert '  "totals": {"A": 1}\n}\n' in example


def test_every_game_has_a_page_a_sheet_and_words_for_its_options() -> None:
    pages = {file.stem: file.read_text("utf-8") for file in (ROOT / "docs/games").glob("*.md")}
    assert set(pages) == set(reference_games.SHEETS) == set(catalogue.IDS)
    assert all(re.search(r"\[00\d\]\(\.\./games\.md#the-rule-books\)", text) for text in pages.values())
    assert set(reference_games.MEANS) == {name for name, *_ in OPTIONS}


def test_the_end_of_a_games_page_has_its_options_keys_and_result() -> None:
    made = reference_games.made("pichenottes-quebec")
    assert "| `target` | 1 to 9999 | `31` |" in made
    assert "| 1 | `dame` | `colour green` |" in made
    assert "B leads 5 : 4" in made
