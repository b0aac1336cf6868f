"""A rehearsal from its folder to its report; whatever happens, nothing of it is left running."""

import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from tallyboard.errors import TallyboardError
from tallyboard.rehearsal import checks
from tallyboard.rehearsal.day import RehearsalDay, StandstillError
from tallyboard.rehearsal.mishaps import all_of_them
from tallyboard.rehearsal.organiser import Commands, RehearsalStory
from tallyboard.rehearsal.plan import RehearsalSettings
from tallyboard.rehearsal.result import result_of
from tallyboard.shapes import RehearsalObject, RehearsedCheck

TO_THE_END = "the tournament came to its champion"


def rehearse(
    settings: RehearsalSettings, keep: Path | None, commands: Commands, write: Callable[[str], None]
) -> RehearsalObject:
    """Run it all; `keep`: a folder that is not there yet or empty, where everything stays, else a temporary one.

    `commands` does what the organiser types, `write` is given the lines that tell what happens. Raises TallyboardError
    where something fails that is no check.
    """
    with _folder(keep) as folder, _ended_by_a_signal():
        day = RehearsalDay(settings, folder, commands, RehearsalStory(write), all_of_them)
        try:
            return _rehearsed(day)
        finally:
            with _undisturbed():
                day.close()


def _rehearsed(day: RehearsalDay) -> RehearsalObject:
    day.prepare()
    wrong: list[str] = []
    try:
        day.play()
        day.settle(lambda: checks.is_settled(day))
    except StandstillError as standstill:
        wrong = [standstill.cause]
    to_the_end: RehearsedCheck = {"what": TO_THE_END, "holds": not wrong, "wrong": wrong}
    found = checks.checked(day, day.hub.end())
    return result_of(day, [to_the_end, *found])


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="tallyboard-rehearsal-") as folder:
            yield Path(folder)
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
        is_empty = not any(keep.iterdir())
    except OSError as error:
        raise TallyboardError(
            f"The folder {keep} cannot be made: {error.strerror or error}.", "Choose another --keep folder."
        ) from None
    if not is_empty:
        raise TallyboardError(f"The folder {keep} is not empty.", "Choose another --keep folder.")
    yield keep.absolute()


@contextmanager
def _ended_by_a_signal() -> Iterator[None]:
    """SIGTERM and SIGHUP end a rehearsal as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _undisturbed() -> AbstractContextManager[None]:
    """A second Ctrl-C is not to leave anything running."""
    return nullcontext() if threading.current_thread() is not threading.main_thread() else _ignored()


@contextmanager
def _ignored() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
