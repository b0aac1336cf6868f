"""Another game on a box: what cannot be played is refused before the match that is on is given up."""

import re

import pytest
from playwright.sync_api import expect

from hardware.face.card_words import CARDS
from shared_rules.journal import record
from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.box import Act, Box


@pytest.mark.parametrize("options", ["discs=x", "target=abc", "x=1", "sides=3 scoring=simple"])
def test_wrong_options_cost_nothing(benches: Benches, options: str) -> None:
    box = benches.open().box(1)
    box.press("A1")
    box.form().locator("[name=game]").select_option("crokinole-traditional")
    box.form().locator("[name=options]").fill(options)
    box.form().locator("button").click()
    expect(box.says()).to_contain_text("cannot be played")
    expect(box.article.locator(".anew")).to_be_hidden()
    box.shows(A="° 20.")
    box.press("B1")
    box.shows(B="  20.")


def test_a_game_for_two_is_not_put_on_a_box_for_three(benches: Benches) -> None:
    box = benches.open().box(1)
    box.form().locator("[name=sides]").select_option("3")
    box.form().locator("button").click()
    expect(box.says()).to_contain_text("for two sides")
    expect(box.display("C")).to_have_count(0)


def test_a_game_for_three_is_put_on_once_more(benches: Benches) -> None:
    box = benches.open().box(1)
    box.choose("crokinole-traditional sides=3 target=20", sides=3)
    options = box.form().locator("[name=options]")
    expect(options).to_have_value("target=20")
    for given in ("target=20", "scoring=simple  sides=3"):
        options.fill(given)
        box.form().locator("button").click()
        box.is_done()
        expect(box.says()).to_contain_text("A new match")


def test_the_steps_of_a_round_stand_below_the_box(benches: Benches) -> None:
    box = benches.open().box(1)
    steps = {card.name: list(card.steps) for card in CARDS}
    for game, card in (("crokinole-official", "crokinole"), ("pichenottes-quebec", "quebec")):
        box.choose(game)
        expect(box.article.locator(".round li")).to_have_text(steps[card])


def test_the_options_of_a_game_are_told(benches: Benches) -> None:
    form = benches.open().box(1).form()
    form.locator("[name=game]").select_option("washers-ritzenthaler")
    expect(form.locator(".defaults")).to_contain_text("target=21 holes=3,2,1")


@both_browsers
def test_a_result_of_a_game_that_was_put_on_is_there_after_the_plug_was_pulled(benches: Benches) -> None:
    bench = benches.open()
    box = bench.box(1)
    box.choose("crokinole-official target=20")
    for _ in range(2):  # and behind a result the game that is put on is another one
        box.press("A1")
        box.do([Act(0, "down NEXT"), Act(1000, "up NEXT")])
        box.shows(A="  20", S="WINA")
        for _ in range(2):
            box.plug()
            box.is_in("off")
            box.plug()
            box.is_lit()
            box.shows(A="  20", B="   0", S="WINA")
        bench.reload()
        box.shows(A="  20", B="   0", S="WINA")
        box.choose("crokinole-official target=10")
        box.shows(A="°  0", B="   0")


def test_a_new_match_is_called_one(benches: Benches) -> None:
    box = benches.open().box(1)
    box.press("A1")
    box.choose("washers-ritzenthaler")
    expect(box.says()).to_contain_text("A new match")


def test_a_match_is_put_on_at_its_own_time(benches: Benches) -> None:
    box = benches.open().box(1)
    box.choose("twenties-shootout")
    written = [bytes.fromhex(line.split(":")[1]) for line in box.article.locator(".writes").inner_html().splitlines()]
    starts = [data for data in written if data[0] == record.GAME]
    assert [record.gap_of(data) < 60_000 for data in starts] == [True]


# The plug is pulled while a game is put on, and comes in again with a trap of so many bytes.
TRAPPED = """([box, bytes]) => {
  const article = document.querySelector(`[data-box="${box}"]`);
  const watch = new MutationObserver(() => {
    if (article.dataset.state !== "starting") return;
    watch.disconnect();
    article.querySelector(".plug").click();
    article.querySelector("[name=bytes]").value = bytes;
    article.querySelector(".arm").click();
    article.querySelector(".plug").click();
  });
  watch.observe(article, { attributes: true, attributeFilter: ["data-state"] });
}"""


@both_browsers
def test_the_power_goes_while_a_game_is_put_on(benches: Benches) -> None:
    """Behind the record of the power-on. It stays away until somebody puts the plug in; then that game is on."""
    box = benches.open().box(1)
    box.page.evaluate(TRAPPED, ["1", 20])
    box.wants("washers-ritzenthaler")
    box.is_in("off")
    expect(box.says()).to_contain_text("after 20 bytes")
    box.is_done()
    box.is_in("off")
    box.plug()
    box.is_lit()
    expect(box.key("A1")).to_have_attribute("aria-label", re.compile("far hole"))  # of washers


def test_the_legends_are_those_of_the_game_that_the_menu_has_chosen(benches: Benches) -> None:
    box = benches.open().box(1)
    assert "20" in str(box.key("A1").get_attribute("aria-label"))
    box.hold("MENU")
    expect(box.display("S")).to_have_attribute("aria-label", re.compile("TOSS|GAME|NEW "))
    box.let_go()
    for row in ("GAME", "WASH"):
        for _ in range(20):
            if _reads(box, row):
                break
            box.press("A2")
        box.press("NEXT")
    box.tap("NEXT")  # PLAY
    expect(box.key("A1")).to_have_attribute("aria-label", re.compile("far hole"))
    box.press("A1")
    box.shows_number("A", "3")


def _reads(box: Box, text: str) -> bool:
    """Whether the status says this soon."""
    try:
        expect(box.display("S")).to_have_attribute("aria-label", text, timeout=500)
    except AssertionError:
        return False
    return True
