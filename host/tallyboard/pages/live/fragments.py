"""The HTML of cards and notes, made once for each change and language."""

import time
from datetime import UTC, datetime
from functools import lru_cache

from markupsafe import Markup

from tallyboard.pages.drawing.digits import display
from tallyboard.pages.links import Links
from tallyboard.pages.live.cards import Card
from tallyboard.pages.live.hall import Notes
from tallyboard.pages.render import Reader, render
from tallyboard.text.language import Language

_KEPT = 1000  # images of displays: they come again and again


class Fragments:
    """Those that were made last. For one event loop."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._made: dict[tuple[str, str], tuple[Card | Notes, Markup]] = {}

    def card(self, card: Card, language: Language) -> Markup:
        """A table."""
        return self._get(card.key, card, language)

    def notes(self, notes: Notes, language: Language) -> Markup:
        """What concerns the whole hall."""
        return self._get("notes", notes, language)

    def forget(self, key: str) -> None:
        """This table is no more."""
        for made in [one for one in self._made if one[0] == key]:
            del self._made[made]

    def _get(self, key: str, what: Card | Notes, language: Language) -> Markup:
        of, html = self._made.get((key, language.code), (None, Markup("")))
        if of != what:
            html = self._html(what, language)
            self._made[key, language.code] = what, html
        return html

    def _html(self, what: Card | Notes, language: Language) -> Markup:
        if isinstance(what, Notes):
            return _lean(render("live/notes.html", Reader(language), self._links, notes=what))
        about = {"card": what, "address": self._links.url("table", table=what.word)}
        return _lean(render("live/card.html", Reader(language), self._links, **about, **_TOOLS))


def _lean(html: str) -> Markup:
    """Without line breaks, which would make lines of the stream, and what is of no use."""
    return Markup("".join(line.strip() + " " if not line.endswith(">") else line.strip() for line in html.splitlines()))


def _bdi(name: str) -> Markup:
    return Markup("<bdi>{}</bdi>").format(name)


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).isoformat()


def clock(ms: int) -> str:
    """The time of day, on the laptop's clock."""
    return time.strftime("%H:%M:%S", time.localtime(ms / 1000))


_TOOLS = {"display": lru_cache(_KEPT)(display), "bdi": _bdi, "moment": _moment, "clock": clock}
