"""A match that the laptop wants played at this table: taken at any time, shown, started with NEXT, kept until then."""

from collections.abc import Callable, Iterator

import pytest

from shared_rules.games.events import COUNT, UNDO, event
from shared_rules.link import frame, laptop_half, orders
from tableside import scroll
from tableside.link import Link
from tableside.table import ACCEPTED
from tests.firmware.assigning import (
    LINE,
    NAMES,
    asked,
    assign,
    cancel,
    key_that_waits,
    laptop,
    start_from_menu,
    waiting,
)
from tests.harness.bench import Bench
from tests.harness.firmware_link import Port, answers
from tests.harness.memory_chips import FramChip, NvmChip, PowerCut


def test_the_names_go_round_on_the_status() -> None:
    bench = Bench()
    assert assign(bench) == frame.ASSIGNED
    assert bench.status == "ANN "
    seen = bench.windows(10_000)
    text = seen[0] + "".join(window[-1] for window in seen[1:])
    assert text.startswith("ANN - EMILE GAGNE   ANN ")


def test_next_starts_it_and_its_names_and_key_stand_in_the_journal() -> None:
    bench = Bench()
    assign(bench)
    bench.press("NEXT")
    assert bench.match.ID == "washers-ritzenthaler"
    assert bench.match.options["target"] == 5
    bench.settle()
    assert bench.shown == ["°  0", "   0", "R 1 "]
    replay = laptop(bench)
    assert (replay.key, replay.names) == ("final", (*NAMES, ""))
    assert replay.assigned is None


@pytest.mark.parametrize(("first", "shown"), [(None, ["°  0", "   0"]), (0, ["°  0", "   0"]), (1, ["   0", "°  0"])])
def test_who_starts_it_comes_with_it_and_no_undo_takes_it_back(first: int | None, shown: list[str]) -> None:
    bench = Bench()
    assign(bench, first=first)
    bench = Bench(chip=bench.chip)
    assert waiting(bench).first == first
    bench.press("NEXT")
    assert bench.shown[:2] == shown
    bench.press("UNDO")
    assert (bench.shown[:2], bench.status) == (shown, "NONE")
    assert Bench(chip=bench.chip).shown[:2] == shown
    match = laptop(bench).match
    assert match is not None
    assert match.first == (first or 0)
    bench.hold("A4" if first else "B4")  # the players may still agree on something else
    assert bench.shown[:2] == shown[::-1]
    bench.press("UNDO")
    assert bench.shown[:2] == shown


def test_it_waits_through_a_power_cut_and_through_a_start_that_was_cut_off() -> None:
    bench = Bench()
    assign(bench)
    again = Bench(chip=bench.chip)
    assert again.status == "ANN "
    again.press("NEXT")
    assert again.match.ID == "washers-ritzenthaler"
    after = Bench(chip=again.chip)
    assert after.match.ID == "washers-ritzenthaler"
    assert after.status == "WASH"
    assert assign(after) == frame.ASSIGNED  # the same key: it is on already
    assert after.status == "WASH"
    assert not after.table.waits()


def test_a_game_that_was_changed_in_the_settings_does_not_push_it_aside() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 NEXT")
    assign(bench)
    again = Bench("crokinole-official", bench.chip)
    assert again.table.waits()
    again.hold("NEXT")
    assert again.match.ID == "washers-ritzenthaler"


def test_it_is_taken_at_any_time_and_changes_nothing_in_the_match_that_is_on() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1")
    bench.settle()
    shown = bench.shown
    assert assign(bench) == frame.ASSIGNED
    assert bench.windows(8_000) == shown[2:]
    assert bench.shown == shown
    assert not bench.table.waits()
    bench.press("B1")
    assert bench.status == "B 20"
    again = Bench("twenties-shootout", bench.chip)
    assert again.shown == ["°  1.", "   1.", "R 1 "]
    assert not again.table.waits()
    again.press("NEXT")
    assert again.match.finished
    again.hold("NEXT")
    assert (again.match.ID, again.table.key) == ("washers-ritzenthaler", "final")


def test_in_a_match_whose_events_were_all_taken_back_it_waits_for_next() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1")
    assign(bench)
    bench.press("UNDO")
    bench.settle()
    assert bench.table.waits()
    assert set("".join(bench.windows(10_000))) == set("ANN - EMILE GAGNE")
    bench.press("A1")
    assert (bench.status, bench.match.length) == ("NEXT", 0)
    bench.press("NEXT")
    assert bench.match.ID == "washers-ritzenthaler"


