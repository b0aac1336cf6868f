"""What is computed of a match and kept: its id, and its form without a score where it cannot be played again."""

import uuid
from collections.abc import Iterable
from typing import Any, NotRequired, cast

from shared_rules.games import catalogue, options
from shared_rules.games.events import SIDES
from shared_rules.journal import record
from shared_rules.journal.record_text import is_text
from tallyboard.shapes import Options, RecordedMatch, ResultObject, Status


class PlayedMatch(ResultObject):
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


def no_score(status: Status) -> dict[str, Any]:
    """What a match of this status tells that has no score."""
    return {"status": status, "winners": [], "totals": {}, "twenties": {}, "rounds": [], "current": None}


def incomplete(match: KeptMatch) -> KeptMatch:
    """The match as one of whose records some are missing: they may be events, so it has no score."""
    return cast(KeptMatch, {**match, "untouched": False, **no_score("incomplete")})


def is_newer(match: RecordedMatch) -> bool:
    """Whether only a newer tallyboard knows this match's game."""
    return match.get("newer", False)


class Beginning:
    """A CHOICE, every option in force, key and names, as far as they were read.

    `choice_at`: number of the CHOICE, None while there is none. `lost`: records behind it, or it, are missing.
    `settings`: the records of options and rules. `texts`: how many records of key and names. `is_empty`: nothing was
    read or lost since the last record that belongs to no beginning.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """A record has come that belongs to no beginning."""
        self.choice_at: int | None = None
        self.lost = False
        self.settings: list[bytes] = []
        self.texts = 0
        self.is_empty = True

    def lose(self) -> None:
        """Records are missing."""
        self.lost = True
        self.is_empty = False

    def take(self, seq: int, data: bytes) -> None:
        """Note a CHOICE, a SETTING or a TEXT."""
        if data[0] == record.CHOICE:
            self.clear()
            self.choice_at = seq
        self.is_empty = False
        if is_text(data[0]):
            self.texts += 1
        elif data[0] < record.TEXT:
            self.settings.append(data)

    def match_begun_by(self, seq: int, number: int) -> PlayedMatch | None:
        """What can be said of the match that a GAME of this game number begins, without these settings being whole.
        None where it is not known with which record it began."""
        if self.choice_at is None:
            return None
        given: Options = {}
        is_newer = False  # options are there, or rules, that only a newer firmware has
        for data in self.settings:
            if data[0] == record.RULES:
                is_newer = is_newer or data[1] > catalogue.EDITION
                continue
            try:
                name, value = options.from_bytes(data[0] & 0x1F, data[1:4])
            except options.OptionError:
                is_newer = True
            else:
                given[name] = list(value) if isinstance(value, tuple) else value
        if number >= len(catalogue.IDS) or is_newer:
            name = catalogue.IDS[number] if number < len(catalogue.IDS) else f"game {number}"
            return {**self._unscored(name, given, given, seq), "newer": True}
        game = catalogue.by_number(number)
        if seq - self.choice_at > len(game.OPTIONS) + self.texts + 2:  # the CHOICE may be of another match
            return None
        return self._unscored(game.ID, given, [name for name, _ in game.OPTIONS], seq)

    def _unscored(self, game: str, given: Options, names: Iterable[str], seq: int) -> PlayedMatch:
        """`given`: the options; `names`: of those to tell, in order."""
        sides = list(SIDES[: cast(int, given.get("sides", 2))])
        told = {name: given[name] for name in names if name in given}
        begun = {"last_seq": seq, "started": None, "key": None, "untouched": False, "game": game, "options": told}
        return cast(PlayedMatch, {**begun, "sides": sides, "names": dict.fromkeys(sides), **no_score("incomplete")})
