"""What a rehearsal has go wrong is done to a match that it can be done to."""

from tallyboard.rehearsal.mishaps import boards_behind


def test_a_match_played_again_on_paper_is_no_longer_the_boards() -> None:
    """Its board's match was level: there is no winner to give a point more."""
    lines = [
        "call 1:W1.1 1",
        "result 1:W1.1/1 1 4 8 2 twenties 2 1 board 1cdcd66d",
        "result 1:W1.4/1 3 3 6 3 twenties 2 2 board fcc5d2b2",
        "result 1:W1.2 4 5 5 1",
    ]
    assert boards_behind(lines) == {"1:W1.1": "1cdcd66d", "1:W1.4": "fcc5d2b2"}
    assert boards_behind([*lines, "result 1:W1.4 3 5 6 1 twenties 2 0"]) == {"1:W1.1": "1cdcd66d"}
