"""keypad.Keys as CircuitPython scans."""

from typing import Any

import pytest

from tallyboard.virtual.box.cpu import TICKS_AT_POWER_ON
from tallyboard.virtual.box.hardware import Hardware


@pytest.fixture
def keypad(on_board: None) -> Any:
    import keypad

    return keypad


def two_keys(keypad: Any, **options: Any) -> Any:
    import board

    return keypad.Keys((board.GP6, board.GP7), value_when_pressed=False, pull=True, **options)


def drain(keys: Any) -> list[tuple[int, bool, int]]:
    events = []
    while keys.events:
        event = keys.events.get()
        events.append((event.key_number, event.pressed, event.timestamp - TICKS_AT_POWER_ON))
    return events


def test_edges_become_events_at_the_scans_after_them(hardware: Hardware, keypad: Any) -> None:
    keys = two_keys(keypad)
    assert (keys.key_count, len(keys.events), keys.events.get()) == (2, 0, None)
    hardware.at(21, lambda: hardware.switch("A1", True))
    hardware.at(45, lambda: hardware.switch("A2", True))
    hardware.at(60, lambda: hardware.switch("A1", False))
    hardware.advance(100)
    assert drain(keys) == [(0, True, 40), (0, False, 60), (1, True, 60)]


def test_a_press_between_two_scans_is_not_seen(hardware: Hardware, keypad: Any) -> None:
    keys = two_keys(keypad, interval=0.010)
    hardware.at(11, lambda: hardware.switch("A1", True))
    hardware.at(19, lambda: hardware.switch("A1", False))
    hardware.advance(50)
    assert not keys.events


def test_a_full_queue_drops_the_new_event(hardware: Hardware, keypad: Any) -> None:
    keys = two_keys(keypad, interval=0.001, max_events=3)
    for closed in (True, False, True, False):
        hardware.switch("A1", closed)
        hardware.advance(1)
    assert (len(keys.events), keys.events.overflowed) == (3, True)
    assert [event[1] for event in drain(keys)] == [True, False, True]
    assert keys.events.overflowed
    keys.events.clear()
    assert not keys.events.overflowed


def test_reset_reports_keys_that_are_down_again(hardware: Hardware, keypad: Any) -> None:
    hardware.switch("A2", True)
    keys = two_keys(keypad)
    hardware.advance(50)
    assert not keys.events  # down at start: no event by itself
    keys.reset()
    assert drain(keys) == [(1, True, 50)]


def test_debounce_threshold_counts_scans(hardware: Hardware, keypad: Any) -> None:
    keys = two_keys(keypad, interval=0.001, debounce_threshold=3)
    hardware.advance(5)
    hardware.switch("A1", True)
    hardware.advance(2)
    assert not keys.events
    hardware.advance(1)
    assert drain(keys) == [(0, True, 8)]
    assert keys.debounce_ms == 3


def test_get_into_reuses_the_event(hardware: Hardware, keypad: Any) -> None:
    keys = two_keys(keypad, interval=0.001)
    event = keypad.Event()
    assert not keys.events.get_into(event)
    hardware.switch("A2", True)
    hardware.advance(1)
    assert keys.events.get_into(event)
    assert (event.key_number, event.pressed, event.released) == (1, True, False)
    assert event == keypad.Event(1, True, 0)
    assert event != keypad.Event(1, False, 0)
    with pytest.raises(TypeError):
        keys.events.get_into([])


def test_a_loop_that_never_asks_for_the_time_still_sees_its_keys(hardware: Hardware, keypad: Any) -> None:
    keys = two_keys(keypad)
    hardware.at(100, lambda: hardware.switch("A1", True))
    while (event := keys.events.get()) is None:
        pass
    assert (event.key_number, hardware.ms) == (0, 100)


def test_timestamps_wrap_with_ticks_ms(hardware: Hardware, keypad: Any) -> None:
    import supervisor

    keys = two_keys(keypad, interval=0.001)
    hardware.advance(65_535)
    hardware.switch("A1", True)
    hardware.advance(1)
    assert hardware.ticks_ms() == 0
    assert keys.events.get().timestamp == 0
    assert supervisor.ticks_ms() == 1


def test_pins_belong_to_one(hardware: Hardware, keypad: Any) -> None:
    import board

    keys = two_keys(keypad)
    with pytest.raises(ValueError, match="GP6 in use"):
        two_keys(keypad)
    keys.deinit()
    with pytest.raises(ValueError, match="Duplicate"):
        keypad.Keys((board.GP6, board.GP6), value_when_pressed=False)
    two_keys(keypad)


@pytest.mark.parametrize("options", [{"interval": -1}, {"max_events": 0}, {"debounce_threshold": 128}])
def test_arguments_are_checked(keypad: Any, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        two_keys(keypad, **options)