def test_over_a_result_it_takes_a_hold_and_undo_still_reopens_the_match() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 A1 NEXT")
    assert bench.match.finished
    assign(bench)
    bench.wait(3000)
    assert bench.status == "WINA"
    assert "ANN " in bench.windows(10_000)
    bench.press("NEXT")
    assert bench.status == "HOLD"
    bench.press("UNDO")
    assert not bench.match.finished
    assert "ANN " not in bench.windows(10_000)
    bench.press("NEXT")
    bench.hold("NEXT")
    assert bench.match.ID == "washers-ritzenthaler"


def test_result_and_names_come_in_turn() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 NEXT")
    assign(bench)
    bench.settle()
    seen = bench.windows(30_000)
    for text in ("DRAW", "ANN ", "EMIL", "AGNE"):
        assert seen.count(text) > 1, text


@pytest.mark.parametrize("key", ["A1", "B5", "C3"])
def test_a_side_key_before_next_says_next(key: str) -> None:
    bench = Bench(sides=3)
    assign(bench)
    bench.press(key)
    assert bench.status == "NEXT"
    bench.down("UNDO")
    bench.press(key)
    bench.up("UNDO")
    bench.wait(60)
    assert bench.status == "NEXT"
    assert bench.match.length == 0
    assert bench.table.waits()


def test_the_same_again_changes_nothing_and_another_is_the_one_that_waits() -> None:
    bench = Bench()
    assign(bench)
    before = bench.table.journal.next
    assert assign(bench) == frame.ASSIGNED
    assert bench.table.journal.next == before
    for changed in ({"first": 1}, {"names": ("Bob",)}, {"line": LINE + " washers=2"}, {"key": "another"}):
        assert assign(bench, **changed) == frame.ASSIGNED
        assert bench.table.journal.next > before
        before = bench.table.journal.next
    assert assign(bench, "newest", "twenties-shootout") == frame.ASSIGNED
    assert key_that_waits(bench) == "newest"
    bench.press("NEXT")
    assert bench.match.ID == "twenties-shootout"
    assert key_that_waits(bench) == ""


def test_an_empty_key_cancels_it() -> None:
    bench = Bench()
    assign(bench)
    assert cancel(bench) == frame.ASSIGNED
    bench.settle()
    assert (bench.status, key_that_waits(bench)) == ("R 1 ", "")
    before = bench.table.journal.next
    assert cancel(bench) == frame.ASSIGNED
    assert bench.table.journal.next == before, "nothing waits, so there is nothing to write"
    bench.press("A1")
    assert bench.match.length == 1


def test_it_can_be_cancelled_during_a_match_and_behind_a_result() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1")
    assign(bench)
    assert cancel(bench) == frame.ASSIGNED
    bench.press("B1 NEXT")
    assign(bench)
    assert cancel(bench) == frame.ASSIGNED
    bench.settle()
    assert bench.windows(6_000) == ["DRAW"]
    bench.hold("NEXT")
    assert bench.match.ID == "twenties-shootout"


def test_the_asking_of_protocol_1_still_works_and_cancels_nothing() -> None:
    bench = Bench()
    assert asked(bench, frame.ASSIGN_1, orders.assign_1("final", LINE, NAMES)) == frame.ASSIGNED
    assert waiting(bench).first is None
    assert key_that_waits(bench) == "final"
    assert asked(bench, frame.ASSIGN_1, orders.cancel()[1:]) != frame.ASSIGNED
    assert key_that_waits(bench) == "final"


def test_a_match_that_is_started_by_hand_meanwhile_does_not_lose_it() -> None:
    bench = Bench()
    assign(bench, first=1)
    start_from_menu(bench)
    assert bench.status == "OFFI", "the match of the menu is on"
    assert key_that_waits(bench) == "final"
    bench = Bench(chip=bench.chip)
    assert not bench.table.waits()
    bench.press("A1 A1 B1")
    assert bench.match.length == 3
    for _ in range(3):
        start_from_menu(bench)
        assert key_that_waits(bench) == "final"
    bench.press("A1 A1 A1 A1 A1 A1")
    bench.hold("NEXT")
    assert bench.match.finished
    bench = Bench(chip=bench.chip)
    assert bench.table.waits()
    bench.hold("NEXT")
    assert (bench.match.ID, bench.match.first, bench.table.key) == ("washers-ritzenthaler", 1, "final")
    assert key_that_waits(bench) == ""


