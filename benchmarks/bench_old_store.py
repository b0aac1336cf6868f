"""What looking at a store costs as it grows old: 10,000 records against a million of the same boards, in one run.

`python benchmarks/bench_old_store.py [FEW MANY]`

CPU time of one match found and its presses, of the first page of the matches, and of the commands as processes, with
the most memory that these take. Nothing is asserted.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from shared_rules.games import catalogue
from shared_rules.journal.record import SIZE
from tallyboard.store import open_store, read_store
from tallyboard.store.ingesting import Heard
from tests.harness.paper import ZERO, Paper

BOARDS = 30
A_DAY = 10  # matches between two power-ons
PAGE = 50  # matches
GAME = "crokinole-official target=60"
PRESSES = ("A 20", "A 20", "A 15", "A 10", "A 5", "B 20", "B 15", "B 15", "undo", "B 10", "B 10", "B 5", "next")
COMMANDS = ("results", "verify", "doctor")


def journal(epoch: int, records: int) -> Paper:
    """Days of matches, as long as it takes."""
    paper = Paper(epoch, catalogue.EDITION)
    while len(paper.records) < records:
        paper.boot().time(ZERO + len(paper.records) * 20)
        for _ in range(A_DAY):
            paper.start(GAME)
            for _ in range(3):
                paper.press(*PRESSES)
    return paper


def fill(path: Path, records: int) -> str:
    """A store of so many records; the id of a match in its middle."""
    with closing(open_store(str(path))) as store:
        for number in range(BOARDS):
            paper = journal(number + 1, records // BOARDS)
            board = f"{number:08x}"
            heard = Heard(board, f"Table {number + 1}", "1.0", number + 1, 0, len(paper.records))
            data = b"".join(paper.records)
            chunk = 4096 * SIZE
            store.ingest([(heard, [(at // SIZE, data[at : at + chunk]) for at in range(0, len(data), chunk)])])
            store.derive([board])
        matches = store.matches()
        return matches[len(matches) // 2]["match"]


def apart(path: Path, records: int) -> str:
    """`fill` in a process of its own, for the memory of a process counts for those that it begins."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(fill, path, records).result()


def cpu_ms(work: Callable[[], object], times: int = 5) -> float:
    """The least of some."""
    took = []
    for _ in range(times):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return min(took) * 1000


def command(line: str, path: Path) -> tuple[float, int]:
    """(seconds of CPU, MB at most) of a command as a process."""
    env = {**os.environ, "HOME": str(path.parent), "XDG_STATE_HOME": str(path.parent)}
    words = [sys.executable, "-m", "tallyboard", *line.split(), "--db", str(path)]
    with subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def main(few: int, many: int) -> None:
    """Measure and print."""
    rows: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for at, count in enumerate((few, many)):
            path = Path(folder, f"{at}.db")
            match_id = apart(path, count)
            with closing(read_store(str(path))) as store:
                found = cpu_ms(partial(store.match, match_id))
                rows.setdefault("one match, ms", []).append(f"{found:.1f}")
                pressed = cpu_ms(partial(store.presses, store.match(match_id)))
                rows.setdefault("its presses, ms", []).append(f"{pressed:.1f}")
                first = cpu_ms(lambda: list(islice(store.each_match(), PAGE)))
                rows.setdefault(f"first {PAGE} matches, ms", []).append(f"{first:.1f}")
            for line in COMMANDS:
                seconds, most = command(line, path)
                rows.setdefault(f"{line}, CPU s and MB", []).append(f"{seconds:.2f} {most:4}")
    print(f"{'':24}{few:>14,}{many:>14,} records of {BOARDS} boards")
    for name, (small, large) in rows.items():
        print(f"{name:24}{small:>14}{large:>14}")


if __name__ == "__main__":
    main(*([int(number) for number in sys.argv[1:3]] or [10_000, 1_000_000]))
