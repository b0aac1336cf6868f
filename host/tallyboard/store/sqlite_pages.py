"""The rows in the pages of an SQLite file, read without SQLite: it gives up on a file whose first page is gone.

The format is that of sqlite.org/fileformat2.html: 1.6 (B-tree pages), 1.7 (what goes on in other pages), 2.1 (records),
4.1 (the write-ahead log). Rows that were deleted or replaced may still stand in a page; what a record says must show
whether it is one.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_LEAF = 0x0D  # the type of a page that holds rows of a table
_TYPES = (0x02, 0x05, 0x0A, _LEAF)
_FIRST_PAGE_HEADER = 100
_SIZES = tuple(1 << power for power in range(9, 17))
_USUAL = 4096
_FEW = 4  # pages whose beginnings tell nothing
_WAL_HEADER, _FRAME_HEADER = 32, 24
_LONGEST = 1_000_000  # bytes: no row of ours is so long
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # serial type to its bytes


def rows_in(path: Path) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """(rowid, values) of every row that stands whole in a page of the file or of its write-ahead log. Values are None,
    int, bytes or str; a float is None, and so is a text that cannot be read. Raises OSError."""
    data = path.read_bytes()
    size = _page_size(data)

    def in_file(number: int) -> bytes:
        return data[(number - 1) * size : number * size]

    for at in range(0, len(data), size):
        yield from _rows_of(data[at : at + size], _FIRST_PAGE_HEADER if at == 0 else 0, in_file)
    wal = Path(f"{path}-wal")
    if wal.exists():
        frames = list(_frames(wal.read_bytes(), size))
        latest = dict(frames)
        for _, page in frames:
            yield from _rows_of(page, 0, lambda number: latest.get(number) or in_file(number))


def _frames(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """(number, page) of each page of this size in a write-ahead log, the older first."""
    for at in range(_WAL_HEADER + _FRAME_HEADER, len(log), size + _FRAME_HEADER):
        if log[at - 16 : at - 8] != log[16:24]:  # of an earlier round of the log, whose frames are older
            break
        yield int.from_bytes(log[at - _FRAME_HEADER : at - 20], "big"), log[at : at + size]


def _page_size(data: bytes) -> int:
    """The size under which the most pages begin as pages do, less those that do not: what the header tells may be what
    was damaged. Where so many pages are damaged that there is none, what the header tells."""
    best, found = 0, 0
    for size in (size for size in _SIZES if len(data) > _FEW * size):
        begins = [data[at] in _TYPES for at in range(size, len(data), size)]
        if (more := 2 * sum(begins) - len(begins)) > best:
            best, found = more, size
    if found:
        return found
    told = int.from_bytes(data[16:18], "big")
    told = 65_536 if told == 1 else told
    return told if told in _SIZES else _USUAL


def _rows_of(page: bytes, header: int, page_of: Callable[[int], bytes]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """`header`: bytes before the page's own. `page_of` gives the page of a number, where a row goes on in another."""
    if len(page) < header + 8 or page[header] != _LEAF:
        return
    count = int.from_bytes(page[header + 3 : header + 5], "big")
    for pointer in range(header + 8, min(len(page) - 1, header + 8 + 2 * count), 2):
        try:
            yield _row(page, int.from_bytes(page[pointer : pointer + 2], "big"), page_of)
        except (IndexError, ValueError):  # cut off, or no row
            continue


def _row(page: bytes, at: int, page_of: Callable[[int], bytes]) -> tuple[int, tuple[Any, ...]]:
    size, at = _varint(page, at)
    rowid, at = _varint(page, at)
    rowid -= 2**64 if rowid >= 2**63 else 0
    payload = _payload(page, at, size, page_of)
    end, at = _varint(payload, 0)
    values, value_at = [], end
    while at < end:
        kind, at = _varint(payload, at)
        value, value_at = _value(payload, value_at, kind)
        values.append(value)
    return rowid, tuple(values)


def _payload(page: bytes, at: int, size: int, page_of: Callable[[int], bytes]) -> bytes:
    """So many bytes from here on, the last of which may stand in other pages, each of which tells the next."""
    usable = len(page)
    most = usable - 35
    if size <= most:
        return _part(page, at, at + size)
    if size > _LONGEST:
        raise ValueError
    least = (usable - 12) * 32 // 255 - 23
    here = least + (size - least) % (usable - 4)
    end = at + (here if here <= most else least)
    payload, following = page[at:end], page[end : end + 4]
    while len(payload) < size:
        more = page_of(int.from_bytes(following, "big"))
        if len(more) != usable:
            raise ValueError
        payload, following = payload + more[4:], more[:4]
    return payload[:size]


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(_part(payload, at, end), "big", signed=True), end
    if kind in (8, 9):
        return kind - 8, at
    if kind >= 12:
        end = at + (kind - 12) // 2
        data = _part(payload, at, end)
        return (_text(data) if kind % 2 else data), end
    return None, at + (8 if kind == 7 else 0)


def _text(data: bytes) -> str | None:
    """In the encoding that it shows itself: what the header tells may be what was damaged. Texts of ours begin with a
    letter of ASCII, and have no NUL."""
    encoding = "utf-8" if b"\x00" not in data else "utf-16-be" if data[0] == 0 else "utf-16-le"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:  # damaged by itself: the rest of its row may be sound
        return None


def _part(payload: bytes, at: int, end: int) -> bytes:
    if end > len(payload):
        raise ValueError
    return payload[at:end]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """(the number, the offset behind it)"""
    number = 0
    for offset in range(at, at + 8):
        number = number << 7 | data[offset] & 0x7F
        if data[offset] < 0x80:
            return number, offset + 1
    return number << 8 | data[at + 8], at + 9
