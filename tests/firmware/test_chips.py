"""The chips that lose their power, against the ones of the virtual board, and what can be left of a step."""

import random
from pathlib import Path

import pytest

from tallyboard.virtual.box.bus import ByteArray
from tallyboard.virtual.memory import Cells
from tests.harness.memory_chips import (
    BYTE,
    ERASE,
    PAGE,
    PAGE_BYTES,
    SECTOR_BYTES,
    FramChip,
    NvmChip,
    PowerCut,
    Step,
    torn,
)


def test_nvm_programs_and_erases_as_the_virtual_boards_does(tmp_path: Path) -> None:
    """Two models, written apart from each other."""
    draw = random.Random("nvm")
    chip, other = NvmChip(), ByteArray(Cells(tmp_path / "nvm", SECTOR_BYTES, 0xFF))
    for _ in range(300):
        at = draw.randrange(SECTOR_BYTES - 600)
        size = draw.choice((1, 8, 32, 600))
        data = draw.choice((draw.randbytes(size), b"\xff" * size))
        chip[at : at + size] = data
        other[at : at + size] = data
        assert chip.memory == other[0:SECTOR_BYTES]
    assert 100 < chip.erases == other.sector_erases < 300


def test_a_write_to_blank_nvm_takes_the_pages_that_it_lies_in_and_no_erase() -> None:
    chip, steps = NvmChip(), []
    chip.wrote = lambda at, data, done: steps.extend(done)
    chip[250:260] = bytes(10)
    assert [(step.kind, step.at) for step in steps] == [(PAGE, 0), (PAGE, 256)]
    chip[259:260] = b"\x01"
    assert [(step.kind, step.at) for step in steps[2:]] == [(ERASE, 0), (PAGE, 0), (PAGE, 256)]


@pytest.mark.parametrize(("chip", "left"), [(FramChip(16), b"\x01\x02\x00"), (NvmChip(), b"\xff\xff\xff")])
def test_the_power_fails_before_the_step_that_is_one_too_many(chip: FramChip, left: bytes) -> None:
    chip.budget = 2 if len(chip) == 16 else 0
    with pytest.raises(PowerCut):
        chip[4:7] = b"\x01\x02\x03"
    assert chip[4:7] == left


def test_a_torn_byte_may_be_any_mixture_of_the_old_and_the_new_one() -> None:
    found = torn(Step(BYTE, 9, b"\x0f", b"\x3c"), random.Random(1), None)
    mixtures = {bytes([0x0F ^ mask]) for mask in range(256) if not mask & ~(0x0F ^ 0x3C)}
    assert set(found.values()) == (mixtures | {b"\x00", b"\xff"}) - {b"\x3c"}
    assert found["old"] == b"\x0f"


def test_programming_that_is_cut_off_turns_some_of_its_ones_into_zeros() -> None:
    draw = random.Random(2)
    old = draw.randbytes(48) + b"\xff" * (PAGE_BYTES - 48)
    new = old[:48] + draw.randbytes(8) + old[56:]
    found = torn(Step(PAGE, 0, old, new), draw, None)
    assert len(found) > 20
    for left in found.values():
        assert all(was & byte == byte for was, byte in zip(old, left, strict=True))
        assert all(byte & done == done for byte, done in zip(left, new, strict=True))
    assert new[:52] + old[52:] in found.values()  # done up to a byte


def test_a_torn_erase_leaves_pages_of_all_kinds() -> None:
    old = random.Random(4).randbytes(SECTOR_BYTES)
    found = torn(Step(ERASE, 0, old, b"\xff" * SECTOR_BYTES), random.Random(5), None)
    assert old[:PAGE_BYTES] + b"\xff" * (SECTOR_BYTES - PAGE_BYTES) in found.values()
    assert b"\xff" * (SECTOR_BYTES - PAGE_BYTES) + old[-PAGE_BYTES:] in found.values()
    assert any(left[:PAGE_BYTES] == old[:PAGE_BYTES] and not any(left[-PAGE_BYTES:]) for left in found.values())
    noise = [left for name, left in found.items() if name.startswith("mix")]
    assert noise
    assert all(byte & was == was for left in noise for byte, was in zip(left, old, strict=True))  # bits only turn to 1


def test_what_is_drawn_is_the_same_each_time_and_more_of_it_begins_alike() -> None:
    """So that a cut found with many mixtures is found again by its name."""
    for step in (Step(BYTE, 0, b"\x00", b"\xa5"), Step(ERASE, 0, bytes(SECTOR_BYTES), b"\xff" * SECTOR_BYTES)):
        few, all_of_them = torn(step, random.Random("a"), 2), torn(step, random.Random("a"), None)
        assert few.items() <= all_of_them.items()
        assert len(few) < len(all_of_them)
