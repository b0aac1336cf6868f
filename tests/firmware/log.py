"""What a chip did while a board used it, and how things stood each time."""

from typing import NamedTuple

from shared_rules.journal import record
from tests.firmware.matches import Player
from tests.harness.memory_chips import FramChip, Step

HEADER = "header"  # everything that is not a record
_NAMES = {
    record.BOOT: "boot",
    record.GAME: "game",
    record.CUT: "cut",
    record.CHOICE: "choice",
    record.ASSIGN: "assign",
    record.LIGHT: "light",
    record.FAULT: "fault",
    record.NAMED: "named",
    record.BACK: "back",
    record.ACKED: "acked",
}


class Kept(NamedTuple):
    """A record that was written to its last byte."""

    epoch: int
    number: int
    data: bytes


class Facts(NamedTuple):
    """What the memory holds and the laptop knows."""

    epoch: int | None  # of the header that stands; None where it is not known which one does
    records: tuple[Kept, ...]
    acked: dict[int, int]  # by epoch: below which number the laptop has everything


NOTHING = Facts(None, (), {})


class Write(NamedTuple):
    """One write: all of the memory before it, and the facts before and after it."""

    gesture: int
    kind: str
    before: bytes
    steps: list[Step]
    facts: Facts
    after: Facts


class Log:
    """Listens to a chip that `player` uses. `gesture`: which one is being made."""

    def __init__(self, chip: FramChip, player: Player, facts: Facts) -> None:
        self.writes: list[Write] = []
        self.gesture = 0
        self.facts = facts
        self._chip = chip
        self._player = player
        chip.wrote = self._wrote
        player.told = self._told
        player.spoilt = self._spoilt

    def _wrote(self, at: int, data: bytes, steps: list[Step]) -> None:
        journal = self._player.board.journal
        kind = _kind(data)
        adds: tuple[Kept, ...] = ()
        if kind != HEADER:
            adds = (Kept(journal.epoch, journal.next, data),)
            self.facts = self.facts._replace(epoch=journal.epoch)  # a record is only written where a header stands
        after = self.facts._replace(epoch=journal.epoch, records=self.facts.records + adds)
        before = bytearray(self._chip.memory)
        for step in reversed(steps):
            before[step.at : step.at + len(step.old)] = step.old
        self.writes.append(Write(self.gesture, kind, bytes(before), steps, self.facts, after))
        self.facts = after

    def _told(self, epoch: int, upto: int) -> None:
        self.facts = self.facts._replace(acked={**self.facts.acked, epoch: upto})

    def _spoilt(self, epoch: int, number: int) -> None:
        left = [each for each in self.facts.records if (each.epoch, each.number) != (epoch, number)]
        self.facts = self.facts._replace(records=tuple(left))


def _kind(data: bytes) -> str:
    if len(data) != record.SIZE:
        return HEADER
    if data[0] < record.SETTING:
        return "event"
    if data[0] < record.BOOT:
        return "setting" if data[0] < record.TEXT else "text"
    return "time" if data[0] >= record.TIME else _NAMES[data[0]]
