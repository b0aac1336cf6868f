"""Journals as a board would write them, and what a replay makes of them."""

from shared_rules.games import catalogue, options
from shared_rules.games.events import COUNT, NEXT, UNDO, event
from shared_rules.games.match import Match
from shared_rules.journal import record
from shared_rules.journal.record import BOOT, CHOICE, CUT, GAME, RULES, SETTING, SIZE, pack_gap
from shared_rules.journal.replay import Replay

A20, B5, NEXT_, UNDO_ = event(COUNT, 0, 20), event(COUNT, 1, 5), event(NEXT), event(UNDO)


class Stream:
    """A journal as a board would write it: a list of (number, eight bytes), with checks of 0, for Replay reads none."""

    def __init__(self, start: int = 0) -> None:
        self.records: list[tuple[int, bytes]] = []
        self.next = start

    def add(self, *values: int) -> int:
        """Append a record of these bytes; its number."""
        self.records.append((self.next, bytes(values).ljust(SIZE, b"\x00")))
        self.next += 1
        return self.next - 1

    def boot(self) -> int:
        return self.add(BOOT, record.FORMAT)

    def start(
        self, line: str, first: int = 0, choice: int | None = None, ms: int = 0, edition: int = catalogue.EDITION
    ) -> int:
        """`edition`: of the rules; of older ones there is no word, nor of the options that came later."""
        match = catalogue.new(line)
        if choice is not None:
            self.add(CHOICE, *choice.to_bytes(3, "little"))
        for name, value in catalogue.in_order(match.ID, match.options):
            if edition >= match.SINCE.get(name, 0):
                self.add(SETTING + options.code_of(name), *options.to_bytes(name, value))
        if edition > catalogue.OLDER:
            self.add(RULES, edition)
        return self.add(GAME, catalogue.number_of(match.ID) | first << 6, *pack_gap(ms).to_bytes(2, "little"))

    def enter(self, *events: int, ms: int = 0) -> int:
        for each in events:
            self.add(each >> 8, each & 255, *pack_gap(ms).to_bytes(2, "little"))
        return self.next - 1

    def cut(self, stands_below: int) -> int:
        return self.add(CUT, *(self.next - stands_below).to_bytes(3, "little"))

    def without(self, *numbers: int) -> "Stream":
        """The same journal where these records are damaged."""
        other = Stream(self.next)
        other.records = [each for each in self.records if each[0] not in numbers]
        return other


def match_in(replay: Replay) -> Match:
    """The match of the records, which are to have one."""
    assert replay.match is not None
    return replay.match


def fed(stream: Stream, replay: Replay | None = None) -> Replay:
    replay = replay or Replay()
    for seq, data in stream.records:
        replay.feed(seq, data)
    return replay
