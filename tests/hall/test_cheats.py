"""Each cheat of cheats.py is found out by what it did, within a few schedules; test_campaign sees true hubs pass.

A schedule in which something stays amiss takes a minute or two: all cheats are tried with --campaign.
"""

import pytest

from tests.hall.campaign import play
from tests.hall.cheats import CHEATS
from tests.harness.campaign import form
from tests.harness.postgres import PostgresServer

WITHIN = 5  # seeds

# The promise that each breaks, and what the campaign says of it.
BREAKS = {
    "acknowledges-before-the-commit": ("acknowledged is stored", "and not stored are"),
    "believes-wake-ups": ("an order is done once or reported", "nobody does Order"),
    "computes-without-a-lock": ("matches are those of the records", "verify"),
}


@pytest.mark.parametrize("cheat", form(["acknowledges-before-the-commit"], list(CHEATS)))
def test_a_hub_that_cheats_is_caught(cheat: str, postgres: PostgresServer) -> None:
    promise, says = BREAKS[cheat]

    def caught(failure: str) -> bool:
        return any(line.startswith(f"    BROKEN, {promise}: ") and says in line for line in failure.splitlines())

    for seed in range(WITHIN):
        failure, _ = play(seed, postgres, cheat=cheat)
        if caught(failure):
            break
    assert caught(failure), f"{WITHIN} schedules found nothing in {cheat}"
    assert failure.startswith(f".venv/bin/python -m tests.hall.replay {seed} --cheat {cheat}\n")
