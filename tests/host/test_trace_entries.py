"""What a kept conversation says of each frame, and how much of one is kept."""

import json
import os
from pathlib import Path

import pytest

from shared_rules.link import board_half, frame
from tallyboard.link.trace import FILES, FRAMES, Chunk, Traced, conversations, folder, frames_of
from tests.harness.fake_board import MemoryPort

AT = 1_795_276_805.1239  # 2026-11-21T16:00:05.123Z
MOMENT = "2026-11-21T16:00:05.123Z"
LATER = "2026-11-21T16:00:06.123Z"
ACK = frame.encode(frame.ACK, 5, b"\1\2")


def test_a_frame_a_stretch_that_is_none_and_one_that_is_not_ended() -> None:
    odd = frame.encode(0x7A, 6, b"")
    chunks = [Chunk(AT, "out", ACK[:3]), Chunk(AT + 1, "out", ACK[3:] + odd), Chunk(AT, "in", b"no\0\0wait")]
    assert frames_of(chunks) == [
        {"at": LATER, "way": "out", "type": "ACK", "request": 5, "bytes": 2, "hex": "0102"},
        {"at": LATER, "way": "out", "type": "0x7A", "request": 6, "bytes": 0, "hex": ""},
        {"at": MOMENT, "way": "in", "damaged": True, "bytes": 2, "hex": "6e6f"},
        {"at": MOMENT, "way": "in", "unfinished": True, "bytes": 4, "hex": "77616974"},
    ]


def test_what_is_cut_off_at_either_end_is_left_out() -> None:
    chunks = [Chunk(AT, "in", b"tail\0" + ACK + b"no\0" + b"half"), Chunk(AT, "out", ACK + b"no\0")]
    types = [entry.get("type", "none") for entry in frames_of(chunks, begins=False, ends=False)]
    assert types == ["ACK", "none", "ACK", "none"]
    assert len(frames_of(chunks, ends=False)) == 5
    assert len(frames_of(chunks, begins=False)) == 5
    assert len(frames_of(chunks)) == 6


@pytest.mark.parametrize(("size", "shown"), [(255, 255), (256, 256), (257, 256)])
def test_of_a_long_stretch_the_beginning_is_shown(size: int, shown: int) -> None:
    (entry,) = frames_of([Chunk(AT, "in", b"x" * size)])
    assert (entry["bytes"], entry["hex"]) == (size, "78" * shown)


KINDS: tuple[str, ...] = (
    "HELLO",
    "PULL",
    "ACK",
    "STATE",
    "TIME",
    "ASSIGN_1",
    "ASSIGN",
    "SETUP",
    "FOLLOW",
    "WELCOME",
    "REC",
    "END",
)
KINDS += ("ACKED", "SCORE", "LIVE", "TIMED", "ASSIGNED", "SET", "NO")


@pytest.mark.parametrize("name", KINDS)
def test_a_type_is_told_by_its_name(name: str) -> None:
    (entry,) = frames_of([Chunk(AT, "in", frame.encode(getattr(frame, name), 1, b""))])
    assert entry["type"] == name


class Says(MemoryPort):
    """Gives these bytes, a read each."""

    def __init__(self, *reads: bytes) -> None:
        super().__init__(None)
        self._reads = list(reads)

    def read(self) -> bytes:
        return self._reads.pop(0) if self._reads else b""


def kept(port: MemoryPort, to: Path, reads: int = 1) -> list[dict[str, object]]:
    with Traced(port, to, clock=lambda: AT) as traced:
        for _ in range(reads):
            traced.read()
    (path,) = to.glob("*.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()]


WELCOME = board_half.welcome(
    dict.fromkeys(("oldest", "next", "acked", "time_ms", "damaged"), 0)
    | {"protocol": 2, "format": 4, "epoch": 1, "board": "e6/6\x07", "firmware": "0.2", "table": ""}
)


def test_the_entry_about_the_conversation(tmp_path: Path) -> None:
    first, *_ = kept(Says(frame.encode(frame.WELCOME, 1, WELCOME)), tmp_path)
    assert first == {"port": "/dev/ttyFAKE", "board": r"e6/6\x07", "ended": MOMENT, "error": None}
    assert [path.name for path in tmp_path.iterdir()] == ["board-e6_6_x07.jsonl"]


def test_a_welcome_that_is_none_names_no_board(tmp_path: Path) -> None:
    first, *_ = kept(Says(frame.encode(frame.WELCOME, 1, b"\x09")), tmp_path)
    assert first["board"] is None
    assert [path.name for path in tmp_path.iterdir()] == ["port-dev_ttyFAKE.jsonl"]


def test_reads_without_a_byte_are_not_kept(tmp_path: Path) -> None:
    with Traced(Says(b"", b""), tmp_path) as traced:
        assert (traced.read(), traced.read(), traced.name) == (b"", b"", "/dev/ttyFAKE")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("frames", [FRAMES, FRAMES + 146, FRAMES + 147])
def test_the_last_frames_are_kept_and_those_of_the_beginning(tmp_path: Path, frames: int) -> None:
    """1,024 bytes of the beginning hold 146 of the shortest frames, of 7 bytes."""
    short = frame.encode(frame.STATE, 1, b"")
    whole = 1024 // len(short)
    assert whole < 147
    _, *entries = kept(Says(*[short] * frames), tmp_path, frames)
    left_out = [at for at, entry in enumerate(entries) if "left_out" in entry]
    assert left_out == ([] if frames <= FRAMES + whole else [whole])
    assert len(entries) == (frames if not left_out else whole + 1 + FRAMES)


def test_a_conversation_is_read_again_and_what_is_not_ours_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_text('{"port": "b"}\n{"at": 1}\n')
    (tmp_path / "a.jsonl").write_text('{"port": "a"}\n')
    (tmp_path / "bad.jsonl").write_text("{")
    (tmp_path / "odd.jsonl").write_bytes(b'{"port": "\xff"}')
    (tmp_path / "other.json").write_text("{}")
    found = conversations(tmp_path)
    assert list(found.items()) == [("a.jsonl", [{"port": "a"}]), ("b.jsonl", [{"port": "b"}, {"at": 1}])]
    assert conversations(tmp_path / "nowhere") == {}


def test_where_they_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert folder() == tmp_path / "tallyboard" / "frames"
    with Traced(Says(b"x"), clock=lambda: AT) as traced:
        traced.read()
    assert [path.name for path in folder().iterdir()] == ["port-dev_ttyFAKE.jsonl"]


def test_forty_conversations_are_kept(tmp_path: Path) -> None:
    assert FILES == 40
    for number in range(41):
        (tmp_path / f"{number:02}.jsonl").write_text("{}")
        os.utime(tmp_path / f"{number:02}.jsonl", ns=(number, number))
    kept_now = Traced(Says(b"x"), tmp_path)
    kept_now.read()
    kept_now.close()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"{number:02}.jsonl" for number in range(2, 41)] + ["port-dev_ttyFAKE.jsonl"]
