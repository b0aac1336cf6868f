"""Which matches are exported, and when they were played where the records do not say it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.export.presses import Presses
from tallyboard.journal import presses
from tallyboard.store import Reader
from tallyboard.store.conflicts import Conflicts, marked
from tallyboard.text.utc import utc_text
from tallyboard.text.wording import short_id


@dataclass(frozen=True)
class Chosen:
    """A match object as `results --json` prints it, and the name of the table where it was played."""

    match: dict[str, Any]
    table: str


def chosen(store: Reader, wanted: Sequence[str], date: str | None) -> Iterable[Chosen]:
    """The matches with these ids or beginnings of ids, in this order, each once; all of them when none is given.

    `date` stands for `started` where that is not known. All of them come one after the other and are never in memory
    together. Raises TallyboardError as `Store.match`, and for a match in which nothing was entered.
    """
    found = _named(store, wanted) if wanted else marked(store, store.each_match())
    return (Chosen({**match, "started": match["started"] or date}, table) for table, match in found)


def _named(store: Reader, wanted: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    named = {match["match"]: match for match in map(store.match, wanted)}
    tables = {board: table for board, table, _ in store.journals()}
    listed = Presses(store)
    for match in named.values():
        if match["status"] != "incomplete" and not presses.any_stands(listed.of(match)):
            raise TallyboardError(
                f"Nothing was entered in match {short_id(match)}: it is no result.",
                "Leave it out; `tallyboard results` lists the matches.",
            )
    return [(tables[match["board"]], with_conflicts(store, match)) for match in named.values()]


def with_conflicts(store: Reader, match: dict[str, Any]) -> dict[str, Any]:
    """The match object, with `conflicts` where an alarm is about it."""
    return Conflicts(store).marked(match)


def moment(text: str) -> str:
    """The ISO 8601 date or date-time as UTC to the second, ending in Z; one without an offset is UTC already.

    Raises TallyboardError.
    """
    try:
        return utc_text(datetime.fromisoformat(text.strip()))
    except (ValueError, OverflowError):
        raise TallyboardError(
            f"--date {text} is not a date.", "Give one like 2026-11-21 or 2026-11-21T14:00Z; it is in UTC."
        ) from None
