"""Which matches are exported, and when they were played where the records do not say it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from tallyboard.errors import TallyboardError
from tallyboard.journal import presses
from tallyboard.shapes import MatchObject
from tallyboard.store import Reader
from tallyboard.store.presses import Presses
from tallyboard.text.match_words import short_id
from tallyboard.text.utc import utc_text


def chosen(store: Reader, wanted: Sequence[str], date: str | None) -> Iterable[MatchObject]:
    """The matches with these ids or beginnings of ids, in this order, each once; all of them when none is given.

    `date` stands for `started` where that is not known. All of them come one after the other and are never in memory
    together. Raises TallyboardError as `Store.match`, and for a match in which nothing was entered.
    """
    found = _named(store, wanted) if wanted else store.each_match()
    return ({**match, "started": match["started"] or date} for match in found)


def _named(store: Reader, wanted: Sequence[str]) -> list[MatchObject]:
    named = {match["match"]: match for match in map(store.match, wanted)}
    listed = Presses(store)
    for match in named.values():
        if match["correction"] is None and match["status"] != "incomplete" and not presses.any_stands(listed.of(match)):
            raise TallyboardError(
                f"Nothing was entered in match {short_id(match)}: it is no result.",
                "Leave it out; `tallyboard results` lists the matches.",
            )
    return list(named.values())


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
