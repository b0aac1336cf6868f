"""`tallyboard tournament import` of Crokinole Match Notation: matches that were recorded elsewhere become results."""

from collections.abc import Sequence
from pathlib import Path

from tallyboard.commands.tournament.opened import AfterChange, Changing, done, who
from tallyboard.store import Store, read_store, tournaments
from tallyboard.store.tournaments import Followed, StoredEvent
from tallyboard.store.tournaments.board_results import also_called, taking
from tallyboard.text.language import _, later, ngettext
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

    def said(after: AfterChange) -> list[str]:
        return outcome_words(outcome)

    done(work, said, how)


def outcome_words(outcome: Sequence[CmnOutcome]) -> list[str]:
    """What became of the matches, in sentences."""
    taken = [one for one in outcome if one.line]
    known = [one for one in outcome if one.is_known]
    against = [one for one in outcome if not one.line and not one.is_known]
    told = [ngettext("%(num)s match is taken in.", "%(num)s matches are taken in.", len(taken))] if taken else []
    if known:
        told.append(
            ngettext(
                "%(num)s match was taken in before, and changed nothing.",
                "%(num)s matches were taken in before, and changed nothing.",
                len(known),
            )
        )
    each = [_("Match %(match)s is not taken: %(why)s.", match=one.match.title, why=str(one.why)) for one in against]
    for one in taken:
        doubtful = later("Look again at match %(match)s, whose result counts: %(doubt)s.")
        each += [_(doubtful, match=one.match.title, doubt=str(doubt)) for doubt in one.match.doubts]
    further = len(each) - _SHOWN
    more = [ngettext("and %(num)s more line", "and %(num)s more lines", further)] if further > 0 else []
    return [*(told or [_("There is no match in it.")]), *each[:_SHOWN], *more]