def test_a_match_that_was_started_by_hand_is_played_also_after_a_step_back_to_it() -> None:
    """The next one by hand brings a copy of what waits: that is not called anew."""
    bench = Bench()
    assign(bench)
    start_from_menu(bench)
    start_from_menu(bench)
    bench.hold("UNDO")
    assert bench.status == "BACK"
    for each in (bench, Bench(chip=bench.chip)):
        assert not each.table.waits()
    bench.press("A1")
    assert (bench.status, bench.match.length) == ("A 20", 1)
    bench.press("UNDO")
    assign(bench, "another")
    bench.press("A1")
    assert (bench.status, bench.match.length) == ("NEXT", 0), "one that comes now was not passed over"


def test_where_a_start_by_hand_is_cut_off_the_match_before_is_played_as_it_was() -> None:
    seen = set()
    for done in range(400):
        bench = Bench()
        assign(bench)
        start_from_menu(bench)
        bench.chip.budget = bench.chip.written + done
        try:
            bench.table.again(bench.now)
        except PowerCut:
            bench.chip.budget = None
            again = Bench(chip=bench.chip)
            assert (again.table.waits(), key_that_waits(again)) == (False, "final")
            seen.add(again.table.journal.next)
        else:
            break
    assert len(seen) > 5


def play_one(bench: Bench) -> None:
    """The match that is on to its end, all of it to the laptop, and another one by hand."""
    for name in ("A1", "B1", "NEXT"):
        bench.press(name)
    assert bench.match.finished
    bench.table.acknowledge(bench.table.journal.next)
    assert bench.table.again(bench.now) is ACCEPTED
    bench.press("A1")


def test_it_lives_as_long_as_the_ring_goes_round() -> None:
    bench = Bench("twenties-shootout", FramChip(size=64 + 8 * 200))
    bench.press("A1")
    assign(bench, first=1)
    for _ in range(20):
        play_one(bench)
    assert bench.table.journal.oldest > 200
    assert key_that_waits(bench) == "final"


def test_it_is_kept_where_a_new_epoch_of_nvm_begins() -> None:
    epochs = iter(range(1, 99))
    bench = Bench("twenties-shootout", NvmChip(), epoch=lambda: next(epochs))
    bench.press("A1")
    assign(bench, first=1)
    while bench.table.journal.epoch == 1:
        play_one(bench)
    assert key_that_waits(bench) == "final"
    assert waiting(bench).first == 1


def test_a_full_journal_refuses_one_and_keeps_the_one_that_waits() -> None:
    bench = Bench(chip=FramChip(size=64 + 8 * 110))
    assign(bench)
    start_from_menu(bench)
    while bench.table.enter(event(COUNT, 0, 20), 0) is ACCEPTED:
        assert bench.table.enter(event(UNDO), 0) is ACCEPTED
    before = bench.table.journal.next
    assert assign(bench, "another") == "the journal is full"
    assert cancel(bench) == "the journal is full"
    assert bench.table.journal.next == before
    assert waiting(bench).key == "final"


class FullBench(Bench):
    """A board whose nvm is full. `begin` starts the match that erases it; `before`: what its chip did until then."""

    before: int
    begin: Callable[[], None]


def full_nvm(epochs: Iterator[int], start: Callable[[Bench], None]) -> FullBench:
    """Acknowledged results, and an assignment that waits behind the last of them; then this start, which erases."""
    bench = FullBench("twenties-shootout", NvmChip(), epoch=lambda: next(epochs))
    for _ in range(3):
        bench.press("A1 B1 A1 NEXT")
        bench.hold("NEXT")
    bench.press("A1 B1 A1 NEXT")
    assign(bench, first=1)
    bench.table.acknowledge(bench.table.journal.next)
    bench.wait(1)
    bench.before = bench.chip.written
    bench.begin = lambda: start(bench)
    return bench


def starts_the_assigned_one(bench: Bench) -> None:
    bench.table.start_assigned(bench.now)


def starts_another_by_hand(bench: Bench) -> None:
    bench.table.again(bench.now)


