"""What a press costs on the I2C bus: of the whole firmware on MicroPython, through every key script."""

from collections.abc import Callable

import pytest

from shared_rules import record
from tests.vm.on_the_rig import NAMES, Script, Trace
from tests.vm.plays import RANDOM, SCRIPTS, Play

TURN_MS = 4  # of the rig's loop
HOLD_MS = 800
TEXT_MS = 3000  # nothing is said, and no other view shown, for longer
LOOK_MS = 250


@pytest.mark.parametrize("name", [*SCRIPTS, *RANDOM])
def test_a_press_writes_each_display_that_changes_once_and_no_other(play: Callable[[str], Play], name: str) -> None:
    played = play(name)
    alone = 0
    for trace in played.traces:
        if trace.commands:
            check_economy(trace, played.script)
            alone += check_single_presses(trace)
    if name in SCRIPTS:
        assert alone >= 5, "presses while nothing is being said, and all that is written is theirs"


def turn_of(ms: int) -> int:
    """When the loop comes round to what happened at this time."""
    return -(-ms // TURN_MS) * TURN_MS


def moments(trace: Trace) -> list[int]:
    """The turns in which a key can have done something: it went down or up, or was held long enough."""
    found = []
    since: dict[str, int] = {}
    for ms, key, down in trace.keys:
        found.append(turn_of(ms))
        if down:
            since[key] = ms
        elif ms - since[key] >= HOLD_MS:
            found.append(turn_of(since[key] + HOLD_MS))
    return sorted(found)


def check_economy(trace: Trace, script: Script) -> None:
    """Every write is a change, one for each display and turn, in a turn in which a key did something; but S also when a
    text ends or moves on, and the others when the view does that MENU had changed."""
    acting = moments(trace)
    view_ends = [turn_of(ms + TEXT_MS) for ms, key, down in trace.keys if key == "MENU" and not down]
    shown: dict[int, bytes] = {}
    written = set()
    for ms, address, ram in trace.ram_writes:
        if ms >= trace.commands[0].ms:
            assert (ms, address) not in written, f"{ms}: {address:02x} was written twice"
            assert ram != shown[address], f"{ms}: {address:02x} was written without a change"
            if address == 0x72:
                last = max((moment for moment in acting if moment <= ms), default=-TEXT_MS)
                assert ms <= last + TEXT_MS + TURN_MS, f"{ms}: the status was written while nothing went on"
            else:
                assert ms in acting or ms in view_ends, f"{ms}: {address:02x} was written while nothing went on"
        shown[address] = ram
        written.add((ms, address))
    # One display is looked at each quarter of a second, and each once at power-on and before it is written.
    assert trace.looks <= trace.ms // LOOK_MS + script.sides + 1 + len(trace.ram_writes)


def check_single_presses(trace: Trace) -> int:
    """A press is at most one write to each display and one record of eight bytes; to wait stores nothing.

    How many presses there were while no text and no view of before could end.
    """
    alone = 0
    acting = moments(trace)
    view_ends = [turn_of(ms + TEXT_MS) for ms, key, down in trace.keys if key == "MENU" and not down]
    ends = [*trace.commands[1:], None]
    for command, following in zip(trace.commands, ends, strict=True):
        start, end = command.ms, following.ms if following else trace.ms
        stored = (following.stored if following else trace.stored) - command.stored
        verb = command.text.split()[0]
        if verb in ("press", "bounce"):
            assert stored in (0, record.SIZE), f"{start}: {command.text} stored {stored} bytes"
            quiet = not any(start - TEXT_MS - TURN_MS <= ms <= start for ms in acting)
            alone += quiet
            for name in NAMES:
                writes = [ms for ms, address, _ in trace.ram_writes if address == name and start < ms <= end]
                if quiet or (name != 0x72 and not any(start < ms <= end for ms in view_ends)):
                    assert len(writes) <= 1, f"{start}: {command.text} wrote to {name:02x} at {writes}"
        elif verb == "wait" and not any(start <= ms <= end for ms in acting):
            assert not stored, f"{start}: {command.text} stored {stored} bytes"
    return alone
