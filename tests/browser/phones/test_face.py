"""The face for two: whole matches by touch, what each half says to its player, holds and chords of several fingers."""

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import FIREFOX, both_browsers
from tests.browser.phones.face import Faces
from tests.browser.play import beside
from tests.browser.play.matches import match
from tests.browser.play.test_matches import PLAYED
from tests.browser.play.virtual_board import Replayed, replay

MATCH_MS = 7000
MINUS = "\N{MINUS SIGN}"


def as_drawn(text: str) -> str:
    """A display's text as the face has it: without the ring of who is first and without the point of the round."""
    return text.replace("°", "").replace(".", "").strip().replace("-", MINUS)


def numbers(replayed: Replayed) -> Replayed:
    """The same of the sides' displays, as the face draws them: each when it is another number."""
    sides: dict[str, list[tuple[int, str]]] = {}
    for name in set(replayed.texts) - {"S"}:
        drawn = [(at, as_drawn(text)) for at, text in replayed.texts[name]]
        sides[name] = [now for before, now in pairwise([(0, "none"), *drawn]) if now[1] != before[1]]
    return Replayed(replayed.edges, sides)


@pytest.mark.parametrize("game, number", PLAYED)
def test_a_match_by_touch_shows_what_a_virtual_board_shows(
    faces: Faces, game: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays_beside(faces, game, number, tmp_path, monkeypatch, by_touch=True)


@pytest.mark.parametrize("browser_name", [FIREFOX])
@pytest.mark.parametrize("game, number", PLAYED[4:6])
def test_firefox_shows_it_too(
    faces: Faces, game: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays_beside(faces, game, number, tmp_path, monkeypatch, by_touch=False)


def plays_beside(
    faces: Faces, game: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_touch: bool
) -> None:
    """Play it; where a moment came so late that it says nothing, once more."""
    played = match(game, number, MATCH_MS)
    for _ in range(4):
        table = faces(game, played.sides, has_touch=by_touch)
        table.do(played.acts, by_touch)
        table.wait_for("!window.box.held.size && !window.asked.now")
        if not beside.unsure(table.edges):
            break
    record = table.record
    assert len(table.edges) > 20
    monkeypatch.setattr(beside, "replay", lambda *given: numbers(replay(*given)))
    assert beside.differences(tmp_path, game, played.sides, record) == []
    assert table.page.evaluate("() => window.asked.most") == 1, "one question at a time"


CROKINOLE = "crokinole-official"


@both_browsers
def test_each_half_speaks_to_its_player(faces: Faces, browser_name: str) -> None:
    table = faces(CROKINOLE)
    table.says(A="To 100 · You shoot first", B="To 100 · They shoot first")
    press(table, "A1")
    table.says(A="You + 20", B="They + 20")
    table.shows(A="20", B="0")
    table.counts("A1", 1)
    table.next_says("hold Close round")
    press(table, "B2", "B2")
    table.shows(B="30")
    table.counts("B2", 2)
    table.next_says("Close round", ready=True)
    press(table, "UNDO")
    table.says(A="Taken back: They + 15", B="Taken back: You + 15")
    press(table, "B2", "NEXT")
    table.says(A="They get 10", B="You get 10")
    table.shows(A="0", B="10")


def press(table: object, *keys: str) -> None:
    """By the box itself, in any browser."""
    page = table.page  # type: ignore[attr-defined]
    for key in keys:
        page.evaluate(
            """async (key) => {
              window.box.press(key, performance.now());
              await new Promise((resolve) => setTimeout(resolve, 60));
              window.box.release(key, performance.now());
              await new Promise((resolve) => setTimeout(resolve, 60));
            }""",
            key,
        )


# What a page that was busy hears of a keyboard: late, and when it was.
LATE = """(code) => {
  const now = performance.now();
  for (const [kind, at] of [["keydown", now - 900], ["keyup", now]]) {
    const event = new KeyboardEvent(kind, { code, key: "", bubbles: true, cancelable: true });
    document.body.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: at }));
  }
}"""


@both_browsers
def test_a_key_of_the_keyboard_is_down_from_its_own_moment(faces: Faces, browser_name: str) -> None:
    table = faces("washers-ritzenthaler")
    table.page.evaluate(LATE, "Digit6")
    table.wait_for("recorder.edges('1').length >= 2")
    down, up = table.edges
    assert up.ms - down.ms >= 800, "a hold is one"


def test_two_hold_their_twenty_at_once(faces: Faces) -> None:
    table = faces("pichenotte-southwest games=2", has_touch=True)
    table.tap("A1", "B1", "B3", "NEXT")
    table.says(A="Agreed? Both hold your 20", B="Agreed? Both hold your 20")
    table.next_says("In review")
    table.tap("NEXT")
    table.wait_for("window.face.told.says.trim() === 'NO'")
    table.says(A="Agreed? Both hold your 20", B="Agreed? Both hold your 20")
    table.hold("A1", "B1")
    table.says(A="You get 20 · They get 30", B="They get 20 · You get 30")
    table.shows(A="20", B="30")


def test_a_hold_has_a_ring_that_says_what_comes(faces: Faces) -> None:
    table = faces("washers-ritzenthaler", has_touch=True)
    table.tap("B4")
    table.says(A="They: one on the board", B="You: one on the board")
    ring = table.page.locator(".ring")
    with table.holding("B1"):
        ring.get_by_text("One on the board falls into 3").wait_for()
        assert table.key("B1").get_attribute("class") == "key down"
        table.page.locator(".ring.full").wait_for(state="attached")
        table.says(A="They: sunk into 3", B="You: sunk into 3")
    ring.wait_for(state="detached")
    table.shows(A="0", B="3")
    table.counts("B4", 0)


def test_undo_and_a_key_take_one_off(faces: Faces) -> None:
    table = faces(CROKINOLE, has_touch=True)
    table.tap("B1", "B1", "A2")
    table.shows(A="15", B="40")
    with table.holding("UNDO"):
        table.key("B1").get_by_text(f"{MINUS}20").wait_for()
        table.tap("B1")
        table.says(A="They: one 20 taken off", B="You: one 20 taken off")
    table.shows(A="15", B="20")
    table.key("B1").get_by_text("20", exact=True).wait_for()
    table.tap("UNDO")
    table.says(A="Their 20 counts again", B="Your 20 counts again")
    table.shows(A="15", B="40")


def test_a_finger_that_slides_away_lets_go_where_it_is_lifted(faces: Faces) -> None:
    table = faces(CROKINOLE, has_touch=True)
    with table.holding("B1"):
        table.move("B1", 200, 300)
        assert table.key("B1").get_attribute("class") == "key down"
    assert table.key("B1").get_attribute("class") == "key"
    table.shows(B="20")


def test_a_palm_presses_nothing(faces: Faces) -> None:
    table = faces(CROKINOLE, has_touch=True)
    place = table.key("B1").bounding_box()
    assert place is not None
    palm = {"x": place["x"] + 20, "y": place["y"] + 20, "radiusX": 60, "radiusY": 60, "id": 0}
    session = table.page.context.new_cdp_session(table.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [palm]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.tap("B2")
    table.shows(B="15")
    assert [edge.key for edge in table.edges] == ["B2", "B2"]


def test_three_sides_have_a_half_each(faces: Faces) -> None:
    table = faces("crokinole-traditional sides=3 scoring=simple", 3, has_touch=True)
    table.says(A="To 100 · You shoot first", B="To 100 · A shoots first", C="To 100 · A shoots first")
    table.tap("C1", "A3")
    table.shows(A="10", B="0", C="20")
    table.says(A="You + 10", B="A + 10", C="A + 10")
    assert (
        table.page.evaluate("() => getComputedStyle(document.querySelector('[data-side=C] .inside')).rotate") == "90deg"
    )


def test_it_says_what_is_played_until_somebody_counts(faces: Faces) -> None:
    table = faces("crokinole-official target=5", has_touch=True)
    label, facts, place = (table.half("B").locator(name) for name in (".label", ".facts", ".place"))
    expect(label).to_have_text("Official crokinole")
    expect(place).to_have_text("Table 4 · B")
    expect(facts).to_have_text("Round 1")
    table.tap("B1")
    expect(label).to_have_text("Round 1")
    expect(facts).to_have_text("Match 0:0")  # twenties of rounds that are closed, which this one is not
    table.tap("MENU")
    table.says(B="The match · hold for the menu")


def test_before_a_called_match_it_says_what_that_will_be(faces: Faces) -> None:
    table = faces("crokinole-official")
    label, facts = (table.half("B").locator(name) for name in (".label", ".facts"))
    expect(label).to_have_text("Official crokinole")
    waiting = {"game": "washers-ritzenthaler", "names": ["Ann", "Bob", ""], "first": None}
    table.tells({"calls": True, "assigned": waiting})
    table.says(A="Next: Ann against Bob", B="Next: Ann against Bob")
    expect(label).to_have_text("Washers, Ritzenthaler")
    expect(facts).to_have_text("")


def test_one_round_is_one(faces: Faces) -> None:
    table = faces("crokinole-championship rounds=1")
    table.says(A="One round · You shoot first", B="One round · They shoot first")


def test_washers_are_thrown_and_fall(faces: Faces) -> None:
    table = faces("washers-ritzenthaler", has_touch=True)
    table.says(A="To 21 · You throw first", B="To 21 · They throw first")
    table.hold("B1")
    table.says(A="That side has no washer there", B="That side has no washer there")


def test_who_plays_next_here_is_told_in_a_match(faces: Faces) -> None:
    table = faces(CROKINOLE, has_touch=True)
    table.tells({"upcoming": ["Cid", "Fay", ""]})
    table.tap("A1")
    table.says(B="They + 20")
    table.says(A="Next here: Cid against Fay", B="Next here: Cid against Fay")


def test_doubles_say_which_of_them_shoots(faces: Faces) -> None:
    table = faces(f"{CROKINOLE} format=doubles", has_touch=True)
    table.tap("A1", "B1", "B1", "NEXT")
    expect(table.half("B").locator(".label")).to_contain_text("B1")
    table.says(A="Their B1 shoots first", B="Your B1 shoots first")


def test_quebec_shows_whose_turn_it_is(faces: Faces) -> None:
    table = faces("pichenottes-quebec", has_touch=True)
    table.tap("A1", "A4")
    table.says(A="Their turn", B="Your turn")
    assert table.half("B").get_attribute("class") == "half turn"
    assert table.half("A").get_attribute("class") == "half waits"
    table.tap("A1")
    table.counts("A1", 2)
    table.next_says("Close manche", ready=False)


def test_the_menu_has_words_of_its_own(faces: Faces) -> None:
    table = faces(CROKINOLE, has_touch=True)
    table.tap("A1")
    table.hold("MENU")
    row = table.half("A").locator(".what")
    table.says(A="Menu · 1 of 6", B="Menu · 1 of 6")
    assert row.text_content() == "Game and options"
    places = [table.key(key).bounding_box() for key in ("B1", "B2", "B5")]
    table.tap("B2")
    row.get_by_text("New match").wait_for()
    table.next_says("hold OK")
    table.tap("B1", "NEXT")
    table.half("B").locator(".what").get_by_text("Official crokinole").wait_for()
    table.tap("NEXT", "A2", "A2", "A4")
    row.get_by_text("Play to").wait_for()
    assert places == [table.key(key).bounding_box() for key in ("B1", "B2", "B5")], "keys stay where they are"
    table.half("A").locator(".value").get_by_text("101").wait_for()
    table.tap("MENU")
    table.shows(A="20", B="0")


def test_the_toss_asks_the_side_that_won_it(faces: Faces) -> None:
    table = faces(CROKINOLE, has_touch=True)
    table.hold("MENU")
    table.tap("B2", "B2")
    table.half("A").locator(".what").get_by_text("Toss: who starts?").wait_for()
    table.tap("NEXT")
    table.wait_for("window.face.told.menu?.asks")
    won = "AB"[table.told["menu"]["won"]]
    lost = "BA"["AB".index(won)]
    table.says(**{won: "The toss is yours. Who starts?", lost: "The toss is theirs: they say who starts"})
    assert table.key(f"{won}2").is_visible() and not table.key(f"{lost}2").is_visible()
    table.tap(f"{won}2")
    table.says(**{won: "They shoot first", lost: "You shoot first"})


def test_the_rounds_clock_stands_for_the_tables_name_and_counts_by_itself(faces: Faces) -> None:
    table = faces("crokinole-official")
    place = table.half("B").locator(".place")
    expect(place).to_have_text("Table 4 · B")
    table.page.evaluate("() => window.face.clock(754000)")
    expect(place).to_have_text("12:34 · B")
    expect(place).to_have_text("12:33 · B")
    table.tap("B1")
    table.shows(A="0", B="20")
    table.page.evaluate("() => window.face.clock(400)")
    expect(place).to_have_text("0:00 · B")
    table.page.evaluate("() => window.face.clock(null)")
    expect(place).to_have_text("Table 4 · B")


def test_locked_keys_press_nothing_and_say_so(faces: Faces) -> None:
    table = faces(CROKINOLE, has_touch=True)
    table.page.evaluate("() => window.face.locked(true)")
    table.says(A="The desk has locked these keys", B="The desk has locked these keys")
    table.down("B1")
    table.up("B1")
    table.page.evaluate("() => window.face.locked(false)")
    table.tap("B2")
    assert [edge.key for edge in table.edges] == ["B2", "B2"]


def test_the_winner_is_told_and_a_hold_begins_anew(faces: Faces) -> None:
    table = faces(f"{CROKINOLE} target=20", has_touch=True)
    table.tap("B1", "B1", "A3", "NEXT")
    table.says(A="They get 30", B="You get 30")
    assert table.half("B").get_attribute("class") == "half won"
    table.next_says("hold New match", ready=True)
    table.hold("NEXT")
    table.says(A="To 20 · They shoot first", B="To 20 · You shoot first")
    table.shows(A="0", B="0")


def test_looks_are_chosen_from_the_menu_and_kept(faces: Faces) -> None:
    table = faces(CROKINOLE, has_touch=True)
    table.hold("MENU")
    table.page.touchscreen.tap(*middle_of(table, "A5"))
    sheet = table.page.locator("dialog")
    assert sheet.evaluate("dialog => dialog.style.rotate") == "180deg"
    for choice in ("Colour", "Large", "Side by side", "Français"):
        sheet.get_by_role("button", name=choice, exact=True).click()
    table.next_says("OK")
    sheet.get_by_role("button", name="Fini").click()
    page = table.page.locator("html")
    assert [page.get_attribute(name) for name in ("data-look", "data-text", "lang")] == ["colour", "large", "fr"]
    assert table.page.locator("#table").get_attribute("data-seats") == "beside"
    table.page.reload()
    table.wait_for("window.face?.told?.match")
    table.says(A="En 100 · Vous commencez", B="En 100 · Ils commencent")
    assert page.get_attribute("data-look") == "colour"


def middle_of(table: object, key: str) -> tuple[float, float]:
    place = table.key(key).bounding_box()  # type: ignore[attr-defined]
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
