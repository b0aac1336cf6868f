"""Makes the folder of the page that has the laptop too: `python -m tallyboard.play.folder build/play`.

index.html, and in laptop/ what it loads when it is asked to: scripts that carry pieces of text, for a page that was
opened from a disk may fetch nothing, and a piece a time can be counted.
"""

import base64
import gzip
import hashlib
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict

from tallyboard.errors import TallyboardError
from tallyboard.play.build import page
from tallyboard.play.host_code import host_code
from tallyboard.play.npm import PYODIDE, files_of
from tallyboard.system.laptop import cache_folder

_PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_HOST = "host.zip"
_SCRIPTS = "laptop"  # the folder of the pieces
_PIECE = 3 << 18  # bytes; four letters of base64 for three of them: 1 MiB of text


class Piece(TypedDict):
    """A script beside the page, and how many letters it has."""

    script: str
    size: int


class Parts(TypedDict):
    """What the page has to know of the laptop's parts: the pieces, joined, are these files, each of them gzip."""

    files: list[tuple[str, int]]
    pieces: list[Piece]


def write_folder(folder: Path, kept: Path) -> None:
    """Write all of it; what an earlier one left in the way of pieces goes. `kept`: see page.

    Raises TallyboardError where the packages cannot be fetched, OSError where the folder cannot be written.
    """
    packed = [(name, gzip.compress(data, 9, mtime=0)) for name, data in _laptop(kept)]
    scripts = folder / _SCRIPTS
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    pieces = list(_pieces(b"".join(data for _, data in packed)))
    for name, script in pieces:
        (folder / name).write_text(script, encoding="ascii")
    parts: Parts = {
        "files": [(name, len(data)) for name, data in packed],
        "pieces": [{"script": name, "size": len(script)} for name, script in pieces],
    }
    (folder / "index.html").write_text(page(kept, parts), encoding="utf-8")


def _laptop(kept: Path) -> list[tuple[str, bytes]]:
    return [*zip(_PYTHON, files_of(PYODIDE, _PYTHON, kept), strict=True), (_HOST, host_code())]


def _pieces(data: bytes) -> Iterator[tuple[str, str]]:
    """(path, script) of each. A name says what is in all of them: no browser takes one of an older folder for it."""
    which = hashlib.sha256(data).hexdigest()[:12]
    for number, start in enumerate(range(0, len(data), _PIECE)):
        text = base64.b64encode(data[start : start + _PIECE]).decode()
        yield f"{_SCRIPTS}/{which}-{number:02}.js", f'laptopPiece("{text}");\n'


def main(arguments: Sequence[str]) -> int:
    """The exit code, as a command has it; what goes wrong is told in a sentence."""
    if len(arguments) != 1:
        print("Give the folder: python -m tallyboard.play.folder build/play", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    try:
        write_folder(folder, cache_folder())
    except (OSError, TallyboardError) as error:
        print(error, file=sys.stderr)
        return 2
    print(folder / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
