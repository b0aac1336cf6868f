"""`python -m tests.browser.phones.picture FILE.png`: a code, its phone and the hall, for the README."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.browsers import CHROMIUM, launch
from tests.browser.desk import log_in
from tests.browser.phones.conftest import PagePhone
from tests.browser.phones.hall import Hall
from tests.browser.play_picture import side_by_side
from tests.browser.windows import LAPTOP, PHONE


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
            card = seen.locator(".card").first
            card.wait_for()
            laptop = card.screenshot()
        pictures = [("1. Scan the table's code.", code), ("2. Count.", pressed), ("3. It is on the laptop.", laptop)]
        side_by_side(browser, pictures, file, "1fr .92fr 1.1fr")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
