"""A laptop with `tallyboard serve` whose tables are open to phones, and what it has of them.

with Hall(folder, "Table 4") as hall:
    phone.scan(hall.card("Table 4"))
    hall.has("Table 4", A=20)
"""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tallyboard.store import open_store
from tallyboard.store.seats import Seat, open_seats, seats
from tests.browser.phones.phone import waited
from tests.browser.serving import Server


class Hall(Server):
    """See Server; `tables` are open."""

    def __init__(self, folder: Path, *tables: str, options: Sequence[str] = ()) -> None:
        super().__init__(folder, (), *options)
        self._tables = tables

    def __enter__(self) -> "Hall":
        with closing(open_store(str(self.db))) as store:
            open_seats(store, self._tables)
        super().__enter__()
        return self

    def do(self, what: Any, *given: Any) -> Any:
        """What this function does with the store, as the desk."""
        with closing(open_store(str(self.db))) as store:
            return what(store, *given)

    def seat(self, table: str) -> Seat:
        """As it stands."""
        with closing(open_store(str(self.db))) as store, store.reading() as sql:
            return next(seat for seat in seats(sql) if seat.table == table)

    def card(self, table: str, at: str = "") -> str:
        """The address on the card of this table. `at`: another way to this laptop."""
        return f"{at or self.url}/phone#{self.seat(table).secret}"

    def matches(self, table: str) -> list[Any]:
        """All that the board of this table has played, untouched ones too."""
        board = self.seat(table).board
        with closing(open_store(str(self.db))) as store:
            return [match for match in store.each_match(untouched=True) if match["board"] == board]

    def presses(self, table: str) -> list[str]:
        """Of its last match, as a scoresheet has them."""
        with closing(open_store(str(self.db))) as store:
            return [press.event for last in self.matches(table)[-1:] for press in store.presses(last) if press.event]

    def has(self, table: str, *presses: str) -> None:
        """Wait until these are the presses of its last match."""
        waited(lambda: self.presses(table) == [*presses], lambda: f"{[*presses]}, not {self.presses(table)}")
