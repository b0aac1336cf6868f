"""Each cheat of cheats.py is found out by what it did, within a few schedules; test_campaign sees true laptops pass.

A schedule in which something stays amiss takes its time: all cheats are tried with --campaign.
"""

import pytest

from tests.harness.campaign import form
from tests.phones.campaign import play
from tests.phones.cheats import CHEATS
from tests.phones.oracle import ACKNOWLEDGED, RECORDS, TAKING_OVER, VOID

WITHIN = 5  # seeds

# The promises that each breaks, any of them.
BREAKS = {
    "acknowledges-before-the-commit": (ACKNOWLEDGED,),
    "asks-nobody": (TAKING_OVER,),
    "believes-every-id": (RECORDS,),
    "checks-no-token": (VOID,),
    "lets-in-by-old-secrets": (VOID,),
    "takes-late-records": (RECORDS, ACKNOWLEDGED),
    "the-old-token-stays": (VOID,),
}


@pytest.mark.parametrize("cheat", form(["asks-nobody", "lets-in-by-old-secrets"], list(CHEATS)))
def test_a_laptop_that_cheats_is_caught(cheat: str) -> None:
    def caught(failure: str) -> bool:
        return any(f"    BROKEN, {promise}: " in failure for promise in BREAKS[cheat])

    for seed in range(WITHIN):
        failure, _ = play(seed, cheat=cheat)
        if caught(failure):
            break
    assert caught(failure), f"{WITHIN} schedules found nothing in {cheat}: {failure}"
    assert failure.startswith(f".venv/bin/python -m tests.phones.replay {seed} --cheat {cheat}\n")
