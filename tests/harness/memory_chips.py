"""Memory chips that lose their power in the middle of what they do.

FRAM  a byte is stored as it arrives (MB85RC256V, DS501-00017, "Write Operation": no page, no waiting); whether bytes
      come in one burst or in a transaction each makes no difference to what is there when the power fails
nvm   one 4 KB sector of the RP2040's flash, as CircuitPython drives it (ports/raspberrypi/common-hal/nvm/ByteArray.c):
      bytes that are all 0xFF are programmed, the pages they lie in one after the other, each read, merged and
      programmed whole; any other write copies the sector, erases it and programs all of its pages
"""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tableside.fram import Fram
from tableside.nvm import Nvm

BYTE, PAGE, ERASE = range(3)

SECTOR_BYTES = 4096
PAGE_BYTES = 256


class PowerCut(BaseException):
    """The power is gone. Not an Exception, so that nothing under test can catch it and go on."""


class Step(NamedTuple):
    """One thing that a chip does and that the power can fail in: `old` at this place becomes `new`."""

    kind: int
    at: int
    old: bytes
    new: bytes


class FramChip:
    """32 KB (or `size`) of FRAM. The power fails before the step that is one too many for `budget`.

    `wrote`, where it is set, is told of every write that was completed: its place, its data and its steps.
    """

    def __init__(self, size: int = 32_768, fill: int = 0) -> None:
        self.memory = bytearray([fill]) * size
        self.budget: int | None = None
        self.written = 0  # steps
        self.wrote: Callable[[int, bytes, list[Step]], None] | None = None

    def __enter__(self) -> "FramChip":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def write(self, data: bytes) -> None:
        """As an I2CDevice: two bytes of address, then what is stored from there on."""
        at = data[0] << 8 | data[1]
        self[at : at + len(data) - 2] = data[2:]

    def write_then_readinto(self, address: bytes, into: bytearray) -> None:
        at = address[0] << 8 | address[1]
        into[:] = self[at : at + len(into)]

    def __len__(self) -> int:
        return len(self.memory)

    def __getitem__(self, place: slice) -> bytearray:
        return self.memory[place]

    def __setitem__(self, place: slice, data: bytes) -> None:
        assert place.stop - place.start == len(data) and place.stop <= len(self.memory)
        done = []
        for step in self._steps(place.start, bytes(data)):
            if self.budget is not None and self.written >= self.budget:
                raise PowerCut
            self.memory[step.at : step.at + len(step.new)] = step.new
            self.written += 1
            done.append(step)
        if self.wrote is not None:
            self.wrote(place.start, bytes(data), done)

    def _steps(self, at: int, data: bytes) -> Iterator[Step]:
        for i, byte in enumerate(data, at):
            yield Step(BYTE, i, bytes(self.memory[i : i + 1]), bytes([byte]))


class NvmChip(FramChip):
    """The RP2040's nvm; a step is the programming of a page or the erasing of the sector."""

    def __init__(self) -> None:
        super().__init__(SECTOR_BYTES, 0xFF)
        self.erases = 0

    def _steps(self, at: int, data: bytes) -> Iterator[Step]:
        image = bytearray(self.memory)
        image[at : at + len(data)] = data
        pages = range(at - at % PAGE_BYTES, at + len(data), PAGE_BYTES)
        if any(byte != 0xFF for byte in self.memory[at : at + len(data)]):
            self.erases += 1
            yield Step(ERASE, 0, bytes(self.memory), b"\xff" * SECTOR_BYTES)
            pages = range(0, SECTOR_BYTES, PAGE_BYTES)
        for page in pages:
            old, new = self.memory[page : page + PAGE_BYTES], image[page : page + PAGE_BYTES]
            if old != new:  # programming ones over what is there changes nothing
                yield Step(PAGE, page, bytes(old), bytes(new))


def medium_of(chip: FramChip) -> Fram | Nvm:
    """The journal's medium on this chip."""
    return Nvm(chip) if isinstance(chip, NvmChip) else Fram(chip, len(chip))


