"""The languages: nothing is left in English, nothing is translated that nobody says."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import tallyboard
from shared_rules.games.facts import facts_of
from tallyboard.text.language import LOCALE, chosen, language
from tests.reference.reference import GAMES

HOUSE = Path(tallyboard.__file__).parent
METHODS = [("**.py", "python"), ("pages/templates/**.html", "jinja2")]
KEYWORDS = {"_": None, "gettext": None, "later": None, "ngettext": (1, 2)}
# Who says something otherwise than all the others.
CONTEXTS = {"paper": "paper/", "game": "text/game_words.py", "play": "play/", "phones": "pages/phones/"}
IN_THE_BROWSER = ("play/page/words.json", "pages/phones/page/words.json", "pages/phones/page/say.json")
FILES = sorted(Path(LOCALE).glob("*/*.po"))
Id = str | tuple[str, ...]


@cache
def all_said() -> frozenset[tuple[str, Id]]:
    """Every sentence that templates and code ask a language for, with the file that does."""
    found = [(file, said) for file, _, said, _, _ in extract_from_dir(HOUSE, METHODS, keywords=KEYWORDS)]
    for file in IN_THE_BROWSER:
        for said in json.loads((HOUSE / file).read_text(encoding="utf-8")).values():
            found += [(file, one) for one in (said if isinstance(said, list) else [said])]
    return frozenset((file, tuple(said) if isinstance(said, (list, tuple)) else said) for file, said in found)


def said_in(part: str = "") -> set[Id]:
    """Those of a part of the house."""
    return {one for file, one in all_said() if file.startswith(part)}


def translated(file: Path) -> Iterator[Message]:
    with file.open("rb") as source:
        for message in read_po(source, locale=file.parent.name, abort_invalid=True):
            if message.id:
                yield message


def id_of(message: Message) -> Id:
    return tuple(message.id) if isinstance(message.id, (list, tuple)) else str(message.id)


@pytest.mark.parametrize("code", sorted({file.parent.name for file in FILES}))
def test_all_that_is_said_is_translated_once_and_nothing_else(code: str) -> None:
    messages = [message for file in FILES if file.parent.name == code for message in translated(file)]
    known = Counter((message.context, id_of(message)) for message in messages)
    assert [said for said, times in known.items() if times > 1] == []
    books = {facts_of(game).name for game in GAMES}  # of another game a translation may be there or not
    assert {said for _, said in known} == said_in() | books
    for context, part in CONTEXTS.items():
        assert {said for its, said in known if its == context} <= said_in(part)
    assert {context for context, _ in known} == {None, *CONTEXTS}


def test_a_face_says_some_words_otherwise() -> None:
    assert language("fr")("by lot") == "par tirage au sort"
    assert language("fr", "paper")("by lot") == "tirage au sort"
    assert language("fr", "paper")("nobody") == language("fr")("nobody")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_translation_is_whole_and_has_the_same_values(file: Path) -> None:
    for message in translated(file):
        assert not message.fuzzy
        forms = [message.string] if isinstance(message.string, str) else message.string
        assert forms and all(forms), message.id
        assert [str(error) for error in message.check()] == []


def test_a_number_takes_its_form() -> None:
    tables = ("%(num)s table is open to phones.", "%(num)s tables are open to phones.")
    english, french = language("en"), language("fr")
    assert [english.form(*tables, number)[8:14] for number in (0, 1, 2)] == ["tables", "table ", "tables"]
    assert [french.form(*tables, number)[8:14] for number in (0, 1, 2)] == ["table ", "table ", "tables"]


def test_what_is_chosen_comes_before_what_the_browser_says() -> None:
    assert chosen("fr", "en").code == "fr"
    assert chosen("xx", "fr-CA").code == "fr"
