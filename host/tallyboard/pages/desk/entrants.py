"""Who plays: entering them, checking them in; and each of them: another name, away, out and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.changes import Changes, changes, floor_of
from tallyboard.desk.matches import MOST_ENTRANTS, members
from tallyboard.desk.options import PARTNERS
from tallyboard.errors import TallyboardError, later
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned, fills, form_about, page_of, shows, takes
from tallyboard.pages.desk.figures import changes_said, status_said
from tallyboard.pages.desk.posted import FieldError, Posted, refused_words
from tallyboard.pages.desk.seeding import file_of, rated_by
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Entered, Look
from tallyboard.store.tournaments import Because
from tallyboard.store.tournaments.follow import replayed
from tallyboard.store.tournaments.seasons import NOBODYS, RosterOffer, roster_offer
from tallyboard.text.near_names import NearName, replaced, same
from tallyboard.text.tournament.given import (
    EntrantSheet,
    SheetError,
    as_rows,
    entered_name,
    entrants_in,
    is_pair,
)
from tallyboard.text.tournament.ratings import is_list_of_ratings

_SHEET = 1_000_000  # bytes
_TOLD = 8  # problems of a sheet
_USUAL = ("name", "club", "seed")  # columns of rows that are pasted without headings
_OUT = ("withdraw", "disqualify")
_STATUSES = {
    "withdraw": later("%(who)s has left the tournament; Back in brings back."),
    "disqualify": later("%(who)s is out of tournament and places; Back in brings back."),
    "in": later("%(who)s: in."),
    "absent": later("%(who)s: absent."),
}


async def entrants(desk: Desk, returned: Returned = BLANK, asked: Sequence[NearName] = ()) -> Response:
    """The page of who plays; `asked`: names of the form that came back, of which it asks whom of a roster they mean.
    What it has asked before stays answered in it."""

    def found(look: Look) -> dict[str, Any]:
        all_of_them = look.tournament.entrants
        forms = {one.number: form_about(look, subjects.entrant(one.number)) for one in all_of_them}
        offer = _offer(desk, look, returned.given)
        here = {offer.roster.usual(player) for one in all_of_them for player in one.players} if offer.roster else set()
        others = [name for name in offer.roster.names if name not in here] if offer.roster else []
        return {"forms": forms, "pairs": is_pair(look.tournament), "offer": offer, "others": others}

    more = {"place": desk.url("desk_entrants"), "asked": asked, "answers": _answers(returned.given)}
    return await page_of(desk, "desk/entrants.html", "desk_entrants", found, returned, **more)


def _offer(desk: Desk, look: Look, given: Mapping[str, str] = {}) -> RosterOffer:
    """The roster that the form, else the address, asks for."""
    return roster_offer(look.sql, look.seen.about.id, given.get("season") or desk.request.query_params.get("season"))


async def add(desk: Desk, form: Posted) -> Entry | Response:
    """Enter one a line, and those who are ticked in the roster."""
    if is_list_of_ratings(form.raw("names").encode()):
        return await rated_by(desk, form, form.raw("names").encode(), "names")
    lines = form.raw("names").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    typed = {number: line for number, line in enumerate(lines, 1) if line.strip()}
    if any("\t" in line.strip() for line in typed.values()):  # rows of a spreadsheet
        data = ("sep=\t\n" + "\n".join(lines)).encode()
        return await _asked_of_sheet(desk, form, data, "names", _USUAL)
    ticked = [value for name, value in form.given.items() if name.startswith("tick-")]
    asked: list[NearName] = []
    instead: dict[str, str] = {}
    if _has_roster(form):
        asked, instead = await desk.look(lambda look: _near(desk, form, look, typed.values()))
    if asked:
        return await _ask(desk, form.given, asked)
    typed = {number: replaced(line, instead) for number, line in typed.items()}
    typed |= {-at: name for at, name in enumerate(ticked, 1)}

    def decide(tournament: Tournament) -> Sequence[str]:
        if not typed:
            raise FieldError({"names": desk.words()._("Type at least one name.")})
        return _added(typed, tournament, desk.words())

    def said(after: Entered, words: Words) -> list[Markup]:
        last = len(after.tournament.entrants)
        return [_entered([words.name(one) for one in range(last - len(after.made) + 1, last + 1)], after, words)]

    return await _entered_on(desk, form, Entry(decide, said))


async def _entered_on(desk: Desk, form: Posted, entry: Entry) -> Entry | Response:
    """The entry; where a roster was chosen it is entered, and the page goes on with that one."""
    season = form.raw("season")
    if not season:
        return entry
    return desk.back(
        None, await desk.enter(form, entry), desk.links.url("desk_entrants", {"season": season}, t=desk.word)
    )


def _has_roster(form: Posted) -> bool:
    """Whether names of a roster were offered: else nobody looks before what is entered."""
    return form.raw("season") not in ("", NOBODYS)


def _near(desk: Desk, form: Posted, look: Look, names: Iterable[str]) -> tuple[list[NearName], dict[str, str]]:
    """Of which of these names the form is to ask whom of the roster they mean, and what it has answered of the others:
    the roster's name by the one that was typed."""
    roster = _offer(desk, look, form.given).roster
    if roster is None:
        return [], {}
    answers = {same(typed): chosen for typed, chosen in _answers(form.given).items()}
    found = [*roster.nears(names, [one.name for one in look.tournament.entrants])]
    instead = {one.typed: chosen for one in found if (chosen := answers.get(same(one.typed))) in one.known}
    return [one for one in found if same(one.typed) not in answers], instead


