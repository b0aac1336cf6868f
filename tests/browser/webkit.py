"""WebKitGTK's MiniBrowser by its own driver: the engine of half the phones. Debian's webkit2gtk-driver, and Xvfb.

with WebKit(folder) as browser:
    browser.go("http://127.0.0.1:8765/phone")
    browser.run("document.title")
"""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from tallyboard.rehearsal.processes import free_port

_PATIENCE_S = 60
_LIBRARIES = Path("/usr/lib")


def missing() -> str | None:
    """Why tests in WebKit cannot run here; None where they can."""
    if shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and _mini_browser():
        return None
    return "There is no WebKitGTK here. `apt-get install --no-install-recommends webkit2gtk-driver xvfb` installs it."


def _mini_browser() -> str | None:
    found = sorted(_LIBRARIES.glob("*/webkit2gtk-4*/MiniBrowser"))
    return str(found[0]) if found else None


class WebKit:
    """One window of it. Use it with `with`. `folder`: an empty one, for what it keeps. `settings`: of the engine, as
    MiniBrowser's command line has them."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self._folder = folder
        self._settings = settings
        self._session = ""

    def __enter__(self) -> "WebKit":
        read, write = os.pipe()
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x1000x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as told:
            display = told.readline().strip()
        self._port = free_port()
        environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "HOME": str(self._folder),
            "XDG_DATA_HOME": str(self._folder / "data"),
            "XDG_CACHE_HOME": str(self._folder / "cache"),
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # as root there is none
        }
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self._port}"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._begin()
        return self

    def _begin(self) -> None:
        options = {"binary": _mini_browser(), "args": ["--automation", *self._settings]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        until = time.monotonic() + _PATIENCE_S
        while True:
            try:
                self._session = self._ask("POST", "/session", asked)["sessionId"]
                return
            except OSError:  # it does not listen yet
                assert time.monotonic() < until and self._driver.poll() is None
                time.sleep(0.1)

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._ask("DELETE", f"/session/{self._session}")
        with suppress(ProcessLookupError):
            os.killpg(self._driver.pid, signal.SIGKILL)
        self._driver.wait()
        self._screen.kill()
        self._screen.wait()

    def go(self, address: str) -> None:
        """Open this address."""
        self._ask("POST", f"/session/{self._session}/url", {"url": address})

    def reload(self) -> None:
        """As a reader does it."""
        self._ask("POST", f"/session/{self._session}/refresh", {})

    def run(self, script: str) -> Any:
        """The value of this expression in the page."""
        return self._ask(
            "POST", f"/session/{self._session}/execute/sync", {"script": f"return ({script});", "args": []}
        )

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        address = f"http://127.0.0.1:{self._port}{path}"
        asked = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=_PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}") from None
