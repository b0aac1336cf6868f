"""Paper for the wall and the tables as PDF, and the script of the day."""

from datetime import datetime
from typing import Any, get_args
from zoneinfo import ZoneInfo

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk.objects import PhaseObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk.asked import Desk
from tallyboard.pages.desk.handlers import framed, shows
from tallyboard.pages.desk.words import Words
from tallyboard.pages.printing import can_print, chosen_paper
from tallyboard.pages.printing import pdf as printed
from tallyboard.pages.tournaments import Look
from tallyboard.paper import Kind, TournamentPaper, pages, paper_of
from tallyboard.store.tournaments import script as script_of
from tallyboard.text.tournament.matches import is_league


async def papers(desk: Desk) -> Response:
    """What can be printed."""
    seen = await desk.site.tournament(desk.word)
    size, language = chosen_paper(desk)
    how: dict[str, Any] = {"size": size, "paper_language": language, "can_print": can_print()}
    there = _papers(seen.computed["phases"], desk.words())
    return framed(desk, seen, "desk/papers.html", "desk_papers", papers=there, **how)


def _papers(phases: list[PhaseObject], words: Words) -> list[tuple[Kind, Markup]]:
    """The papers that have something on them now, with their names."""
    _ = words._
    drawn = [phase for phase in phases if phase["drawn"]]
    matches = {match["state"] for phase in drawn for match in phase["matches"]}
    found: list[tuple[Kind, Markup, bool]] = [
        ("standings", _("Standings"), any(is_league(phase) for phase in drawn)),
        ("bracket", _("Bracket"), any(not is_league(phase) for phase in drawn)),
        ("schedule", _("Schedule"), bool(matches)),
        ("calls", _("Calls"), "called" in matches),
        ("scorecards", _("Cards for the matches that are called or ready"), bool(matches & {"called", "ready"})),
        ("scoresheets", _("Blank scoresheets of every game"), bool(phases)),
    ]
    return [(kind, said) for kind, said, is_there in found if is_there]


async def pdf(desk: Desk) -> Response:
    """A paper as PDF."""
    _ = desk.words()._
    kinds: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
    kind = kinds.get(str(desk.request.path_params["kind"]))
    if kind is None:
        raise NotFound(_("There is no such paper."), _("Go back to the list."))

    def found(look: Look) -> TournamentPaper:
        about = look.seen.about
        now = f"{datetime.now(ZoneInfo(about.time_zone)):%Y-%m-%d %H:%M} {about.time_zone}"
        return paper_of(about.name, now, look.tournament)

    paper = await desk.look(found)
    size, language = chosen_paper(desk)
    return await printed(desk, f"{kind}.pdf", pages, kind, paper, size=size, language=language)


async def script(desk: Desk) -> Response:
    """The day as a text from which the same is computed anywhere."""
    found = await desk.look(lambda look: script_of(look.followed))
    disposition = {"content-disposition": 'attachment; filename="day.txt"'}
    return Response(found, media_type="text/plain; charset=utf-8", headers=disposition)


ROUTES = [
    shows("/desk/{t}/papers", papers, "desk_papers"),
    shows("/desk/{t}/paper/{kind}.pdf", pdf, "desk_pdf"),
    shows("/desk/{t}/script.txt", script, "desk_script"),
]
