"""docs/link-vectors.json is what both ends say, and what somebody reads who has docs/link.md alone."""

import json
import re
import subprocess
import sys
import zlib
from itertools import pairwise
from typing import Any

import pytest

from shared_rules.link import datagram, frame
from tallyboard.pages.phones.messages import BrokenRuleError
from tallyboard.pages.phones.messages import read as read_message
from tests.harness.fake_board import PtyBoard
from tests.harness.firmware_board import FirmwareBoard
from tests.link import page_reader, vectors
from tests.link.reading import is_read
from tests.pages import DOCS, blocks, text_of

VECTORS = json.loads(vectors.FILE.read_text(encoding="utf-8"))
PAGE = text_of(next(page for page in DOCS if page.name == "link.md"))
RADIO = VECTORS["radio"]


def named(rows: list[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows, ids=[row.get("what") or row.get("name") for row in rows])


def wired(row: Any, of: str = "wire") -> tuple[list[tuple[int, int, bytes]], int]:
    return page_reader.frames_of(bytes.fromhex(row[of]))


def test_the_file_is_what_both_ends_say_now() -> None:
    again = vectors.written(vectors.made()) + "\n"
    assert vectors.FILE.read_text(encoding="utf-8") == again, "make it anew, see tests/link/vectors.py"


def test_the_page_shows_bytes_of_the_file() -> None:
    known = json.dumps(VECTORS).replace(" ", "")
    shown = re.findall(r"`((?:[0-9a-f]{2} ){6,}[0-9a-f]{2})`", PAGE)
    assert len(shown) >= 2
    assert [some for some in shown if some.replace(" ", "") not in known] == []


def test_the_page_names_every_key_of_the_file() -> None:
    table = PAGE.partition("\n## Test vectors\n")[2]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == [key for key in VECTORS if key != "about"]


# ---- read by somebody who has the page alone


def test_cobs_and_crc() -> None:
    for row in VECTORS["cobs"]:
        assert page_reader.uncobs(bytes.fromhex(row["coded"])) == bytes.fromhex(row["plain"])
    for row in VECTORS["crc"]:
        assert f"{zlib.crc32(bytes.fromhex(row['bytes'])):08x}" == row["crc"]


@named(VECTORS["frames"])
def test_a_frame(row: Any) -> None:
    body = bytes.fromhex(row["body"])
    assert wired(row) == ([(row["type"], row["request"], body)], 0)
    assert page_reader.framed(row["type"], row["request"], body).hex() == row["wire"]
    assert page_reader.BODIES[row["type"]](body) == row["fields"]


def test_every_type_is_there() -> None:
    assert {row["type"] for row in VECTORS["frames"]} == set(page_reader.BODIES)


@named(VECTORS["streams"])
def test_a_stream(row: Any) -> None:
    frames, damaged = wired(row)
    assert [[kind, request, body.hex()] for kind, request, body in frames] == row["frames"]
    assert damaged == row["damaged"]


def test_gaps() -> None:
    for row in VECTORS["gaps"]:
        assert page_reader.gap(row["packed"]) == row["says"] <= row["ms"]


@named(VECTORS["journals"])
def test_a_journal(row: Any) -> None:
    is_read(row)


def test_every_kind_of_record_is_there() -> None:
    kinds = {record["kind"] for row in VECTORS["journals"] for record in row["records"]}
    assert kinds == {*page_reader.SINGLE, "event", "SETTING", "RULES", "TEXT", "TIME"}
    events = {record["event"][0] for row in VECTORS["journals"] for record in row["records"] if "event" in record}
    assert events == set(range(1, 17))


@named(VECTORS["conversations"])
def test_a_conversation(row: Any) -> None:
    """All that a laptop hears of records is the journal; and each of its requests has an answer."""
    is_read(row["journal"])
    heard: dict[int, str] = {}
    for step in row["steps"]:
        if "wire" not in step:
            continue
        frames, damaged = wired(step)
        assert not damaged or "a stale tail" in step
        told = [(request, page_reader.BODIES[kind](body)) for kind, request, body in frames]
        assert told == [(said["request"], said["fields"]) for said in step["says"]]
        for kind, _, body in frames:
            if kind == 0x82:
                said = page_reader.records(body)
                heard |= dict(enumerate(said["records"], said["first"]))
    assert heard == {record["number"]: record["bytes"] for record in row["journal"]["records"]}


def test_what_a_board_answers() -> None:
    answers = VECTORS["answers"]
    is_read(answers["journal"])
    for one in answers["exchanges"]:
        ((_, request, _),), _ = wired(one, "request")
        replies, damaged = wired(one, "reply")
        assert not damaged
        assert [said["fields"] for said in one["says"]] == [page_reader.BODIES[kind](body) for kind, _, body in replies]
        assert all(number == request or kind == 0x83 for kind, number, _ in replies)


@named(RADIO["datagrams"])
def test_a_datagram(row: Any) -> None:
    said = page_reader.datagram_of(bytes.fromhex(row["bytes"]), bytes.fromhex(RADIO["key"]))
    assert said is not None
    assert {name: said[name] for name in ("from", "counter", "frame")} == {
        name: row[name] for name in ("from", "counter", "frame")
    }
    assert (said["board"], said["boards"]) == (RADIO["board"], RADIO["boards"])
    assert said["laptops"] in (RADIO["laptops"], "00" * 8)


def test_datagrams_that_are_refused() -> None:
    key = bytes.fromhex(RADIO["key"])
    for row in RADIO["refused"]:
        data = bytes.fromhex(row["bytes"])
        assert page_reader.datagram_of(data, key) is None, row["why"]
        assert datagram.read(data) is None or not datagram.Seal(key).fits(data), row["why"]


def test_text_messages_of_the_hall_socket() -> None:
    for row in VECTORS["seat"]:
        try:
            read_message(json.dumps(row["message"]))
        except BrokenRuleError:
            assert not row["taken"], row
        else:
            assert row["taken"], row


def test_the_reader_of_the_page_prints_a_boards_records() -> None:
    (program,) = blocks(PAGE, "python")
    assert len([line for line in program if line and not line.startswith("import")]) <= 36
    board = FirmwareBoard()
    board.press(*["A 5", "B 5"] * 12, "next")
    with PtyBoard(board, stale=b"\x11\x22\x00\x81\x05") as served:
        done = subprocess.run(
            [sys.executable, "-c", "\n".join(program), served.path], capture_output=True, text=True, timeout=20
        )
    assert done.stderr == ""
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [(int(number), bytes.fromhex(data)) for _, _, number, data in lines] == board.journal
    assert {(name, epoch) for name, epoch, _, _ in lines} == {("e661640843", "7")}
    assert all(int(two[2]) == int(one[2]) + 1 for one, two in pairwise(lines))
    assert board.acked == 0


def test_the_reader_of_the_page_says_why_a_board_has_nothing_to_say() -> None:
    (program,) = blocks(PAGE, "python")
    board = FirmwareBoard()
    board.unknown = {frame.HELLO}
    with PtyBoard(board) as served:
        done = subprocess.run(
            [sys.executable, "-c", "\n".join(program), served.path], capture_output=True, text=True, timeout=20
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert "does not know such a request" in done.stderr
