"""The languages that people read. English stands in the sources, the others in locale/LANGUAGE/*.po as they are.

A message with a context (msgctxt "paper") is how one face says what all the others say otherwise.
"""

from functools import cache
from pathlib import Path
from typing import Any

from tallyboard.errors import later as later

LOCALE = Path(__file__).parents[1] / "locale"
NAMES = {"en": "English", "fr": "Français"}  # in the order in which they are offered


class Language:
    """One language. `_("%(name)s wins", name="Ann")` is how something is said, `ngettext` how they count. `context`: of
    the face that says it."""

    def __init__(self, code: str, context: str = "") -> None:
        self.code = code
        self.name = NAMES[code]
        self._one, self._many = _catalogue(code, context)

    def gettext(self, said: str, /, **values: Any) -> str:
        """The sentence in this language, with these values."""
        found = self._one.get(said) or said
        return found % values if values else found

    def ngettext(self, one: str, many: str, number: int, /, **values: Any) -> str:
        """The same for so many; `%(num)s` is the number."""
        return self.form(one, many, number) % {"num": number, **values}

    def form(self, one: str, many: str, number: int) -> str:
        """How so many are told, without the values."""
        forms = self._many.get(one)
        if forms:
            return forms[form_of(self.code, number)]
        return one if number == 1 else many

    # For code that has no template around it.
    __call__ = gettext


@cache
def language(code: str, context: str = "") -> Language:
    """The language with this code, which is one of NAMES, as this face says it."""
    return Language(code, context)


def chosen(wanted: str | None, accepted: str) -> Language:
    """The language that was chosen, else the first of an Accept-Language header that there is, else English."""
    codes = [wanted or "", *(part.partition(";")[0].strip().partition("-")[0].lower() for part in accepted.split(","))]
    return language(next((code for code in codes if code in NAMES), "en"))


def _catalogue(code: str, context: str) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Sentences, and those that count."""
    one: dict[str, str] = {}
    own: dict[str, str] = {}
    many: dict[str, tuple[str, ...]] = {}
    files = sorted((LOCALE / code).glob("*.po"))
    if files:
        from babel.messages.pofile import read_po  # not for English: a command line has no time for it
    for file in files:
        with file.open("rb") as source:
            read = read_po(source, locale=code, abort_invalid=True)
        for message in read:
            if isinstance(message.id, (list, tuple)):
                many[message.id[0]] = tuple(message.string or ())
            elif message.id and isinstance(message.string, str) and message.context in (None, context):
                (own if message.context else one)[message.id] = message.string
    return one | own, many


def form_of(code: str, number: int) -> int:
    """Which form a number takes: French says `0 match` as `1 match`."""
    return int(number > 1) if code == "fr" else int(number != 1)
