"""`tallyboard tables cards`: the codes by which phones come to tables, on paper."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from tallyboard.commands.seats.tables import USUAL_PORT, each_table, origin, served
from tallyboard.errors import TallyboardError
from tallyboard.export import output
from tallyboard.pages.reached import seat_address
from tallyboard.paper import LanguageCode, Size, page_count
from tallyboard.paper.table_cards import TableCard, table_cards
from tallyboard.shapes import PrintedCards
from tallyboard.store import open_store, seats
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.quantities import counted


def cards(
    tables: Sequence[str] = (),
    sheet: bool = False,
    out: Path | None = None,
    size: str = "a4",
    language: str = "en",
    network: str = "",
    host: str | None = None,
    listen: int = USUAL_PORT,
    db: str | None = None,
    as_json: bool = False,
) -> None:
    target = output.pdf_file(out or Path("tables.pdf"), as_json)
    wanted = {as_compared(name): name for name in each_table(tables)}
    with open_store(db) as store:
        output.check(target, store.file)
        with store.reading() as sql:
            found = {as_compared(one.table): one for one in seats.seats(sql)}
    if not found:
        raise TallyboardError("No table is open to phones.", "`tallyboard tables seat 1-10` opens ten.")
    for key, name in wanted.items():
        if key not in found:
            raise TallyboardError(f"The table {name!r} is not open to phones.", "`tallyboard tables seat` opens it.")
    at = origin(host, listen)
    chosen = [one for key, one in found.items() if not wanted or key in wanted]
    made = table_cards(
        [TableCard(one.table, seat_address(at, one.secret)) for one in chosen],
        on_one_sheet=sheet,
        size=cast("Size", size),
        language=cast("LanguageCode", language),
        network=network,
    )
    output.write_bytes(made, target)
    if as_json:
        printed: PrintedCards = {"file": str(target), "tables": len(chosen), "pages": page_count(made)}
        print_json(printed)
    elif target is not None:
        say(f"{counted(len(chosen), 'table', 'tables')} in {target}. Whoever has a code can play at its table.")
        say(f"Phones come there while {served(host, listen)} runs.")
