"""Addresses in an exported site: from file to file, never to a server."""

from collections.abc import Mapping
from typing import Any, NamedTuple

_MOST_LIT = 64  # entrants of a bracket up to which each has a drawing of its path: each is a file of up to 100 kB
ASSETS = "assets"
MAIN = "index.html"


class WantedFile(NamedTuple):
    """A page: its name among the routes, what its path has, its query."""

    name: str
    where: tuple[tuple[str, Any], ...]
    query: tuple[tuple[str, str], ...]


class FileLinks:
    """What templates of a page in `language`/`file` ask for addresses. The site has pages of one tournament, `id`, and
    no others: their addresses are "". `wanted`: every page that was asked for, by its file; `assets`: every asset."""

    def __init__(self, id: str, language: str, file: str, entrants: Mapping[int, int]) -> None:
        """`entrants`: how many each phase has, by its number."""
        self.wanted: dict[str, WantedFile] = {}
        self.assets: set[str] = set()
        self._id = id
        self._language = language
        self._file = file
        self._entrants = entrants

    def url(self, name: str, /, query: Mapping[str, object] | None = None, **where: Any) -> str:
        if name == "language":
            return self._file if where["code"] == self._language else f"../{where['code']}/{self._file}"
        asked = {key: str(value) for key, value in (query or {}).items()}
        file = self._file_of(name, where, asked)
        if file:
            self.wanted[file] = WantedFile(name, tuple(where.items()), tuple(asked.items()))
        return file

    def asset(self, file: str) -> str:
        self.assets.add(file)
        return f"../{ASSETS}/{file}"

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
        if name == "player":
            return f"player-{where['entrant']}.html"
        return f"{name}.html" if name in ("standings", "schedule", "players", "statistics") and not query else ""

    def _bracket(self, phase: int, query: Mapping[str, str]) -> str:
        plain = f"bracket-{phase}"
        if "player" in query and "zoom" in query:
            return ""
        if "player" in query and self._entrants.get(phase, 0) <= _MOST_LIT:
            return f"{plain}-player-{query['player']}.html"
        return f"{plain}-{query['zoom']}.html" if "zoom" in query else f"{plain}.html"
