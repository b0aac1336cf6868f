"""What nobody has tried: one list in two languages, in which everything is that a page calls modelled or estimated."""

import re
from pathlib import Path

import pytest

from hardware.circuit.current import total_ma
from tests.hardware.sample import own
from tests.pages import PAGES, ROOT, anchors, text_of
from tests.test_docs import links

ENGLISH, FRENCH = ROOT / "hardware/untried.md", ROOT / "hardware/untried-fr.md"
LINKED = links(ENGLISH)


def rows(page: Path) -> list[list[str]]:
    """The cells of each line that has a number."""
    return [line.strip("| ").split(" | ") for line in text_of(page).splitlines() if re.match(r"\| \d+ \|", line)]


@pytest.mark.parametrize("page", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_the_lines_are_numbered_without_a_hole(page: Path) -> None:
    assert [int(row[0]) for row in rows(page)] == list(range(1, len(rows(page)) + 1))


def test_both_languages_say_the_same() -> None:
    """Line by line the same links, code and figures, in the order in which each language has them."""
    for one, other in zip(rows(ENGLISH), rows(FRENCH), strict=True):
        for english, french in zip(one, other, strict=True):
            assert _facts(english) == _facts(french)


def _facts(cell: str) -> list[str]:
    """What is no word: targets of links, code, and figures (those of words as "2,7" as "2.7")."""
    targets = [
        target.replace("-fr.md", ".md").replace("#durée", "#time") for target in re.findall(r"\]\(([^)]*)\)", cell)
    ]
    plain = re.sub(r"\]\([^)]*\)", "]", cell)
    codes = re.findall(r"`[^`]+`", plain)
    figures = [figure.replace(",", ".") for figure in re.findall(r"\d+(?:[.,]\d+)?", re.sub("`[^`]+`", "", plain))]
    return [*sorted(targets), *sorted(codes), *sorted(figures)]


def test_every_page_that_was_only_modelled_is_in_the_list() -> None:
    modelled = [page for page in PAGES if "**Modelled, not yet tried" in text_of(page)]
    linked = {(ENGLISH.parent / target.partition("#")[0]).resolve() for target in LINKED}
    assert len(modelled) >= 4 and [page.name for page in modelled if page not in linked] == []


def test_every_section_of_electrical_md_with_an_estimate_is_in_the_list() -> None:
    """A section is in it by its own heading, or by one below it."""
    for section in re.split(r"^(?=## \d)", text_of(ROOT / "hardware/electrical.md"), flags=re.MULTILINE)[1:]:
        if re.search("estimate|not verified", section, re.IGNORECASE):
            assert {f"electrical.md#{anchor}" for anchor in anchors(section)} & set(LINKED), section[:60]


def test_the_currents_that_are_expected_are_those_of_the_board_file() -> None:
    board = own()
    two, three = (round(total_ma(board, sides, board.supply.most_light)) for sides in (2, 3))
    assert f"{two} mA with two sides, {three} with three" in text_of(ENGLISH)


def test_it_is_said_where_a_figure_is_written() -> None:
    head = "| line | date | who | board file and version | how many boxes | figure |"
    assert head in text_of(ENGLISH) and "../CONTRIBUTING.md#a-measurement" in LINKED
    assert text_of(FRENCH).rstrip().splitlines()[-2].count("|") == head.count("|")
