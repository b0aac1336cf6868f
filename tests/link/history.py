"""What a journal says of its matches and of the assignment that waits, read once more and apart from both halves."""

from collections.abc import Iterable
from typing import Any

from shared_rules.games import catalogue, options
from shared_rules.games.events import RefusedError
from shared_rules.journal import record
from shared_rules.journal.record_text import decode, gather


class Played:
    """A match: number of its first record, who is first by its GAME, key, and its events by number."""

    def __init__(self, first: int, game: int, chosen: dict[str, Any], key: str) -> None:
        self.first = first
        self.key = key
        self.events: dict[int, int] = {}
        self._game, self._options = catalogue.IDS[game & 63], chosen
        self._opener = game >> 6

    def match(self) -> Any:
        """What the rules make of it."""
        match = catalogue.make(self._game, self._options)
        if self._opener:
            match.begin_with(self._opener)
        for number in sorted(self.events):
            try:
                match.play(self.events[number])
            except RefusedError as error:
                raise AssertionError(f"record {number} of the match at {self.first} is refused") from error
        return match


class History:
    """The records of one epoch, each told once and in order.

    `matches`: that were not taken back. `waits`: the key of the assignment that waits, "" for none. `backs`: how many.
    """

    def __init__(self, waits: str = "") -> None:
        self.matches: list[Played] = []
        self.waits = waits
        self.backs = 0
        self._used = ""  # the key that the last match used up, which a step back lets wait again
        self._since = 0  # the first record of those that stand before a GAME or an ASSIGN
        self._options: dict[str, Any] = {}
        self._texts: dict[int, bytes] = {}

    @classmethod
    def of(cls, records: Iterable[tuple[int, bytes]]) -> "History":
        """That of these records."""
        history = cls()
        for number, data in sorted(records):
            history.tell(number, data)
        return history

    def tell(self, number: int, data: bytes) -> None:
        """The next record."""
        what, value = data[0], data[1:4]
        if what == record.CHOICE:
            self._forget(number)
        elif record.SETTING <= what < record.RULES:
            name, chosen = options.from_bytes(what & 31, value)
            if self._texts or name in self._options:  # of a group that was cut off, where no BOOT had a place
                self._forget(number)
            self._options[name] = chosen
        elif what == record.TEXT | record.KEY:
            gather(self._texts, data)
        elif record.TEXT <= what < record.BOOT or what == record.RULES:
            pass
        else:
            self._does(number, what, value, data)
            self._forget(number + 1)

    def _does(self, number: int, what: int, value: bytes, data: bytes) -> None:
        key = decode(self._texts, record.KEY)
        if what < record.SETTING:
            if self.matches:
                self.matches[-1].events[number] = what << 8 | value[0]
        elif what == record.GAME:
            self.matches.append(Played(self._since, value[0], self._options, key))
            self._used = ""
            if key and key == self.waits:
                self._used, self.waits = self.waits, ""
        elif what == record.ASSIGN:
            self.waits, self._used = "" if value[0] == record.NO_GAME else key, ""
        elif what == record.BACK:
            self.backs += 1
            self.matches.pop()
            self.waits, self._used = self.waits or self._used, ""
        elif what == record.CUT:
            below = number - int.from_bytes(value, "little")
            for match in self.matches[-1:]:
                match.events = {seq: event for seq, event in match.events.items() if seq < below}

    def _forget(self, since: int) -> None:
        self._since = since
        self._options, self._texts = {}, {}
