"""Nothing lost, nothing twice, nobody at another's table, whatever fails among phones, boxes and laptops: schedules of
real servers and model phones.

--campaign plays more schedules, in a larger hall. A failure says the command that plays it again.
"""

from collections import Counter
from collections.abc import Callable
from typing import cast

import pytest

from tests.harness.campaign import form
from tests.harness.postgres import PostgresServer
from tests.harness.replays import summed
from tests.harness.schedules import How
from tests.phones.campaign import PHONES
from tests.phones.schedule import KINDS, LONG, SHORT, drawn, line

SEEDS = form(1, 40)

Record = Callable[[str, object], None]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_is_lost_by_phone(seed: int, record_property: Record) -> None:
    PHONES.passes(seed, None, record_property)


@pytest.mark.parametrize("seed", range(100, 100 + SEEDS))
def test_nothing_is_lost_by_phone_on_a_server(seed: int, postgres: PostgresServer, record_property: Record) -> None:
    PHONES.passes(seed, postgres, record_property)


def test_every_kind_of_step_is_played() -> None:
    assert {step.what for step in drawn(0, SHORT).steps} == {*KINDS}


def test_a_schedule_is_the_same_each_time() -> None:
    assert drawn(3, LONG) == drawn(3, LONG)
    assert drawn(3, LONG) != drawn(4, LONG)


def test_a_failure_is_played_again_by_its_command() -> None:
    assert PHONES.command(How(7)) == ".venv/bin/python -m tests.phones.replay 7"
    on_server = How(7, cast(PostgresServer, "a server"), True, "x")
    assert PHONES.command(on_server) == ".venv/bin/python -m tests.phones.replay 7 --postgresql --long --cheat x"


def test_the_summary_adds_up() -> None:
    one = [("schedules", 2), ("pressed", 1900), ("laptop killed", 3), ("match ordered", 4)]
    other = [("schedules", 1), ("pressed", 234), ("line cut", 1)]
    (said,) = summed([("power cuts", 5), ("phones", one), ("phones", other)], "phones", line)
    assert said.startswith("phones: 3 schedules, 2,134 presses, ")
    assert said.endswith(" 4 orders, 0 times admitted: 0 promises broken")
    assert line(Counter(broken=2)).endswith(": 2 promises broken")
    assert summed([("power cuts", 5)], "phones", line) == []
