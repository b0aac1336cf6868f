"""Nothing lost, nothing twice, whatever fails: seeded schedules of presses, faults, cuts, kills and syncs.

--campaign plays more schedules. A failure says the command that plays it again.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.harness.campaign import form
from tests.link.campaign import play
from tests.link.channel import KINDS
from tests.link.laptop import Disk
from tests.link.moments import AWAY, MOMENTS
from tests.link.tally import PROPERTY, add, line, summary

SEEDS = form(50, 10_000)
BLOCK = form(50, 100)

# What has to happen in each block, or its schedules would leave something out.
HAPPENS = (*KINDS, *[f"killed {moment}" for moment in MOMENTS], "burst", "unplugged", "cuts", "reclaims", "blanked")
HAPPENS += ("backs", "by hand while one waits", "assigned", "replaced", "cancelled", "old laptops")
HAPPENS += ("heard at once", "hub visits", "hub connected", "not stored yet", "matches compared", "orders done")
HAPPENS += (*[f"database {moment}" for moment in AWAY], "chips exchanged while followed")
HAPPENS += ("gaps", "conflicts", "syncs that failed", "whole matches", "refused")


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_nothing_is_lost_and_nothing_twice(
    first: int, disk: Disk, record_property: Callable[[str, object], None]
) -> None:
    total: Counter[str] = Counter()
    failures = []
    for seed in range(first, min(first + BLOCK, SEEDS)):
        failure, tally = play(seed, disk)
        add(total, tally)
        failures += [failure] if failure else []
    record_property(PROPERTY, sorted(total.items()))
    assert not failures, "\n".join(failures[:5])
    if first + BLOCK <= SEEDS:
        assert [what for what in HAPPENS if not total[what]] == []


@pytest.mark.parametrize("seed", [3, 11])
def test_a_schedule_is_the_same_each_time(seed: int, disk: Disk) -> None:
    said: list[list[str]] = [[], []]
    tallies = [play(seed, disk, log=log.append)[1] for log in said]
    assert len(said[0]) > 10
    assert said[0] == said[1]
    assert tallies[0] == tallies[1]


def replay(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.link.replay", *arguments]
    return subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60)


def test_a_schedule_is_played_again_step_by_step() -> None:
    done = replay("5")
    assert (done.returncode, done.stderr) == (0, "")
    assert "laptop 1 syncs on a perfect channel" in done.stdout
    assert done.stdout.endswith("0 lost, 0 twice, 0 altered\n")


def test_a_failure_is_played_again_by_its_command() -> None:
    done = replay("0", "--cheat", "acknowledges-before-the-commit")
    assert done.returncode == 1
    command, what = done.stdout.splitlines()[-2:]
    assert command == ".venv/bin/python -m tests.link.replay 0 --cheat acknowledges-before-the-commit"
    assert "early: laptop" in what


def test_a_range_is_summed_up() -> None:
    done = replay("--seeds", "2..4")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("link: 3 schedules, ")


def test_the_summary_adds_up() -> None:
    one = [("gaps", 2), ("lost", 0), ("presses", 1000), ("tries", 3)]
    other = [("gaps", 3), ("lost", 1), ("presses", 234), ("tries", 2)]
    (said,) = summary([("power cuts", 5), (PROPERTY, one), (PROPERTY, other)])
    assert "1,234 presses" in said
    assert "5 gaps" in said
    assert "at most 3 tries" in said
    assert "1 lost, 0 twice" in said
    assert said == line(Counter({"gaps": 5, "lost": 1, "presses": 1234, "tries": 3}))
    assert summary([("power cuts", 5)]) == []
