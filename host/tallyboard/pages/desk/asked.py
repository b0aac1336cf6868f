"""What a page of the desk asks and enters: which tournament, who says it, and what came of it; and what stands around
each: the tabs, only operators, failures in the reader's words."""

import functools
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import NoMatchFound, Route

from tallyboard.desk import Refusal, Tournament
from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import back_to, failed, here, language_of, local, operator_of, page, status_of
from tallyboard.pages.desk.declared import event_words
from tallyboard.pages.desk.posted import FieldError, Notice, Posted, new_number, refused_words
from tallyboard.pages.desk.subjects import Subject
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.site import site_of
from tallyboard.pages.tournaments import Entered, Look, Seen
from tallyboard.store import Store
from tallyboard.store.failures import UnreachableError
from tallyboard.store.tournaments.appending import Because, Decide
from tallyboard.store.tournaments.notices import Doubted
from tallyboard.text.tournament.names import Names

_Given = TypeVar("_Given")
_SHOWN = 8  # events of others that are told


class Form(NamedTuple):
    """What a form carries besides its fields: a number of its own, what it was made from, and the number of the last
    event then."""

    once: str
    basis: str = ""
    known: int = 0


def form_about(look: Look, subject: Subject) -> Form:
    return Form(new_number(), subject.basis(look.tournament), len(look.seen.events))


class Given(dict[str, str]):
    """What stood in the fields of a form that comes back; "" of a field that was not there."""

    def __missing__(self, name: str) -> str:
        return ""


class Returned(NamedTuple):
    """A form as it comes back: what stood in its fields, by field what is wrong ("": with the whole), and what others
    have entered meanwhile."""

    given: Mapping[str, str] = {}
    errors: Mapping[str, Markup] = {}
    stale: Sequence[Markup] = ()

    @property
    def status(self) -> int:
        return 409 if self.stale else 422 if self.errors else 200


BLANK = Returned()  # a form that nobody has sent yet


class StaleError(TallyboardError):
    """What the form was made from has changed meanwhile; nothing was entered. Without a `subject` it is about all that
    was entered. `since`: the number of the last event that the form knew."""

    def __init__(self, form: Posted, subject: Subject | None = None) -> None:
        super().__init__("Somebody has changed this meanwhile.", "Look again.")
        known = form.raw("known")
        self.subject = subject
        self.since = int(known) if known.isascii() and known.isdecimal() and len(known) < 9 else 0


class Entry(NamedTuple):
    """What a form enters. `decide`: the lines; `said`: what came of it. `subject`: what it is about, where it is to be
    as the form knew it. `confirms`: the results of which somebody says that they are right. `before`: what `said`
    is told of how it stood."""

    decide: Decide
    said: Callable[[Entered, Words], Sequence[Markup]]
    subject: Subject | None = None
    reason: str = ""
    confirms: Callable[[Doubted], bool] | None = None
    before: Callable[[Tournament], Any] = lambda _: None


