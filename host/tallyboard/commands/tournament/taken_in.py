"""`tallyboard tournament import` of Crokinole Match Notation: matches that were recorded elsewhere become results."""

from collections.abc import Sequence
from pathlib import Path

from tallyboard.commands.tournament.opened import AfterChange, Changing, done, who
from tallyboard.store import Store, read_store, tournaments
from tallyboard.store.tournaments import Followed, StoredEvent
from tallyboard.store.tournaments.taking_in import also_called, taking
from tallyboard.text.quantities import counted
from tallyboard.text.tournament.cmn import CmnOutcome, cmn_in, is_json

_SHOWN = 20  # matches of which something is told


def is_cmn(file: Path, data: bytes) -> bool:
    """Whether it is to be read as the notation, and not as a sheet."""
    return file.suffix.casefold() == ".json" or is_json(data)


def take_cmn(data: bytes, how: Changing) -> None:
    """Enter the results of a document's matches, all that can be."""
    matches = cmn_in(data)
    outcome: list[CmnOutcome] = []
    with read_store(how.get("db")) as reader, reader.reading() as sql:
        also = also_called(sql)

    def work(store: Store, followed: Followed) -> Sequence[StoredEvent]:
        decide = taking(followed, matches, also, outcome, how.get("reason") or "")
        return tournaments.append(store, followed, decide, who(how))

    def said(_: AfterChange) -> list[str]:
        return outcome_words(outcome)

    done(work, said, how)


def outcome_words(outcome: Sequence[CmnOutcome]) -> list[str]:
    """What became of the matches, in sentences."""
    taken = [one for one in outcome if one.line]
    known = [one for one in outcome if one.is_known]
    against = [one for one in outcome if not one.line and not one.is_known]
    told = [f"{counted(len(taken), 'match is', 'matches are')} taken in."] if taken else []
    if known:
        told.append(f"{counted(len(known), 'match was', 'matches were')} taken in before, and changed nothing.")
    each = [f"Match {one.match.title} is not taken: {one.why}." for one in against]
    for one in taken:
        title = f"Look again at match {one.match.title}, whose result counts"
        each += [f"{title}: {doubt}." for doubt in one.match.doubts]
    more = [f"and {counted(len(each) - _SHOWN, 'more line', 'more lines')}"] if len(each) > _SHOWN else []
    return [*(told or ["There is no match in it."]), *each[:_SHOWN], *more]
