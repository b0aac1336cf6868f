"""Every item by which a league can rank is told by whatever tells it: terminal, pages, paper."""

from collections.abc import Container

import pytest

from tallyboard.desk.chain import ACROSS, LeagueFigures, LeagueTable
from tallyboard.desk.options import CHAIN_ITEMS, OPTIONS
from tallyboard.pages.desk import declared
from tallyboard.pages.public import standings
from tallyboard.paper.standings import _WHYS
from tallyboard.text.tournament import reasons

BY_ITSELF = {"head", "shootout", "lot"}  # no number of each alone
UNTOLD = {"lot"}  # it has no figures
TOLD: dict[str, Container[str]] = {
    "terminal and pages, of two": reasons._COUNTS,
    "the pages, row by row": standings._MORE,
}


@pytest.mark.parametrize("item", CHAIN_ITEMS)
def test_an_item_is_told_everywhere(item: str) -> None:
    assert item in _WHYS, "paper"
    assert item in declared._CHAIN, "the desk's page of a phase"
    assert item in OPTIONS["chain"].meaning, "the help of `phase`"
    assert [place for place, words in TOLD.items() if item not in words and item not in UNTOLD] == []


@pytest.mark.parametrize("item", [item for item in CHAIN_ITEMS if item not in BY_ITSELF])
def test_an_item_has_a_number_for_each(item: str) -> None:
    table = LeagueTable([1], {1: LeagueFigures(points=3)}, {1: ""}, [])
    assert isinstance(table.value(item, 1), int)


def test_what_counts_across_groups_is_an_item() -> None:
    assert set(ACROSS) <= set(CHAIN_ITEMS)
