"""The ranking over all groups of a league: what the next phase takes, and why somebody is not among them."""

from collections.abc import Callable

import pytest

from tests.host.tournament.conftest import Day


@pytest.fixture
def grouped(begun: Callable[..., Day]) -> Day:
    """Seven in a group of three (Ann, Dee, Eve) and one of four (Bob, Cid, Fay, Gil), finished; phase 2 takes three."""
    day = begun().lines(*(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil")))
    day.lines("phase round-robin groups=2 points=3,1,0 chain=points,twenties,lot game washers-ritzenthaler", "draw")
    day.lines("phase single of=1 take=1-3 game washers-ritzenthaler")
    day.lines("result Ann 9 Dee 1", "result Ann 9 Eve 1", "result Dee 9 Eve 1")
    day.lines("result Bob 9 Cid 1", "result Bob 9 Fay 1", "result Bob 9 Gil 9")
    return day.lines("result Cid 9 Fay 1", "result Gil 9 Cid 1", "result Fay 9 Gil 9")


def ranking(day: Day) -> list[list[str]]:
    """The lines of it, blanks made one, cell by cell where two are between."""
    lines = day.said("standings 1").splitlines()
    return [[cell.strip() for cell in line.split("  ") if cell] for line in lines[lines.index("All groups") + 1 :]]


def test_below_its_groups_a_finished_league_shows_what_the_next_phase_takes(grouped: Day) -> None:
    assert ranking(grouped) == [
        ["Place", "Entrant", "Group", "Above the next by"],
        ["1", "Ann", "1 in A", "more points per match: 3 to 2 1/3"],
        ["2", "Bob", "1 in B", "better place in the group: 1 to 2"],
        ["3", "Gil", "2 in B", "more points per match: 1 2/3 to 1 1/2"],
        ["-- phase 2 takes 1 to 3 --"],
        ["4", "Dee", "2 in A", "better place in the group: 2 to 3"],
        ["5", "Cid", "3 in B", "more points per match: 1 to 0"],
        ["6", "Eve", "3 in A", "better place in the group: 3 to 4"],
        ["7", "Fay", "4 in B"],
    ]
    assert set(grouped.told("standings 1")) == {"phases"}


def test_who_is_away_is_passed_over_by_what_the_next_phase_takes(grouped: Day) -> None:
    grouped.lines("absent Ann")
    names = [cells[1] if len(cells) > 1 else cells[0] for cells in ranking(grouped)]
    assert names[1:6] == ["Ann, absent", "Bob", "Gil", "Dee", "-- phase 2 takes 1 to 3 --"]
    grouped.lines("draw 2", "in Ann")
    names = [cells[1] if len(cells) > 1 else cells[0] for cells in ranking(grouped)]
    assert names[1:6] == ["Ann", "Bob", "Gil", "Dee", "-- phase 2 takes 1 to 3 --"], "as it was drawn"


def test_a_league_that_is_not_finished_shows_no_ranking_over_all_groups(grouped: Day) -> None:
    assert "All groups" not in grouped.lines("clear Ann Dee").said("standings")


def test_why_compares_two_of_different_groups_by_what_a_match_brought(grouped: Day) -> None:
    assert grouped.said("why Dee Gil").splitlines() == [
        "Dee and Gil have place 2 in different groups.",
        "Gil stands above by points per match: 1 2/3 to 1 1/2.",
    ]
    assert grouped.told("why Dee Gil")["steps"][1] == {
        "by": "points",
        "values": [3, 5],
        "among": [4, 7],
        "better": 7,
        "matches": [2, 3],
    }
    better = "In their groups Gil has place 2 and Ann place 1: the better place comes first."
    assert grouped.said("why Gil Ann").splitlines() == [better]
    assert grouped.told("why Gil Ann")["steps"][0]["better"] == 1


def test_why_across_groups_goes_on_through_the_chain(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "add Cid", "add Dee")
    day.lines("phase round-robin groups=2 chain=points,head,difference,lot game washers-ritzenthaler", "draw")
    day.lines("result Ann 9 Dee 1", "result Bob 7 Cid 9")
    assert day.said("why Ann Cid").splitlines() == [
        "Ann and Cid have place 1 in different groups.",
        "Level by points per match: 2 each.",
        "Ann stands above by the difference of points made and given per match: 8 to 2.",
    ]
    day.lines("result 1:2-3 Bob 1 Cid 9")
    assert day.said("why Ann Cid").splitlines()[-1].startswith("By lot ")
    assert [cells[3] for cells in ranking(day)[1:-1]] == ["by lot", "better place in the group: 1 to 2", "by lot"]
    day.lines("disqualify Ann")
    assert day.said("why Ann Cid") == "Cid has a place, and the other, void or disqualified, has none.\n"


def test_where_a_phase_takes_by_figures_alone_that_ranking_is_shown_too(grouped: Day) -> None:
    grouped.lines("phase single of=1 take=1-4 across=points game washers-ritzenthaler")
    lines = ranking(grouped)
    at = lines.index(["All groups, by figures alone"])
    assert lines[: at - 1][4] == ["-- phase 2 takes 1 to 3 --"]
    assert [cells[1:2] + cells[3:] for cells in lines[at + 2 : at + 5]] == [
        ["Ann", "more points per match: 3 to 2 1/3"],
        ["Bob", "more points per match: 2 1/3 to 1 2/3"],
        ["Gil", "more points per match: 1 2/3 to 1 1/2"],
    ]
    assert lines[at + 6] == ["-- phase 3 takes 1 to 4 --"]


def test_the_standings_end_with_the_places_of_the_whole_tournament(grouped: Day) -> None:
    grouped.lines("phase single of=1 take=4-5 game washers-ritzenthaler", "draw 2", "draw 3")
    grouped.lines("result Cid 9 Dee 1")
    told = grouped.said("standings")
    places = [line.split() for line in told[told.index("Whole tournament, so far") :].splitlines()]
    assert [cells[1] for cells in places[2:]] == ["Ann", "Bob", "Gil", "Cid", "Dee", "Eve", "Fay"]
    assert "Whole tournament" not in grouped.said("standings 1")
    grouped.lines("result Gil 9 Ann 1", "result 2:W2.1 Gil 9 Bob 1")
    told = grouped.said("standings")
    assert "so far" not in told
    places = [line.split() for line in told[told.index("Whole tournament") :].splitlines()]
    assert [cells[1] for cells in places[2:]] == ["Gil", "Bob", "Ann", "Cid", "Dee", "Eve", "Fay"]
