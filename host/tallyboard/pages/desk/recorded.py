"""Matches that were recorded: by boards, taken as a tournament's result without a call and corrected beside the
presses; and elsewhere, in a file."""

from collections.abc import Sequence
from typing import Any, cast

from markupsafe import Markup
from starlette.responses import Response

from shared_rules.games import catalogue
from tallyboard.desk import Tournament
from tallyboard.errors import CoreError, TallyboardError, later
from tallyboard.errors import store as told
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import (
    BLANK,
    Desk,
    Entry,
    Form,
    Returned,
    StaleError,
    fills,
    form_about,
    framed,
    page_of,
    shows,
)
from tallyboard.pages.desk.declared import game_name
from tallyboard.pages.desk.figures import doubts_said, result_said
from tallyboard.pages.desk.posted import FieldError, Notice, Posted, new_number
from tallyboard.pages.desk.seeding import file_of
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Entered, Look
from tallyboard.shapes import MatchObject
from tallyboard.store import Store
from tallyboard.store.corrections import Correction, Kind, Score, as_recorded, correct
from tallyboard.store.seats import is_phone
from tallyboard.store.tournaments import Because
from tallyboard.store.tournaments.board_results import also_called, counted_in, take_all, taking
from tallyboard.text.doubts import doubts
from tallyboard.text.tournament.cmn import CmnMatch, CmnOutcome, CmnWords, NotCmnError, cmn_in
from tallyboard.text.tournament.given import board_line, can_be_result

_TOLD = 8  # matches of which something is told
_NOT_TAKEN = later("Not taken is %(match)s: %(why)s.")
_DOUBT = later("Look again, though it counts, at %(match)s: %(why)s.")


async def taken_in(desk: Desk, returned: Returned = BLANK) -> Response:
    """The page where matches that were recorded elsewhere are taken in."""
    seen = await desk.site.tournament(desk.word)
    return framed(desk, seen, "desk/taken_in.html", "desk_results", returned, fresh=desk.url("desk_taken_in"))


async def take_in(desk: Desk, form: Posted) -> Entry:
    """Enter the results of matches that were recorded elsewhere."""
    words = desk.words()
    data = await file_of(desk, form, "cmn")
    if not data:
        raise FieldError({"cmn": words._("Choose a file: matches in Crokinole Match Notation.")})
    outcome: list[CmnOutcome] = []
    try:
        matches = cmn_in(data)
        decide = await desk.look(lambda look: taking(look.followed, matches, also_called(look.sql), outcome))
    except NotCmnError as error:
        why = text(error.why.words(words.language).replace("`", ""))
        raise FieldError({"cmn": Markup("{}. {}").format(why, words._(error.STEP))}) from None

    def decided(tournament: Tournament) -> Sequence[str | Because]:
        try:
            return decide(tournament)
        except TallyboardError:
            if not outcome:
                raise
            raise FieldError({"cmn": Markup(" ").join(_outcome(outcome, words))}) from None

    return Entry(decided, lambda _, words: _outcome(outcome, words))


def _outcome(outcome: Sequence[CmnOutcome], words: Words) -> list[Markup]:
    taken, known = [one for one in outcome if one.line], [one for one in outcome if one.is_known]
    told = []
    if taken or not known:
        told.append(words.ngettext("%(num)s match is taken in.", "%(num)s matches are taken in.", len(taken)))
    if known:
        told.append(
            words.ngettext(
                "%(num)s match was taken in before, and changed nothing.",
                "%(num)s matches were taken in before, and changed nothing.",
                len(known),
            )
        )

    def line(sentence: str, match: CmnMatch, why: CmnWords) -> Markup:
        return words._(sentence, match=text(match.title), why=text(why.words(words.language)))

    each = [line(_NOT_TAKEN, one.match, one.why) for one in outcome if one.why]
    each += [line(_DOUBT, one.match, doubt) for one in taken for doubt in one.match.doubts]
    return [*told, *each[:_TOLD], *([Markup("…")] if len(each) > _TOLD else [])]


_LATEST = 60  # matches on the page
_CORRECTED = {
    "result": later("Corrected. What the board recorded stays beside it."),
    "aside": later("Set aside: no list and no export has this match."),
    "drop": later("The correction is taken back: what the board recorded stands again."),
}


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
    return framed(desk, seen, "desk/boards.html", "desk_boards", rows=rows, is_phone=is_phone)


async def _match(desk: Desk) -> MatchObject:
    """The match of the address. Raises NotFound."""
    name = str(desk.request.path_params["recorded"])[:40]
    try:
        return await desk.site.do(lambda store: store.match(name))
    except CoreError as error:
        if error.told not in (told.NO_MATCH, told.SEVERAL_MATCHES):
            raise
        _ = desk.words()._
        raise NotFound(_("There is no such match."), _("Go back to the list of matches.")) from None


