"""The HTML of cards and notes, made once for each change and language, and the stream that brings it."""

import json
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from functools import cache, lru_cache

from markupsafe import Markup

from tallyboard.pages.drawing.digits import display, sprite
from tallyboard.pages.live.cards import Card, dots
from tallyboard.pages.live.hall import Live, News, Shown, Viewing
from tallyboard.pages.render import Links, PageReader, render
from tallyboard.pages.sheet import SHEETS
from tallyboard.pages.tournaments import is_newer
from tallyboard.text.language import Language, language, later

_KEPT = 1000  # images of displays: they come again and again


class Fragments:
    """Those that were made last. For one event loop. `sprite`: the patterns that they refer to."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self.sprite = _lean(render("live/sprite.html", PageReader(language("en")), links, digits=sprite()))
        self._made: dict[tuple[str, str], tuple[Shown, Markup]] = {}

    def of(self, what: Shown, language: Language) -> Markup:
        """A table, or what concerns the whole hall or the desk."""
        made = self._made.get((what.key, language.code))
        if made is None or made[0] != what:
            made = self._made[what.key, language.code] = what, self._html(what, language)
        return made[1]

    def forget(self, key: str) -> None:
        """This table is no more."""
        for made in [one for one in self._made if one[0] == key]:
            del self._made[made]

    def _html(self, what: Shown, language: Language) -> Markup:
        if not isinstance(what, Card):
            return _lean(render(f"live/{what.key}.html", PageReader(language), self._links, **{what.key: what}))
        where = what.where.words(language) if what.where else ""
        about = {
            "card": what,
            "where": where,
            "words": _words(language),
            "address": self._links.url("table", table=what.word),
        }
        return _lean(render("live/card.html", PageReader(language), self._links, **about, **_TOOLS))


@cache
def _words(language: Language) -> dict[str, str]:
    """What every card says."""
    said = {
        "table": later("Table"),
        "twenties": later("20s"),
        "box": later("by box"),
        "radio": later("by radio"),
        "phone": later("by phone"),
        "paper": later("on paper"),
    }
    return {key: language(word) for key, word in said.items()}


def _lean(html: str) -> Markup:
    """Without line breaks, which would make lines of the stream, and what is of no use."""
    return Markup("".join(line.strip() + " " if not line.endswith(">") else line.strip() for line in html.splitlines()))


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).isoformat()


def _clock(ms: int) -> str:
    """The time of day, on the laptop's clock."""
    return time.strftime("%H:%M:%S", time.localtime(ms / 1000))


_TOOLS = {"display": lru_cache(_KEPT)(display), "pips": dots, "moment": _moment, "clock": _clock}


_SAID_KEPT = 200  # of one moment: languages, tables, tournaments, and how far viewers are
ASSETS = (*SHEETS, "live.js", "clock.js", "tv.js")
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class Teller:
    """Tells viewers. What several are told alike is put together once."""

    def __init__(self, live: Live, links: Links) -> None:
        self.fragments = Fragments(links)
        self._live = live
        self._links = links
        self._number = -1
        self._said: dict[tuple[int | None, Viewing, str], tuple[int, bytes]] = {}

    async def tell(self, told: str, choice: Viewing, version: str, language: Language) -> AsyncGenerator[bytes, None]:
        """What a viewer is sent. `told`: the id of what it was sent last; `version`: of the tournament shown."""
        live = self._live
        after = live.versions.read(told)
        beats = live.pulse.beats
        yield self._hello() + (self._clock(language) if live.clock.until else b"")
        while not live.closed:
            ring = live.pulse.next()
            after, said = self._newer(after, choice, language)
            if said:
                yield said
            if live.pulse.beats != beats:
                beats = live.pulse.beats
                yield self._beat()
            await ring.wait()
            # Not before: a page that was made a moment ago may be newer than what this has heard of.
            if is_newer(now := live.version(choice.tournament), version):
                version = now
                yield _event("changed", now)

    def _hello(self) -> bytes:
        assets = [self._links.asset(file) for file in ASSETS]
        return b"retry: 2000\n" + _event("hello", json.dumps({"assets": assets}))

    def _beat(self) -> bytes:
        """The laptop's time and the database's, in ms since 1970."""
        now = time.time_ns() // 1_000_000
        return _event("beat", f"{now} {now + self._live.ahead}")

    def _clock(self, language: Language) -> bytes:
        """That goes: a page that many share was made without it."""
        return _event("fragment", self.fragments.of(self._live.clock, language)) + self._beat()

    def _newer(self, after: int | None, choice: Viewing, language: Language) -> tuple[int, bytes]:
        """What is newer than this number, and the number up to which that is."""
        news_id = self._live.versions.number
        if news_id != self._number or len(self._said) >= _SAID_KEPT:
            self._number = news_id
            self._said.clear()
        which = after, choice, language.code
        if which not in self._said:
            news = self._live.news(after, choice)
            self._said[which] = news.number, self._say(news, language)
        return self._said[which]

    def _say(self, news: News, language: Language) -> bytes:
        said = []
        if news.everything is not None:
            said.append(_event("all", json.dumps(news.everything)))
        for key in news.gone:
            self.fragments.forget(key)
            said.append(_event("gone", key))
        said += [_event("fragment", self.fragments.of(what, language)) for what in news.shown]
        if not said:
            return b""
        return b"".join(said) + f"id: {self._live.versions.id_of(news.number)}\nevent: told\ndata:\n\n".encode()


def _event(kind: str, data: str) -> bytes:
    """One event. A line break in a name would be the end of its line: names have none, see text.printable."""
    return f"event: {kind}\ndata: {' '.join(data.splitlines())}\n\n".encode()
