"""Nothing lost, nothing twice, nobody at another's table, whatever fails among phones, boxes and laptops: schedules of
real servers and model phones.

--campaign plays more schedules, in a larger hall. A failure says the command that plays it again.
"""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.harness.campaign import form
from tests.harness.postgres import PostgresServer
from tests.phones.campaign import command, play
from tests.phones.schedule import KINDS, LONG, SHORT, drawn
from tests.phones.tally import PROPERTY, line, summary

SEEDS = form(1, 40)
IS_LONG = form(False, True)

Record = Callable[[str, object], None]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_is_lost_by_phone(seed: int, record_property: Record) -> None:
    failure, tally = play(seed, None, IS_LONG)
    record_property(PROPERTY, sorted(tally.items()))
    assert not failure, failure


@pytest.mark.parametrize("seed", range(100, 100 + SEEDS))
def test_nothing_is_lost_by_phone_on_a_server(seed: int, postgres: PostgresServer, record_property: Record) -> None:
    failure, tally = play(seed, postgres, IS_LONG)
    record_property(PROPERTY, sorted(tally.items()))
    assert not failure, failure


def test_every_kind_of_step_is_played() -> None:
    assert {step.what for step in drawn(0, SHORT).steps} == {*KINDS}


def test_a_schedule_is_the_same_each_time() -> None:
    assert drawn(3, LONG) == drawn(3, LONG)
    assert drawn(3, LONG) != drawn(4, LONG)


def test_a_failure_is_played_again_by_its_command() -> None:
    assert command(7) == ".venv/bin/python -m tests.phones.replay 7"
    assert command(7, True, True, "x") == ".venv/bin/python -m tests.phones.replay 7 --postgresql --long --cheat x"


def test_the_summary_adds_up() -> None:
    one = [("schedules", 2), ("pressed", 1900), ("laptop killed", 3), ("match ordered", 4)]
    other = [("schedules", 1), ("pressed", 234), ("line cut", 1)]
    (said,) = summary([("power cuts", 5), (PROPERTY, one), (PROPERTY, other)])
    assert said.startswith("phones: 3 schedules, 2,134 presses, ")
    assert said.endswith(" 4 orders, 0 times admitted: 0 promises broken")
    assert line(Counter(broken=2)).endswith(": 2 promises broken")
    assert summary([("power cuts", 5)]) == []
