"""What is computed of a match and kept: its id, and the form without a score."""

import uuid
from collections.abc import Mapping
from typing import Any, cast

from tallyboard.shapes import RecordedMatch

# What a score would stand in, emptied: an incomplete match is never shown with one.
NO_SCORE: dict[str, Any] = {"winners": [], "totals": {}, "twenties": {}, "rounds": [], "current": None}


class KeptMatch(RecordedMatch):
    """A match as it is kept. `untouched`: nothing that was entered in it stands; what is kept may lack it."""

    untouched: bool


def match_id(board: str, epoch: int, first_seq: int) -> str:
    """The match's id: the same on every laptop and in every export."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"tallyboard:{board}/{epoch}/{first_seq}"))


def incomplete(match: Mapping[str, Any]) -> KeptMatch:
    """The match as one of whose records some are missing: they may be events, so it has no score."""
    return cast(KeptMatch, {**match, **NO_SCORE, "status": "incomplete", "untouched": False})


def is_newer(match: Mapping[str, Any]) -> bool:
    """Whether only a newer tallyboard knows this match's game."""
    return bool(match.get("newer", False))
