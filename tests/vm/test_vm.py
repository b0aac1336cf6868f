"""The rules on MicroPython against the same rules on CPython, and what they cost on the heap there."""

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from shared_rules.journal import record
from shared_rules.journal.replay import IGNORED, STARTED, WENT_BACK
from tallyboard.virtual import BOX
from tests.harness.golden_sheets import by_the_reference, goldens
from tests.reference.generate import random_sheet
from tests.shared_rules.test_datagram import VECTORS
from tests.vm.heap import EVENTS, SCRIPTS
from tests.vm.run_sheets import score, write
from tests.vm.vm import run_here, run_on_vm

BATCHES = 4
SHEETS_A_BATCH = 250
BODIES = 15 + 12 + 16 + 4  # lines of run_wire.py about the link's frames


def file_of(tmp_path: Path, sheets: list[str]) -> str:
    path = tmp_path / "sheets.jsonl"
    path.write_text("".join(json.dumps(text) + "\n" for text in sheets), encoding="ascii")
    return str(path)


def on_vm(tmp_path: Path, sheets: list[str]) -> list[str]:
    """The lines that run_sheets.py prints there, one for each sheet."""
    lines = run_on_vm("run_sheets.py", file_of(tmp_path, sheets)).splitlines()
    assert len(lines) == len(sheets)
    return lines


def here(text: str) -> str:
    out = io.StringIO()
    write(score(text), out.write)
    return out.getvalue()


def test_golden_sheets_on_the_vm(tmp_path: Path) -> None:
    sheets = goldens()
    for golden, line in zip(sheets, on_vm(tmp_path, [each.text for each in sheets]), strict=True):
        if golden.read_twice:
            assert json.loads(line) == by_the_reference(golden.text), golden.name
        assert line == here(golden.text), golden.name


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_matches_on_the_vm(tmp_path: Path, batch: int) -> None:
    """All but a tenth of the sheets are legal."""
    rng = random.Random(f"vm {batch}")
    sheets = [random_sheet(rng, legal=n % 10 != 0) for n in range(SHEETS_A_BATCH)]
    for text, line in zip(sheets, on_vm(tmp_path, sheets), strict=True):
        assert json.loads(line) == by_the_reference(text), text
        assert line == here(text), text


def test_records_and_frames_on_the_vm(tmp_path: Path) -> None:
    """The same bytes on the wire, the same matches from them, the same errors for what cannot be read."""
    rng = random.Random("wire")
    sheets = [golden.text for golden in goldens() if "error" not in golden.expected and golden.read_twice]
    sheets += [random_sheet(rng, legal=True) for _ in range(60)]
    path = file_of(tmp_path, sheets)
    on_cpython = run_here("run_wire.py", path).splitlines()
    assert run_on_vm("run_wire.py", path).splitlines() == on_cpython
    for text, line in zip(sheets, on_cpython, strict=False):
        found, expected = json.loads(line.partition("] ")[2]), by_the_reference(text)
        assert found == {**expected, "names": found["names"]}
    told, bodies = on_cpython[len(sheets) : -BODIES], on_cpython[-BODIES:]
    assert sum(line.startswith("MessageError") for line in bodies) == 8 + 16
    assert sum(line.startswith("ValueError") for line in bodies) == 4
    check_what_was_told([json.loads(line) for line in told])


def check_what_was_told(rows: list[list[Any]]) -> None:
    """Of the journal in which matches are assigned and taken back: [number, byte 0, what it did, …, who waits]."""
    did = [row[2] for row in rows if row[1] == record.BACK]
    assert did == [IGNORED, WENT_BACK, IGNORED, WENT_BACK, IGNORED, WENT_BACK, IGNORED]
    assert [row[2] for row in rows if row[1] == record.GAME] == [STARTED] * 5 + [IGNORED]
    waiting = [row[-1][4] if row[-1] else "none" for row in rows if row[1] == record.ASSIGN]
    assert waiting == [1, None, 0, None, "none"], "who starts, as side number; there is no third; NO_GAME"
    waits = [row[-1] is not None for row in rows if row[1] in (record.GAME, record.BACK)][2:10]
    assert waits == [True, True, True, False, True, False, False, True], "but for matches of that name, until a BACK"
    assert [row[6] for row in rows if row[1] == record.ACKED] == [0x123456]


def test_a_result_is_written_with_its_keys_in_order() -> None:
    out = io.StringIO()
    write({"b": [1, -2, {}, []], "a": None, "é": 'x"\\\U0001f3af', "c": {"z": True, "y": False}}, out.write)
    expected = {"b": [1, -2, {}, []], "a": None, "é": 'x"\\\U0001f3af', "c": {"z": True, "y": False}}
    assert out.getvalue() == json.dumps(expected, sort_keys=True)


def test_a_match_is_small_and_undo_leaves_nothing_on_the_heap() -> None:
    """An event is two bytes and a round a few dozen; the VM gives out 32 at a time."""
    lines = [line.split() for line in run_on_vm("heap.py").splitlines()]
    assert [line[0] for line in lines] == [script[0] for script in SCRIPTS]
    for name, events, taken, left in lines:
        print(f"{name}: {int(taken) / int(events):.1f} bytes of heap per event, {left} left after undoing")
        assert int(events) == EVENTS
        assert 0 < int(taken) <= 64 * EVENTS, name
        assert int(left) <= 128, name


def test_the_modelled_radio_on_the_vm() -> None:
    on_cpython, on_the_vm = (run("run_air.py", path=(BOX.parent,)) for run in (run_here, run_on_vm))
    assert on_the_vm == on_cpython
    assert on_the_vm.endswith("memory 0\n")


def test_a_board_without_a_cable_on_the_vm(drive: Path) -> None:
    """The same datagrams as here, also those of docs/link-vectors.json; and a turn without work takes no memory."""
    path = (BOX.parent, drive / "lib")
    sent = [data.hex() for _, _, data in VECTORS]
    on_cpython, on_the_vm = (run("run_radio.py", *sent, path=path) for run in (run_here, run_on_vm))
    assert on_the_vm == on_cpython
    assert on_the_vm.splitlines()[: len(sent)] == sent
    states = re.findall(r"^(\w+) (\d) took (-?\d+)$", on_the_vm, re.M)
    assert [state for state, _, _ in states] == "parked joining heard parked joining heard calling".split()
    assert {took for _, _, took in states} == {"0"}
