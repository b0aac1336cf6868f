"""The public pages of a tournament as files, which open from a disk or from any web host."""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from tallyboard.errors import TallyboardError
from tallyboard.pages.public.facts import Known
from tallyboard.pages.public.routes import PAGES
from tallyboard.pages.public.view import Asked
from tallyboard.pages.render import PageReader, render
from tallyboard.pages.sheet import files, fonts
from tallyboard.pages.tournaments import NOW, SeenSeasons, SeenTournaments
from tallyboard.store import Reader as Stored
from tallyboard.system.files import bring_to_disk
from tallyboard.text.language import NAMES, Language, language

_MOST_LIT = 64  # entrants of a bracket up to which each has a drawing of its path: each is a file of up to 100 kB
ASSETS = "assets"
MAIN = "index.html"


class WantedFile(NamedTuple):
    """A page: its name among the routes, what its path has, its query."""

    name: str
    where: Mapping[str, Any]
    query: Mapping[str, str]


class FileLinks:
    """What templates of a page in `language`/`file` ask for addresses. The site has pages of one tournament, `id`, and
    no others: their addresses are "". `wanted`: every page that was asked for, by its file; `assets`: every asset."""

    def __init__(self, id: str, language: str, file: str, entrants: Mapping[int, int], is_front: bool = False) -> None:
        """`entrants`: how many each phase has, by its number. `is_front`: it stands beside the folders of languages."""
        self.wanted: dict[str, WantedFile] = {}
        self.assets: set[str] = set()
        self._id = id
        self._language = language
        self._file = file
        self._entrants = entrants
        self._is_front = is_front

    def url(self, name: str, /, query: Mapping[str, object] | None = None, **where: Any) -> str:
        if name == "language" and self._is_front:
            return f"{where['code']}/{self._file}"
        if name == "language":
            return self._file if where["code"] == self._language else f"../{where['code']}/{self._file}"
        asked = {key: str(value) for key, value in (query or {}).items()}
        file = self._file_of(name, where, asked)
        if file:
            self.wanted[file] = WantedFile(name, where, asked)
        return f"{self._language}/{file}" if file and self._is_front else file

    def asset(self, file: str) -> str:
        self.assets.add(file)
        return f"{ASSETS}/{file}" if self._is_front else f"../{ASSETS}/{file}"

    def _file_of(self, name: str, where: Mapping[str, Any], query: Mapping[str, str]) -> str:
        """The file of a page; "" for one that the site has not. Names have letters, digits and hyphens only: every
        system takes them."""
        if where.get("t", self._id) != self._id:
            return ""
        if name == "tournament":
            return MAIN
        if name == "bracket":
            return self._bracket(int(where["phase"]), query)
        if name == "standings" and query:
            return f"why-{query['phase']}-{query['why'].replace(',', '-')}.html"
        if name == "statistics" and query:
            return f"statistics-{query['by']}.html"
        if name == "results":
            return "matches.html" if query.get("page", "1") == "1" else f"matches-{query['page']}.html"
        if name == "match":
            return f"match-{where['match']}.html"
        if name == "season":
            return f"season-{where['season']}.html"
        if name == "season_player":
            return f"season-{where['season']}-{where['player']}.html"
        if name == "player":
            return f"player-{where['entrant']}.html"
        is_of_tournament = name in PAGES and set(where) == {"t"}
        return f"{name}.html" if is_of_tournament and not query else ""

    def _bracket(self, phase: int, query: Mapping[str, str]) -> str:
        is_lit = "player" in query and self._entrants.get(phase, 0) <= _MOST_LIT
        return f"bracket-{phase}-player-{query['player']}.html" if is_lit else f"bracket-{phase}.html"


class SiteFile(NamedTuple):
    """A file of the site; `path`: with slashes, from the folder of the site on."""

    path: str
    data: bytes


