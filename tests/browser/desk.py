"""What operators click at the desk, by the words that they read there."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.serving import Server


def log_in(page: Page, server: Server, name: str) -> None:
    """From the page that asks for it."""
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Passcode").fill(server.passcode)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".bar .user")).to_have_text(name)


def press(page: Page | Locator, words: str) -> None:
    """The button or the link that begins with these words, the first of several."""
    _button(page, words).click()


def send(page: Page, words: str) -> None:
    """Press what sends a form, and wait until the server has it: who goes on to another page before takes it back."""
    _send(page, _button(page, words))


def _button(page: Page | Locator, words: str) -> Locator:
    return page.get_by_role("button", name=words).or_(page.get_by_role("link", name=words)).first


def _send(page: Page, button: Locator) -> None:
    """Until the page is here that the answer leads to. The button may be on a page that is yet to come."""
    expect(button).to_be_visible()
    with page.expect_navigation():
        button.click()


def take_back(page: Page) -> None:
    """What the day offers, which is folded there."""
    page.get_by_role("region", name="Take back").locator("summary").click()
    send(page, "Take that back")


def tab(page: Page, words: str) -> None:
    """One of the desk's pages."""
    page.get_by_role("navigation", name="Pages").get_by_role("link", name=words).click()


def from_menu(page: Page, words: str) -> None:
    """A page that is one of all, not of this room."""
    page.locator(".bar .more summary").click()
    page.locator(".bar .more").get_by_role("link", name=words, exact=True).click()


def enter_result(page: Page, ours: int, theirs: int, reason: str = "") -> None:
    """The result of the match that is open; the server has it then."""
    fill_result(page, ours, theirs)
    if reason:
        page.get_by_label("Why it is corrected").fill(reason)
    _send(page, page.locator(".send").get_by_role("button"))


def fill_result(page: Page, ours: int, theirs: int) -> None:
    """The same, not yet sent."""
    result = page.get_by_role("radio", name=f"{ours}:{theirs}")
    either = result.or_(page.locator("[name=score-a]"))  # the page tells which of the two the game has
    expect(either.first).to_be_visible()
    if result.is_visible():
        result.check()
    else:
        for side, score in (("a", ours), ("b", theirs)):
            page.locator(f"[name=score-{side}]").fill(str(score))
    for side in "ab":
        page.locator(f"[name=twenties-{side}]").fill("0")
