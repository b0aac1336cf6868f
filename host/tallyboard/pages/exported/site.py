"""All files of an exported site: from the tournament's first page on, whatever a page leads to."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from tallyboard.pages.exported.links import ASSETS, MAIN, FileLinks, WantedFile
from tallyboard.pages.links import STATIC
from tallyboard.pages.public.asked import Asked
from tallyboard.pages.public.catalogue import PAGES
from tallyboard.pages.public.facts import Facts, Known
from tallyboard.pages.render import PageReader, render
from tallyboard.pages.tournaments import NOW, SeenTournaments
from tallyboard.store import Reader as Stored
from tallyboard.text.language import NAMES, Language, language


class SiteFile(NamedTuple):
    """A file of the site; `path`: with slashes, from the folder of the site on."""

    path: str
    data: bytes


class ExportedSite:
    """The site of a tournament in a store. `word`: its name or the beginning of its id, None for the one in use."""

    def __init__(self, store: Stored, word: str | None) -> None:
        """Raises TallyboardError where there is no such tournament."""
        self._store = store
        self._known = Known(SeenTournaments())
        facts = self._known.facts(store, NOW if word is None else word)
        self.name = facts.seen.about.name
        self._id = facts.seen.id
        self._entrants = {phase["phase"]: len(phase["order"]) for phase in facts.seen.computed["phases"]}
        self._matches = _matches(facts)
        self._assets: set[str] = set()
        self._at = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"

    def files(self) -> Iterator[SiteFile]:
        """Every file, the pages one after the other."""
        yield self._front()
        for code in NAMES:
            yield from self._pages(language(code))
        for asset in sorted(self._assets):
            yield SiteFile(f"{ASSETS}/{asset}", (STATIC / asset).read_bytes())

    def _pages(self, spoken: Language) -> Iterator[SiteFile]:
        waiting = {MAIN: WantedFile("tournament", (("t", self._id),), ())}
        done: set[str] = set()
        while waiting:
            file, wanted = waiting.popitem()
            done.add(file)
            links = FileLinks(self._id, spoken.code, file, self._entrants)
            yield SiteFile(f"{spoken.code}/{file}", self._page(wanted, spoken, links, file))
            waiting.update({other: page for other, page in links.wanted.items() if other not in done})
            self._assets |= links.assets

    def _page(self, wanted: WantedFile, spoken: Language, links: FileLinks, file: str) -> bytes:
        asked = Asked(
            self._store, self._known, spoken, links, dict(wanted.where), dict(wanted.query), only=self._matches
        )
        page = PAGES[wanted.name](asked)
        return render(page.template, PageReader(spoken, here=file), links, **page.data, exported_at=self._at).encode()

    def _front(self) -> SiteFile:
        """The page of the folder, which leads to the languages."""
        links = FileLinks(self._id, "", "", self._entrants)
        doors = [(code, f"{code}/{MAIN}", name) for code, name in NAMES.items()]
        style = f"{ASSETS}/base.css"
        self._assets |= {"base.css"}
        reader = PageReader(language(next(iter(NAMES))), here=MAIN)
        made = render("public/front.html", reader, links, name=self.name, doors=doors, style=style)
        return SiteFile(MAIN, made.encode())


def _matches(facts: Facts) -> frozenset[str]:
    """The ids of the boards' matches that are games of the tournament."""
    return frozenset(board.id for board in facts.recorded.values())