class ExportedSite:
    """The site of a tournament in a store. `word`: its name or the beginning of its id, None for the one in use."""

    def __init__(self, store: Stored, word: str | None) -> None:
        """Raises TallyboardError where there is no such tournament."""
        self._store = store
        self._known = Known(SeenTournaments(), SeenSeasons())
        facts = self._known.facts(store, NOW if word is None else word)
        self.name = facts.seen.about.name
        self._id = facts.seen.id
        self._entrants = {phase["phase"]: len(phase["order"]) for phase in facts.seen.computed["phases"]}
        self._matches = frozenset(board.id for board in facts.recorded.values())
        self._assets: set[str] = set()
        self._first = WantedFile("tournament", {"t": self._id}, {})
        self._at = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"

    def files(self) -> Iterator[SiteFile]:
        """Every file, the pages one after the other."""
        yield self._front()
        for code in NAMES:
            yield from self._pages(language(code))
        for asset in sorted({*self._assets, *fonts()}):
            yield SiteFile(f"{ASSETS}/{asset}", files()[asset].data)

    def _pages(self, spoken: Language) -> Iterator[SiteFile]:
        waiting = {MAIN: self._first}
        done: set[str] = set()
        while waiting:
            file, wanted = waiting.popitem()
            done.add(file)
            links = FileLinks(self._id, spoken.code, file, self._entrants)
            yield SiteFile(f"{spoken.code}/{file}", self._page(wanted, spoken, links, file))
            waiting.update({other: page for other, page in links.wanted.items() if other not in done})
            self._assets |= links.assets

    def _page(self, wanted: WantedFile, spoken: Language, links: FileLinks, file: str) -> bytes:
        asked = Asked(self._store, self._known, spoken, links, wanted.where, wanted.query, only=self._matches)
        page = PAGES[wanted.name](asked)
        return render(page.template, PageReader(spoken, here=file), links, **page.data, exported_at=self._at).encode()

    def _front(self) -> SiteFile:
        """The page of the folder: the tournament at a glance, which leads into the languages."""
        spoken = language(next(iter(NAMES)))
        links = FileLinks(self._id, spoken.code, MAIN, self._entrants, is_front=True)
        return SiteFile(MAIN, self._page(self._first, spoken, links, f"{spoken.code}/{MAIN}"))


MARK = "tallyboard-site.txt"
_HEAD = "tallyboard export --site wrote this folder, and replaces it as a whole. Its files:"


def check(folder: Path) -> None:
    """Raises TallyboardError where the folder is none, or has anything that an export has not written."""
    target = Path(os.path.realpath(folder))
    if not target.parent.is_dir():
        raise TallyboardError(
            "There is no folder %(parent)s.", "Create it, or give another --site.", parent=target.parent
        )
    if not target.exists():
        return
    if not target.is_dir():
        raise TallyboardError(
            "%(folder)s is not a folder.", "Give a new or an empty folder with --site.", folder=folder
        )
    others = sorted(_files(target) - _written_before(target))
    if others:
        raise TallyboardError(
            "%(folder)s has something else in it: %(others)s.",
            "Give a new or an empty folder with --site; nothing was changed.",
            folder=folder,
            others=others[0],
        )


def write(folder: Path, files: Iterable[SiteFile]) -> int:
    """Write the files beside the folder and put them in its place; how many there are. Raises TallyboardError, and what
    `files` raises: then the folder is as it was."""
    target = Path(os.path.realpath(folder))
    begun = target.with_name(f".tallyboard-{os.getpid()}.new")
    try:
        try:
            count = _fill(begun, files)
            _take_place(begun, target)
        finally:
            shutil.rmtree(begun, ignore_errors=True)
    except OSError as error:
        raise TallyboardError(
            "%(folder)s cannot be written: %(why)s.",
            "Check the folder's permissions and room, and that no program has it open.",
            folder=folder,
            why=error.strerror or error,
        ) from error
    return count


def _fill(begun: Path, files: Iterable[SiteFile]) -> int:
    begun.mkdir()
    names = []
    for file in files:
        path = begun / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
        names.append(file.path)
    (begun / MARK).write_text("\n".join([_HEAD, *sorted(names), ""]), encoding="utf-8")
    return len(names)


def _take_place(begun: Path, target: Path) -> None:
    """In two steps; what was there before is gone only when the new one is there."""
    before = target.with_name(f".tallyboard-{os.getpid()}.old")
    is_there = target.exists()
    if is_there:
        os.replace(target, before)
    try:
        os.replace(begun, target)
    except OSError:
        if is_there:
            os.replace(before, target)
        raise
    shutil.rmtree(before, ignore_errors=True)
    bring_to_disk(target.parent)


def _files(folder: Path) -> set[str]:
    """All files below the folder, and folders without any."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir() or not any(path.iterdir()))
    return {path.relative_to(folder).as_posix() for path in found}


def _written_before(folder: Path) -> set[str]:
    """What an export before has written there."""
    try:
        head, *names = (folder / MARK).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return set()
    return {MARK, *names} if head == _HEAD else set()
