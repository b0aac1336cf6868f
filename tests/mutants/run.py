"""Does a test notice? Draws mutants by seed, runs the nearest tests on each, and says how many live and which.

First those of `make test`; what survives them meets those of `make check`.

    .venv/bin/python -m tests.mutants.run [--seed S] [--count N] [--only PATH …] [--show K]

README.md beside this file says how to read what it prints.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

import alembic.command  # noqa: F401  these few are large: imported here once, not in the run of every mutant
import hypothesis  # noqa: F401
import pytest
import rich.table  # noqa: F401
import sqlalchemy.orm  # noqa: F401

from tests.harness.sizes import CHECK, TEST
from tests.mutants.draw import Mutant, draw, mutants_of, sources
from tests.mutants.limits import ENDLESS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KILLED, LIVES, EQUIVALENT = "killed", "LIVES", "equivalent"
_NOTHING = 5  # pytest's exit code where no test was there to be run
_STEP_SECONDS = 900  # no step of the table takes a tenth of that
_OUTSIDE = 87  # the exit code of a run that did not come as far as pytest
_OURS = {"tests", "tallyboard", "shared_rules", "tableside"}


class Plan(NamedTuple):
    """What nearest.toml says: which sources are drawn from, and which tests hold each. `sizes`: of tests, first those
    that are run first."""

    sources: list[str]
    tests: dict[str, list[str]]
    sizes: tuple[str, ...] = (TEST, CHECK)

    def steps(self, path: str) -> list[str]:
        """The tests for a file, a step at a time: those of the longest prefix of its path."""
        nearest = max((prefix for prefix in self.tests if path.startswith(prefix)), key=len, default=None)
        if nearest is None:
            sys.exit(f"No tests are named for {path}: add them to {HERE / 'nearest.toml'}.")
        return self.tests[nearest]

    def groups(self, path: str, steps: int | None) -> "list[Group]":
        """Its first so many steps in each size."""
        return [Group(step, size) for size in self.sizes for step in self.steps(path)[:steps]]


class Group(NamedTuple):
    """Some tests, and which `size` of them: all where it is empty."""

    tests: str
    size: str = ""

    @property
    def command(self) -> str:
        """Its words behind `pytest`."""
        return f"--size {self.size} {self.tests}" if self.size else self.tests


class Verdict(NamedTuple):
    """What became of a mutant: KILLED by a test of a `size`, LIVES, or EQUIVALENT; and why."""

    word: str
    why: str
    size: str = ""


class Tree:
    """A copy of a checkout in which one file at a time is another."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        self._sound: dict[Group, bool] = {}
        listed = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        names = subprocess.run(listed, capture_output=True, check=True).stdout.decode().split("\0")
        for name in filter(None, names):
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, folder / name)

    @contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        """While this lasts, the file is the mutant; of another time, so that no compiled form is taken for it."""
        path = self.folder / mutant.path
        kept, times = path.read_bytes(), path.stat()
        path.write_bytes(mutant.applied(kept))
        os.utime(path, (times.st_atime, times.st_mtime + 2))
        try:
            yield
        finally:
            path.write_bytes(kept)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def warm(self, groups: Iterable[Group]) -> None:
        """Compile once what these import, so that not every mutant has to."""
        tests = dict.fromkeys(" ".join(group.tests for group in groups).split())
        code, printed = self.run(" ".join(["--collect-only", "-q", *tests]), compiled=True)
        if code:
            sys.exit(f"{printed}\nEven without a mutant these tests cannot be run. Mend that first.")

    def is_sound(self, group: Group) -> bool:
        """Whether these tests pass without a mutant, which is seen once: else that is told, and they tell nothing."""
        if group not in self._sound:
            code, printed = self.run(group.command)
            self._sound[group] = code in (0, _NOTHING)
            if not self._sound[group]:
                print(f"BROKEN without a mutant, left out: {group.command}: {_failure(printed, code)}", flush=True)
        return self._sound[group]

    def run(self, tests: str, *, compiled: bool = False) -> tuple[int, str]:
        """Run these tests in the copy until one fails: pytest's exit code and what it printed."""
        options = ["-x", "-q", "--tb=line", "-p", "tests.mutants.limits", "-p", "no:cacheprovider"]
        with tempfile.TemporaryFile() as printed:
            child = os.fork()
            if not child:
                _be_pytest(self.folder, [*options, *tests.split()], printed.fileno(), compiled)
            code = _wait(child)
            printed.seek(0)
            return code, printed.read().decode(errors="replace")


def _be_pytest(folder: Path, arguments: Sequence[str], output: int, compiled: bool) -> NoReturn:
    """What the forked process does: pytest in that folder, with what is large and never mutated imported already."""
    code = _OUTSIDE
    try:
        os.setpgid(0, 0)  # and no session of its own: a pty that a test opens would hang it up
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(folder)
        paths = [str(folder / "host"), str(folder)]
        os.environ.update(PYTHONPATH=os.pathsep.join(paths), PYTHONDONTWRITEBYTECODE="" if compiled else "1")
        os.environ.pop("CI", None)
        sys.dont_write_bytecode = not compiled
        sys.path[:0] = paths
        for name in [name for name in sys.modules if name.partition(".")[0] in _OURS]:
            del sys.modules[name]
        code = int(pytest.main(list(arguments)))
        sys.stdout.flush()
    finally:
        os._exit(code)


