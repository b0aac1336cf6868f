"""Whom a word of the command line means: nobody is guessed."""

import pytest

from tallyboard.commands.tournament.meant import entrant_of, entrants_of
from tallyboard.desk.field import Entrant
from tallyboard.errors import TallyboardError


def field(*names: str) -> list[Entrant]:
    """Entrants of these names, number 1 first."""
    return [Entrant(number, tuple(name.split(" & "))) for number, name in enumerate(names, 1)]


SINGLES = field("Ann Smith", "Anna Berg", "Zoë Côté", "Bob Jones", "Bob", "Jean-Luc O'Neil", "ΣΊΣΥΦΟΣ", "77")
PAIRS = field("Ann & Bob", "Cid & Dee", "Anna & Eve")


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("Ann Smith", 1),
        ("ann  smith", 1),
        ("ANN SMITH", 1),
        ("Ann S", 1),
        ("smi", 1),
        ("anna", 2),
        ("Zoe", 3),
        ("cote", 3),
        ("zoe\u0308 co\u0302te\u0301", 3),
        ("Bob", 5),
        ("jones", 4),
        ("ann", 1),
        ("luc", 6),
        ("neil", 6),
        ("σίσυφος", 7),
        ("3", 3),
        ("77", 8),
    ],
)
def test_a_word_that_fits_one_means_that_one(word: str, number: int) -> None:
    assert entrant_of(word, SINGLES) == number


QUOTED = field(
    "Pat O\u2019Brien",
    'Bob "Ace" Smith',
    "Ann D'Arcy",
    "Cid D\u2019Arcy",
    "Liam O'Neil",
    "Liam O\u2019Neil",
    "Obrianna",
)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("o'brien", 1),
        ("O\u2019BRIEN", 1),
        ("pat o`brien", 1),
        ("o\u00b4brien", 1),
        ("obrien", 1),
        ("bob \u201cace\u201d smith", 2),
        ("Bob Ace Smith", 2),
        ("ann d\u2019arcy", 3),
        ("Liam O'Neil", 5),  # who is written so, not the other one
        ("Liam O\u2019Neil", 6),
    ],
)
def test_all_apostrophes_and_quotes_are_alike_where_nobody_is_written_so(word: str, number: int) -> None:
    assert entrant_of(word, QUOTED) == number


@pytest.mark.parametrize("word", ["d'arcy", "Liam O`Neil", "oneil"])
def test_apostrophes_make_no_one_of_two(word: str) -> None:
    with pytest.raises(TallyboardError, match=" can be "):
        entrant_of(word, QUOTED)


@pytest.mark.parametrize(("word", "number"), [("Bob", 1), ("ann", 1), ("Dee", 2), ("Ann / Bob", 1), ("ev", 3)])
def test_a_player_finds_the_pair(word: str, number: int) -> None:
    assert entrant_of(word, PAIRS) == number


@pytest.mark.parametrize(
    ("word", "entrants", "cause"),
    [
        ("an", SINGLES, "an can be Ann Smith (1), Anna Berg (2)."),
        ("1", field("Ann", "1"), "1 can be Ann (1), 1 (2)."),
        ("Ann", field("Ann & Bob", "Ann & Cid"), "Ann can be Ann & Bob (1), Ann & Cid (2)."),
        ("x", field(*(f"x{n}" for n in range(9))), "x can be x0 (1), x1 (2), x2 (3), x3 (4), x4 (5) and 4 more."),
        ("Anm Smith", SINGLES, "There is no entrant Anm Smith."),
        ("mith", SINGLES, "There is no entrant mith."),
        ("", SINGLES, "There is no entrant ."),
        ("0", SINGLES, "There is no entrant 0; their numbers are 1 to 8."),
        ("9", SINGLES, "There is no entrant 9; their numbers are 1 to 8."),
        ("Ann", [], "There is no entrant Ann, nor any other."),
    ],
)
def test_one_that_fits_several_or_nobody_is_refused(word: str, entrants: list[Entrant], cause: str) -> None:
    with pytest.raises(TallyboardError) as refused:
        entrant_of(word, entrants)
    assert refused.value.cause == cause


def test_a_near_miss_is_suggested() -> None:
    with pytest.raises(TallyboardError) as refused:
        entrant_of("Jonse", SINGLES)
    assert refused.value.next_step == "If you mean Bob Jones (4), give that name or number."


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["Ann", "Smith", "Bob", "Jones", "Bob"], [1, 4, 5]),
        (["Ann Smith", "anna"], [1, 2]),
        (["smith", "berg", "3"], [1, 2, 3]),
        (["3", "smith"], [3, 1]),
        ([], []),
    ],
)
def test_full_names_need_no_quotes(words: list[str], numbers: list[int]) -> None:
    assert entrants_of(words, SINGLES) == numbers


@pytest.mark.parametrize(
    ("words", "entrants", "cause"),
    [
        (["Ann", "Smith"], field("Ann", "Smith", "Ann Smith"), "Ann Smith can be one entrant or 2."),
        (
            ["Ann", "Smith"],
            field("Ann Jones", "Bob Smith"),
            "There is no entrant Ann Smith, and it looks like one name.",
        ),
    ],
)
def test_what_may_be_one_name_or_two_is_refused(words: list[str], entrants: list[Entrant], cause: str) -> None:
    with pytest.raises(TallyboardError) as refused:
        entrants_of(words, entrants)
    assert refused.value.cause == cause


def test_a_number_without_end_is_nobodys() -> None:
    with pytest.raises(TallyboardError):
        entrant_of("1" * 5000, SINGLES)
