"""What a rehearsal has go wrong is done to a match that it can be done to."""

import pytest

from tallyboard.desk import Tournament
from tallyboard.rehearsal.mishaps import of_boards


@pytest.fixture
def tournament() -> Tournament:
    """Two matches of boards, of which one is level, and one by hand."""
    made = Tournament("tournament singles seed=1")
    for line in [
        *[f"add {name}" for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Flo", "Gus", "Hal")],
        "phase 1 single game crokinole-championship rounds=3 discs=6",
        "draw 1",
        "result 1:W1.1/1 1 4 8 2 twenties 2 1 board 1cdcd66d",
        "result 1:W1.4/1 3 3 6 3 twenties 2 2 board fcc5d2b2",
        "result 1:W1.2 4 5 5 1",
    ]:
        made.enter(line)
    return made


def test_a_match_played_again_on_paper_is_no_longer_the_boards(tournament: Tournament) -> None:
    """Its board's match was level: there is no winner to give a point more."""
    assert of_boards(tournament) == {"1:W1.1": "1cdcd66d", "1:W1.4": "fcc5d2b2"}
    tournament.enter("result 1:W1.4 3 5 6 1 twenties 2 0")
    assert of_boards(tournament) == {"1:W1.1": "1cdcd66d"}


def test_nor_is_it_where_the_board_is_heard_of_later(tournament: Tournament) -> None:
    """What was entered by hand still counts."""
    tournament.enter("result 1:W1.2/1 4 2 5 2 board 6bf39972")
    assert of_boards(tournament) == {"1:W1.1": "1cdcd66d", "1:W1.4": "fcc5d2b2"}


def test_what_is_set_aside_is_nobodys(tournament: Tournament) -> None:
    tournament.enter("clear 1:W1.1")
    assert of_boards(tournament) == {"1:W1.4": "fcc5d2b2"}
