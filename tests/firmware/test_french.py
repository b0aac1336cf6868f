"""The box in French: every text of the displays has its French one, and either can be had at once, again and again."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from shared_rules.games import catalogue, match
from shared_rules.games.events import COUNT, NEXT, event
from shared_rules.games.options import CHOICE, OPTIONS
from shared_rules.journal.record import ENGLISH, FRENCH
from tableside import console, intro, texts, texts_fr, views
from tableside.menu import choices
from tableside.menu import texts as menu_texts
from tableside.menu import texts_fr as menu_texts_fr
from tests.harness import french_words
from tests.harness.bench import Bench
from tests.harness.french_words import in_french
from tests.harness.gestures import GAMES
from tests.pages import ROOT, text_of

_OF_BOTH = {"LATIN_1", "AGAINST", "EXCLUDED"}  # letters and dashes
TABLES = [(texts, texts_fr), (menu_texts, menu_texts_fr)]
tables = pytest.mark.parametrize(("english", "french"), TABLES, ids=["status", "menu"])


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    texts.speak(False)


def constants(module: ModuleType) -> dict[str, Any]:
    """The texts of this table by name."""
    found = {name: value for name, value in vars(module).items() if name.isupper() and name not in _OF_BOTH}
    return {name: value for name, value in found.items() if not isinstance(value, int)}


def each(value: Any) -> list[str]:
    """The texts of a constant, in order."""
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, tuple) else [value] if isinstance(value, str) else []


def pairs() -> list[tuple[str, str]]:
    """(English, French) of all that the tables have."""
    found = []
    for english, french in TABLES:
        there = constants(french)
        for name, value in constants(english).items():
            if name != "WORDS":
                found += list(zip(each(value), each(there[name]), strict=True))
    return found + list(texts_fr.WORDS.items())


@tables
def test_both_tables_have_the_same_names_and_shapes(english: ModuleType, french: ModuleType) -> None:
    ours, theirs = constants(english), constants(french)
    assert set(ours) == set(theirs) | ({"WORDS"} & set(ours))
    for name, value in theirs.items():
        if name != "WORDS":
            assert type(value) is type(ours[name]) and len(each(value)) == len(each(ours[name])), name
        if isinstance(value, dict) and name != "WORDS":
            assert list(value) == list(ours[name])


def test_a_text_takes_the_same_things_and_one_that_stands_still_four_characters() -> None:
    for english, french in pairs():
        assert re.findall(r"%\d*[ds]|\?(?=.*[A-Z%])", english) == re.findall(r"%\d*[ds]|\?(?=.*[A-Z%])", french)
        if english not in texts_fr.WORDS or english in ("BUST", "CNCL", "DISC"):
            assert len(french) == len(english) or len(english) > 4 or english in ("KEY ",), (english, french)
            assert len(french) <= 4 or len(english) > 4 or english == "KEY ", (english, french)
        assert re.fullmatch(r"[ '*+0-9=?%ds>A-Z.-]*", french), french  # a colon looks like an I on 14 segments


def test_a_word_has_one_meaning_in_french_where_it_has_one_in_english() -> None:
    of_the_status = [(a, b) for a, b in pairs() if 0 < len(a) <= 4 and a not in ("game",)]
    assert len(of_the_status) > 35
    for one, there in of_the_status:
        for other, elsewhere in of_the_status:
            assert (one == other) == (there == elsewhere), (one, other)


def words_of_the_games() -> set[str]:
    """What games and their options say of themselves on the displays."""
    said = set(catalogue.TITLES) | {match.BUST, match.CANCEL}
    for game in map(catalogue.by_id, catalogue.IDS):
        said |= {game.ROUND, game.TOO_MANY} | {word for words in game.LABELS.values() for word in words}
        said |= {word for _, _, word in game.WORDS}
        for name, _ in game.OPTIONS:
            kind, limit = next(option[1:] for option in OPTIONS if option[0] == name)
            said |= {word.upper() for word in limit} if kind == CHOICE else set()
            if name not in game.LABELS:
                said.add(name.upper().replace("_", " "))
    return said


def test_the_games_and_their_options_have_french_words_and_nothing_else_has() -> None:
    assert set(texts_fr.WORDS) == words_of_the_games()


def test_rows_of_the_menu_differ_in_what_is_seen_at_once() -> None:
    top = constants(menu_texts_fr)
    of_others = {
        "START",
        "MEMBER",
        "ON",
        "OFF",
        "WALK",
        "CHANGE",
        "LESS_MORE",
        "OFF_ON",
        "BACK",
        "WHO_STARTS",
        "RUNNING",
    }
    names = [name for name in top if name not in of_others | {"MISSING"} and not name.startswith("HOLD")]
    rows = [each(top[name])[0].replace("%s", "A") for name in names]
    assert len(rows) == 12
    assert len({row[:4] for row in rows}) == len(rows)
    assert len({texts_fr.WORDS[title][:4] for title in catalogue.TITLES}) == len(catalogue.TITLES)
    texts.speak(True)
    for game in catalogue.IDS:
        chosen = choices.Choices(game, {}, 3)
        options = [menu_texts_fr.START] + [chosen.label(row) for row in range(len(chosen.rows))]
        assert len({option[:4] for option in options}) == len(options), options


def test_the_menu_of_this_visit_is_in_the_language_of_the_moment() -> None:
    """Which a board loads each time."""
    source = ast.unparse(ast.parse(Path(menu_texts.__file__).read_text(encoding="utf-8")))
    for french in (True, False):
        texts.speak(french)
        loaded: dict[str, Any] = {}
        exec(source, loaded)
        there = constants(menu_texts_fr if french else menu_texts)
        assert {name: loaded[name] for name in there} == there


def test_to_and_fro_nothing_of_either_is_lost() -> None:
    before = {module: dict(constants(module)) for module in (texts, texts_fr)}
    texts.speak(True)
    assert constants(texts) == {**before[texts], **before[texts_fr]}
    texts.speak(True)
    texts.speak(False)
    assert {module: constants(module) for module in before} == before


# --- On a table ----------------------------------------------------------------------------------------------------


def french_bench(game: str = "crokinole-official") -> Bench:
    bench = Bench(game)
    bench.table.chosen_language = "fr"
    bench.table.speak()
    return bench


def test_presses_are_seen_in_french() -> None:
    bench = french_bench("pichenottes-quebec")
    seen = []
    for name in ("A1", "A3", "UNDO", "A5", "MENU"):
        bench.press(name)
        seen += [bench.status]
        bench.settle()
    assert seen == ["ADAM", "AC10", "ANNU", "NON ", "MNCH"]
    bench = french_bench("washers-ritzenthaler target=5")
    bench.press("A1 A1")
    assert bench.status == "DEPA"
    bench.press("A1 B1 B1 B1 B1")
    assert bench.status == "TROP"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("crokinole-official", "OFFICIEL EN 100  A EN PREMIER"),
        ("crokinole-championship best_of=3", "CHAMPIONNAT AU MEILLEUR DE 3  A EN PREMIER"),
        ("pichenotte-southwest", "SUD-OUEST 8 MANCHES  A EN PREMIER"),
        ("twenties-shootout", "CONCOURS  A EN PREMIER"),
    ],
)
def test_what_is_read_before_a_match(game: str, said: str) -> None:
    texts.speak(True)
    assert intro.intro_text(catalogue.new(game)) == said


def test_rounds_are_manches_and_a_result_is_said() -> None:
    texts.speak(True)
    assert {views.round_text(catalogue.new(game)).strip() for game in GAMES if "doubles" not in game} >= {"M 1"}
    won = catalogue.new("crokinole-official target=20")
    won.play(event(COUNT, 0, 20))
    won.play(event(NEXT))
    assert views.result_texts(won) == ("VICA",)


def test_the_menu_goes_before_the_setting_from_then_on() -> None:
    bench = french_bench()
    bench.table.set_language(ENGLISH, bench.now)
    bench.press("A1")
    assert bench.status == "A 20"
    again = Bench(chip=bench.chip)
    again.table.chosen_language = "fr"
    again.table.speak()
    assert not texts.FRENCH
    again.table.set_language(FRENCH, again.now)
    assert texts.FRENCH
    again.press("NEXT NEXT")
    assert again.status == "LONG"
    last = Bench(chip=bench.chip)
    assert texts.FRENCH and last.table.language == FRENCH


def test_a_face_with_words_of_its_own_stays_english() -> None:
    """The phone reads what the status says; its menu has no other language."""
    bench = french_bench()
    bench.table.set_language(FRENCH, bench.now)
    bench.table.chosen_language = ""
    bench.table.speak()
    assert not texts.FRENCH
    for has, language in ((False, ""), (True, "en")):
        bench.table.chosen_language = language
        bench.hold("MENU")
        seen = [bench.status]
        for _ in range(8):
            bench.press("A2")
            seen.append(bench.status)
        assert ("FRAN" in seen) == has
        bench.press("MENU")


@pytest.mark.parametrize(("language", "said"), [("en", ""), ("fr", ""), ("", ""), ("de", "TALLYBOARD_LANGUAGE: de")])
def test_a_language_that_it_has_not_is_told_and_english(
    language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = Bench()
    bench.table.chosen_language = language
    bench.table.speak()
    console.tell("fram", bench.table, [], [], True)
    printed = capsys.readouterr().out
    assert said in printed and ("LANGUAGE" in printed) == bool(said)
    assert texts.FRENCH is (language == "fr")


def test_the_french_page_of_the_table_has_the_words_of_the_displays() -> None:
    one, other = text_of(ROOT / "docs/table.md"), text_of(ROOT / "docs/fr/table.md")
    rows = {english.replace("%s", "A").strip(): french.replace("%s", "A").strip() for english, french in pairs()}
    first = {row.partition(" ")[0]: rows[row].partition(" ")[0] for row in rows}
    in_rows = re.compile(r"^\| (`[A-Z0-9][^|]*)\|", re.MULTILINE)
    for english, french in zip(in_rows.findall(one), in_rows.findall(other), strict=True):
        for word in re.findall(r"`([^`]+)`", english):
            assert f"`{rows.get(word) or french_words.in_french(word)}`" in french, word
    for french, english in re.findall(r"`([^`]+)` \(`([^`]+)`\)", other):
        assert french == (rows.get(english) or first.get(english) or french_words.in_french(english))


def test_the_french_page_of_the_table_says_what_the_box_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fr" / "table.md").read_text(encoding="utf-8")
    rows = [(english.replace("%s", "A"), french.replace("%s", "A")) for english, french in pairs()]
    told = re.findall(r"`([^`]+)` \(`([^`]+)`\)", page)
    assert len(told) > 25
    for french, english in told:  # a row of the menu by its beginning, too
        of_a_row = any(one.startswith(english) and other.startswith(french) for one, other in rows)
        assert of_a_row or french == in_french(english), (french, english)
