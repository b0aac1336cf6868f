"""What is heard at the table: a click for a press that counts, a low tone for one that is refused, and off is off."""

from collections.abc import Callable

import pytest

from shared_rules.journal import record
from shared_rules.journal.record import SOUND_OFF, SOUND_ON, SOUND_OPEN
from tableside import texts
from tableside.displays import Face
from tableside.menu import texts as say
from tableside.menu.menu import Menu
from tableside.sound import CLICK_HZ, CLICK_MS, REFUSAL_HZ, REFUSAL_MS, Sound
from tests.harness.bench import Bench, Tone
from tests.harness.memory_chips import FramChip

CLICK = [CLICK_HZ, 0]
REFUSED = [REFUSAL_HZ, 0]
SOUTHWEST = "pichenotte-southwest"


def with_piezo(game: str = "crokinole-official", chip: FramChip | None = None, loud: bool = True) -> tuple[Bench, Tone]:
    tone = Tone()
    return Bench(game, chip, tone=tone, loud=loud), tone


def heard(bench: Bench, tone: Tone, act: Callable[[], None]) -> list[int]:
    """All that is heard of this and of what it leaves behind."""
    tone.heard.clear()
    act()
    bench.wait(500)
    return tone.heard


def walk_to(bench: Bench, text: str) -> None:
    for _ in range(20):
        if bench.status == (text + "    ")[:4]:
            return
        bench.press("A2")
    raise AssertionError(f"{text} is not there")


def switch(bench: Bench, key: str) -> None:
    """Into the menu, to the sound, press this key, and out again."""
    bench.hold("MENU")
    walk_to(bench, say.SOUND)
    bench.press(f"NEXT {key} NEXT MENU")


# --- What is heard -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "before", "gesture"),
    [
        ("crokinole-official", "", "A1"),
        ("crokinole-official", "A1", "UNDO"),
        ("crokinole-official", "A1 B1", "NEXT"),
        ("crokinole-official", "", "B4~"),
        ("crokinole-official", "A1 NEXT", "NEXT~"),
        (SOUTHWEST, "", "A5~"),
        (SOUTHWEST, "", "A5"),
        ("washers-ritzenthaler", "", "A1"),
    ],
)
def test_a_press_that_counts_clicks_once(game: str, before: str, gesture: str) -> None:
    bench, tone = with_piezo(game)
    bench.press(before)
    length = bench.match.length
    act = bench.hold if gesture[-1] == "~" else bench.press
    done = heard(bench, tone, lambda: act(gesture.strip("~")))
    assert bench.match.length != length
    assert done == CLICK if before != "A1 NEXT" else [REFUSAL_HZ, 0, *CLICK]


def test_taking_one_off_and_going_back_click() -> None:
    bench, tone = with_piezo()
    bench.press("A1")

    def one_off() -> None:
        bench.down("UNDO")
        bench.wait(100)
        bench.press("A1")
        bench.up("UNDO")

    assert heard(bench, tone, one_off) == CLICK
    bench.press("UNDO UNDO")
    bench.table.again(bench.now)
    assert heard(bench, tone, lambda: bench.hold("UNDO")) == CLICK
    assert bench.status == texts.BACK


@pytest.mark.parametrize(
    ("game", "before", "gesture", "why"),
    [
        ("crokinole-official", "", "UNDO", "NONE"),
        ("crokinole-official", "", "A5", "NO  "),
        ("crokinole-official discs=1", "A1", "A1", "DISC"),
        ("crokinole-official", "A1", "NEXT", "HOLD"),
        ("pichenottes-quebec", "A1", "B2", "TURN"),
        ("washers-ritzenthaler target=3", "A1", "NEXT", "DED?"),
    ],
)
def test_whatever_the_status_refuses_with_is_heard(game: str, before: str, gesture: str, why: str) -> None:
    bench, tone = with_piezo(game)
    bench.press(before)
    bench.settle()
    tone.heard.clear()
    bench.press(gesture)
    assert bench.status == why
    bench.wait(500)
    assert tone.heard == REFUSED


def test_without_its_memory_every_press_is_refused_aloud() -> None:
    tone = Tone()
    bench = Bench(answers=False, tone=tone)
    bench.press("A1")
    assert bench.status == "MEM?"
    assert tone.heard[0] == REFUSAL_HZ


def test_a_key_that_is_let_go_too_late_for_a_tap_and_too_early_for_a_hold_is_refused_aloud() -> None:
    bench, tone = with_piezo(SOUTHWEST)
    assert heard(bench, tone, lambda: bench.press("A5", 600)) == REFUSED


