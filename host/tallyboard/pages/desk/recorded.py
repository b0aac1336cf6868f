"""Matches that boards recorded: taken as a tournament's result without a call, and corrected beside the presses."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from shared_rules.games import catalogue
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Form, Returned, StaleError, form_about
from tallyboard.pages.desk.declared import game_name
from tallyboard.pages.desk.entered import doubts_said, result_said
from tallyboard.pages.desk.handlers import framed, shows, takes
from tallyboard.pages.desk.posted import FieldError, Notice, Posted, new_number
from tallyboard.pages.desk.subjects import Subject
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Entered, Look, Seen
from tallyboard.shapes import MatchObject
from tallyboard.store import Store
from tallyboard.store.corrections import Correction, Kind, Score, as_recorded, correct
from tallyboard.store.tournaments.board_results import counted_in, take_all
from tallyboard.text.doubts import doubts
from tallyboard.text.tournament.given import board_line, can_be_result

_LATEST = 60  # matches on the page


class OpenMatch(NamedTuple):
    """A match that can take a board's: with the form about it."""

    match: DeskMatchObject
    form: Form


async def boards(desk: Desk) -> Response:
    """The finished matches of two sides, the newest first; which of them count here."""
    seen = await desk.site.tournament(desk.word)
    found = await desk.site.do(
        lambda store: sorted(
            (one for one in store.each_match(aside=True) if can_be_result(one) or one["status"] == "aside"),
            key=lambda one: (one["started"] or "", one["epoch"], one["first_seq"]),
        )[-_LATEST:]
    )
    taken = {words[-1]: words[1] for event in seen.events if (words := event.line.split())[-2:-1] == ["board"]}
    rows = [(one, taken.get(one["match"], "")) for one in reversed(found)]
    return framed(desk, seen, "desk/boards.html", "desk_boards", rows=rows)


async def recorded(desk: Desk) -> Response:
    """The page of one."""
    return await _page(desk)


def _id(desk: Desk) -> str:
    return str(desk.request.path_params["recorded"])[:40]


async def _match(desk: Desk) -> MatchObject:
    """The match of the address. Raises NotFound."""
    try:
        return await desk.site.do(lambda store: store.match(_id(desk)))
    except CoreError as error:
        if error.told not in (told.NO_MATCH, told.SEVERAL_MATCHES):
            raise
        _ = desk.words()._
        raise NotFound(_("There is no such match."), _("Go back to the list of matches.")) from None


async def _page(desk: Desk, returned: Returned = BLANK) -> Response:
    match = await _match(desk)

    def opened(look: Look) -> tuple[Seen, list[OpenMatch], list[str]]:
        open_ones = [
            one
            for phase in look.seen.computed["phases"]
            for one in phase["matches"]
            if one["state"] in ("ready", "called")
        ]
        counted = [f"{one.match}, {one.tournament}" for one in counted_in(look.sql, match["match"])]
        forms = [OpenMatch(one, form_about(look, subjects.match(one["match"]))) for one in open_ones]
        return look.seen, forms, counted

    seen, forms, counted = await desk.look(opened)
    said = await desk.site.do(lambda store: store.corrections_of(match))
    words = desk.words(seen)
    before = as_recorded(match)
    has_twenties = bool(before["twenties"])
    return framed(
        desk,
        seen,
        "desk/recorded.html",
        "desk_boards",
        returned,
        match=match,
        before=before,
        counted=counted,
        forms=forms,
        corrections=said,
        game=game_name(match["game"], words),
        has_twenties=has_twenties,
        can_be=can_be_result(match),
        correction_form=Form(new_number(), said[-1].id if said else "", len(seen.events)),
        side=lambda letter: text(match["names"].get(letter) or letter),
        guessed=_guessed(match, seen),
        fresh=desk.url("desk_recorded", recorded=match["match"]),
        place="",
        text=text,
    )


def _guessed(match: MatchObject, seen: Seen) -> dict[str, int]:
    """By the match of the tournament which of its sides was A at the board, as far as names tell: 0, or 1."""
    a_name = (match["names"].get("A") or "").casefold()
    names = {one["entrant"]: one["name"].casefold() for one in seen.computed["entrants"]}
    return {
        one["match"]: int(bool(a_name) and names.get(one["sides"][1] or 0) == a_name)
        for phase in seen.computed["phases"]
        for one in phase["matches"]
    }


async def take(desk: Desk) -> Response:
    """Take it as the result of a match of the tournament."""
    form = await desk.posted()
    match = await _match(desk)
    name = form.raw("match").upper()[:60]
    first = form.choice("first", ("0", "1"), "0")
    words = desk.words()

    def decide(tournament: Tournament) -> Sequence[str]:
        if not can_be_result(match):
            raise FieldError({"": words._("Only a finished match of two sides can be a result.")})
        found = tournament.match(name)[1]
        if found.players is None:
            raise FieldError({"match": words._("Who plays this match is not known now.")})
        due = found.verdict.due
        sides = found.players if first == "0" else found.players[::-1]
        return [board_line(match, name if due in (None, 1) else f"{name}/{due}", sides)]

    def said(after: Entered, words: Words) -> list[Markup]:
        game = after.made[0].line.split()[1].partition("/")[2] or "1"
        return result_said(after, words, name, int(game), "")

    try:
        form.check()
        note = await desk.enter(form, Entry(decide, said, subjects.match(name)))
    except (FieldError, StaleError, Refusal) as error:
        return await _page(desk, await desk.returned(form, error))
    return desk.back(None, note, desk.url("desk_day"))


