"""Journals that cheat in one thing each: the campaign that finds nothing in the true one finds each of them out."""

from collections.abc import Callable
from typing import cast

import pytest

from shared_rules.journal import record
from tableside.fram import Fram
from tableside.journal import Journal
from tableside.nvm import Nvm
from tableside.reclaim import Reclaimer
from tests.firmware.matches import Script
from tests.firmware.power_cuts import Campaign, Plan

MATCH = Script(
    "match",
    "crokinole-official target=20",
    "A1 B2 NEXT UNDO A2 UNDO A3 A4 ack-2 NEXT A1? UNDO NEXT~ NEXT~ B1 B2 UNDO B3 UNDO A4 A4- A2 A2 UNDO UNDO NEXT~ "
    "ack NEXT~ A1 B2 power A2 NEXT UNDO NEXT ack-1 NEXT~ B1 UNDO B2",
)
UNREAD = Script(
    "unread", "twenties-shootout", "A1 B1 NEXT NEXT~ B1 NEXT~ NEXT~ " * 4 + "ack-9 A1 B1 power A1 NEXT NEXT~ A1"
)
BACK = Script(
    "back",
    "twenties-shootout",
    "A1 B1 NEXT NEXT~ UNDO~ UNDO A1 NEXT anew UNDO~ power UNDO B1 NEXT ack-2 NEXT~ UNDO~ [ boots-60 ] UNDO B1 "
    "NEXT ack anew B1 ack anew A1 ack anew A1 UNDO",
)
KEPT_WHOLE = Script(
    "kept-whole",
    "twenties-shootout",
    "A1 B1 NEXT anew A1 B1 NEXT anew UNDO~ UNDO A1 NEXT [ boots-90 ] ack-45 anew A1 B1 UNDO anew A1 power ack-9 A1 "
    "B1 UNDO",
)
QUEBEC = Script(
    "quebec", "pichenottes-quebec dames=2 target=9", "A1 A2 B1 A1 A4 B1 UNDO B3 B4 A4 power B1 NEXT UNDO NEXT B1 A1"
)
FOLLOWED = Script("followed", "twenties-shootout", "A1 ack B1 ack NEXT ack UNDO A1 ack NEXT ack ack NEXT~ A1")
ONE_MATCH = Script("one-match", "crokinole-official", "A1 B1 A2 NEXT A1 UNDO A3 NEXT~ B2 UNDO A4")
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
    def holds(self, data: bytes | bytearray, at: int, seq: int) -> bool:
        return bytes(data[at : at + record.SIZE]) not in (b"\x00" * record.SIZE, b"\xff" * record.SIZE)


class ErasesUnread(Journal):
    """nvm: a new match erases what the laptop does not have yet."""

    def _all_acked(self) -> bool:
        return True


class _ReclaimsOtherwise(Journal):
    """FRAM: room is made in another way."""

    _other: type[Reclaimer]

    def _reclaim(self) -> bool | None:
        if self._reclaimer is None and self.rewritable:
            self._reclaimer = self._other(self)
        return super()._reclaim()


class _Greedy(Reclaimer):
    def _give_up(self, before: int) -> bool:
        self._journal.give_up(before)
        self._oldest = self._journal.oldest
        return True


class GivesUpUnread(_ReclaimsOtherwise):
    """FRAM: matches are given up that the laptop does not have yet."""

    _other = _Greedy