def _answers(given: Mapping[str, str]) -> dict[str, str]:
    """What a form has answered: by the name that was typed that of the roster, "" for somebody else."""
    asked = {name: typed for name, typed in given.items() if name.startswith("asked-")}
    return {typed: given.get(name.replace("asked", "near"), "") for name, typed in asked.items()}


async def _ask(desk: Desk, given: Mapping[str, str], asked: Sequence[NearName]) -> Response:
    question = desk.words()._("Somebody of the roster may be meant. Answer, and send it again.")
    return await entrants(desk, Returned(given, {"near": question}), asked)


def _added(typed: Mapping[int, str], tournament: Tournament, words: Words) -> list[str]:
    """The lines that add these names, by their lines in the form, those that are ticked below 0. Raises FieldError for
    the first that cannot be, with its line."""
    trial = Tournament(f"tournament {tournament.entry}")  # with the same entrants and nothing else
    for one in tournament.entrants:
        trial.enter(f"add {one.name}")
    added = []
    for number, line in list(typed.items())[: MOST_ENTRANTS + 1]:
        try:
            added.append(f"add {entered_name(' '.join(line.split()), is_pair(tournament))}")
            trial.enter(added[-1])
        except TallyboardError as error:
            cause = _no_name(error, words)
            if isinstance(error, Refusal) and error.code == "duplicate":
                here = [at for at, one in typed.items() if same(one) == same(line)]
                number = max(number, *here)
                cause = words._("This name stands here twice.") if len(here) > 1 else cause
            if number < 0:
                cause = Markup("{}: {}").format(text(line[:80]), cause)
            elif len(typed) > 1:
                cause = words._(
                    "Line %(number)s, %(name)s: %(cause)s", number=number, name=text(line[:80]), cause=cause
                )
            raise FieldError({"names": cause}) from None
    return added


def _no_name(error: TallyboardError, words: Words) -> Markup:
    if isinstance(error, Refusal):
        return Markup(" ").join(refused_words(words, error))
    return words._("A name has no sign #, is no number, and is not the word all: add a word to it.")


def _entered(names: Sequence[Markup], after: Entered, words: Words) -> Markup:
    return words.ngettext(
        "Entered: %(names)s. There is %(num)s entrant now.",
        "Entered: %(names)s. There are %(num)s entrants now.",
        len(after.tournament.entrants),
        names=Markup(", ").join([*names[:5], *(["…"] if len(names) > 5 else [])]),
    )


