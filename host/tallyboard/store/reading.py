"""Looking at a store and changing nothing: where it is, of which shape, and whether its file is sound."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, create_engine, event, select, text

from tallyboard.errors import TallyboardError
from tallyboard.runs import joined
from tallyboard.spans import Spans
from tallyboard.store import database, derive
from tallyboard.store.failures import explained, sentence
from tallyboard.store.models import Board, Journal
from tallyboard.store.store import Store

_WAL_AT, _WAL = 18, b"\x02\x02"  # the two bytes of the header that say so (sqlite.org/fileformat2.html, 1.3.3)


@dataclass(frozen=True)
class Place:
    """Where a store is or would be. `path`: its SQLite file, None for other databases. `revision`: None while there is
    nothing there."""

    name: str
    address: URL
    path: Path | None
    revision: str | None

    @property
    def is_present(self) -> bool:
        """Whether it is of the shape that this version reads; else there is none or it waits for its migration."""
        return self.revision == database.REVISIONS[-1]


def find_store(url: str | None = None) -> Place:
    """What is at a database URL, at the path of an SQLite file, or at the default place.

    Raises TallyboardError for one of a newer version, for one that is not ours and for one that cannot be opened.
    """
    if url is None:
        default = database.default_file()
        if not default.exists():
            return Place(str(default), URL.create("sqlite", database=str(default)), default, None)
        url = str(default)
    address, name = database.address_of(url), database.place_of(url)
    path = database.file_of(address)
    if path is not None:
        return Place(name, address, path, database.check_file(path))
    with explained(name):
        engine = create_engine(address)
        try:
            return Place(name, address, None, database.revision_in(engine, name))
        finally:
            engine.dispose()


def read_store(place: Place) -> Store:
    """A store of the present shape, for reading alone: what would write to it fails."""
    if not place.is_present:
        raise TallyboardError(f"{place.name} has to be migrated first.", "Any sync into it does that.")
    if place.path is None:
        return Store(create_engine(place.address), place.name, None)
    file = f"file:{quote(str(place.path.absolute()))}"
    engine = create_engine(URL.create("sqlite", database=file, query={"mode": "rw", "uri": "true"}))

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: Any) -> None:
        # mode=ro would leave the two files of the write-ahead log behind.
        connection.execute("PRAGMA query_only = ON")
        connection.execute(f"PRAGMA busy_timeout = {database.BUSY_S * 1000}")

    return Store(engine, place.name, place.path)


def file_faults(store: Store) -> list[str]:
    """What SQLite finds wrong with its file: pages, indexes, keys that lead nowhere; empty where all is well."""
    with store.session() as session:
        said = [str(row[0]) for row in session.execute(text("PRAGMA integrity_check"))]
        faults = [] if said == ["ok"] else said
        for table, row, parent, _ in session.execute(text("PRAGMA foreign_key_check")):
            faults.append(f"row {row} of {table} leads to nothing in {parent}")
    return faults


def is_wal(path: Path) -> bool:
    """Whether the file is in WAL mode, where readers and a writer do not hinder each other."""
    with path.open("rb") as file:
        file.seek(_WAL_AT)
        return file.read(len(_WAL)) == _WAL


def copies_of(path: Path) -> list[Path]:
    """The copies of the database that lie beside it, the newest first; a migration makes one."""
    beside = [other for other in path.parent.glob(f"{path.name}.*") if other.is_file()]
    return sorted(beside, key=lambda other: -other.stat().st_mtime)


def copy_to(path: Path, to: Path) -> None:
    """A consistent copy of an SQLite file that may be in use. Raises TallyboardError."""
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(to)) as target:
            source.execute("PRAGMA query_only = ON")
            source.backup(target)
    except sqlite3.Error as error:
        raise sentence(str(path), str(error)) from error


def journals(store: Store) -> list[tuple[str, str, int]]:
    """(board, table name, epoch) of every journal, in the order in which they were first heard."""
    wanted = select(Journal.board, Board.table_name, Journal.epoch).join(Board, Board.id == Journal.board)
    with store.session() as session:
        return [(board, table, epoch) for board, table, epoch in session.execute(wanted.order_by(Journal.id))]


def missing_from(store: Store, match: dict[str, Any]) -> Spans:
    """The numbers of the records that a match should have and this store lacks."""
    board, epoch, first = match["board"], match["epoch"], match["first_seq"]
    end = store.next_match(board, epoch, first)
    if end is None:
        with store.session() as session:
            mine = (Journal.board == board) & (Journal.epoch == epoch)
            end = session.scalars(select(Journal.next_seq).where(mine)).one()
    return _never_came(store, board, epoch, first, end)


def _never_came(store: Store, board: str, epoch: int, first: int, end: int) -> Spans:
    """The numbers in this span that are not stored, but for those that the board itself could not read."""
    missing = Spans([(first, end)]).without(store.held(board, epoch))
    return missing.without(derive.fallen(joined(store.records(board, epoch)))) if missing else missing


def never_collected(store: Store) -> list[tuple[str, int, int]]:
    """(board, epoch, records) of the epochs that have ended while the board held records that this store lacks."""
    wanted = select(Journal.board, Journal.epoch, Journal.oldest_seq, Journal.next_seq).order_by(Journal.id)
    with store.session() as session:
        journals = session.execute(wanted).all()
    newest = {board: epoch for board, epoch, _, _ in journals}
    lost = []
    for board, epoch, oldest, following in journals:
        count = len(_never_came(store, board, epoch, oldest, following))
        if epoch != newest[board] and count:
            lost.append((board, epoch, count))
    return lost
