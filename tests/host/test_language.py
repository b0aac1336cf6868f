"""The pages' languages: nothing is left in English, nothing is said that no page says."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import tallyboard.pages
from tallyboard.text.language import LOCALE, chosen, form_of

PAGES = Path(tallyboard.pages.__file__).parent
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]
FILES = sorted(LOCALE.glob("*/*.po"))
Id = str | tuple[str, ...]


def said_by_pages() -> set[Id]:
    """Every sentence that templates and code ask a language for."""
    found = extract_from_dir(PAGES, METHODS, keywords={"_": None, "gettext": None, "ngettext": (1, 2)})
    return {tuple(said) if isinstance(said, (list, tuple)) else said for _, _, said, _, _ in found}


def translated(file: Path) -> Iterator[Message]:
    with file.open("rb") as source:
        for message in read_po(source, locale=file.parent.name, abort_invalid=True):
            if message.id:
                yield message


def id_of(message: Message) -> Id:
    return tuple(message.id) if isinstance(message.id, (list, tuple)) else str(message.id)


@pytest.mark.parametrize("code", sorted({file.parent.name for file in FILES}))
def test_all_that_pages_say_is_translated_once_and_nothing_else(code: str) -> None:
    known = Counter(id_of(message) for file in FILES if file.parent.name == code for message in translated(file))
    assert [said for said, times in known.items() if times > 1] == []
    assert said_by_pages() - known.keys() == set()
    assert known.keys() - said_by_pages() == set()


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_translation_is_whole_and_has_the_same_values(file: Path) -> None:
    for message in translated(file):
        assert not message.fuzzy
        forms = [message.string] if isinstance(message.string, str) else message.string
        assert forms and all(forms), message.id
        assert [str(error) for error in message.check()] == []


def test_a_number_takes_its_form() -> None:
    assert [form_of("en", number) for number in (0, 1, 2)] == [1, 0, 1]
    assert [form_of("fr", number) for number in (0, 1, 2)] == [0, 0, 1]


def test_what_is_chosen_comes_before_what_the_browser_says() -> None:
    assert chosen("fr", "en").code == "fr"
    assert chosen("xx", "fr-CA").code == "fr"
