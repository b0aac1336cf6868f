"""Schedules of real processes: a hall of hubs and boards on one server, evenings by phone, whole days of a tournament.

Whatever fails there, nothing is lost, nothing is there twice, nobody plays at another's table, and a tournament comes
to its end. Each cheat of cheats.py is found out by what it did, within a few schedules. --campaign plays more, larger
ones and tries all cheats: one in which something stays amiss takes a minute or two. A failure says its command.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.event import schedule as event
from tests.event.campaign import EVENT
from tests.hall import schedule as hall
from tests.hall.campaign import HALL
from tests.harness.campaign import form
from tests.harness.postgres import PostgresServer
from tests.harness.replays import summed
from tests.harness.schedules import ACKNOWLEDGED, Campaign, How
from tests.phones import schedule as phones
from tests.phones.campaign import PHONES
from tests.phones.oracle import RECORDS, TAKING_OVER, VOID

FILE, SERVER = "file", "server"
DRAWN: dict[str, Any] = {"hall": hall, "event": event, "phones": phones}
CAMPAIGNS = {one.name: one for one in (EVENT, HALL, PHONES)}
SEEDS = {
    ("hall", SERVER): range(form(1, 60)),
    ("phones", FILE): range(form(1, 40)),
    ("phones", SERVER): range(100, 100 + form(1, 40)),
    ("event", FILE): range(form(1, 20)),
    ("event", SERVER): range(100, 100 + form(1, 20)),
}


@pytest.mark.parametrize(("name", "where", "seed"), [(*which, seed) for which in SEEDS for seed in SEEDS[which]])
def test_nothing_is_lost_and_nothing_twice(
    name: str, where: str, seed: int, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    CAMPAIGNS[name].passes(seed, _server(request) if where == SERVER else None, record_property)


def _server(request: pytest.FixtureRequest) -> PostgresServer:
    return cast(PostgresServer, request.getfixturevalue("postgres"))


# The promises that each cheat breaks, any of them, and what the campaign says of it.
BREAKS: dict[str, tuple[tuple[str, ...], str]] = {
    "event enters-without-looking": (("a board's match has one result that stands",), "has twice"),
    "event never-cancels": (("no board waits for a call that has ended",), "calls are []"),
    "event takes-once": (("a board's match has one result that stands",), "and is result"),
    "hall acknowledges-before-the-commit": ((ACKNOWLEDGED,), "and not stored are"),
    "hall believes-wake-ups": (("an order is done once or reported",), "nobody does Order"),
    "hall computes-without-a-lock": (("matches are those of the records",), "verify"),
    "phones acknowledges-before-the-commit": ((ACKNOWLEDGED,), ""),
    "phones asks-nobody": ((TAKING_OVER,), ""),
    "phones believes-every-id": ((RECORDS,), ""),
    "phones checks-no-token": ((VOID,), ""),
    "phones lets-in-by-old-secrets": ((VOID,), ""),
    "phones takes-late-records": ((RECORDS, ACKNOWLEDGED), ""),
    "phones the-old-token-stays": ((VOID,), ""),
}
QUICK = [
    "event never-cancels",
    "hall acknowledges-before-the-commit",
    "phones asks-nobody",
    "phones lets-in-by-old-secrets",
]
WITHIN = 5  # seeds


@pytest.mark.parametrize("which", form(QUICK, list(BREAKS)))
def test_a_laptop_that_cheats_is_caught(which: str, request: pytest.FixtureRequest) -> None:
    name, cheat = which.split()
    campaign, (promises, says) = CAMPAIGNS[name], BREAKS[which]
    server = _server(request) if campaign.needs_server else None
    starts = tuple(f"    BROKEN, {promise}: " for promise in promises)

    def caught(failure: str) -> bool:
        return any(line.startswith(starts) and says in line for line in failure.splitlines())

    for seed in range(WITHIN):
        failure, _ = campaign.play(How(seed, server, cheat=cheat))
        if caught(failure):
            break
    assert caught(failure), f"{WITHIN} schedules found nothing in {cheat}: {failure}"
    assert failure.startswith(f".venv/bin/python -m tests.{name}.replay {seed} --cheat {cheat}\n")


def test_every_cheat_is_tried() -> None:
    assert {*BREAKS} == {f"{name} {cheat}" for name, campaign in CAMPAIGNS.items() for cheat in campaign.cheats}


def test_every_kind_of_step_is_played() -> None:
    played = {step.what for seed in range(2) for step in hall.drawn(seed, hall.SHORT).steps}
    assert played == {*hall.FAULTS, *hall.ORDERS}
    assert {step.what for step in phones.drawn(0, phones.SHORT).steps} == {*phones.KINDS}
    everything = {*event.FAULTS, *event.DEEDS}
    assert {step.what for step in event.drawn(0, event.SHORT, has_server=True).steps} == everything
    assert {step.what for step in event.drawn(0, event.SHORT).steps} == everything - {*event.OF_A_SERVER}


@pytest.mark.parametrize("name", DRAWN)
def test_a_schedule_is_the_same_each_time(name: str) -> None:
    of = DRAWN[name]
    assert of.drawn(3, of.LONG) == of.drawn(3, of.LONG)
    assert of.drawn(3, of.LONG) != of.drawn(4, of.LONG)


@pytest.mark.parametrize(("campaign", "option"), [(HALL, ""), (PHONES, " --postgresql"), (EVENT, " --postgresql")])
def test_a_failure_is_played_again_by_its_command(campaign: Campaign, option: str) -> None:
    command = f".venv/bin/python -m tests.{campaign.name}.replay 7"
    assert campaign.command(How(7)) == command
    on_server = How(7, cast(PostgresServer, "a server"), True, "x")
    assert campaign.command(on_server) == f"{command}{option} --long --cheat x"


@pytest.mark.parametrize(
    ("name", "one", "other", "says"),
    [
        (
            "hall",
            {"schedules": 2, "pressed": 900, "hub killed": 3, "match ordered": 4, "orders ended with 0": 3},
            {"schedules": 1, "pressed": 234, "line cut": 1, "orders ended with 1": 1},
            "hall: 3 schedules, 1,134 keys, 0 records, 4 faults (hub killed 3, ",
        ),
        (
            "event",
            {"days": 2, "pressed": 900, "hub killed": 3, "undo": 4},
            {"days": 1, "pressed": 234, "power cut": 1},
            "event: 3 days, 1,134 keys, 0 events of desks, 4 faults (hub killed 3, power cut 1, ",
        ),
        (
            "phones",
            {"schedules": 2, "pressed": 1900, "laptop killed": 3, "match ordered": 4},
            {"schedules": 1, "pressed": 234, "line cut": 1},
            "phones: 3 schedules, 2,134 presses, ",
        ),
    ],
)
def test_the_summary_adds_up(name: str, one: dict[str, int], other: dict[str, int], says: str) -> None:
    line = DRAWN[name].line
    (said,) = summed([("power cuts", 5), (name, list(one.items())), (name, list(other.items()))], name, line)
    assert said.startswith(says)
    assert said.endswith(": 0 promises broken")
    assert line(Counter(broken=2)).endswith(": 2 promises broken")
    assert summed([("power cuts", 5)], name, line) == []
