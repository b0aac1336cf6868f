"""What a form sent, once, field by field; and why something of it cannot be entered."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from markupsafe import Markup
from starlette.datastructures import FormData

from shared_rules.readable import unreadable
from tallyboard.desk import Refusal
from tallyboard.errors import CoreError, TallyboardError, Told, later, season
from tallyboard.pages.desk.words import Words
from tallyboard.store.failures import UnreachableError
from tallyboard.store.tournaments.appending import REASON

_MOST = 2000  # forms whose outcome is known
_SAID_S = 60.0  # how long a page says it; a page that is loaded again then is about what is now
_LONGEST = 40  # characters of a number
_LOCKS = 64  # so many forms at most are at work at a time; two that share a lock wait for each other


class Notice(NamedTuple):
    """What a page says of the form before it."""

    kind: Literal["good", "warn", "wrong"]
    said: Sequence[Markup]


def new_number() -> str:
    return secrets.token_urlsafe(9)


class Once:
    """The numbers of the forms that were sent last, and what came of each; `clock`: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._notices: OrderedDict[str, tuple[Notice, float]] = OrderedDict()  # with the time
        self._at_work = [threading.Lock() for _ in range(_LOCKS)]
        self._lock = threading.Lock()

    def do(self, number: str, work: Callable[[], Notice]) -> bool:
        """Do the work of the form with this number; False where that was done already. What the work raises is raised,
        and the form may be sent again."""
        if not 0 < len(number) <= _LONGEST:
            number = new_number()
        with self._at_work[hash(number) % _LOCKS]:
            if self.notice(number) is not None:
                return False
            self.keep(work(), number)
            return True

    def keep(self, notice: Notice, number: str = "") -> str:
        """Keep a notice; the number that it has, a new one where none is given."""
        number = number or new_number()
        with self._lock:
            self._notices[number] = notice, self._clock()
            while len(self._notices) > _MOST:
                self._notices.popitem(last=False)
        return number

    def notice(self, number: str) -> Notice | None:
        """What came of the form with this number."""
        with self._lock:
            return self._notices.get(number, (None, 0.0))[0]

    def fresh(self, number: str) -> Notice | None:
        """The same where it came of it lately."""
        with self._lock:
            notice, at = self._notices.get(number, (None, 0.0))
            return notice if self._clock() - at < _SAID_S else None


class FieldError(TallyboardError):
    """Fields of a form that cannot be as they are; `fields`: by name the cause, in the reader's language."""

    def __init__(self, fields: Mapping[str, Markup]) -> None:
        super().__init__(" ".join(fields.values()), "")
        self.fields = dict(fields)


class Posted:
    """The fields of a form. Those that cannot be read are remembered, and `check` raises them all."""

    def __init__(self, form: FormData, words: Words) -> None:
        self.form = form
        self.words = words
        self.wrong: dict[str, Markup] = {}
        self.given = {name: value for name, value in form.multi_items() if isinstance(value, str)}

    @property
    def once(self) -> str:
        return self.given.get("once", "")

    def has(self, name: str) -> bool:
        """Whether something stands in the field."""
        return bool(self.raw(name).strip())

    def raw(self, name: str) -> str:
        """The field as it was sent."""
        return self.given.get(name, "")

    def text(self, name: str, most: int = REASON) -> str:
        """A line of text, runs of blanks made one."""
        found = " ".join(self.given.get(name, "").split())
        _ = self.words._
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
        range_said = self.words._("A whole number from %(least)s to %(most)s.", least=least, most=most)
        self.wrong[name] = range_said if found else self.words._("A number is missing here.")
        return least

    def choice(self, name: str, choices: Mapping[str, object] | tuple[str, ...], default: str = "") -> str:
        found = self.given.get(name, default)
        if found not in choices:
            self.wrong[name] = self.words._("Choose one of these.")
            return default or next(iter(choices), "")
        return found

    def refuse(self, name: str, cause: Markup) -> None:
        self.wrong.setdefault(name, cause)

    def check(self) -> None:
        """Raise a FieldError where a field was wrong."""
        if self.wrong:
            raise FieldError(self.wrong)


