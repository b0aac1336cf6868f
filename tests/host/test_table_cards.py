"""The codes of tables on paper: each can be scanned, stands with its table's name, and says what to do."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby

import pytest
import segno
from pypdf import PdfReader

from tallyboard.paper import LanguageCode, Size
from tallyboard.paper.table_cards import (
    PlayerBadge,
    TableCard,
    badges_filled,
    cards_filled,
    code_svg,
    player_badges,
    table_cards,
)
from tallyboard.paper.typesetter import typeset
from tests.host.paper_reading import bare, pixels

_PPI = 72


def cards(count: int) -> list[TableCard]:
    return [TableCard(f"Table {n}", f"http://192.168.178.123:8765/phone#{n:022}") for n in range(1, count + 1)]


def printed(of: Sequence[TableCard], on_one_sheet: bool = False, **how: str) -> list[str]:
    """The words of each page, bare."""
    made = table_cards(of, on_one_sheet=on_one_sheet, **how)  # type: ignore[arg-type]
    return [bare(page.extract_text()) for page in PdfReader(BytesIO(made)).pages]


# ---- seen as a camera sees it


def dark(png: bytes) -> list[list[bool]]:
    """Which pixels are dark, line by line."""
    return [[row[at] < 128 for at in range(0, len(row), 4)] for row in pixels(png)]


def found_marks(page: list[list[bool]]) -> list[tuple[int, int, float]]:
    """(line, column, width of a square) of each place that has, downwards and across, what marks a corner of a code."""
    seen: list[tuple[int, int, float]] = []
    for y, line in enumerate(page):
        for x, width in marks(line):
            column = [row[round(x + width / 2)] for row in page]
            down = [(top, high) for top, high in marks(column) if abs(y - top - high / 2) < 0.1 * high]
            if down and not any(abs(x - a) < width and abs(y - b) < 2 * width for b, a, _ in seen):
                seen.append((down[0][0], x, width / 7))
    return seen


def marks(line: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """(start, length) of what has these lengths in a line of pixels."""
    runs = [(is_dark, len(list(run))) for is_dark, run in groupby(line)]
    at = 0
    for place, (is_dark, length) in enumerate(runs):
        five = [run for _, run in runs[place : place + 5]]
        square = sum(five) / 7
        if (
            is_dark
            and len(five) == 5
            and all(
                abs(run - wanted * square) < 0.6 * square for run, wanted in zip(five, (1, 1, 3, 1, 1), strict=True)
            )
        ):
            yield at, sum(five)
        at += length


def is_read(page: list[list[bool]], mark: tuple[int, int, float], code: Sequence[Sequence[int]]) -> bool:
    """Whether the code begins at this mark. One of level M is read with 15 % of its squares wrong; sampled so coarsely
    some at edges are."""
    y, x, square = mark
    middles = [(at + 0.5) * square for at in range(len(code))]
    if y + middles[-1] >= len(page) or x + middles[-1] >= len(page[0]):
        return False
    wrong = sum(
        page[int(y + down)][int(x + across)] != bool(dark)
        for down, row in zip(middles, code, strict=True)
        for across, dark in zip(middles, row, strict=True)
    )
    return wrong < 0.04 * len(code) ** 2


@pytest.mark.parametrize(("count", "on_one_sheet", "size"), [(4, False, "a4"), (3, False, "letter"), (9, True, "a4")])
def test_what_a_camera_sees_is_the_address_of_the_table(count: int, on_one_sheet: bool, size: Size) -> None:
    of = cards(count)
    (png,) = typeset("table_cards", cards_filled(of, on_one_sheet, size, "en", ""), "png", ppi=_PPI)
    page = dark(png)
    seen = found_marks(page)
    codes = [segno.make(card.address, micro=False, error="m").matrix for card in of]
    places = [[mark[:2] for mark in seen if is_read(page, mark, code)] for code in codes]
    assert [len(its) for its in places] == [1] * count
    assert sorted(places) == places, "they stand in the order of the tables"


# ---- words


def test_four_cards_are_on_a_sheet_each_with_its_name_and_three_steps() -> None:
    pages = printed(cards(5))
    assert [page.count(bare("Join the Wi-Fi")) for page in pages] == [4, 1]
    for number in range(1, 6):
        assert f"Table{number}" in "".join(pages)
    for step in ("Point the camera of a phone at the code", "Put the phone between you.", "Scan with another one"):
        assert pages[1].count(bare(step)) == 1


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (12, 1), (30, 1), (31, 2)])
def test_all_codes_are_on_one_sheet_as_long_as_it_holds_them(count: int, sheets: int) -> None:
    pages = printed(cards(count), on_one_sheet=True)
    assert len(pages) == sheets
    assert all(f"Table{number}" in "".join(pages) for number in range(1, count + 1))
    assert all(bare("Join the Wi-Fi") in page for page in pages)


@pytest.mark.parametrize(("language", "said"), [("en", "Join the Wi-Fi"), ("fr", "Rejoignez le Wi-Fi")])
@pytest.mark.parametrize("on_one_sheet", [False, True])
def test_the_wi_fi_has_its_name_and_nothing_of_a_password(
    language: LanguageCode, said: str, on_one_sheet: bool
) -> None:
    (page,) = printed(cards(1), on_one_sheet, language=language, network="Clubhouse *5*")
    assert bare(f"{said} Clubhouse *5*") in page


def test_no_secret_stands_there_in_letters() -> None:
    for on_one_sheet in (False, True):
        assert "0000000000" not in "".join(printed(cards(3), on_one_sheet))


@pytest.mark.parametrize("on_one_sheet", [False, True])
def test_names_of_tables_are_data_and_whole(on_one_sheet: bool) -> None:
    names = ["#panic() *b* $x$", "Wolfeschlegelsteinhausen", "Café du coin & <i>"]
    words = "".join(printed([TableCard(name, "http://a/phone#b") for name in names], on_one_sheet))
    assert all(bare(name) in words for name in names)


def test_without_a_table_the_paper_says_so() -> None:
    assert bare("No table is open to phones.") in printed([])[0]


# ---- badges of players


def badges(count: int) -> list[PlayerBadge]:
    return [PlayerBadge(f"Player {n}", f"http://192.168.178.123:8765/me/1a2b3c4d/{n}") for n in range(1, count + 1)]


def test_each_badge_has_the_code_of_its_own_player() -> None:
    for badge, made in zip(badges(11), badges_filled(badges(11), "Cup", "a4", "en")["badges"], strict=True):
        assert made == {"name": badge.name, "code": code_svg(badge.address, 1)}
    assert len({made["code"] for made in badges_filled(badges(11), "Cup", "a4", "en")["badges"]}) == 11


@pytest.mark.parametrize(("language", "said"), [("en", "Your matches, on your phone"), ("fr", "Vos matchs")])
def test_ten_badges_are_on_a_sheet_each_with_its_whole_name(language: LanguageCode, said: str) -> None:
    names = ["#panic() *b* $x$", "W" * 60, "Zoé & Maximiliane von Hohenstaufen-Wittelsbach"]
    of = [*badges(8), *(PlayerBadge(name, "http://a/me/1a2b3c4d/9") for name in names)]
    made = player_badges(of, event="Winter Cup", language=language)
    pages = [bare(page.extract_text()) for page in PdfReader(BytesIO(made)).pages]
    assert [page.count(bare(said)) for page in pages] == [10, 1]
    assert [page.count("WinterCup") for page in pages] == [10, 1]
    assert all(bare(one.name) in "".join(pages) for one in of)
