"""Each cheat of cheats.py is found out within a few schedules, all of which the true parts pass."""

import pytest

from tests.harness.campaign import form
from tests.link.campaign import play
from tests.link.cheats import CHEATS
from tests.link.laptop import Disk
from tests.link.oracle import RAISED

WITHIN = 150  # seeds
# Where the short form begins: of these cheats nothing is to be seen in the schedules before.
BEGINS = {
    "request-ids-not-compared": 28,
    "no-crc": 122,
    "epoch-of-an-ack-not-compared": 51,
    "an-order-is-done-before-it-is-stored": 16,
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_link_that_cheats_is_caught(cheat: str, disk: Disk) -> None:
    for seed in range(form(BEGINS.get(cheat, 0), 0), WITHIN):
        failure, _ = play(seed, disk, cheat)
        if failure:
            break
    assert failure, f"{WITHIN} schedules found nothing in {cheat}"
    assert RAISED not in failure, "found out by what it did, not by how"
    assert failure.startswith(f".venv/bin/python -m tests.link.replay {seed} --cheat {cheat}\n")
    assert play(seed, disk, cheat)[0] == failure, "the command shows the same again"
    assert play(seed, disk)[0] == "", "and the true parts pass it"
