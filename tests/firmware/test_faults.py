"""What goes wrong in the firmware is written down once, and parts without which the score goes on rest and return."""

from collections.abc import Sequence

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, UNDO, event
from shared_rules.journal import record, record_text
from shared_rules.journal.replay import Replay
from tableside import match_start
from tableside.restarting import REST_MS, Restarting
from tableside.table import ACCEPTED
from tests.harness.bench import Bench, faults_in
from tests.harness.working_table import WorkingTable


def faults(table: WorkingTable) -> list[str]:
    journal = table.journal
    return faults_in([journal.read(seq, 1) for seq in range(journal.oldest, journal.next)])


def test_a_fault_is_written_once_and_another_one_too() -> None:
    bench = Bench()
    for text in ("views:7 KeyError", "views:7 KeyError", "panel:9 TypeError", "panel:9 TypeError"):
        bench.table.note_fault(text, 5)
    assert faults(bench.table) == ["views:7 KeyError", "panel:9 TypeError"]
    again = Bench(chip=bench.chip)
    again.table.note_fault("panel:9 TypeError", 5)
    assert faults(again.table) == ["views:7 KeyError", "panel:9 TypeError"]


def test_a_long_one_is_cut_between_characters() -> None:
    bench = Bench()
    bench.table.note_fault("é" * 100, 5)
    assert faults(bench.table) == ["é" * 22]


def test_a_fault_changes_no_match_and_takes_no_room_that_a_press_needs() -> None:
    bench = Bench()
    bench.press("A1")
    bench.table.note_fault("views:7 KeyError", 5)
    bench.settle()
    assert Bench(chip=bench.chip).shown == bench.shown
    while bench.table.enter(event(COUNT, 0, 20), 0) is ACCEPTED:
        assert bench.table.enter(event(UNDO), 0) is ACCEPTED
    before = bench.table.journal.next
    bench.table.note_fault("panel:9 TypeError", 5)
    assert bench.table.journal.next == before


def test_a_fault_between_the_settings_of_a_match_and_its_start_is_none_of_it() -> None:
    bench = Bench()
    bench.table.note_fault("views:7 KeyError", 5)
    bench.table.again(10)
    assert bench.table.enter(event(COUNT, 0, 20), 20) is ACCEPTED
    assert Bench(chip=bench.chip).table.match.length == 1


def first_and_start(*rows: tuple[int, Sequence[int]]) -> tuple[int, int] | None:
    """The numbers of the first record and of the GAME of the match that these records start, or None."""
    replay = Replay()
    for seq, (what, value) in enumerate(rows):
        replay.feed(seq, bytes((what, *value, 0, 0, 0, 0)))
    return None if replay.match is None else (replay.first_seq, replay.start_seq)


def test_a_fault_ends_what_stands_together_before_a_game() -> None:
    """The number of a match's first record is its id on the laptop: it is that of no record before a fault."""
    match = catalogue.new("twenties-shootout")
    settings = match_start.described(match.ID, match.options, "", ())
    fault = [
        *record_text.encode(record.FAULT_TEXT, "views:7", record.FAULT_BYTES),
        (record.FAULT, (1, 2, 3)),
    ]
    game = (record.GAME, (catalogue.number_of(match.ID), 0, 0))
    assert first_and_start(*settings, game) == (0, len(settings))
    assert first_and_start(*fault, *settings, game) == (len(fault), len(fault) + len(settings))
    assert first_and_start(*settings, *fault, game) is None


class Part:
    """Works so many times, then fails."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.steps = 0

    def step(self, now_ms: int) -> None:
        self.steps += 1
        if self.steps > self.times:
            raise RuntimeError(f"worn out after {self.times}")


def test_a_part_that_fails_rests_and_is_made_anew() -> None:
    made: list[Part] = []
    failed: list[Exception] = []

    def make() -> Part:
        made.append(Part(2))
        return made[-1]

    part = Restarting(make, failed.append)
    for now in range(0, 3 * REST_MS, 1000):
        part.step(now)
    assert [str(error) for error in failed] == ["worn out after 2"] * len(failed)
    assert len(made) == len(failed) == 3


def test_a_part_that_cannot_be_made_rests_too() -> None:
    failed: list[Exception] = []
    part = Restarting(lambda: 1 // 0, failed.append)
    for now in range(0, 3 * REST_MS, 1000):
        part.step(now)
    assert len(failed) == 3


@pytest.mark.parametrize("times", [0, 1])
def test_it_rests_for_ten_seconds(times: int) -> None:
    made: list[int] = []
    failed: list[Exception] = []

    def make() -> Part:
        made.append(now)
        return Part(times)

    part = Restarting(make, failed.append)
    for now in (1, 2, 3, 10_000, 10_001, 10_002, 10_003, 20_001, 20_002, 20_003):
        part.step(now)
    # It fails at the step after so many; a part that works is asked in every turn.
    assert made == ([1, 10_001, 20_001] if not times else [1, 10_002, 20_003])
    assert len(failed) == (2 if times else 3)


def test_one_that_cannot_be_made_is_tried_again_after_ten_seconds() -> None:
    tried: list[int] = []
    failed: list[Exception] = []

    def make() -> Part:
        tried.append(now)
        raise OSError(19)

    part = Restarting(make, failed.append)
    for now in range(5, 25_000):
        part.step(now)
    assert tried == [5, 10_005, 20_005]
    assert [type(error) for error in failed] == [OSError] * 3
