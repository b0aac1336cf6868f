"""What the doctor examines: a laptop, its ports, the boards on them, a store; and what a check says of them."""

import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Final, Literal

from tallyboard.drive import deploy
from tallyboard.errors import TallyboardError
from tallyboard.link.finding import Answer, FoundPorts, Lister, ask_all, data_port_beside, look
from tallyboard.link.ports import Port, SerialPort
from tallyboard.store.hubs import Overview, overview
from tallyboard.store.opening import Location, find_store, reader_of
from tallyboard.store.reader import Reader
from tallyboard.store.verify import Findings, Progress, verify
from tallyboard.system.laptop import data_folder

Level = Literal["ok", "warn", "fault"]
OK: Final = "ok"
WARN: Final = "warn"
FAULT: Final = "fault"


@dataclass(frozen=True)
class Finding:
    """What a check has found: a level, a sentence, and where something is to be done what that is, both in the
    terminal's language."""

    level: Level
    found: str
    remedy: str = ""


ok, warn, fault = partial(Finding, OK), partial(Finding, WARN), partial(Finding, FAULT)


@dataclass
class Environment:
    """`overrides`: what --port gave. `db`: what --db gave. The rest is how to look; tests look elsewhere. `clock` gives
    seconds since 1970, `drives` the mounted CIRCUITPY drives. `progress`: told of what takes long."""

    overrides: Sequence[str] = ()
    db: str | None = None
    lister: Lister | None = None
    opener: Callable[[str], Port] = SerialPort
    clock: Callable[[], float] = time.time
    drives: Callable[[], list[Path]] = deploy.find_drives
    progress: Progress | None = None

    @cached_property
    def found(self) -> FoundPorts:
        return look(self.overrides, self.lister)

    @cached_property
    def consoles(self) -> dict[str, str | None]:
        """The ports that the user gave and that are consoles, each with the data port of the same board, if any."""
        beside = {path: data_port_beside(path, self.lister) for path in (port.path for port in self.found.ports)}
        return {path: data_port for path, (is_console, data_port) in beside.items() if is_console}

    @cached_property
    def answers(self) -> list[Answer]:
        """What came of asking the ports; a console is not asked, for that could stop the board's program."""
        return ask_all((port for port in self.found.ports if port.path not in self.consoles), self.opener)

    @property
    def place(self) -> Location:
        """Where the store is. Raises TallyboardError, each time the same: a locked database is waited for once."""
        if isinstance(self._place, TallyboardError):
            raise self._place
        return self._place

    @cached_property
    def _place(self) -> Location | TallyboardError:
        try:
            return find_store(self.db)
        except TallyboardError as error:
            return error

    @cached_property
    def folder(self) -> Path:
        """Where the data are, or would be."""
        path = None
        with contextlib.suppress(TallyboardError):  # the check of the database tells
            path = self.place.path
        return data_folder() if path is None else path.parent

    @cached_property
    def store(self) -> Reader:
        """The store, for reading. Raises TallyboardError."""
        return reader_of(self.place)

    @cached_property
    def known(self) -> Overview:
        """What the store says of hubs, of their boards and of orders: nothing where it is not there or not readable."""
        with contextlib.suppress(TallyboardError):  # the checks of the database tell
            return overview(self.store)
        return Overview()

    @cached_property
    def verified(self) -> Findings:
        """What `verify` finds. Raises TallyboardError."""
        return verify(self.store, self.progress)

    def close(self) -> None:
        if "store" in self.__dict__:
            self.store.close()


Check = Callable[[Environment], Iterable[Finding]]