@pytest.mark.parametrize("start", [starts_the_assigned_one, starts_another_by_hand])
def test_an_erase_that_is_cut_off_leaves_the_result_the_new_match_or_the_settings_game(
    start: Callable[[Bench], None],
) -> None:
    whole = full_nvm(iter(range(1, 99)), start)
    whole.begin()
    assert whole.table.journal.epoch == 2
    steps = whole.chip.written - whole.before
    assert steps > 15
    seen = set()
    for done in range(steps + 1):
        bench = full_nvm(iter(range(1, 99)), start)
        bench.chip.budget = bench.before + done
        with pytest.raises(PowerCut):
            bench.begin()
            raise PowerCut
        bench.chip.budget = None
        again = Bench("twenties-shootout", bench.chip, epoch=iter(range(50, 99)).__next__)
        match = again.match
        assert match is not None
        assert again.status != "GAM?"
        if match.finished:
            seen.add("result")
            assert (match.totals, key_that_waits(again)) == ([2, 1], "final")
        elif match.ID == "washers-ritzenthaler":
            seen.add("assigned")
            assert (again.table.key, match.first) == ("final", 1)
        else:
            seen.add("settings or by hand")
            assert (match.ID, match.untouched()) == ("twenties-shootout", True)
        again.press("NEXT" if again.table.waits() and not match.finished else "A1")
        Bench("twenties-shootout", bench.chip, epoch=iter(range(80, 99)).__next__)
    assert seen >= {"result", "settings or by hand"}


def test_where_the_settings_name_no_game_it_waits_all_the_same() -> None:
    bench = Bench("tiddlywinks")
    assert bench.status == "GAM?"
    assign(bench)
    for _ in range(2):
        assert bench.status == "ANN "
        assert "GAM?" not in bench.windows(8_000)
        bench = Bench("tiddlywinks", bench.chip)
    bench.press("NEXT")
    assert bench.match.ID == "washers-ritzenthaler"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("chess", "unknown game chess"),
        ("crokinole-official target=0", "target=0 is out of range"),
        ("twenties-shootout sides=3", "needs a board with a third side"),
        ("", "the game is missing"),
    ],
)
def test_what_cannot_be_played_here_is_refused_with_the_reason(line: str, why: str) -> None:
    bench = Bench()
    before = bench.table.journal.next
    assert why in str(assign(bench, line=line))
    assert bench.table.journal.next == before


def test_a_garbled_body_is_refused() -> None:
    bench = Bench()
    port = Port()
    link = Link(port, bench.table, dict, bench.screen)
    for body in (b"", b"\x00", b"\x01a", b"\x01a\x09crok", b"\x01\xff\x01a"):
        for kind, garbled in ((frame.ASSIGN_1, body), (frame.ASSIGN, body and b"\x00" + body)):
            ((reply, _, said),) = answers(port, link, (kind, 3, garbled))
            assert (reply, laptop_half.read_no(said)[0]) == (frame.NO, frame.MALFORMED)
    ((reply, _, said),) = answers(port, link, (frame.ASSIGN, 3, b"\x04" + orders.assign_1("a", LINE, NAMES)))
    assert (reply, laptop_half.read_no(said)[0]) == (frame.NO, frame.MALFORMED)
    assert not bench.table.waits()


def test_scrolling_names_delay_no_press() -> None:
    """Whatever the status is doing, a press is counted and shown in the turn in which it comes."""
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 NEXT")
    assign(bench)
    bench.wait(1500)
    for _ in range(7):
        bench.wait(61)
        bench.down("UNDO")
        bench.wait(31)
        bench.up("UNDO")
        bench.wait(1)
        assert not bench.match.finished
        bench.wait(40)
        bench.down("NEXT")
        bench.wait(1)
        assert bench.match.finished
        bench.up("NEXT")


def test_letters_that_the_display_lacks() -> None:
    assert scroll.capitals("Zoë Ångström-Nuñez ÿß") == "ZOE ANGSTROM-NUNEZ YS"
    assert scroll.capitals("Łukasz 北") == "?UKASZ ?"
    signs, capitals = " !\"#$%&'()*+,-./0123456789:;<=>?@", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert scroll.capitals("".join(map(chr, range(32, 127)))) == f"{signs}{capitals}[\\]^_?{capitals}????"
