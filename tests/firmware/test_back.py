"""Holding UNDO in a match without events: the start is taken back, and the match before goes on, on both ends."""

import copy

import pytest

from shared_rules.games import catalogue
from shared_rules.journal import record
from tableside import table_orders
from tableside.table import ACCEPTED
from tests.firmware.assigning import assign, key_that_waits, laptop, start_from_menu
from tests.harness.bench import Bench
from tests.harness.memory_chips import FramChip, NvmChip

CHIPS: dict[str, type[FramChip]] = {"fram": FramChip, "nvm": NvmChip}
GAME = "twenties-shootout"


def on(bench: Bench) -> tuple[object, ...]:
    """The match that is on here, after a power-on, and for a laptop: the same everywhere, with its id."""
    again = Bench(bench.table._chosen, copy.deepcopy(bench.chip), sides=len(bench.faces) - 1)
    found = []
    for match in (bench.match, again.match, laptop(bench).match):
        assert match is not None
        found.append((catalogue.to_line(match), list(match.events[: match.length]), match.given, match.first))
    assert found[0] == found[1] == found[2]
    assert bench.table.key == again.table.key == laptop(bench).key
    return (*found[0], laptop(bench).first_seq)


@pytest.fixture(params=CHIPS)
def chip(request: pytest.FixtureRequest) -> FramChip:
    kind: str = request.param
    return CHIPS[kind]()


def test_the_result_before_stands_again_and_can_be_reopened(chip: FramChip) -> None:
    bench = Bench(GAME, chip)
    bench.press("A1 B1 NEXT")
    before = on(bench)
    bench.hold("NEXT")
    assert on(bench) != before
    number = bench.table.journal.next
    bench.hold("UNDO")
    assert bench.shown == ["   1", "   1", "BACK"]
    assert bench.table.journal.next == number + 1, "one record"
    assert bench.table.journal.read(number, 1)[0] == record.BACK
    assert on(bench) == before
    bench.settle()
    assert bench.status == "DRAW"
    bench.press("UNDO A1")
    assert bench.shown[:2] == ["°  2.", "   1."]
    assert on(bench)[-1] == before[-1], "under its id"


def test_a_game_that_was_changed_in_the_settings_comes_once_more_behind_the_result(chip: FramChip) -> None:
    bench = Bench(GAME, chip)
    bench.press("A1 B1 NEXT")
    bench = Bench("washers-ritzenthaler", chip)
    for is_off in (False, True):
        bench.hold("NEXT")
        assert bench.match.ID == "washers-ritzenthaler"
        bench.hold("UNDO")
        assert bench.match.finished
        if is_off:
            bench = Bench("washers-ritzenthaler", chip)
    bench.hold("NEXT")
    assert on(bench)[0] == catalogue.to_line(catalogue.new("washers-ritzenthaler"))


def test_back_is_said_within_a_second_of_the_press() -> None:
    bench = Bench(GAME)
    bench.press("A1 B1 NEXT")
    bench.hold("NEXT")
    bench.down("UNDO")
    bench.wait(790)
    assert bench.status == "TWEN"
    bench.wait(20)
    assert bench.status == "BACK"
    bench.wait(2_000)
    bench.up("UNDO")
    bench.wait(60)
    assert bench.match.finished, "letting go takes nothing back"
    bench.settle()
    assert bench.status == "DRAW"


def test_a_match_that_was_given_up_goes_on(chip: FramChip) -> None:
    bench = Bench(chip=chip)
    bench.press("A1 B1 NEXT A2")
    before = on(bench)
    start_from_menu(bench)
    assert bench.shown[:2] == ["°  0", "   0"]
    bench.hold("UNDO")
    assert on(bench) == before
    bench.press("B3")
    assert bench.shown == ["  15.", "° 10.", "B 10"]
    bench = Bench(chip=bench.chip)
    bench.press("UNDO UNDO UNDO UNDO UNDO")
    assert (bench.shown[:2], bench.match.length) == (["°  0", "   0"], 0)


def test_it_is_one_step(chip: FramChip) -> None:
    bench = Bench(chip=chip)
    bench.press("A1")
    start_from_menu(bench)
    first = on(bench)
    start_from_menu(bench)
    bench.hold("UNDO")
    assert (bench.status, on(bench)) == ("BACK", first)
    number = bench.table.journal.next
    bench.hold("UNDO")
    assert (bench.status, on(bench), bench.table.journal.next) == ("NONE", first, number)
    bench = Bench(chip=bench.chip)
    bench.hold("UNDO")
    assert (bench.status, on(bench)) == ("NONE", first)
    start_from_menu(bench)
    bench.hold("UNDO")
    assert (bench.status, on(bench)) == ("BACK", first), "another start can be taken back again"


def test_not_where_an_event_stands_and_again_where_all_are_taken_back() -> None:
    bench = Bench()
    bench.press("A1")
    before = on(bench)
    start_from_menu(bench)
    bench.press("B1")
    number = bench.table.journal.next
    bench.hold("UNDO")
    assert (bench.match.length, bench.table.journal.next) == (1, number)
    assert bench.status != "BACK"
    bench.press("UNDO")
    bench.hold("UNDO")
    assert (bench.status, on(bench)) == ("BACK", before)


