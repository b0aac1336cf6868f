"""The light goes down on an idle table and comes back with a press; what sticks is named."""

from tableside.screen import IDLE_MS, Screen
from tests.harness.bench import Bench
from tests.harness.memory_chips import FramChip


def levels(bench: Bench) -> list[int]:
    return [face.level for face in bench.faces]


def idle(bench: Bench) -> None:
    """Five minutes without a press, in steps of a second."""
    for _ in range(IDLE_MS // 1000 + 1):
        bench.now += 999
        bench.wait(1)


def test_after_five_minutes_without_a_press_the_displays_are_dim_and_still_show_the_score() -> None:
    bench = Bench()
    bench.press("A1 B3")
    bench.settle()
    shown = bench.shown
    idle(bench)
    assert levels(bench) == [1, 1, 1]
    assert bench.shown == shown


def test_the_press_that_brings_the_light_back_counts() -> None:
    bench = Bench()
    idle(bench)
    bench.press("A1")
    assert levels(bench) == [16, 16, 16]
    assert bench.shown[0] == "° 20."
    idle(bench)
    assert levels(bench) == [1, 1, 1]


def test_a_key_that_sticks_does_not_keep_the_light_up_and_is_named() -> None:
    bench = Bench()
    bench.down("UNDO")
    bench.wait(10_100)
    assert bench.status == "KEY "
    bench.wait(2_800)
    assert bench.status == "UNDO"
    bench.press("A1")
    assert bench.shown[0] == "° 20.", "UNDO counts as let go"
    idle(bench)
    assert levels(bench) == [1, 1, 1]


def test_a_side_key_that_sticks_counts_once() -> None:
    bench = Bench("pichenotte-southwest")
    bench.down("A5")
    bench.wait(20_000)
    bench.up("A5")
    bench.wait(100)
    assert bench.match.length == 1
    assert bench.shown[0] == "° 50."


def test_dim_is_never_brighter_than_what_was_chosen() -> None:
    bench = Bench()
    bench.table.light = 1
    bench.screen.light()
    idle(bench)
    assert levels(bench) == [1, 1, 1]


def test_a_memory_that_goes_while_the_first_match_is_written_down_is_told_of() -> None:
    class Gone(FramChip):
        def __setitem__(self, place: slice, data: bytes) -> None:
            if self.written > 48:  # behind the header, the BOOT and the first of the match
                raise OSError(19)
            super().__setitem__(place, data)

    chip = Gone()
    bench = Bench(chip=chip)
    assert bench.status == "MEM?"
    chip.written = -10_000
    bench.wait(2_000)
    assert bench.match is not None


def test_a_key_before_anything_is_drawn_is_harmless() -> None:
    bench = Bench()
    bench.screen = Screen(bench.table, list(bench.faces))
    bench.screen.other_view(bench.now)
    bench.wait(1)
    assert bench.status == "20S "


def test_another_view_is_the_one_after_what_is_shown() -> None:
    bench = Bench()
    seen = []
    for _ in range(4):
        bench.press("MENU")
        seen.append(bench.status)
    assert seen == ["20S ", "RND ", "TOTL", "20S "]
