"""The face on the screens that people have: keys for thumbs, words that are not cut, and what a screen reader meets."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tallyboard.pages.phones.build import PAGE
from tallyboard.text.language import language
from tests.browser.accessibility import violations
from tests.browser.phones.face import Faces, FaceTable

SIZES = [
    ViewportSize(width=width, height=height) for width, height in ((360, 640), (390, 844), (844, 390), (1024, 768))
]
THUMB_PX = 60
LOOKS = ("light", "dark", "colour")
# By name: the game, how many sides, and what is pressed by script; "hold " before what is held.
STATES: dict[str, tuple[str, int, list[str]]] = {
    "start": ("crokinole-official", 2, []),
    "long": ("crokinole-championship", 2, []),
    "round": ("crokinole-official format=doubles", 2, ["A1", "A3", "B1", "B1", "B2"]),
    "review": ("pichenotte-southwest", 2, ["A1", "B3", "A5", "NEXT", "hold B1"]),
    "turn": ("pichenottes-quebec", 2, ["A1", "A1", "hold B1", "A4", "B1", "B2"]),
    "washers": ("washers-ritzenthaler", 2, ["A1", "B2", "B4", "A5"]),
    "won": ("crokinole-official target=5", 2, ["B1", "B1", "A3", "NEXT"]),
    "three": ("crokinole-traditional sides=3 scoring=simple", 3, ["A1", "B1", "C1", "C3"]),
    "menu": ("pichenottes-quebec", 2, ["hold MENU", "NEXT", "NEXT", "A2", "A2"]),
}
LONG_NAMES = ["Anne-Sophie Villeneuve-Beauregard", "Jean-Christophe van den Berghe", ""]
_SAYS: dict[str, str] = json.loads((PAGE / "words.json").read_text(encoding="utf-8"))
_LINES = (
    "away_waits",
    "away",
    "none",
    "unstored",
    "unknown",
    "old_card",
    "full",
    "battery",
)  # with a button: the first
_LINE = "([text, button]) => window.face.line(text, button && { text: button, does() {} })"
_PLACES = """() => [...document.querySelectorAll(".key")].map((key) => {
  const { x, y, width, height } = key.getBoundingClientRect();
  return [key.dataset.key, x, y, width, height];
})"""
_LAID_OUT, _HOLDS = (
    (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8") for name in ("laid_out", "holds")
)


def prepared(faces: Faces, state: str, **options: Any) -> FaceTable:
    game, sides, pressed = STATES[state]
    table = faces(game, sides, **options)
    for each in pressed:
        table.page.evaluate(
            """async ([key, ms]) => {
              window.box.press(key, performance.now());
              await new Promise((resolve) => setTimeout(resolve, ms));
              window.box.release(key, performance.now());
              await new Promise((resolve) => setTimeout(resolve, 60));
            }""",
            [each.split()[-1], 900 if each.startswith("hold") else 60],
        )
    table.wait_for(f"recorder.edges('1').length >= {2 * len(pressed)} && !window.asked.now")
    return table


def looks(table: FaceTable, **chosen: str) -> None:
    table.page.evaluate("chosen => window.face.looks.choose(chosen)", chosen)


def laid_out(table: FaceTable) -> list[str]:
    """What is wrong with the layout as it is now."""
    table.page.evaluate("() => Promise.all([document.fonts.ready, new Promise(requestAnimationFrame)])")
    found: list[str] = table.page.evaluate(_LAID_OUT, THUMB_PX)
    return found


@pytest.mark.parametrize("state", STATES)
def test_thumbs_find_every_key_and_no_word_is_cut(faces: Faces, state: str) -> None:
    table = prepared(faces, state)
    wrong = []
    for size in SIZES:
        table.page.set_viewport_size(size)
        for code, text in (("en", "normal"), ("fr", "normal"), ("en", "large"), ("fr", "large")):
            for seats in ("across", "beside"):
                looks(table, language=code, seats=seats, text=text)
                where = f"{size['width']}x{size['height']} {code} {text} {seats}"
                wrong += [f"{where}: {fault}" for fault in laid_out(table)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("state", STATES)
def test_a_browser_whose_letters_are_large_leaves_room_for_the_numbers(faces: Faces, state: str) -> None:
    table = prepared(faces, state)
    table.page.context.new_cdp_session(table.page).send(
        "Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 20}}
    )
    wrong = []
    for size in SIZES:
        table.page.set_viewport_size(size)
        for code, text in (("en", "normal"), ("fr", "normal"), ("fr", "large")):
            looks(table, language=code, text=text)
            wrong += [f"{size['width']}x{size['height']} {code} {text}: {fault}" for fault in laid_out(table)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("state", "least"), [("round", 1), ("turn", 3), ("washers", 9), ("won", 2), ("three", 1)])
def test_what_a_hold_says_lies_on_no_other_key(faces: Faces, state: str, least: int) -> None:
    table = prepared(faces, state)
    wrong = []
    for size in SIZES:
        table.page.set_viewport_size(size)
        for code, text in (("en", "normal"), ("fr", "normal"), ("fr", "large")):
            for seats in ("across", "beside"):
                looks(table, language=code, seats=seats, text=text)
                found, holds = table.page.evaluate(_HOLDS)
                assert holds >= least
                where = f"{size['width']}x{size['height']} {code} {text} {seats}"
                wrong += [f"{where}: {fault}" for fault in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_any_look(faces: Faces, state: str) -> None:
    table = prepared(faces, state)
    for look in LOOKS:
        looks(table, look=look)
        assert violations(table.page) == [], look


def test_axe_finds_nothing_where_the_page_itself_speaks(faces: Faces) -> None:
    table = prepared(faces, "round")
    table.page.evaluate(
        """() => {
          window.face.line("12 presses wait here", { text: "New address", does() {} });
          window.face.locked(true);
        }"""
    )
    assert violations(table.page) == []
    table.page.evaluate("() => window.face.locked(false)")
    for turn in (0, 180):
        table.page.evaluate("turn => window.face.looks.open(turn)", turn)
        assert violations(table.page) == []
    table.page.evaluate(
        """() => window.face.sheet({
          title: "Another address",
          text: "Type it.",
          buttons: [{ text: "Go", isMain: true }, { text: "No" }],
          input: { label: "Address", value: "http://laptop:8000" },
        })"""
    )
    assert violations(table.page) == []


def lines(code: str) -> list[tuple[str, str | None]]:
    """All that the line may say in this language, and what its button says."""
    _ = language(code, "phones")
    told = [_(_SAYS[name]).replace("{}", "QuotaExceededError" if name == "unstored" else "12") for name in _LINES]
    return [(text, None if at else _(_SAYS["elsewhere"])) for at, text in enumerate(told)]


@pytest.mark.parametrize("state", STATES)
def test_no_key_moves_when_the_line_comes_or_a_clock(faces: Faces, state: str) -> None:
    """It comes when something is wrong, perhaps under a finger; and grows, and goes."""
    table = prepared(faces, state)
    for size in SIZES:
        table.page.set_viewport_size(size)
        for code, text, seats in (("en", "normal", "across"), ("fr", "normal", "across"), ("fr", "large", "beside")):
            looks(table, language=code, seats=seats, text=text)
            table.page.evaluate("() => { window.face.line(null); window.face.clock(null); }")
            before = table.page.evaluate(_PLACES)
            table.page.evaluate("() => window.face.clock(3599000)")
            for line in reversed(lines(code)):
                table.page.evaluate(_LINE, line)
                assert table.page.evaluate(_PLACES) == before, (size, code, seats, line)
            if text == "normal":
                wrong = [fault for fault in laid_out(table) if not fault.startswith("tiny")]
                assert not wrong, "\n".join([f"{size['width']}x{size['height']} {code} {seats}", *wrong])


def test_long_names_stay_where_there_is_room(faces: Faces) -> None:
    table = prepared(faces, "round", size=SIZES[0])
    table.tells({"names": LONG_NAMES})
    table.says(A=f"{LONG_NAMES[1]} + 15", B="You + 15")
    assert table.half("A").get_attribute("aria-label") == LONG_NAMES[0]
    assert laid_out(table) == []
