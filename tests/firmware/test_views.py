"""What the displays make of a match, text by text."""

from typing import Any

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import AGREE, COUNT, FORFEIT, NEXT, PENALTY, STOP, event
from shared_rules.games.match import Match
from shared_rules.games.scoresheet import from_words
from tableside import views


def match_of(line: str, *played: int, **fields: Any) -> Match:
    """A match of this game line with these events played, and then these fields as given."""
    match = catalogue.new(line)
    for each in played:
        match.play(each)
    for name, value in fields.items():
        setattr(match, name, value)
    return match


DOUBLES = "crokinole-official format=doubles"
QUEBEC = {"turn": 1, "touched": True, "over": False, "pending": []}


@pytest.mark.parametrize(
    ("line", "fields", "text"),
    [
        ("crokinole-official", {}, "R 1"),
        ("pichenotte-southwest", {"closed": 7}, "G 8"),
        ("crokinole-official", {"closed": 98}, "R 99"),
        ("crokinole-official", {"closed": 99}, "R100"),
        ("crokinole-official", {"closed": 122}, "R123"),
        (DOUBLES, {}, " 1A1"),
        (DOUBLES, {"closed": 98}, "99A1"),
        (DOUBLES, {"closed": 99}, " 0A1"),
        (DOUBLES, {"closed": 11, "first": 1}, "12B1"),
        (DOUBLES, {"shootout": 2}, "SHO2"),
        ("pichenotte-southwest", {"shootout": 1}, "SHO1"),
        ("pichenotte-southwest", {"shootout": 9}, "SHO9"),
        ("pichenotte-southwest", {"shootout": 10}, "SHO0"),
        ("pichenotte-southwest", {"shootout": 21}, "SHO1"),
        ("pichenottes-quebec", {}, "M 1"),
        ("pichenottes-quebec", {**QUEBEC, "touched": False}, "M 1"),
        ("pichenottes-quebec", QUEBEC, "B >"),
        ("pichenottes-quebec", {**QUEBEC, "turn": 0}, "A >"),
        ("pichenottes-quebec", {**QUEBEC, "pending": [1, 2]}, "B> 3"),
        ("pichenottes-quebec", {**QUEBEC, "pending": [9, 2]}, "B>11"),
        ("pichenottes-quebec", {**QUEBEC, "over": True, "pending": [1]}, "STOP"),
        ("pichenottes-quebec", {**QUEBEC, "turn": None, "over": True}, "M 1"),
    ],
)
def test_a_round_is_named(line: str, fields: dict[str, Any], text: str) -> None:
    match = match_of(line, **fields)
    assert views.round_text(match) == text
    assert views.match_text(match) == text


@pytest.mark.parametrize(
    ("sides", "winners", "said"),
    [
        (2, [0], ("WINA",)),
        (2, [1], ("WINB",)),
        (2, [], ("DRAW",)),
        (2, [0, 1], ("DRAW",)),
        (3, [2], ("WINC",)),
        (3, [0, 2], ("DRAW", "A=C")),
        (3, [1, 2], ("DRAW", "B=C")),
        (3, [0, 1, 2], ("DRAW", "ABC")),
    ],
)
def test_a_result_says_who_has_won(sides: int, winners: list[int], said: tuple[str, ...]) -> None:
    match = match_of(f"twenties-shootout sides={sides}", winners=winners, finished=True)
    assert views.result_texts(match) == said
    assert views.match_text(match) == said[0]


def test_a_review_says_first_what_costs_points_and_then_who_has_agreed() -> None:
    match = match_of("pichenotte-southwest", event(COUNT, 0, 20), event(PENALTY, 1, 20), event(NEXT))
    assert match.review
    assert views.match_text(match) == "B-PN"
    assert views.review_text(match) == "AGRE"
    for side, said in ((1, "B OK"), (0, "A OK")):
        match.agreed = [side]
        assert (views.review_text(match), views.match_text(match)) == (said, said)
    match = match_of("pichenotte-southwest", event(COUNT, 0, 20), event(NEXT))
    assert views.match_text(match) == "AGRE"


