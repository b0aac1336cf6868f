"""The languages that people read. English stands in the sources, the others in locale/LANGUAGE/*.po.

An installation has them compiled, as locale/LANGUAGE.mo; in a checkout whose .po are newer they are read as they are. A
message with a context (msgctxt "paper") is how one face says what all the others say otherwise; that of a terminal is
"terminal".
"""

import os
import sys

from tallyboard.errors import English, spoken
from tallyboard.errors import later as later

TYPE_CHECKING = False  # as typing has it, which would double what the help costs
if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

LOCALE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
NAMES = {"en": "English", "fr": "Français"}  # in the order in which they are offered
VARIABLE = "TALLYBOARD_LANGUAGE"  # of the environment: what a terminal is told in


# What systems say of files and ports that cannot be had; a value that is one of these is told in words of a language.
_OF_THE_SYSTEM = frozenset(
    (
        later("Address already in use"),
        later("Broken pipe"),
        later("Device or resource busy"),
        later("File exists"),
        later("Input/output error"),
        later("Invalid argument"),
        later("Is a directory"),
        later("No space left on device"),
        later("No such file or directory"),
        later("Not a directory"),
        later("Permission denied"),
        later("Read-only file system"),
    )
)


class Language(English):
    """One language. `context`: of the face that says it."""

    def __init__(self, code: str, context: str = "") -> None:
        self.code = code
        self.name = NAMES[code]
        self._context = context
        self._read = _catalogue(code)

    def form(self, one: str, many: str, number: int) -> str:
        return super().form(one, many, number) if self._read is None else self._read.ngettext(one, many, number)

    def _found(self, said: str) -> str:
        if self._read is None or not said:
            return said
        found = self._read.pgettext(self._context, said)
        return self._read.gettext(said) if found == said else found

    def _value(self, one: object) -> object:
        return self._found(one) if isinstance(one, str) and one in _OF_THE_SYSTEM else super()._value(one)


_languages: dict[tuple[str, str], Language] = {}


def language(code: str, context: str = "") -> Language:
    """The language with this code, which is one of NAMES, as this face says it."""
    found = _languages.get((code, context))
    if found is None:
        found = _languages[code, context] = Language(code, context)
    return found


def chosen(wanted: str | None, accepted: str) -> Language:
    """The language that was chosen, else the first of an Accept-Language header that there is, else English."""
    codes = [wanted or "", *(part.partition(";")[0].strip().partition("-")[0].lower() for part in accepted.split(","))]
    return language(next((code for code in codes if code in NAMES), "en"))


# ---- the terminal's


def here() -> Language:
    """What a terminal is told in: found once a process."""
    if not spoken:
        speak(code_of(os.environ))
    found = spoken[-1]
    assert isinstance(found, Language)
    return found


def speak(code: str) -> None:
    """From now on a terminal is told everything in this language. So `--json` is English, whoever asks."""
    spoken[:] = [language(code, "terminal")]


def code_of(environment: "Mapping[str, str]") -> str:
    """The language that is wanted there: TALLYBOARD_LANGUAGE, else that of the locale, else English."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if not locale and sys.platform == "win32":
        from locale import LC_CTYPE, getlocale

        locale = getlocale(LC_CTYPE)[0] or ""
    for word in (environment.get(VARIABLE, ""), locale):
        name = word.lower().partition(".")[0].partition("_")[0].partition("-")[0]
        code = "fr" if name == "french" else name  # as Windows calls it
        if code in NAMES:
            return code
    return "en"


def _(said: str, /, **values: object) -> str:
    """The sentence as this terminal is told it."""
    return here().gettext(said, **values)


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """The same for so many; `%(num)s` is the number."""
    return here().ngettext(one, many, number, **values)


# ---- the catalogues


def _catalogue(code: str) -> "NullTranslations | None":
    """What was translated; None for English, which has no time for it."""
    made, sources = os.path.join(LOCALE, f"{code}.mo"), po_files(code)
    if code == "en":
        return None
    from gettext import GNUTranslations

    is_made = os.path.exists(made)
    if sources and not (is_made and os.path.getmtime(made) >= max(map(os.path.getmtime, sources))):
        from io import BytesIO

        return GNUTranslations(BytesIO(compiled(code)))
    if not is_made:
        return None
    with open(made, "rb") as file:
        return GNUTranslations(file)


def po_files(code: str) -> list[str]:
    """The catalogues of this language in a checkout; none in an installation."""
    folder = os.path.join(LOCALE, code)
    return sorted(os.path.join(folder, name) for name in os.listdir(folder)) if os.path.isdir(folder) else []


def compiled(code: str) -> bytes:
    """All catalogues of this language as one .mo file. It takes Babel, which an installation does without."""
    from io import BytesIO

    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    whole, made = Catalog(locale=code), BytesIO()
    for name in po_files(code):
        with open(name, "rb") as source:
            read = read_po(source, locale=code, abort_invalid=True)
            whole.mime_headers = read.mime_headers  # how it counts
            for message in read:
                if message.id:
                    whole.add(message.id, message.string, context=message.context)
    write_mo(made, whole)
    return made.getvalue()
