"""Logging in and out."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from shared_rules.readable import unreadable
from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import language_of, local, operator_of, page
from tallyboard.pages.safety.operators import COOKIE, SECONDS, operators_of
from tallyboard.pages.safety.origin import keep_private
from tallyboard.pages.safety.turns import address_of, is_laptop

MOST_OF_A_NAME = 60


async def login(request: Request) -> Response:
    keep_private(request.scope)
    onward = request.query_params.get("next")
    try:
        there = operators_of(request).passcode.is_there()
    except TallyboardError as error:
        return _form(request, 500, _broken(request, error), onward=onward)
    _ = language_of(request)
    missing = _("There is no passcode yet. `tallyboard serve --new-passcode` makes one, and shows it.")
    return _form(request, 200, "" if there else missing, onward=onward)


async def enter(request: Request) -> Response:
    """Log in with a name and the passcode."""
    keep_private(request.scope)
    _ = language_of(request)
    form = await request.form()
    onward = str(form.get("next", ""))
    name = " ".join(str(form.get("name", "")).split())
    if not 1 <= len(name) <= MOST_OF_A_NAME or unreadable(name) is not None:
        return _form(request, 400, _("Say who you are, in 1 to 60 characters that can be seen."), onward=onward)
    operators = operators_of(request)
    try:
        if not await operators.is_right(str(form.get("passcode", "")), address_of(request.scope)):
            return _form(
                request,
                403,
                _("That is not the passcode. Ask who started the laptop's pages; they can also make a new one."),
                name,
                onward,
            )
        token = await run_in_threadpool(operators.sessions.begin, name)
    except TallyboardError as error:
        return _form(request, 500, _broken(request, error), name, onward)
    await _end_session(request)
    logged_in = RedirectResponse(local(onward, _desk(request)), 303)
    secure = request.url.scheme == "https"
    logged_in.set_cookie(COOKIE, token, max_age=SECONDS, path="/", httponly=True, samesite="strict", secure=secure)
    return logged_in


async def logout(request: Request) -> Response:
    """End the session of this browser."""
    keep_private(request.scope)
    await _end_session(request)
    logged_out = RedirectResponse(str(request.app.url_path_for("hall")), 303)
    logged_out.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return logged_out


async def _end_session(request: Request) -> None:
    if operator_of(request):
        await run_in_threadpool(operators_of(request).sessions.end, request.cookies[COOKIE])


def _broken(request: Request, error: TallyboardError) -> str:
    """What is wrong with the files of the passcode and the sessions; where they lie concerns nobody in the network."""
    _ = language_of(request)
    if is_laptop(address_of(request.scope)):
        return " ".join(error.words(_))
    return _("The laptop cannot check the passcode now. Log in at the laptop itself: there it says what helps.")


def _form(request: Request, status: int, wrong: str, name: str = "", onward: str | None = None) -> Response:
    """The page to log in. `wrong`: what was; `onward`: where to go from there."""
    return page(
        request,
        "safety/login.html",
        status,
        wrong=wrong,
        name=name,
        onward=local(onward, _desk(request)),
        most=MOST_OF_A_NAME,
    )


def _desk(request: Request) -> str:
    return str(request.app.url_path_for("desk"))


ROUTES = [
    Route("/login", login, name="login", methods=["GET"]),
    Route("/login", enter, name="enter_login", methods=["POST"]),
    Route("/logout", logout, name="logout", methods=["POST"]),
]
