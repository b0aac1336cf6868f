"""Each cheat of cheats.py is found out by what it did, within a few schedules, all of which the true program passes."""

import pytest

from tests.damage.campaign import Campaign
from tests.damage.cheats import CHEATS
from tests.harness.campaign import form

WITHIN = 30  # seeds
# Where the short form begins: of these cheats nothing is to be seen in the schedules before.
BEGINS = {
    "results-are-not-checked": 2,
    "sync-stumbles-over-matches": 17,
    "readers-write": 3,
    "verify-passes-tournaments": 4,
    "names-are-printed-raw": 3,
}

# The promise that each breaks, and what the campaign says of it.
BREAKS = {
    "results-are-not-checked": ("scores", "which no sound records give"),
    "sync-commits-nothing": ("sync brings all back", "records are not here"),
    "sync-stumbles-over-matches": ("manners", "Traceback"),
    "sync-never-succeeds": ("sync works", "It did not work."),
    "rebuild-forgets-a-match": ("verify after rebuild", "is not stored"),
    "rebuild-throws-a-record-away": ("nothing is lost", "1 sound records are gone"),
    "readers-create-the-file": ("readers change nothing", "the files are"),
    "readers-write": ("readers change nothing", "the bytes of the file are others"),
    "tournaments-are-not-checked": ("nothing damaged is believed", "it gives"),
    "verify-passes-tournaments": ("what is damaged is told", "exit code 0, though"),
    "rebuild-drops-the-last-events": ("nothing is lost", "that were entered are gone"),
    "names-are-printed-raw": ("manners", "`tallyboard results --db club.db`: raw "),
}


# The short form has one of each kind: of what is read, told, kept, brought back, and who changes what is not theirs.
QUICK = (
    "results-are-not-checked",
    "sync-never-succeeds",
    "rebuild-forgets-a-match",
    "readers-write",
    "verify-passes-tournaments",
    "names-are-printed-raw",
)


@pytest.mark.parametrize("cheat", form(QUICK, CHEATS))
def test_a_command_line_that_cheats_is_caught(cheat: str, club_day: Campaign) -> None:
    promise, says = BREAKS[cheat]

    def caught(failure: str) -> bool:
        return any(line.startswith(f"    {promise}: ") and says in line for line in failure.splitlines())

    for seed in range(form(BEGINS.get(cheat, 0), 0), WITHIN):
        failure, _ = club_day.play(seed, cheat=cheat)
        if caught(failure):
            break
    assert caught(failure), f"{WITHIN} schedules found nothing in {cheat}"
    assert failure.startswith(f".venv/bin/python -m tests.damage.replay {seed} --cheat {cheat}\n")
    assert not caught(club_day.play(seed, kinds=CHEATS[cheat].kinds)[0]), "and the true program passes it"
