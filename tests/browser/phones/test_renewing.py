"""A page that a browser has kept is another than the laptop's: it renews itself, once, and the score is there."""

from tests.browser.phones.conftest import Phones
from tests.browser.phones.hall import Hall

# What the page reads of itself. As a page of another version, the first time or always.
_OF_BEFORE = """
  const parse = JSON.parse;
  JSON.parse = (text, ...more) => {
    const read = parse(text, ...more);
    if (read?.parts && read.version && (!sessionStorage.getItem("renewed") || %s)) read.version = "0";
    return read;
  };
  sessionStorage.setItem("times", Number(sessionStorage.getItem("times") ?? 0) + 1);
"""


def test_a_page_of_before_renews_itself(hall: Hall, phones: Phones) -> None:
    phone = phones()
    phone.page.context.add_init_script(_OF_BEFORE % "false")
    phone.scan(hall.card("Table 4"), ready=False)
    phone.until("sessionStorage.getItem('times') === '2'")
    phone.is_lit()
    phone.press("A1")
    hall.has("Table 4", "A 20")


def test_a_laptop_that_says_one_and_gives_another_is_not_asked_for_ever(hall: Hall, phones: Phones) -> None:
    phone = phones()
    phone.page.context.add_init_script(_OF_BEFORE % "true")
    phone.scan(hall.card("Table 4"), ready=False)
    phone.until("sessionStorage.getItem('times') === '2'")
    phone.is_lit()
    phone.press("A1", "A2")
    hall.has("Table 4", "A 20", "A 15")
    assert phone.tab.run("sessionStorage.getItem('times')") == "2"
