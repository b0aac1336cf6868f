"""Makes the folder of the page that has the laptop too: `python -m browser.folder build/play`.

index.html, and in laptop/ what it loads when it is asked to: scripts that carry pieces of text, for a page that was
opened from a disk may fetch nothing, and a piece a time can be counted.
"""

import base64
import gzip
import hashlib
import io
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import tallyboard
from browser import EMPTY
from tallyboard.errors import TallyboardError
from tallyboard.play.build import page
from tallyboard.store import open_store
from tallyboard.system.laptop import cache_folder
from tallyboard.virtual.browser.npm import Package, files_of

# Rooms of tallyboard, and why the laptop needs them.
_ROOMS = {
    "hub/": "follows the boards",
    "link/": "talks to them",
    "journal/": "reads their records",
    "store/": "keeps the records and computes the matches",
    "desk/": "what a hub asks of tournaments",
    "text/": "says it in words",
    "system/": "names the laptop and its folders",
    "errors/": "names what fails",
}
_LEFT_OUT = ("store/migrations/",)  # the database comes ready made

# Other packages, or modules, with the parts of them that nothing here imports.
_PACKAGES = {
    "browser": ("folder.py",),  # puts all this into a browser
    "shared_rules": (),
    # The store writes by it.
    "sqlalchemy": ("orm/", "testing/", "dialects/mysql/", "dialects/mssql/", "dialects/oracle/"),
    "typing_extensions": (),  # sqlalchemy
    "serial": ("urlhandler/", "threaded/", "rfc2217.py"),  # what describes a port
    "platformdirs": (),  # where the log of unexpected errors belongs
}

_DATE = (1980, 1, 1, 0, 0, 0)  # the oldest that a zip can say: the same code is the same bytes, whenever it is made


def host_code() -> bytes:
    """A zip of it, not compressed, and in it a database of the present shape with nothing in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), data)
    return made.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    ours = Path(tallyboard.__file__).parent
    yield from ((f"tallyboard/{name}", data) for name, data in _python(ours) if _is_wanted(name))
    for package, left_out in _PACKAGES.items():
        spec = find_spec(package)
        assert spec is not None and spec.origin is not None, package
        place = Path(spec.origin)
        if spec.submodule_search_locations is None:
            yield place.name, place.read_bytes()
        else:
            found = _python(place.parent)
            yield from ((f"{package}/{name}", data) for name, data in found if not name.startswith(left_out))
    yield EMPTY, _empty_database()


def _python(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*.py"):
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def _is_wanted(name: str) -> bool:
    """Whether this file of tallyboard is in a wanted room, or beside the rooms."""
    if name.startswith(_LEFT_OUT):
        return False
    return "/" not in name or name.startswith(tuple(_ROOMS))


def _empty_database() -> bytes:
    with tempfile.TemporaryDirectory(prefix="tallyboard-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / EMPTY
        open_store(str(path)).close()
        return path.read_bytes()


_PYODIDE = Package(
    "pyodide",
    "314.0.7",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
_PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_HOST = "host.zip"
_SCRIPTS = "laptop"  # the folder of the pieces
_PIECE = 3 << 18  # bytes; four letters of base64 for three of them: 1 MiB of text


def write_folder(folder: Path, kept: Path) -> None:
    """Write all of it; what an earlier one left in the way of pieces goes. `kept`: see page, which is told what the
    laptop's files are, of which size as gzip, and the scripts with them, joined, in pieces of so many letters.

    Raises TallyboardError where the packages cannot be fetched, OSError where the folder cannot be written.
    """
    files = [*zip(_PYTHON, files_of(_PYODIDE, _PYTHON, kept), strict=True), (_HOST, host_code())]
    packed = [(name, gzip.compress(data, 9, mtime=0)) for name, data in files]
    scripts = folder / _SCRIPTS
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    pieces = list(_pieces(b"".join(data for _, data in packed)))
    for name, script in pieces:
        (folder / name).write_text(script, encoding="ascii")
    parts = {
        "files": [(name, len(data)) for name, data in packed],
        "pieces": [{"script": name, "size": len(script)} for name, script in pieces],
    }
    (folder / "index.html").write_text(page(kept, parts), encoding="utf-8")


def _pieces(data: bytes) -> Iterator[tuple[str, str]]:
    """(path, script) of each. A name says what is in all of them: no browser takes one of an older folder for it."""
    which = hashlib.sha256(data).hexdigest()[:12]
    for number, start in enumerate(range(0, len(data), _PIECE)):
        text = base64.b64encode(data[start : start + _PIECE]).decode()
        yield f"{_SCRIPTS}/{which}-{number:02}.js", f'laptopPiece("{text}");\n'


def main(arguments: Sequence[str]) -> int:
    """The exit code, as a command has it; what goes wrong is told in a sentence."""
    if len(arguments) != 1:
        print("Give the folder: python -m browser.folder build/play", file=sys.stderr)
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
