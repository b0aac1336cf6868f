"""`python -m tests.browser.phones.picture FILE.png`: a code, its phone and the hall, for the README."""

import base64
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.browsers import CHROMIUM, launch
from tests.browser.desk import log_in
from tests.browser.phones.conftest import PagePhone
from tests.browser.phones.hall import Hall
from tests.browser.windows import LAPTOP, PHONE

_SHEET = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 16px; width: 1200px; display: grid; gap: 20px; align-items: start;
  grid-template-columns: 1fr .92fr 1.1fr;
  font: 600 22px "Liberation Sans", sans-serif; background: #faf7f2; color: #221d18; }}
figure {{ margin: 0 }} img {{ display: block; width: 100%; border-radius: 14px }} figcaption {{ padding-bottom: 10px }}
</style>{figures}"""


def main(file: Path) -> None:
    """Scan, count, look at the laptop; a picture of each, side by side."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright, CHROMIUM, Path(folder))
        with Hall(Path(folder), "Table 4") as hall:
            desk = browser.new_page(viewport=LAPTOP, device_scale_factor=2)
            desk.goto(f"{hall.url}/tables/phones")
            log_in(desk, hall, "Olga")
            code = desk.locator("#seat-1").screenshot()
            phone = PagePhone(browser.new_page(viewport=PHONE, device_scale_factor=2))
            phone.scan(hall.card("Table 4"))
            phone.press("A1", "B1", "A1", "B2", "A4", "B3", "B3")
            phone.shows(A="45", B="55")
            phone.page.wait_for_timeout(2000)  # for people who look: what the last press said is over
            pressed = phone.page.screenshot()
            seen = browser.new_page(viewport={"width": 400, "height": 420}, device_scale_factor=2)
            seen.goto(f"{hall.url}/")
            card = seen.locator(".tbl").first
            card.wait_for()
            laptop = card.screenshot()
        pictures = [("1. Scan the table's code.", code), ("2. Count.", pressed), ("3. It is on the laptop.", laptop)]
        _side_by_side(browser, pictures, file)
        browser.close()


def _side_by_side(browser: Browser, pictures: Sequence[tuple[str, bytes]], file: Path) -> None:
    """One picture of several, each with what it shows above it."""
    figures = "".join(
        f'<figure><figcaption>{said}</figcaption><img src="data:image/png;base64,{base64.b64encode(png).decode()}">'
        "</figure>"
        for said, png in pictures
    )
    sheet = browser.new_page(viewport={"width": 1232, "height": 100})
    sheet.set_content(_SHEET.format(figures=figures))
    sheet.screenshot(path=file, full_page=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