def test_another_view_a_stuck_key_and_the_menu_by_its_hold_are_silent() -> None:
    bench, tone = with_piezo()
    bench.press("A1")
    assert heard(bench, tone, lambda: bench.press("MENU")) == []
    assert heard(bench, tone, lambda: bench.hold("MENU")) == []
    bench.press("MENU")
    bench.down("B1")
    bench.wait(500)
    assert heard(bench, tone, lambda: bench.wait(10_000)) == []


def test_in_the_menu_every_key_clicks() -> None:
    bench, tone = with_piezo(SOUTHWEST)
    bench.hold("MENU")
    for key in ("A2", "B1", "A5", "MENU"):
        assert heard(bench, tone, lambda key=key: bench.press(key)) == CLICK, key  # type: ignore[misc]


def test_what_the_menu_enters_and_is_refused_is_heard_as_a_refusal() -> None:
    bench, tone = with_piezo()
    bench.hold("MENU")
    walk_to(bench, "1STB")
    bench.answers = False
    bench.table.lost(bench.now)
    assert heard(bench, tone, lambda: bench.press("NEXT")) == REFUSED


# --- When, and for how long ----------------------------------------------------------------------------------------


def test_a_click_comes_behind_the_journal_and_the_displays_and_is_short() -> None:
    bench, tone = with_piezo()
    done: list[str] = []

    def noted(what: str, method: Callable[..., None]) -> Callable[..., None]:
        def do(*given: object) -> None:
            done.append(what)
            method(*given)

        return do

    for face in bench.faces:
        face.write = noted("display", face.write)  # type: ignore[method-assign]
    bench.table.journal.enter = noted("journal", bench.table.journal.enter)  # type: ignore[method-assign]
    tone._change = noted("tone", tone._change)  # type: ignore[method-assign]
    bench.down("A1")
    bench.wait(1)
    assert done == ["journal", *["display"] * 3, "tone", "tone"]


@pytest.mark.parametrize(("key", "hz", "ms"), [("A1", CLICK_HZ, CLICK_MS), ("A5", REFUSAL_HZ, REFUSAL_MS)])
def test_a_sound_lasts_its_time_from_the_turn_behind_it_on(key: str, hz: int, ms: int) -> None:
    bench, tone = with_piezo()
    bench.down(key)
    sounded = 0
    for _ in range(300):
        bench.wait(1)
        sounded += tone.sounds == hz
    assert sounded == ms + 1


def test_slow_turns_make_it_no_shorter_and_two_turns_longer_at_most() -> None:
    tone = Tone()
    sound = Sound(Bench().table, True, tone, lambda error: None)
    sound.click()
    sound.step(1000)
    for now in (1050, 1053, 1054):
        assert tone.sounds == CLICK_HZ, now
        sound.step(now)
    assert tone.sounds == 0


def test_the_next_press_ends_what_the_one_before_it_sounds() -> None:
    bench, tone = with_piezo()
    bench.press("A5 A1")
    bench.wait(200)
    assert tone.heard == [REFUSAL_HZ, *CLICK]


def test_while_nothing_sounds_the_piezo_is_not_touched() -> None:
    bench, tone = with_piezo()
    bench.press("A1")
    tone.breaks = {"frequency": OSError(5), "duty_cycle": OSError(5)}
    bench.wait(1000)
    assert bench.faults == []


# --- Off -----------------------------------------------------------------------------------------------------------


def test_the_menu_switches_it_off_at_once_for_good_and_on_again() -> None:
    bench, tone = with_piezo()
    bench.hold("MENU")
    walk_to(bench, say.SOUND)
    bench.press("NEXT")
    assert bench.status == "ON  "
    assert heard(bench, tone, lambda: bench.press("A3")) == []
    assert bench.status == "OFF "
    assert heard(bench, tone, lambda: bench.press("A4")) == CLICK
    assert heard(bench, tone, lambda: bench.press("A3 NEXT MENU A1 A5")) == []
    for _ in range(2):
        bench, tone = with_piezo(chip=bench.chip)
        assert heard(bench, tone, lambda: bench.press("A1 A5 NEXT B1 NEXT")) == []  # noqa: B023
        bench.table.again(bench.now)  # what is kept has to be found behind another match
    switch(bench, "B4")
    bench, tone = with_piezo(chip=bench.chip)
    assert heard(bench, tone, lambda: bench.press("A1")) == CLICK


@pytest.mark.parametrize("loud", [True, False])
def test_the_settings_count_until_the_menu_says_something_and_then_the_menu_does(loud: bool) -> None:
    bench, tone = with_piezo(loud=loud)
    assert heard(bench, tone, lambda: bench.press("A1")) == (CLICK if loud else [])
    switch(bench, "A3" if loud else "A4")
    assert bench.table.sound == (SOUND_OFF if loud else SOUND_ON)
    for settings in (True, False):
        bench, tone = with_piezo(chip=bench.chip, loud=settings)
        assert heard(bench, tone, lambda: bench.press("A1")) == ([] if loud else CLICK)  # noqa: B023


