"""Journals that cheat in one thing each: the campaign that finds nothing in the true one finds each of them out."""

from collections.abc import Callable

import pytest

from shared_rules import record
from tableside.journal import Journal
from tests.firmware.matches import Script
from tests.firmware.power_cuts import Campaign, Plan

MATCH = Script(
    "match",
    "crokinole-official target=20",
    "A1 B2 NEXT UNDO A2 UNDO A3 A4 ack-2 NEXT A1 NEXT UNDO NEXT NEXT~ B1 B2 UNDO B3 UNDO A4 A4- A2 A2 UNDO UNDO NEXT "
    "ack NEXT~ A1 B2 power A2 NEXT UNDO NEXT ack-1 NEXT~ B1 UNDO B2",
)
UNREAD = Script("unread", "twenties-shootout", "A1 NEXT NEXT~ B1 NEXT NEXT~ " * 4)
ONE_MATCH = Script("one-match", "crokinole-official", "A1 B1 A2 NEXT A1 UNDO A3 NEXT B2 UNDO A4")
DAMAGE = Script("damage", "crokinole-official", "A1 B1 A2 A3 damage B1 A2 NEXT A4")
SAMPLE = Plan(writes=3, cuts=6, again=2, mixes=2, onward=8)
EVERY_WRITE = Plan(again=0, mixes=2)


def name_of(value: object) -> str | None:
    """How a parameter reads in a test's name."""
    if isinstance(value, Plan):
        return "sample" if value is SAMPLE else "every-write"
    return value.name if isinstance(value, Script) else None


class ShownFirst(Journal):
    """A press is written down only with the next one."""

    _waiting: tuple[int, int] | None = None

    def enter(self, event: int, at_ms: int) -> None:
        if self._waiting is not None:
            super().enter(*self._waiting)
        self._waiting = (event, at_ms)


class NoCheck(Journal):
    """Whatever is not blank is a record."""

    def _set_epoch(self, epoch: int) -> None:
        super()._set_epoch(epoch)
        self.sealer = _Trusting(epoch)


class _Trusting(record.Sealer):
    def holds(self, data: bytes, at: int, seq: int) -> bool:
        return bytes(data[at : at + record.SIZE]) not in (b"\x00" * record.SIZE, b"\xff" * record.SIZE)


class ErasesUnread(Journal):
    """nvm: a new match erases what the laptop does not have yet."""

    def _make_room(self) -> int:
        self.acked = self.next
        return super()._make_room()


class GivesUpUnread(Journal):
    """FRAM: a new match gives up what the laptop does not have yet."""

    def _make_room(self) -> int:
        acked, self.acked = self.acked, self.next
        oldest = super()._make_room()
        self.acked = acked
        return oldest


class OneHeader(Journal):
    """The header is written in its place, over the one that stands."""

    def _write_header(self) -> None:
        self._generation += 1
        self._medium.write(0, self._header(self._generation))


class HeaderFirst(Journal):
    """The header says where the new match begins before there is any of it."""

    def _append(self, b0: int, b1: int, b2: int, b3: int) -> None:
        if b0 == record.CHOICE:
            self._look_from = self.next
            self._write_header()
        super()._append(b0, b1, b2, b3)


class HeaderBeforeGame(Journal):
    """The header says so when only the record is missing that makes it a match."""

    def _append(self, b0: int, b1: int, b2: int, b3: int) -> None:
        if b0 == record.CHOICE:
            self._begins = self.next
        if b0 == record.GAME:
            self._look_from = self._begins
            self._write_header()
        super()._append(b0, b1, b2, b3)


class AcknowledgesItself(Journal):
    """What the laptop has not confirmed counts as confirmed with what it has."""

    def ack(self, upto: int) -> None:
        super().ack(self.next if upto else 0)


class SameEpoch(Journal):
    """The erased journal has the epoch of the old one: its numbers come again, with other records."""

    def __init__(self, medium: object, new_epoch: Callable[[], int]) -> None:
        super().__init__(medium, lambda: 7)


class WritesOver(Journal):
    """nvm: after a torn write the next record goes to its place, which takes an erase."""

    def _scan(self) -> None:
        rewritable = self._medium.rewritable
        self._medium.rewritable = True
        super()._scan()
        self._medium.rewritable = rewritable


class NoCut(Journal):
    """Nothing says that the match goes on behind a torn record."""

    def _append(self, b0: int, b1: int, b2: int, b3: int) -> None:
        if b0 != record.CUT:
            super()._append(b0, b1, b2, b3)


class ErasesAtOnce(Journal):
    """nvm: the header still holds when the erase begins, and may outlast a part of its records."""

    def _make_room(self) -> int:
        if self.acked >= self.next and self.free() < self.places * 15 // 16:
            self._format()
        return self.oldest


@pytest.mark.parametrize(
    ("mutant", "medium", "script", "plan"),
    [
        (ShownFirst, "fram", MATCH, SAMPLE),
        (ShownFirst, "nvm", MATCH, SAMPLE),
        (NoCheck, "fram", MATCH, EVERY_WRITE),
        (NoCheck, "nvm", MATCH, EVERY_WRITE),
        (ErasesUnread, "nvm", UNREAD, SAMPLE),
        (GivesUpUnread, "fram", UNREAD, SAMPLE),
        (OneHeader, "fram", MATCH, SAMPLE),
        (HeaderFirst, "fram", MATCH, SAMPLE),
        (HeaderBeforeGame, "fram", MATCH, SAMPLE),
        (AcknowledgesItself, "fram", MATCH, SAMPLE),
        (SameEpoch, "nvm", MATCH, SAMPLE),
        (WritesOver, "nvm", MATCH, SAMPLE),
        (NoCut, "nvm", ONE_MATCH, SAMPLE),
        (NoCut, "fram", DAMAGE, SAMPLE),
        (ErasesAtOnce, "nvm", MATCH, EVERY_WRITE),
    ],
    ids=name_of,
)
def test_a_journal_that_cheats_is_caught(mutant: type[Journal], medium: str, script: Script, plan: Plan) -> None:
    tally = Campaign(script, medium, mutant).run(plan)
    assert tally.broken > 0


@pytest.mark.parametrize("medium", ["fram", "nvm"])
@pytest.mark.parametrize("script", [MATCH, UNREAD, ONE_MATCH, DAMAGE], ids=name_of)
def test_the_true_one_is_not(script: Script, medium: str) -> None:
    tally = Campaign(script, medium).run(SAMPLE)
    assert (tally.cuts > 100, tally.failures) == (True, [])


@pytest.mark.parametrize(
    ("mutant", "medium", "script"),
    [(HeaderFirst, "fram", MATCH), (NoCut, "nvm", ONE_MATCH), (WritesOver, "nvm", MATCH)],
    ids=name_of,
)
def test_a_failure_can_be_seen_again_by_its_name(mutant: type[Journal], medium: str, script: Script) -> None:
    failures = Campaign(script, medium, mutant).run(SAMPLE).failures
    cut = failures[0].partition(": ")[0].split(maxsplit=2)[2]
    assert failures[0] in Campaign(script, medium, mutant).run_one(cut).failures