def torn(step: Step, draw: random.Random, mixes: int | None) -> dict[str, bytes]:
    """What may stand in the place of a step when the power fails in it, by a name; all different, none as if done.

    `mixes`: how many of the mixtures of old and new bits to draw; None for every one there is of a byte, and for many
    of a page.
    """
    found = {} if step.old == step.new else {"old": step.old}
    seen = {step.old, step.new}
    for name, image in _TORN[step.kind](step, draw, mixes):
        if image not in seen:
            seen.add(image)
            found[name] = image
    return found


def _torn_byte(step: Step, draw: random.Random, mixes: int | None) -> Iterator[tuple[str, bytes]]:
    """Everything may be on its way: all bits, no bits, or some old and some new ones."""
    yield "zeros", b"\x00"
    yield "ones", b"\xff"
    changes = step.old[0] ^ step.new[0]
    masks = [mask for mask in range(1, 256) if not mask & ~changes]
    draw.shuffle(masks)
    for mask in masks[:mixes]:
        yield f"bits-{mask:02x}", bytes([step.old[0] ^ mask])


def _torn_page(step: Step, draw: random.Random, mixes: int | None) -> Iterator[tuple[str, bytes]]:
    """Programming turns ones into zeros: done up to some byte, done in part in that byte, or here and there."""
    for i in [i for i in range(PAGE_BYTES) if step.old[i] != step.new[i]]:
        yield f"bytes-{i}", step.new[:i] + step.old[i:]
        part = bytes([step.new[i] | step.old[i] & draw.randrange(256)])
        yield f"bytes-{i}-and-bits", step.new[:i] + part + step.old[i + 1 :]
    for n in range(_MIXES if mixes is None else mixes):
        yield f"mix-{n}", _either(step.new, _both(step.old, _noise(draw, PAGE_BYTES)))


def _torn_erase(step: Step, draw: random.Random, mixes: int | None) -> Iterator[tuple[str, bytes]]:
    """Any part of the sector may be erased already or still be as it was; flash is first driven to zeros, then to ones.

    By pages from either end; then bits here and there; then a patchwork of pages of all these kinds.
    """
    for at in range(PAGE_BYTES, SECTOR_BYTES, PAGE_BYTES):
        for name, value in (("erased", b"\xff"), ("zeroed", b"\x00")):
            yield f"{name}-to-{at}", value * at + step.old[at:]
            yield f"{name}-from-{at}", step.old[:at] + value * (SECTOR_BYTES - at)
    yield "zeroed", b"\x00" * SECTOR_BYTES
    for n in range(_MIXES if mixes is None else mixes):
        yield f"mix-{n}", _either(step.old, _noise(draw, SECTOR_BYTES))
        pages = [step.old[at : at + PAGE_BYTES] for at in range(0, SECTOR_BYTES, PAGE_BYTES)]
        yield f"patchwork-{n}", b"".join([_patch(page, draw) for page in pages])


def _patch(page: bytes, draw: random.Random) -> bytes:
    return draw.choice((page, b"\xff" * PAGE_BYTES, b"\x00" * PAGE_BYTES, _either(page, _noise(draw, PAGE_BYTES))))


def _noise(draw: random.Random, size: int) -> bytes:
    """Bits that are mostly zeros, mostly ones or half and half."""
    bits = draw.getrandbits(8 * size)
    ones = draw.random() < 0.5
    for _ in range(draw.randrange(8)):
        more = draw.getrandbits(8 * size)
        bits = bits | more if ones else bits & more
    return bits.to_bytes(size, "little")


def _either(one: bytes, other: bytes) -> bytes:
    return bytes([a | b for a, b in zip(one, other, strict=True)])


def _both(one: bytes, other: bytes) -> bytes:
    return bytes([a & b for a, b in zip(one, other, strict=True)])


_MIXES = 16
_TORN = {BYTE: _torn_byte, PAGE: _torn_page, ERASE: _torn_erase}
