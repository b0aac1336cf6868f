"""A tournament comes to its end with every result once, whatever fails: whole days of hubs, boards and desks.

--campaign plays more days, and larger ones. A failure says the command that plays it again.
"""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.event.campaign import EVENT
from tests.event.schedule import DEEDS, FAULTS, LONG, OF_A_SERVER, SHORT, drawn, line
from tests.harness.campaign import form
from tests.harness.postgres import PostgresServer
from tests.harness.replays import summed
from tests.harness.schedules import How

SEEDS = form(1, 20)

Record = Callable[[str, object], None]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_day_on_one_laptops_file_comes_to_its_end(seed: int, record_property: Record) -> None:
    EVENT.passes(seed, None, record_property)


@pytest.mark.parametrize("seed", range(100, 100 + SEEDS))
def test_a_day_on_a_server_comes_to_its_end(seed: int, postgres: PostgresServer, record_property: Record) -> None:
    EVENT.passes(seed, postgres, record_property)


def test_every_kind_of_step_is_played() -> None:
    assert {step.what for step in drawn(0, SHORT, has_server=True).steps} == {*FAULTS, *DEEDS}
    assert {step.what for step in drawn(0, SHORT).steps} == {*FAULTS, *DEEDS} - {*OF_A_SERVER}


def test_a_schedule_is_the_same_each_time() -> None:
    assert drawn(3, LONG) == drawn(3, LONG)
    assert drawn(3, LONG) != drawn(4, LONG)


def test_a_failure_is_played_again_by_its_command() -> None:
    assert EVENT.command(How(7)) == ".venv/bin/python -m tests.event.replay 7"
    assert EVENT.command(How(7, None, True, "x")) == ".venv/bin/python -m tests.event.replay 7 --long --cheat x"


def test_the_summary_adds_up() -> None:
    one = [("days", 2), ("pressed", 900), ("hub killed", 3), ("undo", 4)]
    other = [("days", 1), ("pressed", 234), ("power cut", 1), ("broken", 1)]
    (said,) = summed([("power cuts", 5), ("event", one), ("event", other)], "event", line)
    assert said.startswith("event: 3 days, 1,134 keys, 0 events of desks, 4 faults (hub killed 3, power cut 1, ")
    assert said.endswith(": 1 promises broken")
    assert line(Counter()).endswith(": 0 promises broken")
    assert summed([("power cuts", 5)], "event", line) == []