async def recorded(desk: Desk, returned: Returned = BLANK) -> Response:
    match = await _match(desk)
    corrections = await desk.site.do(lambda store: store.corrections_of(match))
    before = as_recorded(match)

    def found(look: Look) -> dict[str, Any]:
        computed, a_name = look.seen.computed, (match["names"].get("A") or "").casefold()
        of_a = {one["entrant"] for one in computed["entrants"] if a_name and one["name"].casefold() == a_name}
        matches = [one for phase in computed["phases"] for one in phase["matches"]]
        last = corrections[-1].id if corrections else ""
        return {
            "counted": [f"{one.match}, {one.tournament}" for one in counted_in(look.sql, match["match"])],
            "forms": [
                # where names tell that side B was A at the board, that is what stands first
                {"match": one, "form": form_about(look, subjects.match(one["match"])), "b": one["sides"][1] in of_a}
                for one in matches
                if one["state"] in ("ready", "called")
            ],
            "correction_form": Form(new_number(), last, len(look.seen.events)),
        }

    return await page_of(
        desk,
        "desk/recorded.html",
        "desk_boards",
        found,
        returned,
        match=match,
        before=before,
        corrections=corrections,
        game=game_name(match["game"], desk.words()),
        has_twenties=bool(before["twenties"]),
        can_be=can_be_result(match),
        side=lambda letter: text(match["names"].get(letter) or letter),
        fresh=desk.url("desk_recorded", recorded=match["match"]),
        place="",
        text=text,
    )


async def take(desk: Desk, form: Posted) -> Entry:
    """Take it as the result of a match of the tournament."""
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

    form.check()
    return Entry(decide, said, subjects.match(name))


async def set_correction(desk: Desk, form: Posted) -> Response:
    """Say what stands of it beside what the board recorded; the presses stay."""
    match, words = await _match(desk), desk.words()
    kind = form.choice("kind", ("result", "aside", "drop"))
    reason = form.text("reason") or "corrected at the desk"
    is_newer = as_recorded(match).get("newer", False)
    content = _score(form, match, words).line() if kind == "result" and not is_newer else ""
    if is_newer:
        form.refuse("", words._("This match is of a newer Tallyboard, which knows its game."))
    form.check()

    def check(before: Sequence[Correction]) -> None:
        if form.raw("basis") != (before[-1].id if before else ""):
            raise StaleError(form)
        if kind == "drop" and (not before or before[-1].kind == "drop"):
            raise FieldError({"": words._("Nothing of this match is corrected.")})

    def work(store: Store) -> Notice:
        correct(store, match, cast("Kind", kind), content, reason, desk.who, check)
        return _corrected(store, match, kind, words)

    try:
        note = await desk.do(form, work)
    except StaleError:
        after = await desk.site.do(lambda store: store.corrections_of(match))
        whats = [(text(one.given_by), text(one.content or one.kind)) for one in after[-3:]]
        since = [words._("%(who)s: %(what)s", who=who, what=what) for who, what in whats]
        return await recorded(desk, Returned(form.given, stale=since))
    return desk.back(form, note, desk.url("desk_recorded", recorded=match["match"]))


def _score(form: Posted, match: MatchObject, words: Words) -> Score:
    """What the form says of sides and twenties; what cannot be is remembered at its field."""
    before = as_recorded(match)
    totals = {side: form.number(f"score-{side.lower()}", -9999, 9999) for side in before["sides"]}
    twenties = None
    if catalogue.by_id(before["game"]).TWENTIES:
        known = before["twenties"]
        twenties = {side: form.number(f"twenties-{side.lower()}", 0, 999, known.get(side, 0)) for side in totals}
    won, winners = form.choice("won", ("", *before["sides"])) or None, Score(totals).winners
    if won and won not in winners:
        form.refuse("won", words._("The scores are not equal: who has more has won."))
    return Score(totals, twenties, won if len(winners) > 1 else None)


def _corrected(store: Store, match: MatchObject, kind: str, words: Words) -> Notice:
    """What is said of a correction, taken into the tournaments that the match counts in."""
    _ = words._
    refused = [one for one in take_all(store, {match["board"]}) if one.refused]
    with store.reading() as sql:
        counted = counted_in(sql, match["match"])
    said = [
        _("It counts as %(match)s of %(name)s.", match=text(one.match), name=text(one.tournament)) for one in counted
    ]
    doubtful = []
    if kind == "result":
        now = store.match(match["match"])
        scores, twenties = list(now["totals"].values()), list(now["twenties"].values())
        doubtful = doubts_said(doubts(now["game"], now["options"], scores, twenties), words)
    if refused:
        doubtful.append(_("The tournament does not take what stands now; see its flags."))
    return Notice("warn" if doubtful else "good", [_(_CORRECTED[kind]), *said, *doubtful])


ROUTES = [
    shows("/desk/{t}/taken", taken_in, "desk_taken_in"),
    fills("/desk/{t}/taken", take_in, "desk_take_in", "desk_taken_in", taken_in, to="desk_results"),
    shows("/desk/{t}/boards", boards, "desk_boards"),
    shows("/desk/{t}/recorded/{recorded}", recorded, "desk_recorded"),
    fills("/desk/{t}/recorded/{recorded}/take", take, "desk_take", "desk_recorded", recorded, "", to="desk_day"),
    fills("/desk/{t}/recorded/{recorded}", set_correction, "desk_correct", "desk_recorded", recorded),
]
