"""The page can be read: by axe's rules, in both themes and languages, by contrast, and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import faint, violations
from tests.browser.play.bench import Bench, Benches
from tests.browser.windows import LAPTOP, PHONE, THEMES, TV

FRENCH = "fr"


def in_language(bench: Bench, language: str) -> None:
    bench.page.locator("#language").select_option(language)
    expect(bench.page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("language", ["en", FRENCH])
def test_the_page_can_be_read(benches: Benches, language: str) -> None:
    """With all that it can unfold and say, and on a phone no wider than that."""
    bench = benches.open()
    page = bench.page
    in_language(bench, language)
    one, two = bench.boxes(2)
    two.plug()
    two.is_dark()
    one.press("A1")
    while (folded := page.locator("details:not([open]) > summary")).count():
        folded.first.click()
    one.form().locator("button").click()
    expect(one.article.locator(".anew")).to_be_visible()
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert violations(page) == []
        assert faint(page) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("language", ["en", FRENCH])
def test_the_keys_stay_where_they_are_whatever_the_page_says(benches: Benches, language: str) -> None:
    bench = benches.open()
    in_language(bench, language)
    box = bench.box(1)
    heights: dict[int, dict[str, float]] = {PHONE["width"]: {}, LAPTOP["width"]: {}, TV["width"]: {}}

    def look(state: str) -> None:
        for size in (PHONE, LAPTOP, TV):
            bench.page.set_viewport_size(size)
            heights[size["width"]][state] = bench.page.evaluate(
                "() => document.querySelector('.face').getBoundingClientRect().top + scrollY"
            )

    look("on")
    box.press("A1")
    look("counted")
    box.arm(5)
    look("armed")
    box.play("A2")
    box.is_dark()
    look("cut")
    box.arm(5)
    look("armed without power")
    box.plug()
    box.is_in("off")
    look("cut as it starts")
    box.plug()
    box.is_lit()
    look("back")
    box.plug()
    box.is_dark()
    look("dark")
    assert {width: len(set(tops.values())) for width, tops in heights.items()} == dict.fromkeys(heights, 1), heights


def test_a_dark_display_is_no_picture_without_a_name(benches: Benches) -> None:
    box = benches.open().box(1)
    box.plug()
    box.is_dark()
    assert violations(box.page) == []


def test_the_language_is_the_readers_and_is_kept(benches: Benches) -> None:
    bench = benches.open(locale="fr-CA")
    page = bench.page
    expect(page.locator("html")).to_have_attribute("lang", FRENCH)
    bench.box(1).press("A1")
    in_language(bench, "en")
    bench.box(1).shows(A="° 20.", B="   0.")
    bench.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#language")).to_have_value("en")
    bench.box(1).shows(A="° 20.", B="   0.")
    bench.box(1).press("A1")
    bench.box(1).shows(A="° 40.")


def test_the_displays_speak_the_language_of_the_page(benches: Benches) -> None:
    bench = benches.open(locale="fr-CA")
    box = bench.box(1)
    box.press("A1", "UNDO")
    box.shows(S="ANNU")
    box.shows(S="M 1 ")
    in_language(bench, "en")
    box.shows(S="R 1 ")
    box.plug()
    box.is_dark()
    in_language(bench, FRENCH)
    box.plug()
    box.is_lit()
    box.press("A5")
    box.shows(S="NON ")


def test_every_key_has_a_name_that_says_what_it_is(benches: Benches) -> None:
    box = benches.open().box(1)
    for key in ("A1", "B4", "UNDO", "NEXT", "MENU"):
        expect(box.key(key)).to_have_role("button")
        name = box.key(key).get_attribute("aria-label")
        assert name
        assert key in name
