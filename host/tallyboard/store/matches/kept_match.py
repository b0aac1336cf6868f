"""What is computed of a match and kept: its id, and the form without a score."""

import uuid
from typing import NotRequired

from tallyboard.shapes import RecordedMatch, ResultObject


class Played(ResultObject):
    """What is computed of a match besides where it stands. `untouched`: nothing that was entered in it stands."""

    last_seq: int
    started: str | None
    key: str | None
    untouched: bool
    newer: NotRequired[bool]


class KeptMatch(RecordedMatch):
    """A match as it is kept. `untouched`: nothing that was entered in it stands; what is kept may lack it."""

    untouched: bool


def match_id(board: str, epoch: int, first_seq: int) -> str:
    """The match's id: the same on every laptop and in every export."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"tallyboard:{board}/{epoch}/{first_seq}"))


def incomplete(match: KeptMatch) -> KeptMatch:
    """The match as one of whose records some are missing: they may be events, so it has no score."""
    return {
        **match,
        "status": "incomplete",
        "untouched": False,
        "winners": [],
        "totals": {},
        "twenties": {},
        "rounds": [],
        "current": None,
    }


def is_newer(match: RecordedMatch) -> bool:
    """Whether only a newer tallyboard knows this match's game."""
    return match.get("newer", False)