async def set_correction(desk: Desk) -> Response:
    """Say what stands of it beside what the board recorded; the presses stay."""
    form = await desk.posted()
    match = await _match(desk)
    try:
        said = _correction(form, match, desk.words())
        note = await desk.do(form, lambda store: _correct(desk, store, match, said, form))
    except FieldError as error:
        return await _page(desk, await desk.returned(form, error))
    except StaleError:
        after = await desk.site.do(lambda store: store.corrections_of(match))
        _ = desk.words()._
        stale = [
            _("%(who)s: %(what)s", who=text(one.given_by), what=text(one.content or one.kind)) for one in after[-3:]
        ]
        return await _page(desk, Returned(form.given, stale=stale))
    return desk.back(form, note, desk.url("desk_recorded", recorded=match["match"]))


class Said(NamedTuple):
    """A correction as it is kept."""

    kind: Kind
    content: str
    reason: str


def _correction(form: Posted, match: MatchObject, words: Words) -> Said:
    """What the form says. Raises FieldError."""
    kind = form.choice("kind", ("result", "aside", "drop"))
    reason = form.text("reason")
    if not reason and "reason" not in form.wrong:
        form.refuse("reason", words._("Say why."))
    content = _score(form, match, words).line() if kind == "result" and can_be_changed(match) else ""
    if not can_be_changed(match):
        form.refuse("", words._("This match is of a newer Tallyboard, which knows its game."))
    form.check()
    kinds: dict[str, Kind] = {"result": "result", "aside": "aside", "drop": "drop"}
    return Said(kinds[kind], content, reason)


def can_be_changed(match: MatchObject) -> bool:
    """Whether this Tallyboard knows its game."""
    return not as_recorded(match).get("newer", False)


def _score(form: Posted, match: MatchObject, words: Words) -> Score:
    before = as_recorded(match)
    totals = {side: form.number(f"score-{side.lower()}", -9999, 9999) for side in before["sides"]}
    twenties = None
    if catalogue.by_id(before["game"]).TWENTIES:
        known = before["twenties"]
        twenties = {side: form.number(f"twenties-{side.lower()}", 0, 999, known.get(side, 0)) for side in totals}
    won = form.choice("won", ("", *before["sides"])) or None
    if won and won not in Score(totals).winners:
        form.refuse("won", words._("The scores are not equal: who has more has won."))
    if won and len(Score(totals).winners) == 1:
        won = None
    return Score(totals, twenties, won)


def _correct(desk: Desk, store: Store, match: MatchObject, said: Said, form: Posted) -> Notice:
    def check(before: Sequence[Correction]) -> None:
        if form.raw("basis") != (before[-1].id if before else ""):
            raise StaleError(Subject(lambda _: None, lambda _: True), 0)
        if said.kind == "drop" and (not before or before[-1].kind == "drop"):
            raise FieldError({"": desk.words()._("Nothing of this match is corrected.")})

    correct(store, match, said.kind, said.content, said.reason, desk.who, check)
    refused = [one for one in take_all(store, {match["board"]}) if one.refused]
    _ = desk.words()._
    told = {
        "result": _("Corrected. What the board recorded stays beside it."),
        "aside": _("Set aside: no list and no export has this match."),
        "drop": _("The correction is taken back: what the board recorded stands again."),
    }[said.kind]
    with store.reading() as sql:
        counted = counted_in(sql, match["match"])
    more = [
        _("It counts as %(match)s of %(name)s.", match=text(one.match), name=text(one.tournament)) for one in counted
    ]
    doubtful = _doubts(store.match(match["match"]), desk.words()) if said.kind == "result" else []
    more += doubtful
    if refused:
        more.append(_("The tournament does not take what stands now; see its flags."))
    return Notice("warn" if refused or doubtful else "good", [told, *more])


def _doubts(stands: MatchObject, words: Words) -> list[Markup]:
    """Words of doubt where what stands cannot be what the game gives."""
    scores, twenties = list(stands["totals"].values()), list(stands["twenties"].values())
    return doubts_said(doubts(stands["game"], stands["options"], scores, twenties), words)


ROUTES = [
    shows("/desk/{t}/boards", boards, "desk_boards"),
    shows("/desk/{t}/recorded/{recorded}", recorded, "desk_recorded"),
    takes("/desk/{t}/recorded/{recorded}/take", take, "desk_take", "desk_recorded"),
    takes("/desk/{t}/recorded/{recorded}", set_correction, "desk_correct", "desk_recorded"),
]
