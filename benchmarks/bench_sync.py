"""Sync over a pty against a bare pyserial copy of the same bytes, in one run; prints ratios, nothing is asserted.

`python benchmarks/bench_sync.py [RECORDS]`

The copy is made in two ways. Same board: the board answers the same PULL, and the laptop reads until the last byte has
come, without looking at one. Blast: a process writes these bytes as fast as the pty takes them; no board does.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import serial

from benchmarks.ram_board import EPOCH, RamBoard, answer_size, fill
from shared_rules.journal.record import SIZE
from shared_rules.journal.replay import Replay
from shared_rules.link import board_half, frame, laptop_half
from tallyboard.hub.sync import Collection
from tallyboard.journal.runs import Run, checker, joined
from tallyboard.link import Client, SerialPort
from tallyboard.rehearsal.processes import BoardProcess
from tallyboard.store import Heard, Store, open_store
from tallyboard.store.ingesting import insert_runs
from tallyboard.text import quantities

PAIRS = 9
FRAM_BYTES = 32_768
FRAM_RECORDS = 3_900  # about what a journal in it takes before it is full
CHIP_SPEED = 27_000  # bytes a second that CircuitPython on an RP2040 sends, see tests/emulator/figures.py
READ_BYTES = 4096  # what a pty gives at once


def read_all(opened: serial.Serial, size: int) -> None:
    """So many bytes with pyserial and nothing else."""
    while size:
        size -= len(opened.read(max(1, min(size, opened.in_waiting))))


def copy_from_board(port: str, epoch: int, records: int) -> float:
    """Seconds from opening the port to the last byte of the answer to a PULL."""
    start = time.perf_counter()
    with closing(serial.Serial(port, timeout=1)) as opened:
        opened.write(b"\x00" + frame.encode(frame.PULL, 1, laptop_half.pull(epoch, 0, records)))
        read_all(opened, answer_size(records))
        return time.perf_counter() - start


def copy_of_blast(board: RamBoard, records: int) -> float:
    """Seconds from the beginning of a blast to its last byte."""
    with closing(serial.Serial(board.port, timeout=1)) as opened:
        board.blast()
        read_all(opened, 1)
        start = time.perf_counter()
        read_all(opened, answer_size(records))
        return time.perf_counter() - start


def sync_once(port: str) -> tuple[float, int]:
    """(seconds from opening the port to the end of a sync into an empty store, records)."""
    with tempfile.TemporaryDirectory() as folder, closing(open_store(f"{folder}/bench.db")) as store:
        start = time.perf_counter()
        with closing(SerialPort(port)) as opened:
            report = Collection(Client(opened), store).run()
        took = time.perf_counter() - start
    assert report.received == report.acked, report
    return took, report.received


def told(what: str, records: int, syncs: list[float], copies: dict[str, list[float]]) -> None:
    """Print the speeds and, for each way of copying, the ratio of the pairs: median, least and most."""
    wire = answer_size(records)
    print(f"{what}: {records:,} records, {SIZE * records:,} bytes, {wire:,} on the wire")
    print(f"  sync              {_speeds(records, wire, statistics.median(syncs))}")
    for way, times in copies.items():
        ratios = sorted(bare / whole for bare, whole in zip(times, syncs, strict=True))
        spread = f"{ratios[0]:.3f} to {ratios[-1]:.3f} in {len(ratios)} pairs"
        print(f"  copy, {way:10}  {_speeds(records, wire, statistics.median(times))}")
        print(f"    sync runs at {statistics.median(ratios):.3f} of it, {spread}")


def _speeds(records: int, wire: int, seconds: float) -> str:
    rates = (
        quantities.rate(records / seconds, "records"),
        quantities.size(SIZE * records / seconds),
        quantities.size(wire / seconds),
    )
    return "{:>22}{:>12}/s of records{:>12}/s on the wire".format(*rates)


def pairs(port: str, records: int, count: int) -> tuple[list[float], list[float]]:
    """Seconds of so many copies and syncs in turn."""
    copies, syncs = [], []
    for _ in range(count):
        copies.append(copy_from_board(port, EPOCH, records))
        syncs.append(sync_once(port)[0])
    return copies, syncs


def against_ram_board(few: int) -> float:
    """The board's half of the link as fast as Python runs it; returns the least seconds a record of a blast."""
    with RamBoard("matches", few) as board:
        _, records = sync_once(board.port)  # nobody is measured cold; and the time is in the journal now
        copies, syncs = pairs(board.port, records, PAIRS)
        blasts = [copy_of_blast(board, records) for _ in range(PAIRS)]
    told("The board's half of the link over RAM", records, syncs, {"same board": copies, "blast": blasts})
    return min(blasts) / records


