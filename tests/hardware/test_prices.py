"""What a bill costs: packs counted, currencies apart, and how much of it is known."""

import csv
import io
import re
from collections.abc import Iterator
from datetime import date

import pytest

from hardware.buying.bom import BOXES, bought_source, csv_source, page_source
from hardware.buying.count import BUILDS, CARRIER, Item, items, items_of_bought
from hardware.buying.pictures import path_of, pictures
from hardware.buying.prices import lines, money, total, without_price
from hardware.buying.suppliers import read_offers
from hardware.source.board import Board, Bought
from tests.hardware.sample import BOARD, boards

BOARDS = boards()
OFFER = '[[offer]]\npart = "{}"\nsupplier = "S"\nsource = ["https://example.org/"]\ndate = "2026-01-01"\n{}\n'


def offers_of(**priced: str) -> str:
    return "".join(OFFER.format(part, more) for part, more in priced.items())


def bills() -> Iterator[tuple[str, list[Item]]]:
    for name, board in BOARDS.items():
        if isinstance(board, Bought):
            yield name, items_of_bought(board)
        elif isinstance(board, Board):
            for build in BUILDS:
                for sides in range(2, board.most_sides + 1):
                    yield f"{name} {sides} {build}", items(board, sides, build)


def test_packs_are_counted_and_currencies_are_apart() -> None:
    text = offers_of(
        switch='price = 7.0\ncurrency = "USD"\npack = 10',
        foot='price = 3.0\ncurrency = "CAD"\npack = 4',
        cap='order = "4956"',
    )
    offers = read_offers(text, date(2026, 8, 9))
    rows = lines(items(BOARD, 2, CARRIER), offers, "red")
    assert total(rows, 1) == {"USD": 14.0, "CAD": 3.0}
    assert total(rows, 10) == {"USD": 91.0, "CAD": 30.0}
    assert len(without_price(rows)) == len(rows) - 2
    assert money(total(rows, 1)) == "3.00 CAD and 14.00 USD"
    assert money({}) == "nothing"


def test_the_first_offer_with_a_price_is_the_one_that_is_counted() -> None:
    cheap = 'order = "2"\nprice = 5.0\ncurrency = "USD"\npack = 1'
    offers = read_offers(offers_of(charger='order = "1"') + OFFER.format("charger", cheap), date(2026, 8, 9))
    (row,) = [line for line in lines(items(BOARD, 2, CARRIER), offers) if line.item.key == "charger"]
    assert row.best is not None and row.best.order == "2" and row.cost(10) == 50.0


@pytest.mark.parametrize("boxes", BOXES)
def test_the_page_says_the_sum_of_its_csv_and_how_much_is_known(boxes: int) -> None:
    offers = read_offers()
    rows = list(csv.DictReader(io.StringIO(csv_source(BOARD, offers, boxes, 2, CARRIER))))
    sums: dict[str, float] = {}
    for row in rows:
        if row["cost"]:
            sums[row["currency"]] = sums.get(row["currency"], 0.0) + float(row["cost"])
            assert row["source"].startswith("https://") and re.fullmatch(r"\d{4}-\d\d-\d\d", row["read on"])
            assert int(row["packs"]) * float(row["price of a pack"]) == pytest.approx(float(row["cost"]), abs=0.006)
    known = sum(bool(row["cost"]) for row in rows)
    words = "One box" if boxes == 1 else "Ten boxes"
    first = page_source(BOARD, offers).split("## Three sides")[0]
    found = re.search(rf"\*\*{words}: at least ([\d.]+) USD; known are (\d+) of (\d+) lines\.\*\*", first)
    assert found and (int(found[2]), int(found[3])) == (known, len(rows))
    assert float(found[1]) == pytest.approx(sums["USD"], abs=0.1)
    assert 0 < known < len(rows) and sums.keys() == {"USD"}


def test_the_bill_of_a_box_that_is_bought_has_prices_too() -> None:
    board = BOARDS["macropad"]
    assert isinstance(board, Bought)
    page = bought_source(board, read_offers(), "macropad")
    assert "| STEMMA QT cable, 100 mm | 3 |  | 2.85 USD | 30 |  | 28.50 USD |" in page
    assert re.search(r"One box: at least [\d.]+ USD; known are \d of 9 lines", page)


@pytest.mark.parametrize(("name", "bill"), list(bills()))
def test_every_part_of_every_bill_can_be_found_and_has_a_picture(name: str, bill: list[Item]) -> None:
    offers = read_offers()
    reference = BOARDS["reference"]
    assert isinstance(reference, Board)
    drawn = pictures({item.key: item.part for item in bill}, reference)
    for line in lines(bill, offers, "red"):
        item = line.item
        assert line.offers or len(item.part.search) == 2, f"{item.key}: no offer, and no words to search for"
        assert path_of(item.key) in drawn, f"{item.key}: give it a look"
        svg = drawn[path_of(item.key)]
        assert "10 mm</text>" in svg and len(re.findall("<(rect|circle|path)", svg)) > 3


@pytest.mark.parametrize(("name", "bill"), list(bills()))
def test_a_screw_is_drawn_as_long_as_its_name_says(name: str, bill: list[Item]) -> None:
    for item in bill:
        if size := re.search(r"\bM(\d(?:\.\d)?) \S (\d+)", item.name):
            assert item.part.look.split()[1:] == [size[1], size[2]], item.key


def test_one_key_is_one_part_in_every_board_file() -> None:
    """Offers and pictures go by it."""
    seen: dict[str, tuple[str, str]] = {}
    for board in BOARDS.values():
        for key, part in (board.parts if isinstance(board, Board | Bought) else {}).items():
            assert seen.setdefault(key, (part.maker, part.number)) == (part.maker, part.number), key
