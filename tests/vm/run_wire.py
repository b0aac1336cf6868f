"""Matches as records and as frames, on CPython and on MicroPython: `run_wire.py FILE`.

FILE holds one JSON string a line, each the text of a sheet without an error. Each match is written as a journal has it,
sent as frames through a wire with junk on it, and played from what arrived. A line for each: the check of the bytes on
the wire, their number, and the result as run_sheets.py writes it. Then a line for each record of a journal in which
matches are assigned, taken back and acknowledged, where it did something: what, and what is known behind it. Then a
line for each body, read or with the error of one that cannot be read.
"""

import gc
import json
import sys

from run_sheets import Printer, write

from shared_rules.games import catalogue, options, scoresheet
from shared_rules.games.result import result
from shared_rules.journal import record, record_text
from shared_rules.journal.crc import crc32, table_crc32
from shared_rules.journal.replay import NOTED, Replay
from shared_rules.link import board_half, frame, laptop_half, orders

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any

    from shared_rules.games.match import Match

    Row = tuple[int, ...]  # the first four bytes of a record
    Body = tuple[Callable[[bytes], object], bytes]  # what reads it, and it

EPOCH = 0xFEDCBA98
START = 0xFFFF0000  # of the numbers, so that they are no small integers on the VM


def journal(text: str) -> bytearray:
    """The sealed records of the sheet, one after the other, undo included."""
    lines = [line.split("#")[0].lower().split() for line in text.split("\n")]
    lines = [words for words in lines if words and words[0] != "name"]
    match = catalogue.new(" ".join(lines[0][1:]))
    rows: "list[Row]" = [(record.BOOT, record.FORMAT, 0, 0), (record.CHOICE, 1, 2, 3)]
    rows.extend(settings(match))
    rows.append((record.GAME, catalogue.number_of(match.ID), 0, 0))
    for n in range(1, len(lines)):
        event = scoresheet.from_words(lines[n])
        if scoresheet.from_words(scoresheet.to_text(event).lower().split()) != event:
            raise ValueError("an event is not read as it is written")
        gap = record.pack_gap(n * n * 37)
        rows.append((event >> 8, event & 255, gap & 255, gap >> 8))
    return sealed(rows)


def settings(match: "Match") -> "list[Row]":
    """The records that say its options and the rules it is played by."""
    rows: "list[Row]" = []
    for name, value in catalogue.in_order(match.ID, match.options):
        rows.append((record.SETTING | options.code_of(name),) + tuple(options.to_bytes(name, value)))
    return rows + [(record.RULES, catalogue.EDITION, 0, 0)]


def sealed(rows: "list[Row]") -> bytearray:
    """The bytes of the records with these first four, numbered from START on."""
    sealer = record.Sealer(EPOCH)
    data = bytearray(len(rows) * record.SIZE)
    one = bytearray(record.SIZE)
    for n in range(len(rows)):
        for i in range(4):
            one[i] = rows[n][i]
        sealer.seal(one, START + n)
        data[n * record.SIZE : (n + 1) * record.SIZE] = one
    return data


