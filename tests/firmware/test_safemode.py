"""safemode.py: a board that CircuitPython stopped starts again, but not for ever, and leaves word why."""

import runpy
import sys
from types import ModuleType, SimpleNamespace

import pytest

from shared_rules.journal.reasons import RESETS, SAFE_MODES
from tallyboard.drive.files import firmware_dir


class Reset(BaseException):
    """microcontroller.reset() does not come back."""


def reset() -> None:
    raise Reset


REASONS = SimpleNamespace(**{name: f"SafeModeReason.{name}" for name in SAFE_MODES if name != "SAFEMODE_PY_ERROR"})


class Stop:
    """stop(reason): CircuitPython stops for this reason; whether safemode.py starts the board again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.memory = bytearray(256)
        self._monkeypatch = monkeypatch

    def __call__(self, reason: str) -> bool:
        modules = {
            "alarm": SimpleNamespace(sleep_memory=self.memory),
            "microcontroller": SimpleNamespace(reset=reset),
            "supervisor": SimpleNamespace(
                runtime=SimpleNamespace(safe_mode_reason=f"SafeModeReason.{reason}"), SafeModeReason=REASONS
            ),
        }
        for name, contents in modules.items():
            module = ModuleType(name)
            vars(module).update(vars(contents))
            self._monkeypatch.setitem(sys.modules, name, module)
        try:
            runpy.run_path(str(firmware_dir() / "safemode.py"))
        except Reset:
            return True
        return False


@pytest.fixture
def stop(monkeypatch: pytest.MonkeyPatch) -> Stop:
    """A board that has not stopped yet."""
    return Stop(monkeypatch)


@pytest.mark.parametrize("reason", ["HARD_FAULT", "BROWNOUT", "WATCHDOG", "GC_ALLOC_OUTSIDE_VM", "NEVER_HEARD_OF"])
def test_it_starts_again_and_leaves_word_why(stop: Stop, reason: str) -> None:
    assert stop(reason)
    assert SAFE_MODES[stop.memory[0]] == (reason if reason in SAFE_MODES else "NONE")


def test_a_safe_mode_that_somebody_asked_for_is_left_alone(stop: Stop, capsys: pytest.CaptureFixture[str]) -> None:
    assert not stop("PROGRAMMATIC")
    assert "plug the board in anew" in capsys.readouterr().out


def test_after_five_in_a_row_it_stays_there_and_the_next_power_on_tries_again(stop: Stop) -> None:
    assert [stop("HARD_FAULT") for _ in range(7)] == [True] * 5 + [False, True]


def test_a_board_that_ran_for_a_minute_has_all_its_tries_again(stop: Stop) -> None:
    assert all(stop("HARD_FAULT") for _ in range(4))
    stop.memory[1] = 0  # as code.py does
    assert all(stop("HARD_FAULT") for _ in range(5))


def test_the_tables_fit_into_the_bytes_of_a_record() -> None:
    for table in (RESETS, SAFE_MODES):
        assert len(set(table)) == len(table) < 256