_LOOK = later("Look at it again as it stands now.")
# By the code of a refusal its cause and the next step.
_REFUSED = {
    "first-line": (later("So a tournament cannot begin."), later("The number of the lot has at most nine digits.")),
    "names": (
        later("This is no name for an entrant here."),
        later("One player, or for doubles two with & between them; at most 60 characters."),
    ),
    "duplicate": (later("Somebody stands there twice."), later("Tell the two apart, as in Ann P and Ann R.")),
    "too-many": (later("There would be too many."), later("Take fewer, or divide them into two tournaments.")),
    "unknown-table": (later("This table is not open."), later("Open it, or take another one.")),
    "in-use": (later("A match is called to this table."), later("Enter its result, or free the table first.")),
    "drawn": (
        later("This is drawn already, or something after it is."),
        later("Leave the draw as it is: corrections change the standings all the same."),
    ),
    "unknown-phase": (later("There is no such phase."), _LOOK),
    "option": (later("The phase cannot be declared so."), later("Correct the options.")),
    "preset": (
        later("A whole day begins with phase 1, and others are declared."),
        later("Take those back on the page of the day, or declare what else is played phase by phase."),
    ),
    "not-drawn": (later("The phase is not drawn yet."), later("Draw it first.")),
    "over": (later("The phase is over."), later("Draw the next phase, or look at the standings.")),
    "format": (later("The format of the phase has no such thing."), later("Declare the phase otherwise.")),
    "unpaired": (later("Several stand in no pair."), later("Pair all who are in, but for one of an odd number.")),
    "nothing": (later("There is nothing of the kind."), _LOOK),
    "not-ready": (later("This match cannot be played yet."), later("See who plays and rests; then try again.")),
    "not-these": (later("Other two play this match now."), _LOOK),
    "unknown-match": (later("There is no such match."), _LOOK),
    "unknown-entrant": (later("There is no such entrant."), _LOOK),
    "depends": (
        later("This cannot be taken back: something that came after it needs it."),
        later("Correct it with a new entry instead."),
    ),
    "winner": (
        later("Who won a level game is said only where the scores are equal."),
        later("Leave it out where one has the higher score."),
    ),
    "game-number": (later("This game is not due, and has no result."), _LOOK),
    "unfinished": (
        later("Matches that come before are not decided yet."),
        later("Enter their results, or a forfeit, then draw."),
    ),
    "tied": (
        later("Entrants share a place, and it lies across the border of what is taken."),
        later("Enter a shootout of them, or declare the phase with other places."),
    ),
    "too-few": (
        later("There are too few entrants for this draw."),
        later("Add entrants, check in who is here, or declare the phase otherwise, say with fewer groups."),
    ),
    "time": (later("This laptop's clock was put back."), later("Wait a minute, and try again.")),
}
# The same where a season says it otherwise, by the reason itself.
_OF_A_SEASON: dict[Told, tuple[str, str]] = {
    season.OPTION: (
        later("It cannot count so."),
        later("Nights are whole numbers from 1 to 99; points by place are as 10,8,6,5, none above the one before."),
    ),
    season.IN_ROSTER: (
        later("Somebody of the roster is called so already."),
        later("Tell the two apart, as in Ann P and Ann R."),
    ),
    season.DATE: (later("This is no date."), later("Write it as 2026-01-13.")),
    season.NIGHT_IS_THERE: (later("This is a night of the season already."), _LOOK),
}
_REFUSED_SO = (later("This cannot be entered so."), later("Correct it, and send the form again."))


def refused_words(words: Words, error: TallyboardError) -> tuple[Markup, Markup]:
    """(the cause, the next step) in the reader's language."""
    _ = words._
    said = error.words(words.language)
    if isinstance(error, Refusal):
        cause, step = map(_, _OF_A_SEASON.get(error.told) or _REFUSED.get(error.code, _REFUSED_SO))
        return (Markup("{} {}").format(cause, _plain(said[0])) if words.language.code == "en" else cause), step
    if isinstance(error, FieldError):
        return Markup(" ").join(error.fields.values()), _("Correct it, and send the form again.")
    if isinstance(error, UnreachableError):
        return _("The database cannot be reached now."), _("Wait a moment, then send the form again.")
    if isinstance(error, CoreError) and error.told.on_page != error.told.next_step:
        return _plain(said[0]), _(error.told.on_page)
    return _plain(said[0]), _plain(said[1])


def _plain(said: str) -> Markup:
    """A sentence of a terminal without the marks around what is typed there."""
    return Markup("{}").format(said.replace("`", ""))
