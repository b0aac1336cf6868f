"""Nothing lost, nothing twice, whatever fails in a hall of hubs and boards on one server: schedules of real processes.

--campaign plays more schedules, in a larger hall. A failure says the command that plays it again.
"""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.hall.campaign import HALL
from tests.hall.schedule import FAULTS, LONG, ORDERS, SHORT, drawn, line
from tests.harness.campaign import form
from tests.harness.postgres import PostgresServer
from tests.harness.replays import summed
from tests.harness.schedules import How

SEEDS = form(1, 60)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_is_lost_in_the_hall(
    seed: int, postgres: PostgresServer, record_property: Callable[[str, object], None]
) -> None:
    HALL.passes(seed, postgres, record_property)


def test_every_kind_of_step_is_played() -> None:
    assert {step.what for seed in range(2) for step in drawn(seed, SHORT).steps} == {*FAULTS, *ORDERS}


def test_a_schedule_is_the_same_each_time() -> None:
    assert drawn(3, LONG) == drawn(3, LONG)
    assert drawn(3, LONG) != drawn(4, LONG)


def test_a_failure_is_played_again_by_its_command() -> None:
    assert HALL.command(How(7)) == ".venv/bin/python -m tests.hall.replay 7"
    assert HALL.command(How(7, None, True, "x")) == ".venv/bin/python -m tests.hall.replay 7 --long --cheat x"


def test_the_summary_adds_up() -> None:
    one = [("schedules", 2), ("pressed", 900), ("hub killed", 3), ("match ordered", 4), ("orders ended with 0", 3)]
    other = [("schedules", 1), ("pressed", 234), ("line cut", 1), ("orders ended with 1", 1)]
    (said,) = summed([("power cuts", 5), ("hall", one), ("hall", other)], "hall", line)
    assert said.startswith("hall: 3 schedules, 1,134 keys, 0 records, 4 faults (hub killed 3, ")
    assert "4 orders (match 4, cancel 0, name 0, light 0; 3 done, 1 not, 0 not given)" in said
    assert said.endswith(": 0 promises broken")
    assert line(Counter(broken=2)).endswith(": 2 promises broken")
    assert summed([("power cuts", 5)], "hall", line) == []
