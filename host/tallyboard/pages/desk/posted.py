"""What a form sent, field by field; what is wrong with one is told at it."""

from collections.abc import Mapping

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request

from shared_rules.readable import unreadable
from tallyboard.errors import TallyboardError
from tallyboard.pages.desk.words import Words

REASON = 200  # characters


class FieldError(TallyboardError):
    """Fields of a form that cannot be as they are; `fields`: by name the cause, in the reader's language."""

    def __init__(self, fields: Mapping[str, Markup]) -> None:
        super().__init__(" ".join(fields.values()), "")
        self.fields = dict(fields)


class Posted:
    """The fields of a form. Those that cannot be read are remembered, and `check` raises them all."""

    def __init__(self, form: FormData, words: Words) -> None:
        self.form = form
        self._words = words
        self.wrong: dict[str, Markup] = {}
        self.given = {name: value for name, value in form.multi_items() if isinstance(value, str)}

    @property
    def once(self) -> str:
        """The form's own number."""
        return self.given.get("once", "")

    def has(self, name: str) -> bool:
        """Whether something stands in the field."""
        return bool(self.given.get(name, "").strip())

    def raw(self, name: str) -> str:
        """The field as it was sent."""
        return self.given.get(name, "")

    def text(self, name: str, most: int = REASON) -> str:
        """A line of text, runs of blanks made one."""
        found = " ".join(self.given.get(name, "").split())
        _ = self._words._
        if len(found) > most:
            self.wrong[name] = _("This has %(length)s characters; %(most)s are the most.", length=len(found), most=most)
        elif unreadable(found) is not None:
            self.wrong[name] = _("This has a character that cannot be seen, or moves the text around it.")
        elif "#" in found:
            self.wrong[name] = _("The sign # cannot stand in a list of events: leave it out.")
        else:
            return found
        return ""

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number; without anything in the field the default, where there is one."""
        found = self.given.get(name, "").strip().replace("\u2212", "-")
        if not found and default is not None:
            return default
        digits = found.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) <= 9 and least <= int(found) <= most:
            return int(found)
        self.wrong[name] = self._words._("A whole number from %(least)s to %(most)s.", least=least, most=most)
        return least

    def choice(self, name: str, choices: Mapping[str, object] | tuple[str, ...], default: str = "") -> str:
        """One of these words."""
        found = self.given.get(name, default)
        if found not in choices:
            self.wrong[name] = self._words._("Choose one of these.")
            return default or next(iter(choices), "")
        return found

    def refuse(self, name: str, cause: Markup) -> None:
        """Remember this cause at the field."""
        self.wrong.setdefault(name, cause)

    def check(self) -> None:
        """Raise a FieldError where a field was wrong."""
        if self.wrong:
            raise FieldError(self.wrong)


async def posted(request: Request, words: Words) -> Posted:
    """The form of this request."""
    return Posted(await request.form(max_fields=5000), words)
