"""Keys in, texts out: what the black-box tests of tests/board cannot reach."""

import pytest

from shared_rules import games
from tableside import texts, views
from tests.firmware.bench import Bench
from tests.firmware.chips import FramChip


def test_a_press_writes_each_display_that_changed_once_and_no_other():
    bench = Bench()
    bench.press("A1")
    before = [face.writes for face in bench.faces]
    bench.press("A2")
    assert [face.writes for face in bench.faces] == [before[0] + 1, before[1], before[2]]


def test_menu_shows_the_other_numbers_for_three_seconds():
    bench = Bench()
    bench.press("A1 B2 NEXT A1 A3")
    bench.wait(3000)
    assert bench.shown == ["  30.", "  : 0.", "R 2 "]
    bench.press("MENU")
    assert bench.shown[:2] == ["   5", "  : 0"]
    bench.press("MENU")
    assert bench.shown[:2] == ["   1", "  : 0"]  # twenties of closed rounds
    bench.wait(3000)
    assert bench.shown[:2] == ["  30.", "  : 0."]


def test_awards_of_several_sides_scroll():
    bench = Bench("crokinole-traditional scoring=simple")
    bench.press("A1 A1 A1 B1 NEXT")
    seen = []
    for _ in range(3000):
        bench.wait(1)
        if not seen or seen[-1] != bench.status:
            seen.append(bench.status)
    assert seen[0] == "A 60"
    assert "B 20" in seen
    assert seen[-1] == "R 2 "


def test_a_refusal_outlasts_a_happening_and_both_end():
    bench = Bench("washers-ritzenthaler target=2")
    bench.press("A1")  # 3 is too much: -3
    assert bench.status == "BUST"
    bench.press("B1 B1 B1 B1")
    assert bench.status == "DISC"
    bench.wait(2100)
    assert bench.status == "BUST"  # the last of Bob's three
    bench.wait(1000)
    assert bench.status == "R 1 "


def test_an_undo_takes_back_what_the_press_told():
    bench = Bench("washers-ritzenthaler target=2")
    bench.press("A1")
    assert bench.status == "BUST"
    bench.press("UNDO")
    assert bench.status == "R 1 "


def test_without_its_memory_the_board_refuses_and_recovers():
    chip = FramChip()
    Bench(chip=chip).press("A1 B2")
    bench = Bench(chip=chip, answers=False)
    assert bench.shown == [None, None, "MEM?"]
    bench.press("A1")
    assert bench.status == "MEM?"
    bench.answers = True
    bench.wait(1100)
    bench.wait(2000)
    assert bench.shown == ["  :20.", "  15.", "R 1 "]


def test_with_undo_down_a_key_takes_off_what_its_tap_and_its_hold_count():
    bench = Bench("pichenotte-southwest")
    bench.press("A5 A1")
    bench.hold("A5")
    assert bench.shown[0] == "  :95."  # 25 + 20 + 50
    bench.down("UNDO")
    bench.wait(60)
    bench.hold("A5")
    assert bench.shown[0] == "  :45."
    bench.press("A5")
    assert bench.shown[0] == "  :20."
    bench.press("A1")
    bench.up("UNDO")
    bench.wait(60)
    assert bench.shown[0] == "  : 0"


def test_a_result_reopened_while_next_is_held_is_not_given_up():
    bench = Bench("twenties-shootout")
    bench.press("A1 NEXT")
    bench.down("NEXT")
    bench.wait(100)
    bench.press("UNDO")
    bench.wait(800)
    bench.up("NEXT")
    bench.wait(60)
    assert not bench.table.match.finished
    assert bench.table.match.counts[0][0] == 1


def test_a_full_journal_is_said_and_next_still_works():
    bench = Bench("crokinole-official target=9999", FramChip(size=64 + 8 * 90))
    for _ in range(40):
        bench.press("A1")
        if bench.status == "FULL":
            break
        bench.press("UNDO")
    assert bench.status == "FULL"
    before = bench.shown[0]
    bench.press("A2")
    assert bench.shown[0] == before
    assert bench.status == "FULL"
    closed = bench.table.match.closed
    bench.hold("NEXT")
    assert bench.table.match.closed == closed + 1


def test_damage_is_said_at_power_on():
    chip = FramChip()
    bench = Bench(chip=chip)
    bench.press("A1 A2 A3")
    chip.memory[bench.table.journal._address(bench.table.journal.next - 2)] ^= 1
    bench = Bench(chip=chip)
    assert bench.status == "DAMA"
    bench.wait(3100)
    assert bench.shown == ["  :20.", "   0.", "R 1 "]


def test_a_setting_that_names_no_game_is_said():
    bench = Bench("tiddlywinks")
    assert bench.shown == ["    ", "    ", "GAM?"]
    bench.press("A1 NEXT UNDO MENU")
    assert bench.status == "NO  "


def test_syncing_is_said_for_a_moment():
    bench = Bench()
    bench.screen.synced(bench.now)
    bench.wait(1)
    assert bench.status == "SYNC"
    bench.wait(1100)
    assert bench.status == "R 1 "


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "   0"), (-3, "  -3"), (-999, "-999"), (9999, "9999"), (10_000, "----"), (-1000, "----")],
)
def test_numbers_fit_their_four_digits(number, text):
    assert views.number_text(number) == text


def test_every_text_has_four_characters():
    assert {len(text) for text in (*texts.REFUSALS, *texts.HAPPENINGS.values(), texts.SYNC, texts.NO_GAME)} == {4}


@pytest.mark.parametrize("game", games.IDS)
def test_every_game_has_a_meaning_for_its_keys(game):
    bench = Bench(game)
    bench.press("A1")
    assert bench.table.match.length == 1