class Desk:
    """The desk, as a request asks for it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.site = site_of(request)
        self.language = language_of(request)
        self.word = str(request.path_params.get("t", ""))
        self.who = operator_of(request)
        self.links = ServerLinks(request.app)

    def words(self, seen: Seen | None = None) -> Words:
        return Words(self.language, Names(seen.computed["entrants"]), seen.phases) if seen else Words(self.language)

    def url(self, name: str, **where: Any) -> str:
        """The address of a page of this tournament."""
        return self.links.url(name, t=self.word, **where)

    def near(self, name: str) -> str:
        """The address of a page that is about the same as this one, or about as much of it as its path can say."""
        where = self.request.path_params
        for known in (where, {"t": self.word}, {}):
            with suppress(NoMatchFound):
                return self.links.url(name, **known)
        return self.links.url("desk")

    async def look(self, question: Callable[[Look], _Given]) -> _Given:
        """What the question finds in the tournament as it stands now."""
        return await self.site.do(lambda store: self.site.tournaments.asked(store, self.word, question))

    async def posted(self) -> Posted:
        return Posted(await self.request.form(max_fields=5000), self.words())

    async def do(self, form: Posted, work: Callable[[Store], Notice]) -> str:
        """Do the work of the form once, and keep what came of it; the words for `back`."""
        if await self.site.do(lambda store: self.site.once.do(form.once, lambda: work(store))):
            return form.once
        before = self.site.once.notice(form.once)
        said = [self.words()._("That was entered already; it is not entered twice."), *(before.said if before else ())]
        return self.site.once.keep(Notice("warn", said))

    async def enter(self, form: Posted, entry: Entry) -> str:
        """Enter it once. Raises StaleError, Refusal, FieldError: then nothing is changed."""

        stood: Any = None

        def decide(tournament: Tournament) -> Sequence[str | Because]:
            nonlocal stood
            check_basis(form, entry.subject, tournament)
            lines = entry.decide(tournament)
            stood = entry.before(tournament)
            return lines

        def work(store: Store) -> Notice:
            after = self.site.tournaments.enter(store, self.word, decide, self.who, entry.reason, entry.confirms)
            return Notice("good", entry.said(after._replace(before=stood), self.words(after.seen)))

        return await self.do(form, work)

    async def returned(self, form: Posted, error: FieldError | StaleError | Refusal, field: str = "") -> Returned:
        """The form, and why it was not entered; `field`: where a refusal is told."""
        if isinstance(error, FieldError):
            return Returned(form.given, error.fields)
        if isinstance(error, StaleError):
            return Returned(form.given, stale=await self.meanwhile(error))
        return Returned(form.given, {field: Markup(" ").join(refused_words(self.words(), error))})

    async def failed(self, error: TallyboardError) -> Notice:
        """What to say of what could not be entered."""
        words = self.words()
        if isinstance(error, StaleError):
            return Notice(
                "warn", [words._("Nothing was entered, for this has changed meanwhile:"), *await self.meanwhile(error)]
            )
        cause, step = refused_words(words, error)
        return Notice("wrong", [*filter(None, (cause, step)), words._("Nothing was entered.")])

    async def meanwhile(self, error: StaleError) -> list[Markup]:
        """What others have entered since, and who."""

        def told(look: Look) -> list[Markup]:
            words = self.words(look.seen)
            since = [*zip(look.seen.events, look.tournament.events, strict=True)][max(error.since, 0) :]
            about = error.subject
            own = [one for one, its in since if not about or one.line == "undo" or about.concerns(its.what)]
            shown = (own or [one for one, _ in since])[-_SHOWN:]
            return [words._("%(who)s: %(what)s", who=text(one.who), what=event_words(one.line, words)) for one in shown]

        return await self.look(told)

    def opened_from(self, given: Mapping[str, str]) -> str:
        """The page that this one was opened from and leads back to: of the form that came back, else of the address; ""
        where none is said."""
        return local(given.get("next") or self.request.query_params.get("next"), "")

    def back(self, form: Posted | None, said: str, otherwise: str) -> Response:
        """On to the page that the form names, else to this one, which says what came of it."""
        return back_to(_without_said(local(form.raw("next") if form else None, otherwise)), said=said)

    def page(self, template: str, status: int = 200, **data: Any) -> Response:
        """The page of this template, with what came of the form before it."""
        notice = self.site.once.fresh(self.request.query_params.get("said", ""))
        shown = _without_said(here(self.request)) if self.request.method == "GET" else ""
        data["given"] = Given(data.get("given") or {})
        data = {"notice": notice, "new_number": new_number, "place": shown, "errors": {}, **data}
        return page(self.request, template, status, **data)


def check_basis(form: Posted, subject: Subject | None, tournament: Tournament) -> None:
    """Raises StaleError where what the form was made from is not what stands now."""
    if subject is not None and form.raw("basis") != subject.basis(tournament):
        raise StaleError(form, subject)


def _without_said(place: str) -> str:
    """The address without what was said last on its page."""
    path, _, rest = place.partition("?")
    query, mark, anchor = rest.partition("#")
    kept = "&".join(part for part in query.split("&") if part and not part.startswith("said="))
    return path + (f"?{kept}" if kept else "") + mark + anchor


def framed(desk: Desk, seen: Seen, template: str, tab: str, returned: Returned = BLANK, **data: Any) -> Response:
    """A page of this tournament; `returned`: its form, where one came back."""
    _ = desk.words()._
    url = functools.partial(desk.links.url, t=seen.id)
    tabs = [
        (url("desk_day"), _("The day"), ""),
        (url("desk_entrants"), _("Players"), ""),
        (url("desk_phases"), _("Phases"), ""),
        (url("desk_results"), _("Matches"), ""),
        (url("desk_papers"), _("Paper"), ""),
        (url("desk_floor"), _("Tables"), ""),
        (url("desk_log"), _("Log"), ""),
    ]
    around = {"seen": seen, "t": seen.id, "tab": url(tab), "tabs": tabs, "words": desk.words(seen), "fresh": ""}
    around["flagged"] = len(seen.computed["flags"]) + len(seen.doubts)
    around["follow_url"] = desk.links.url("stream", {"t": seen.id, "desk": "yes"})
    around["asks"] = desk.site.live.asks
    return desk.page(template, returned.status, **{**around, **returned._asdict(), **data})


async def page_of(
    desk: Desk,
    template: str,
    tab: str,
    find: Callable[[Look], Mapping[str, Any]],
    returned: Returned = BLANK,
    **data: Any,
) -> Response:
    """The same with what is found in the tournament as it stands now."""
    seen, found = await desk.look(lambda look: (look.seen, find(look)))
    return framed(desk, seen, template, tab, returned, **{**data, **found})


Shown = Callable[[Desk], Awaitable[Response]]
Made = str | Entry  # of a form: the number of its notice, or what is to be entered


def shows(path: str, handler: Shown, name: str) -> Route:
    return Route(path, _asked(handler), name=name, methods=["GET"])


def posts(path: str, handler: Shown, name: str, page: str) -> Route:
    """A form. Who opens its address anew, as to have the language of a refused form changed, comes to the `page` of
    this name."""
    asked = _asked(handler)

    async def either(request: Request) -> Response:
        return await asked(request) if request.method == "POST" else RedirectResponse(Desk(request).near(page), 303)

    return Route(path, either, name=name, methods=["GET", "POST"])


def takes(
    path: str,
    handler: Callable[[Desk, Posted], Awaitable[Made]],
    name: str,
    page: str,
    to: str = "",
    failed_to: str = "",
) -> Route:
    """A small form: whatever came of it, go back to where it stood, else on to the page `to`, and say so there.
    `failed_to`: where one goes in any case when it could not be entered."""

    async def asked(desk: Desk) -> Response:
        form = await desk.posted()
        place = desk.near(to or page)
        try:
            made = await handler(desk, form)
            said = await desk.enter(form, made) if isinstance(made, Entry) else made
        except UnreachableError:
            raise
        except TallyboardError as error:
            said = desk.site.once.keep(await desk.failed(error))
            if failed_to:
                return desk.back(None, said, desk.near(failed_to))
        return desk.back(form, said, place)

    return posts(path, asked, name, page)


def fills(
    path: str,
    handler: Callable[[Desk, Posted], Awaitable[Made | Response]],
    name: str,
    page: str,
    shown: Callable[[Desk, Returned], Awaitable[Response]],
    refused_at: str | None = None,
    to: str = "",
) -> Route:
    """A form that fills a page, and leads on to `to`, else to the `page`: what cannot be entered is `shown` there as it
    was typed. `refused_at`: the field at which a refusal of the rules is told, "" for the whole form; None where it is
    told on a page of its own."""

    async def asked(desk: Desk) -> Response:
        form = await desk.posted()
        try:
            made = await handler(desk, form)
            if isinstance(made, Response):
                return made
            said = await desk.enter(form, made) if isinstance(made, Entry) else made
        except (FieldError, StaleError, Refusal) as error:
            if isinstance(error, Refusal) and refused_at is None:
                raise
            return await shown(desk, await desk.returned(form, error, refused_at or ""))
        return desk.back(None, said, desk.near(to or page))

    return posts(path, asked, name, page)


def _asked(handler: Shown) -> Callable[[Request], Awaitable[Response]]:
    @functools.wraps(handler)
    async def asked(request: Request) -> Response:
        desk = Desk(request)
        try:
            return await handler(desk)
        except TallyboardError as error:
            return failed(request, TallyboardError(*refused_words(desk.words(), error)), status_of(error))

    return needs_operator(asked)
