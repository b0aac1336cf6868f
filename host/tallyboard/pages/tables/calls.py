"""What the tournaments want at tables, for somebody who is about to tell a table something by hand."""

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from tallyboard.desk import Tournament
from tallyboard.errors import TallyboardError
from tallyboard.pages.tournaments import Tournaments
from tallyboard.store import Store
from tallyboard.store.tournaments import listed
from tallyboard.store.tournaments.calls import ASLEEP_MS, as_compared


class TableCall(NamedTuple):
    """A match that is called to a table: of which tournament, and who play."""

    tournament: str
    match: str
    table: str
    names: tuple[str, ...]


def table_calls(tournaments: Tournaments, store: Store) -> dict[str, list[TableCall]]:
    """The calls of all tournaments that are awake, by the name of the table as it is compared."""
    with store.reading() as sql:
        now = sql.now_ms()
        awake = [about for about in listed(sql) if now - about.active <= ASLEEP_MS]
    found: dict[str, list[TableCall]] = {}
    for about in awake:
        with suppress(TallyboardError):  # it is damaged, which `verify` tells: no hub calls for it either
            for call in tournaments.asked(
                store, about.id, lambda seen, present: list(_calls(seen.about.name, present))
            ):
                found.setdefault(as_compared(call.table), []).append(call)
    return found


def _calls(name: str, present: Tournament) -> Iterable[TableCall]:
    for table in present.tables.values():
        if table.call is not None:
            names = tuple(present.entrants[entrant - 1].name for entrant in table.call.entrants)
            yield TableCall(name, table.call.match, table.name, names)
