"""The drive, and the key scripts played from it, each once for all tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vm.on_the_rig import write_drive
from tests.vm.plays import Play, play_on_both


@pytest.fixture(scope="session")
def drive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_drive(tmp_path_factory.mktemp("drive"))


@pytest.fixture(scope="session")
def play(drive: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Play]:
    """Plays the script of this name."""
    done: dict[str, Play] = {}

    def start(name: str) -> Play:
        if name not in done:
            done[name] = play_on_both(drive, tmp_path_factory.mktemp(name), name)
        return done[name]

    return start
