"""Tabs, dialogs, counts of boxes and cuts, drawn at random: what stands in a box is what whoever has it has counted.

A box belongs to the tab that took it last. What the other one still asks changes nothing of it.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.box import Act, Box, numbers
from tests.harness.campaign import form, is_long

SEED = random.randrange(1 << 32) if is_long() else 5
STEPS = form(16, 200)
TABS = 2
MOST = 3  # boxes
GAME = "crokinole-traditional scoring=simple target=20"
_VALUES = {"1": 20, "4": 5}


@dataclass
class Content:
    """What is in a box: the totals of closed rounds, and what is counted in this one."""

    totals: dict[str, int] = field(default_factory=lambda: dict.fromkeys("AB", 0))
    counted: list[str] = field(default_factory=list)

    @property
    def finished(self) -> bool:
        return max(self.totals.values()) >= 20

    @property
    def playing(self) -> bool:
        """Whether another game would cut a match short."""
        return not self.finished and (bool(self.counted) or any(self.totals.values()))

    def raw(self) -> dict[str, int]:
        return {side: sum(_VALUES[key[1]] for key in self.counted if key[0] == side) for side in "AB"}

    def press(self, key: str) -> "Content":
        return Content(self.totals, [*self.counted, key])

    def close(self) -> "Content":
        raw = self.raw()
        return Content({side: self.totals[side] + raw[side] for side in "AB"})

    @property
    def numbers(self) -> dict[str, str]:
        if self.counted:
            return {side: f"{points}." for side, points in self.raw().items()}
        return {side: str(points) for side, points in self.totals.items()}


class Hall:
    """The tabs, and what has to be so in them."""

    def __init__(self, benches: Benches, seed: str) -> None:
        self.random = random.Random(seed)
        first = benches.open()
        self.tabs = [first] + [benches.again(first.page.context) for _ in range(TABS - 1)]
        self.counts = [1] * TABS
        self.count = 1  # that the page remembers
        self.owner: dict[int, int | None] = {1: TABS - 1}  # by box, None where the last one has put it away
        self.contents = {number: Content() for number in range(1, MOST + 1)}
        self.asked: set[tuple[int, int]] = set()  # where somebody was asked: tab and box
        self.story: list[str] = []
        self.puts_on(TABS - 1, 1)

    # ---- what somebody does

    def step(self) -> None:
        """One thing, and then all has to be as it should."""
        acts: list[Callable[[int, int], None]] = [
            *(self.presses, self.presses, self.closes, self.chooses, self.chooses, self.answers, self.answers),
            *(self.takes, self.reloads, self.counts_anew, self.cuts, self.cuts_a_write),
        ]
        act = self.random.choice(acts)
        tab = self.random.randrange(TABS)
        number = self.random.randint(1, self.counts[tab])
        self.story.append(f"{act.__name__} {tab} {number}")
        act(tab, number)
        self.holds()

    def counts_anew(self, tab: int, _: int) -> None:
        """Somebody goes through the numbers of boxes faster than they can be set out."""
        through = [self.random.randint(1, MOST) for _ in range(4)]
        self.tabs[tab].page.bring_to_front()
        self.tabs[tab].page.evaluate(
            """through => {
              const count = document.querySelector("#count");
              for (const number of through) {
                count.value = number;
                count.dispatchEvent(new Event("change"));
              }
            }""",
            list(map(str, through)),
        )
        # Those that went at some time are set out anew, and so taken; how many of them is for the page to decide.
        expect(self.tabs[tab].page.locator("[data-box]")).to_have_count(through[-1])
        self.counts[tab] = self.count = through[-1]
        self.look_whose()

    def reloads(self, tab: int, _: int) -> None:
        self.tabs[tab].page.bring_to_front()
        self.tabs[tab].page.reload()
        self.asked = {(asked, number) for asked, number in self.asked if asked != tab}
        self.counts[tab] = self.count
        for number in range(1, self.count + 1):
            self.box(tab, number).is_lit()
            self.owner[number] = tab

    def takes(self, tab: int, number: int) -> None:
        if self.owner.get(number) == tab:
            return
        self.box(tab, number).plug()
        self.box(tab, number).is_lit()
        self.owner[number] = tab

    def presses(self, tab: int, number: int) -> None:
        if self.owner.get(number) != tab:
            self.box(tab, number).tap("A4")
            return
        content = self.contents[number]
        if not content.finished and len(content.counted) < 8:
            key = self.random.choice(("A4", "B4", "A1"))
            self.box(tab, number).press(key)
            self.contents[number] = content.press(key)

    def closes(self, tab: int, number: int) -> None:
        """With a 20 the match is over."""
        if self.owner.get(number) == tab and self.contents[number].counted:
            self.box(tab, number).do([Act(0, "down NEXT"), Act(1000, "up NEXT")])
            self.contents[number] = self.contents[number].close()

    def cuts(self, tab: int, number: int) -> None:
        """The plug, and the plug again while it starts."""
        if self.owner.get(number) == tab:
            box = self.box(tab, number)
            box.plug()
            if self.random.random() < 0.3:
                box.do([Act(0, "plug"), Act(self.random.randrange(1, 400), "plug")])
            box.is_in("off")
            self.asked.discard((tab, number))
            box.plug()
            box.is_lit()

    def cuts_a_write(self, tab: int, number: int) -> None:
        content = self.contents[number]
        if self.owner.get(number) == tab and not content.finished and len(content.counted) < 8:
            box = self.box(tab, number)
            box.arm(self.random.randrange(8))
            box.do([Act(0, "down B4"), Act(60, "up B4")])
            box.is_in("off")
            self.asked.discard((tab, number))
            box.plug()
            box.is_lit()
            now = numbers(box.lit)
            assert now in [content.numbers, content.press("B4").numbers], self.story
            if now != content.numbers:
                self.contents[number] = content.press("B4")

    def chooses(self, tab: int, number: int) -> None:
        if self.owner.get(number) == tab:
            self.puts_on(tab, number)

    def puts_on(self, tab: int, number: int) -> None:
        """Where a match is on this asks; behind a result it is a new match."""
        box = self.box(tab, number)
        box.wants(GAME)
        box.is_done()
        assert box.asks() == self.contents[number].playing, self.story
        if box.asks():
            self.asked.add((tab, number))
        else:
            self.contents[number] = Content()

    def answers(self, _tab: int, _number: int) -> None:
        """A question is answered, in whatever tab it was asked; a click that comes too late is a click all the same."""
        if self.asked:
            tab, number = self.asked.pop()
            self.story.append(f"… {tab} {number}")
            says = self.random.choice((".yes", ".yes", ".no"))
            box = self.box(tab, number)
            box.to_front()
            box.article.locator(f".anew {says}").evaluate("button => button.click()")
            box.is_done()
            if self.owner.get(number) == tab and says == ".yes":
                self.contents[number] = Content()

    # ---- what has to be so

    def holds(self) -> None:
        for tab in range(TABS):
            expect(self.tabs[tab].page.locator("[data-box]")).to_have_count(self.counts[tab])
            for number in range(1, self.counts[tab] + 1):
                box = self.box(tab, number)
                if self.owner[number] == tab:
                    box.is_in("on")
                    self.shows(box, self.contents[number])
                elif box.article.get_attribute("data-state") != "taken":
                    box.tap("B4")  # it may know only when it writes
                    box.is_in("taken")

    def shows(self, box: Box, content: Content) -> None:
        for side, text in content.numbers.items():
            try:
                box.shows_number(side, text)
            except AssertionError as error:
                raise AssertionError(f"seed {SEED}: {self.story}") from error

    def look_whose(self) -> None:
        """Who has which box now: it is lit in one tab at most."""
        for number in range(1, MOST + 1):
            states = {}
            for tab in range(TABS):
                if number <= self.counts[tab]:
                    self.box(tab, number).is_done()
                    states[tab] = self.box(tab, number).article.get_attribute("data-state")
            lit = [tab for tab, state in states.items() if state == "on"]
            before = self.owner.get(number)
            self.owner[number] = next((tab for tab in lit if tab != before), before if before in lit else None)

    def box(self, tab: int, number: int) -> Box:
        return self.tabs[tab].box(number)


@both_browsers
def test_what_stands_in_a_box_is_what_its_owner_counted(benches: Benches, browser_name: str) -> None:
    hall = Hall(benches, f"{SEED} {browser_name}")
    for _ in range(STEPS):
        hall.step()
