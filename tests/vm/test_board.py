"""The whole firmware, code.py with the real display driver, on MicroPython against the same on CPython.

Key scripts run on both on the same rig; every byte that goes to a display, with its time, and every byte of the
memory have to be equal. What the scripts come to is checked against the rules, and against the reference reading of the
panel.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from shared_rules import VERSION
from shared_rules.journal import record
from shared_rules.link import frame, laptop_half
from tests.board.panel_reference import PanelReference, disagreement
from tests.vm.on_the_rig import STATUS, Trace, new_board, power_on, read_journal, read_trace
from tests.vm.plays import BESIDE, HEAP, RANDOM, SCRIPTS, Play, follow, play_on
from tests.vm.vm import run_here, run_on_vm

WRAP_MS = 4096  # the rig's ticks start so long before they wrap
TURN_MS = 4


@pytest.mark.parametrize("name", [*SCRIPTS, *BESIDE, *RANDOM])
def test_the_same_bytes_on_every_vm(play: Callable[[str], Play], name: str) -> None:
    played = play(name)
    for number, (here, on_vm) in enumerate(zip(played.here.printed, played.on_vm.printed, strict=True)):
        assert on_vm.splitlines() == here.splitlines(), f"power-on {number}"
    assert played.on_vm.images == played.here.images
    if name not in BESIDE:
        for trace in played.traces:
            assert trace.console == [f"Tallyboard {VERSION} on {played.script.storage}"]
            assert trace.ended == "cut"


@pytest.mark.parametrize("name", [*SCRIPTS, *RANDOM])
def test_what_the_script_comes_to(play: Callable[[str], Play], name: str) -> None:
    """After each command is lit what the reference says; the journal's records, by the rules, are its matches."""
    played = play(name)
    panel = PanelReference(played.script.game, played.script.sides)
    for number, trace in enumerate(played.traces):
        compare(panel, trace, f"power-on {number}")
    assert [match.result for match in played.kept.matches] == [match.match.result() for match in panel.matches]
    assert [match.events for match in played.kept.matches] == [len(match.accepted) for match in panel.matches]
    if name in SCRIPTS:
        enough(played)


def compare(panel: PanelReference, trace: Trace, where: str) -> None:
    """The reference does what was done from this power-on until the power went."""
    if trace.commands:
        assert not disagreement(panel, trace.lit(trace.commands[0].ms)), where
    for command, following in zip(trace.commands, [*trace.commands[1:], None], strict=True):
        end = following.ms if following else trace.ms
        before = panel.now
        follow(panel, command.text)
        if command.text.startswith("cut"):
            return
        panel.advance(max(0, end - command.ms - (panel.now - before)))  # an edge takes the rig a millisecond
        if end - command.ms > 2 * TURN_MS:  # what an edge does is seen when the loop comes round
            wrong = disagreement(panel, trace.lit(end))
            assert not wrong, f"{where}, {command.ms}: {command.text}: {wrong}"
    panel.power_cut()


def enough(played: Play) -> None:
    """That the script is a script: matches, presses that count, others that do not, and displays that tell of it."""
    accepted = sum(match.events for match in played.kept.matches)
    assert accepted >= 15
    assert sum(idle(trace) for trace in played.traces) >= 4
    assert len(played.kept.matches) >= 1
    written = [address for trace in played.traces for _, address, _ in trace.ram_writes]
    assert written.count(STATUS) >= accepted, "S tells every press"
    assert all(written.count(address) >= 5 for address in set(written))
    assert len(set(written)) == played.script.sides + 1


def idle(trace: Trace) -> int:
    """How many commands pressed a key and stored nothing."""
    stored = [*(command.stored for command in trace.commands), trace.stored]
    pressed = [command.text.split()[0] in ("press", "hold", "bounce") for command in trace.commands]
    return sum(stored[n + 1] == stored[n] for n in range(len(pressed)) if pressed[n])


def test_the_ticks_wrap_while_a_key_is_held_and_between_an_edge_and_the_turn_that_sees_it(
    play: Callable[[str], Play],
) -> None:
    before = [key for key in play("crokinole-official").traces[0].keys if key[0] < WRAP_MS]
    assert before[-1][1:] == ("B4", True), "held until after it"
    assert any(WRAP_MS - TURN_MS < ms < WRAP_MS for ms, _, _ in play("crokinole-championship").traces[0].keys)


def test_without_a_data_port_the_board_plays_the_same(play: Callable[[str], Play], drive: Path, tmp_path: Path) -> None:
    played = play("washers-ritzenthaler")
    for run in (run_here, run_on_vm):
        options = {"heap": HEAP} if run is run_on_vm else {}
        alone = play_on(run, drive, tmp_path / run.__name__, played.script, "no-boot", **options)
        assert alone.images == played.here.images
        for printed, with_port in zip(alone.printed, played.here.printed, strict=True):
            assert on_the_rig(printed) == on_the_rig(with_port)


def on_the_rig(printed: str) -> list[str]:
    """Without the console, on which the firmware complains."""
    return [line for line in printed.splitlines() if line.startswith("| ")]


# --- The link ------------------------------------------------------------------------------------------------------


def test_the_laptop_gets_the_same_bytes(drive: Path, tmp_path: Path) -> None:
    """Answers leave in pieces, for the rig's FIFO is small; what is asked for twice, or cannot be read, is answered."""
    script = SCRIPTS["twenties-shootout"]
    here, on_vm = new_board(tmp_path / "here", drive, script), new_board(tmp_path / "vm", drive, script)

    def both(*commands: str) -> bytes:
        printed = power_on(run_here, here, list(commands))
        assert power_on(run_on_vm, on_vm, list(commands), heap=HEAP) == printed
        return bytes(read_trace(printed).sent)

    def send(kind: int, request: int, body: bytes) -> str:
        return f"send {frame.encode(kind, request, body).hex()}"

    both("press A1", "press B1", "press B1", "press UNDO", "press NEXT", "wait 3100", "hold NEXT", "press B1")
    kept = read_journal((on_vm / "nvm.bin").read_bytes())
    count = len(kept.records)
    pull = send(frame.PULL, 2, laptop_half.pull(kept.epoch, 0, count))
    asked = [
        send(frame.HELLO, 1, laptop_half.hello()),
        "wait 100",
        "send 0102030405060700",
        pull,
        "wait 40",
        pull,
        "wait 1000",
        send(frame.PULL, 3, laptop_half.pull(kept.epoch + 1, 0, count)),
        send(frame.ACK, 4, laptop_half.ack(kept.epoch, count)),
        send(0x7F, 5, b""),
        "wait 1500",
    ]
    answers = frame.Decoder().feed(both(*asked))
    assert [kind for kind, request, _ in answers if request != 2] == [frame.WELCOME, frame.NO, frame.ACKED, frame.NO]
    assert laptop_half.read_welcome(answers[0][2])["next"] == count + 1, "the power-on is a record too"
    received: dict[int, bytes] = {}
    for kind, _, body in answers:
        if kind == frame.REC:
            start, data = laptop_half.read_rec(body)
            for i in range(0, len(data), record.SIZE):
                received[start + i // record.SIZE] = data[i : i + record.SIZE]
    assert [received[seq] for seq in range(count)] == kept.records
