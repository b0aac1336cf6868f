"""Where pages are, by name: on the server, and in a site that was exported."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Protocol
from urllib.parse import quote, urlencode

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor

from tallyboard.pages.sheet import files

_KEPT = 4000  # addresses: of every page of a large event


class _Number(IntegerConvertor):
    """`{entrant:int}` of a path: more digits than these are of no page, and thousands of them no number for Python."""

    regex = "[0-9]{1,9}"


register_url_convertor("int", _Number())  # before any room makes its routes: all of them import this


class Links(Protocol):
    """What templates ask for addresses."""

    def url(self, name: str, /, query: Mapping[str, object] | None = None, **where: Any) -> str:
        """The page of this name; `where`: what its path has, `query`: what stands behind the question mark."""
        ...

    def asset(self, file: str) -> str:
        """One of the files that pages load, see sheet.py."""
        ...


class ServerLinks:
    """Addresses on the server of this app; each asset's has its fingerprint, so that browsers may keep it for good."""

    def __init__(self, app: Starlette) -> None:
        if not hasattr(app.state, "path_of"):
            app.state.path_of = lru_cache(_KEPT)(partial(_path_of, app))
        self._path_of: Callable[[str, tuple[tuple[str, Any], ...]], str] = app.state.path_of

    def url(self, name: str, /, query: Mapping[str, object] | None = None, **where: Any) -> str:
        path = self._path_of(name, tuple(where.items()))
        return f"{path}?{urlencode(query)}" if query else path

    def asset(self, file: str) -> str:
        return f"{self._path_of('static', (('path', file),))}?v={files()[file].version}"


def _path_of(app: Starlette, name: str, where: tuple[tuple[str, Any], ...]) -> str:
    """Starlette tries one route after the other: of a page that was half of the time that it took."""
    quoted = {part: quote(value, safe="") if isinstance(value, str) else value for part, value in where}
    return str(app.url_path_for(name, **quoted))
