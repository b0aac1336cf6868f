"""A shootout: whether it counts, why not, and who stands where by it."""

from collections.abc import Callable

import pytest

from tests.host.tournament.conftest import Day

CHAIN = "chain=points,shootout"


def sentences(day: Day, line: str) -> list[str]:
    """What the command says before the next step."""
    return list(day.told(line)["said"])


@pytest.fixture
def level(begun: Callable[..., Day]) -> Day:
    """Ann, Bob and Cid are level with four points each, and Dee has none."""
    day = begun().lines("add Ann", "add Bob", "add Cid", "add Dee")
    day.lines(f"phase round-robin {CHAIN} game washers-ritzenthaler", "draw")
    day.lines("result Ann 9 Dee 1", "result Bob 9 Dee 1", "result Cid 9 Dee 1")
    return day.lines("result Ann 9 Bob 1", "result Bob 9 Cid 1", "result Cid 9 Ann 1")


def test_a_shootout_of_all_who_are_level_counts(level: Day) -> None:
    assert sentences(level, "shootout Ann 5 Bob 9 Cid 5") == [
        "The shootout counts in phase 1.",
        "Places now: Bob 1, Ann 2, Cid 2.",
    ]
    assert sentences(level, "shootout Ann 1 Cid 2") == ["The shootout counts in phase 1.", "Places now: Cid 2, Ann 3."]


def test_a_shootout_of_two_who_are_not_level_counts_for_nothing(level: Day) -> None:
    assert sentences(level, "shootout Ann 1 Dee 5") == [
        "The shootout counts for nothing in phase 1: Ann and Dee are not level where the chain comes to it.",
        "Places now: Ann 1, Dee 4.",
    ]


def test_a_shootout_without_one_of_those_who_are_level_counts_for_nothing(level: Day) -> None:
    assert sentences(level, "shootout Ann 1 Bob 5")[0] == (
        "The shootout counts for nothing in phase 1: Ann, Bob and Cid are level, and it was not of all of them."
    )


def test_a_shootout_after_one_that_parted_all_counts_for_nothing(level: Day) -> None:
    level.lines("shootout Ann 1 Bob 2 Cid 3", "disqualify Dee")
    assert sentences(level, "shootout Ann 9 Bob 8 Cid 7 Dee 6") == [
        "The shootout counts for nothing in phase 1: a shootout before it has parted them.",
        "Places now: Cid 1, Bob 2, Ann 3, Dee none.",
    ]


def test_a_shootout_of_two_groups_counts_over_all_groups(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "add Cid", "add Dee")
    day.lines(f"phase round-robin groups=2 {CHAIN} game washers-ritzenthaler", "draw")
    day.lines("result Ann 9 Dee 1", "result Bob 9 Cid 1")
    assert sentences(day, "shootout Ann 1 Bob 2") == [
        "The shootout counts in phase 1.",
        "Places over all groups now: Bob 1, Ann 2.",
    ]


def test_a_shootout_that_the_chain_does_not_have_ranks_nobody(day: Day) -> None:
    assert sentences(day, "shootout Ann 1 Bob 2")[0].startswith("The shootout is kept, and ranks nobody: ")