def test_who_starts_a_rematch_is_no_event() -> None:
    bench = Bench(GAME)
    bench.press("A1 B1 NEXT")
    before = on(bench)
    bench.hold("NEXT")
    assert bench.shown[:2] == ["   0", "°  0"]
    bench.hold("UNDO")
    assert on(bench) == before
    bench.hold("NEXT")
    bench.hold("A4")  # but "we start" is one
    bench.hold("UNDO")
    assert bench.status != "BACK"
    bench.press("UNDO")
    bench.hold("UNDO")
    assert on(bench) == before


def test_let_go_too_soon_it_does_nothing_and_says_hold() -> None:
    bench = Bench(GAME)
    bench.press("A1 B1 NEXT")
    bench.hold("NEXT")
    shown, number = bench.shown, bench.table.journal.next
    bench.press("UNDO", 700)
    assert (bench.status, bench.shown[:2], bench.table.journal.next) == ("HOLD", shown[:2], number)


def test_with_a_side_key_it_is_no_hold() -> None:
    bench = Bench()
    bench.press("A1")
    start_from_menu(bench)
    started = on(bench)
    bench.down("UNDO")
    bench.wait(20)
    bench.press("A1")
    assert bench.status == "NONE", "one off of nothing"
    bench.wait(2_000)
    bench.up("UNDO")
    bench.wait(60)
    assert on(bench) == started


@pytest.mark.parametrize("kind", ["first", "given up"])
def test_none_where_the_match_before_is_not_whole(kind: str) -> None:
    bench = Bench(GAME, FramChip(size=64 + 8 * 200))
    if kind == "given up":
        for _ in range(12):
            bench.press("A1 B1 NEXT")
            bench.table.acknowledge(bench.table.journal.next)
            assert bench.table.again(bench.now) is ACCEPTED
        while bench.table.journal.oldest < laptop(bench).first_seq:
            assert bench.table.journal._reclaim() is not None
    number = bench.table.journal.next
    bench.hold("UNDO")
    assert (bench.status, bench.table.journal.next) == ("NONE", number)


def test_none_in_a_new_epoch_of_nvm() -> None:
    epochs = iter(range(1, 99))
    bench = Bench(GAME, NvmChip(), epoch=lambda: next(epochs))
    while bench.table.journal.epoch == 1:
        bench.press("A1 B1 NEXT")
        bench.table.acknowledge(bench.table.journal.next)
        assert bench.table.again(bench.now) is ACCEPTED
    bench.hold("UNDO")
    assert bench.status == "NONE"


def test_none_where_the_match_before_is_damaged() -> None:
    bench = Bench()
    bench.press("A1 A2 A3")
    journal = bench.table.journal
    bench.chip.memory[journal._address(journal.next - 2)] ^= 1
    start_from_menu(bench)
    bench.hold("UNDO")
    assert bench.status == "NONE"


def test_the_assignment_that_it_used_up_waits_again(chip: FramChip) -> None:
    bench = Bench(GAME, chip)
    bench.press("A1 B1 NEXT")
    before = on(bench)
    assign(bench, first=1)
    bench.hold("NEXT")
    assert bench.table.key == "final"
    bench.hold("UNDO")
    assert on(bench) == before
    assert bench.table.waits()
    bench = Bench(GAME, bench.chip)
    bench.hold("NEXT")
    assert (bench.table.key, bench.shown[:2]) == ("final", ["   0", "°  0"])


def test_a_newer_one_that_came_meanwhile_is_the_one_that_waits() -> None:
    bench = Bench(GAME)
    bench.press("A1 B1 NEXT")
    assign(bench, "old")
    bench.hold("NEXT")
    assign(bench, "new")
    bench.hold("UNDO")
    assert key_that_waits(bench) == "new"


def test_one_that_was_passed_over_by_hand_waits_as_before() -> None:
    bench = Bench(GAME)
    bench.press("A1 B1 NEXT")
    before = on(bench)
    assign(bench)
    start_from_menu(bench)
    assert not bench.table.waits()
    bench.hold("UNDO")
    assert on(bench) == before
    assert key_that_waits(bench) == "final"
    assert bench.table.waits()


def test_light_and_name_stay_what_they_are() -> None:
    bench = Bench()
    bench.table.dim(5, 0)
    assert table_orders.rename(bench.table, "Hall", 0)
    bench.press("A1")
    start_from_menu(bench)
    bench.table.dim(7, 0)
    bench.hold("UNDO")
    again = Bench(chip=bench.chip)
    assert (again.table.light, again.table.name(), again.match.length) == (7, "Hall", 1)


def test_the_match_that_goes_on_is_given_up_whole_and_not_at_the_start_that_was_taken_back() -> None:
    """Its beginning stands before the empty match, its end behind."""
    bench = Bench("crokinole-official target=9999", FramChip(size=64 + 8 * 300))
    bench.press("A1 B1 NEXT A2 B1 NEXT")
    start_from_menu(bench)
    bench.hold("UNDO")
    bench.press("A1 B2 NEXT")
    journal = bench.table.journal
    bench.table.acknowledge(journal.next)
    boundaries = {0}
    while journal.oldest < journal.places:
        start_from_menu(bench)
        boundaries.add(laptop(bench).first_seq)
        bench.press("A1 B1 NEXT")
        bench.table.acknowledge(journal.next)
        assert journal.oldest in boundaries
    assert len(boundaries) > 10
