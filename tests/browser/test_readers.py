"""Whoever reads: in their language, without scripts, on an odd screen, and names are never more than names."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desk import enter_result, log_in, press, tab, take_back
from tests.browser.midday import NAMES
from tests.browser.serving import Server
from tests.browser.windows import PHONE, Windows


def language(page: Page) -> str | None:
    return page.locator("html").get_attribute("lang")


@pytest.mark.parametrize("scripts", [True, False])
def test_language_and_theme_are_kept_as_the_reader_chose_them(server: Server, windows: Windows, scripts: bool) -> None:
    go = windows.person(PHONE, java_script_enabled=scripts)
    page = go(f"{server.url}/t/now/standings")
    assert language(page) == "en"
    page.get_by_label("Language").select_option("fr")
    page.get_by_label("Colours").select_option("night")
    press(page, "Keep")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Classement")
    expect(page).to_have_url(f"{server.url}/t/now/standings")
    later = go(f"{server.url}/")
    assert language(later) == "fr"
    assert later.locator("html").get_attribute("data-theme") == "night"


def test_a_browser_that_speaks_french_is_answered_in_french(server: Server, windows: Windows) -> None:
    assert language(windows.open(f"{server.url}/tv", locale="fr-CA")) == "fr"


def test_without_scripts_the_desk_works(server: Server, windows: Windows) -> None:
    page = windows.open(f"{server.url}/desk", java_script_enabled=False)
    log_in(page, server, "Gus")
    press(page, "Enter the result")
    enter_result(page, 3, 1)
    tab(page, "Log")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Gus")
    tab(page, "The day")
    take_back(page)
    tab(page, "Log")
    expect(page.get_by_role("row").filter(has_text="taken back").first).to_be_visible()


def test_without_scripts_pages_are_whole(server: Server, windows: Windows) -> None:
    page = windows.open(f"{server.url}/", PHONE, java_script_enabled=False)
    expect(page.get_by_role("article").first).to_be_visible()
    press(page, "2")
    expect(page.get_by_role("article").get_by_role("img").first).to_be_visible()


def test_without_scripts_the_path_of_a_player_is_scrolled_into_view(tmp_path: Path, windows: Windows) -> None:
    with Server(tmp_path) as large:
        large.tournament("new Large", *(f"add P{number}" for number in range(1, 33)))
        large.tournament("phase 1 double game crokinole-official", "draw", "result 1:W1.16 11 5 22 1")
        page = windows.open(f"{large.url}/t/now/bracket", PHONE, java_script_enabled=False)
        page.get_by_label("The path of").select_option("22")
        press(page, "Show")
        expect(page.locator("#lit")).to_be_in_viewport(ratio=0.5)


def test_on_paper_rounds_that_are_folded_on_the_page_are_whole(tmp_path: Path, windows: Windows) -> None:
    with Server(tmp_path) as league:
        league.tournament("new League", *(f"add P{number}" for number in range(1, 17)))
        league.tournament("phase 1 round-robin game crokinole-official", "draw")
        page = windows.open(f"{league.url}/t/now/schedule", java_script_enabled=False)
        folded = page.locator(".round:not([open]) .match").last
        expect(folded).to_be_hidden()
        page.emulate_media(media="print")
        expect(folded).to_be_visible()


def test_names_are_shown_letter_by_letter(server: Server, windows: Windows) -> None:
    page = windows.open(f"{server.url}/t/now/players")
    for name in NAMES:
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    assert page.locator("main b, main script").count() == 0


def test_no_request_leaves_the_laptop_whatever_is_opened(server: Server, windows: Windows) -> None:
    """That is so in every test, see windows.py; here from link to link, as somebody strolls."""
    page = windows.open(f"{server.url}/")
    for words in ("menu", "Tournaments", "Spring Open", "Standings", "Bracket", "Players", "Eve", "menu", "Recorded"):
        if words == "menu":
            page.locator(".more summary").click()
        else:
            press(page, words)
    assert {address.split("/")[2] for address in windows.requests} == {server.url.split("/")[2]}
