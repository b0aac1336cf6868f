"""What the rules of rotation and of changing partners promise in general."""

from collections import Counter

import pytest

from tests.reference.desk.leagues import rotation, seated
from tests.reference.desk.model import Pairing, members
from tests.reference.desk.partners import FOURS, draw_round
from tests.reference.desk.test_oracle import drawn


@pytest.mark.parametrize("entrants", [*range(2, 15), 23, 24])
@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 8, 99])
def test_in_a_rotation_nobody_meets_twice_and_who_is_up_sees_every_table_once(entrants: int, rounds: int) -> None:
    seats, turns = seated(list(range(1, entrants + 1)), rounds)
    tables = (entrants + 1) // 2
    pairings, byes = rotation(seats, turns)
    assert turns == min(rounds, tables)
    assert sorted(seats[0] + seats[1])[-entrants:] == list(range(1, entrants + 1))
    met = Counter(frozenset((pairing.a, pairing.b)) for pairing in pairings)
    assert set(met.values()) <= {1}
    at_table = Counter((entrant, pairing.seat) for pairing in pairings for entrant in (pairing.a, pairing.b))
    assert max([at_table[entrant, table] for entrant, table in at_table if entrant % 2], default=1) == 1
    for entrant in range(1, entrants + 1):
        own = [pairing for pairing in pairings if entrant in (pairing.a, pairing.b)]
        free = [number for number, other in byes if other == entrant]
        assert sorted([pairing.round for pairing in own] + free) == list(range(1, turns + 1))
        assert len(free) <= entrants % 2
        assert all((pairing.a == entrant) == (pairing.round % 2 == entrant % 2) for pairing in own)


def rounds_of(entrants: int, rounds: int) -> list[Pairing]:
    pairings: list[Pairing] = []
    order = list(range(1, entrants + 1))
    for number in range(1, rounds + 1):
        new, byes = draw_round(order, set(order), number, rounds, pairings)
        playing = [entrant for pairing in new for entrant in members(pairing.a, pairing.b)]
        assert sorted(playing + [entrant for _, entrant in byes]) == order
        assert len(byes) == entrants % 4
        pairings += new
        often = Counter(dict.fromkeys(order, 0))
        often.update(entrant for pairing in pairings for entrant in members(pairing.a, pairing.b))
        assert max(often.values()) - min(often.values()) <= 1, "who sits out"
    return pairings


def were_partners(pairings: list[Pairing]) -> Counter[frozenset[int]]:
    return Counter(frozenset(side) for pairing in pairings for side in (pairing.a, pairing.b))


def were_opponents(pairings: list[Pairing]) -> Counter[frozenset[int]]:
    return Counter(frozenset((x, y)) for pairing in pairings for x in pairing.a for y in pairing.b)


@pytest.mark.parametrize("entrants", FOURS)
def test_of_a_whole_table_each_is_partner_of_each_once_and_opponent_twice(entrants: int) -> None:
    pairings = rounds_of(entrants, entrants - 1 + entrants % 2)
    all_pairs = entrants * (entrants - 1) // 2
    assert Counter(were_partners(pairings).values()) == {1: all_pairs}
    often = Counter(were_opponents(pairings).values())
    assert set(often) == ({1, 2, 3} if entrants == 9 else {2})
    assert sum(often.values()) == all_pairs


@pytest.mark.parametrize("entrants", [6, 7, 10, 11, 14, 15, 18, 19, 21, 22, 23, 26])
def test_of_other_numbers_partners_change_as_long_as_they_can(entrants: int) -> None:
    rounds = entrants // 2
    pairings = rounds_of(entrants, rounds)
    assert max(were_partners(pairings).values()) == 1
    assert max(were_opponents(pairings).values()) <= 3


def test_nobody_is_drawn_who_is_away_and_who_comes_joins_the_end() -> None:
    desk = drawn(9, "phase 1 partners rounds=9 game crokinole-championship")
    for line in ["add Late", "absent 3 4", "draw 1", "in 3", "draw 1", "redraw 1"]:
        desk.line(line.split())
    phase = desk.state.phases[1]
    playing = {
        number: {
            entrant
            for pairing in phase.pairings
            if pairing.round == number
            for entrant in members(pairing.a, pairing.b)
        }
        for number in (1, 2, 3)
    }
    assert [len(playing[number]) for number in (1, 2, 3)] == [8, 8, 8]
    assert phase.order == list(range(1, 11))
    assert playing[2] == {1, 2, 5, 6, 7, 8, 9, 10}
    assert 3 in playing[3] and 10 in playing[3] and 4 not in playing[3]
    assert phase.rounds_drawn == 3