def test_whoever_only_looks_changes_nothing() -> None:
    bench, _ = with_piezo()
    kept = bench.table.journal.next
    switch(bench, "A4")
    switch(bench, "A3 A4 A1 A2")
    assert (bench.table.sound, bench.table.journal.next) == (SOUND_OPEN, kept)


def test_it_is_kept_also_when_the_menu_is_left_alone() -> None:
    bench, _ = with_piezo()
    bench.hold("MENU")
    walk_to(bench, say.SOUND)
    bench.press("NEXT A3")
    bench.now += 60_000
    bench.wait(1)
    assert bench.screen.menu is None
    assert with_piezo(chip=bench.chip)[0].table.sound == SOUND_OFF


def test_light_and_sound_are_kept_beside_each_other() -> None:
    bench, _ = with_piezo()
    switch(bench, "A3")
    bench.table.dim(5, bench.now)
    again, _ = with_piezo(chip=bench.chip)
    assert (again.table.light, again.table.sound) == (5, SOUND_OFF)
    switch(again, "A4")
    again.table.again(again.now)
    last, _ = with_piezo(chip=bench.chip)
    assert (last.table.light, last.table.sound) == (5, SOUND_ON)


def test_a_board_without_a_piezo_has_no_such_row_and_one_with_it_keeps_rows_apart() -> None:
    rows = {}
    for bench in (Bench(), with_piezo()[0]):
        menu = Menu(bench.panel, bench.table, bench.screen, list, int)
        menu.begin(0)
        rows[bench.sound is None] = list(menu._levels[0].texts)
    assert say.SOUND not in rows[True]
    assert [text for text in rows[False] if text != say.SOUND] == rows[True]
    firsts = [text[:4] for text in rows[False]]
    assert len(set(firsts)) == len(firsts)


def test_a_light_of_an_older_firmware_says_nothing_of_the_sound_and_of_a_newer_one_what_is_known() -> None:
    bench, _ = with_piezo()
    bench.table.journal.keep([(record.LIGHT, (9, 0, 0))])
    for loud in (True, False):
        again, _ = with_piezo(chip=bench.chip, loud=loud)
        assert (again.table.light, again.sound.is_on() if again.sound else None) == (9, loud)
    bench.table.journal.keep([(record.LIGHT, (9, 77, 1))])
    for loud in (True, False):
        again, _ = with_piezo(chip=bench.chip, loud=loud)
        assert again.sound is not None and again.sound.is_on() == loud


# --- A piezo that fails --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [OSError(5), ValueError("Invalid frequency"), RuntimeError("in use")])
@pytest.mark.parametrize("broken", [("frequency",), ("duty_cycle",), ("duty_cycle", "deinit"), ("deinit",)])
@pytest.mark.parametrize("since", ["", "A1", "A5"])
def test_whenever_it_fails_it_is_told_once_and_the_score_goes_on(
    error: Exception, broken: tuple[str, ...], since: str
) -> None:
    bench, tone = with_piezo()
    for key in since.split():
        bench.down(key)
        bench.wait(3)  # in the middle of its sound
        bench.up(key)
    tone.breaks = dict.fromkeys(broken, error)
    bench.press("B1 A2 A5 B2")
    bench.hold("MENU")
    bench.press("A2 MENU A1")
    assert bench.faults == ([] if broken == ("deinit",) else [error])
    assert bench.match.length == (6 if since == "A1" else 5) - 1
    if broken == ("frequency",):
        bench.wait(200)
        assert tone.sounds == 0, "a tone that was on does not stay"


def test_after_an_error_of_the_firmware_it_is_let_go() -> None:
    bench, tone = with_piezo()
    bench.down("A5")
    bench.wait(3)
    assert tone.sounds == REFUSAL_HZ
    assert bench.sound is not None
    bench.sound.give_up()
    assert tone.sounds == 0
    bench.sound.give_up()
    bench.sound.click()
    bench.wait(50)
    assert (tone.sounds, bench.faults) == (0, [])


def test_a_menu_that_fails_hums() -> None:
    bench, tone = with_piezo()

    class Broken(Menu):
        def draw(self, faces: list[Face], now_ms: int) -> int:
            raise ZeroDivisionError("a fault in the menu")

        def begin(self, at_ms: int) -> None:
            raise ZeroDivisionError("a fault in the menu")

    bench.panel._load_menu = lambda panel: Broken(panel, bench.table, bench.screen, list, int)
    assert heard(bench, tone, lambda: bench.hold("MENU")) == REFUSED
