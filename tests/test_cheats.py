"""Each cheat of a campaign is found out by what it did, within a few schedules; test_campaign sees true laptops pass.

A schedule in which something stays amiss takes a minute or two: all cheats are tried with --campaign.
"""

import pytest

from tests.event.campaign import EVENT
from tests.hall.campaign import HALL
from tests.harness.campaign import form
from tests.harness.schedules import ACKNOWLEDGED, How
from tests.phones.campaign import PHONES
from tests.phones.oracle import RECORDS, TAKING_OVER, VOID

WITHIN = 5  # seeds

CAMPAIGNS = {one.name: one for one in (EVENT, HALL, PHONES)}
# The promises that each breaks, any of them, and what the campaign says of it.
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


@pytest.mark.parametrize("which", form(QUICK, list(BREAKS)))
def test_a_laptop_that_cheats_is_caught(which: str, request: pytest.FixtureRequest) -> None:
    name, cheat = which.split()
    campaign, (promises, says) = CAMPAIGNS[name], BREAKS[which]
    server = request.getfixturevalue("postgres") if campaign.needs_server else None
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
