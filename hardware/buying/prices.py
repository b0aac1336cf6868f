"""What the rows of a bill cost, as far as somebody has read it: packs counted, each currency by itself."""

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.buying.count import Item
from hardware.buying.suppliers import Offer, offers_for


@dataclass(frozen=True)
class Line:
    """A row of a bill with the offers of its part, the best first."""

    item: Item
    offers: tuple[Offer, ...]

    @property
    def best(self) -> Offer | None:
        """The offer that is counted: the first with a price, else the first."""
        priced = [offer for offer in self.offers if offer.price is not None]
        return next(iter((*priced, *self.offers)), None)

    @property
    def pack(self) -> int:
        """How many are sold together."""
        return (self.best and self.best.pack) or self.item.part.pack

    def packs(self, boxes: int) -> int:
        """How many packs to buy for this many boxes."""
        return self.item.packs_for(boxes, self.pack)

    def cost(self, boxes: int) -> float | None:
        """What these cost, in the currency of `best`; None where nobody has read a price."""
        return None if self.best is None or self.best.price is None else self.packs(boxes) * self.best.price


def lines(items: Iterable[Item], offers: tuple[Offer, ...], colour: str = "") -> list[Line]:
    """The rows. Offers of another colour than this one of the LEDs are left out: they are for another part."""
    return [
        Line(item, tuple(offers_for(item.key, offers, item.name)) if item.part.colour in ("", colour) else ())
        for item in items
    ]


def total(rows: list[Line], boxes: int) -> dict[str, float]:
    """What all of it costs that has a price, by currency."""
    sums: dict[str, float] = {}
    for row in rows:
        cost = row.cost(boxes)
        if row.best is not None and cost is not None:
            sums[row.best.currency] = sums.get(row.best.currency, 0.0) + cost
    return sums


def without_price(rows: list[Line]) -> list[Line]:
    """The rows that nobody knows the price of."""
    return [row for row in rows if row.cost(1) is None]


def money(sums: dict[str, float]) -> str:
    """As it is said: "12.30 USD and 4.00 CAD"."""
    return " and ".join(f"{amount:.2f} {currency}" for currency, amount in sorted(sums.items())) or "nothing"
