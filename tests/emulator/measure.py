"""Prints the figures that docs/figures.md quotes, for the CircuitPython that CIRCUITPYTHON_UF2 names.

CIRCUITPYTHON_UF2=… python -m tests.emulator.measure
"""

import os
import sys
import tempfile
from pathlib import Path

from tests.emulator import figures
from tests.emulator.drive import deploy_to
from tests.emulator.missing import UF2_VARIABLE, missing
from tests.emulator.uf2 import version_of


def main() -> int:
    what = missing()
    if what is not None:
        print(what, file=sys.stderr)
        return 2
    uf2 = Path(os.environ[UF2_VARIABLE])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deploy_to(folder / "deployed")
        print("CircuitPython", ".".join(str(part) for part in version_of(uf2)))
        mine = figures.ours(uf2, folder / "deployed", folder / "ours")
        theirs = figures.yardsticks(uf2, folder / "yardstick")
        print("\n".join(figures.latency_table(mine, theirs)))
        print(figures.followed_line(figures.followed(uf2, folder / "deployed", folder / "followed")))
        by_radio = figures.followed_by_radio(uf2, folder / "deployed", folder / "by-radio")
        print("\n".join(figures.by_radio_lines(by_radio)))
        full = figures.full_history(folder / "full")
        print(figures.slowest_line(figures.slowest(uf2, folder / "deployed", folder / "slowest", full)))
        history = figures.long_history(folder / "history")
        start = figures.start_with(uf2, folder / "deployed", folder / "start", history)
        print(figures.start_line(start))
        print(figures.heap_line(start))
        start = figures.start_with(uf2, folder / "deployed", folder / "radio", history, by_radio=True)
        print("with radio.py and its modelled modules:", figures.start_line(start), figures.heap_line(start), sep="\n")
        print(figures.sent_line(figures.sent_a_second(uf2, folder / "deployed", folder / "sent", history)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
