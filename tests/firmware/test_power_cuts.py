"""The plug is pulled at every byte that a match writes: what was shown is there afterwards, or one press more."""

import os

import pytest

from shared_rules import games
from shared_rules.events import COUNT, NEXT, OFF, UNDO, event
from shared_rules.record import SIZE
from tableside.journal import Journal
from tableside.table import DONE, Table
from tests.firmware.chips import FramChip, NvmChip, PowerCut, medium_of

FULL_CAMPAIGN = bool(os.environ.get("TALLYBOARD_CAMPAIGN"))
EPOCHS = iter(range(1, 1 << 31))

GAME = "crokinole-official target=45"
ROUND_1 = [event(COUNT, 0, 20), event(COUNT, 1, 15), event(OFF, 1, 15), event(UNDO), event(NEXT)]
ROUND_2 = [event(COUNT, 1, 20), event(COUNT, 1, 20), event(UNDO), event(COUNT, 1, 5), event(NEXT), event(UNDO)]
TO_THE_END = [event(COUNT, 0, 10), event(NEXT), event(COUNT, 0, 20), event(COUNT, 0, 20), event(NEXT)]
PRESSES = [*ROUND_1, *ROUND_2, *TO_THE_END, event(UNDO), event(NEXT)]


def power_on(chip, journal=Journal):
    medium = medium_of(chip)
    table = Table(lambda: journal(medium, lambda: next(EPOCHS)), 2, GAME)
    table.step(0)
    return table


def shown(table):
    """What the displays are made from."""
    match = table.match
    if match is None:
        return None
    state = (tuple(match.totals), tuple(map(tuple, match.counts)), match.closed, match.finished, match.first)
    return (*state, match.length, tuple(match.events[: match.length]))


def play(chip, journal=Journal):
    """Play the match and a rematch; every state that was shown, then the one that was being shown at the cut."""
    states = [None]  # before the first match there is none
    try:
        table = power_on(chip, journal)
        states.append(shown(table))
        for at, press in enumerate([*PRESSES, None, *PRESSES[:3]]):
            done = table.again(1000 * at) if press is None else table.enter(press, 1000 * at)
            assert done is DONE
            states.append(shown(table))
    except PowerCut:
        return states, True
    return states, False


def all_states(make):
    return play(make())[0]


@pytest.mark.parametrize("make", [FramChip, lambda: FramChip(fill=0xFF), NvmChip], ids=["fram", "fram-ff", "nvm"])
@pytest.mark.parametrize("torn", [None, 0x00, 0xA5], ids=["whole", "torn-0", "torn-a5"])
def test_no_cut_loses_a_press_that_was_shown(make, torn):
    every = all_states(make)
    chip = make()
    play(chip)
    cuts = lost = 0
    for budget in range(chip.written):
        chip = make()
        chip.budget, chip.torn = budget, torn
        states, cut = play(chip)
        assert cut
        allowed = every[len(states) - 1 : len(states) + 1]
        chip.budget = None
        before_recovery = bytes(chip.memory)
        found = shown(power_on(chip))
        # With no match in the journal the board starts the one of the settings: as after the first power-on.
        lost += found not in (allowed if allowed[0] is not None else [*allowed, every[1]])
        cuts += 1
        if not FULL_CAMPAIGN and budget % 7:
            continue
        second = 0
        while True:  # cut the recovery at each of its writes too
            chip.memory[:] = before_recovery
            chip.written, chip.budget = 0, second
            try:
                power_on(chip)
            except PowerCut:
                chip.budget = None
                lost += shown(power_on(chip)) != found
                cuts += 1
                second += 1
                continue
            break
    print(f"{cuts} cuts, {lost} states lost")
    assert cuts > 10
    assert lost == 0


class ShownFirst(Journal):
    """A mutant: the press is written down only with the next one."""

    waiting = None

    def enter(self, entered, at_ms):
        if self.waiting is not None:
            super().enter(self.waiting, at_ms)
        self.waiting = entered


class NoCheck(Journal):
    """A mutant: whatever has a byte that looks like a record is one."""

    def _set_epoch(self, epoch):
        super()._set_epoch(epoch)

        class Trusting(type(self.sealer)):
            def holds(self, data, at, seq):
                return any(data[at : at + SIZE])

        self.sealer = Trusting(epoch)


@pytest.mark.parametrize("mutant", [ShownFirst, NoCheck])
def test_a_journal_that_cheats_is_caught(mutant):
    every = all_states(FramChip)
    chip = FramChip()
    play(chip, mutant)
    lost = 0
    for budget in range(0, chip.written, 3):
        chip = FramChip()
        chip.budget = budget
        states, _ = play(chip, mutant)
        allowed = every[len(states) - 1 : len(states) + 1]
        chip.budget = None
        lost += shown(power_on(chip, mutant)) not in [*allowed, every[1] if allowed[0] is None else allowed[0]]
    assert lost > 0


def test_a_new_match_is_started_whole_or_not_at_all():
    """The settings of a match are several records; without the last of them it is not there."""
    chip = FramChip()
    table = power_on(chip)
    for press in (event(COUNT, 0, 20), event(NEXT), event(COUNT, 0, 20), event(COUNT, 0, 5), event(NEXT)):
        assert table.enter(press, 0) is DONE
    image, finished = bytes(chip.memory), shown(table)
    assert table.match.finished
    rematch = games.new("crokinole-official target=50 discs=5")
    seen = set()
    for budget in range(200):
        chip.memory[:] = image
        chip.budget = None
        table = power_on(chip)
        chip.written, chip.budget = 0, budget
        try:
            table.start(rematch, 1, 0)
            whole = True
        except PowerCut:
            whole = False
        chip.budget = None
        after = power_on(chip)
        if shown(after) == finished:
            seen.add("old")
            assert not whole
        else:
            assert after.match.options["target"] == 50
            assert after.match.options["discs"] == 5
            assert after.match.first == 1
            assert after.match.closed == 0
            seen.add("new")
        rematch = games.new("crokinole-official target=50 discs=5")
    assert seen == {"old", "new"}