async def import_sheet(desk: Desk, form: Posted) -> Entry | Response:
    """Enter everybody of a sheet: all of it or nothing. A list of ratings goes to the seeds."""
    data = await file_of(desk, form, "sheet")
    if is_list_of_ratings(data):
        return await rated_by(desk, form, data, "sheet")
    return await _asked_of_sheet(desk, form, data, "sheet")


async def _asked_of_sheet(
    desk: Desk, form: Posted, data: bytes, field: str, usual: Sequence[str] = ()
) -> Entry | Response:
    """The rows of a sheet, which came in this field; `usual`: its headings where it may have none. Where it is asked
    whom of the roster names mean, the rows stand in the field for names: a browser sends no file twice."""

    def found(look: Look) -> tuple[EntrantSheet, list[NearName], dict[str, str]]:
        try:
            sheet = entrants_in(data, is_pair(look.tournament), [one.name for one in look.tournament.entrants], usual)
        except TallyboardError:  # told when it is entered
            return EntrantSheet(), [], {}
        return sheet, *_near(desk, form, look, sheet.names)

    sheet, asked, instead = await desk.look(found) if _has_roster(form) else (EntrantSheet(), [], {})
    if asked:
        return await _ask(desk, {**form.given, "names": as_rows(sheet)}, asked)
    return await _entered_on(desk, form, _of_sheet(desk, data, field, usual, instead))


def _of_sheet(desk: Desk, data: bytes, field: str, usual: Sequence[str], instead: Mapping[str, str]) -> Entry:
    """What enters these rows; `instead`: names of the roster by those that were typed."""
    words = desk.words()
    sheet = EntrantSheet()

    def decide(tournament: Tournament) -> Sequence[str | Because]:
        nonlocal sheet
        if not data or len(data) > _SHEET:
            raise FieldError({field: words._("Choose a file: a spreadsheet saved as CSV, of at most a megabyte.")})
        try:
            sheet = entrants_in(data, is_pair(tournament), [one.name for one in tournament.entrants], usual)
        except TallyboardError as error:
            raise FieldError({field: _no_sheet(error, words)}) from None
        sheet.names = [replaced(name, instead) for name in sheet.names]
        first = len(tournament.entrants) + 1
        seeds = " ".join(["seeds", *(str(first + place) for place in sheet.seeded)])
        both = zip(sheet.names, sheet.clubs, strict=True)
        added = [Because(f"add {name}", f"club {club}" if club else "") for name, club in both]
        return [*added, *([seeds] if sheet.seeded else [])]

    def said(after: Entered, words: Words) -> list[Markup]:
        told = [_entered([text(name) for name in sheet.names], after, words)]
        if sheet.seeded:
            told.append(words.ngettext("%(num)s of them is seeded.", "%(num)s of them are seeded.", len(sheet.seeded)))
        if sheet.left_out:
            columns = Markup(", ").join(map(text, sheet.left_out))
            told.append(words._("Columns that were left out: %(columns)s.", columns=columns))
        return told

    return Entry(decide, said)


def _no_sheet(error: TallyboardError, words: Words) -> Markup:
    """Why nothing of this sheet is entered."""
    if not isinstance(error, SheetError):
        return Markup("{} {}").format(
            words._("The sheet cannot be read."), " ".join(error.words(words.language)).replace("`", "")
        )
    problems = Markup("").join(Markup("<br>{}").format(one.replace("`", "")) for one in error.problems[:_TOLD])
    return words._("The sheet cannot be entered. Correct these rows, and send it again.") + problems


async def status(_: Desk, form: Posted) -> Entry:
    """Check in, or say who is absent: one, or all who are not out."""
    word = form.choice("status", ("in", "absent"))
    number = 0 if form.raw("entrant") == "all" else form.number("entrant", 1, MOST_ENTRANTS)
    form.check()
    return _new_status(form, word, number)


