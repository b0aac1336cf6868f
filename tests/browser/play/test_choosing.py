"""Another game on a box: what cannot be played is refused before the match that is on is given up."""

import pytest
from playwright.sync_api import expect

from hardware.face.card_words import CARDS
from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.box import Act


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
