"""What has to be there before CircuitPython runs in the emulator, and the sentence that says what is not."""

import os
import re
import shutil
import subprocess
from pathlib import Path

UF2_VARIABLE = "CIRCUITPYTHON_UF2"
NODE_MAJOR = 20
EMULATOR = Path(__file__).parent / "pico"

_WHERE_UF2S_ARE = (
    "adafruit-circuitpython-raspberry_pi_pico-*.uf2 from https://circuitpython.org/board/raspberry_pi_pico/"
)


def missing(emulator: Path = EMULATOR) -> str | None:
    """The first thing that is missing and what to do about it; None when all is there."""
    name = os.environ.get(UF2_VARIABLE)
    if not name:
        return f"{UF2_VARIABLE} is not set. Set it to the path of an {_WHERE_UF2S_ARE}."
    if not Path(name).is_file():
        return f"{UF2_VARIABLE} names {name}, and there is no such file. It is to be an {_WHERE_UF2S_ARE}."
    node = shutil.which("node")
    if node is None:
        return f"There is no `node` on the PATH. Install Node.js {NODE_MAJOR} or newer from https://nodejs.org/."
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    major = re.match(r"v(\d+)", version)
    if major is None or int(major[1]) < NODE_MAJOR:
        return f"`node` is {version}. Install Node.js {NODE_MAJOR} or newer from https://nodejs.org/."
    if not (emulator / "node_modules" / "rp2040js").is_dir():
        return f"The emulator is not installed. Run `npm ci --prefix {_shown(emulator)}`."
    if not (emulator / "bootrom.mjs").is_file():
        return f"The chip's boot ROM is not there. Run `python {_shown(emulator / 'bootrom.py')}`."
    return None


def _shown(path: Path) -> Path:
    """The path as a person in the checkout would type it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