class _BlindToBack:
    """A journal, and the sealer of it, in which no BACK is to be seen."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.sealer = self

    def __getattr__(self, name: str) -> object:
        return getattr(self._journal, name)

    def holds(self, data: bytes | bytearray, at: int, seq: int) -> bool:
        return data[at] != record.BACK and self._journal.sealer.holds(data, at, seq)


class _ForgetsBack(Reclaimer):
    def __init__(self, journal: Journal) -> None:
        super().__init__(cast(Journal, _BlindToBack(journal)))  # it passes on all that a Journal has


class GivesUpHalf(_ReclaimsOtherwise):
    """FRAM: a start that was taken back counts as the end of the match before, which goes on behind it."""

    _other = _ForgetsBack


class BackFirst(Journal):
    """The match before goes on before a power-on would find it."""

    def go_back(self, since: int, at_ms: int) -> None:
        self._append_timed(record.BACK, 0, at_ms)
        if since != self.look_from:
            self.look_from = since
            self._write_header()


class NoRules(Journal):
    """Nothing says by which rules the match is played, so that it is read by older ones."""

    def _append(self, b0: int, b1: int, b2: int, b3: int) -> None:
        if b0 != record.RULES:
            super()._append(b0, b1, b2, b3)


class AcksWithoutResult(Journal):
    """nvm: each acknowledgement is written down, and in the end there is no room for presses."""

    def ack(self, upto: int, result: bool = False) -> None:
        super().ack(upto, True)


class OneHeader(Journal):
    """The header is written in its place, over the one that stands."""

    def _write_header(self) -> None:
        self._generation += 1
        self._medium.write(0, self._header(self._generation))


class HeaderFirst(Journal):
    """The header says where the new match begins before there is any of it."""

    def _append(self, b0: int, b1: int, b2: int, b3: int) -> None:
        if b0 == record.CHOICE:
            self.look_from = self.next
            self._write_header()
        super()._append(b0, b1, b2, b3)


class HeaderBeforeGame(Journal):
    """The header says so when only the record is missing that makes it a match."""

    def _append(self, b0: int, b1: int, b2: int, b3: int) -> None:
        if b0 == record.CHOICE:
            self._begins = self.next
        if b0 == record.GAME:
            self.look_from = self._begins
            self._write_header()
        super()._append(b0, b1, b2, b3)


class AcknowledgesItself(Journal):
    """What the laptop has not confirmed counts as confirmed with what it has."""

    def ack(self, upto: int, result: bool = False) -> None:
        super().ack(self.next if upto else 0, result)


class SameEpoch(Journal):
    """The erased journal has the epoch of the old one: its numbers come again, with other records."""

    def __init__(self, medium: Fram | Nvm, new_epoch: Callable[[], int]) -> None:
        super().__init__(medium, lambda: 7)


class WritesOver(Journal):
    """nvm: after a torn write the next record goes to its place, which takes an erase."""

    def open(self, why: tuple[int, int] = (0, 0)) -> None:
        rewritable = self.rewritable
        self.rewritable = True
        super().open(why)
        self.rewritable = rewritable


class NoCut(Journal):
    """Nothing says that the match goes on behind a torn record."""

    def _append(self, b0: int, b1: int, b2: int, b3: int) -> None:
        if b0 != record.CUT:
            super()._append(b0, b1, b2, b3)


class ErasesAtOnce(Journal):
    """nvm: the header still holds when the erase begins, and may outlast a part of its records."""

    def _begin_anew(self) -> None:
        if not self.rewritable and self._all_acked() and self.free() < self.places * 15 // 16:
            self.format()
            self._time_ms = 0
            self._append(record.BOOT, record.FORMAT, 0, 0)


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
        (GivesUpHalf, "fram", KEPT_WHOLE, SAMPLE),
        (BackFirst, "fram", BACK, SAMPLE),
        (NoRules, "fram", QUEBEC, SAMPLE),
        (NoRules, "nvm", QUEBEC, SAMPLE),
        (AcksWithoutResult, "nvm", FOLLOWED, SAMPLE),
    ],
    ids=name_of,
)
def test_a_journal_that_cheats_is_caught(mutant: type[Journal], medium: str, script: Script, plan: Plan) -> None:
    tally = Campaign(script, medium, mutant).run(plan)
    assert tally.broken > 0


@pytest.mark.parametrize("medium", ["fram", "nvm"])
@pytest.mark.parametrize("script", [MATCH, UNREAD, ONE_MATCH, DAMAGE, BACK, KEPT_WHOLE, QUEBEC, FOLLOWED], ids=name_of)
def test_the_true_one_is_not(script: Script, medium: str) -> None:
    tally = Campaign(script, medium).run(SAMPLE)
    assert (tally.cuts > 100, tally.failures[:5]) == (True, [])


@pytest.mark.parametrize(
    ("mutant", "medium", "script"),
    [(HeaderFirst, "fram", MATCH), (NoCut, "nvm", ONE_MATCH), (WritesOver, "nvm", MATCH)],
    ids=name_of,
)
def test_a_failure_can_be_seen_again_by_its_name(mutant: type[Journal], medium: str, script: Script) -> None:
    failures = Campaign(script, medium, mutant).run(SAMPLE).failures
    cut = failures[0].partition(": ")[0].split(maxsplit=2)[2]
    assert failures[0] in Campaign(script, medium, mutant).run_one(cut).failures
