"""The log of unexpected errors."""

from pathlib import Path

import pytest

from tallyboard.system.error_log import BEFORE, LOG, unforeseen
from tallyboard.system.laptop import state_folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return state_folder()


def test_a_traceback_goes_to_the_log_and_a_sentence_to_the_user(folder: Path) -> None:
    said = unforeseen(ZeroDivisionError("by nobody"))
    assert str(said) == (
        f"Something unexpected went wrong (ZeroDivisionError). The details are in {folder / LOG}: please report them."
    )
    assert "by nobody" in (folder / LOG).read_text()


def test_however_often_something_goes_wrong_the_log_fills_no_disk(folder: Path) -> None:
    for at in range(40):
        unforeseen(ZeroDivisionError("x" * 100_000 + str(at)))
    assert (folder / LOG).read_text().rstrip().endswith("x39")
    assert sum(file.stat().st_size for file in folder.iterdir()) < 2_500_000
    assert sorted(file.name for file in folder.iterdir()) == [BEFORE, LOG]
