"""The laptop in the page: the host's own hub follows the boxes of the bench, and both ends compute the same.

In each browser it is loaded once; the tests of one browser go on from one another on one page.
"""

import functools
import http.server
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tallyboard.play.build import ready_page
from tests.browser.browsers import CHROMIUM, FIREFOX
from tests.browser.play.laptop_page import MEDDLER, LaptopPage, Played, made_folder, played
from tests.browser.windows import Windows, click_amid

FIRST = ("A 20", "B 15", "A 10", "next", "B 20", "A 5")
SECOND = ("B 20", "B 10", "A 15", "undo", "A 20", "next")
KEYS = {"20": "1", "15": "2", "10": "3", "5": "4"}


def keys(*lines: str) -> list[str]:
    """What is pressed on the box for these events."""
    return [line.upper() if " " not in line else line[0] + KEYS[line[2:]] for line in lines]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_folder(tmp_path_factory.mktemp("play") / "folder")


class Bench:
    """A loaded laptop with two boxes; `lines`: by box what was pressed on it."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.windows = Windows(browser)
        go = self.windows.person()
        self._context = self.windows._contexts[0]
        self._context.add_init_script(MEDDLER)
        self.page = LaptopPage(go("about:blank"), (folder / "index.html").as_uri(), 2)
        self.lines: dict[int, tuple[str, ...]] = {1: (), 2: ()}

    def press(self, box: int, *lines: str) -> None:
        self.page.box(box).press(*keys(*lines))
        self.lines[box] += lines

    def played(self, box: int, folder: Path) -> Played:
        """What the host's own code says of all that was pressed on the box."""
        return played(folder, *self.lines[box])

    def expect_same(self, box: int, folder: Path) -> list[int]:
        """The results, the match press by press and the proof are what the host's own code says; the record numbers."""
        wanted = self.played(box, folder)
        row = self.page.row(box).locator("td")
        expect(row.nth(3)).to_have_text(wanted.row[0])
        expect(row.nth(4)).to_have_text(wanted.row[1])
        self.page.choose(box)
        numbers = self.page.expect_presses(wanted.presses)
        proof = self.page.expect_proof(box, "same")
        expect(proof.locator(".verdict")).to_contain_text("The same")
        values = self.page.values(proof)
        assert values.pop("SHA-256")
        told = {name: json.dumps(value, separators=(",", ":")) for name, value in wanted.values.items()}
        assert {name: here for name, (_, here) in values.items()} == told
        assert {name: there for name, (there, _) in values.items()} == told
        return numbers


@pytest.fixture(scope="module", params=[CHROMIUM, FIREFOX])
def bench(request: pytest.FixtureRequest, launched: Callable[[str], Browser], folder: Path) -> Iterator[Bench]:
    """Loaded at the second attempt: the first one is cancelled."""
    bench = Bench(launched(request.param), folder)
    page = bench.page
    page.show()
    page.panel.locator(".laptop_cancel").click()
    expect(page.panel).to_have_attribute("data-state", "off")
    bench.press(1, *FIRST[:2])  # the boxes play on
    expect(page.page.locator(".box[data-state=on]")).to_have_count(2)
    page.show()
    bench.press(1, *FIRST[2:])
    bench.press(2, *SECOND)
    page.wait_until_loaded()
    expect(page.panel.locator("#laptop-results tbody tr")).to_have_count(2)  # whichever test comes first here
    yield bench
    bench.windows.close()


