"""Who goes on by the lot alone is known before the draw."""

from tallyboard.desk import Tournament
from tallyboard.desk.drawing import borders_by_lot
from tests.host.desk.days import WASHERS, begun, enter


def borders(day: Tournament, phase: int = 2) -> list[tuple[int, set[int]]]:
    drawn = day.phases[phase - 1]
    return [(one.place, set(one.entrants)) for one in borders_by_lot(drawn, day.phases[drawn.options.of - 1])]


def of_three(take: str, chain: str = "points,lot") -> Tournament:
    """1 beats both; 2 and 3 are level."""
    day = begun(3, f"phase 1 round-robin chain={chain} {WASHERS}", f"phase 2 single of=1 take={take} {WASHERS}")
    enter(day, "draw 1", "result 1:1-2 1 21 2 0", "result 1:1-3 1 21 3 0")
    return day


def test_those_level_across_the_border_are_told_with_the_place() -> None:
    day = of_three("1-2")
    assert borders(day) == []  # not finished
    enter(day, "result 1:2-3 2 9 3 9")
    assert borders(day) == [(2, {2, 3})]
    enter(day, "draw 2")
    assert len(day.phases[1].order) == 2


def test_the_border_before_the_first_place_that_is_taken_is_one_too() -> None:
    day = of_three("3-3")
    enter(day, "result 1:2-3 2 9 3 9")
    assert borders(day) == [(2, {2, 3})]


def test_who_is_level_within_what_is_taken_is_not_told() -> None:
    for take in ("1-3", "1-1", "2-3"):
        day = of_three(take)
        enter(day, "result 1:2-3 2 9 3 9")
        assert borders(day) == [], take


def test_what_else_parts_them_is_no_lot() -> None:
    day = of_three("1-2")
    enter(day, "result 1:2-3 2 9 3 8")
    assert borders(day) == []
    day = of_three("1-2", "points,shootout,lot")
    enter(day, "result 1:2-3 2 9 3 9")
    assert borders(day) == [(2, {2, 3})]
    enter(day, "shootout 1 2 5 3 7")
    assert borders(day) == []


def test_who_is_away_is_not_at_the_border() -> None:
    day = of_three("1-2")
    enter(day, "result 1:2-3 2 9 3 9", "absent 2")
    assert borders(day) == []


def test_a_phase_without_a_lot_and_one_after_a_bracket_have_none() -> None:
    day = of_three("1-2", "points")
    enter(day, "result 1:2-3 2 9 3 9", f"phase 3 single of=2 take=1-1 {WASHERS}")
    assert borders(day) == borders(day, 3) == []


def of_groups(take: str, *results: str) -> Tournament:
    """A has 1, 4; B has 2, 3; each two meet once."""
    day = begun(4, f"phase 1 round-robin groups=2 chain=points,lot {WASHERS}")
    enter(day, f"phase 2 single of=1 take={take} {WASHERS}", "draw 1", *results)
    return day


def test_the_lot_between_two_groups_is_told() -> None:
    day = of_groups("1-3", "result 1:1-4 1 21 4 0", "result 1:2-3 2 21 3 0")
    assert borders(day) == [(3, {3, 4})]


def test_the_lot_within_a_group_is_told_where_it_says_who_goes_on() -> None:
    day = of_groups("1-2", "result 1:1-4 1 9 4 9", "result 1:2-3 2 21 3 0")
    assert [who for _, who in borders(day)] == [{1, 4}]


def test_across_groups_by_figures_the_place_in_the_group_does_not_matter() -> None:
    # group A 1 4 5, group B 2 3 6: 1 has 4, 2, 3 and 6 have 2 each, 4 has 2, 5 nothing
    day = begun(6, f"phase 1 round-robin groups=2 chain=points,lot {WASHERS}", "draw 1")
    for won, lost in ((1, 4), (1, 5), (4, 5), (2, 3), (3, 6), (6, 2)):
        low, high = sorted((won, lost))
        enter(day, f"result 1:{low}-{high} {won} 21 {lost} 3")
    enter(day, f"phase 2 single of=1 take=1-2 {WASHERS}", f"phase 3 single of=1 take=1-2 across=points {WASHERS}")
    assert borders(day, 2) == [(2, {2, 3, 6})], "who is first of B"
    assert borders(day, 3) == [(2, {2, 3, 4, 6})]
