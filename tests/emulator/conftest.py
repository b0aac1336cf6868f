"""Tests on the chip run where CIRCUITPYTHON_UF2 names a CircuitPython; elsewhere they are not there at all, and a line
says so: a skip would fail where skips fail. Once it is set, whatever else is missing is a failure."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.emulator.chip import Chip
from tests.emulator.drive import deploy_to, prepare
from tests.emulator.missing import UF2_VARIABLE, missing
from tests.emulator.uf2 import version_of

_WANTED = bool(os.environ.get(UF2_VARIABLE))
collect_ignore = [] if _WANTED else ["test_on_the_chip.py"]
_FIGURE = "figure"
_figures: list[str] = []  # what the tests measured


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call":
        _figures.extend(str(value) for name, value in report.user_properties if name == _FIGURE)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _figures:
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def uf2() -> Path:
    """The CircuitPython to run."""
    what = missing()
    if what is not None:
        pytest.fail(what, pytrace=False)
    return Path(os.environ[UF2_VARIABLE])


@pytest.fixture(scope="session")
def version(uf2: Path) -> tuple[int, ...]:
    """Of that CircuitPython; (10, 2, 1), say."""
    return version_of(uf2)


@pytest.fixture(scope="session")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The drive as `tallyboard deploy` writes it."""
    folder = tmp_path_factory.mktemp("deployed")
    deploy_to(folder)
    return folder


@pytest.fixture
def board(uf2: Path, deployed: Path, tmp_path: Path) -> Iterator[Callable[..., Chip]]:
    """A chip with the deployed drive, switched off: `board("crokinole-official", storage="nvm", sides=3, files={})`."""
    started: list[Chip] = []

    def start(
        game: str | None, *, storage: str = "fram", sides: int = 2, files: Mapping[str, bytes] | None = None
    ) -> Chip:
        drive = tmp_path / f"drive{len(started)}"
        prepare(deployed, drive, game, storage=storage, sides=sides, files=files)
        started.append(Chip(uf2, drive))
        return started[-1]

    yield start
    for chip in started:
        chip.close()


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Has the summary print a line, whether the test passes or fails."""
    return lambda line: record_property(_FIGURE, line)
