"""`tallyboard demo` and `play`: without a board, in a terminal and in the browser."""

import os
import sys
import threading
import webbrowser
from contextlib import closing
from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route

from tallyboard.commands.parsing import run
from tallyboard.commands.watch import ended_by_a_signal
from tallyboard.drive.files import REFERENCE
from tallyboard.errors import TallyboardError
from tallyboard.export import output
from tallyboard.pages import app
from tallyboard.play.build import ready_page
from tallyboard.terminal.console import console
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import _


def demo() -> None:
    if os.name != "posix":
        raise TallyboardError(
            "The demonstration needs Linux or macOS.", "`tallyboard play` has a box in the browser; or run it in WSL."
        )
    from tallyboard.rehearsal import demonstration  # which takes what Windows has not

    demonstration.Demonstration(console(), run).run()


_WHERE = "/play"
_HEADERS = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
_PORT = 8766  # not the one of `serve`; always the same, for a browser keeps the boxes' memories by it


def play(
    listen: int = _PORT,
    out: Path | None = None,
    board: str = REFERENCE,
    no_browser: bool = False,
    as_json: bool = False,
) -> None:
    if out is not None:
        file = output.file_of(out)
        output.check(file, None)
        output.write([ready_page(board)], file)
        return
    page = ready_page(board)
    ended = threading.Event()
    with closing(app.listen(listen, lan=False, command="play", usual=_PORT)) as listening:
        answer = HTMLResponse(page, headers=_HEADERS)
        routes = [Route(_WHERE, lambda request: answer), Route("/", lambda request: RedirectResponse(_WHERE))]
        server = app.Server(Starlette(routes=routes), listening)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}{_WHERE}"
        with ended_by_a_signal(ended.set):
            server.start()
            opened = not no_browser and _opened(address)
            if as_json:
                print_json({"playing": address, "opened": opened})
            else:
                say(_("The board in the browser: %(address)s", address=address))
                if not opened:
                    say(_("Open this address in a browser of this laptop."))
                print(_("Ctrl-C ends it."))
            sys.stdout.flush()
            ended.wait()
        server.stop()


def _opened(address: str) -> bool:
    """Whether a browser shows it. One that would take over this terminal is none."""
    if sys.platform not in ("win32", "darwin") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return webbrowser.open(address)