def _wait(child: int) -> int:
    """The exit code of a forked run; one that takes for ever is ended, and none leaves a virtual board behind."""
    end = time.monotonic() + _STEP_SECONDS
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            _end_group(child)
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    _end_group(child)
    os.waitpid(child, 0)
    return ENDLESS


def _end_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def verdict(tree: Tree, mutant: Mutant, groups: Sequence[Group]) -> Verdict:
    """Run the groups on a mutant, up to the first that fails."""
    for group in groups:
        if not tree.is_sound(group):
            continue
        with tree.mutated(mutant):
            code, printed = tree.run(group.command)
        if code not in (0, _NOTHING):
            return Verdict(KILLED, _failure(printed, code), group.size)
    return Verdict(LIVES, "")


def _failure(printed: str, code: int) -> str:
    told = [line for line in printed.splitlines() if line.startswith(("FAILED ", "ERROR ", "E  ", "ImportError"))]
    return told[0].split(" - ")[0].replace("FAILED ", "").strip() if told else f"exit code {code}"


def read_plan(path: Path) -> Plan:
    """The table of sources and tests."""
    return Plan(**tomllib.loads(path.read_text(encoding="utf-8")))


def read_equivalents(path: Path) -> dict[tuple[str, str, str], str]:
    """The mutants that change nothing anybody can see, each with the reason."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return {(entry["file"], entry["line"], entry["change"]): entry["why"] for entry in entries}


def hunt(root: Path, plan: Plan, equivalents: dict[tuple[str, str, str], str], wanted: argparse.Namespace) -> int:
    """Draw, run, print a line a mutant and the share at the end; the number that live."""
    paths = sources(root, wanted.only or plan.sources)
    everything = [mutant for path in paths for mutant in mutants_of(path, (root / path).read_bytes())]
    drawn = draw(everything, wanted.count, wanted.seed)
    if wanted.show:
        drawn = [drawn[wanted.show - 1]]
    found_all = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Tree(root, Path(folder))
        tree.warm(group for mutant in drawn for group in plan.groups(mutant.path, wanted.steps))
        for number, mutant in enumerate(drawn, wanted.show or 1):
            before = time.monotonic()
            if mutant.name in equivalents:
                found = Verdict(EQUIVALENT, equivalents[mutant.name])
            else:
                found = verdict(tree, mutant, plan.groups(mutant.path, wanted.steps))
            found_all.append(found)
            seconds = time.monotonic() - before
            print(f"{number:3} {found.word:10} {mutant.path}:{mutant.line}: {mutant.change}", flush=True)
            print(f"    {seconds:5.0f} s     {_of_size(found)}{found.why or mutant.text}", flush=True)
            if wanted.show:
                show(root, mutant)
    known = {mutant.name for mutant in everything}
    for path, text, change in equivalents:
        if path in paths and (path, text, change) not in known:
            print(f"no longer a mutant, take it out of equivalent.toml: {path}: {text}: {change}")
    words = [found.word for found in found_all]
    judged = len(words) - words.count(EQUIVALENT)
    killed = words.count(KILLED)
    share = f", {100 * killed / judged:.0f} %" if judged else ""
    print(f"seed {wanted.seed}: {killed} of {judged} killed{share}; {words.count(EQUIVALENT)} equivalent; ", end="")
    print(f"drawn from {len(everything)} in {len(paths)} files")
    at_first = sum(found.word == KILLED and found.size == TEST for found in found_all)
    if killed and TEST in plan.sizes:
        print(f"`make test` alone kills {at_first} of these {killed}, {100 * at_first / killed:.0f} %")
    return words.count(LIVES)


def _of_size(found: Verdict) -> str:
    return f"make {found.size}: " if found.size else ""


def show(root: Path, mutant: Mutant) -> None:
    """The mutant's lines as they are and as they become."""
    before = (root / mutant.path).read_bytes()
    print(*(f"    - {line}" for line in _lines_of(before.decode(), mutant.line, mutant.old.count("\n"))), sep="\n")
    after = mutant.applied(before).decode()
    print(*(f"    + {line}" for line in _lines_of(after, mutant.line, mutant.new.count("\n"))), sep="\n")


def _lines_of(text: str, first: int, more: int) -> list[str]:
    return text.splitlines()[first - 1 : first + more]


def main() -> int:
    parser = argparse.ArgumentParser(description="Draws mutants by seed and says which of them no test notices.")
    parser.add_argument(
        "--seed", type=int, default=int(time.time()), help="what is drawn follows from it; default: now"
    )
    parser.add_argument("--count", type=int, default=20, help="how many")
    parser.add_argument("--only", nargs="+", metavar="PATH", help="draw from these files and folders only")
    parser.add_argument(
        "--steps", type=int, metavar="N", help="run only the first N steps of the table: quick, more live"
    )
    parser.add_argument(
        "--show", type=int, metavar="K", help="only the K-th of the draw, with its lines before and after"
    )
    lived = hunt(
        ROOT, read_plan(HERE / "nearest.toml"), read_equivalents(HERE / "equivalent.toml"), parser.parse_args()
    )
    return 1 if lived else 0


if __name__ == "__main__":
    sys.exit(main())
