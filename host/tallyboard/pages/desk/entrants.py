"""Who plays: entering them, checking them in, and their order."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.entering.changes import FloorThen, floor_of
from tallyboard.errors import TallyboardError
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Form, Returned, form_about
from tallyboard.pages.desk.entered import status_said
from tallyboard.pages.desk.handlers import framed, sends_back, shows, takes
from tallyboard.pages.desk.posted import FieldError, Posted, refused_words
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Entered, Look, Seen
from tallyboard.store.tournaments import Because
from tallyboard.text.tournament.given import EntrantSheet, SheetError, entered_name, entrants_in, is_pair

_MOST = 1000  # entrants at once
_SHEET = 1_000_000  # bytes
_TOLD = 8  # problems of a sheet
_USUAL = ("name", "club", "seed")  # columns of rows that are pasted without headings


class EntrantRow(NamedTuple):
    """An entrant, with the seed and the twenties of the contest as they stand, "" for none."""

    entrant: int
    name: str
    status: str
    seed: str
    contest: str
    form: Form


class EntrantsShown(NamedTuple):
    """The entrants as a page has them, and the form of their order."""

    seen: Seen
    rows: list[EntrantRow]
    order: Form
    pairs: bool


def shown_entrants(look: Look) -> EntrantsShown:
    """The entrants as they stand."""
    field = look.tournament.state.field
    seeds = {number: str(place) for place, number in enumerate(field.seeds, 1)}
    rows = [
        EntrantRow(
            one.number,
            one.name,
            one.status,
            seeds.get(one.number, ""),
            "" if one.contest is None else str(one.contest),
            form_about(look, subjects.entrant(one.number)),
        )
        for one in look.tournament.entrants
    ]
    return EntrantsShown(look.seen, rows, form_about(look, subjects.order()), is_pair(look.tournament))


async def entrants(desk: Desk) -> Response:
    """The page of who plays."""
    return await _page(desk)


async def _page(desk: Desk, returned: Returned = BLANK) -> Response:
    shown = await desk.look(shown_entrants)
    return framed(
        desk,
        shown.seen,
        "desk/entrants.html",
        "desk_entrants",
        returned,
        shown=shown,
        place=desk.url("desk_entrants"),
    )


async def add(desk: Desk) -> Response:
    """Enter one a line."""
    form = await desk.posted()
    lines = form.raw("names").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    typed = {number: line for number, line in enumerate(lines, 1) if line.strip()}
    if any("\t" in line.strip() for line in typed.values()):  # rows of a spreadsheet
        return await _enter_sheet(desk, form, ("sep=\t\n" + "\n".join(lines)).encode(), "names", _USUAL)

    def decide(tournament: Tournament) -> Sequence[str]:
        if not typed:
            raise FieldError({"names": desk.words()._("Type at least one name.")})
        return [f"add {name}" for name in _checked(typed, tournament, desk.words())]

    def said(after: Entered, words: Words) -> list[Markup]:
        names = [words.name(len(after.tournament.entrants) - place) for place in range(len(after.made))]
        return [_entered(names[::-1], after, words)]

    try:
        note = await desk.enter(form, Entry(decide, said))
    except (FieldError, Refusal) as error:
        return await _page(desk, await desk.returned(form, error, "names"))
    return desk.back(None, note, desk.url("desk_entrants"))


def _entered(names: Sequence[Markup], after: Entered, words: Words) -> Markup:
    told = Markup(", ").join(names[:5]) + (Markup(", …") if len(names) > 5 else Markup(""))
    return words.ngettext(
        "Entered: %(names)s. There is %(num)s entrant now.",
        "Entered: %(names)s. There are %(num)s entrants now.",
        len(after.tournament.entrants),
        names=told,
    )


def _checked(typed: Mapping[int, str], tournament: Tournament, words: Words) -> list[str]:
    """The names as lines of a script have them. Raises FieldError for the first that cannot be, with its line."""
    trial = _trial(tournament)
    names = []
    for number, line in list(typed.items())[: _MOST + 1]:
        try:
            name = entered_name(" ".join(line.split()), is_pair(tournament))
            trial.enter(f"add {name}")
        except TallyboardError as error:
            cause = _cause(error, words)
            if len(typed) > 1:
                cause = words._(
                    "Line %(number)s, %(name)s: %(cause)s", number=number, name=text(line[:80]), cause=cause
                )
            raise FieldError({"names": cause}) from None
        names.append(name)
    return names


def _trial(tournament: Tournament) -> Tournament:
    """One with the same entrants and nothing else."""
    trial = Tournament(f"tournament {tournament.entry}")
    for one in tournament.entrants:
        trial.enter(f"add {one.name}")
    return trial


def _cause(error: TallyboardError, words: Words) -> Markup:
    if isinstance(error, Refusal):
        return Markup(" ").join(refused_words(words, error))
    return words._("A name has no sign #, is no number, and is not the word all: add a word to it.")


async def import_sheet(desk: Desk) -> Response:
    """Enter everybody of a sheet: all of it or nothing."""
    form = await desk.posted()
    file = form.form.get("sheet")
    data = await file.read(_SHEET + 1) if isinstance(file, UploadFile) else b""
    return await _enter_sheet(desk, form, data, "sheet")


async def _enter_sheet(desk: Desk, form: Posted, data: bytes, field: str, usual: Sequence[str] = ()) -> Response:
    """Enter the rows of a sheet, which came in this field; `usual`: its headings where it may have none."""
    words = desk.words()
    sheet = EntrantSheet()

    def decide(tournament: Tournament) -> Sequence[str | Because]:
        nonlocal sheet
        if not data or len(data) > _SHEET:
            raise FieldError({field: words._("Choose a file: a spreadsheet saved as CSV, of at most a megabyte.")})
        sheet = entrants_in(data, is_pair(tournament), [one.name for one in tournament.entrants], usual)
        first = len(tournament.entrants) + 1
        seeded = [str(first + place) for place in sheet.seeded]
        added = [
            Because(f"add {name}", f"club {club}" if club else "")
            for name, club in zip(sheet.names, sheet.clubs, strict=True)
        ]
        return [*added, *([" ".join(["seeds", *seeded])] if seeded else [])]

    def said(after: Entered, words: Words) -> list[Markup]:
        told = [_entered([text(name) for name in sheet.names], after, words)]
        if sheet.seeded:
            told.append(words.ngettext("%(num)s of them is seeded.", "%(num)s of them are seeded.", len(sheet.seeded)))
        if sheet.left_out:
            columns = Markup(", ").join(map(text, sheet.left_out))
            told.append(words._("Columns that were left out: %(columns)s.", columns=columns))
        return told

    try:
        note = await desk.enter(form, Entry(decide, said))
    except FieldError as error:
        return await _page(desk, await desk.returned(form, error))
    except SheetError as error:
        cause = words._("The sheet cannot be entered. Correct these rows, and send it again.")
        problems = Markup("").join(Markup("<br>{}").format(one.replace("`", "")) for one in error.problems[:_TOLD])
        return await _page(desk, Returned(form.given, {field: cause + problems}))
    except TallyboardError as error:
        cause = Markup("{} {}").format(words._("The sheet cannot be read."), str(error).replace("`", ""))
        return await _page(desk, Returned(form.given, {field: cause}))
    return desk.back(None, note, desk.url("desk_entrants"))


@sends_back("desk_entrants")
async def status(desk: Desk, form: Posted) -> str:
    """Check in, or say who is absent: one, or all who are not out."""
    word = form.choice("status", ("in", "absent"))
    who = form.raw("entrant")
    number = 0 if who == "all" else form.number("entrant", 1, _MOST)
    form.check()
    before = FloorThen((), {})

    def decide(tournament: Tournament) -> Sequence[str]:
        nonlocal before
        before = floor_of(tournament)
        return [f"{word} {number or 'all'}"]

    def said(after: Entered, words: Words) -> list[Markup]:
        field = after.tournament.state.field
        changed = (
            [number] if number else [one.number for one in after.tournament.entrants if not field.is_out(one.number)]
        )
        who = words.name(number) if number else words._("All who are not out")
        told = words._("%(who)s: in.", who=who) if word == "in" else words._("%(who)s: absent.", who=who)
        return [told, *status_said(changed, before, after.tournament, words)]

    return await desk.enter(form, Entry(decide, said, subjects.entrant(number) if number else None))


ROUTES = [
    shows("/desk/{t}/entrants", entrants, "desk_entrants"),
    takes("/desk/{t}/add", add, "desk_add", "desk_entrants"),
    takes("/desk/{t}/import", import_sheet, "desk_import", "desk_entrants"),
    takes("/desk/{t}/status", status, "desk_status", "desk_entrants"),
]
