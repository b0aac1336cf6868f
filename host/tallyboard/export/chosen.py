"""Which matches are exported, when they were played where the records do not say it, and their presses."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from shared_rules import record
from tallyboard.dates import utc
from tallyboard.errors import TallyboardError
from tallyboard.presses import press_list
from tallyboard.store import Reader


@dataclass(frozen=True)
class Chosen:
    """A match object as `results --json` prints it, and the name of the table where it was played."""

    match: dict[str, Any]
    table: str


def chosen(store: Reader, wanted: Sequence[str], date: str | None) -> list[Chosen]:
    """The matches with these ids or beginnings of ids, in this order, each once; all of them when none is given.

    `date` stands for `started` where that is not known. Raises TallyboardError as `Store.match`.
    """
    every = {match["match"]: Chosen(_dated(match, date), table) for table, match in store.matches()}
    ids = dict.fromkeys(store.match(prefix)["match"] for prefix in wanted) if wanted else every
    return [every[match_id] for match_id in ids]


def _dated(match: dict[str, Any], date: str | None) -> dict[str, Any]:
    return {**match, "started": match["started"] or date}


def moment(text: str) -> str:
    """The ISO 8601 date or date-time as UTC to the second, ending in Z; one without an offset is UTC already.

    Raises TallyboardError.
    """
    try:
        given = datetime.fromisoformat(text.strip())
        return utc(given.astimezone(UTC) if given.tzinfo else given)
    except (ValueError, OverflowError):
        raise TallyboardError(
            f"--date {text} is not a date.", "Give one like 2026-11-21 or 2026-11-21T14:00Z; it is in UTC."
        ) from None


class Presses:
    """The presses of a store's matches. Each journal is read once, however many matches stand in it."""

    def __init__(self, store: Reader) -> None:
        self._store = store
        self._journals: dict[tuple[str, int], tuple[list[tuple[int, bytes]], list[int]]] = {}

    def of(self, match: dict[str, Any]) -> list[dict[str, Any]]:
        """The press list that `show --json` prints of the match object."""
        records, boots = self._journal(match["board"], match["epoch"])
        end = self._store.next_match(match["board"], match["epoch"], match["first_seq"])
        # Board time begins at a BOOT and ends at one: what stands outside of these tells the match nothing.
        before = bisect_right(boots, match["first_seq"])
        start = bisect_left(records, (boots[before - 1],)) if before else 0
        behind = len(boots) if end is None else bisect_left(boots, end)
        stop = bisect_left(records, (boots[behind],)) if behind < len(boots) else len(records)
        return [press.as_json() for press in press_list(match, records[start:stop], end) if press.event]

    def _journal(self, board: str, epoch: int) -> tuple[list[tuple[int, bytes]], list[int]]:
        """(the journal's sound records, the numbers of its BOOTs)"""
        key = board, epoch
        if key not in self._journals:
            records = list(self._store.records(board, epoch))
            self._journals[key] = records, [seq for seq, data in records if data[0] == record.BOOT]
        return self._journals[key]
