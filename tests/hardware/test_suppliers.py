"""suppliers.toml: an offer is refused, with its line, unless somebody else can look it up."""

from datetime import date

import pytest

from hardware.buying.suppliers import offers_for, order_number, part_keys, read_offers
from hardware.source.read import BadBoardFile

TODAY = date(2026, 8, 9)
GOOD = """\
[[offer]]
part = "seven"
supplier = "Adafruit"
order = "5599"
link = "https://www.adafruit.com/product/5599"
price = 11.95
currency = "USD"
pack = 1
source = ["https://example.org/list"]
date = "2026-08-08"
"""


def faults(text: str) -> list[str]:
    try:
        read_offers(text, TODAY)
    except BadBoardFile as bad:
        return str(bad).splitlines()
    return []


def test_a_good_offer_is_read() -> None:
    (offer,) = read_offers(GOOD, TODAY)
    assert (offer.part, offer.order, offer.price, offer.currency, offer.pack) == ("seven", "5599", 11.95, "USD", 1)


@pytest.mark.parametrize("key", ["order", "link", "price"])
def test_what_is_not_known_may_be_left_out(key: str) -> None:
    text = "".join(row for row in GOOD.splitlines(keepends=True) if not row.startswith(key))
    assert faults(text) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"seven"', '"sevn"', '2: offer[0].part: unknown part "sevn"; did you mean "seven"?'),
        ('"Adafruit"', '""', "3: offer[0].supplier: it is not said who sells it"),
        ('"https://www', '"http://www', "is no https:// address; give that of the page where it is sold"),
        ("/product/5599", "", ""),
        ("11.95", "-11.95", "6: offer[0].price: must be more than 0, not -11.95"),
        ("11.95", "0", "6: offer[0].price: must be more than 0"),
        ("11.95", '"11.95"', "6: offer[0].price: must be a number"),
        ('currency = "USD"\n', "", "1: offer[0].currency: a price needs its currency"),
        ('"USD"', '"$"', "7: offer[0].currency: a price needs its currency, in three letters"),
        ("pack = 1\n", "", "1: offer[0].pack: a price needs a pack"),
        ("pack = 1", "pack = -1", "8: offer[0].pack: a price needs a pack"),
        ('source = ["https://example.org/list"]\n', "", "1: offer[0].source: this key is missing"),
        ('["https://example.org/list"]', "[]", "9: offer[0].source: an offer without a source is hearsay"),
        ('["https://example.org/list"]', '["somebody said so"]', "9: offer[0].source[0]: "),
        ('date = "2026-08-08"\n', "", "1: offer[0].date: this key is missing"),
        ('"2026-08-08"', '"2026-08-10"', "10: offer[0].date: 2026-08-10 is in the future"),
        ('"2026-08-08"', '"8 August"', '10: offer[0].date: "8 August" is no date; write it as 2026-08-08'),
        ('"2026-08-08"', '"2026-02-30"', "10: offer[0].date: "),
        ('"2026-08-08"', '"20260808"', "10: offer[0].date: "),
        ("order =", "ordr =", '4: offer[0].ordr: unknown key "ordr"; did you mean "order"?'),
        ("[[offer]]", "[[offers]]", 'offers: unknown table "offers"; did you mean "offer"?'),
    ],
)
def test_an_offer_that_nobody_can_look_up_is_refused(old: str, new: str, told: str) -> None:
    assert old in GOOD
    found = faults(GOOD.replace(old, new, 1))
    if told:
        assert any(told in line and line.startswith("hardware/suppliers.toml:") for line in found), found
    else:
        assert found == []


def test_the_same_offer_stands_once() -> None:
    (line,) = faults(GOOD + GOOD)
    assert line.startswith("hardware/suppliers.toml:11: offer[1]: the same offer stands twice, also as number 1")
    assert faults(GOOD + GOOD.replace("5599", "878")) == []


def test_what_is_no_toml_is_told_and_not_raised() -> None:
    (line,) = faults("[[offer]\n")
    assert line.startswith("hardware/suppliers.toml: this is not TOML: ")


def test_the_best_offer_is_the_first_and_a_number_is_found_by_its_supplier() -> None:
    offers = read_offers(GOOD + GOOD.replace("Adafruit", "LCSC").replace('"5599"', '"C1"'), TODAY)
    assert [offer.supplier for offer in offers_for("seven", offers, "a display")] == ["Adafruit", "LCSC"]
    assert order_number("seven", "LCSC", offers, "a display") == "C1"
    assert order_number("seven", "Mouser", offers, "a display") == order_number("fram", "LCSC", offers, "FRAM") == ""


def test_an_offer_for_another_value_is_none() -> None:
    offers = read_offers(GOOD + 'value = "2.2 kΩ"\n', TODAY)
    assert order_number("seven", "Adafruit", offers, "resistor 2.2 kΩ, 0805") == "5599"
    assert order_number("seven", "Adafruit", offers, "resistor 2.7 kΩ, 0805") == ""


def test_the_offers_of_the_project_hold() -> None:
    offers = read_offers()
    assert offers and {offer.part for offer in offers} <= set(part_keys())
    for offer in offers:
        assert offer.order or offer.link, f"{offer.part}: neither a number nor a link"
