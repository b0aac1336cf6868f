"""The options --size and --campaign, a PostgreSQL server, what a test run says at its end, and when it has failed.

Where everything is installed on purpose, a test that is skipped for want of a tool has failed.
"""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.pages.phones.build import PhonePage, ready_page
from tallyboard.play.build import page
from tallyboard.system.laptop import cache_folder
from tests.damage.tally import summary as damage
from tests.emulator.missing import UF2_VARIABLE, missing
from tests.event import schedule as event
from tests.firmware.tally import summary as power_cuts
from tests.hall import schedule as hall
from tests.harness import campaign, sizes
from tests.harness.fresh_stores import copied
from tests.harness.missing import GPIO_SIM, cannot_run
from tests.harness.postgres import PostgresServer
from tests.harness.postgres import missing as no_postgres
from tests.harness.replays import summed
from tests.link.tally import summary as link
from tests.phones import schedule as phones
from tests.radio.campaign import summary as radio

os.environ["TALLYBOARD_LANGUAGE"] = "en"  # of this process and those that it starts, wherever tests run
_skipped: list[str] = []
_properties: list[tuple[str, object]] = []


@pytest.fixture(scope="session", autouse=True)
def fresh_stores() -> Iterator[None]:
    """A new store in SQLite is a copy of one that is made once."""
    with copied():
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running server: one for each process of the tests. A test that kills or freezes it starts or thaws it again."""
    if (reason := no_postgres()) is not None:
        cannot_run(reason)
    with PostgresServer() as server:
        yield server


@pytest.fixture(scope="session")
def play_page() -> str:
    """The page of the board in the browser, made of this checkout."""
    try:
        return page(cache_folder())
    except TallyboardError as error:
        cannot_run(str(error))


@pytest.fixture(scope="session")
def phone_page() -> PhonePage:
    """The page of a phone that is a table, made of this checkout."""
    try:
        return ready_page()
    except TallyboardError as error:
        cannot_run(str(error))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--campaign", action="store_true", help="the long form of the tests that draw at random")
    parser.addoption("--size", choices=[sizes.TEST, sizes.CHECK], help="only what `make test` runs, or only the rest")


def pytest_configure(config: pytest.Config) -> None:
    campaign.use(config.getoption("--size"), config.getoption("--campaign"))
    config.addinivalue_line("markers", "check(why): left to `make check`")
    config.addinivalue_line("markers", "sample: `make check` tries more of it")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("--size") == sizes.TEST and sizes.is_left(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if size := config.getoption("--size"):
        run = [sizes.is_run(item, size) for item in items]
        config.hook.pytest_deselected(items=[item for item, is_run in zip(items, run, strict=True) if not is_run])
        items[:] = [item for item, is_run in zip(items, run, strict=True) if is_run]


def pytest_collection_finish() -> None:
    """What was collected stays until the end: the garbage collector needs not look through it again and again."""
    gc.freeze()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call":
        _properties.extend(report.user_properties)
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _skipped and os.environ.get("CI") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--size") == sizes.TEST:
        terminalreporter.write_line(f"`make check` runs the rest: {'; '.join(sizes.left())}")
    elif UF2_VARIABLE not in os.environ:
        terminalreporter.write_line(f"not run: tests/emulator, the drive on a real CircuitPython. {missing()}")
    if config.getoption("--size") != sizes.TEST and not GPIO_SIM.is_dir():
        terminalreporter.write_line(
            "not run: keys on the kernel's simulated pins, which `sudo modprobe gpio-sim` makes"
        )
    for summary in (power_cuts, link, radio, damage):
        for line in summary(_properties):
            terminalreporter.write_line(line)
    for name, campaign_of in (("hall", hall), ("event", event), ("phones", phones)):
        for line in summed(_properties, name, campaign_of.line):
            terminalreporter.write_line(line)
    if _skipped and os.environ.get("CI"):
        terminalreporter.write_line("skipped, which fails in CI: " + ", ".join(_skipped))
