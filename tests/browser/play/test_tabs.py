"""Two tabs with one memory: one of them has the box, the other says so and is dark. Never do both write."""

from playwright.sync_api import expect

from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches


@both_browsers
def test_the_box_goes_from_tab_to_tab_with_its_score(benches: Benches) -> None:
    bench = benches.open()
    first = bench.box(1)
    first.press("A1")
    first.shows(A="° 20.")
    second = benches.again(bench.page.context).box(1)
    second.shows(A="° 20.")
    first.tap("A2")  # it may know before
    first.is_in("taken")
    first.is_dark()
    expect(first.says()).to_contain_text("tab")
    second.press("B1")
    second.shows(A="° 20.", B="  20.")

    first.plug()
    first.is_lit()
    first.shows(A="° 20.", B="  20.")
    first.press("A2")
    first.shows(A="° 35.", B="  20.")
    second.tap("A1")
    second.is_in("taken")
    second.is_dark()
    first.press("UNDO")
    first.shows(A="° 20.", B="  20.")
    bench.reload()
    first.shows(A="° 20.", B="  20.")


@both_browsers
def test_a_digit_that_was_lit_is_never_lost_to_another_tab(benches: Benches) -> None:
    """Both are pressed at the same time; whoever is not dark has counted."""
    bench = benches.open()
    tabs = [bench.box(1), benches.again(bench.page.context).box(1)]
    for number, tab in enumerate(tabs, 1):
        tab.hold(f"A{number}")
    tabs[0].is_in("taken")
    tabs[1].shows(A="° 15.")
    for tab in tabs:
        tab.let_go()
    for _ in range(2):
        tabs.reverse()
        tabs[1].plug()
        tabs[1].is_lit()
        tabs[0].tap("B1")
        tabs[1].tap("B4")
        tabs[0].is_in("taken")
        tabs[0].is_dark()
    tabs[1].shows(A="° 15.", B="  10.")


def test_a_tab_that_was_taken_stays_so_until_somebody_takes_it_back(benches: Benches) -> None:
    bench = benches.open()
    first = bench.box(1)
    second = benches.again(bench.page.context).box(1)
    first.tap("A1")
    first.is_in("taken")
    first.tap("A1")
    first.page.keyboard.press("1")
    first.is_dark()
    first.is_in("taken")
    second.shows(A="°  0", B="   0")
    second.press("A1")
    second.shows(A="° 20.", B="   0.")


@both_browsers
def test_a_question_of_before_empties_nothing_that_another_tab_has_counted(benches: Benches) -> None:
    bench = benches.open()
    first = bench.box(1)
    first.press("A1")
    first.form().locator("[name=game]").select_option("washers-ritzenthaler")
    first.form().locator("button").click()
    expect(first.article.locator(".anew")).to_be_visible()
    other = benches.again(bench.page.context)
    other.box(1).press("B1")
    other.box(1).shows(A="° 20.", B="  20.")
    first.to_front()
    first.article.locator(".anew .yes").evaluate("button => button.click()")
    first.is_in("taken")
    other.page.bring_to_front()
    other.reload()
    other.box(1).shows(A="° 20.", B="  20.")


def test_each_tab_may_have_a_box_of_its_own(benches: Benches) -> None:
    """Taking one leaves the others where they are."""
    bench = benches.open()
    bench.boxes(2)
    other = benches.again(bench.page.context, lit=False)
    other.box(2).is_lit()
    bench.box(1).tap("A1")
    bench.box(1).is_in("taken")
    bench.box(1).plug()
    bench.box(1).is_lit()
    other.box(2).press("B1")
    other.box(2).shows(A="°  0.", B="  20.")
    bench.box(1).press("A1")
    bench.box(1).shows(A="° 20.", B="   0.")
