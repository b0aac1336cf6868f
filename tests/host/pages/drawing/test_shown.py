"""What a box shows of a round, told from its score, against the displays of the firmware after each press."""

import random

import pytest

from shared_rules.games import catalogue
from shared_rules.games.match import Match
from shared_rules.games.result import result
from shared_rules.games.scoresheet import from_words
from shared_rules.link import board_half, laptop_half
from tallyboard.pages.drawing.digits import running
from tallyboard.shapes import LiveScore, ResultObject
from tests.harness.bench import Bench
from tests.harness.gestures import GAMES
from tests.harness.random_matches import STEPS, events_of

FINED = "pichenotte-southwest"  # its displays show penalties and forfeits, which its raw points leave out


def live_of(match: Match) -> LiveScore:
    """The score as the board tells it over the link."""
    told: LiveScore = laptop_half.read_score(board_half.score(7, 0, 0, match, False))["match"]
    return told


def stored(match: Match) -> ResultObject:
    """The match as it is stored once all its records are."""
    made: ResultObject = result(match)  # type: ignore[assignment]  # a dict, for boards have no TypedDict
    return made


class Box:
    """A box with its displays: `press("A 20")`, then `shown`, once it has come to rest."""

    def __init__(self, game: str) -> None:
        self._bench = Bench(game, sides=3)

    @property
    def match(self) -> Match:
        return self._bench.match

    def enter(self, event: int) -> bool:
        """Whether the rules take it."""
        if self._bench.table.enter(event, self._bench.now) is not None:
            return False
        self._bench.screen.changed()
        self._bench.settle()
        return True

    def press(self, *lines: str) -> "Box":
        for line in lines:
            assert self.enter(from_words(line.lower().split())), line
        return self

    @property
    def shown(self) -> list[int] | None:
        """The numbers with a lit point, which are those of the round; None where the displays have totals."""
        texts = [str(text) for text in self._bench.shown[: self.match.sides]]
        if not any(text.endswith(".") for text in texts):
            return None
        return [int(text.strip("° .")) for text in texts]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_what_the_box_shows_after_each_press(game: str) -> None:
    """A walk at random, with undos."""
    rng = random.Random(game)
    box = Box(game)
    steps = events_of([*STEPS[box.match.ID], "next", "undo", "undo"], box.match.ID)
    compared = 0
    for _ in range(250):
        if box.enter(rng.choice(steps)):
            assert running(live_of(box.match), stored(box.match)) == box.shown
            assert running(live_of(box.match)) == box.shown or box.match.ID == FINED
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("game", "presses", "shown"),
    [
        ("crokinole-official", "", None),
        ("crokinole-official", "B 15", [0, 15]),
        ("crokinole-official", "A 20; next", None),
        ("crokinole-official", "A 20; next; A 5; A off 5", None),
        ("crokinole-official target=20", "A 20; next", None),
        ("crokinole-official", "first B; B 5", [0, 5]),
        ("crokinole-traditional scoring=simple sides=3", "C 20", [0, 0, 20]),
        ("pichenottes-quebec", "A dame", None),
        ("washers-ritzenthaler", "A 3", None),
        ("pichenotte-southwest", "A 50; A penalty 20; A penalty 20; A penalty 20", [-10, 0]),
    ],
)
def test_known_scores(game: str, presses: str, shown: list[int] | None) -> None:
    box = Box(game).press(*[line for line in presses.split("; ") if line])
    assert box.shown == shown
    assert running(live_of(box.match), stored(box.match)) == shown


def test_without_records_penalties_and_forfeits_are_not_known() -> None:
    """Why the stored match is asked: the box tells raw points alone."""
    box = Box(FINED).press("A penalty 20")
    assert running(live_of(box.match)) is None
    assert running(live_of(box.match), stored(box.match)) == box.shown == [-20, 0]


def test_records_of_another_score_are_left_aside() -> None:
    box = Box(FINED).press("A 20", "A penalty 20")
    before = stored(box.match)
    box.press("A 15")
    assert running(live_of(box.match), before) == [35, 0]
    other = stored(catalogue.new("crokinole-official"))
    assert running(live_of(box.match), other) == [35, 0]


def test_of_a_game_that_the_laptop_does_not_know_nothing_is_told() -> None:
    live = live_of(catalogue.new(FINED))
    assert running(live | {"game": "game 9", "totals": [1, 2], "raw": [5, 5]}) is None
