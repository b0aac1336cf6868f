"""Makes docs/link-vectors.json with the code of both ends; to write it:

    PYTHONPATH=firmware/lib .venv/bin/python -m tests.link.vectors

test_vectors.py holds the file to what is made here, and has a reader that knows the page alone read it.
"""

import json
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue
from shared_rules.journal import record
from shared_rules.journal.crc import crc32
from shared_rules.link import board_half, datagram, frame, laptop_half, orders
from tests.harness.firmware_board import BOARD
from tests.harness.paper import Paper
from tests.link.vector_boards import EPOCH, NOON, Row, answer_rows, conversation_rows, frame_row, journal_rows

FILE = Path(__file__).parents[2] / "docs" / "link-vectors.json"
SECRET, TOKEN, OTHER = "s" * 22, "T" * 43, "o" * 42 + "-"


def cobs(plain: bytes) -> bytes:
    """Any bytes, also runs that no frame has, as Cheshire and Baker code them (1999)."""
    coded = bytearray()
    pieces = plain.split(b"\0")
    for piece in pieces:
        while len(piece) >= 254:
            coded += b"\xff" + piece[:254]
            piece = piece[254:]
            if not piece and len(pieces) == 1:  # at the end nothing is left to say
                return bytes(coded)
        coded += bytes((len(piece) + 1,)) + piece
    return bytes(coded)


def cobs_rows() -> list[Row]:
    rising = bytes(range(1, 256))
    plains = (b"", b"\0", b"\0\0", b"\x11\0\0\x22", b"abc", b"a\0b\0", rising[:193], rising[:253], rising[:254], rising)
    return [{"plain": plain.hex(), "coded": cobs(plain).hex()} for plain in plains]


def crc_rows() -> list[Row]:
    return [
        {"bytes": data.hex(), "crc": f"{crc32(data):08x}"} for data in (b"", b"123456789", b"\0\0\0\0", b"\x01\x2a\x02")
    ]


# ---- frames


def frame_rows() -> list[Row]:
    """Each type, once or twice."""
    paper = Paper(EPOCH, catalogue.EDITION).boot().start("crokinole-official target=50").press("A 20", "B 15")
    match = catalogue.new("crokinole-official target=50")
    review = catalogue.new("pichenotte-southwest games=2")
    for each, events in ((match, (0x0414, 0x0514, 0x0514, 0x0F00, 0x0414)), (review, (0x0419, 0x1514, 0x0F00))):
        for event in events:
            each.play(event)
    welcome: Row = {"protocol": 2, "format": 4, "epoch": EPOCH, "oldest": 24, "next": 70_000, "acked": 69_000}
    welcome |= {"time_ms": 3_600_000, "damaged": 1, "board": BOARD, "firmware": "0.2.0", "table": "Ténor 3"}
    nothing = board_half.score(EPOCH, 9, 9, None, True)
    said = [
        (frame.HELLO, laptop_half.hello()),
        (frame.PULL, laptop_half.pull(EPOCH, 24, 0xFFFFFFFF)),
        (frame.ACK, laptop_half.ack(EPOCH, 256)),
        (frame.STATE, laptop_half.state()),
        (frame.STATE, laptop_half.state(1)),
        (frame.TIME, laptop_half.time(NOON)),
        (frame.ASSIGN_1, orders.assign_1("R1-4", "crokinole-official target=50", ["Ann", "Zoë"])),
        (frame.SETUP, orders.setup("Table 3", 8)),
        (frame.SETUP, orders.setup("", None)),
        (frame.SETUP, orders.setup(None, 16)),
        (frame.FOLLOW, laptop_half.follow(EPOCH, 70_000)),
        (frame.ASSIGN, orders.assign("R1-4", "crokinole-official target=50", ["Ann", "Zoë"], 1)),
        (frame.ASSIGN, orders.assign("24 bytes are the longest", "twenties-shootout sides=3", ["", "", "Bo"])),
        (frame.ASSIGN, orders.cancel()),
        (frame.WELCOME, board_half.welcome(welcome)),
        (frame.WELCOME, board_half.welcome({**welcome, "protocol": 1, "table": ""})),
        (frame.REC, board_half.rec(7, b"".join(paper.records[7:]))),
        (frame.REC, board_half.rec(0, b"".join((paper.records * 3)[:23]))),
        (frame.END, board_half.end(24, 70_000)),
        (frame.ACKED, board_half.acked(256)),
        (frame.TIMED, board_half.timed(70_001)),
        (frame.ASSIGNED, b""),
        (frame.SET, b""),
        (frame.SCORE, board_half.score(EPOCH, 300, 256, match, False)),
        (frame.LIVE, board_half.live(board_half.score(EPOCH, 300, 256, review, False), "R1-4")),
        (frame.LIVE, board_half.live(nothing, "R1-4")),
        (frame.LIVE, board_half.live(board_half.score(EPOCH, 9, 9, None, False), "")),
        (frame.NO, board_half.no(frame.EPOCH, "the journal is of another epoch")),
        (frame.NO, board_half.no(frame.UNKNOWN, "")),
    ]
    return [frame_row(kind, 0x2A + n, body) for n, (kind, body) in enumerate(said)]


