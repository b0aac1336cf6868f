"""Matches as records and as frames, on CPython and on MicroPython: `run_wire.py FILE`.

FILE holds one JSON string a line, each the text of a sheet without an error. Each match is written as a journal has it,
sent as frames through a wire with junk on it, and played from what arrived. A line for each: the check of the bytes on
the wire, their number, and the result as run_sheets.py writes it. Then a line for each body that cannot be read.
"""

import gc
import json
import sys

from run_sheets import Printer, write

from shared_rules import event_text, frame, games, messages, options, questions, record
from shared_rules.crc import crc32, table_crc32
from shared_rules.replay import Replay
from shared_rules.result import result

EPOCH = 0xFEDCBA98
START = 0xFFFF0000  # of the numbers, so that they are no small integers on the VM


def journal(text):
    """The sealed records of the sheet, one after the other, undo included."""
    lines = [line.split("#")[0].lower().split() for line in text.split("\n")]
    lines = [words for words in lines if words and words[0] != "name"]
    match = games.new(" ".join(lines[0][1:]))
    rows = [(record.BOOT, record.FORMAT, 0, 0), (record.CHOICE, 1, 2, 3)]
    for name, value in games.in_order(match.ID, match.options):
        rows.append((record.SETTING | options.code_of(name),) + tuple(options.to_bytes(name, value)))
    rows.append((record.GAME, games.number_of(match.ID), 0, 0))
    for n in range(1, len(lines)):
        event = event_text.from_words(lines[n])
        if event_text.from_words(event_text.to_text(event).lower().split()) != event:
            raise ValueError("an event is not read as it is written")
        gap = record.pack_gap(n * n * 37)
        rows.append((event >> 8, event & 255, gap & 255, gap >> 8))
    sealer = record.Sealer(EPOCH)
    data = bytearray(len(rows) * record.SIZE)
    one = bytearray(record.SIZE)
    for n in range(len(rows)):
        for i in range(4):
            one[i] = rows[n][i]
        sealer.seal(one, START + n)
        data[n * record.SIZE : (n + 1) * record.SIZE] = one
    return data


def wire(data):
    """The records as REC frames and an END, with junk between."""
    sent = bytearray(b"\x07\x07stale\x00")
    step = messages.RECORDS_A_FRAME * record.SIZE
    for at in range(0, len(data), step):
        body = messages.rec(START + at // record.SIZE, bytes(data[at : at + step]))
        sent.extend(frame.encode(frame.REC, at & 255, body))
        sent.extend(b"\xff" * (at % 211) + b"\x00")
    sent.extend(frame.encode(frame.END, 0, messages.end(START, START + len(data) // record.SIZE)))
    return sent


def received(sent):
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
                ended = questions.read_end(body)
                continue
            seq, data = questions.read_rec(body)
            for n in range(len(data) // record.SIZE):
                if not sealer.holds(data, n * record.SIZE, seq + n) or sealer.holds(data, n * record.SIZE, seq + n + 1):
                    raise ValueError("a record does not hold where it stands, or holds elsewhere")
                replay.feed(seq + n, data, n * record.SIZE)
        at += size
    if ended is None or replay.broken or replay.refused:
        raise ValueError("the match did not arrive whole")
    return replay, decoder.damaged


def bodies():
    """Bodies and what reads them."""
    whole = {"protocol": 1, "format": 1, "epoch": EPOCH, "oldest": 0, "next": START, "acked": 3, "time_ms": 4}
    whole["damaged"] = 5
    whole["board"] = "e6614c311b7f5b2c"
    whole["firmware"] = "0.1.0"
    whole["table"] = "Tisch Nº 7 beim Fenster, links — für Anfänger"
    welcome = messages.welcome(whole)
    return (
        (questions.read_welcome, welcome),
        (questions.read_welcome, welcome[:-1]),
        (questions.read_welcome, welcome[:20]),
        (questions.read_welcome, welcome[:27] + b"\xff\xfe" + welcome[29:]),
        (messages.read_hello, questions.hello()),
        (messages.read_hello, b""),
        (messages.read_pull, questions.pull(EPOCH, START, 0xFFFFFFFF)),
        (messages.read_pull, b"\x00" * 11),
        (messages.read_ack, questions.ack(EPOCH, START)),
        (messages.read_ack, b"\x01"),
        (questions.read_acked, messages.acked(START)),
        (questions.read_rec, b"\x01\x02\x03\x04\x05"),
        (questions.read_no, messages.no(frame.MALFORMED, "cause")),
        (questions.read_no, b"\x02a\x80\xff"),
        (questions.read_no, b""),
    )


def plain(value):
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value


def main(path):
    out = Printer()
    with open(path) as lines:
        for line in lines:
            sent = wire(journal(json.loads(line)))
            replay, damaged = received(sent)
            if crc32(sent) != table_crc32(sent):
                raise ValueError("the table disagrees with the platform")
            write([crc32(sent), len(sent), damaged, replay.time_ms, replay.first_seq, replay.last_seq], out.put)
            out.put(" ")
            write(result(replay.match), out.put)
            out.put("\n")
            out.flush()
            gc.collect()
    for read, body in bodies():
        try:
            write(plain(read(body)), out.put)
        except messages.MessageError as error:
            out.put("MessageError: " + str(error))
        out.put("\n")
    out.flush()


if __name__ == "__main__":
    main(sys.argv[1])
