"""What comes from elsewhere, matches, and the final places, which go there."""

from collections.abc import Sequence

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Tournament
from tallyboard.errors import TallyboardError, later
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned, fills, framed, shows
from tallyboard.pages.desk.papers import placements_of
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.seeding import file_of
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Look
from tallyboard.store.tournaments import Because
from tallyboard.store.tournaments.board_results import also_called, taking
from tallyboard.text.tournament.cmn import CmnMatch, CmnOutcome, CmnWords, NotCmnError, cmn_in

_TOLD = 8  # matches of which something is told
_NOT_TAKEN = later("Not taken is %(match)s: %(why)s.")
_DOUBT = later("Look again, though it counts, at %(match)s: %(why)s.")


async def taken_in(desk: Desk, returned: Returned = BLANK) -> Response:
    """The page where matches that were recorded elsewhere are taken in."""
    seen = await desk.site.tournament(desk.word)
    return framed(desk, seen, "desk/taken_in.html", "desk_results", returned, fresh=desk.url("desk_taken_in"))


async def take(desk: Desk, form: Posted) -> Entry:
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


async def placements(desk: Desk) -> Response:
    """The final places as a sheet; NotFound before there are any."""

    def found(look: Look) -> str:
        if not look.tournament.finished:
            raise NotFound(
                desk.words()._("The tournament is not finished."), desk.words()._("Enter the results that are left.")
            )
        return placements_of(look)

    sheet = "\ufeff" + await desk.look(found)
    disposition = {"content-disposition": 'attachment; filename="placements.csv"'}
    return Response(sheet, media_type="text/csv; charset=utf-8", headers=disposition)


ROUTES = [
    shows("/desk/{t}/taken", taken_in, "desk_taken_in"),
    fills("/desk/{t}/taken", take, "desk_take_in", "desk_taken_in", taken_in, to="desk_results"),
    shows("/desk/{t}/placements.csv", placements, "desk_placements"),
]
