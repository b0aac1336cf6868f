"""`pwmio.PWMOut`, as CircuitPython's raspberrypi port has it, and what is heard of it."""

import pytest

from tallyboard.virtual.box.cpu import BoardReset, ResetReason
from tallyboard.virtual.box.hardware import Hardware

Heard = tuple[int, str, int]  # when, which pin, Hz


@pytest.fixture
def heard(hardware: Hardware) -> list[Heard]:
    """What is heard from now on."""
    found: list[Heard] = []
    hardware.on_heard = lambda *heard: found.append(heard)
    return found


def test_a_tone_is_heard_as_long_as_the_pin_goes_up_and_down(
    hardware: Hardware, on_board: None, heard: list[Heard]
) -> None:
    import board
    import pwmio

    tone = pwmio.PWMOut(board.GP28, frequency=440, variable_frequency=True)
    assert (tone.duty_cycle, tone.frequency, heard) == (0, 440, [])
    tone.duty_cycle = 1 << 15
    hardware.advance(5)
    tone.frequency = 880
    tone.frequency = 880
    tone.duty_cycle = 0xFFFF
    assert heard == [(0, "GP28", 440), (5, "GP28", 880), (5, "GP28", 0)]
    tone.duty_cycle = 1
    tone.deinit()
    tone.deinit()
    assert heard[-1] == (5, "GP28", 0)
    with pytest.raises(ValueError):
        tone.duty_cycle = 1
    pwmio.PWMOut(board.GP28)


def test_what_cannot_be(hardware: Hardware, on_board: None) -> None:
    import board
    import pwmio

    fixed = pwmio.PWMOut(board.GP27)
    with pytest.raises(AttributeError):
        fixed.frequency = 880
    with pytest.raises(ValueError, match="in use"):
        pwmio.PWMOut(board.GP27)
    for wrong in (-1, 0x10000):
        with pytest.raises(ValueError):
            fixed.duty_cycle = wrong
    for wrong in (0, 70_000_000):
        with pytest.raises(ValueError):
            pwmio.PWMOut(board.GP28, frequency=wrong)


@pytest.mark.parametrize("hard", [True, False])
def test_a_reset_silences_it(hardware: Hardware, on_board: None, heard: list[Heard], hard: bool) -> None:
    import board
    import pwmio

    pwmio.PWMOut(board.GP28, duty_cycle=1 << 15)
    hardware.restart(BoardReset(ResetReason.WATCHDOG, hard))
    assert [hz for _, _, hz in heard] == [500, 0]
    hardware.restart(BoardReset(ResetReason.WATCHDOG, hard))
    assert len(heard) == 2
