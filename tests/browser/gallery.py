"""`python -m tests.browser.gallery DIR`: a picture of every page, in four sizes and both themes.

It needs firmware/lib on the path, as the tests do: PYTHONPATH=firmware/lib. Names of pages behind DIR: only of those.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.browsers import CHROMIUM, launch
from tests.browser.desk import log_in
from tests.browser.midday import midday, pages
from tests.browser.windows import SIZES, THEMES, Windows


def main(folder: Path, *names: str) -> None:
    """Write the pictures into the folder, as hall-390-dark.png."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as club, midday(Path(club)) as server, sync_playwright() as playwright:
        browser = launch(playwright, CHROMIUM, Path(club))
        windows = Windows(browser)
        page = windows.open(f"{server.url}/login")
        log_in(page, server, "Ann")
        for name, address in pages(server).items():
            if names and name not in names:
                continue
            page.goto(server.url + address)
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                for size in SIZES:
                    page.set_viewport_size(size)
                    page.screenshot(path=folder / f"{name}-{size['width']}-{theme}.png", full_page=size["width"] < 1920)
        for fault in windows.faults:
            print(f"{fault.page}: {fault.what}", file=sys.stderr)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
