"""Nothing lost, twice, altered or forged, whatever the air, the power, hubs and a forger do: schedules by seed.

--campaign plays more of them. A failure says the command that plays it again.
"""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tests.harness.campaign import form
from tests.link.campaign import scratch
from tests.link.laptop import Disk
from tests.radio.campaign import PROPERTY, add, line, play, summary
from tests.radio.cheats import CHEATS
from tests.radio.world import KINDS

SEEDS = form(100, 10_000, 3)
BLOCK = form(10, 100, 3)
# What has to happen in each hundred of a campaign, or its schedules would leave something out.
HAPPENS = (*KINDS, "cuts", "laptops killed", "cables", "database away", "orders done", "forged datagrams", "reclaims")
CAUGHT_WITHIN = 100  # seeds


@pytest.fixture(scope="module")
def disk() -> Iterator[Disk]:
    """Room for the laptops' databases."""
    with scratch() as made:
        yield made


@pytest.mark.sample
@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_nothing_is_lost_twice_or_forged(
    first: int, disk: Disk, record_property: Callable[[str, object], None]
) -> None:
    total: Counter[str] = Counter()
    failures = []
    for seed in range(first, first + BLOCK):
        failure, tally = play(seed, disk)
        add(total, tally)
        failures += [failure] if failure else []
    record_property(PROPERTY, sorted(total.items()))
    assert not failures, "\n".join(failures[:5])
    assert BLOCK < 100 or [what for what in HAPPENS if not total[what]] == []


@pytest.mark.check("programs that cheat, which the tests' samples are to catch")
@pytest.mark.parametrize("cheat", sorted(CHEATS))
def test_a_half_that_cheats_is_caught(cheat: str, disk: Disk) -> None:
    failure = next((failure for seed in range(CAUGHT_WITHIN) if (failure := play(seed, disk, cheat)[0])), "")
    assert failure.splitlines()[0].endswith(f" --cheat {cheat}"), f"{CAUGHT_WITHIN} schedules found nothing"
    assert "raised: " not in failure


def test_a_schedule_is_the_same_each_time(disk: Disk) -> None:
    said: list[list[str]] = [[], []]
    tallies = [play(0, disk, log=log.append)[1] for log in said]
    assert len(said[0]) > 5
    assert said[0] == said[1] and tallies[0] == tallies[1]


def test_the_summary_adds_up() -> None:
    one = [("schedules", 2), ("longest", 3_000), ("lost", 0)]
    other = [("schedules", 1), ("longest", 2_000), ("lost", 1)]
    (said,) = summary([("link", 5), (PROPERTY, one), (PROPERTY, other)])
    assert said.startswith("radio: 3 schedules, ") and "at most 3.0 s: 1 lost, 0 twice" in said
    assert said == line(Counter(schedules=3, longest=3_000, lost=1))
