"""Switches: one press is one press, holds and lock-out go by the time of the edge."""

from tableside.keys import HOLD_MS, LOCK_OUT_MS, STUCK_MS, Keys
from tableside.panel import Panel
from tableside.ticks import Clock


class Log(Panel):
    """Listens to keys in the place of the panel."""

    def __init__(self) -> None:
        self.said: list[tuple[str | int, ...]] = []

    def key_down(self, key: int, at_ms: int) -> None:
        self.said.append(("down", key, at_ms))

    def key_held(self, key: int, at_ms: int) -> None:
        self.said.append(("held", key, at_ms))

    def key_stuck(self, key: int, at_ms: int) -> None:
        self.said.append(("stuck", key, at_ms))

    def key_up(self, key: int, at_ms: int, down_ms: int) -> None:
        self.said.append(("up", key, at_ms, down_ms))


def played(
    *edges: tuple[int, int, bool], until: int = 5000, step: int = 1, keys: int = 2
) -> list[tuple[str | int, ...]]:
    """Feed (time, key, pressed) edges and let time go on to `until`."""
    log = Log()
    machine = Keys(keys, log)
    waiting = list(edges)
    for now in range(1000, until, step):
        while waiting and waiting[0][0] <= now:
            at, key, pressed = waiting.pop(0)
            machine.edge(key, pressed, at)
        machine.step(now)
    return log.said


def test_a_press_is_down_and_up() -> None:
    assert played((1100, 0, True), (1160, 0, False)) == [("down", 0, 1100), ("up", 0, 1160, 60)]


def test_a_bouncing_switch_is_one_press() -> None:
    edges = [(1100 + n, 0, n % 2 == 0) for n in range(5)] + [(1200 + n, 0, n % 2 == 1) for n in range(5)]
    assert played(*edges) == [("down", 0, 1100), ("up", 0, 1200, 100)]


def test_a_press_shorter_than_the_lock_out_is_not_stuck() -> None:
    said = played((1100, 0, True), (1110, 0, False))
    assert said == [("down", 0, 1100), ("up", 0, 1100 + LOCK_OUT_MS, LOCK_OUT_MS)]


def test_a_hold_acts_while_still_held_and_once() -> None:
    said = played((1100, 1, True), (3000, 1, False))
    assert said == [("down", 1, 1100), ("held", 1, 1100 + HOLD_MS), ("up", 1, 3000, 1900)]


def test_a_loop_that_comes_late_still_sees_the_hold() -> None:
    said = played((1100, 0, True), (1100 + HOLD_MS, 0, False), step=3000, until=5000)
    assert [what[0] for what in said] == ["down", "held", "up"]


def test_a_tap_that_the_loop_sees_late_is_no_hold() -> None:
    said = played((1100, 0, True), (1800, 0, False), step=3000, until=5000)
    assert [what[0] for what in said] == ["down", "up"]


def test_the_lock_out_is_each_keys_own() -> None:
    said = played((1100, 0, True), (1101, 1, True), (1160, 0, False), (1161, 1, False))
    assert [what[:2] for what in said] == [("down", 0), ("down", 1), ("up", 0), ("up", 1)]


def test_the_release_of_a_key_that_was_down_at_power_on_is_harmless() -> None:
    assert played((1100, 0, False)) == []


def test_after_lost_edges_a_key_that_is_up_is_not_stuck_and_a_key_that_is_down_is_not_pressed_again() -> None:
    log = Log()
    keys = Keys(3, log)
    keys.edge(0, True, 1000)
    keys.edge(1, True, 1000)
    keys.reset([1, 2], 1100)
    for now in range(1100, 1300):
        keys.step(now)
    assert log.said == [("down", 0, 1000), ("down", 1, 1000), ("up", 0, 1100, 100), ("down", 2, 1100)]


def test_edges_lost_in_the_lock_out_are_settled_at_its_end() -> None:
    log = Log()
    keys = Keys(1, log)
    keys.edge(0, True, 1000)
    keys.reset([], 1010)
    for now in range(1010, 1100):
        keys.step(now)
    assert log.said == [("down", 0, 1000), ("up", 0, 1030, 30)]


def test_a_key_that_is_down_at_power_on_counts_again_when_it_was_let_go() -> None:
    log = Log()
    keys = Keys(2, log, [0])
    for at, pressed in ((3000, True), (5000, False), (5010, True), (5015, False), (5100, True), (5160, False)):
        for now in range(at - 100, at):
            keys.step(now)
        keys.edge(0, pressed, at)
    assert log.said == [("down", 0, 5100), ("up", 0, 5160, 60)]


def test_what_goes_down_before_the_score_is_lit_is_for_nobody_and_what_goes_down_then_counts() -> None:
    log = Log()
    keys = Keys(4, log, [0], lit_at=1000)
    early = [(990, 1, True), (995, 2, True), (998, 2, False), (999, 2, True), (999, 3, True), (999, 3, False)]
    lit = [(1000, 3, True), (1001, 2, False), (1002, 2, True), (1100, 0, False), (1100, 1, False), (1100, 2, False)]
    for at, key, pressed in early + lit:
        keys.edge(key, pressed, at)
    for now in range(1100, 1200):
        keys.step(now)
    assert log.said == [], "one bounced on, another was tapped within the lock-out"
    keys.edge(3, False, 1200)
    for key in range(4):
        keys.edge(key, True, 1300)
    assert log.said == [("down", key, 1300) for key in range(4)]


def test_a_press_at_the_very_moment_when_the_score_is_lit_counts() -> None:
    log = Log()
    keys = Keys(2, log, lit_at=1000)
    keys.edge(0, True, 1000)
    keys.edge(1, True, 1001)
    assert log.said == [("down", 0, 1000), ("down", 1, 1001)]


def test_a_key_that_nobody_would_hold_for_so_long_is_stuck() -> None:
    log = Log()
    keys = Keys(2, log)
    keys.edge(0, True, 1000)
    for now in range(1000, 30_000):
        keys.step(now)
    assert log.said == [("down", 0, 1000), ("held", 0, 1800), ("stuck", 0, 1000 + STUCK_MS)]
    keys.edge(0, False, 30_000)
    keys.edge(0, True, 31_000)
    assert log.said[3:] == [("down", 0, 31_000)]


def test_lost_edges_do_not_wake_a_stuck_key() -> None:
    log = Log()
    keys = Keys(2, log, [0])
    keys.reset([0], 1000)
    keys.step(1100)
    assert log.said == []
    keys.reset([], 1200)
    keys.edge(0, True, 1300)
    assert log.said == [("down", 0, 1300)]


def test_board_time_goes_on_where_ticks_wrap() -> None:
    period = 1 << 29
    ticks = [period - 65_536]
    clock = Clock(lambda: ticks[0])
    for _ in range(100):
        ticks[0] = (ticks[0] + 1000) % period
        clock.step()
    assert clock.now == 100_000
    assert clock.at((ticks[0] - 70_000) % period) == 30_000
    assert clock.at((ticks[0] + 5) % period) == 100_005
