"""Whether the laptop's work grows with the records and no faster: 10,000 against 100,000, in one run.

`python benchmarks/bench_ingest.py [FEW MANY]`

Time a record of a sync over a pty into an empty store, of computing every match anew, and of verifying; and what one
press more costs on top of them, as `watch` follows it. Nothing is asserted.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from benchmarks.ram_board import PRESSES, RamBoard
from tallyboard.hub.sync import Collection
from tallyboard.link import Client, SerialPort
from tallyboard.store import Store, open_store
from tallyboard.store.verify import verify

RUNS = 5
MORE = 81  # presses that are followed, a match of them

Times = dict[str, float]


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(board: RamBoard, store: Store) -> Times:
    """Seconds of each work a record, on a store that has nothing yet."""
    with closing(SerialPort(board.port)) as port:
        start = time.perf_counter()
        report = Collection(Client(port), store).run()
        took = time.perf_counter() - start
    times = {"sync": took, "rebuild": timed(store.rebuild), "verify": timed(lambda: verify(store))}
    return {work: seconds / report.received for work, seconds in times.items()}


def one_more(board: RamBoard, store: Store) -> float:
    """Seconds from a press to where it is stored, the median of some."""
    times = []
    with closing(SerialPort(board.port)) as port:
        client = Client(port)
        collection = Collection(client, store)
        collection.run()
        for _ in range(MORE):
            board.press()
            times.append(timed(lambda: collection.catch_up(client.state())))
    return statistics.median(times)


def compare(kind: str, counts: list[int]) -> None:
    """Print both sizes of such a history side by side; they are measured in turn."""
    runs: list[list[Times]] = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        boards = [stack.enter_context(RamBoard(kind, count)) for count in counts]
        for run in range(RUNS):
            runs.append([])
            for at, board in enumerate(boards):
                with closing(open_store(str(Path(folder, f"{run}.{at}.db")))) as store:
                    runs[-1].append(measure(board, store))
                    if run == RUNS - 1:
                        runs[-1][at]["more"] = one_more(board, store)
    print(f"{kind + ', time a record':24}{counts[0]:>16,}{counts[1]:>16,} records")
    for work in ("sync", "rebuild", "verify"):
        few, many = (statistics.median(run[at][work] for run in runs) * 1e6 for at in range(2))
        ratio = statistics.median(run[1][work] / run[0][work] for run in runs)
        print(f"  {work:22}{few:13.2f} µs{many:13.2f} µs, {ratio:.2f} times; 1.00 is linear")
    print(f"  {'one press more':22}" + "".join(f"{run['more'] * 1e3:13.2f} ms" for run in runs[-1]))


def main(few: int, many: int) -> None:
    for kind in PRESSES:
        compare(kind, [few, many])


if __name__ == "__main__":
    main(*([int(number) for number in sys.argv[1:3]] or [10_000, 100_000]))
