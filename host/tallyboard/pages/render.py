"""From templates to HTML."""

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tallyboard.pages.links import Links
from tallyboard.text.language import NAMES, Language, language
from tallyboard.text.printable import printable
from tallyboard.text.quantities import local_time

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
