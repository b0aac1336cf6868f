"""The records that stand before a GAME and belong to it, and what they say of a match that cannot be played again."""

from collections.abc import Sequence
from typing import cast

from shared_rules.games import catalogue, options
from shared_rules.games.events import SIDES
from shared_rules.journal import record
from shared_rules.journal.record_text import is_text
from tallyboard.shapes import Options
from tallyboard.store.matches.kept_match import Played


class Beginning:
    """A CHOICE, every option in force, key and names, as far as they were read.

    `choice_at`: number of the CHOICE, None while there is none. `lost`: records behind it, or it, are missing. `given`:
    the options that are there, by name. `is_newer`: others are there, or rules, that only a newer firmware has.
    `texts`: how many records of key and names. `is_empty`: nothing was read or lost since the last record that belongs
    to no beginning.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """A record has come that belongs to no beginning."""
        self.choice_at: int | None = None
        self.lost = False
        self.given: Options = {}
        self.is_newer = False
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
        elif data[0] == record.RULES:
            self.is_newer = self.is_newer or data[1] > catalogue.EDITION
        elif data[0] < record.TEXT:
            self._give(data)

    def _give(self, data: bytes) -> None:
        try:
            name, value = options.from_bytes(data[0] & 0x1F, data[1:4])
        except options.OptionError:
            self.is_newer = True
        else:
            self.given[name] = list(value) if isinstance(value, tuple) else value

    def match_begun_by(self, seq: int, number: int) -> Played | None:
        """What can be said of the match that a GAME of this game number begins, without these settings being whole.

        None where it is not known with which record it began.
        """
        if self.choice_at is None:
            return None
        if number >= len(catalogue.IDS) or self.is_newer:
            name = catalogue.IDS[number] if number < len(catalogue.IDS) else f"game {number}"
            return {**self._unscored(name, self.given, seq), "newer": True}
        game = catalogue.by_number(number)
        if seq - self.choice_at > len(game.OPTIONS) + self.texts + 2:  # the CHOICE may be of another match
            return None
        return self._unscored(game.ID, [name for name, _ in game.OPTIONS], seq)

    def _unscored(self, game: str, names: Sequence[str] | Options, seq: int) -> Played:
        """`names`: of the options to tell, in order."""
        sides = list(SIDES[: cast(int, self.given.get("sides", 2))])
        return {
            "last_seq": seq,
            "started": None,
            "key": None,
            "untouched": False,
            "game": game,
            "options": {name: self.given[name] for name in names if name in self.given},
            "sides": sides,
            "names": dict.fromkeys(sides),
            "status": "incomplete",
            "winners": [],
            "totals": {},
            "twenties": {},
            "rounds": [],
            "current": None,
        }
