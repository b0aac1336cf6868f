"""Who lost early plays on, phases beside others, the champion, and the places of a whole tournament."""

import pytest

from tallyboard.desk import Refusal, Tournament, as_object
from tests.host.desk.days import WASHERS, begun, enter, result

# Six in a single: 1 and 2 have a bye, 5 beats 4, 3 beats 6, 1 beats 5, 3 beats 2.
TO_THE_FINAL = ("1:W1.2 5 4", "1:W1.4 3 6", "1:W2.1 1 5", "1:W2.2 3 2")
FINAL = "1:W3.1 3 1"
BESIDE = ("2:W1.2 6 4", "2:W2.1 2 6")


def _won(*matches: str) -> list[str]:
    """The lines of `MATCH WINNER LOSER`."""
    return [result(name, int(winner), int(loser), True) for name, winner, loser in map(str.split, matches)]


def _of_six(*won: str) -> Tournament:
    return begun(6, f"phase 1 single {WASHERS}", "draw 1", f"phase 2 single of=1 take=lost {WASHERS}", *_won(*won))


def _placing(day: Tournament) -> list[tuple[int, int]]:
    return [(one["place"], one["entrant"]) for one in as_object(day)["placing"]]


def _kinds(day: Tournament) -> list[str]:
    return [flag["kind"] for flag in as_object(day)["flags"]]


def test_who_lost_early_plays_before_the_final_and_is_placed_among_themselves() -> None:
    day = _of_six(*TO_THE_FINAL)
    enter(day, "draw 2")
    assert day.phases[1].order == [2, 4, 6]
    enter(day, *_won(*BESIDE))
    assert (_placing(day), day.champion, day.finished) == ([], None, False)
    enter(day, *_won(FINAL))
    assert _placing(day) == [(1, 3), (2, 1), (3, 2), (4, 5), (5, 6), (6, 4)]
    assert (day.champion, day.finished) == (3, True)


def test_who_is_new_on_the_list_was_placed_by_what_was_finished_last() -> None:
    day = begun(6, f"phase 1 round-robin {WASHERS}", f"phase 2 single of=1 take=1-2 {WASHERS}", "draw 1")
    enter(day, f"phase 3 single of=1 take=3-4 {WASHERS}")
    assert day.newly_placed == frozenset()
    enter(day, "end 1")
    assert day.newly_placed == {1, 2, 3, 4, 5, 6}
    enter(day, "draw 3", "note nothing is decided by it")
    x, y = day.phases[2].order
    enter(day, f"result 3:W1.1 {x} 21 {y} 3", "draw 2")
    assert day.newly_placed == {x, y}
    enter(day, "result 1:5-6 5 21 6 3")
    assert day.newly_placed == {1, 2, 3, 4, 5, 6} - {x, y}, "whom phase 3 placed after it is not of phase 1"
    x, y = day.phases[1].order
    enter(day, f"result 2:W1.1 {x} 21 {y} 3")
    assert day.finished and day.newly_placed == frozenset()


def test_without_what_is_beside_losers_of_a_round_share_places() -> None:
    day = begun(6, f"phase 1 single {WASHERS}", "draw 1", *_won(*TO_THE_FINAL, FINAL))
    assert _placing(day) == [(1, 3), (2, 1), (3, 2), (3, 5), (5, 4), (5, 6)]


@pytest.mark.parametrize("left", range(4))
def test_who_lost_early_is_known_when_all_have_played_once(left: int) -> None:
    day = _of_six(*(won for number, won in enumerate(TO_THE_FINAL) if number != left and not (left < 2 <= number)))
    with pytest.raises(Refusal) as raised:
        day.enter("draw 2")
    assert raised.value.code == "unfinished"


def test_of_a_double_forfeit_both_have_lost_but_not_who_won_before() -> None:
    day = _of_six("1:W1.2 5 4")
    enter(day, "forfeit 1:W1.4 3 6", "forfeit 1:W2.1 1 5", "draw 2")
    assert day.phases[1].order == [1, 3, 4, 6], "2 has a bye twice, 5 has won a match"


def test_who_is_away_is_not_drawn_and_the_draw_stays_while_the_same_have_lost() -> None:
    day = _of_six(*TO_THE_FINAL)
    enter(day, "absent 2", "draw 2")
    assert (day.phases[1].order, _kinds(day)) == ([4, 6], [])
    enter(day, *_won("1:W1.2 4 5"))
    assert "draw-differs" in _kinds(day), "5 lost first now, not 4"
    enter(day, *_won("1:W1.2 5 4"))
    assert _kinds(day) == []
    enter(day, "clear 1:W1.4")
    assert "draw-differs" in _kinds(day), "the source is not that far any more"


