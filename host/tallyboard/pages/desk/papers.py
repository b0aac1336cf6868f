"""Paper for the wall and the tables as PDF, and the script of the day."""

import threading
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from multiprocessing import get_context
from typing import get_args
from zoneinfo import ZoneInfo

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk.asked import Desk
from tallyboard.pages.desk.handlers import framed, shows
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Look, Seen
from tallyboard.paper import Kind, LanguageCode, Size, TournamentPaper, pages, paper_of
from tallyboard.store.tournaments import script as script_of
from tallyboard.text.tournament.matches import is_league

_ONE_AT_A_TIME = threading.Lock()


async def papers(desk: Desk) -> Response:
    """What can be printed."""
    seen = await desk.site.tournament(desk.word)
    asked = desk.request.query_params
    size = asked.get("size", "a4") if asked.get("size") in get_args(Size) else "a4"
    language = asked.get("paper") if asked.get("paper") in get_args(LanguageCode) else desk.language.code
    return framed(
        desk,
        seen,
        "desk/papers.html",
        "desk_papers",
        size=size,
        paper_language=language,
        can_print=_has_typst(),
        papers=_papers(seen, desk.words()),
    )


def _papers(seen: Seen, words: Words) -> list[tuple[Kind, Markup]]:
    """The papers that have something on them now, with their names."""
    _ = words._
    drawn = [phase for phase in seen.computed["phases"] if phase["drawn"]]
    matches = [match["state"] for phase in drawn for match in phase["matches"]]
    found: list[tuple[Kind, Markup, bool]] = [
        ("standings", _("Standings"), any(is_league(phase) for phase in drawn)),
        ("bracket", _("Bracket"), any(not is_league(phase) for phase in drawn)),
        ("schedule", _("Schedule"), bool(matches)),
        ("calls", _("Calls"), "called" in matches),
        (
            "scorecards",
            _("Cards for the matches that are called or ready"),
            "called" in matches or "ready" in matches,
        ),
        ("scoresheets", _("Blank scoresheets of every game"), bool(seen.computed["phases"])),
    ]
    return [(kind, said) for kind, said, is_there in found if is_there]


def _has_typst() -> bool:
    from importlib.util import find_spec

    return find_spec("typst") is not None


async def pdf(desk: Desk) -> Response:
    """A paper as PDF."""
    asked = desk.request.query_params
    _ = desk.words()._
    kinds: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
    sizes: dict[str, Size] = {size: size for size in get_args(Size)}
    languages: dict[str, LanguageCode] = {code: code for code in get_args(LanguageCode)}
    kind = kinds.get(str(desk.request.path_params["kind"]))
    if kind is None:
        raise NotFound(_("There is no such paper."), _("Go back to the list."))
    size = sizes.get(asked.get("size", ""), "a4")
    language = languages.get(asked.get("paper", ""), languages.get(desk.language.code, "en"))
    paper = await desk.look(_paper)
    if not _has_typst():
        raise TallyboardError(
            _("The typesetter typst is not installed on this laptop."),
            _("Use the browser's own printing of the public pages instead."),
        )
    made = await run_in_threadpool(_typeset, kind, paper, size, language)
    return Response(
        made, media_type="application/pdf", headers={"content-disposition": f'inline; filename="{kind}.pdf"'}
    )


def _typeset(kind: Kind, paper: TournamentPaper, size: Size, language: LanguageCode) -> bytes:
    """The PDF, made in a process of its own, one at a time: the typesetter keeps hundreds of megabytes for itself."""
    with _ONE_AT_A_TIME, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(pages, kind, paper, size=size, language=language).result()


def _paper(look: Look) -> TournamentPaper:
    about = look.seen.about
    now = f"{datetime.now(ZoneInfo(about.time_zone)):%Y-%m-%d %H:%M} {about.time_zone}"
    return paper_of(about.name, now, look.tournament)


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