def stream_rows() -> list[Row]:
    """Bytes as a receiver may get them."""
    hello, state = frame.encode(1, 1, b"\x02"), frame.encode(4, 2, b"\x02")
    wrong = bytearray(state)
    wrong[3] ^= 0x40
    longest = frame.encode(0x82, 9, bytes(4) + bytes(range(1, 185)))
    streams = {
        "two frames": hello + state,
        "zeros between frames": b"\0\0" + hello + b"\0\0\0" + state + b"\0",
        "the tail of an old one before": hello[3:] + state,
        "half a frame, then 00, then a frame": hello[:4] + b"\0" + state,
        "half a frame, and another one behind it": hello[:4] + state + hello,
        "a bit is wrong": bytes(wrong) + hello,
        "text": b"Traceback (most recent call last):\r\n\0" + hello,
        "a code that points behind the end": b"\x09\x01\x01\x01\x01\x01\x01\x01\0" + hello,
        "a CRC and nothing before it": cobs(crc32(b"").to_bytes(4, "little")) + b"\0" + hello,
        "a type and a CRC": cobs(b"\x04" + crc32(b"\x04").to_bytes(4, "little")) + b"\0" + hello,
        "an overlong run": b"\x01" * 300 + b"\0" + hello,
        "201 bytes before coding": cobs(bytes(197) + crc32(bytes(197)).to_bytes(4, "little")) + b"\0" + hello,
        "a long one": longest,
        "an end that has not come": hello + state[:-1],
    }
    rows = []
    for what, wire in streams.items():
        decoder = frame.Decoder()
        found = [[kind, request, body.hex()] for kind, request, body in decoder.feed(wire)]
        rows.append({"what": what, "wire": wire.hex(), "frames": found, "damaged": decoder.damaged})
    return rows


def gap_rows() -> list[Row]:
    times = (0, 1, 16_383, 16_384, 16_399, 16_400, 262_143, 262_144, 4_194_303, 4_194_304, 67_104_768, 99_999_999)
    packed = [(ms, record.pack_gap(ms)) for ms in times]
    return [{"ms": ms, "packed": gap, "says": record.unpack_gap(gap)} for ms, gap in packed]


# ---- the radio and the hall socket

KEY = bytes(range(32))
BOARDS, LAPTOPS = bytes(range(1, 9)), bytes(range(0x11, 0x19))


