"""A match as people look through it: its rounds unfold, its address is copied, and paper has all presses."""

from playwright.sync_api import expect

from tests.browser.midday import pages
from tests.browser.serving import Server
from tests.browser.windows import PHONE, Windows

# Over plain http a page has no clipboard: what would be copied is what is selected then.
_COPIES = "document.execCommand = () => { window.copied = document.activeElement.value; return true; }"
_NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


def test_a_round_unfolds_and_the_address_is_copied(server: Server, windows: Windows) -> None:
    page = windows.open(server.url + pages(server)["match"], PHONE)
    page.evaluate(f"{_COPIES}; {_NO_CLIPBOARD}")
    first = page.locator(".rd").first
    expect(first.locator(".presses")).to_be_hidden()
    first.locator("summary").click()
    expect(first.locator(".presses .chip").first).to_be_visible()
    page.locator(".share summary").click()
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copied]")).to_be_visible()
    assert page.evaluate("window.copied") == page.url


def test_paper_has_the_presses_of_rounds_that_are_folded(server: Server, windows: Windows) -> None:
    page = windows.open(server.url + pages(server)["match"], PHONE)
    page.emulate_media(media="print")
    folded = page.locator(".rd:not([open])")
    assert folded.count()
    assert all(chip.is_visible() for chip in folded.locator(".chip").all())
    expect(page.locator(".share")).to_be_hidden()