def against_chip_speed() -> None:
    """The same, no faster than a real board: a whole journal as it would be collected from one."""
    with RamBoard("matches", FRAM_RECORDS, CHIP_SPEED) as board:
        _, records = sync_once(board.port)
        copies, syncs = pairs(board.port, records, 3)
    told("The same, held to the speed of the chip", records, syncs, {"same board": copies})


def against_virtual_board() -> None:
    """The whole firmware on virtual hardware, at its own speed on this machine."""
    with tempfile.TemporaryDirectory() as folder:
        port, state = Path(folder, "port"), Path(folder, "state")
        state.mkdir()
        memory = bytearray(FRAM_BYTES)
        fill(memory, "matches", FRAM_RECORDS)
        (state / "fram.bin").write_bytes(memory)
        board = BoardProcess(port, state, time_scale=1)
        try:
            _, records = sync_once(str(port))
            copies, syncs = pairs(str(port), records, PAIRS)
        finally:
            board.end()
    told("The firmware in `tallyboard board`", records, syncs, {"same board": copies})


def stages(records: int, blast: float) -> None:
    """What each step of a sync costs alone, so that it can be seen below what the sum cannot fall."""
    table, _ = fill(bytearray(64 + SIZE * (records + 2000)), "matches", records)
    data = bytes(table.journal.read(0, records))
    step = board_half.RECORDS_A_FRAME
    frames = [(at, data[at * SIZE : (at + step) * SIZE]) for at in range(0, records, step)]
    wire = b"".join(frame.encode(frame.REC, 1, board_half.rec(*run)) for run in frames)
    holds = checker(EPOCH)

    def decode() -> None:
        decoder = frame.Decoder()
        for at in range(0, len(wire), READ_BYTES):
            decoder.feed(wire[at : at + READ_BYTES])

    def replay() -> None:
        feed = Replay().feed
        for seq in range(records):
            feed(seq, data, seq * SIZE)

    costs = {
        "bytes read, as in the blast": blast * records,
        "frames decoded": _least(decode),
        "checks": _least(lambda: [holds(*run) for run in frames]),
        "rows stored and committed": _storing(lambda store: _insert(store, frames)),
        "rules replayed": _least(replay),
    }
    whole = _storing(lambda store: store.add(_heard(records), frames))
    print(f"What each step costs alone, a record, at best ({records:,} records of matches)")
    for what, seconds in costs.items():
        print(f"  {what:30}{seconds / records * 1e6:8.2f} µs")
    print(f"  {'all that the store does':30}{whole / records * 1e6:8.2f} µs, rows, rules, rounds, results and matches")
    least = sum(costs.values())
    print(f"The first five together are {least / records * 1e6:.2f} µs: no sync that stores each record and knows the")
    print(f"score when it ends runs at more than {blast * records / least:.3f} of the blast in this language.")


def _least(work: Callable[[], object]) -> float:
    """Seconds of this work where nothing came between."""
    times = []
    for _ in range(PAIRS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _heard(records: int) -> Heard:
    return Heard(board="b0", table="", firmware="", epoch=EPOCH, oldest=0, next=records)


def _insert(store: Store, frames: list[Run]) -> None:
    with store.writing() as writing:
        insert_runs(writing, "b0", EPOCH, joined(frames))


def _storing(work: Callable[[Store], object]) -> float:
    """The same of work on a store that knows the board and has none of its records."""
    times = []
    for _ in range(PAIRS):
        with tempfile.TemporaryDirectory() as folder, closing(open_store(f"{folder}/bench.db")) as store:
            store.add(_heard(0))
            start = time.perf_counter()
            work(store)
            times.append(time.perf_counter() - start)
    return min(times)


def main(records: int) -> None:
    blast = against_ram_board(records)
    against_virtual_board()
    against_chip_speed()
    stages(records, blast)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
