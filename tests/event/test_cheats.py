"""Each cheat of cheats.py is found out by what it did, within a few days; test_campaign sees true hubs pass.

A day in which something stays amiss takes a minute: all cheats are tried with --campaign.
"""

import pytest

from tests.event.campaign import play
from tests.event.cheats import CHEATS
from tests.harness.campaign import form

WITHIN = 5  # seeds

# The promise that each breaks, and what the campaign says of it.
BREAKS = {
    "enters-without-looking": ("a board's match has one result that stands", "has twice"),
    "never-cancels": ("no board waits for a call that has ended", "calls are []"),
    "takes-once": ("a board's match has one result that stands", "and is result"),
}


@pytest.mark.parametrize("cheat", form(["never-cancels"], list(CHEATS)))
def test_a_hub_that_cheats_is_caught(cheat: str) -> None:
    promise, says = BREAKS[cheat]

    def caught(failure: str) -> bool:
        return any(line.startswith(f"    BROKEN, {promise}: ") and says in line for line in failure.splitlines())

    for seed in range(WITHIN):
        failure, _ = play(seed, cheat=cheat)
        if caught(failure):
            break
    assert caught(failure), f"{WITHIN} days found nothing in {cheat}"
    assert failure.startswith(f".venv/bin/python -m tests.event.replay {seed} --cheat {cheat}\n")
