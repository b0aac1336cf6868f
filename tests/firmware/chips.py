"""Memory chips that lose their power after so many bytes."""

from tableside.media import Fram, Nvm


class PowerCut(BaseException):
    """The power is gone. Not an Exception, so that nothing under test can catch it and go on."""


class FramChip:
    """32 KB (or `size`) of FRAM: bytes are stored one by one; the power fails when `budget` of them are.

    `torn` is what the byte that was being written holds then: None for what it held before.
    """

    def __init__(self, size: int = 32_768, fill: int = 0) -> None:
        self.memory = bytearray([fill]) * size
        self.budget: int | None = None
        self.torn: int | None = None
        self.written = 0

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
        for i, byte in enumerate(data):
            if self.budget is not None and self.written >= self.budget:
                if self.torn is not None:
                    self.memory[place.start + i] = self.torn
                raise PowerCut
            self.memory[place.start + i] = byte
            self.written += 1


class NvmChip(FramChip):
    """RP2040 nvm as CircuitPython drives it: 0xFF is programmed page by page, anything else erases all of it first.

    The power can fail at a page (`budget` counts them): it is torn, half of it programmed.
    """

    def __init__(self, size: int = 4096) -> None:
        super().__init__(size, 0xFF)
        self.erases = 0

    def __setitem__(self, place: slice, data: bytes) -> None:
        image = bytearray(self.memory)
        image[place] = data
        if any(byte != 0xFF for byte in self.memory[place]):
            self.memory[:] = b"\xff" * len(self.memory)
            self.erases += 1
        for page in range(0, len(image), 256):
            new = image[page : page + 256]
            if self.memory[page : page + 256] == new:
                continue
            if self.budget is not None and self.written >= self.budget:
                if self.torn is not None:
                    half = next(i for i in range(256) if self.memory[page + i] != new[i]) + 3
                    self.memory[page : page + half] = new[:half]
                raise PowerCut
            self.memory[page : page + 256] = new
            self.written += 1


def medium_of(chip: FramChip) -> Fram | Nvm:
    """The journal's medium on this chip."""
    return Nvm(chip) if isinstance(chip, NvmChip) else Fram(chip, len(chip))
