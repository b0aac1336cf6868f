"""One entrant: another name, away, out of the tournament and back."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.entering.changes import Changes, FloorThen, changes, floor_of
from tallyboard.desk.objects import DeskMatchObject, EntrantObject
from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Form, Returned, StaleError, form_about
from tallyboard.pages.desk.entered import changes_said, status_said
from tallyboard.pages.desk.handlers import framed, shows, takes
from tallyboard.pages.desk.posted import FieldError
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Entered, Look, Seen
from tallyboard.text.tournament.given import entered_name, is_pair

_OUT = ("withdraw", "disqualify")
_STATUSES = (*_OUT, "in", "absent")


class OneEntrantShown(NamedTuple):
    """An entrant, what would follow from each way out of the tournament, and the matches."""

    seen: Seen
    one: EntrantObject
    follows: Mapping[str, Changes]
    matches: list[DeskMatchObject]
    form: Form


async def entrant(desk: Desk) -> Response:
    """The page of one entrant."""
    return await _page(desk)


def _number(desk: Desk) -> int:
    return int(desk.request.path_params["entrant"])


async def _page(desk: Desk, returned: Returned = BLANK) -> Response:
    number = _number(desk)

    def shown(look: Look) -> OneEntrantShown:
        found = next((one for one in look.seen.computed["entrants"] if one["entrant"] == number), None)
        if found is None:
            raise NotFound(desk.words()._("There is no such entrant."), desk.words()._("Go back to the list."))
        matches = [
            match
            for phase in look.seen.computed["phases"]
            for match in phase["matches"]
            if number in match["sides"] and 0 not in match["sides"]
        ]
        follows = (
            {word: _would_follow(look, word, number) for word in _OUT} if found["status"] in ("in", "absent") else {}
        )
        return OneEntrantShown(look.seen, found, follows, matches, form_about(look, subjects.entrant(number)))

    found = await desk.look(shown)
    words = desk.words(found.seen)
    follows = {word: changes_said(what, words) for word, what in found.follows.items()}
    return framed(
        desk,
        found.seen,
        "desk/entrant.html",
        "desk_entrants",
        returned,
        one=found.one,
        follows=follows,
        matches=found.matches,
        form=found.form,
        fresh=desk.url("desk_entrant", entrant=number),
    )


def _would_follow(look: Look, word: str, number: int) -> Changes:
    """What would become of matches and calls."""
    trial = Tournament(look.seen.about.first_line)
    for event in look.tournament.events:
        trial.enter(event.line, event.minute)
    before = floor_of(trial)
    trial.enter(f"{word} {number}")
    return changes([number], before, trial)


async def rename(desk: Desk) -> Response:
    """Another name."""
    form = await desk.posted()
    number = _number(desk)
    before: list[str] = []

    def decide(tournament: Tournament) -> Sequence[str]:
        name = form.text("name", 80)
        form.check()
        before[:] = [one.name for one in tournament.entrants if one.number == number]
        try:
            return [f"rename {number} {entered_name(name, is_pair(tournament))}"]
        except Refusal:
            raise
        except TallyboardError:
            cause = desk.words()._("A name has no sign #, is no number, and is not the word all: add a word to it.")
            raise FieldError({"name": cause}) from None

    def said(after: Entered, words: Words) -> list[Markup]:
        return [words._("%(before)s is called %(name)s now.", before=text("".join(before)), name=words.name(number))]

    try:
        note = await desk.enter(form, Entry(decide, said, subjects.entrant(number)))
    except (FieldError, StaleError, Refusal) as error:
        return await _page(desk, await desk.returned(form, error, "name"))
    return desk.back(None, note, desk.url("desk_entrant", entrant=number))


async def change(desk: Desk) -> Response:
    """In, absent, withdrawn or disqualified; for the last two with a reason."""
    form = await desk.posted()
    number = _number(desk)
    word = form.choice("status", _STATUSES)
    reason = form.text("reason")
    if word == "disqualify" and not reason:
        form.refuse("reason", desk.words()._("Say why: a disqualification needs a reason."))
    before = FloorThen((), {})

    def decide(tournament: Tournament) -> Sequence[str]:
        nonlocal before
        form.check()
        before = floor_of(tournament)
        return [f"{word} {number}"]

    def said(after: Entered, words: Words) -> list[Markup]:
        who, _ = words.name(number), words._
        told = {
            "in": lambda: _("%(who)s: in.", who=who),
            "absent": lambda: _("%(who)s: absent.", who=who),
            "withdraw": lambda: _("%(who)s has left the tournament; Back in brings back.", who=who),
            "disqualify": lambda: _("%(who)s is out of tournament and places; Back in brings back.", who=who),
        }[word]()
        return [told, *status_said([number], before, after.tournament, words)]

    try:
        note = await desk.enter(form, Entry(decide, said, subjects.entrant(number), reason))
    except (FieldError, StaleError) as error:
        return await _page(desk, await desk.returned(form, error))
    return desk.back(None, note, desk.url("desk_entrant", entrant=number))


ROUTES = [
    shows("/desk/{t}/entrant/{entrant:int}", entrant, "desk_entrant"),
    takes("/desk/{t}/entrant/{entrant:int}/rename", rename, "desk_rename", "desk_entrant"),
    takes("/desk/{t}/entrant/{entrant:int}/status", change, "desk_change", "desk_entrant"),
]