@pytest.mark.parametrize(
    ("line", "counted", "view", "others"),
    [
        ("crokinole-official", True, views.ROUND, [views.TOTAL, views.TWENTIES, views.ROUND]),
        ("crokinole-official", False, views.TOTAL, [views.TWENTIES, views.ROUND, views.TOTAL]),
        ("pichenotte-southwest", True, views.ROUND, [views.TOTAL, views.TWENTIES, views.ROUND]),
        ("washers-ritzenthaler", False, views.TOTAL, [views.ROUND, views.TOTAL]),
        ("pichenottes-quebec", False, views.TOTAL, [views.ROUND, views.TOTAL]),
    ],
)
def test_which_numbers_are_shown_and_which_after_each_press_of_menu(
    line: str, counted: bool, view: int, others: list[int]
) -> None:
    match = match_of(line, *([event(COUNT, 0, 20)] if counted else []))
    assert views.usual_view(match) == view
    view = views.USUAL
    for other in others:
        view = views.other_view(match, view)
        assert view == other


def test_the_numbers_of_a_view() -> None:
    played = [event(COUNT, 0, 20), event(COUNT, 1, 15), event(NEXT), event(COUNT, 0, 20), event(COUNT, 0, 5)]
    match = match_of("crokinole-official", *played)
    shown = [[views.points(match, side, view) for side in (0, 1)] for view in (1, 2, 3)]
    assert shown == [[(25, True), (0, True)], [(5, False), (0, False)], [(1, False), (0, False)]]
    match.finished = True
    assert views.points(match, 0, views.ROUND) == (0, True)


@pytest.mark.parametrize(
    ("number", "text", "first"),
    [
        (0, "   0", "°  0"),
        (9, "   9", "°  9"),
        (100, " 100", "°100"),
        (999, " 999", "°999"),
        (1000, "1000", "1000"),
        (9999, "9999", "9999"),
        (10_000, "----", "----"),
        (-5, "  -5", "° -5"),
        (-99, " -99", "°-99"),
        (-100, "-100", "-100"),
        (-999, "-999", "-999"),
        (-1000, "----", "----"),
    ],
)
def test_a_number_has_four_digits_and_a_ring_where_there_is_room(number: int, text: str, first: str) -> None:
    match = match_of("crokinole-official")
    assert views.side_text(match, 0, number) == first
    assert views.side_text(match, 1, number) == text
    match.first = 1
    assert [views.side_text(match, side, number) for side in (0, 1)] == [text, first]
    match.finished = True
    assert [views.side_text(match, side, number) for side in (0, 1)] == [text, text]


@pytest.mark.parametrize(
    ("awarded", "text"),
    [([5, 0], "A+5"), ([0, 20], "B+20"), ([0, 0], ""), ([5, -20], "A+5  B-20"), ([-1, 0], "A-1")],
)
def test_an_award_is_said_of_each_side_that_has_one(awarded: list[int], text: str) -> None:
    assert views.award_text(match_of("pichenotte-southwest", awarded=awarded)) == text


@pytest.mark.parametrize(
    ("line", "words", "text", "undone"),
    [
        ("crokinole-official", "A 20", "A 20", "A 20"),
        ("crokinole-official", "B 5", "B  5", "B  5"),
        ("pichenotte-southwest", "B penalty 20", "B-PN", "B-PN"),
        ("pichenotte-southwest", "A forfeit", "AFFT", "AFFT"),
        ("crokinole-official", "first B", "1STB", "1STB"),
        ("washers-ritzenthaler", "A board", "A ON", "A ON"),
        ("washers-ritzenthaler", "B dead", "BDED", "BDED"),
        ("crokinole-official", "next", "", "NEXT"),
    ],
)
def test_a_press_is_said_as_side_and_what(line: str, words: str, text: str, undone: str) -> None:
    match = match_of(line)
    entered = from_words(words.lower().split(), match)
    assert views.press_text(match, entered) == text
    assert views.undone_text(match, entered) == undone


def test_what_the_rest_of_the_status_tells_is_named_when_it_is_undone() -> None:
    match = match_of("pichenotte-southwest")
    told = {AGREE: "AGRE", NEXT: "NEXT", STOP: "STOP"}
    assert {kind: views.undone_text(match, event(kind)) for kind in told} == told
    assert views.press_text(match, event(FORFEIT, 1)) == "BFFT"


@pytest.mark.parametrize(("text", "shown"), [("", "    "), ("R 1", "R 1 "), ("DRAW", "DRAW"), ("A-120", "A-12")])
def test_a_text_takes_four_characters(text: str, shown: str) -> None:
    assert views.four(text) == shown
