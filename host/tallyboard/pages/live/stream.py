"""The stream: what is newer than what a viewer has, as server-sent events.

A viewer has no queue. It is woken, looks for what is newer than what it was sent last, and sends that: one that is slow
skips what is out of date by then, and costs nobody anything.

    hello      first of all: {"assets": […], "id": …}: addresses of script and styles as they are now
    all        the keys of all fragments that follow: others are no more
    fragment   HTML with a data-fragment, that takes the place of the one with the same
    gone       the key of a fragment that is no more
    changed    the version of the tournament that the page shows
    beat       ms since 1970 by the laptop, every two seconds
"""

import json
import time
from collections.abc import AsyncGenerator

from tallyboard.pages.links import Links
from tallyboard.pages.live.fragments import Fragments
from tallyboard.pages.live.hall import Choice, Live, News
from tallyboard.pages.tournaments import is_newer
from tallyboard.text.language import Language

_SAID_KEPT = 200  # of one moment: languages, tables, tournaments, and how far viewers are
ASSETS = ("base.css", "drawing.css", "live.css", "live.js", "tv.js")
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class Teller:
    """Tells viewers. What several are told alike is put together once."""

    def __init__(self, live: Live, links: Links) -> None:
        self.fragments = Fragments(links)
        self._live = live
        self._links = links
        self._number = -1
        self._said: dict[tuple[int | None, Choice, str], tuple[int, bytes]] = {}

    async def tell(self, told: str, choice: Choice, version: str, language: Language) -> AsyncGenerator[bytes, None]:
        """What a viewer is sent. `told`: the id of what it was sent last; `version`: of the tournament shown."""
        live = self._live
        after = live.read_id(told)
        beats = live.pulse.beats
        yield self._hello()
        while not live.closed:
            ring = live.pulse.next()
            after, said = self._newer(after, choice, language)
            if said:
                yield said
            if live.pulse.beats != beats:
                beats = live.pulse.beats
                yield _event("beat", str(time.time_ns() // 1_000_000))
            await ring.wait()
            # Not before: a page that was made a moment ago may be newer than what this has heard of.
            if is_newer(now := live.version(choice.tournament), version):
                version = now
                yield _event("changed", now)

    def _hello(self) -> bytes:
        assets = [self._links.asset(file) for file in ASSETS]
        return b"retry: 2000\n" + _event("hello", json.dumps({"assets": assets}))

    def _newer(self, after: int | None, choice: Choice, language: Language) -> tuple[int, bytes]:
        """What is newer than this number, and the number up to which that is."""
        news_id = self._live.number
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
        if news.notes is not None:
            said.append(_event("fragment", self.fragments.notes(news.notes, language)))
        said += [_event("fragment", self.fragments.card(card, language)) for card in news.cards]
        if not said:
            return b""
        return b"".join(said) + f"id: {self._live.id_of(news.number)}\nevent: told\ndata:\n\n".encode()


def _event(kind: str, data: str) -> bytes:
    """One event. A line break in a name would be the end of its line: names have none, see text.printable."""
    return f"event: {kind}\ndata: {' '.join(data.splitlines())}\n\n".encode()
