"""Keeps the last bytes of a conversation, and saves them as frames for a bug report."""

import contextlib
import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from shared_rules.link import board_half, frame, laptop_half
from tallyboard.errors import TallyboardError
from tallyboard.link.ports import Port, SerialPort, whose
from tallyboard.system.files import write_whole
from tallyboard.system.laptop import state_folder
from tallyboard.text.printable import printable
from tallyboard.text.quantities import utc_text

FRAMES = 200  # the last of a conversation; those of its beginning come before them
FILES = 40  # more than a hall has tables

_HEAD_BYTES = 1024  # the beginning, where the board says who it is
_TAIL_BYTES = FRAMES * (frame.MAX_BODY + 8)
_CHUNKS = 4000  # a chunk is what one read or write carried, at least a byte
_HEX_BYTES = 256  # of a stretch that is no frame as many are shown

_REQUESTS = ("HELLO", "PULL", "ACK", "STATE", "TIME", "ASSIGN_1", "ASSIGN", "SETUP", "FOLLOW")
_REPLIES = ("WELCOME", "REC", "END", "ACKED", "SCORE", "LIVE", "TIMED", "ASSIGNED", "SET", "NO")
_TYPES = {getattr(frame, name): name for name in _REQUESTS + _REPLIES}


class Chunk(NamedTuple):
    """What one read ("in") or write ("out") carried; `at`: seconds since 1970."""

    at: float
    way: str
    data: bytes


def folder() -> Path:
    """Where the files are kept."""
    return state_folder() / "frames"


class Traced:
    """A Port that passes everything to another one and keeps the last of it.

    `with open_port(path) as port: …` closes the port and writes the file, also after an exception, whose words
    stand in it then. A file that cannot be written is no failure of the conversation.
    """

    def __init__(self, port: Port, to: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self.name = port.name
        self.whose = whose(port)
        self._port = port
        self._to = to
        self._clock = clock
        self._head: list[Chunk] = []
        self._head_left = _HEAD_BYTES
        self._tail: deque[Chunk] = deque()
        self._tail_bytes = 0
        self._left_out = False  # something between head and tail

    def read(self) -> bytes:
        data = self._port.read()
        if data:
            self._keep("in", data)
        return data

    def write(self, data: bytes) -> None:
        self._keep("out", data)
        self._port.write(data)

    def close(self) -> None:
        self.__exit__(None, None, None)

    def __enter__(self) -> "Traced":
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        try:
            self._port.close()
        finally:
            if self._head:
                with contextlib.suppress(OSError, TallyboardError):  # no room, no home
                    self._save(self._to or folder(), error)
                self._head = []

    def _keep(self, way: str, data: bytes) -> None:
        at = self._clock()
        head, rest = data[: self._head_left], data[self._head_left :]
        if head:
            self._head_left -= len(head)
            self._head.append(Chunk(at, way, head))
        if rest:
            self._tail.append(Chunk(at, way, rest[-_TAIL_BYTES:]))
            self._tail_bytes += len(self._tail[-1].data)
            self._left_out = self._left_out or len(rest) > _TAIL_BYTES
        while self._tail_bytes > _TAIL_BYTES or len(self._tail) > _CHUNKS:
            self._tail_bytes -= len(self._tail.popleft().data)
            self._left_out = True

    def _save(self, to: Path, error: BaseException | None) -> None:
        entries = self._entries()
        board = next((_board(entry) for entry in entries if entry.get("type") == "WELCOME"), None)
        first = {
            "port": printable(self.name),
            "board": board,
            "ended": _moment(self._clock()),
            "error": None if error is None else printable(f"{type(error).__name__}: {error}"),
        }
        to.mkdir(parents=True, exist_ok=True)
        path = to / (_file_name("board", board) if board else _file_name("port", self.name))
        lines = "".join(json.dumps(entry) + "\n" for entry in (first, *entries))
        write_whole(path, lines.encode("ascii"), durable=False)  # a hall's boards may come and go every second
        for old in sorted(to.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)[:-FILES]:
            old.unlink()

    def _entries(self) -> list[dict[str, Any]]:
        begin = frames_of(self._head, ends=False)
        if self._left_out:
            entries = frames_of(self._tail, begins=False)
        else:
            entries = frames_of([*self._head, *self._tail])
            if len(entries) <= len(begin) + FRAMES:
                return entries
        return [*begin, {"left_out": True}, *entries[-FRAMES:]]


def open_port(path: str) -> Traced:
    """The serial port, its last frames kept for a bug report."""
    return Traced(SerialPort(path))


def conversations(where: Path) -> dict[str, list[dict[str, Any]]]:
    """The kept conversations by the names of their files: the entry about the conversation, then its frames."""
    found = {}
    for path in sorted(where.glob("*.jsonl")):
        with contextlib.suppress(OSError, ValueError):  # gone meanwhile, or not ours
            found[path.name] = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    return found


def frames_of(chunks: Iterable[Chunk], begins: bool = True, ends: bool = True) -> list[dict[str, Any]]:
    """The frames in these chunks as plain values: at, way, type, request, bytes (of the body) and the body in hex.

    What stands between two 0x00 and is no frame has `damaged`, what no 0x00 has ended `unfinished`, instead of a type.
    Unless the chunks are those of the beginning (`begins`) or of the end (`ends`) of a conversation, what is cut off
    there is left out.
    """
    entries = []
    open_ends: dict[str, tuple[float, bytes]] = {}
    whole = {"in": begins, "out": begins}
    for at, way, data in chunks:
        *pieces, rest = (open_ends.get(way, (at, b""))[1] + data).split(b"\x00")
        open_ends[way] = (at, rest)
        for piece in pieces:
            if piece:
                entry = _entry(at, way, piece)
                if whole[way] or "damaged" not in entry:
                    entries.append(entry)
            whole[way] = True
    if ends:
        entries += [_stretch(at, way, "unfinished", rest) for way, (at, rest) in open_ends.items() if rest]
    return entries


def _entry(at: float, way: str, piece: bytes) -> dict[str, Any]:
    found = frame.decode(piece)
    if found is None:
        return _stretch(at, way, "damaged", piece)
    kind, request, body = found
    name = _TYPES.get(kind, f"0x{kind:02X}")
    return {"at": _moment(at), "way": way, "type": name, "request": request, "bytes": len(body), "hex": body.hex()}


def _stretch(at: float, way: str, what: str, data: bytes) -> dict[str, Any]:
    return {"at": _moment(at), "way": way, what: True, "bytes": len(data), "hex": data[:_HEX_BYTES].hex()}


def _moment(at: float) -> str:
    return utc_text(datetime.fromtimestamp(at, UTC), "milliseconds")


def _file_name(what: str, name: str) -> str:
    return f"{what}-{re.sub(r'[^A-Za-z0-9.-]+', '_', name).strip('_')[-100:]}.jsonl"


def _board(welcome: dict[str, Any]) -> str | None:
    try:
        return printable(laptop_half.read_welcome(bytes.fromhex(welcome["hex"]))["board"])
    except board_half.MessageError:  # of another protocol
        return None
