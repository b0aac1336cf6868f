"""The rows of an SQLite file are read as SQLite reads them, without it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tallyboard.store.sqlite_pages import rows_in

PAGE_SIZES = [1 << power for power in range(9, 17)]

# By the number of bytes that SQLite's format has for it (fileformat2.html, 2.1), each at both ends of its range.
INTEGERS = [
    *(0, 1, 2, -1, 127, -128),
    *(128, -129, 2**15 - 1, -(2**15)),
    *(2**15, 2**23 - 1, -(2**23)),
    *(2**23, 2**31 - 1, -(2**31)),
    *(2**31, 2**47 - 1, -(2**47)),
    *(2**47, 2**63 - 1, -(2**63)),
]
ROWIDS = [1, 127, 128, 16_383, 16_384, 2**32, 2**56 - 1, 2**56, 2**63 - 1, -1, -(2**63)]


def made(path: Path, rows: list[tuple[int, Any, Any]], page_size: int = 4096, encoding: str = "UTF-8") -> None:
    """A file with a table of these rows, the rowid first of each."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute(f"PRAGMA encoding = '{encoding}'")
        connection.execute("CREATE TABLE some (one, two)")
        connection.executemany("INSERT INTO some (rowid, one, two) VALUES (?, ?, ?)", rows)
        connection.commit()


def some_of(path: Path) -> list[tuple[int, Any, Any]]:
    """The rows of that table, by rowid; those of SQLite's own table have five values."""
    return sorted((rowid, *row) for rowid, row in rows_in(path) if len(row) == 2)


@pytest.mark.parametrize("number", INTEGERS)
def test_whole_numbers_of_every_size(tmp_path: Path, number: int) -> None:
    made(tmp_path / "x.db", [(1, number, "A"), (2, "A", number)])
    assert some_of(tmp_path / "x.db") == [(1, number, "A"), (2, "A", number)]


def test_rowids_of_every_length(tmp_path: Path) -> None:
    made(tmp_path / "x.db", [(rowid, rowid, "A") for rowid in ROWIDS])
    assert some_of(tmp_path / "x.db") == [(rowid, rowid, "A") for rowid in sorted(ROWIDS)]


def test_values_of_every_kind(tmp_path: Path) -> None:
    rows = [
        (1, None, "A"),
        (2, b"", "A"),
        (3, b"\x00\xff", "A"),
        (4, b"\x05" * 300, "A"),
        (5, "", "A"),
        (6, "Ann Ö 👩", "A"),
        (7, "A" * 300, "B"),
    ]
    made(tmp_path / "x.db", [*rows, (8, 1.5, "A")])
    assert some_of(tmp_path / "x.db") == [*rows, (8, None, "A")], "no float is wanted; what stands behind it is"


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
def test_texts_of_every_encoding(tmp_path: Path, encoding: str) -> None:
    rows = [(1, "Ann Ö 👩", "b"), (2, b"\x00\x41", "Zoë")]
    made(tmp_path / "x.db", rows, encoding=encoding)
    assert some_of(tmp_path / "x.db") == rows


@pytest.mark.parametrize("header", ["whole", "gone"])
@pytest.mark.parametrize("size", PAGE_SIZES)
def test_pages_of_every_size_also_where_the_header_is_gone(tmp_path: Path, size: int, header: str) -> None:
    path = tmp_path / "x.db"
    rows = [(number, number, "A" * 40) for number in range(1, 8 * size // 60)]
    made(path, rows, page_size=size)
    if header == "gone":
        path.write_bytes(bytes(100) + path.read_bytes()[100:])
    assert some_of(path) == rows


def test_pages_of_an_index_show_the_size_too(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    made(path, [(1, 7, "A")], page_size=1024)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE keys (key PRIMARY KEY) WITHOUT ROWID")
        connection.executemany("INSERT INTO keys VALUES (?)", [(f"key {number:060}",) for number in range(400)])
        connection.commit()
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    assert some_of(path) == [(1, 7, "A")]


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_a_file_of_one_page_has_the_size_that_its_header_tells(tmp_path: Path, size: int) -> None:
    """Its rows stand at the page's end: where a smaller one is believed, none is found."""
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {size}")
        connection.execute("CREATE TABLE some (one)")
        connection.commit()
    whole = path.read_bytes()
    path.write_bytes(whole[:size])
    named = [row[1] for _, row in rows_in(path)]
    assert named == ["some"]
    path.write_bytes(whole[:16] + b"\x00\x07" + whole[18:size])  # no size that there is
    assert [row[1] for _, row in rows_in(path)] == (["some"] if size <= 4096 else []), "4096 is the usual one"


def test_a_row_that_goes_on_in_another_page_is_read_whole_or_left_out(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    rows = [(1, "A", "B"), (2, "A" * 9000, "B"), (3, "C", "D")]
    made(path, rows)
    assert some_of(path) == rows
    path.write_bytes(path.read_bytes()[:-4096])  # the last page that it goes on in is gone
    assert some_of(path) == [rows[0], rows[2]]


def test_the_rows_of_the_write_ahead_log_come_behind_those_of_the_file(tmp_path: Path) -> None:
    """Of a log that was begun anew only the frames of this round: those behind them are older than the file."""
    path, copy = tmp_path / "x.db", tmp_path / "copy.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE some (one, two)")
        connection.execute("INSERT INTO some VALUES ('first', 'B')")
        connection.execute("UPDATE some SET one = 'in the file'")
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.execute("UPDATE some SET one = 'in the log'")
        connection.execute("UPDATE some SET one = 'at its end'")
        for end in ("", "-wal"):
            Path(f"{copy}{end}").write_bytes(Path(f"{path}{end}").read_bytes())
    wal = Path(f"{copy}-wal")
    assert wal.stat().st_size > 32 + 2 * (24 + 4096), "there are frames of the round before"
    assert [row[0] for _, row in rows_in(copy) if len(row) == 2] == ["in the file", "in the log", "at its end"]
    with wal.open("r+b") as log:
        log.truncate(32 + 24 + 4096 + 100)
    assert [row[0] for _, row in rows_in(copy) if len(row) == 2] == ["in the file", "in the log"]


def test_what_is_no_page_has_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    for data in (
        b"",
        b"\x0d",
        bytes(4096),
        b"\x0d" * 4096,
        b"\xff" * 5000,
        b"\x00" * 100 + b"\x0d\x00\x00\xff\xff\x00\x00\x00",
    ):
        path.write_bytes(data)
        assert [row for _, row in rows_in(path) if row] == []
