"""Schedules of real processes: the time in which one happens, what is broken in the end, how it is played again."""

import argparse
import heapq
import itertools
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from tests.harness.campaign import is_long
from tests.harness.cheating import Cheat
from tests.harness.postgres import PostgresServer, missing
from tests.harness.replays import Log, Play, Played, Replayed, SaySum, cheat_option, kinds_option
from tests.harness.waiting import Pulse

Broken = tuple[str, str]  # a promise, and what is so instead

_IN_MEMORY = Path("/dev/shm")  # where there is one
_MOST = 9  # of one promise that are told


class TimedStep(Protocol):
    """`at_ms` after the beginning."""

    @property
    def at_ms(self) -> int: ...

    @property
    def what(self) -> str: ...


_AnyStep = TypeVar("_AnyStep", bound=TimedStep)


class ScheduledWorld:
    """What happens in the time of a schedule, which stands still while something is being done: the order is always
    the same.

    `broken`: as far as it shows before the end. `out`: what is away and is to come back. `tally`: what was done.
    """

    def __init__(self, log: Log) -> None:
        self.broken: list[Broken] = []
        self.tally: Counter[str] = Counter()
        self.out: set[str] = set()
        self.log = log
        self.pulse = Pulse()
        self._now_ms = 0
        self._order = itertools.count()
        self._due: list[tuple[int, int, Callable[[], None]]] = []

    def play(self, steps: Sequence[_AnyStep], do: Callable[[_AnyStep], bool | None]) -> None:
        """Do all of these, and whatever they have done later; `do` says False of one that could not be."""
        for step in steps:
            self._at(step.at_ms, lambda step=step: self._do(step, do))  # type: ignore[misc]
        while self._due:
            due_ms, _, action = heapq.heappop(self._due)
            time.sleep(max(0, due_ms - self._now_ms) / 1000)
            self._now_ms = max(self._now_ms, due_ms)
            action()

    def _at(self, due_ms: int, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (due_ms, next(self._order), action))

    def _do(self, step: _AnyStep, do: Callable[[_AnyStep], bool | None]) -> None:
        if do(step) is not False:
            self.tally[step.what] += 1
            self.log(str(step))

    def later(self, ms: int, action: Callable[[], None]) -> None:
        """Do this so many ms after what is being done."""
        self._at(self._now_ms + ms, action)

    def takes(self, *whats: str) -> bool:
        """Whether all of this is there; then it is away from now on, until `gives` brings it back."""
        if self.out & {*whats}:
            return False
        self.out |= {*whats}
        return True

    def gives(self, *whats: str) -> None:
        self.out -= {*whats}

    def back_in(self, ms: int, action: Callable[[], object], *whats: str) -> None:
        """So much later do this, and all of that is back."""

        def back() -> None:
            action()
            self.gives(*whats)

        self.later(ms, back)

    def see_acknowledged(self, who: str, wanted: range, stored: Mapping[int, bytes], when: str) -> None:
        """What is acknowledged is stored, at any time."""
        if lacking := sorted(set(wanted) - stored.keys()):
            what = f"{who} is acknowledged below {wanted.stop} {when}, and not stored are {few(lacking)}"
            self.broken.append((ACKNOWLEDGED, what))


ACKNOWLEDGED = "acknowledged is stored"


def few(numbers: Sequence[int]) -> str:
    """The first of them."""
    shown = ", ".join(map(str, numbers[:8]))
    return shown + (f" and {len(numbers) - 8} more" if len(numbers) > 8 else "")


class How(NamedTuple):
    """How a schedule is played. `server`: that of the database, which runs, and does so again afterwards; None: on an
    SQLite file. `kinds`: the steps, instead of all there are. `cheat`: for the laptops; it brings its own kinds."""

    seed: int
    server: PostgresServer | None = None
    is_long: bool = False
    cheat: str = ""
    kinds: Sequence[str] = ()


Course = Callable[[How, Path, Log], tuple[Sequence[Broken], Counter[str]]]


def no_log(text: str) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Campaign:
    """`course(how, folder, note)` plays a schedule; what was broken in it, and what was done."""

    name: str
    cheats: Mapping[str, Cheat]
    kinds: Sequence[str]
    course: Course
    needs_server: bool = False

    def play(self, how: How, log: Log = no_log) -> Played:
        """What is broken in this schedule, "" for nothing, and what was done in it."""
        chosen = how._replace(kinds=self.cheats[how.cheat].kinds) if how.cheat else how
        said: list[str] = []
        begun = time.monotonic()

        def note(text: str) -> None:
            said.append(f"{time.monotonic() - begun:6.2f}: {text}")
            log(said[-1])

        with tempfile.TemporaryDirectory(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None) as folder:
            broken, tally = self.course(chosen, Path(folder), note)
        tally["broken"] = len(broken)
        if not broken:
            return "", tally
        told = [f"    {text}" for text in said] if log is no_log else []
        return "\n".join([self.command(how), *told, *_shortened(broken)]), tally

    def command(self, how: How) -> str:
        """What plays this schedule again, step by step."""
        words = [f".venv/bin/python -m tests.{self.name}.replay {how.seed}"]
        words += ["--postgresql"] if how.server and not self.needs_server else []
        words += ["--long"] if how.is_long else []
        words += [f"--cheat {how.cheat}"] if how.cheat else [f'--kind "{kind}"' for kind in how.kinds]
        return " ".join(words)

    def passes(self, seed: int, server: PostgresServer | None, record: Callable[[str, object], None]) -> None:
        """For a test: nothing is broken in this schedule. `record`: what was done, for the end of the run."""
        failure, tally = self.play(How(seed, server, is_long()))
        record(self.name, sorted(tally.items()))
        assert not failure, failure

    def replayed(self, line: SaySum) -> Replayed:
        """For its replay.py."""
        return Replayed(line, self._options, self._playing)

    def _options(self, parser: argparse.ArgumentParser) -> None:
        if not self.needs_server:
            parser.add_argument("--postgresql", action="store_true", help="on a server, not on an SQLite file")
        parser.add_argument("--long", action="store_true", help="a larger one")
        cheat_option(parser, self.cheats, "with laptops that cheat")
        kinds_option(parser, self.kinds, "steps of this kind alone, not all there are; repeatable")

    @contextmanager
    def _playing(self, given: argparse.Namespace) -> Iterator[Play]:
        def on(server: PostgresServer | None) -> Play:
            return lambda seed, log: self.play(How(seed, server, given.long, given.cheat, given.kind), log)

        if not (self.needs_server or given.postgresql):
            yield on(None)
            return
        if (reason := missing()) is not None:
            sys.exit(reason)
        with PostgresServer() as server:
            yield on(server)


def _shortened(broken: Sequence[Broken]) -> Iterator[str]:
    """The first few of each promise."""
    for promise in dict.fromkeys(promise for promise, _ in broken):
        all_of_it = [what for broken_one, what in broken if broken_one == promise]
        yield from (f"    BROKEN, {promise}: {what}" for what in all_of_it[:_MOST])
        if len(all_of_it) > _MOST:
            yield f"    BROKEN, {promise}: and {len(all_of_it) - _MOST} more"
