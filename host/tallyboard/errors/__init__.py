"""What went wrong, and what people are told of it.

The core (desk, store, link, hub, drive) knows no command and no page. It raises a `CoreError` with a `Told` from a
table of this room, and the fields that its sentences name. A face that has a next step of its own takes `told.on_page`.
"""

from shared_rules import SaidError

TYPE_CHECKING = False  # as typing has it, which would double what the help costs
if TYPE_CHECKING:
    from collections.abc import Mapping


class Later(str):
    """A sentence, or a word of one, that is said in somebody's language later: with these values, and where there is
    `many` for so many."""

    many = ""
    number = 0

    def __new__(cls, said: str, /, **values: object) -> "Later":
        made = super().__new__(cls, said)
        made.values = values
        return made

    values: dict[str, object]


def later(said: str, /, **values: object) -> Later:
    """Marks what stands in a table, or is a value of a sentence."""
    return Later(said, **values)


def nlater(one: str, many: str, number: int, /, **values: object) -> Later:
    """The same for so many; `%(num)s` is the number."""
    made = Later(one, **values)
    made.many, made.number = many, number
    return made


class English:
    """The language of the sources: it says what stands there. Others, in text/language.py, find that in catalogues.
    `_("%(name)s wins", name="Ann")` is how something is said, `ngettext` how they count."""

    code = "en"

    def gettext(self, said: str, /, **values: object) -> str:
        """The sentence in this language, with these values. What was marked with `later` has its own besides. Such a
        sentence can be a value too, and so can an error, which stands for its cause, and a refusal of the rules."""
        if isinstance(said, Later):
            if said.many:
                return self.ngettext(said, said.many, said.number, **said.values)
            values = {**said.values, **values}
        found = self._found(said)
        return found % self._all(values) if values else found

    def ngettext(self, one: str, many: str, number: int, /, **values: object) -> str:
        """The same for so many; `%(num)s` is the number."""
        return self.form(one, many, number) % {"num": number, **self._all(values)}

    def form(self, one: str, many: str, number: int) -> str:
        """How so many are told, without the values."""
        return one if number == 1 else many

    def filled(self, said: str, fields: "Mapping[str, object]") -> str:
        """The sentence in this language, with its {fields}."""
        return self._found(said).format(**self._all(fields))

    def _found(self, said: str) -> str:
        return said

    def _all(self, values: "Mapping[str, object]") -> dict[str, object]:
        return {name: self._value(one) for name, one in values.items()}

    def _value(self, one: object) -> object:
        if isinstance(one, TallyboardError):
            return one.words(self)[0]
        if isinstance(one, SaidError):
            return self.gettext(one.said, **one.values)
        return self.gettext(one) if isinstance(one, Later) else one

    # For code that has no template around it.
    __call__ = gettext


spoken: list[English] = []  # the last is what a terminal is told in; a program that only imports us reads English


UPDATE = later("Update the laptop: install the newer Tallyboard.")


class TallyboardError(Exception):
    """Something the user can act on: one sentence with the cause, one with the next step. The command line prints it on
    stderr and leaves with exit code 2; nothing has been lost or half done.

    `values`: what stands for `%(name)s` in the sentences. `cause` and `next_step` are as a terminal is told them,
    `words` gives both in another language.
    """

    def __init__(self, cause: str, next_step: str, /, **values: object) -> None:
        super().__init__(cause, next_step)
        self._said = cause, next_step
        self.values = values

    def words(self, language: English) -> tuple[str, str]:
        """(the cause, the next step) in this language."""
        cause, next_step = self._said
        return language(cause, **self.values), language(next_step, **self.values)

    @property
    def cause(self) -> str:
        return self.words(_here())[0]

    @property
    def next_step(self) -> str:
        return self.words(_here())[1]

    def __str__(self) -> str:
        return " ".join(self.words(_here()))


class Told:
    """What is told of one failure: its sentences, with {fields} to be filled in. Programs compare it by `is`."""

    def __init__(self, cause: str, next_step: str, *, on_page: str = "") -> None:
        self.cause = cause
        self.next_step = next_step
        self.on_page = on_page or next_step  # where somebody looks at a page, and has no command line


class CoreError(TallyboardError):
    """A failure of the core: `told` says which, `fields` with what."""

    def __init__(self, told: Told, /, **fields: object) -> None:
        super().__init__(told.cause, told.next_step)
        self.told = told
        self.fields = fields

    def words(self, language: English) -> tuple[str, str]:
        return language.filled(self.told.cause, self.fields), language.filled(self.told.next_step, self.fields)


class LongerError(TallyboardError):
    """The same error with one more sentence about what to do, which may have values."""

    def __init__(self, error: TallyboardError, more: str) -> None:
        super().__init__("", more)
        self._error = error

    def words(self, language: English) -> tuple[str, str]:
        cause, next_step = self._error.words(language)
        return cause, f"{next_step} {super().words(language)[1]}"


def _here() -> English:
    return spoken[-1] if spoken else English()
