"""A month of a club by clicks alone: a season is begun, four evenings are played, everybody sees who leads."""

from collections.abc import Iterator, Sequence
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import CHROMIUM
from tests.browser.desk import enter_result, log_in, press, send, tab
from tests.browser.serving import Server
from tests.browser.windows import PHONE, Windows

# Who comes, each ahead of those behind; Annie is Ann, and Sid is nobody of the roster.
EVENINGS = (("Ann", "Bob", "Cid"), ("Bob", "Cid", "Sid"), ("Annie", "Cid"), ("Cid", "Ann", "Dee"))


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("club")) as serving:
        yield serving


@pytest.mark.parametrize("browser_name", [CHROMIUM], indirect=True)
def test_a_month_of_a_club(server: Server, windows: Windows) -> None:
    windows.expect("422")  # whom a name means is asked
    page = windows.open(f"{server.url}/")
    press(page, "Desk")
    log_in(page, server, "Olga")
    begin_a_season(page)
    for number, names in enumerate(EVENINGS, 1):
        begin_an_evening(page, f"Evening {number}")
        enter_who_plays(page, number, names)
        play(page, names)
        press(page, "A night of Tuesdays")
        expect(page.get_by_role("status").get_by_text(f"Evening {number} is the night of")).to_be_visible()
    look(windows, server)


def begin_a_season(page: Page) -> None:
    page.get_by_text("Begin a season").click()
    page.get_by_label("Name of the season").fill("Tuesdays")
    page.get_by_label("Best nights that count").fill("3")
    page.get_by_label("Points by place").fill("10,8,6")
    page.get_by_role("button", name="Begin the season").click()
    page.get_by_label("One person a line").fill("Ann = Annie\nBob\nCid\nDee")
    send(page, "Take them in")
    expect(page.get_by_text("4 people are in the roster now.")).to_be_visible()


def begin_an_evening(page: Page, name: str) -> None:
    page.get_by_role("link", name="All tournaments").first.click()
    page.get_by_label("Name of the tournament").fill(name)
    page.get_by_role("button", name="Begin the tournament").click()


def enter_who_plays(page: Page, number: int, names: Sequence[str]) -> None:
    press(page, "Enter who plays")
    if number == 1:  # all of them are ticked, and one comes late
        for name in names[:-1]:
            page.get_by_label(name, exact=True).check()
        send(page, "Enter them")
        page.get_by_label("One who comes to the door").fill(names[-1])
        send(page, "Enter")
    else:
        page.get_by_label("Names, one a line").fill("\n".join(names))
        send(page, "Enter them")
    if "Sid" in names:
        expect(page.get_by_text("Sid? In the roster there is Cid.")).to_have_count(0)  # who is here
    if "Annie" in names:
        expect(page.get_by_text("Annie? In the roster that is Ann.")).to_be_visible()
        page.get_by_label("Take Ann").check()
        send(page, "Enter them")
    expect(page.get_by_text(f"{len(names)} in, 0 absent")).to_be_visible()


def play(page: Page, names: Sequence[str]) -> None:
    """Who stands further ahead in `names` beats the others."""
    ahead = [name.replace("Annie", "Ann") for name in names]
    tab(page, "Phases")
    press(page, "Declare")
    press(page, "Everybody plays everybody")
    press(page, "Declare it")
    send(page, "Draw it")
    matches = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Matches").get_attribute("href")
    for _ in range(len(names) * (len(names) - 1) // 2):
        page.goto(urljoin(page.url, matches))
        result = page.locator("main .lines a", has_text="Result").first
        first, second = (result.text_content() or "").removeprefix("Result: ").split(" : ")
        result.click()
        enter_result(page, *((6, 2) if ahead.index(first) < ahead.index(second) else (2, 6)))
    tab(page, "The day")


def look(windows: Windows, server: Server) -> None:
    phone = windows.open(f"{server.url}/tournaments", PHONE)
    press(phone, "Tuesdays")
    rows = phone.locator("tr[data-player]")
    expect(rows).to_have_count(4)
    names = [text.split("\n")[0] for text in rows.locator("th").all_inner_texts()]
    points = [*map(int, rows.locator("td.points").all_text_contents())]
    assert [*zip(names, points, strict=True)] == [("Ann", 28), ("Cid", 26), ("Bob", 18), ("Dee", 6)]
    expect(phone.get_by_text("not in the roster: Sid.")).to_be_visible()
    press(phone, "Cid")
    expect(phone.get_by_role("row")).to_have_count(1 + 4)
    expect(phone.get_by_text("does not count: others are better")).to_have_count(1)
