"""From groups into a bracket: the order nearest to the ranking in which groups stay apart, among all orders."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from tallyboard.desk import as_object
from tallyboard.desk.bracket import positions, size_of
from tallyboard.desk.drawing import Place, keep_groups_apart
from tests.harness.campaign import examples
from tests.host.desk.days import WASHERS, begun, enter, play_all

Places = dict[int, Place]


def _orders(ranking: list[int], places: Places) -> Iterator[list[int]]:
    """Every order in which each seed goes to somebody with the same place, the best ranked possible first."""

    def extended(order: list[int]) -> Iterator[list[int]]:
        if len(order) == len(ranking):
            yield order
            return
        for x in ranking:
            if x not in order and places[x][1] == places[ranking[len(order)]][1]:
                yield from extended([*order, x])

    return extended([])


def _halves_apart(order: list[int], places: Places) -> bool:
    seeds = positions(size_of(len(order)))
    half = {order[seed - 1]: 2 * index // len(seeds) for index, seed in enumerate(seeds) if seed <= len(order)}
    firsts = [x for x in order if places[x][1] == 1]
    return not any(places[y] == (places[x][0], 2) and half[x] == half[y] for x in firsts for y in order)


def _first_round_apart(order: list[int], places: Places) -> bool:
    seeds = positions(size_of(len(order)))
    met = [(a, b) for a, b in zip(seeds[::2], seeds[1::2], strict=True) if max(a, b) <= len(order)]
    return all(places[order[a - 1]][0] != places[order[b - 1]][0] for a, b in met)


def _nearest(ranking: list[int], places: Places) -> list[int]:
    apart = [order for order in _orders(ranking, places) if _first_round_apart(order, places)]
    both = [order for order in apart if _halves_apart(order, places)]
    return [*both, *apart, ranking][0]


@settings(max_examples=examples(200))
@given(groups=st.integers(2, 5), first=st.integers(0, 3), count=st.integers(2, 8), seed=st.integers(0, 10**6))
def test_the_order_is_the_nearest_of_all(groups: int, first: int, count: int, seed: int) -> None:
    rng = random.Random(seed)
    ranking: list[int] = []
    places: Places = {}
    for place in range(1, 9):
        level = list(range(10 * place, 10 * place + groups))
        places.update((x, (group, place)) for group, x in enumerate(level))
        ranking += rng.sample(level, groups)
    ranking = [x for x in ranking if rng.random() < 0.9][first : first + count]
    if len(ranking) >= 2:
        assert keep_groups_apart(ranking, places) == _nearest(ranking, places)


def test_eight_of_each_of_twenty_six_groups_go_into_a_bracket() -> None:
    day = begun(208, f"phase 1 round-robin groups=26 {WASHERS}", "draw 1")
    rng = random.Random(1)
    play_all(day, lambda: rng.random() < 0.5)
    enter(day, f"phase 2 single of=1 {WASHERS}", "draw 2")
    group_of = {x: group for group, members in enumerate(as_object(day)["phases"][0]["groups"]) for x in members}
    first = [match["sides"] for match in as_object(day)["phases"][1]["matches"] if match["round"] == 1]
    assert all(a == 0 or b == 0 or group_of[a or 0] != group_of[b or 0] for a, b in first)


def test_power_pools_take_the_best_figures_of_all_groups_whatever_their_places() -> None:
    # A 1 4 5 8, B 2 3 6 7; in A all win by turns, in B 2 wins all, 3 two, 6 one
    day = begun(8, f"phase 1 round-robin groups=2 chain=points,difference {WASHERS}", "draw 1")
    for won, lost, by in ((1, 4, 9), (4, 5, 8), (5, 1, 7), (1, 8, 6), (4, 8, 4), (5, 8, 1)):
        enter(day, f"result 1:{min(won, lost)}-{max(won, lost)} {won} {by} {lost} 0")
    for won, lost in ((2, 3), (2, 6), (2, 7), (3, 6), (3, 7), (6, 7)):
        enter(day, f"result 1:{won}-{lost} {won} 20 {lost} 0")
    enter(day, f"phase 2 round-robin of=1 take=1-4 across=points {WASHERS}")
    enter(day, f"phase 3 round-robin of=1 take=1-4 {WASHERS}", "draw 2", "draw 3")
    assert day.phases[0].ranking() == [[2], [1], [3], [4], [5], [6], [8], [7]]
    assert day.phases[1].order == [2, 3, 1, 4], "3 has 4 points and a difference of 20, 1 one of 8"
    assert day.phases[2].order == [2, 1, 3, 4]
    enter(day, f"phase 4 single of=1 take=1-4 across=points {WASHERS}", "draw 4")
    assert day.phases[3].order == [2, 3, 1, 4], "seconds may change seeds with one another, not with firsts"
    enter(day, "result 1:2-3 2 0 3 20")
    assert [flag["phase"] for flag in as_object(day)["flags"] if flag["kind"] == "draw-differs"] == [2, 3, 4]


def test_across_one_group_the_ranking_is_that_of_the_standings() -> None:
    day = begun(3, f"phase 1 round-robin chain=points,head {WASHERS}", "draw 1")
    enter(day, "result 1:1-2 2 9 1 0", "result 1:1-3 1 9 3 0", "result 1:2-3 2 9 3 0")
    enter(day, f"phase 2 single of=1 across=points {WASHERS}", "draw 2")
    assert day.phases[1].order == [2, 1, 3]
