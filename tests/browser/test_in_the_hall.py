"""What the desk tells the hall: a round's clock, counted and rung on every device, and what is read out, once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import both_browsers
from tests.browser.desk import log_in, press, send
from tests.browser.midday import first_call
from tests.browser.serving import Server
from tests.browser.windows import LAPTOP, PHONE, TV, Windows

_COUNTS_TONES = """() => {
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
}"""
# As if the database's clock said now that it is over.
_IS_OVER = """() => {
  const { until } = document.querySelector("[data-until]").dataset;
  document.dispatchEvent(new CustomEvent("beat", { detail: Number(until) - Date.now() + 10 }));
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with first_call(tmp_path) as serving:
        yield serving


@both_browsers
def test_a_round_s_clock_is_on_every_page_and_rings_where_somebody_asked(server: Server, windows: Windows) -> None:
    desk = windows.open(f"{server.url}/desk/now", LAPTOP)
    log_in(desk, server, "Ann")
    phone, tv = windows.open(server.url, PHONE), windows.open(f"{server.url}/tv", TV)
    standings = windows.open(f"{server.url}/t/now/standings", PHONE)
    desk.get_by_label("Minutes").fill("12")
    send(desk, "Start the clock")
    for page in (desk, phone, standings, tv):
        expect(page.locator("[data-left]:visible").first).to_contain_text("11:")
    expect(phone.locator("time[data-clock]")).to_be_hidden()
    for page, asks in ((phone, True), (standings, False)):
        page.evaluate(_COUNTS_TONES)
        if asks:
            page.get_by_role("button", name="A bell at the end").click()
            assert page.evaluate("tones") == 2, "it sounds once"
        page.evaluate(_IS_OVER)
        expect(page.locator("[data-left]").first).to_have_text("0:00")
        assert page.evaluate("tones") == (8 if asks else 0)
    expect(desk.get_by_text("1 match of the round is still on:")).to_be_visible()
    send(desk, "Stop it")
    for page in (desk, phone, standings, tv):
        expect(page.locator("[data-left]:visible")).to_have_count(0)


@both_browsers
def test_what_is_read_by_one_is_read_for_the_other(server: Server, windows: Windows) -> None:
    first, second = (windows.open(f"{server.url}/desk/now/announcer", size) for size in (LAPTOP, PHONE))
    for page, name in ((first, "Olga"), (second, "Otto")):
        log_in(page, server, name)
        expect(page.locator(".aloud .said")).to_have_text("Round 1: 1 match.")
    first.keyboard.press("Space")
    for page in (first, second):
        expect(page.locator(".aloud .said")).to_have_text("Table 1: Ann against Bob. Round 1.")
    expect(second.get_by_role("region", name="Was read")).to_contain_text("Olga")
    press(second, "It is read")
    expect(first.get_by_text("Nothing is to be read out.")).to_be_visible()
