"""The plug is pulled at any moment and at any byte: the score is the last that was shown, or the one being pressed, and
what can be taken back is what was counted, as the test counts it by itself."""

import random
from itertools import pairwise

import pytest

from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.box import Act, Box, numbers
from tests.browser.play.count import DISCS, GAME, Count
from tests.harness.campaign import form, is_long

SEED = random.randrange(1 << 32) if is_long() else 1
TIMES = form(13, 250)  # in each of two browsers, at moments and at bytes
HELD_MS = 25
APART_MS = 65  # a switch that goes down again within 30 ms of going up is one that bounces
WHILE_IT_STARTS = 0.2
TAKEN_BACK = 0.3


class Player:
    """Presses the keys of a box and knows what has to come of it."""

    def __init__(self, box: Box, seed: str) -> None:
        self.box = box
        self.random = random.Random(seed)
        self.count = Count()
        box.choose(GAME)
        box.press("A1")
        self.count = self.count.press("A1")
        box.shows(A="° 20.", B="   0.")

    def some_keys(self, most: int) -> list[str]:
        """What is pressed next: each of these changes what is lit."""
        count, keys = self.count, []
        for _ in range(most):
            full = [side for side in "AB" if count.discs(side) >= DISCS - 1]
            if full and all(count.discs(side) for side in "AB"):
                key = "NEXT"
            else:
                key = self.random.choice([side for side in "AB" if side not in full]) + self.random.choice("1234")
            keys.append(key)
            count = count.press(key)
        return keys

    def press_until_dark(self, keys: list[str], *more: Act) -> None:
        """Press these, while the power goes; then see what was shown, and what is there with the power back."""
        self.box.forget()
        presses = [
            Act(place * (HELD_MS + APART_MS) + up * HELD_MS, f"{'up' if up else 'down'} {key}")
            for place, key in enumerate(keys)
            for up in (0, 1)
        ]
        self.box.do(sorted((*presses, *more)))
        self.box.is_in("off")
        self.box.is_dark()
        counts = [self.count]
        for key in keys:
            counts.append(counts[-1].press(key))
        shown = numbers([lit for lit in self.box.shown if lit["A"].strip() and lit["B"].strip()][-1])
        allowed = _allowed(counts, shown)
        self.power_comes()
        now = numbers(self.box.lit)
        assert now in [count.numbers for count in allowed], f"seed {SEED}, shown {shown}, pressed {keys}"
        self.count = next(count for count in allowed if count.numbers == now)

    def power_comes(self) -> None:
        """Until it is lit; now and then the plug is pulled once more meanwhile."""
        if self.random.random() < WHILE_IT_STARTS:
            self.box.do([Act(0, "plug"), Act(self.random.randrange(1, 500), "plug")])
            self.box.is_in("off")
        self.box.plug()
        self.box.is_lit()

    def take_some_back(self) -> None:
        """As many as somebody takes back, each is the last that still stood."""
        if self.random.random() > TAKEN_BACK:
            return
        for _ in range(min(self.random.randint(1, 3), len(self.count.presses) - 1)):
            self.box.undo()
            self.count = self.count.press("UNDO")
            for side, text in self.count.numbers.items():
                self.box.shows_number(side, text)


def _allowed(counts: list[Count], shown: dict[str, str]) -> list[Count]:
    """Of the counts after each press those that may be there: the one that was shown, and the next."""
    for place, count in enumerate(counts):
        if count.numbers == shown:
            return counts[place : place + 2]
    # A is written before B: with one of them shown, this press is kept.
    for before, count in pairwise(counts):
        if (before.numbers["B"], count.numbers["A"]) == (shown["B"], shown["A"]):
            return [count]
    raise AssertionError(f"seed {SEED}, shown {shown} of {[count.numbers for count in counts]}")


@pytest.fixture
def player(benches: Benches, browser_name: str) -> Player:
    return Player(benches.open().box(1), f"{SEED} {browser_name}")


@both_browsers
def test_at_any_moment(player: Player) -> None:
    for _ in range(TIMES):
        keys = player.some_keys(player.random.randint(1, 4))
        moment = player.random.uniform(0, len(keys) * (HELD_MS + APART_MS))
        player.press_until_dark(keys, Act(moment, "plug"))
        player.take_some_back()


@both_browsers
def test_at_any_byte(player: Player) -> None:
    """A press is eight bytes."""
    for _ in range(TIMES):
        stored = player.random.randrange(20)
        player.box.arm(stored)
        player.press_until_dark(player.some_keys(stored // 8 + 1))
        player.take_some_back()
