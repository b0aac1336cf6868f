"""Nothing stops a laptop: seeded schedules of damage to its store, and every command upon it.

--campaign plays more schedules. A failure says the command that plays it again.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.damage.campaign import Campaign
from tests.damage.damage import KINDS
from tests.damage.tally import PROPERTY, line, summary
from tests.harness.campaign import form

SEEDS = form(4, 1500)
BLOCK = form(2, 50)


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_nothing_stops_a_laptop(first: int, club_day: Campaign, record_property: Callable[[str, object], None]) -> None:
    total: Counter[str] = Counter()
    failures = []
    for seed in range(first, min(first + BLOCK, SEEDS)):
        failure, tally = club_day.play(seed)
        total.update(tally)
        failures += [failure] if failure else []
    record_property(PROPERTY, sorted(total.items()))
    assert not failures, "\n".join(failures[:5])


def test_the_first_schedules_meet_every_kind_of_damage() -> None:
    assert len(KINDS) <= 50


def replay(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.damage.replay", *arguments]
    return subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=300)


def test_a_failure_is_played_again_by_its_command() -> None:
    done = replay("1", "--cheat", "rebuild-throws-a-record-away")
    assert done.returncode == 1
    assert "damage: matches deleted: " in done.stdout
    assert "BROKEN, nothing is lost: `tallyboard rebuild --db club.db`: 1 sound records are gone" in done.stdout
    assert ".venv/bin/python -m tests.damage.replay 1 --cheat rebuild-throws-a-record-away\n" in done.stdout


def test_a_schedule_is_the_same_each_time(club_day: Campaign) -> None:
    said: list[list[str]] = [[], []]
    for log in said:
        club_day.play(9, log.append)
    assert len(said[0]) > 15
    assert any(text.startswith("damage") for text in said[0])
    assert [text.partition("/dev/")[0] for text in said[0]] == [text.partition("/dev/")[0] for text in said[1]]


def test_the_summary_adds_up() -> None:
    one = [("schedules", 2), ("commands", 900), ("bits", 3), ("lost", 0)]
    other = [("schedules", 1), ("commands", 234), ("header", 1), ("killed", 4)]
    (said,) = summary([("power cuts", 5), (PROPERTY, one), (PROPERTY, other)])
    assert said.startswith(f"damage: 3 stores damaged 4 times in 2 of {len(KINDS)} ways, 1,134 commands, 4 killed")
    assert said.endswith(": 0 records lost")
    assert line(Counter(lost=1, broken=2)).endswith(": 1 records lost, 2 promises broken")
    assert summary([("power cuts", 5)]) == []
