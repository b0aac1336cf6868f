"""Plays schedules one after the other, and says how a failing one is played again."""

import argparse
import contextlib
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import SimpleNamespace
from unittest.mock import patch

from tests.harness.replays import Play, Replayed, cheat_option, summed
from tests.link.campaign import scratch
from tests.link.laptop import Disk
from tests.link.oracle import ALTERED, LOST, RAISED, TWICE, BrokenError
from tests.radio.cheats import CHEATS, NONE
from tests.radio.judge import FORGED
from tests.radio.schedule import Schedule
from tests.radio.world import KINDS

PROPERTY = "radio"  # of a test's report: [(what, how often), …]


def play(
    seed: int, disk: Disk, cheat: str = "", log: Callable[[str], None] = lambda text: None
) -> tuple[str, Counter[str]]:
    """What went wrong in the schedule of this seed, "" for nothing, and what happened in it."""
    chosen = CHEATS[cheat] if cheat else NONE
    with chosen.played(), contextlib.ExitStack() as stack:
        schedule = Schedule(seed, disk, chosen.parts, log)
        secrets = SimpleNamespace(token_bytes=schedule.draw.randbytes)
        stack.enter_context(patch("tallyboard.link.radio.secrets", secrets))
        # No files of conversations that failed: thousands do.
        stack.enter_context(patch("tallyboard.link.fed_ports.Traced", contextlib.nullcontext))
        try:
            schedule.run()
        except BrokenError as broken:
            breach, what = broken.breach, str(broken)
        except Exception as fault:
            place = traceback.extract_tb(fault.__traceback__)[-1]
            breach, what = RAISED, f"{RAISED}: {fault!r} in {place.name}, line {place.lineno} of {place.filename}"
        else:
            return "", schedule.tally
        finally:
            schedule.close()
    schedule.tally[breach] += 1
    return f"{command(seed, cheat)}\n    {what}", schedule.tally


def command(seed: int, cheat: str) -> str:
    """What plays this schedule again, step by step."""
    return f".venv/bin/python -m tests.radio.replay {seed}" + (f" --cheat {cheat}" if cheat else "")


def add(total: Counter[str], more: Mapping[str, int]) -> None:
    """Add what was counted elsewhere; of the longest wait the longest."""
    longest = max(total["longest"], more.get("longest", 0))
    total.update(more)
    total["longest"] = longest


def line(total: Counter[str]) -> str:
    """Everything in one sentence."""
    kinds = ", ".join(f"{kind} {total[kind]:,}" for kind in KINDS)
    others = sum(total[kind] for kind in ("early", "stuck", "raised", "displaced", "at once"))
    return (
        f"radio: {total['schedules']:,} schedules, {total['presses']:,} presses, {total['records']:,} records, "
        f"{total['datagrams']:,} datagrams ({kinds}), {total['forged datagrams']:,} forged ones, "
        f"{total['cuts']:,} power cuts, {total['laptops killed']:,} laptops killed, {total['cables']:,} times a cable, "
        f"{total['database away']:,} times no database, {total['orders done']:,} orders done, heard again after at "
        f"most {total['longest'] / 1000:.1f} s: {total[LOST]:,} lost, {total[TWICE]:,} twice, {total[ALTERED]:,} "
        f"altered, {total[FORGED]:,} forged" + (f", {others:,} other promises broken" if others else "")
    )


def summary(properties: Iterable[tuple[str, object]]) -> list[str]:
    """The line for all reports, none where no test of the campaign ran."""
    return summed(properties, PROPERTY, line, add)


@contextlib.contextmanager
def _playing(given: argparse.Namespace) -> Iterator[Play]:
    with scratch() as disk:
        yield lambda seed, log: play(seed, disk, given.cheat, log)


REPLAYED = Replayed(
    line, lambda parser: cheat_option(parser, CHEATS, "with this part in the place of a true one"), _playing, add
)
