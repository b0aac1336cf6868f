"""The Python that the page's laptop runs: the host's own code and the packages under it, as they are installed here."""

import io
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import shared_rules
from tallyboard.play.laptop import EMPTY
from tallyboard.store import open_store

# Rooms of tallyboard, and why the laptop needs them.
_ROOMS = {
    "hub/": "follows the boards",
    "link/": "talks to them",
    "journal/": "reads their records",
    "orders/": "what a hub would tell a board",
    "store/": "keeps the records and computes the matches",
    "desk/": "what a hub asks of tournaments",
    "text/": "says it in words",
    "system/": "names the laptop and its folders",
    "play/laptop/": "puts all this into a browser",
}
_LEFT_OUT = ("store/migrations/",)  # the database comes ready made

# Packages (or modules) that these import, with the parts of them that nothing here imports.
_PACKAGES = {
    "sqlalchemy": (
        "orm/",
        "testing/",
        "dialects/mysql/",
        "dialects/mssql/",
        "dialects/oracle/",
    ),  # the store writes by it
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
    ours, rules = Path(__file__).parents[1], Path(shared_rules.__file__).parent
    yield from ((f"tallyboard/{name}", data) for name, data in _python(ours) if _is_wanted(name))
    yield from ((f"shared_rules/{name}", data) for name, data in _python(rules))
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
    return "/" not in name or name == "play/__init__.py" or name.startswith(tuple(_ROOMS))


def _empty_database() -> bytes:
    with tempfile.TemporaryDirectory(prefix="tallyboard-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / EMPTY
        open_store(str(path)).close()
        return path.read_bytes()
