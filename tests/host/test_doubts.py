"""What a game cannot have given is doubted, and what it can have given is not."""

import random
from collections.abc import Sequence

import pytest

from shared_rules.games import catalogue
from tallyboard.rehearsal.board_table import PlayedAlong
from tallyboard.text.doubts import doubt_words, doubts_of_line


def doubted(game: str, scores: Sequence[int], twenties: Sequence[int]) -> str:
    return " ".join(doubt_words(one) for one in doubts_of_line(game, scores, twenties))


@pytest.mark.parametrize(
    ("game", "scores", "twenties"),
    [
        ("crokinole-championship rounds=4", (8, 0), (48, 0)),
        ("crokinole-championship rounds=1", (1, 1), (12, 12)),
        ("crokinole-championship rounds=4 discs=6", (4, 4), (24, 24)),
        ("crokinole-championship best_of=3", (5, 1), (36, 0)),
        ("crokinole-championship best_of=3", (4, 0), (0, 0)),
        ("crokinole-championship best_of=4", (7, 1), (0, 0)),
        ("crokinole-official", (335, 95), (50, 3)),
        ("crokinole-traditional scoring=simple", (335, 330), (99, 99)),
        ("twenties-shootout", (12, 0), (12, 0)),
        ("twenties-shootout", (7, 5), (0, 0)),  # nothing was said of the twenties
        ("pichenotte-southwest", (-40, 4800), (96, 0)),
        ("pichenotte-southwest target=500", (1095, -20), (99, 0)),
        ("pichenottes-quebec", (84, 0), (0, 0)),
        ("washers-ritzenthaler", (21, -7), (0, 0)),
    ],
)
def test_what_can_be_is_not_doubted(game: str, scores: tuple[int, int], twenties: tuple[int, int]) -> None:
    assert doubted(game, scores, twenties) == ""
    assert doubted(game, scores[::-1], twenties[::-1]) == ""


@pytest.mark.parametrize(
    ("game", "scores", "twenties", "said"),
    [
        ("crokinole-championship rounds=4", (-2, 10), (0, 0), "-2 points; in this game no score is below 0"),
        ("crokinole-championship rounds=4", (6, 4), (0, 0), "4 rounds award 8 points, and these are 10"),
        ("crokinole-championship rounds=1", (1, 0), (0, 0), "1 round awards 2 points, and these are 1"),
        ("crokinole-championship rounds=4", (6, 2), (99, 0), "99 twenties; a side can make at most 48 here"),
        ("crokinole-championship rounds=4 discs=6", (6, 2), (25, 0), "25 twenties; a side can make at most 24 here"),
        ("crokinole-championship best_of=3", (6, 0), (0, 0), "6 points; a side can have at most 5 here"),
        ("crokinole-championship best_of=3", (5, 5), (0, 0), "2 to 3 rounds award 4 to 6 points, and these are 10"),
        ("crokinole-championship best_of=3", (4, 0), (37, 0), "37 twenties; a side can make at most 36 here"),
        ("crokinole-official", (-5, 100), (0, 0), "-5 points; in this game no score is below 0"),
        ("crokinole-official", (340, 0), (0, 0), "340 points; a side can have at most 335 here"),
        ("crokinole-traditional", (0, 1000), (0, 0), "1000 points; a side can have at most 335 here"),
        ("twenties-shootout", (13, 5), (13, 5), "13 points; a side can have at most 12 here"),
        (
            *("twenties-shootout", (7, 5), (7, 4)),
            "in a shootout the score is the number of twenties, and these differ",
        ),
        ("pichenotte-southwest", (4801, 0), (0, 0), "4801 points; a side can have at most 4800 here"),
        ("pichenotte-southwest", (80, 0), (97, 0), "97 twenties; a side can make at most 96 here"),
        ("pichenotte-southwest", (301, 290), (0, 0), "301 points; in this game all that counts is a multiple of 5"),
        ("crokinole-official", (101, 0), (0, 0), "101 points; in this game all that counts is a multiple of 5"),
        ("pichenottes-quebec", (-1, 31), (0, 0), "-1 points; in this game no score is below 0"),
        ("pichenottes-quebec", (310, 0), (0, 0), "310 points; a side can have at most 84 here"),
        ("pichenottes-quebec", (31, 0), (1, 0), "this game counts no twenties"),
        ("washers-ritzenthaler", (22, 0), (0, 0), "22 points; a side can have at most 21 here"),
    ],
)
def test_what_cannot_be_is_doubted(game: str, scores: tuple[int, int], twenties: tuple[int, int], said: str) -> None:
    for turn in (1, -1):
        told = doubted(game, scores[::turn], twenties[::turn])
        assert f"Look again: {said}." in told


@pytest.mark.parametrize("game", catalogue.IDS)
def test_no_result_of_a_match_that_was_played_is_doubted(game: str) -> None:
    for seed in range(8):
        played = PlayedAlong(game, random.Random(seed))
        assert list(played.presses())
        match = played.match
        if match.sides == 2:
            assert doubted(game, match.totals, match.twenties) == "", f"seed {seed}"


@pytest.mark.parametrize(
    ("scores", "is_doubted"),
    [
        ((6, 0), False),
        ((5, 1), False),
        ((4, 2), True),
        ((5, 0), True),
        ((4, 0), True),
        ((10, 2), True),
        ((6, 2), False),
    ],
)
def test_rounds_that_would_change_nothing_need_not_be_played_in_a_knock_out(
    scores: tuple[int, int], is_doubted: bool
) -> None:
    for turned in (scores, scores[::-1]):
        assert bool(doubts_of_line("crokinole-championship rounds=4", turned, (0, 0), may_stop=True)) == is_doubted
        assert doubts_of_line("crokinole-championship best_of=5", (4, 0), (0, 0), may_stop=True) != []


def test_rounds_to_win_end_when_one_has_won_and_not_before() -> None:
    best_of_five = "crokinole-championship best_of=5"
    for score in ((6, 0), (6, 2), (7, 1), (5, 5), (4, 6)):  # in (5, 5) and (4, 6) all five were played
        assert doubted(best_of_five, score, (0, 0)) == ""
    for score, said in (((5, 1), "5 : 1"), ((1, 5), "5 : 1"), ((4, 4), "4 : 4")):
        assert doubted(best_of_five, score, (0, 0)) == f"Look again: no game of these rounds ends {said}."
