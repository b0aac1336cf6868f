"""Somebody at the desk's pages: looks at one, fills in the forms that stand there, sends them."""

import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from tallyboard.desk import Tournament, TournamentObject
from tallyboard.hub.database import LazyStore
from tallyboard.pages.app import make_app
from tallyboard.pages.site import Site
from tallyboard.pages.tournaments import Seen


class As:
    """An app as it is asked by somebody of this name; "" is nobody who may change things."""

    def __init__(self, app: Starlette, name: str) -> None:
        self._app: ASGIApp = app
        self._name = name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})["operator"] = self._name
        await self._app(scope, receive, send)


class PageForm:
    """A form of a page: where it goes, its fields as they stand, and its buttons."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.fields: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []
        self.said = ""

    def __repr__(self) -> str:
        return f"<{self.action} {self.said!r} {self.fields}>"


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self._in: PageForm | None = None
        self._select = ""
        self._first = True
        self._area = ""
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._in = PageForm(has["action"])
            self.forms.append(self._in)
        elif self._in is None:
            return
        elif tag == "input":
            is_box = has.get("type") in ("checkbox", "radio")
            if has.get("type") != "file" and (not is_box or "checked" in has):
                self._in.fields[has["name"]] = has.get("value", "")
        elif tag == "select":
            self._select, self._first = has["name"], True
        elif tag == "option" and self._select:
            if self._first or "selected" in has:
                self._in.fields[self._select] = has.get("value", "")
            self._first = False
        elif tag == "textarea":
            self._area = has["name"]
            self._in.fields[self._area] = ""
        elif tag == "button" and "name" in has:
            self._in.buttons.append((has["name"], has["value"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._in = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self._in is not None and self._area:
            self._in.fields[self._area] += data
        elif self._in is not None:
            self._in.said += data


def forms_of(html: str) -> list[PageForm]:
    """The forms of a page."""
    parser = _Forms()
    parser.feed(html)
    return parser.forms


class Browser:
    """One operator. `page`: what is seen now, `status`: of the last answer, `seen_pages`: all pages so far."""

    def __init__(self, site: Site, name: str = "Olga", language: str = "en") -> None:
        self.site = site
        app = make_app(site)
        self.client = TestClient(As(app, name), headers={"accept-language": language})
        self.page = ""
        self.status = 0
        self.where = ""
        self.seen_pages: list[str] = []

    def look(self, path: str) -> str:
        """Open a page."""
        self._take(self.client.get(path))
        return self.page

    def _take(self, answer: Any) -> None:
        self.page, self.status, self.where = answer.text, answer.status_code, str(answer.url)
        self.seen_pages.append(self.page)

    def left(self) -> Path:
        """The site's folder, whose store is closed: copies of it are sites as they stand now, see back_at."""
        self.site.store.close()
        return self.site.folder

    def form(self, action: str, **fields: str) -> PageForm:
        """The form of the page that goes there, and has these fields as they stand."""
        found = [
            one
            for one in forms_of(self.page)
            if unquote(urlsplit(one.action).path).endswith(action)
            and all(one.fields.get(name) == value for name, value in fields.items())
        ]
        assert found, (action, fields, forms_of(self.page))
        return found[0]

    def send(self, form: PageForm, fill: Mapping[str, object] = {}, files: Any = None) -> str:
        """Send it, filled in so; the page that comes then."""
        data = {**form.fields, **{name: str(value) for name, value in fill.items()}}
        self._take(self.client.post(form.action, data=data, files=files))
        return self.page

    def press(self, path: str, action: str, fill: Mapping[str, object] = {}, **fields: str) -> str:
        """Open the page and send its form with this action and these fields."""
        self.look(path)
        return self.send(self.form(action, **fields), fill)

    @property
    def said(self) -> str:
        """What the page says of the form before it."""
        number = parse_qs(urlsplit(self.where).query).get("said", [""])[0]
        notice = self.site.once.notice(number)
        return "" if notice is None else " ".join(one.striptags() for one in notice.said)

    def enter(self, *lines: str) -> None:
        """Enter these lines at another desk, each a command of its own."""
        for line in lines:
            self.site.tournaments.enter(self.site.store.get(), "now", partial(_only, line), "Otto")

    @property
    def at(self) -> str:
        """The address of the tournament's desk."""
        return f"/desk/{self.id}"

    @property
    def id(self) -> str:
        """The tournament in use, as addresses have it."""
        return self.seen().id

    def seen(self) -> Seen:
        """The tournament in use as it stands."""
        return self.site.tournaments.see(self.site.store.get(), "now")

    def computed(self) -> TournamentObject:
        """The same as the JSON object."""
        return self.seen().computed

    def lines(self) -> Sequence[str]:
        """Its events."""
        return [event.line for event in self.seen().events]


def site_in(folder: Path) -> Site:
    """A site with a database of its own."""
    return Site(LazyStore(str(folder / "store.db")), folder)


def back_at(left: Path, folder: Path) -> Browser:
    """Olga at a copy of a site, in this folder, which exists."""
    shutil.copytree(left, folder, dirs_exist_ok=True)
    return Browser(site_in(folder))


def _only(line: str, _: Tournament) -> list[str]:
    return [line]


def begin(browser: Browser, name: str = "Club day", entry: str = "singles") -> None:
    """Begin a tournament by the form."""
    browser.look("/desk/all")
    browser.send(browser.form("/desk/new"), {"name": name, "entry": entry, "seed": "7"})
