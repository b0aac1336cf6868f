"""The cards for the table: nothing runs out of its place, and each says what its game needs."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from hardware.face.card import HEIGHT, WIDTH, card_svg
from hardware.face.card_type import Card
from hardware.face.card_words import CARDS
from hardware.face.english import card_of_keys
from hardware.face.letters import STATUS_WIDTH, width, wrapped
from shared_rules.games.catalogue import IDS, by_id
from shared_rules.games.facts import facts_of
from tests.harness.french_words import in_french
from tests.reference.reference import GAMES

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
SMALLEST = 34  # tenths of a millimetre: what is read at arm's length
EDGE = 50  # what printers leave white
BY_NAME = {card.name: card for card in CARDS}

cards = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)


def lines(card: Card) -> Iterator[tuple[str, float, float, float, float]]:
    """Every line of text: (text, x, y, size, width), with y that of its baseline."""
    for text in ET.fromstring(card_svg(card)).iter(f"{SVG}text"):
        x, y, size = (float(text.get(name, "")) for name in ("x", "y", "font-size"))
        bold = "".join(span.text or "" for span in text)
        plain = (text.text or "") + "".join(span.tail or "" for span in text)
        if text.get("font-family"):
            long = len(plain) * STATUS_WIDTH * size / 1000
        else:
            long = width(bold, size, bold=True) + width(plain, size)
            assert float(text.get("textLength", "")) == pytest.approx(long, abs=1), bold + plain
        yield bold + plain, x, y, size, long


def boxes(card: Card) -> Iterator[tuple[str, float, float, float, float]]:
    """What every line and the display cover: (what, left, top, right, bottom)."""
    for text, x, y, size, long in lines(card):
        yield text, x, y - 0.76 * size, x + long, y + 0.22 * size
    group = ET.fromstring(card_svg(card)).find(f"{SVG}g")
    assert group is not None
    x, y, by = (float(number) for number in re.findall(r"[\d.]+", group.get("transform", "")))
    yield "display", x, y, x + 270 * by, y + 104 * by


def rules(card: Card) -> Iterator[tuple[float, float, float]]:
    """The lines between the parts: (left, y, right)."""
    for path in ET.fromstring(card_svg(card)).findall(f"{SVG}path"):
        start, long = path.get("d", "").removeprefix("M").split("h")
        x, y = (float(number) for number in start.split())
        yield x, y, x + float(long)


@cards
def test_everything_is_on_the_sheet_and_nothing_on_something_else(card: Card) -> None:
    covered = list(boxes(card))
    for what, left, top, right, bottom in covered:
        assert left >= EDGE and right <= WIDTH - EDGE and top >= EDGE and bottom <= HEIGHT - EDGE, what
        for begins, y, ends in rules(card):
            assert right <= begins or left >= ends or bottom <= y or top >= y, (what, "runs into a line")
    for (one, *a), (other, *b) in combinations(covered, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, other)


@cards
def test_the_left_column_ends_before_the_right_one_begins(card: Card) -> None:
    begins = min(x for text, x, *_ in lines(card) if text == card.words.key)
    foot = next(y for text, _, y, *_ in lines(card) if text == card.words.says)
    for text, x, y, _, long in lines(card):
        assert y >= foot or x >= begins or x + long <= begins - 30, text


@cards
def test_the_type_is_large_enough(card: Card) -> None:
    assert min(size for _, _, _, size, _ in lines(card)) >= SMALLEST


@cards
def test_what_the_status_says_has_four_characters_and_one_line(card: Card) -> None:
    codes = [code for code, _ in card.says]
    assert len(set(codes)) == len(codes) and max(len(code) for code in codes) <= 4
    drawn = [text for text, *_ in lines(card)]
    for _, meaning in card.says:
        assert wrapped(meaning, SMALLEST, WIDTH)[0] in drawn, meaning


@cards
def test_a_card_says_all_that_every_game_needs(card: Card) -> None:
    codes = {code for code, _ in card.says}
    too_many = by_id(card.name).TOO_MANY if card.name in IDS else "DISC"
    needed = {"1ST?", "BACK", "HOLD", too_many, "NONE", "DONE", "NEXT", "NO", "LOW", "FULL", "MEM?", "SYNC"}
    assert (needed if card.words.language == "en" else set(map(in_french, needed))) <= codes
    written = " ".join(text for text, *_ in lines(card))
    toss = "toss" if card.words.language == "en" else "tirage"
    assert toss in written and toss in card.middle[2][1]
    for key in ("UNDO", f"{card.words.hold} UNDO", "NEXT", f"{card.words.hold} NEXT", "MENU"):
        assert key in written
    assert len(card.steps) == len(card.keys) == 5 and len(card.display.rstrip(".")) == 4
    shows_running = {facts_of(game).card or game for game in IDS if by_id(game).SHOWS_RUNNING}
    assert card.display.endswith(".") == (card.name.removesuffix("-fr") in shows_running)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("crokinole", {"A 20", "-A20", "A+20", "DRAW"}),
        ("twenties", {"A 20", "-A20", "DRAW"}),
        ("southwest", {"A 20", "-A20", "A-PN", "AFFT", "AGRE", "A OK", "SHO1"}),
        ("quebec", {"A >", "STOP", "TURN", "ADAM", "AC10", "AGRN"}),
        ("washers", {"BUST", "CNCL", "A ON", "ADED", "AKNK", "A*3"}),
    ],
)
def test_a_code_stands_on_the_cards_of_the_games_in_which_it_occurs_and_on_no_other(name: str, own: set[str]) -> None:
    says = {each: {code for code, _ in card.says} for each, card in BY_NAME.items()}
    assert own <= says[name]
    if f"{name}-fr" in says:
        assert says[f"{name}-fr"] == {in_french(code) for code in says[name]}
    only = {"quebec": "TURN", "washers": "BUST", "southwest": "AGRE"}.get(name)
    for other, codes in says.items():
        assert only is None or other.removesuffix("-fr") == name or only not in codes


def test_a_french_card_speaks_of_no_english_word_of_the_status() -> None:
    codes = {code for card in CARDS if card.words.language == "en" for code, _ in card.says}
    english = {code for code in codes | {"RND"} if in_french(code) != code} - {"UNDO"} | {"TOSS"}
    assert len(english) > 20
    for card in (card for card in CARDS if card.words.language == "fr"):
        written = " ".join(text for text, *_ in lines(card))
        assert not [code for code in english if re.search(rf"(?<![\w-]){re.escape(code)}(?!\w)", written)]


def test_every_game_has_a_card() -> None:
    assert {facts_of(game).card or game for game in IDS} == {card.name.removesuffix("-fr") for card in CARDS}
    assert all(facts_of(game).card for game in GAMES), "of the rule books by hand, in both languages"


def test_a_card_that_is_not_drawn_any_more_is_gone() -> None:
    """One that was not drawn yet, of a game that somebody adds, is told by test_files.py."""
    assert {path.stem for path in (ROOT / "hardware/cards").iterdir()} <= set(BY_NAME)


def test_the_card_of_a_game_without_one_is_made_of_its_keys() -> None:
    card = card_of_keys("washers-ritzenthaler")
    assert card.title == "Washers, Ritzenthaler"
    assert card.keys[0] == ("3", "sunk 3") and card.keys[4] == ("dead", "knocked")
    assert dict(card.says)["A  3"] == "one 3 more for A"
    assert ET.fromstring(card_svg(card)) is not None


def test_lines_break_where_they_are_full_and_not_before_a_colon() -> None:
    assert wrapped("aaa bbb ccc", 1000, 4000) == ["aaa bbb", "ccc"]
    assert wrapped("aaa bbb ccc", 1000, 4000, begins=2000) == ["aaa", "bbb ccc"]
    assert wrapped("aa aa :", 1000, 2600) == ["aa", "aa\u00a0:"]
