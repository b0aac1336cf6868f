"""Several boxes on the bench: each has its own score, and one that is put away keeps what it holds."""

from playwright.sync_api import expect

from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches


def test_each_of_four_has_its_own_score(benches: Benches) -> None:
    bench = benches.open()
    boxes = bench.boxes(4)
    for box in boxes:
        box.press(f"A{box.number}")
    for box in boxes:
        points = {1: 20, 2: 15, 3: 10, 4: 5}[box.number]
        box.shows(A=f"°{points:>3}.", B="   0.")
    boxes[2].plug()
    boxes[2].is_dark()
    boxes[3].press("B1")
    boxes[3].shows(A="°  5.", B="  20.")
    boxes[0].shows(A="° 20.", B="   0.")
    boxes[2].plug()
    boxes[2].is_lit()
    boxes[2].shows(A="° 10.", B="   0.")


@both_browsers
def test_boxes_are_as_many_as_were_said_last_however_fast(benches: Benches) -> None:
    bench = benches.open()
    count = bench.page.locator("#count")
    for through in (["4", "1", "3", "1", "4", "2"], ["3", "2", "3"], ["1"]):
        count.evaluate(
            """(count, through) => {
              for (count.value of through) count.dispatchEvent(new Event("change"));
            }""",
            through,
        )
        for number in range(1, int(through[-1]) + 1):
            bench.box(number).is_lit()
        bench.page.wait_for_timeout(500)
        boxes = bench.page.locator("[data-box]")
        expect(boxes).to_have_count(int(through[-1]))
        assert boxes.evaluate_all("boxes => boxes.map((box) => box.dataset.box)") == [
            str(number + 1) for number in range(int(through[-1]))
        ]


@both_browsers
def test_a_box_that_was_put_away_comes_back_with_its_score(benches: Benches) -> None:
    bench = benches.open()
    boxes = bench.boxes(4)
    boxes[1].choose("washers-ritzenthaler target=5 washers=2")
    boxes[1].press("A1")
    boxes[3].press("B1", "B2")
    bench.boxes(1)
    expect(bench.page.locator("[data-box]")).to_have_count(1)
    boxes[0].press("A1")
    bench.reload()
    expect(bench.page.locator("[data-box]")).to_have_count(1)
    bench.boxes(4)
    boxes[0].shows(A="° 20.", B="   0.")
    boxes[1].shows(A="°  3", B="   0")
    boxes[2].shows(A="°  0", B="   0")
    boxes[3].shows(A="°  0.", B="  35.")


def test_a_game_is_not_lost_by_a_slip(benches: Benches) -> None:
    """Another game is put on while a match is on: the page asks, and `no` leaves everything as it is."""
    bench = benches.open()
    box = bench.box(1)
    box.press("A1")
    form = box.form()
    form.locator("[name=game]").select_option("washers-ritzenthaler")
    form.locator("button").click()
    expect(box.article.locator(".anew")).to_be_visible()
    box.article.locator(".anew .no").click()
    expect(box.article.locator(".anew")).to_be_hidden()
    box.press("A1")
    box.shows(A="° 40.", B="   0.")
    bench.reload()
    box.shows(A="° 40.", B="   0.")


def test_a_game_that_there_is_not_is_refused(benches: Benches) -> None:
    box = benches.open().box(1)
    form = box.form()
    form.locator("[name=options]").fill("target=many")
    form.locator("button").click()
    expect(box.says()).to_contain_text("target")
    box.is_lit()
    box.press("A1")
    box.shows(A="° 20.", B="   0.")
