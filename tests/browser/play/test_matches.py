"""All games, pressed on the page, four at once: each box shows what a virtual board shows at the same edges."""

import random
from pathlib import Path

import pytest

from tests.browser.browsers import CHROMIUM, FIREFOX
from tests.browser.play.bench import Benches
from tests.browser.play.beside import differences, unsure
from tests.browser.play.box import Box
from tests.browser.play.matches import Match, match
from tests.harness.campaign import form
from tests.harness.gestures import GAMES

MATCH_MS = 8000
LONG_MS = 30_000
SEED = random.randrange(1 << 32)  # of the long form
# Games, with the number of a match in which there is much to meet.
PLAYED = [
    ("crokinole-official format=doubles target=60", 11),
    ("crokinole-traditional start=loser target=40 discs=4", 5),
    ("crokinole-traditional sides=3 scoring=simple target=80 discs=3", 6),
    ("crokinole-championship best_of=3 discs=3 format=doubles", 94),
    ("twenties-shootout sides=3 discs=2", 56),
    ("pichenotte-southwest target=60 discs=3", 9),
    ("pichenottes-quebec dames=3 target=12", 126),
    ("washers-ritzenthaler target=5 format=doubles", 141),
]


def play(benches: Benches, matches: list[Match]) -> list[Box]:
    """Each on a box of its own whose memory is empty, all at once; where a moment came so late that it says nothing,
    once more on another."""
    played: list[Box] = []
    left = list(range(len(matches)))
    for _ in range(3):
        fresh = dict(zip(left, benches.open().boxes(len(left)), strict=True))
        for number, box in fresh.items():
            box.choose(matches[number].game, matches[number].sides)
            box.forget()
        for number, box in fresh.items():
            box.begin(matches[number].acts)
        for box in fresh.values():
            box.end()
        played = [fresh.get(number, box) for number, box in enumerate(played or fresh.values())]
        left = [number for number in left if unsure(played[number].edges)]
        if not left:
            break
    return played


_BOTH = [(turn, browser) for turn in range(12) for browser in (CHROMIUM, FIREFOX)]


@pytest.mark.parametrize(("turn", "browser_name"), form([(0, CHROMIUM), (1, FIREFOX)], _BOTH))
def test_four_boxes_show_what_virtual_boards_show(benches: Benches, turn: int, tmp_path: Path) -> None:
    """The long form goes on with longer matches, of all games, that nobody has chosen. A computer that is full holds
    four pages up for longer than what is shown may differ by: a box that was late plays once more, by itself."""
    four, ms = PLAYED[4 * turn :][:4], MATCH_MS
    if not four:
        draw = random.Random(f"{SEED} {turn}")
        four, ms = [(game, draw.randrange(1 << 32)) for game in draw.sample(GAMES, 4)], LONG_MS
    matches = [match(game, number, ms) for game, number in four]
    boxes = play(benches, matches)
    for place, (box, played, (game, number)) in enumerate(zip(boxes, matches, four, strict=True)):
        found = differences(tmp_path / str(place), game, played.sides, box.record)
        if found:
            (alone,) = play(benches, [played])
            found = differences(tmp_path / f"{place} alone", game, played.sides, alone.record)
        assert found == [], f"{game}, match {number}"


def test_the_matches_meet_what_there_is_to_meet() -> None:
    matches = [match(game, number, MATCH_MS) for game, number in PLAYED]
    met = set().union(*(played.met for played in matches))
    assert met == {"hold", "result", "rematch", "round", "undo", "refused", "chord"}
    assert {played.game.split()[0] for played in matches if "result" in played.met} >= {
        game.split()[0] for game, _ in PLAYED
    } - {"crokinole-traditional"}
