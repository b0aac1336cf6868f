"""`python -m tests.browser.play_picture FILE.png`: the board in the browser, as its plug is pulled; for the README."""

import base64
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tallyboard.play.build import ready_page
from tests.browser.browsers import CHROMIUM, launch

_SIZE = {"width": 560, "height": 700}  # of the window in which one box is pictured
_SHEET = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 16px; width: 1200px; display: grid; gap: 20px; align-items: start;
  grid-template-columns: {columns};
  font: 600 22px "Liberation Sans", sans-serif; background: #faf7f2; color: #221d18; }}
figure {{ margin: 0 }} img {{ display: block; width: 100%; border-radius: 14px }} figcaption {{ padding-bottom: 10px }}
</style>{figures}"""


def main(file: Path) -> None:
    """Count some points, pull the plug, plug it in again; a picture of each, side by side."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        html = Path(folder) / "board.html"
        html.write_text(ready_page(), encoding="utf-8")
        browser = launch(playwright, CHROMIUM, Path(folder))
        page = browser.new_page(viewport=_SIZE, device_scale_factor=2)  # type: ignore[arg-type]
        page.goto(html.as_uri())
        wait_until(page, "on")
        for key in ("A1", "A2", "B1", "A3"):
            page.locator(f"[data-key={key}]").click()
            page.wait_for_timeout(200)  # for people who look
        pictures = [("1. Count.", boxed(page))]
        page.locator(".plug").click()
        wait_until(page, "off")
        pictures.append(("2. Pull the plug.", boxed(page)))
        page.locator(".plug").click()
        wait_until(page, "on")
        pictures.append(("3. The score is still there.", boxed(page)))
        side_by_side(browser, pictures, file)
        browser.close()


def side_by_side(
    browser: Browser, pictures: Sequence[tuple[str, bytes]], file: Path, columns: str = "1fr 1fr 1fr"
) -> None:
    """One picture of several, each with what it shows above it. `columns`: how wide each is, as CSS has it."""
    figures = "".join(
        f'<figure><figcaption>{said}</figcaption><img src="data:image/png;base64,{base64.b64encode(png).decode()}">'
        "</figure>"
        for said, png in pictures
    )
    sheet = browser.new_page(viewport={"width": 1232, "height": 100})
    sheet.set_content(_SHEET.format(columns=columns, figures=figures))
    sheet.screenshot(path=file, full_page=True)


def wait_until(page: Page, state: str) -> None:
    page.locator(f".box[data-state={state}]").wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)


def boxed(page: Page) -> bytes:
    """A picture of the box with its cords, without what stands below."""
    cords, face = page.locator(".cords").bounding_box(), page.locator(".face").bounding_box()
    assert cords is not None and face is not None
    top = cords["y"] - 6
    clip = {"x": face["x"] - 4, "y": top, "width": face["width"] + 8, "height": face["y"] + face["height"] + 6 - top}
    return page.screenshot(clip=clip)  # type: ignore[arg-type]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
