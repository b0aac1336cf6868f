"""What a UF2 file says of itself."""

import re
from pathlib import Path

_BLOCK = 512
_DATA = slice(32, 32 + 256)


def version_of(uf2: Path) -> tuple[int, ...]:
    """The version of the CircuitPython in it, as (10, 2, 1); raises ValueError where it has none."""
    file = uf2.read_bytes()
    flash = b"".join(file[at : at + _BLOCK][_DATA] for at in range(0, len(file), _BLOCK))
    found = re.search(rb"Adafruit CircuitPython (\d+)\.(\d+)\.(\d+)\S* on ", flash)
    if found is None:
        raise ValueError(f"{uf2} holds no CircuitPython")
    return tuple(int(part) for part in found.groups())
