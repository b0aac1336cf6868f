"""What pages share that run a board in a browser: its scripts, the VM, and the files that the VM has.

start.js, memory.js, box.js, chip.js, sound.js   of a page
worker.js                                        of the worker in which the firmware runs
licence.txt                                      that of all that is in such a page, which each has to carry
npm                                              the VM, from its registry
"""

import base64
import gzip
import json
from pathlib import Path
from typing import NamedTuple

from tallyboard.drive.deploy import drive_files, with_pins
from tallyboard.drive.files import REFERENCE, board_file
from tallyboard.virtual import BOX
from tallyboard.virtual.browser.npm import MICROPYTHON, files_of

BROWSER = Path(__file__).parent
"""The folder of the shared scripts."""


class BoardParts(NamedTuple):
    """Each as gzip: the VM's module, its WebAssembly, and in JSON the files that it has, by their paths."""

    vm: bytes
    wasm: bytes
    files: bytes


def board_parts(kept: Path, board: str = REFERENCE) -> BoardParts:
    """What a board in a browser is made of. `kept`: the folder where the VM's package is, or will be; `board`: whose
    pins it has. Raises TallyboardError as files_of does."""
    vm, wasm = files_of(MICROPYTHON, ("micropython.mjs", "micropython.wasm"), kept)
    return BoardParts(packed(vm), packed(wasm), packed(json.dumps(_board_files(board)).encode()))


def _board_files(board: str) -> dict[str, str]:
    """What the VM's file system holds: the drive, and the modelled parts."""
    files = {f"drive/{name}": data.decode() for name, data in with_pins(drive_files(), board_file(board)).items()}
    parts = [path for path in BOX.glob("*.py") if path.name != "air.py"]  # a page has no radio
    return files | {f"box/{path.name}": path.read_text(encoding="utf-8") for path in parts}


def packed(data: bytes) -> bytes:
    """The same bytes whenever it is made."""
    return gzip.compress(data, 9, mtime=0)


def carried(part: bytes) -> str:
    """The bytes as a page's own text can carry them."""
    return base64.b64encode(part).decode()


def script(name: str, page: Path) -> str:
    """The script of this name: of the page's folder, or a shared one."""
    own = page / f"{name}.js"
    return (own if own.is_file() else BROWSER / own.name).read_text(encoding="utf-8")


def licence() -> str:
    """The MIT licence without its copyright lines, which stand in each page."""
    return (BROWSER / "licence.txt").read_text(encoding="utf-8").rstrip()
