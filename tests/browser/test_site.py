"""The site that `make site` makes: it is built without a warning, leads somewhere, and asks nothing of anybody else.

It is opened from the disk, where a browser lets a page do least.
"""

import os
import re
import subprocess
import sys
from fcntl import LOCK_EX, flock
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.accessibility import violations
from tests.browser.windows import LAPTOP, PHONE, THEMES, Windows
from tests.pages import DOCS, ROOT, name_of

LOOKED_AT = (
    "index",
    "docs/fr/index",
    "docs/phones",
    "docs/organiser",
    "docs/commands",
    "docs/games",
    "docs/api",
    "hardware/guide",
    "search",
)
ENDING = ".html"
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, made of this checkout as `make site` makes it, once for all workers."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, made = shared / "site", shared / "site-made"
    with (shared / "site-lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not made.exists():
            how = ["-W", "--keep-going", "-E", "-q", "-c", "docs", "-d", str(shared / "site-trees"), ".", str(folder)]
            ran = subprocess.run([sys.executable, "-m", "sphinx", *how], cwd=ROOT, capture_output=True, text=True)
            assert ran.returncode == 0, ran.stderr
            made.touch()
    return folder


class Links(HTMLParser):
    """Where a page leads, what it loads, and the places in it that a link can name."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.loads: list[str] = []
        self.anchors = {""}
        self.language: str | None = None
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors.update(filter(None, (given.get("id"), given.get("name"))))
        if tag == "html":
            self.language = given.get("lang")
        for name in ("href", "src", "data", "srcset", "action"):
            if target := given.get(name):
                (self.leads if tag == "a" else self.loads).append(target)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    """What each page of the site has; the box to play is a page of its own, which other tests open."""
    found = (page for page in site.rglob(f"*{ENDING}") if page.parent.name not in ("play", "_static"))
    return {page: Links(page) for page in found if "_downloads" not in page.parts}


def test_every_link_leads_to_a_file_of_the_site_and_a_place_in_it(site: Path, pages: dict[Path, Links]) -> None:
    wrong = []
    for page, links in pages.items():
        for target in (*links.leads, *links.loads):
            parts = urlsplit(target)
            if parts.scheme in ("http", "https", "mailto", "data") and parts.netloc != "localhost":
                continue  # what a page loads of those, the test below refuses
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            is_there = not (parts.scheme or parts.netloc) and file.is_relative_to(site) and file.is_file()
            if not is_there or (file in pages and unquote(parts.fragment) not in pages[file].anchors):
                wrong.append(f"{page.relative_to(site)}: {target}")
    assert wrong == []
    assert len(pages) > 40


def test_what_was_written_as_a_link_is_one_unless_it_names_a_folder(pages: dict[Path, Links]) -> None:
    left = {name for page in pages for name in re.findall(r'<span class="xref myst">([^<]+)<', page.read_text("utf-8"))}
    assert {name for name in left if not name.endswith("/")} == set()


def test_each_file_to_download_has_a_name_of_its_own(site: Path) -> None:
    names = sorted(file.name for file in (site / "_downloads").glob("*/*"))
    assert "three-sides-shell.stl" in names
    assert names == sorted({*names})


def test_no_page_loads_anything_from_elsewhere(pages: dict[Path, Links]) -> None:
    loaded = {target for links in pages.values() for target in links.loads if urlsplit(target).netloc}
    assert loaded == set()


def test_every_page_of_the_project_is_one_of_the_site_and_in_the_sidebar(site: Path, pages: dict[Path, Links]) -> None:
    first = {str((site / target.partition("#")[0]).resolve()) for target in pages[site / "index.html"].leads}
    missing = [name for name in map(name_of, DOCS) if str((site / name).with_suffix(ENDING)) not in first]
    assert missing == []


def test_a_french_page_is_told_to_be_french_and_no_other(site: Path, pages: dict[Path, Links]) -> None:
    told = {page.relative_to(site).as_posix() for page, links in pages.items() if links.language == "fr"}
    assert told == {
        name
        for name in (page.relative_to(site).as_posix() for page in pages)
        if name.startswith("docs/fr/") or name.endswith(f"-fr{ENDING}")
    }
    assert {links.language for links in pages.values()} == {"en", "fr"}


@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_page_can_be_read_in_both_themes_and_on_a_phone(windows: Windows, site: Path, name: str) -> None:
    """And no request leaves the machine: the fixture `windows` looks."""
    windows.expect("XMLHttpRequest at 'file:|net::ERR_FAILED")  # axe asks for the style sheets
    page = windows.open((site / name).with_suffix(ENDING).as_uri())
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            assert violations(page, *WCAG) == [], (size, theme)


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", ["index", "docs/fr/index"])
def test_the_first_screen_has_a_box_that_keeps_its_score_and_the_ways_in(
    windows: Windows, site: Path, name: str, size: dict[str, int]
) -> None:
    page = windows.open((site / name).with_suffix(ENDING).as_uri(), size)  # type: ignore[arg-type]
    box = page.frame_locator("iframe")
    _shows(box, "0")
    for key in ("A1", "A1"):
        _press(page, box, key)
    _shows(box, "40")
    plug = box.locator(".plug")
    plug.click()
    expect(box.locator('[data-display="A"]')).to_have_attribute("aria-label", "    ")
    plug.click()
    _shows(box, "40")
    last = page.locator(".first .ways li").last.bounding_box()
    assert last is not None and last["y"] + last["height"] <= size["height"]


def _press(page: Page, box: FrameLocator, key: str) -> None:
    box.locator(f'[data-key="{key}"]').click(delay=60)
    page.wait_for_timeout(150)


def _shows(box: FrameLocator, points: str) -> None:
    expect(box.locator('[data-display="A"]')).to_have_attribute("aria-label", re.compile(rf"[ °]+{points}\.?"))


LEADS_TO = {
    "ack": "docs/link",
    "add an option": "CONTRIBUTING",
    "annuler": "docs/fr/table",
    "epoch": "docs/link",
    "gerber": "hardware/build/order/order-ten",
    "imprimer": "docs/fr/organisateur",
    "lost phone": "docs/phones",
    "price": "hardware/build/buying/bom",
    "print": "docs/organiser",
    "read_store": "docs/api",
    "undo": "docs/table",
    "wifi": "docs/phones",
}


def test_the_search_leads_to_the_right_page_without_a_server(windows: Windows, site: Path) -> None:
    windows.expect("Fetch API cannot load file:|Failed to fetch")  # lines of the pages found: only a server gives them
    page = windows.open((site / "search.html").as_uri())
    page.wait_for_function("typeof Search !== 'undefined' && Search._index")
    first = {word: page.evaluate(FIRST_FOUND, word) for word in LEADS_TO}
    assert {word: found for word, found in first.items() if LEADS_TO[word] not in found} == {}
    expect(page.get_by_role("heading", level=1)).to_have_text("Search")
    search = page.get_by_role("textbox", name="Search").first
    search.fill("supervisor")
    search.press("Enter")
    expect(page.locator("#search-results")).to_contain_text("What it draws, what the bus carries")


# As Search.query, which then writes the page; what is last there is shown first.
FIRST_FOUND = """word => {
  const found = Search._performSearch(...Search._parseQuery(word)).map(one => one[0]);
  return [...new Set(found.reverse())].slice(0, 3);
}"""
