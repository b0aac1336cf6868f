"""Paper for the wall and the tables as PDF, by the typesetter in a process of its own; and what is kept of the day."""

import codecs
import re
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from multiprocessing import get_context
from typing import Any, get_args
from zipfile import ZIP_DEFLATED, ZipFile

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from tallyboard.desk.objects import PhaseObject
from tallyboard.errors import TallyboardError
from tallyboard.export import Rows
from tallyboard.export.spreadsheet import placements_sheet, places_sheet, written
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk.asked import Desk, framed, shows
from tallyboard.pages.desk.words import Words
from tallyboard.pages.exported import ExportedSite
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.tournaments import Look
from tallyboard.paper import Kind, LanguageCode, Size, TournamentPaper, pages, paper_of
from tallyboard.paper.table_cards import PlayerBadge, player_badges
from tallyboard.store import Store
from tallyboard.store.presses import Presses
from tallyboard.store.tournaments import script as script_of
from tallyboard.store.tournaments.calls import of_all
from tallyboard.text.board_names import natural
from tallyboard.text.quantities import now_in
from tallyboard.text.tournament.matches import is_league

_ONE_AT_A_TIME = threading.Lock()


async def papers(desk: Desk) -> Response:
    seen = await desk.site.tournament(desk.word)
    size, language = chosen_paper(desk)
    how: dict[str, Any] = {"size": size, "paper_language": language, "can_print": can_print(), **who_comes(desk)}
    there = _papers(seen.computed["phases"], desk.words())
    return framed(
        desk, seen, "desk/papers.html", "desk_papers", papers=there, has_players=bool(seen.computed["entrants"]), **how
    )


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
    _ = desk.words()._
    kinds: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
    kind = kinds.get(str(desk.request.path_params["kind"]))
    if kind is None:
        raise NotFound(_("There is no such paper."), _("Go back to the list."))

    def found(look: Look) -> TournamentPaper:
        about = look.seen.about
        return paper_of(about.name, now_in(about.time_zone), look.tournament)

    paper = await desk.look(found)
    size, language = chosen_paper(desk)
    return await printed(desk, f"{kind}.pdf", pages, kind, paper, size=size, language=language)


async def badges(desk: Desk) -> Response:
    """A badge for each player, with the code that opens their own page on their phone."""
    seen = await desk.site.tournament(desk.word)
    origin, links = origin_on_cards(desk), ServerLinks(desk.request.app)
    shown = [
        PlayerBadge(one["name"], origin + links.url("me_scanned", t=seen.id, entrant=one["entrant"]))
        for one in sorted(seen.computed["entrants"], key=lambda one: natural(one["name"]))
    ]
    size, language = chosen_paper(desk)
    return await printed(desk, "badges.pdf", player_badges, shown, event=seen.about.name, size=size, language=language)


async def script(desk: Desk) -> Response:
    """The day as a text from which the same is computed anywhere."""
    found = await desk.look(lambda look: script_of(look.followed))
    disposition = {"content-disposition": 'attachment; filename="day.txt"'}
    return Response(found, media_type="text/plain; charset=utf-8", headers=disposition)


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


# ---- for every paper


async def archive(desk: Desk) -> Response:
    """What stays of the day, as a zip: the public pages, places and recorded matches as sheets, the script."""
    name, made = await desk.site.do(lambda store: _archived(store, desk))
    disposition = {"content-disposition": f'attachment; filename="{name}.zip"'}
    return Response(made, media_type="application/zip", headers=disposition)


def _archived(store: Store, desk: Desk) -> tuple[str, bytes]:
    seen = desk.site.tournaments.see(store, desk.word)
    site, made = ExportedSite(store, seen.about.id), BytesIO()
    with store.reading() as sql:
        games, _ = of_all(sql)
    matches = [one for one in store.each_match() if (of := games.of(one)) and of["tournament"] == seen.about.id]
    sheets = {"places.csv": places_sheet(seen.computed)}
    if matches:
        sheets["matches.csv"] = "".join(written(Rows.MATCHES, matches, Presses(store), games.of))
    if seen.computed["finished"]:
        sheets["placements.csv"] = desk.site.tournaments.asked(store, desk.word, placements_of)
    with ZipFile(made, "w", ZIP_DEFLATED) as archived:
        for sheet, lines in sheets.items():
            archived.writestr(sheet, codecs.BOM_UTF8 + lines.encode())
        archived.writestr(
            "day.txt", desk.site.tournaments.asked(store, desk.word, lambda look: script_of(look.followed))
        )
        for file in site.files():
            archived.writestr(f"pages/{file.path}", file.data)
    return re.sub(r"[^a-z0-9]+", "-", seen.about.name.casefold()).strip("-") or "tournament", made.getvalue()


def placements_of(look: Look) -> str:
    """The final places as a sheet, of a finished tournament."""
    return placements_sheet(look.seen.about.name, str(look.followed.first_day), look.tournament)


def origin_on_cards(desk: Desk) -> str:
    """By which address phones come to what codes on paper hold: what the query asks for, else the first."""
    reached, wanted = desk.site.reached, desk.request.query_params.get("at", "")
    known = reached.seen_from(desk.request.url)
    return wanted if wanted in known else (known or [reached.origin()])[0]


def who_comes(desk: Desk) -> dict[str, Any]:
    """What a page tells of the addresses by which phones come here: codes on paper hold one."""
    there = desk.site.reached
    return {"reached": there.seen_from(desk.request.url), "in_networks": there.in_networks}


def can_print() -> bool:
    """Whether the typesetter is installed."""
    return find_spec("typst") is not None


def chosen_paper(desk: Desk) -> tuple[Size, LanguageCode]:
    """The sheets, and the language of the paper: what the address asks for, else A4, as the reader reads."""
    sizes: dict[str, Size] = {size: size for size in get_args(Size)}
    languages: dict[str, LanguageCode] = {code: code for code in get_args(LanguageCode)}
    asked = desk.request.query_params
    language = languages.get(asked.get("paper", ""), languages.get(desk.language.code, "en"))
    return sizes.get(asked.get("size", ""), "a4"), language


async def printed(desk: Desk, name: str, make: Callable[..., bytes], *what: Any, **how: Any) -> Response:
    """What `make` makes of this, as a PDF of this name. Raises TallyboardError without the typesetter."""
    if not can_print():
        _ = desk.words()._
        raise TallyboardError(
            _("The typesetter typst is not installed on this laptop."),
            _("Use the browser's own printing of the public pages instead."),
        )
    made = await run_in_threadpool(_typeset, partial(make, *what, **how))
    disposition = {"content-disposition": f'inline; filename="{name}"'}
    return Response(made, media_type="application/pdf", headers=disposition)


def _typeset(make: Callable[[], bytes]) -> bytes:
    """Made in a process of its own, one at a time: the typesetter keeps hundreds of megabytes for itself."""
    with _ONE_AT_A_TIME, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(make).result()


ROUTES = [
    shows("/desk/{t}/papers", papers, "desk_papers"),
    shows("/desk/{t}/paper/{kind}.pdf", pdf, "desk_pdf"),
    shows("/desk/{t}/badges.pdf", badges, "desk_badges"),
    shows("/desk/{t}/script.txt", script, "desk_script"),
    shows("/desk/{t}/archive.zip", archive, "desk_archive"),
    shows("/desk/{t}/placements.csv", placements, "desk_placements"),
]
