"""What a page is asked for, and what it is made of; the server and the exported site make all pages so."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tallyboard.pages.links import Links
from tallyboard.pages.public.facts import Known
from tallyboard.pages.public.view import View
from tallyboard.store import Reader
from tallyboard.text.language import Language


class Asked(NamedTuple):
    """`store`: where everything is read. `known`: the tournaments. `where`: what the address has, `query`: what stands
    behind the question mark in it; `language` and `links`: of whoever asks. `only`: the ids of the boards' matches that
    there are pages of, None for all, and for a server: where it is not None, the pages are files."""

    store: Reader
    known: Known
    language: Language
    links: Links
    where: Mapping[str, Any]
    query: Mapping[str, str]
    only: frozenset[str] | None = None

    @property
    def is_file(self) -> bool:
        """Whether the page is one of an exported site."""
        return self.only is not None

    def view(self) -> View:
        """The tournament that is asked for. Raises TallyboardError."""
        return View(self.known.facts(self.store, str(self.where["t"])), self.language, self.links)

    def number(self, name: str, default: int = 0) -> int:
        """A number of the query; the default where there is none."""
        given = self.query.get(name, "")
        return int(given) if given.isascii() and given.isdecimal() and len(given) < 7 else default


class Page(NamedTuple):
    """A template, and what it is filled with."""

    template: str
    data: dict[str, Any]


Make = Callable[[Asked], Page]
