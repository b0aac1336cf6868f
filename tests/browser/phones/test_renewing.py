"""A page that a browser has kept is another than the laptop's: it renews itself, once, and the score is there."""

import re

from playwright.sync_api import Route

from tests.browser.phones.conftest import Phones
from tests.browser.phones.hall import Hall

_VERSION = re.compile(r'"version":"[0-9a-f]+"')


def test_a_page_of_before_renews_itself(hall: Hall, phones: Phones) -> None:
    phone = phones()
    given: list[str] = []

    def of_before(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        given.append(text)
        route.fulfill(response=answer, body=_VERSION.sub('"version":"0"', text) if len(given) == 1 else text)

    phone.page.route("**/phone", of_before)
    phone.scan(hall.card("Table 4"))
    phone.until("JSON.parse(document.querySelector('#data').textContent).version !== '0'")
    phone.is_lit()
    phone.press("A1")
    hall.has("Table 4", "A 20")


def test_a_laptop_that_says_one_and_gives_another_is_not_asked_for_ever(hall: Hall, phones: Phones) -> None:
    phone = phones()
    given: list[str] = []

    def always(route: Route) -> None:
        answer = route.fetch()
        given.append("")
        route.fulfill(response=answer, body=_VERSION.sub('"version":"0"', answer.text()))

    phone.page.route("**/phone", always)
    phone.scan(hall.card("Table 4"))
    phone.until("sessionStorage.getItem('renewed') !== null")
    phone.is_lit()
    phone.press("A1", "A2")
    hall.has("Table 4", "A 20", "A 15")
    assert len(given) < 5