def _new_status(form: Posted, word: str, number: int, reason: str = "") -> Entry:
    """That this entrant, or with 0 all who are not out, are in, absent or out now."""

    def decide(_: Tournament) -> Sequence[str]:
        form.check()
        return [f"{word} {number or 'all'}"]

    def said(after: Entered, words: Words) -> list[Markup]:
        field = after.tournament.state.field
        changed = [number] if number else [one.number for one in field.entrants if not field.is_out(one.number)]
        who = words.name(number) if number else words._("All who are not out")
        return [words._(_STATUSES[word], who=who), *status_said(changed, after, words)]

    return Entry(decide, said, subjects.entrant(number) if number else None, reason, before=floor_of)


async def entrant(desk: Desk, returned: Returned = BLANK) -> Response:
    """The page of one entrant: what would follow from each way out of the tournament, and the matches."""
    number: int = desk.request.path_params["entrant"]

    def found(look: Look) -> dict[str, Any]:
        one = next((one for one in look.seen.computed["entrants"] if one["entrant"] == number), None)
        if one is None:
            raise NotFound(desk.words()._("There is no such entrant."), desk.words()._("Go back to the list."))
        matches = [match for phase in look.seen.computed["phases"] for match in phase["matches"]]
        words = desk.words(look.seen)
        ways = _OUT if one["status"] in ("in", "absent") else ()
        return {
            "one": one,
            "follows": {word: changes_said(_would_follow(look, word, number), words) for word in ways},
            "matches": [one for one in matches if number in members(*one["sides"]) and 0 not in one["sides"]],
            "with_partners": any(one.drawn and one.format == PARTNERS for one in look.tournament.phases),
            "form": form_about(look, subjects.entrant(number)),
        }

    fresh = desk.url("desk_entrant", entrant=number)
    return await page_of(desk, "desk/entrant.html", "desk_entrants", found, returned, fresh=fresh)


def _would_follow(look: Look, word: str, number: int) -> Changes:
    trial = replayed(look.seen.about.first_line, look.tournament.events)
    before = floor_of(trial)
    trial.enter(f"{word} {number}")
    return changes([number], before, trial)


async def rename(desk: Desk, form: Posted) -> Entry:
    number: int = desk.request.path_params["entrant"]

    def decide(tournament: Tournament) -> Sequence[str]:
        name = form.text("name", 80)
        form.check()
        try:
            return [f"rename {number} {entered_name(name, is_pair(tournament))}"]
        except TallyboardError as error:
            raise FieldError({"name": _no_name(error, desk.words())}) from None

    def said(after: Entered, words: Words) -> list[Markup]:
        return [words._("%(before)s is called %(name)s now.", before=text(after.before), name=words.name(number))]

    return Entry(decide, said, subjects.entrant(number), before=lambda tournament: tournament.entrant(number).name)


async def change(desk: Desk, form: Posted) -> Entry:
    """In, absent, withdrawn or disqualified; for the last two with a reason."""
    number: int = desk.request.path_params["entrant"]
    word = form.choice("status", _STATUSES)
    reason = form.text("reason")
    if word == "disqualify" and not reason:
        form.refuse("reason", desk.words()._("Say why: a disqualification needs a reason."))
    return _new_status(form, word, number, reason)


ROUTES = [
    shows("/desk/{t}/entrants", entrants, "desk_entrants"),
    fills("/desk/{t}/add", add, "desk_add", "desk_entrants", entrants, "names"),
    fills("/desk/{t}/import", import_sheet, "desk_import", "desk_entrants", entrants),
    takes("/desk/{t}/status", status, "desk_status", "desk_entrants"),
    shows("/desk/{t}/entrant/{entrant:int}", entrant, "desk_entrant"),
    fills("/desk/{t}/entrant/{entrant:int}/rename", rename, "desk_rename", "desk_entrant", entrant, "name"),
    fills("/desk/{t}/entrant/{entrant:int}/status", change, "desk_change", "desk_entrant", entrant),
]