@pytest.fixture(autouse=True)
def _nothing_went_wrong(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "bench" in request.fixturenames:
        assert request.getfixturevalue("bench").windows.faults == []


def test_two_boxes_are_followed_and_both_ends_compute_the_same(bench: Bench, tmp_path: Path) -> None:
    """What was pressed before the laptop was there comes from the boxes' journals."""
    for box in (1, 2):
        bench.page.expect_cable(f"box {box}", "followed")
        bench.expect_same(box, tmp_path)
    expect(bench.page.panel.locator(".verify")).to_contain_text(re.compile(r"\d+ records, 2 matches: sound"))


def test_with_the_cable_out_a_match_goes_on_and_each_record_comes_once(bench: Bench, tmp_path: Path) -> None:
    page = bench.page
    page.box(1).usb().click()
    page.expect_cable("box 1", "cable_out")
    page.expect_unplugged("box 1")
    bench.press(1, "B 10", "next", "A 20")
    expect(page.expect_proof(1, "behind").locator(".verdict")).to_contain_text("Not all is here yet")
    bench.press(2, "A 15")  # the other one is followed all the while
    page.box(1).usb().click()
    page.expect_cable("box 1", "followed")
    numbers = bench.expect_same(1, tmp_path)
    assert len(numbers) == len(set(numbers)) == len(bench.lines[1])
    bench.expect_same(2, tmp_path)


def test_a_box_without_power_is_gone_and_comes_back_with_its_match(bench: Bench, tmp_path: Path) -> None:
    page = bench.page
    page.box(2).plug()
    page.expect_cable("box 2", "off_power")
    page.expect_unplugged("box 2")
    page.box(2).plug()
    page.expect_cable("box 2", "followed")
    bench.press(2, "B 5")
    bench.expect_same(2, tmp_path)


def test_a_record_that_a_power_cut_has_torn_is_none_at_both_ends(bench: Bench, tmp_path: Path) -> None:
    page = bench.page
    page.box(2).arm(5)
    page.box(2).play("A2")
    page.expect_cable("box 2", "off_power")
    page.box(2).plug()
    page.expect_cable("box 2", "followed")
    bench.press(2, "A 10")
    bench.expect_same(2, tmp_path)


def test_a_damaged_bit_is_told_and_the_box_has_it_right(bench: Bench, tmp_path: Path) -> None:
    page = bench.page
    page.expect_proof(1, "same").locator(".spoil").click()
    proof = page.expect_proof(1, "different")
    expect(proof.locator(".verdict")).to_have_attribute("role", "alert")
    expect(proof.locator(".verdict")).to_contain_text("NOT THE SAME")
    expect(proof.locator(".verdict")).to_contain_text("bytes are different")
    page.choose(1)
    expect(page.panel.locator("#laptop-presses .between").last).to_contain_text("is missing")
    expect(page.panel.locator(".verify")).to_contain_text("its check does not hold")
    expect(page.panel.locator(".verify")).to_contain_text("NOT sound")
    page.box(1).usb().click()
    page.expect_cable("box 1", "cable_out")
    page.box(1).usb().click()
    bench.expect_same(1, tmp_path)
    expect(page.panel.locator(".verify")).to_contain_text(": sound")


def test_a_value_that_the_firmware_computes_otherwise_is_told(bench: Bench, tmp_path: Path) -> None:
    page = bench.page
    page.page.evaluate(
        """() => {
          window.meddled = (data) => {
            if (data.question !== "result") return data;
            const said = JSON.parse(data.answer);
            said.result.totals.B += 1;
            return { ...data, answer: JSON.stringify(said) };
          };
        }"""
    )
    bench.press(1, "A 5")
    proof = page.expect_proof(1, "different")
    expect(proof.locator(".verdict")).to_have_text(
        "NOT THE SAME. Values that differ: 1. The records' bytes are the same."
    )
    there, here = page.values(proof)["totals B"]
    assert int(there) == int(here) + 1
    expect(proof.locator(".differs td").first).to_have_text("totals B")
    page.page.evaluate("() => { window.meddled = null; }")
    bench.press(1, "B 5")
    bench.expect_same(1, tmp_path)


def test_a_click_counts_though_news_comes_between_its_two_halves(bench: Bench) -> None:
    def amid(box: int) -> None:
        bench.press(box, "A 5")
        bench.page.page.wait_for_timeout(1_000)  # until the press stands among the results

    for box in (1, 2):
        button = bench.page.row(box).locator("button")
        chosen = functools.partial(expect(button).to_have_attribute, "aria-pressed", "true")
        click_amid(button, functools.partial(amid, box), chosen)


def test_a_box_that_is_taken_from_the_bench_leaves_its_match_there(bench: Bench) -> None:
    page = bench.page.page
    page.locator("#count").select_option("1")
    expect(bench.page.panel.locator("#laptop-boxes tbody tr")).to_have_count(1)
    expect(bench.page.panel.locator("#laptop-results tbody tr")).to_have_count(2)
    page.locator("#count").select_option("2")
    bench.page.expect_cable("box 2", "followed")
    expect(bench.page.panel.locator("#laptop-results tbody tr")).to_have_count(2)


def test_it_speaks_french(bench: Bench) -> None:
    bench.page.page.locator("#language").select_option("fr")
    expect(bench.page.panel.locator("h2")).to_have_text("L\u2019ordinateur")
    expect(bench.page.panel.locator("#laptop-results th").first).to_have_text("Partie")
    bench.page.page.locator("#language").select_option("en")


def test_closed_it_is_gone_and_the_boxes_play_on(bench: Bench) -> None:
    """The last of the page: nothing is loaded again."""
    bench.page.panel.locator(".laptop_close").click()
    expect(bench.page.panel).to_have_attribute("data-state", "off")
    display = bench.page.page.locator(".box[data-box='1'] [data-display=A]")
    before = display.get_attribute("aria-label") or ""
    bench.press(1, "A 20")
    expect(display).not_to_have_attribute("aria-label", before)


# ---- without a whole load


def test_a_part_that_is_missing_is_told_and_can_be_put_back(windows: Windows, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "folder"
    shutil.copytree(folder, copy)
    missing = sorted((copy / "laptop").iterdir())[3]
    aside = missing.rename(tmp_path / missing.name)
    windows.expect("ERR_FILE_NOT_FOUND")
    page = LaptopPage(windows.open("about:blank"), (copy / "index.html").as_uri(), 1)
    page.panel.locator(".laptop_show").click()  # it may have failed before anybody sees that it loads
    expect(page.panel.locator(".failure")).to_contain_text(f"laptop/{missing.name}")
    aside.rename(missing)
    page.show()
    expect(page.page.locator("#laptop-step")).to_have_text("Python starts…")
    page.panel.locator(".laptop_cancel").click()
    expect(page.panel).to_have_attribute("data-state", "off")
    page.expect_workers(1)
    page.box(1).press("A1")  # the box plays on
    expect(page.page.locator("[data-display=A]")).to_have_attribute("aria-label", re.compile("20"))


@pytest.fixture
def served(folder: Path) -> Iterator[str]:
    """The folder's address on a web server."""
    handler = functools.partial(_Silent, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()
        thread.join()


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_from_a_web_server_its_parts_come_too(windows: Windows, served: str) -> None:
    page = LaptopPage(windows.open("about:blank"), served, 1)
    page.show()
    expect(page.page.locator("#laptop-step")).to_have_text("Python starts…")


def test_a_page_that_came_alone_says_how_to_have_it(windows: Windows, tmp_path: Path) -> None:
    alone = tmp_path / "board.html"
    alone.write_text(ready_page(), encoding="utf-8")
    page = LaptopPage(windows.open("about:blank"), alone.as_uri(), 1)
    expect(page.panel).to_have_attribute("data-state", "absent")
    expect(page.panel.locator(".absent")).to_contain_text("make play")
    expect(page.panel.locator("button")).to_have_count(0)
