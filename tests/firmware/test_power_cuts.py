"""The plug is pulled at every byte that whole matches write: what was shown is there afterwards, or one press more.

--campaign tries every cut there is, else a sample of each kind of write is drawn, always the same.
TALLYBOARD_CUT="fram washers-ritzenthaler 12.3.zeros 0.1.old" in the environment tries this one alone.
"""

import os
from collections.abc import Callable

import pytest

from tableside.journal import Journal
from tests.firmware.log import HEADER
from tests.firmware.matches import SCRIPTS, Player, Script
from tests.firmware.power_cuts import Campaign, Plan
from tests.firmware.tally import PROPERTY, summary
from tests.harness.campaign import form, is_long
from tests.harness.memory_chips import FramChip, PowerCut, Step

MEDIA = ("fram", "nvm")
ONE = os.environ.get("TALLYBOARD_CUT", "")
PARTS = form(1, 8)
SAMPLE = Plan(writes=4, cuts=6, again=2, mixes=2)
QUICK = Plan(writes=2, cuts=3, again=1, mixes=1)

PLAN = form(SAMPLE, Plan(), QUICK)

BY_NAME = {script.name: script for script in SCRIPTS}
CASES = [(medium, script.name, part) for script in SCRIPTS for medium in MEDIA for part in range(PARTS)]
if ONE:
    _medium, _script = ONE.split()[:2]
    CASES = [(_medium, _script, 0)]

WRITTEN = {HEADER, "choice", "setting", "game", "event", "boot"}  # by every script that plays matches to their end
BESIDES = {"damage": {"cut"}, "back": {"back", "assign"}, "called": {"back", "assign"}, "besides": {"assign", "named"}}
ACKED = ("besides", "called", "back", "twenties-shootout", "room")  # a result is acknowledged in each of these


def replaying(failure: str) -> str:
    """A failure and how to see it again."""
    cut, _, what = failure.partition(": ")
    return f'TALLYBOARD_CUT="{cut}" .venv/bin/pytest {os.path.relpath(__file__)} -k no_cut\n    {what}'


@pytest.mark.sample
@pytest.mark.parametrize(("medium", "name", "part"), CASES)
def test_no_cut_loses_what_was_shown(
    medium: str, name: str, part: int, record_property: Callable[[str, object], None]
) -> None:
    campaign = Campaign(BY_NAME[name], medium)
    plan = PLAN._replace(part=part, parts=PARTS)
    tally = campaign.run_one(ONE.split(maxsplit=2)[2]) if ONE else campaign.run(plan)
    record_property(PROPERTY, (medium, name, tally.cuts, tally.broken))
    assert not tally.broken, "\n".join(map(replaying, tally.failures[:5]))
    if not is_long() and not ONE:
        cut = {kind for kind, in_recovery in tally.kinds if not in_recovery}
        again = {kind for kind, in_recovery in tally.kinds if in_recovery}
        wanted = WRITTEN | BESIDES.get(name, set()) | ({"acked"} if medium == "nvm" and name in ACKED else set())
        assert cut >= wanted, "the sample leaves kinds of writes out"
        assert PLAN == QUICK or again >= WRITTEN - {"event"} | ({"cut"} if medium == "nvm" else set())


def played(script: Script, chip: FramChip) -> Player:
    player = Player(script, chip, Journal, "")
    for at in range(len(script.gestures)):
        player.do(at)
    return player


@pytest.mark.parametrize("medium", MEDIA)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_does_what_it_says(script: Script, medium: str) -> None:
    """Each press counts, but those that are said to be refused; else a slip in a script would leave something out."""
    player = Player(script, script.chip(medium), Journal, "")
    player.do(0)
    for at, gesture in enumerate(script.gestures[1:], 1):
        before, next_number = player.board.picture(), player.board.journal.next
        player.do(at)
        still = (
            gesture.word[:3] == "ack"
            or gesture.word[:5] in ("power", "setti", "boots", "fault", "time")
            or gesture.word[-1:] == "?"
        )
        if gesture.word != "anew":  # which may look like the match before it
            assert (player.board.picture() == before) == still, f"gesture {at}, {gesture.word}"
        if gesture.word[-1:] == "?":
            assert player.board.journal.next == next_number
    assert player.board.table.fault is None


@pytest.mark.parametrize("script", [s for s in SCRIPTS if s.name not in ("full", "damage")], ids=lambda s: s.name)
def test_a_match_goes_round_the_ring_and_begins_an_epoch(script: Script) -> None:
    journal = played(script, script.chip("fram")).board.journal
    assert journal.next > journal.places
    assert journal.oldest > 0
    campaign = Campaign(script, "nvm")
    assert len({write.after.epoch for write in campaign.writes}) > 1


class ByteAtATime(FramChip):
    """Writes that come in a transaction for each byte."""

    def __setitem__(self, place: slice, data: bytes) -> None:
        for i in range(len(data)):
            super().__setitem__(slice(place.start + i, place.start + i + 1), data[i : i + 1])


def test_a_burst_and_a_transaction_for_each_byte_are_cut_alike() -> None:
    script = BY_NAME["crokinole-official"]
    done = []
    for chip in (script.chip("fram"), ByteAtATime(len(script.chip("fram")))):
        steps: list[Step] = []
        chip.wrote = lambda at, data, some, steps=steps: steps.extend(some)
        played(script, chip)
        done.append(steps)
    assert len(done[0]) > 1000
    assert done[0] == done[1]


@pytest.mark.parametrize("medium", MEDIA)
def test_a_cut_is_what_a_chip_holds_whose_power_fails(medium: str) -> None:
    """The campaign takes its memories from a log; here the power fails while the board writes."""
    script = BY_NAME["washers-ritzenthaler"]
    campaign = Campaign(script, medium)
    steps = compared = 0
    for write in campaign.log.writes:
        cuts = {cut.name: cut.memory for cut in campaign.cuts(write, "here", 0)}
        for n in range(len(write.steps)):
            if (steps + n) % (101 if medium == "fram" else 5) == 0 and f"here.{n}.old" in cuts:
                chip = script.chip(medium)
                chip.budget = steps + n
                with pytest.raises(PowerCut):
                    campaign.play(chip)
                assert cuts[f"here.{n}.old"] == chip.memory
                compared += 1
        steps += len(write.steps)
    assert compared > 10


def test_the_summary_adds_up() -> None:
    reported = [("fram", "a", 1000, 0), ("nvm", "a", 20, 3), ("fram", "b", 234, 0), ("fram", "a", 1, 0)]
    assert summary([("other", 5), *[(PROPERTY, values) for values in reported]]) == [
        "power cuts, a: fram 1,001 cuts, 0 states lost; nvm 20 cuts, 3 states lost",
        "power cuts, b: fram 234 cuts, 0 states lost",
        "power cuts: fram 1,235 cuts, 0 states lost; nvm 20 cuts, 3 states lost",
    ]