def wire(data: bytearray) -> bytearray:
    """The records as REC frames and an END, with junk between."""
    sent = bytearray(b"\x07\x07stale\x00")
    step = board_half.RECORDS_A_FRAME * record.SIZE
    for at in range(0, len(data), step):
        body = board_half.rec(START + at // record.SIZE, bytes(data[at : at + step]))
        sent.extend(frame.encode(frame.REC, at & 255, body))
        sent.extend(b"\xff" * (at % 211) + b"\x00")
    sent.extend(frame.encode(frame.END, 0, board_half.end(START, START + len(data) // record.SIZE)))
    return sent


def received(sent: bytearray) -> tuple[Replay, int]:
    """The match from the bytes of the wire, taken in pieces."""
    decoder = frame.Decoder()
    sealer = record.Sealer(EPOCH)
    replay = Replay()
    at = 0
    ended = None
    while at < len(sent):
        size = 1 + at * 7 % 64
        for kind, _, body in decoder.feed(memoryview(sent)[at : at + size]):
            if kind == frame.END:
                ended = laptop_half.read_end(body)
                continue
            seq, data = laptop_half.read_rec(body)
            for n in range(len(data) // record.SIZE):
                if not sealer.holds(data, n * record.SIZE, seq + n) or sealer.holds(data, n * record.SIZE, seq + n + 1):
                    raise ValueError("a record does not hold where it stands, or holds elsewhere")
                replay.feed(seq + n, data, n * record.SIZE)
        at += size
    if ended is None or replay.broken or replay.refused:
        raise ValueError("the match did not arrive whole")
    return replay, decoder.damaged


def texts(key: str, *names: str) -> "list[Row]":
    """The records of what the laptop calls a match, and of its names."""
    rows: "list[Row]" = []
    fields = ((record.KEY, key),) + tuple([(record.NAME + side, names[side]) for side in range(len(names))])
    for field, text in fields:
        for what, value in record_text.encode(field, text, record.TEXT_BYTES):
            rows.append((what,) + tuple(value))
    return rows


def event_row(text: str) -> "Row":
    event = scoresheet.from_words(text.lower().split())
    return (event >> 8, event & 255, 10, 0)


def told() -> "list[Row]":
    """Records of a journal in which a match waits, is passed over, started, taken back, wanted anew and cancelled."""
    crokinole = catalogue.new("crokinole-traditional sides=3 scoring=simple target=9999")
    washers = catalogue.new("washers-ritzenthaler target=5 format=doubles")
    number, other = catalogue.number_of(crokinole.ID), catalogue.number_of(washers.ID)
    wanted = settings(washers) + texts("T1-R2-M3 é", "Ann & Bo", "Zoë & Émile")
    back, acked = (record.BACK, 0, 20, 0), (record.ACKED, 0x56, 0x34, 0x12)
    cancelled = (record.ASSIGN, record.NO_GAME, 0, 0)
    rows: "list[Row]" = [(record.BOOT, record.FORMAT, 0, 0), back]
    rows += settings(crokinole) + [(record.GAME, number | 2 << 6, 0, 0)]
    rows += [event_row(text) for text in ("A 20", "undo", "undo", "first A", "undo", "C 15")]
    rows += wanted + [(record.ASSIGN, other, 2, 0), acked, event_row("next")]
    # Another by hand, without a press: what waits goes on waiting, and the match before comes back.
    rows += settings(crokinole) + [(record.GAME, number, 0, 0), back, back]
    # The one that waited is started, taken back, and waits again; wanted by another who starts; cancelled.
    rows += wanted + [(record.GAME, other | 1 << 6, 0, 0), back, (record.TIME, 1, 2, 3)]
    rows += wanted + [(record.GAME, other | 1 << 6, 0, 0), event_row("A 3"), back, event_row("undo"), back]
    rows += wanted + [(record.ASSIGN, other, 0, 0)]
    rows += wanted + [(record.ASSIGN, other, 1, 0)]
    rows += wanted + [(record.ASSIGN, other, 3, 0), cancelled, cancelled]
    # Without the edition a match is an older one, whose first event says who starts; a newer one is none.
    rows += settings(crokinole)[:-1] + [(record.GAME, number | 1 << 6, 0, 0), event_row("undo")]
    rows += settings(crokinole)[:-1] + [(record.RULES, catalogue.EDITION + 1, 0, 0), (record.GAME, number, 0, 0), back]
    return rows + [event_row("A 20")]


def known(replay: Replay) -> "list[Any]":
    """What a board or a laptop knows of the match that is on and of the one that waits."""
    match, waits = replay.match, replay.assigned
    on: "list[Any] | None" = None
    waiting: "list[Any] | None" = None
    if match is not None:
        on = [match.ID, replay.edition, replay.key, list(replay.names), match.first, match.length, match.untouched()]
        on += [replay.first_seq - START, replay.start_seq - START, replay.last_seq - START]
    if waits is not None:
        waiting = [waits.game_id, waits.options["target"], waits.key, list(waits.names), waits.first, waits.seq - START]
    return [replay.can_go_back(), replay.broken, replay.refused, replay.acked, on, waiting]


def asked_of_a_table() -> "tuple[tuple[Body, ...], tuple[Body, ...]]":
    """Bodies of FOLLOW, ASSIGN, ASSIGN_1, SETUP, STATE and LIVE, and what reads them; sound ones first."""
    key, line, names = "T1-R2-M3 é", "washers-ritzenthaler target=5", ("Ann & Bo", "Zoë & Émile Gagné-Tremblay", "")
    assign = orders.assign(key, line, names, 1)
    match = catalogue.new("pichenotte-southwest format=doubles")
    for text in ("B 20", "B 25", "A penalty 20", "next", "B agree"):
        match.play(scoresheet.from_words(text.lower().split()))
    score = board_half.score(EPOCH, START, 7, match, True)
    live = board_half.live(score, key)
    return (
        (board_half.read_follow, laptop_half.follow(EPOCH, START)),
        (orders.read_assign, assign),
        (orders.read_assign, orders.assign(key, line, names)),
        (orders.read_assign, orders.assign("k", "pichenotte-southwest", (), 2)),
        (orders.read_assign, orders.cancel()),
        (orders.read_assign_1, orders.assign_1(key, line, names)),
        (orders.read_setup, orders.setup("Tisch Nº 7", 3)),
        (orders.read_setup, orders.setup(None, None)),
        (laptop_half.read_score, score),
        (laptop_half.read_live, live),
        (laptop_half.read_live, board_half.live(board_half.score(EPOCH, START, 7, None, False), "")),
        (laptop_half.read_acked, board_half.acked(START)),
    ), (
        (board_half.read_follow, laptop_half.follow(EPOCH, START)[:-1]),
        (board_half.read_follow, b""),
        (orders.read_assign, b""),
        (orders.read_assign, b"\x00\x01k"),
        (orders.read_assign, b"\x04" + assign[1:]),
        (orders.read_assign, assign[:-3]),
        (orders.read_assign, assign[:4] + b"\xff" + assign[5:]),
        (orders.read_assign, b"\x00" + b"\x01k" * 6),
        (orders.read_assign_1, orders.cancel()[1:]),
        (orders.read_setup, b""),
        (orders.read_setup, b"\x11"),
        (laptop_half.read_live, b""),
        (laptop_half.read_live, live[:-1]),
        (laptop_half.read_live, live[:6]),
        (laptop_half.read_live, b"\x02\xff\xfe" + score),
        (laptop_half.read_acked, b"\x01\x02\x03"),
    )


def bodies() -> "tuple[Body, ...]":
    """Bodies and what reads them."""
    whole: "dict[str, Any]" = {
        "protocol": 1,
        "format": 1,
        "epoch": EPOCH,
        "oldest": 0,
        "next": START,
        "acked": 3,
        "time_ms": 4,
    }
    whole["damaged"] = 5
    whole["board"] = "e6614c311b7f5b2c"
    whole["firmware"] = "0.1.0"
    whole["table"] = "Tisch Nº 7 beim Fenster, links — für Anfänger"
    welcome = board_half.welcome(whole)
    return (
        (laptop_half.read_welcome, welcome),
        (laptop_half.read_welcome, welcome[:-1]),
        (laptop_half.read_welcome, welcome[:20]),
        (laptop_half.read_welcome, welcome[:27] + b"\xff\xfe" + welcome[29:]),
        (board_half.read_hello, laptop_half.hello()),
        (board_half.read_hello, b""),
        (board_half.read_pull, laptop_half.pull(EPOCH, START, 0xFFFFFFFF)),
        (board_half.read_pull, b"\x00" * 11),
        (board_half.read_ack, laptop_half.ack(EPOCH, START)),
        (board_half.read_ack, b"\x01"),
        (laptop_half.read_acked, board_half.acked(START)),
        (laptop_half.read_rec, b"\x01\x02\x03\x04\x05"),
        (laptop_half.read_no, board_half.no(frame.MALFORMED, "cause")),
        (laptop_half.read_no, b"\x02a\x80\xff"),
        (laptop_half.read_no, b""),
    )


def plain(value: object) -> object:
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value


def main(path: str) -> None:
    out = Printer()
    with open(path) as lines:
        for line in lines:
            sent = wire(journal(json.loads(line)))
            replay, damaged = received(sent)
            if crc32(sent) != table_crc32(sent):
                raise ValueError("the table disagrees with the platform")
            write([crc32(sent), len(sent), damaged, replay.time_ms, replay.first_seq, replay.last_seq], out.put)
            out.put(" ")
            assert replay.match is not None
            write(result(replay.match), out.put)
            out.put("\n")
            out.flush()
            gc.collect()
    data = sealed(told())
    replay = Replay()
    before = None
    for n in range(len(data) // record.SIZE):
        did = replay.feed(START + n, data, n * record.SIZE)
        after = known(replay)
        if did != NOTED or after != before:
            write([n, data[n * record.SIZE], did] + after, out.put)
            out.put("\n")
        before = after
    sound, unsound = asked_of_a_table()
    for read, body in bodies() + sound + unsound:
        try:
            write(plain(read(body)), out.put)
        except board_half.MessageError as error:
            out.put("MessageError: " + str(error))
        out.put("\n")
    for order in (orders.assign, orders.assign_1):
        try:
            order("", "x", ())
        except ValueError as error:
            out.put("ValueError: " + str(error) + "\n")
        try:
            order("k", "crokinole " * 20, ())
        except ValueError as error:
            out.put("ValueError: " + str(error) + "\n")
    out.flush()


if __name__ == "__main__":
    main(sys.argv[1])
