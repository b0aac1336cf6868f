"""What a press costs on the I2C bus: of the whole firmware on MicroPython, through every key script."""

from collections.abc import Callable

import pytest

from shared_rules.journal import record
from tests.vm.on_the_rig import NAMES, STATUS, Script, Trace, text_of
from tests.vm.plays import RANDOM, SCRIPTS, Play

TURN_MS = 4  # of the rig's loop
HOLD_MS = 800
VIEW_MS = 3000
# After the press that they are about: UNDO, what was pressed, a refusal, a happening.
TEXTS_END_MS = (500, 1500, 2000, 3000)
# A text that moves: a step, and how long it stands at either end at most.
STEP_MS = 300
STAND_MS = 1200
RESULTS_MS = 1500  # each of the texts about a draw of three
LOOK_MS = 100


@pytest.mark.parametrize("name", [*SCRIPTS, *RANDOM])
def test_a_press_writes_each_display_that_changes_once_and_no_other(play: Callable[[str], Play], name: str) -> None:
    played = play(name)
    alone = 0
    for trace in played.traces:
        if trace.commands:
            check_economy(trace, played.script)
            alone += check_single_presses(trace)
    if name in SCRIPTS:
        assert alone >= 2, "presses while nothing is being said, and all that is written is theirs"


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


def view_ends(trace: Trace) -> list[int]:
    return [turn_of(ms + VIEW_MS) for ms, key, down in trace.keys if key == "MENU" and not down]


def text_ends(trace: Trace) -> list[int]:
    """The turns in which what a press had to say can end."""
    lows = [turn_of(ms + VIEW_MS) for ms, text in trace.texts("S") if text == "LOW "]  # also at power-on
    return sorted([turn_of(ms + lasts) for ms in moments(trace) for lasts in TEXTS_END_MS] + lows)


def near(ms: int, turns: list[int]) -> bool:
    """Whether this is one of them, or the next: what is timed from a hold begins up to a turn before it is seen."""
    return ms in turns or ms + TURN_MS in turns


def check_economy(trace: Trace, script: Script) -> None:
    """Every write is a change, one for each display and turn, the sides' before the status, in a turn in which a key
    did something; but S also when a text ends or moves on, and the others when the view does that MENU had changed."""
    acting, texts, views = moments(trace), text_ends(trace), view_ends(trace)
    shown: dict[int, bytes] = {}
    written = set()
    status_at, status = 0, "    "
    for ms, address, ram in trace.ram_writes:
        if ms >= trace.commands[0].ms:
            assert (ms, address) not in written, f"{ms}: {address:02x} was written twice"
            assert (ms, STATUS) not in written, f"{ms}: {address:02x} was written behind the status"
            assert ram != shown[address], f"{ms}: {address:02x} was written without a change"
            if address != STATUS:
                assert ms in acting or ms in views, f"{ms}: {address:02x} was written while nothing went on"
            elif not (ms in acting or near(ms, texts)):
                why = moved(status, text_of("S", ram), ms - status_at)
                assert why, f"{ms}: the status was written while nothing went on"
        shown[address] = ram
        written.add((ms, address))
        if address == STATUS:
            status_at, status = ms, text_of("S", ram)
    # One display is looked at each tenth of a second, and each once at power-on.
    assert trace.looks <= trace.ms // LOOK_MS + script.sides + 1


def moved(before: str, after: str, ms: int) -> bool:
    """Whether S shows this, so long after that, because a text moved on by a letter or came to its end, or another of
    the results had its turn."""
    if after[:3] == before[1:]:
        return ms <= STAND_MS + TURN_MS
    return ms <= STAND_MS - STEP_MS + TURN_MS or abs(ms - RESULTS_MS) <= TURN_MS


def check_single_presses(trace: Trace) -> int:
    """A press is at most one write to each display and one record of eight bytes; to wait stores nothing.

    How many presses there were while no text and no view of before could end, or move.
    """
    alone = 0
    acting, texts, views = moments(trace), text_ends(trace), view_ends(trace)
    # A step of a text that moves: what S shows then has no other cause.
    status = [ms for ms, at, _ in trace.ram_writes if at == STATUS and not (ms in acting or near(ms, texts))]
    ends = [*trace.commands[1:], None]
    for command, following in zip(trace.commands, ends, strict=True):
        start, end = command.ms, following.ms if following else trace.ms
        stored = (following.stored if following else trace.stored) - command.stored
        verb = command.text.split()[0]
        if verb in ("press", "bounce"):
            assert stored in (0, record.SIZE), f"{start}: {command.text} stored {stored} bytes"
            ending = any(start < ms <= end + TURN_MS for ms in texts)
            moving = any(start - STAND_MS - TURN_MS <= ms <= start for ms in status)
            quiet = not (ending or moving or any(start < ms <= end for ms in views))
            alone += quiet
            for address, name in NAMES.items():
                writes = [ms for ms, at, _ in trace.ram_writes if at == address and start < ms <= end]
                if quiet or (name != "S" and not any(start < ms <= end for ms in views)):
                    assert len(writes) <= 1, f"{start}: {command.text} wrote to {name} at {writes}"
        elif verb == "wait" and not any(start <= ms <= end for ms in acting):
            assert not stored, f"{start}: {command.text} stored {stored} bytes"
    return alone
