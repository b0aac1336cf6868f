"""Debian's Chromium and Firefox for Playwright, which brings none here."""

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Playwright

CHROMIUM, FIREFOX = "chromium", "firefox"
both_browsers = pytest.mark.parametrize("browser_name", [CHROMIUM, FIREFOX])
# Of Chromium first the one without a window: to open one, with all that is around a page, takes three times as long.
_PROGRAMS = {
    CHROMIUM: ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    FIREFOX: ("firefox-esr", "firefox"),
}
_BRIDGE = Path(__file__).parent / "bidi_bridge.py"


def missing(browser: str) -> str | None:
    """Why tests in this browser cannot run here; None where they can."""
    if _program(browser) is not None:
        return None
    packages = "chromium-headless-shell firefox-esr"
    return f"There is no {browser} here. `apt-get install --no-install-recommends {packages}` installs it."


def launch(playwright: Playwright, browser: str, folder: Path) -> Browser:
    """The browser, without a window. `folder`: an empty one."""
    kind, options = _how(playwright, browser, folder)
    return kind.launch(**options)


def persistent(playwright: Playwright, browser: str, folder: Path, profile: Path) -> BrowserContext:
    """The browser with a profile that is there the next time, too."""
    kind, options = _how(playwright, browser, folder)
    return kind.launch_persistent_context(profile, **options)


def _how(playwright: Playwright, browser: str, folder: Path) -> tuple[BrowserType, dict[str, Any]]:
    program = _program(browser)
    assert program is not None
    if browser == CHROMIUM:  # as root it has no sandbox, and in a container little shared memory
        return playwright.chromium, {
            "executable_path": program,
            "args": ["--no-sandbox", "--disable-dev-shm-usage"],
        }
    bridge = folder / "firefox"
    bridge.write_text(f'#!/bin/sh\nTALLYBOARD_FIREFOX="{program}" exec "{sys.executable}" "{_BRIDGE}" "$@"\n')
    bridge.chmod(0o755)
    return playwright.firefox, {"channel": "moz-firefox", "executable_path": bridge}


def _program(browser: str) -> str | None:
    return next(filter(None, map(shutil.which, _PROGRAMS[browser])), None)
