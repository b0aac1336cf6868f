"""From templates to HTML; and where pages are, by name: on the server, and in a site that was exported."""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor

from tallyboard.pages.sheet import files
from tallyboard.text.language import NAMES, Language, language
from tallyboard.text.printable import printable
from tallyboard.text.quantities import local_time

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


TEMPLATES = Path(__file__).parent / "templates"
THEMES = ("auto", "light", "night")
_LONG, _VERY_LONG = 30, 44  # letters of a name, from which on it is written smaller
_ITS_PAGES = re.compile(r"^/t/[^/]+")


class PageReader(NamedTuple):
    """Who looks, as far as a page needs to know. `theme`: of THEMES. `operator`: who may change things, "" for nobody.
    `here`: the address of the page, to come back to.
    """

    language: Language
    theme: str = "auto"
    operator: str = ""
    here: str = "/"

    def is_at(self, address: str) -> bool:
        """Whether this page is that one or one below it. A tournament's are under its id, and of the one in use."""
        here, there = (_ITS_PAGES.sub("/t", one.partition("?")[0]) for one in (self.here, address))
        return here == there or (there not in ("/", "/t") and here.startswith(f"{there}/"))


def render(template: str, reader: PageReader, links: Links, **data: Any) -> str:
    """The page, or a part of one, in the reader's language."""
    made = _environment(reader.language.code).get_template(template)
    return made.render(reader=reader, url=links.url, asset=links.asset, languages=NAMES, **data)


def name_markup(name: str) -> Markup:
    """Anybody's text: nothing in it acts on the page or on the text around it."""
    return Markup("<bdi>{}</bdi>").format(printable(name))


def length_class(name: str) -> str:
    """The class of a name that needs smaller letters: "long" or "xl"; "" for most."""
    return "xl" if len(name) > _VERY_LONG else "long" if len(name) > _LONG else ""


@cache
def _environment(code: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    spoken = language(code)
    # Jinja itself puts the values in, escaped.
    environment.install_gettext_callables(spoken.gettext, spoken.form, newstyle=True)  # type: ignore[attr-defined]
    environment.filters |= {
        "bdi": name_markup,
        "local_time": local_time,
        "printable": printable,
        "length_class": length_class,
    }
    return environment
