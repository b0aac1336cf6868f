"""A Raspberry Pi as a table, with models behind the bus and the pins: a press until it is lit, and what idling costs.

Press to light: from the edge of a key, by the kernel's clock, until the digits are written to display A. With the
journal in an FRAM, which takes no time here, and in a file, which is synced to this machine's disk (TMPDIR says which).
On a Pi its wires are to be added: 0.4 ms a display at 400 kHz. Nothing is asserted.

`python benchmarks/bench_pi.py [PRESSES]`
"""

import contextlib
import io
import select
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tallyboard.pi.run import run_pi
from tallyboard.virtual import BoardSpec
from tallyboard.virtual.script import BoardOff
from tests.host.pi.model_pi import ModelPi

PRESSES = 200
IDLE_S = 5.0
_SETTLES_S = 0.5


def main() -> None:
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else PRESSES
    for fram, medium in ((True, "an FRAM"), (False, "a synced file")):
        times, idle = measured(fram, presses)
        print(f"Raspberry Pi of models, journal in {medium}: press to light, {len(times)} presses")
        quantiles = statistics.quantiles(times, n=100, method="inclusive")
        print(f"  p50 {quantiles[49]:5.2f} ms, p99 {quantiles[98]:5.2f} ms, the slowest {max(times):5.2f} ms")
        print(f"  idle {idle:.1%} of a core")


def measured(fram: bool, presses: int) -> tuple[list[float], float]:
    """ms from edge to light, and the part of a core that is used while nobody touches it."""
    times: list[float] = []
    idle = 0.0
    over = threading.Event()
    lit = threading.Event()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        patched = pytest.MonkeyPatch()
        pi = ModelPi(Path(folder), patched, fram=fram, is_real_time=True)
        pi.bus.on_write = lambda address, _: lit.set() if address == 0x70 else None

        def somebody() -> None:
            nonlocal idle
            time.sleep(_SETTLES_S)
            before = time.process_time()
            time.sleep(IDLE_S)
            idle = (time.process_time() - before) / IDLE_S
            for number in range(presses):
                for key in ("A1", "UNDO"):
                    line = int(pi.keys[key][1:])
                    time.sleep(0.06 + number % 10 / 1000)
                    lit.clear()
                    begun = time.perf_counter()
                    pi.chip.switch(line, True)
                    if key == "A1" and lit.wait(1):
                        times.append((time.perf_counter() - begun) * 1000)
                    time.sleep(0.06)
                    pi.chip.switch(line, False)
            over.set()

        def wait(reads: list[int], writes: list[int], more: list[int], timeout: float) -> Any:
            if over.is_set():
                raise BoardOff
            return select.select(reads, writes, more, timeout)

        threading.Thread(target=somebody, daemon=True).start()
        try:
            run_pi(BoardSpec(None, pi.state), io.StringIO(), wait)
        finally:
            patched.undo()
    return times, idle


if __name__ == "__main__":
    main()
