"""The last frames of a conversation are kept in a file, however it ended, and the conversation never suffers."""

import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.link import frame, laptop_half
from tallyboard.errors import TallyboardError
from tallyboard.hub.sync import Collection
from tallyboard.link import Client, SerialPort
from tallyboard.link.trace import FILES, FRAMES, Chunk, Traced, frames_of
from tallyboard.store import Store
from tests.harness.fake_board import BoardHalf, MemoryPort, PtyBoard
from tests.harness.paper import Paper, two_matches

BOARD_FILE = "board-e661640843.jsonl"


def converse(port: Any, to: Path, store: Store) -> None:
    with Traced(port, to) as traced:
        Collection(Client(traced, clock=port.clock), store).run()


def kept(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_conversation_is_kept_as_frames(tmp_path: Path, store: Store) -> None:
    converse(MemoryPort(BoardHalf(two_matches()), stale=b"\x11\x22\x00"), tmp_path / "frames", store)
    first, *entries = kept(tmp_path / "frames" / BOARD_FILE)
    assert (first["port"], first["board"], first["error"]) == ("/dev/ttyFAKE", "e661640843", None)
    said = [(entry["way"], entry.get("type", "damaged")) for entry in entries]
    hello = [("out", "HELLO"), ("in", "WELCOME")]
    recs = [("in", "REC")] * 2
    assert said == [
        ("out", "HELLO"),
        ("in", "damaged"),
        *[("in", "WELCOME"), *hello],
        *[("out", "TIME"), ("in", "TIMED"), *hello],
        *[("out", "PULL"), *recs, ("in", "END")],
        *[("out", "ACK"), ("in", "ACKED")],
    ]
    records = b"".join(laptop_half.read_rec(bytes.fromhex(e["hex"]))[1] for e in entries if e.get("type") == "REC")
    assert records == b"".join(two_matches().records)
    assert all(entry["bytes"] == len(entry["hex"]) // 2 for entry in entries)
    requests = [entry["request"] for entry in entries if entry.get("type") in ("ACK", "ACKED")]
    assert len(set(requests)) == 1


def test_an_exception_is_kept_with_the_frames_before_it(tmp_path: Path, store: Store) -> None:
    port = MemoryPort(BoardHalf(two_matches()), lives=160)
    with pytest.raises(TallyboardError, match="went away"):
        converse(port, tmp_path, store)
    first, *entries = kept(tmp_path / BOARD_FILE)
    assert first["error"] == "TallyboardError: The device went away. Sync again."
    assert entries[-1]["unfinished"] is True
    assert entries[-1]["bytes"] == len(bytes.fromhex(entries[-1]["hex"])) > 0


def test_what_is_no_board_is_kept_by_its_port(tmp_path: Path) -> None:
    port = MemoryPort(None, stale=b"login: \x00" * 3)
    with pytest.raises(TallyboardError, match="not a Tallyboard"), Traced(port, tmp_path) as traced:
        Client(traced, clock=port.clock).hello()
    first, *entries = kept(tmp_path / "port-dev_ttyFAKE.jsonl")
    assert first["board"] is None
    assert [bytes.fromhex(e["hex"]) for e in entries if e.get("damaged")] == [b"login: "] * 3


def test_a_long_conversation_keeps_its_beginning_and_its_last_frames(tmp_path: Path, store: Store) -> None:
    paper = Paper().boot().start("crokinole-official target=9999")
    for _ in range(4000):
        paper.press("A 20", "A off 20")
    converse(MemoryPort(BoardHalf(paper)), tmp_path, store)
    first, *entries = kept(tmp_path / BOARD_FILE)
    assert first["board"] == "e661640843"
    gap = entries.index({"left_out": True})
    assert [entry["type"] for entry in entries[:3]] == ["HELLO", "WELCOME", "HELLO"]
    assert [entry["type"] for entry in entries[-3:]] == ["END", "ACK", "ACKED"]
    assert len(entries[gap + 1 :]) == FRAMES
    assert not any(entry.get("damaged") for entry in entries)
    assert os.path.getsize(tmp_path / BOARD_FILE) < 200_000


def test_the_next_conversation_with_a_board_replaces_the_file(tmp_path: Path, store: Store) -> None:
    half = BoardHalf(two_matches())
    converse(MemoryPort(half), tmp_path, store)
    before = kept(tmp_path / BOARD_FILE)
    half.paper.press("B 5")
    converse(MemoryPort(half), tmp_path, store)
    assert [path.name for path in tmp_path.iterdir()] == [BOARD_FILE]
    assert kept(tmp_path / BOARD_FILE) != before


def test_the_number_of_files_is_bounded_and_the_oldest_go(tmp_path: Path, store: Store) -> None:
    for number in range(FILES + 3):
        board = f"b{number:03}"
        converse(MemoryPort(BoardHalf(two_matches(number + 1), board=board)), tmp_path, store)
        os.utime(tmp_path / f"board-{board}.jsonl", ns=(number, number))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"board-b{number:03}.jsonl" for number in range(3, FILES + 3)]


def test_a_folder_that_cannot_be_written_disturbs_no_sync(tmp_path: Path, store: Store) -> None:
    (tmp_path / "frames").write_text("in the way")
    converse(MemoryPort(BoardHalf(two_matches())), tmp_path / "frames", store)
    assert len(store.matches()) == 2


def test_a_conversation_that_never_was_leaves_no_file(tmp_path: Path) -> None:
    with closing(Traced(MemoryPort(None), tmp_path)):
        pass
    assert list(tmp_path.iterdir()) == []


def test_it_serves_as_a_port_over_a_pty(tmp_path: Path) -> None:
    with PtyBoard(BoardHalf(two_matches())) as served:
        port = Traced(SerialPort(served.path), tmp_path)
        assert Client(port).hello()["board"] == "e661640843"
        port.close()
        SerialPort(served.path).close()  # it was let go of
    assert (tmp_path / BOARD_FILE).is_file()


@pytest.mark.parametrize("board", ["../../x", "/etc/passwd", "", "\x1b[2J\x00", "é" * 20, "..", "x" * 40])
def test_no_name_of_a_board_leads_out_of_the_folder(tmp_path: Path, board: str) -> None:
    port = MemoryPort(BoardHalf(two_matches(), board=board))
    with pytest.raises(TallyboardError), Traced(port, tmp_path / "in" / "frames") as traced:
        Client(traced, clock=port.clock).hello()
        raise TallyboardError("It ends.", "Go on.")
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert file.parent == tmp_path / "in" / "frames"
    assert (kept(file)[0]["board"] or "").isprintable()


def test_what_an_error_says_is_kept_without_control_characters(tmp_path: Path) -> None:
    port = MemoryPort(BoardHalf(two_matches()))
    port.name = "/dev/tty\x07"
    with pytest.raises(TallyboardError), Traced(port, tmp_path) as traced:
        Client(traced, clock=port.clock).hello()
        raise TallyboardError("The board\x1b[2J says so.", "Look\nthere.")
    first = kept(tmp_path / BOARD_FILE)[0]
    assert first["error"] == r"TallyboardError: The board\x1b[2J says so. Look\nthere."
    assert first["port"] == r"/dev/tty\x07"


class Pours(MemoryPort):
    """Gives a great deal with each read."""

    def __init__(self, data: bytes) -> None:
        super().__init__(None)
        self._data = data

    def read(self) -> bytes:
        return self._data


@pytest.mark.parametrize("data", [b"\x55" * 3_000_000, b"\x01\x00" * 500_000, b"\x00" * 999_999, b"\x07"])
def test_little_is_kept_of_a_port_that_pours(tmp_path: Path, data: bytes) -> None:
    traced = Traced(Pours(data), tmp_path)
    for _ in range(10_000 if len(data) == 1 else 20):
        traced.read()
    assert sum(len(chunk.data) for chunk in (*traced._head, *traced._tail)) < 50_000
    assert len(traced._tail) <= 4000
    traced.write(frame.encode(frame.HELLO, 5, b"\x02"))
    traced.close()
    (file,) = tmp_path.iterdir()
    assert file.stat().st_size < 200_000
    assert any(entry.get("type") == "HELLO" for entry in kept(file)), "the last that was said"


def noise(length: int) -> bytes:
    """So many bytes of no frame."""
    return b"\x55" * length


def test_the_first_1024_bytes_are_kept_whole_and_then_the_last_of_200_frames(tmp_path: Path) -> None:
    pours = Pours(noise(1025))
    traced = Traced(pours, tmp_path)
    traced.read()
    assert [len(chunk.data) for chunk in (*traced._head, *traced._tail)] == [1024, 1]
    most = 200 * (frame.MAX_BODY + 8)
    pours._data = noise(most - 1)
    traced.read()
    assert [len(chunk.data) for chunk in traced._tail] == [1, most - 1]
    assert not traced._left_out
    pours._data = b"\x01"
    traced.read()
    assert [len(chunk.data) for chunk in traced._tail] == [most - 1, 1]
    assert traced._left_out


def test_one_read_that_brings_more_than_is_kept_leaves_something_out(tmp_path: Path) -> None:
    most = 200 * (frame.MAX_BODY + 8)
    for length, left_out in ((most, False), (most + 1, True)):
        traced = Traced(Pours(noise(1024 + length)), tmp_path)
        traced.read()
        assert (len(traced._tail[-1].data), traced._left_out) == (most, left_out)


def test_4000_chunks_are_kept(tmp_path: Path) -> None:
    traced = Traced(Pours(b"\x55"), tmp_path)
    for _ in range(1024 + 4000):
        traced.read()
    assert (len(traced._tail), traced._left_out) == (4000, False)
    traced.read()
    assert (len(traced._tail), traced._left_out) == (4000, True)


def test_256_bytes_of_what_is_no_frame_are_shown() -> None:
    for length, shown in ((256, 256), (257, 256)):
        (entry,) = frames_of([Chunk(0.0, "in", noise(length))])
        assert (entry["bytes"], len(entry["hex"]) // 2) == (length, shown)


@pytest.mark.parametrize(("more", "kept_frames"), [(0, 200), (1, 200)])
def test_the_last_200_frames_follow_those_of_the_beginning(tmp_path: Path, more: int, kept_frames: int) -> None:
    hello = frame.encode(frame.HELLO, 5, b"\x02")
    begin = 1024 // len(hello)
    traced = Traced(MemoryPort(None), tmp_path)
    for _ in range(begin + 200 + more):
        traced.write(hello)
    traced.close()
    _, *entries = kept(tmp_path / "port-dev_ttyFAKE.jsonl")
    assert ({"left_out": True} in entries) is bool(more)
    assert len([entry for entry in entries if "type" in entry]) == begin + kept_frames


def test_40_conversations_are_kept() -> None:
    assert (FILES, FRAMES) == (40, 200)


FRAME = st.builds(
    frame.encode, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=frame.MAX_BODY)
) | st.binary(max_size=300).map(lambda noise: noise + b"\x00")


@given(stream=st.lists(FRAME, max_size=12), cuts=st.lists(st.integers(1, 100)), tail=st.binary(max_size=20))
def test_frames_are_the_same_however_the_bytes_were_chunked(stream: list[bytes], cuts: list[int], tail: bytes) -> None:
    data = b"".join(stream) + tail
    chunks, at = [], 0
    for length in [*cuts, len(data)]:
        chunks.append(Chunk(0.0, "in", data[at : at + length]))
        at += length
    decoder = frame.Decoder()
    expected = decoder.feed(data)
    entries = frames_of(chunks)
    got = [(entry["request"], bytes.fromhex(entry["hex"])) for entry in entries if "type" in entry]
    assert got == [(request, body) for _, request, body in expected]
    assert sum("damaged" in entry for entry in entries) == decoder.damaged
    assert any("unfinished" in entry for entry in entries) == (not data.endswith(b"\x00") and bool(data))
