"""Campaigns play schedules by seed: how one is played again from the command line, and how their counts are summed."""

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from tallyboard.drive.files import firmware_dir

Log = Callable[[str], None]
Played = tuple[str, Counter[str]]  # what went wrong, "" for nothing, and what was counted
Play = Callable[[int, Log], Played]  # a seed, and what is told its steps
Add = Callable[[Counter[str], Any], None]
SaySum = Callable[[Counter[str]], str]


class Replayed(NamedTuple):
    """What a campaign.py has as REPLAYED. `line` says the sum, `options` adds the campaign's own to the parser,
    `playing` opens what its schedules need."""

    line: SaySum
    options: Callable[[argparse.ArgumentParser], None]
    playing: Callable[[argparse.Namespace], AbstractContextManager[Play]]
    add: Add = Counter.update


def replay(campaign: str, doc: str | None) -> int:
    """`python -m tests.CAMPAIGN.replay`: one seed step by step, or a range of them; 1 where something went wrong."""
    sys.path.insert(0, str(firmware_dir() / "lib"))  # as pyproject.toml has it for pytest
    replayed: Replayed = importlib.import_module(f"tests.{campaign}.campaign").REPLAYED
    parser = argparse.ArgumentParser(
        prog=f"python -m tests.{campaign}.replay",
        description=doc,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("seed", nargs="?", type=int, help="print this schedule step by step")
    parser.add_argument("--seeds", metavar="A..B", help="play these, the last one included, and print a summary")
    replayed.options(parser)
    given = parser.parse_args()
    if (given.seed is None) == (given.seeds is None):
        parser.error("give one seed, or --seeds A..B")
    first, _, last = (given.seeds or str(given.seed)).partition("..")
    log: Log = print if given.seed is not None else lambda text: None
    total: Counter[str] = Counter()
    failures = 0
    with replayed.playing(given) as play:
        for seed in range(int(first), int(last or first) + 1):
            failure, tally = play(seed, log)
            replayed.add(total, tally)
            if failure:
                failures += 1
                print(failure, flush=True)
    if given.seed is None or not failures:  # of one that failed its failure is the last word
        print(replayed.line(total))
    return 1 if failures else 0


def kinds_option(parser: argparse.ArgumentParser, kinds: Iterable[str], what: str) -> None:
    """`--kind KIND`, given once or more: only steps of these."""
    parser.add_argument("--kind", action="append", default=[], choices=list(kinds), metavar="KIND", help=what)


def cheat_option(parser: argparse.ArgumentParser, cheats: Iterable[str], what: str) -> None:
    """`--cheat NAME`: with something in the place of a true part."""
    parser.add_argument("--cheat", default="", choices=sorted(cheats), help=what)


def summed(properties: Iterable[tuple[str, object]], name: str, line: SaySum, add: Add = Counter.update) -> list[str]:
    """The line for the properties of this name in all reports, none where no test of the campaign ran."""
    total: Counter[str] = Counter()
    for its_name, value in properties:
        if its_name == name:
            add(total, dict(value))  # type: ignore[call-overload]
    return [line(total)] if total else []
