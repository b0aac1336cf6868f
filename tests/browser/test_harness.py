"""What the tests of the pages stand on must be able to fail: a page with faults, and both browsers."""

import re
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.browser.accessibility import cut, faint, violations
from tests.browser.browsers import both_browsers
from tests.browser.network import Network
from tests.browser.windows import PHONE, Windows

_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'"
_PAGE = """<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,"></head>
<body><main><h1>Hall</h1><p>{said}</p>
<form method="post"><label>Name <input name="name"></label><button>Enter</button></form>{more}</main></body></html>"""
_FAULTY = {
    "style": "<p style='color: red'>red</p>",
    "script": "<script src='/no-such-script'></script>",
    "outside": "<img alt='' src='http://192.0.2.1/x.png'>",
    "unlabelled": "<input name='nothing'>",
    "drawn": "<svg width='200' height='60'><rect width='200' height='60' fill='#eee'/>"
    "<text x='9' y='20' fill='#999'>pale</text><text x='99' y='20' fill='#555'>dark</text>"
    "<path class='thin' d='M9 40H99' stroke='#ddd'/></svg>",
}


async def _page(request: Request) -> Response:
    if request.method == "POST":
        return RedirectResponse(f"/?said={(await request.form())['name']}", 303)
    asked = request.query_params
    page = _PAGE.format(said=asked.get("said", ""), more=_FAULTY.get(asked.get("fault", ""), ""))
    return HTMLResponse(page, headers={"Content-Security-Policy": _POLICY})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    app = Starlette(routes=[Route("/", _page, methods=["GET", "POST"])])
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = server.force_exit = True
    thread.join()


@both_browsers
def test_each_browser_reads_types_and_clicks_under_the_policy(windows: Windows, port: int) -> None:
    page = windows.open(f"http://127.0.0.1:{port}/", PHONE)
    page.get_by_label("Name").fill("Zoë")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("Zoë")).to_be_visible()
    assert page.evaluate("innerWidth") == PHONE["width"]
    assert page.evaluate("([one, two]) => one + two", [1, 2]) == 3


@both_browsers
@pytest.mark.parametrize(
    ("fault", "words"), [("style", "inline style"), ("script", "answered with 404"), ("outside", "192.0.2.1")]
)
def test_a_page_with_a_fault_is_noticed(windows: Windows, port: int, fault: str, words: str) -> None:
    windows.open(f"http://127.0.0.1:{port}/?fault={fault}")
    assert any(re.search(words, noted.what) for noted in windows.faults)
    windows.expect("")  # all of them


def test_what_is_hard_to_use_or_to_read_is_noticed(windows: Windows, port: int) -> None:
    page = windows.open(f"http://127.0.0.1:{port}/")
    assert (violations(page), faint(page)) == ([], [])
    page.goto(f"http://127.0.0.1:{port}/?fault=unlabelled")
    assert [found.partition(":")[0] for found in violations(page)] == ["label"]
    page.goto(f"http://127.0.0.1:{port}/?fault=drawn")
    assert [found.partition(":")[0] for found in faint(page)] == ['text "pale"', 'path of class "thin"']


_CUT = {
    "": [],
    "<p style='width: 9em; overflow: hidden; white-space: nowrap'>What is said here does not end</p>": ["cut"],
    "<p style='height: .7em; overflow: hidden'>What is said here has no feet</p>": ["cut"],
    "<p title='all' style='width: 9em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>A name</p>": [],
    "<p style='width: 2em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>A name</p>": ["cut"],
    "<p style='width: 9em; overflow: auto; white-space: nowrap'>What is said here can be scrolled to</p>": [],
    "<p style='width: 999px'>wide</p>": ["the page is 1007 wide"],
    "<div style='overflow: clip'><p style='margin-left: 380px'>beyond</p></div>": ["off the screen", "cut"],
}


@both_browsers
def test_what_is_cut_or_too_wide_is_noticed(windows: Windows) -> None:
    page = windows.open("about:blank", PHONE)
    for html, found in _CUT.items():
        page.set_content(f"<!doctype html><html lang='en'><title>A page</title><body>{html}")
        assert [one.partition(":")[0] for one in cut(page)] == found, html


def test_a_cut_network_brings_nothing_until_it_is_whole_again(port: int) -> None:
    with Network(port) as network, socket.create_connection(("127.0.0.1", network.port)) as line:
        network.cut()
        line.sendall(b"GET /?said=late HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        line.settimeout(0.2)
        with pytest.raises(TimeoutError):
            line.recv(1)
        line.settimeout(None)
        network.restore()
        assert b"late" in line.makefile("rb").read()
