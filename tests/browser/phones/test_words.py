"""Whatever the firmware can say has words on the face of a phone, in each language."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import ViewportSize

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, SIDES, event
from tableside import intro, keymap, texts, views
from tableside.menu import texts as menu_texts
from tableside.menu.choices import Choices
from tallyboard.virtual.box.state import state_of_match
from tests.browser.phones.face import Faces
from tests.harness.gestures import GAMES

# What has to be said behind a text of texts.py, and those that are parts of others, which `intros` has in whole.
_BEHIND = {"WIN": "A", "AGREED": "", "SHOOTOUT": "1", "STUCK": "A1"}
_PARTS = {"LATIN_1", "AGAINST", "TO", "BEST_OF", "LONG", "STARTS", "MAY_CHOOSE", "COLOURS", "PRESSES"}
# Of the menu's: what the keys do, which the keys say, and what stands behind something else.
_OF_KEYS = {"WALK", "CHANGE", "LESS_MORE", "OFF_ON", "BACK", "EXCLUDED", "MEMBER", "ON", "OFF", "RUNNING", "MISSING"}
_OF_A_BOX = {"AIR", "LANGUAGE"}  # which no phone has
_ASKED = {"HOLD_TO_LEAVE", "HOLD_TO_PENALISE", "HOLD_TO_FORFEIT", "WHO_STARTS"}


def constants(module: object) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in vars(module).items() if name.isupper())


def said(name: str, value: Any) -> Iterator[str]:
    """The texts of one constant of texts.py."""
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, tuple):
        yield from value
    elif isinstance(value, str):
        yield ("A" if name == "AGREED" else "") + value + _BEHIND.get(name, "")


def statuses() -> set[str]:
    found = {text for name, value in constants(texts) if name not in _PARTS for text in said(name, value)}
    for game in GAMES:
        match = catalogue.new(game)
        found |= {intro.intro_text(match), views.round_text(match)}
        for side in range(match.sides):
            found |= {views.press_text(match, event(kind, side, 0)) for kind in range(1, len(texts.PRESSES))}
            found |= {views.press_text(match, event(COUNT, side, 20)), f"{SIDES[side]}+20", f"{SIDES[side]}-20"}
    found |= {"BUST", "CNCL", "DISC", "A=C", SIDES, "A >", "B>15", texts.MAY_CHOOSE % "B", "A+20  B-5"}
    return {text for text in found if text.strip()}


def acts() -> set[str]:
    """What keys mean, by the words of the state."""
    found = set()
    for game in GAMES:
        match = catalogue.new(game)
        matches = [match]
        if "southwest" in game:
            matches.append(catalogue.new(game))
            matches[1].play(event(COUNT, 0, 20))
            matches[1].play(event(3))
        for one in matches:
            found |= {act[0] for tap_and_hold in state_of_match(one)["keys"] for act in tap_and_hold if act}
            assert len([keymap.meanings(one, row) for row in range(5)]) == 5
    return found


def menus() -> list[dict[str, Any]]:
    """Rows of the menu."""
    rows = [("Top", value % "A" if "%s" in value else value, "") for name, value in constants(menu_texts)
            if name not in _OF_KEYS | _ASKED | _OF_A_BOX | {"START"}]  # fmt: skip
    rows += [("Games", title, "") for title in catalogue.TITLES]
    for game, title in zip(catalogue.IDS, catalogue.TITLES, strict=True):
        rows.append(("Options", menu_texts.START + title, ""))
        choices = Choices(game, {}, 3)
        for row in range(len(choices.rows)):
            words = {choices.word(row)}
            for _ in range(3):
                choices.change(row, 1)
                words.add(choices.word(row))
            rows += [("Options", choices.label(row), word) for word in sorted(words)]
    plain = {"numbers": [None, None], "at": 0, "of": 2, "keys": "", "excluded": False, "holds": ""}
    return [{**plain, "level": level, "row": row, "said": row, "word": word} for level, row, word in rows]


# Of these texts of the status: what is too long for its place in a half.
_TOO_LONG = """(texts) => {
  const told = window.face.told;
  const found = new Set();
  for (const says of texts) {
    window.face.state(JSON.stringify({ ...told, says }));
    for (const one of document.querySelectorAll(".says")) {
      if (one.scrollHeight > one.clientHeight + 4) found.add(one.textContent);
    }
  }
  return [...found];
}"""


def test_all_that_the_status_says_fits_into_a_small_phone(faces: Faces) -> None:
    table = faces("crokinole-official", size=ViewportSize(width=360, height=640))
    for code in ("en", "fr"):
        table.page.evaluate("code => window.face.language(code)", code)
        assert table.page.evaluate(_TOO_LONG, sorted(statuses())) == [], code
    long = " ".join(["WORD"] * 20)
    assert table.page.evaluate(_TOO_LONG, [long]) == [long], "and that would be found"


def test_all_that_the_firmware_says_has_words(faces: Faces) -> None:
    given: dict[str, Any] = {"texts": sorted(statuses()), "acts": sorted(acts()), "menus": menus()}
    assert len(given["texts"]) > 80 and len(given["menus"]) > 60 and len(given["acts"]) > 8
    table = faces("crokinole-official")
    assert table.page.evaluate("given => window.unsaid(given)", given) == {"en": [], "fr": []}
    strange = {"texts": ["XYZ!"], "acts": ["own"], "menus": [{**given["menus"][0], "row": "SOMETHING NEW"}]}
    assert table.page.evaluate("given => window.unsaid(given)", strange)["fr"] == [
        "XYZ!",
        "XYZ!",
        "own",
        "SOMETHING NEW",
    ]
