"""Logging in and out, and what only operators may do; through all layers, with the pages as they are."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response as Answer
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from tallyboard.hub.database import LazyStore
from tallyboard.pages.answers import operator_of
from tallyboard.pages.app import make_app
from tallyboard.pages.safety import operators as passcodes
from tallyboard.pages.safety import secured
from tallyboard.pages.safety.operators import COOKIE, PASSCODE_FILE, Operators, needs_operator
from tallyboard.pages.site import Site


class Desk:
    """The pages, with one that only operators may see and change."""

    def __init__(self, folder: Path) -> None:
        self.changed_by: list[str] = []
        self.folder = folder
        self.now = 1_000_000.0
        self.passcode = ""
        self.start()

    def start(self) -> None:
        """Start the server, or start it again."""
        self.operators = Operators(self.folder, clock=lambda: self.now)
        self.passcode = self.passcode or self.operators.passcode.make_new()
        app = make_app(Site(LazyStore(str(self.folder / "store.db")), self.folder))
        app.router.routes.append(Route("/secret", needs_operator(self.secret), methods=["GET", "POST"], name="secret"))
        self.app = secured(app, self.operators)

    async def secret(self, request: Request) -> Response:
        operator = operator_of(request)
        assert operator
        if request.method == "POST":
            self.changed_by.append(operator)
        return PlainTextResponse("the secret")

    def browser(self, address: str = "10.0.0.1", base: str = "http://localhost") -> TestClient:
        headers = {"sec-fetch-site": "same-origin"}
        return TestClient(self.app, base_url=base, client=(address, 1), follow_redirects=False, headers=headers)

    def log_in(self, browser: TestClient, name: str = "Ann", passcode: str | None = None, **fields: str) -> Answer:
        form = {"name": name, "passcode": self.passcode if passcode is None else passcode, **fields}
        answer: Answer = browser.post("/login", data=form)
        return answer


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(passcodes, "_COST", 2)  # cheap
    return Desk(tmp_path)


def test_who_has_the_passcode_may_change_things(desk: Desk) -> None:
    browser = desk.browser()
    answer = desk.log_in(browser)
    assert (answer.status_code, answer.headers["location"]) == (303, "/desk")
    assert browser.get("/secret").text == "the secret"
    assert browser.post("/secret").status_code == 200
    assert desk.changed_by == ["Ann"]


def test_the_cookie_is_for_this_site_and_no_script(desk: Desk) -> None:
    said = desk.log_in(desk.browser()).headers["set-cookie"].lower()
    assert said.startswith(f"{COOKIE}=")
    for part in ("httponly", "samesite=strict", "path=/", "max-age=43200"):
        assert part in said.split("; ")
    assert "secure" not in said and "domain" not in said
    assert "secure" in desk.log_in(desk.browser(base="https://localhost")).headers["set-cookie"].lower().split("; ")


def test_nobody_else_sees_or_changes_anything(desk: Desk) -> None:
    browser = desk.browser()
    for cookie in (None, "x", "x" * 43):
        if cookie:
            browser.cookies.set(COOKIE, cookie)
        answer = browser.get("/secret?a=1&b=/")
        assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=%2Fsecret%3Fa%3D1%26b%3D%2F")
        assert browser.head("/secret").status_code == 303
        answer = browser.post("/secret")
        assert answer.status_code == 403
        assert 'href="/login"' in answer.text and "Nothing was changed" in answer.text
    assert desk.changed_by == []


def test_after_logging_in_one_is_where_one_wanted_to_be(desk: Desk) -> None:
    browser = desk.browser()
    page = browser.get("/login?next=%2Fsecret%3Fa%3D1%26b%3D2").text
    assert 'name="next" value="/secret?a=1&amp;b=2"' in page
    wrong = desk.log_in(browser, passcode="wrong", next="/secret?a=1")
    assert 'name="next" value="/secret?a=1"' in wrong.text
    assert desk.log_in(browser, next="/secret?a=1").headers["location"] == "/secret?a=1"


@pytest.mark.parametrize(
    "away",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "/\t/evil.example",
        "javascript:1",
    ],
)
def test_it_leads_nowhere_else(desk: Desk, away: str) -> None:
    browser = desk.browser()
    assert 'name="next" value="/desk"' in browser.get("/login", params={"next": away}).text
    assert desk.log_in(browser, next=away).headers["location"] == "/desk"


def test_a_wrong_passcode_is_told_and_the_name_stays(desk: Desk) -> None:
    answer = desk.log_in(desk.browser(), name="<b>Zoë</b>", passcode="wrong")
    assert answer.status_code == 403
    assert "That is not the passcode." in answer.text
    assert 'value="&lt;b&gt;Zoë&lt;/b&gt;"' in answer.text and "<b>" not in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\u202eb", "a\x00b", "\u200b"])
def test_a_name_that_cannot_be_seen_is_none(desk: Desk, name: str) -> None:
    answer = desk.log_in(desk.browser(), name=name)
    assert answer.status_code == 400
    assert "Say who you are" in answer.text


@pytest.mark.parametrize("name", ["x" * 60, "Jean-François d'Août", "山田", "👩‍🚀 Ann"])
def test_any_other_is_one(desk: Desk, name: str) -> None:
    browser = desk.browser()
    assert desk.log_in(browser, name=f" {name} ").status_code == 303
    browser.post("/secret")
    assert desk.changed_by == [name]


def test_logging_out_ends_it_on_the_laptop_too(desk: Desk) -> None:
    browser = desk.browser()
    desk.log_in(browser)
    token = browser.cookies[COOKIE]
    answer = browser.post("/logout")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert COOKIE not in browser.cookies
    browser.cookies.set(COOKIE, token)
    assert browser.get("/secret").status_code == 303
    assert browser.post("/logout").status_code == 303


def test_logging_in_again_ends_the_session_before(desk: Desk) -> None:
    browser, thief = desk.browser(), desk.browser()
    desk.log_in(browser)
    thief.cookies.set(COOKIE, browser.cookies[COOKIE])
    desk.log_in(browser)
    assert browser.get("/secret").status_code == 200
    assert thief.get("/secret").status_code == 303


def test_a_restart_logs_nobody_out_and_a_new_passcode_everybody(desk: Desk) -> None:
    browser = desk.browser()
    desk.log_in(browser)
    token = browser.cookies[COOKIE]
    desk.start()
    again = desk.browser()
    again.cookies.set(COOKIE, token)
    assert again.get("/secret").status_code == 200
    desk.operators.passcode.make_new()
    assert again.get("/secret").status_code == 303


def test_it_lasts_twelve_hours(desk: Desk) -> None:
    browser = desk.browser()
    desk.log_in(browser)
    token = browser.cookies[COOKIE]
    desk.now += 12 * 3600
    browser.cookies.set(COOKIE, token)
    assert browser.get("/secret").status_code == 303


def test_what_operators_see_is_not_stored(desk: Desk) -> None:
    browser = desk.browser()
    assert browser.get("/").headers["cache-control"] == "private, no-cache"
    for answer in (browser.get("/login"), browser.get("/secret"), browser.post("/secret"), desk.log_in(browser)):
        assert answer.headers["cache-control"] == "no-store"
    for path in ("/", "/secret", "/nothing"):
        assert browser.get(path).headers["cache-control"] == "no-store"


def test_the_page_says_who_is_logged_in(desk: Desk) -> None:
    browser = desk.browser()
    assert 'action="/logout"' not in browser.get("/login").text
    desk.log_in(browser, name="Zoë <&>")
    page = browser.get("/login").text
    assert "<bdi>Zoë &lt;&amp;&gt;</bdi>" in page and 'action="/logout"' in page


def test_a_flood_from_many_addresses_keeps_neither_the_laptop_nor_another_address_out(desk: Desk) -> None:
    async def test() -> None:
        computed: list[str] = []
        go = threading.Event()

        def is_right(entered: str) -> bool:
            computed.append(entered)
            go.wait(10)
            return entered.startswith("right")

        desk.operators.passcode.is_right = is_right  # type: ignore[method-assign]
        ask = desk.operators.is_right
        flood = [asyncio.create_task(ask(f"wrong {number}", f"10.0.0.{number % 10}")) for number in range(100)]
        await asyncio.sleep(0)
        laptop = asyncio.create_task(ask("right of the laptop", "127.0.0.1"))
        other = asyncio.create_task(ask("right of another", "10.0.0.99"))
        await until_true(lambda: len(computed) == 2)
        await asyncio.sleep(0)
        assert {*computed} == {"wrong 0", "right of the laptop"}  # one of the network, and one of the laptop
        go.set()
        assert await laptop and await other
        assert computed.index("right of another") <= 12  # after one of each address
        assert not any(await asyncio.gather(*flood))

    asyncio.run(test())


async def until_true(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def test_a_damaged_file_is_told_on_the_page(desk: Desk) -> None:
    (desk.folder / PASSCODE_FILE).write_text("{")
    for browser, said in (
        (desk.browser("127.0.0.1"), f"{desk.folder / PASSCODE_FILE} is damaged. Make a new passcode"),
        (desk.browser(), "Log in at the laptop itself"),
    ):
        for answer in (browser.get("/login"), desk.log_in(browser)):
            assert answer.status_code == 500
            assert said in answer.text
            assert (str(desk.folder) in answer.text) == (str(desk.folder) in said)
    browser.cookies.set(COOKIE, "x")
    assert browser.get("/").status_code == 200


def test_without_a_passcode_the_page_says_so(desk: Desk) -> None:
    (desk.folder / PASSCODE_FILE).unlink()
    assert "There is no passcode yet." in desk.browser().get("/login").text
    assert desk.log_in(desk.browser(), passcode="").status_code == 403


def test_a_form_of_another_site_logs_nobody_in(desk: Desk) -> None:
    browser = desk.browser()
    browser.headers["sec-fetch-site"] = "cross-site"
    assert desk.log_in(browser).status_code == 403
    assert COOKIE not in browser.cookies


def test_the_passcode_is_computed_beside_the_others_work(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread: the loop goes on."""
    threads: list[threading.Thread] = []
    look: Callable[[str], bool] = desk.operators.passcode.is_right

    def noted(entered: str) -> bool:
        threads.append(threading.current_thread())
        return look(entered)

    async def test() -> Any:
        assert await desk.operators.is_right(desk.passcode, "10.0.0.1")
        return threading.current_thread()

    monkeypatch.setattr(desk.operators.passcode, "is_right", noted)
    assert threads != [asyncio.run(test())] and len(threads) == 1


def test_it_speaks_french(desk: Desk) -> None:
    page = desk.browser().get("/login", headers={"accept-language": "fr"}).text
    assert "<h1>Se connecter</h1>" in page
