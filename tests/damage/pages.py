"""Damage to the file itself and to what lies beside it: each takes the generator and the path, and says what it did."""

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.damage.rows import KNOWN

FileDamage = Callable[[random.Random, Path], str]
PAGE = 4096


def _page_size(data: bytes | bytearray) -> int:
    size = int.from_bytes(data[16:18], "big")
    return PAGE if size < 512 else size


def _flipped(draw: random.Random, path: Path) -> str:
    data = bytearray(path.read_bytes())
    places = [draw.randrange(len(data)) for _ in range(draw.choice((1, 3, 30)))]
    for place in places:
        data[place] ^= 1 << draw.randrange(8)
    path.write_bytes(data)
    return f"a bit flipped at {places[:5]}"


def _header(draw: random.Random, path: Path) -> str:
    data = bytearray(path.read_bytes())
    place = draw.randrange(100)
    data[place] = draw.choice((0, 0xFF, data[place] ^ 1))
    path.write_bytes(data)
    return f"byte {place} of the header is {data[place]}"


def _of_a_table(draw: random.Random, path: Path) -> str:
    """Something in the root page of a table or of its index."""
    table = draw.choice(KNOWN)
    root = 1
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(path)) as db:
        roots = db.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = ? AND rootpage > 0", (table,))
        root = draw.choice([page for (page,) in roots] or [1])
    data = bytearray(path.read_bytes())
    size = _page_size(data)
    start = min((root - 1) * size, len(data) - 1)
    length = draw.choice((1, 8, 200))
    at = min(start + draw.choice((draw.randrange(12), draw.randrange(size))), len(data) - 1)
    data[at : at + length] = draw.choice((bytes(length), draw.randbytes(length), b"\xff" * length))[: len(data) - at]
    path.write_bytes(data)
    return f"{length} bytes at {at - start} of page {root} ({table})"


def _page_zeroed(draw: random.Random, path: Path) -> str:
    data = bytearray(path.read_bytes())
    size = _page_size(data)
    page = draw.randrange(max(1, len(data) // size))
    data[page * size : (page + 1) * size] = bytes(size)
    path.write_bytes(data)
    return f"page {page + 1} zeroed"


def _cut_short(draw: random.Random, path: Path) -> str:
    data = path.read_bytes()
    size = _page_size(data)
    end = draw.choice((draw.randrange(len(data)), draw.randrange(max(1, len(data) // size)) * size, 50, 16, 1))
    path.write_bytes(data[:end])
    return f"cut short to {end} bytes"


def _appended(draw: random.Random, path: Path) -> str:
    more = draw.randbytes(draw.choice((1, 100, PAGE)))
    with path.open("ab") as file:
        file.write(more)
    return f"{len(more)} bytes appended"


def _replaced(draw: random.Random, path: Path) -> str:
    what = draw.choice((b"", b"Dear club,\n", bytes(5000), b"SQLite format 3\x00", b"SQLite format 3\x00" + bytes(84)))
    path.write_bytes(what)
    return f"the file is {what[:20]!r}, {len(what)} bytes"


def _other_encoding(draw: random.Random, path: Path) -> str:
    new = path.with_name(path.name + ".utf16")
    with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(new)) as made:
        made.execute("PRAGMA encoding = 'UTF-16be'")
        with contextlib.suppress(sqlite3.Error):
            made.executescript("\n".join(old.iterdump()))
    new.replace(path)
    return "the same in UTF-16"


def _beside(end: str) -> FileDamage:
    def damage(draw: random.Random, path: Path) -> str:
        other = Path(path.name + end)
        how = draw.choice(("empty", "garbage", "garbage"))
        garbage = draw.randbytes(draw.choice((10, 32, PAGE + 56)))
        path.with_name(other.name).write_bytes(b"" if how == "empty" else garbage)
        return f"{end} beside it: {how}"

    return damage


def _stale_wal(draw: random.Random, path: Path) -> str:
    """The write-ahead log of another time: what it says was checkpointed long ago, or never was of this file."""
    other = path.with_name("other.db")
    shutil.copyfile(path, other)
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(other)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("UPDATE boards SET firmware = 'stale'")
        db.commit()
        shutil.copyfile(f"{other}-wal", f"{path}-wal")
        if draw.random() < 0.5:
            shutil.copyfile(f"{other}-shm", f"{path}-shm")
    for end in ("", "-wal", "-shm"):
        Path(f"{other}{end}").unlink(missing_ok=True)
    return "the write-ahead log of a copy beside it"


FILE: dict[str, FileDamage] = {
    "bits": _flipped,
    "header": _header,
    "pages of a table": _of_a_table,
    "page zeroed": _page_zeroed,
    "cut short": _cut_short,
    "appended": _appended,
    "another file": _replaced,
    "encoding": _other_encoding,
}
BESIDE: dict[str, FileDamage] = {
    "-wal": _beside("-wal"),
    "-shm": _beside("-shm"),
    "-journal": _beside("-journal"),
    "stale log": _stale_wal,
}
