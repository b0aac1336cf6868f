"""Which board a command is for: one on a free port here, one that a hub has, or one that nobody has now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tallyboard.commands.guard import tell
from tallyboard.errors import LongerError, TallyboardError, later
from tallyboard.link import SerialPort
from tallyboard.link.finding import ask_all, found_boards, look
from tallyboard.link.ports import PortInUseError
from tallyboard.store.hubs import Overview, Present, overview
from tallyboard.store.opening import find_store, reader_of
from tallyboard.system.laptop import laptop_name
from tallyboard.text.board_names import table_or_digits
from tallyboard.text.language import _


class Meant(NamedTuple):
    """What the command line says of the board; at most one of the three is given."""

    ports: Sequence[str] | None
    table: str | None
    board: str | None

    def fits(self, board: str, table: str) -> bool:
        """Whether the board of this id and table's name is meant by --board or --table."""
        if self.board is not None:
            id_, part = board.casefold(), self.board.casefold()
            return id_.startswith(part) or id_.endswith(part)
        return self.table is not None and table_or_digits(table, board).casefold() == self.table.casefold()


@dataclass(frozen=True)
class Absent:
    """A board that no laptop has. `board`: its id, None where only the table's name is known; `table`: "" for none."""

    board: str | None
    table: str

    def __str__(self) -> str:
        return _('the table "%(name)s"', name=self.table) if self.table else _("board %(board)s", board=self.board)


def known_in(db: str | None) -> Overview:
    """What the store says of hubs, boards and orders; a store that is not there is not made.

    Raises TallyboardError where a database that was named cannot be read. Where the default one cannot, that is told,
    and nothing is known: a board that is plugged in here can do without.
    """
    try:
        with reader_of(find_store(db)) as store:
            return overview(store)
    except TallyboardError as error:
        if db is not None:
            raise
        tell(error)
        return Overview()


def find_target(meant: Meant, known: Overview) -> SerialPort | Present | Absent:
    """The board that is meant, its port open where it is here. Raises TallyboardError if that is not clear or there."""
    if sum(one is not None for one in meant) > 1:
        raise TallyboardError("--port, --table and --board each name a board.", "Give one of the three.")
    if meant.table is None and meant.board is None:
        return _at_port(meant, known)
    at_hubs = {one.board: one for one in known.present if meant.fits(one.board, one.table)}
    board = _the_only(meant, {board: str(one.hub) for board, one in at_hubs.items()})
    if board is not None:
        return at_hubs[board]
    answers = ask_all(port for port in look().ports if known.on_port(port.path) is None)
    ports = {
        answer.fields["board"]: answer.candidate.path
        for answer in answers
        if answer.fields and meant.fits(answer.fields["board"], answer.fields["table"])
    }
    board = _the_only(meant, ports)
    if board is not None:
        return SerialPort(ports[board])
    tables = {board: table for board, table in known.tables.items() if meant.fits(board, table)}
    if meant.table is not None:  # that one board had stands for that board, any other for whoever will have it
        return Absent(next(iter(tables)) if len(tables) == 1 else None, meant.table)
    board = _the_only(meant, tables)
    if board is None:
        raise TallyboardError(
            "No board is known whose id begins or ends with %(board)s.",
            "`tallyboard boards` lists those that are there.",
            board=meant.board,
        )
    return Absent(board, tables[board])


def _at_port(meant: Meant, known: Overview) -> SerialPort | Present:
    ports = found_boards(meant.ports or (), [one.port for one in known.here])
    if len(ports) > 1:
        step = later("Name one with --port, or its table with --table.")
        if meant.ports:
            step = later("Name one with --port.")
        raise TallyboardError("Several boards are plugged in: %(ports)s.", step, ports=", ".join(ports))
    try:
        return SerialPort(ports[0])
    except TallyboardError as error:
        at_hub = known.on_port(ports[0])
        if at_hub is None:
            raise of_a_port(error, known) from error
        return at_hub


def of_a_port(error: TallyboardError, known: Overview) -> TallyboardError:
    """The error; of a port that another program has, also what to do if that is a hub."""
    if not isinstance(error, PortInUseError):
        return error
    ours = next((hub for hub in known.hubs if hub.laptop == laptop_name()), None)
    if ours is None:
        more = later("If it is another tallyboard: give the same --db as it has.")
    else:
        more = later("If it is %(hub)s: wait until that has met the board, then try again.", hub=ours)
    return LongerError(error, more)


def _the_only(meant: Meant, boards: Mapping[str, str]) -> str | None:
    """The id of the board that is meant, None where there is none; raises TallyboardError where there are several.
    `boards`: by the id where each is."""
    exact = [board for board in boards if board.casefold() == (meant.board or "").casefold()]
    found = exact or list(boards)
    if len(found) <= 1:
        return found[0] if found else None
    which = ", ".join(f"{board} ({where})" if where else board for board, where in boards.items())
    if meant.table is None:
        raise TallyboardError(
            "The ids of several boards begin or end with %(board)s: %(which)s.",
            "Give more of the id.",
            board=meant.board,
            which=which,
        )
    raise TallyboardError(
        "Several tables are called %(table)s: boards %(which)s.",
        "Name one with --board or --port.",
        table=meant.table,
        which=which,
    )