@pytest.mark.parametrize("source", ["double", "round-robin", "swiss rounds=1"])
def test_only_in_a_single_somebody_has_lost_first(source: str) -> None:
    day = begun(4, f"phase 1 {source} {WASHERS}", f"phase 2 single of=1 take=lost {WASHERS}", "draw 1")
    with pytest.raises(Refusal) as raised:
        day.enter("draw 2")
    assert raised.value.code in ("format", "unfinished")
    assert "no `single`" in raised.value.cause


def test_two_who_lost_are_the_least() -> None:
    day = begun(
        2, f"phase 1 single {WASHERS}", "draw 1", f"phase 2 single of=1 take=lost {WASHERS}", *_won("1:W1.1 1 2")
    )
    with pytest.raises(Refusal) as raised:
        day.enter("draw 2")
    assert raised.value.code == "too-few"


# Eight play everybody, then an A final of the best four and a B final of the others; B is declared last.
def _a_and_b(*lines: str) -> Tournament:
    day = begun(4, f"phase 1 round-robin {WASHERS}", "draw 1")
    enter(day, *(result(f"1:{low}-{high}", low, high, True) for low in range(1, 4) for high in range(low + 1, 5)))
    enter(day, f"phase 2 single of=1 take=1-2 {WASHERS}", f"phase 3 single of=1 take=3-4 {WASHERS}", *lines)
    return day


def test_the_champion_is_of_the_a_final_though_the_b_final_was_declared_last() -> None:
    day = _a_and_b("draw 3", *_won("3:W1.1 4 3"))
    assert (day.champion, day.finished) == (None, False)
    assert _placing(day) == [(1, 1), (2, 2), (3, 4), (4, 3)]
    enter(day, "draw 2", *_won("2:W1.1 2 1"))
    assert (day.champion, day.finished) == (2, True)
    assert _placing(day) == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_a_phase_of_one_beside_is_beside_and_one_of_all_is_not() -> None:
    day = _a_and_b(f"phase 4 single of=3 {WASHERS}", "draw 3", *_won("3:W1.1 4 3"), "draw 4", *_won("4:W1.1 3 4"))
    assert _placing(day) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    enter(day, "draw 2", *_won("2:W1.1 2 1"))
    assert day.champion == 2
    enter(day, f"phase 5 single of=2 {WASHERS}")
    assert day.champion is None, "that is to be played"


def test_the_disqualified_are_left_out_and_nobody_is_placed_before_a_phase_is_finished() -> None:
    day = _a_and_b("draw 2", "draw 3", *_won("2:W1.1 2 1", "3:W1.1 4 3"), "disqualify 2")
    assert _placing(day) == [(1, 1), (2, 4), (3, 3)]
    assert begun(2).finished is False, "there is no phase"
    assert _placing(begun(2, f"phase 1 single {WASHERS}", "draw 1")) == []


def test_who_shares_a_place_beside_shares_it_unless_somebody_stands_between() -> None:
    # 1 beats 8 and so on; W2.1 1 beats 4, W2.2 2 beats 3, 1 beats 2: 3 and 4 share 3, 5 to 8 share 5.
    eight = ["1:W1.1 1 8", "1:W1.2 4 5", "1:W1.3 2 7", "1:W1.4 3 6", "1:W2.1 1 4", "1:W2.2 2 3", "1:W3.1 1 2"]
    day = begun(8, f"phase 1 single {WASHERS}", "draw 1", *_won(*eight))
    enter(day, f"phase 2 round-robin of=1 take=4-6 chain=points {WASHERS}", "draw 2")
    assert day.phases[1].order == [4, 5, 6]
    enter(day, *_won("2:4-5 5 4", "2:4-6 4 6", "2:5-6 6 5"))
    # all level: they share what stands together, on the places of 4 (before 3, with whom 4 shared) and of 5 and 6
    assert _placing(day) == [(1, 1), (2, 2), (3, 4), (4, 3), (5, 5), (5, 6), (7, 7), (7, 8)]


def test_there_is_no_champion_of_several_groups() -> None:
    day = begun(4, f"phase 1 round-robin groups=2 {WASHERS}", "draw 1", *_won("1:1-4 1 4", "1:2-3 2 3"))
    enter(day, "disqualify 2", "disqualify 3")
    assert day.finished
    assert day.champion is None, "though nobody else has place 1"