def radio_row() -> Row:
    seal = datagram.Seal(KEY)

    def sealed(
        origin: int, counter: int, said: "tuple[int, int, bytes] | None" = None, laptops: bytes = LAPTOPS
    ) -> bytes:
        return datagram.write(seal, datagram.Header(origin, BOARD, BOARDS, laptops, counter, said))

    board, laptop = datagram.FROM_BOARD, datagram.FROM_LAPTOP
    said: list[tuple[str, int, int, Any, bytes]] = [
        ("the board calls", board, 1, None, datagram.NOBODY),
        ("the laptop answers", laptop, 0, None, LAPTOPS),
        ("the board has heard it", board, 2, None, LAPTOPS),
        ("HELLO", laptop, 1, (frame.HELLO, 0x2A, b"\x02"), LAPTOPS),
        ("NO", board, 3, (frame.NO, 0x2A, board_half.no(frame.UNKNOWN, "no")), LAPTOPS),
    ]
    datagrams = [
        {
            "what": what,
            "from": "board" if origin == board else "laptop",
            "counter": counter,
            "frame": "" if one is None else (bytes(one[:2]) + one[2]).hex(),
            "bytes": sealed(origin, counter, one, laptops).hex(),
        }
        for what, origin, counter, one, laptops in said
    ]
    call = sealed(board, 1, None, datagram.NOBODY)
    head = datagram.head(board, BOARD, BOARDS, LAPTOPS) + (4).to_bytes(4, "little") + b"\x01"
    refused = {
        "a bit of the counter is wrong": bytes(b ^ (i == 3 + len(BOARD) + 16) for i, b in enumerate(call)),
        "the seal is of another key": datagram.write(
            datagram.Seal(bytes(32)), datagram.Header(board, BOARD, BOARDS, datagram.NOBODY, 1)
        ),
        "the direction was changed": call[:1] + b"\x12" + call[2:],
        "a byte is missing": call[:-1],
        "half a frame, sealed": head + seal.of(head),
        "it begins with another byte": b"\x55" + call[1:],
    }
    rows = [{"why": why, "bytes": data.hex()} for why, data in refused.items()]
    names = {"key": KEY.hex(), "board": BOARD, "boards": BOARDS.hex(), "laptops": LAPTOPS.hex()}
    return {**names, "datagrams": datagrams, "refused": rows}


def seat_rows() -> list[Row]:
    """What a board says in text messages, and whether a laptop takes it for one."""
    good: list[Any] = [
        {"admit": {"seat": SECRET, "token": TOKEN}},
        {"admit": {"seat": SECRET, "token": TOKEN, "has": [OTHER], "empty": [TOKEN]}},
        {"admit": {"token": TOKEN, "empty": True}},
        {"admit": {"token": TOKEN, "old": OTHER}},
        {"take over": "ask"},
        {"take over": "yes"},
        {"take over": "no"},
        {"battery": {"percent": 80, "charging": False}},
    ]
    bad: list[Any] = [
        {"admit": {"seat": SECRET}},
        {"admit": {"seat": SECRET[1:], "token": TOKEN}},
        {"admit": {"token": TOKEN[1:]}},
        {"admit": {"token": TOKEN, "name": "Ann"}},
        {"admit": {"token": TOKEN, "has": [OTHER] * 17}},
        {"take over": "please"},
        {"battery": {"percent": 101, "charging": False}},
        {"battery": {"percent": 80}},
        {"take over": "ask", "battery": {"percent": 80, "charging": False}},
        {"lock": True},
        [],
    ]
    return [{"message": message, "taken": True} for message in good] + [
        {"message": message, "taken": False} for message in bad
    ]


def made() -> Row:
    return {
        "about": "Test vectors of docs/link.md, which says how to read them. Made by tests/link/vectors.py.",
        "cobs": cobs_rows(),
        "crc": crc_rows(),
        "frames": frame_rows(),
        "streams": stream_rows(),
        "gaps": gap_rows(),
        "journals": journal_rows(),
        "answers": answer_rows(),
        "conversations": conversation_rows(),
        "radio": radio_row(),
        "seat": seat_rows(),
    }


def written(value: Any, indent: str = "") -> str:
    """As JSON; what fits into a line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or (indent and len(indent) + len(line) <= 160):
        return line
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {written(each, inner)}" for name, each in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + "\n" + indent + "}"
    return "[\n" + ",\n".join(inner + written(each, inner) for each in value) + "\n" + indent + "]"


if __name__ == "__main__":
    FILE.write_text(written(made()) + "\n", encoding="utf-8")
