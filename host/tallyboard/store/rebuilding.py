"""Rebuilding a store from its records: in place where the database is whole, else as a new file in its place."""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.store import ingesting
from tallyboard.store.corrections import Correction, correction_of
from tallyboard.store.failures import DamagedError, NoDatabaseError, explanation, is_locked
from tallyboard.store.matches import kept
from tallyboard.store.opening import address_of, find_store
from tallyboard.store.radio import KeyPieces
from tallyboard.store.seats.changing import new_secret
from tallyboard.store.seats.reading import SeatRow
from tallyboard.store.sqlite_file import BUSY_S, file_faults, free_name, has_more_than_ours
from tallyboard.store.sqlite_pages import rows_in
from tallyboard.store.store import Store, open_store
from tallyboard.store.tables.rows import extent_of, is_number, is_record
from tallyboard.store.tables.sql import NEVER, CoreSql, moment
from tallyboard.store.tokens import is_phone
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.store.tournaments.mending import Loss, Pieces, losses
from tallyboard.system.files import holders


class Rebuilt(NamedTuple):
    """`matches`: how many there are now; `losses`: what tournaments have lost by damage, now or before. Of a damaged
    file also how many `records` were saved, how many are `doubtful` and left in it, and its name now."""

    matches: int
    losses: list[Loss]
    damaged: Path | None = None
    records: int | None = None
    doubtful: int = 0


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep others from writing meanwhile, as far as SQLite can still open the file."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            if is_locked(error):
                raise explanation(str(path), error) from error
        yield


def _check_alone(path: Path) -> None:
    """Who has the file open would go on writing into what is put aside."""
    others = holders(str(path))
    if others:
        raise CoreError(told.IS_OPEN, path=path, others=" and ".join(map(str, others)))


def _put_aside(path: Path) -> Path:
    """The name under which the damaged file stands from now on; it goes on standing under its own until it is replaced.
    Its write-ahead log must not stay: SQLite would put it into the new file."""
    aside = free_name(path, "damaged")
    try:
        os.link(path, aside)
    except OSError:  # a file system without links
        shutil.copyfile(path, aside)
    with suppress(FileNotFoundError):
        os.replace(f"{path}-wal", f"{aside}-wal")
    with suppress(FileNotFoundError):
        os.unlink(f"{path}-shm")
    return aside


def rebuild(url: str | None = None) -> Rebuilt:
    """Throw all matches away and compute them anew from the records; a damaged file is read page by page. Raises
    TallyboardError, and changes nothing, where there is no database."""
    path = address_of(url).path
    try:
        location = find_store(url)
        if location.revision is None:
            raise CoreError(told.NOTHING_TO_REBUILD, database=location.name)
        if path is not None and (file_faults(path) or has_more_than_ours(path)):
            raise DamagedError(location.name)
        with closing(open_store(url)) as store:
            return Rebuilt(store.rebuild(), _losses(store))
    except (DamagedError, NoDatabaseError):
        if path is None:
            raise
        saved = _salvaged(path)
        with closing(open_store(url)) as store:
            return saved._replace(losses=_losses(store))


def _salvaged(path: Path) -> Rebuilt:
    """Put a new database in the place of the damaged SQLite file. Raises TallyboardError, with the file as it was."""
    new = path.with_name(f"{path.name}.new-{os.getpid()}")
    try:
        with _held(path):
            _check_alone(path)
            remains = Remains()
            for rowid, row in rows_in(path):
                remains.take(rowid, row)
            remains.settle()
            if remains.are_none:
                raise CoreError(told.NOTHING_FOUND, path=path)
            with closing(open_store(str(new))) as store:
                with store.writing() as sql:
                    remains.fill(sql)
                matches = store.rebuild()
        # Not while the connection is open: its end would take away the log of whoever opens the new file.
        _check_alone(path)
        aside = _put_aside(path)
        os.replace(new, path)
    except OSError as error:
        raise CoreError(told.NOT_REBUILT, path=path, words=error.strerror or error) from error
    finally:
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{new}{end}").unlink()
    return Rebuilt(matches, [], aside, remains.count(), remains.doubtful)


def _losses(store: Store) -> list[Loss]:
    with store.reading() as sql:
        return losses(sql)


# ---- seats and phones, so that who plays by phone plays on
#
# A row that was changed may still stand there as it was: of what is told in two ways nothing is believed that would let
# somebody in. A secret of which there are two is made anew, and a token ends that may have ended.

_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")
_CHECK = re.compile(r"[0-9a-f]{64}")
_LOST = "unknown"  # why a token ends of which it is not known whether it is valid


class PhonePiece(NamedTuple):
    """A row of phones, without what it says of its battery."""

    token_check: str
    board: str
    seat: str
    since: int
    ended: int | None
    why: str | None


@dataclass
class SeatPieces:
    """What was found: seats by key, phones by check, each as often as it differs."""

    seats: dict[str, set[SeatRow]] = field(default_factory=dict)
    phones: dict[str, set[PhonePiece]] = field(default_factory=dict)

    def take_seat(self, row: tuple[Any, ...]) -> None:
        piece = SeatRow(*row)
        if _SECRET.fullmatch(piece.secret) and piece.key == as_compared(piece.name):
            self.seats.setdefault(piece.key, set()).add(piece)

    def take_phone(self, row: tuple[Any, ...]) -> None:
        piece = PhonePiece(*row[:4], *row[-2:])
        if _CHECK.fullmatch(piece.token_check) and is_phone(piece.board):
            self.phones.setdefault(piece.token_check, set()).add(piece)

    def fill(self, sql: CoreSql) -> None:
        """Put them into a store that is empty."""
        seats = {key: _seat(pieces) for key, pieces in self.seats.items()}
        sql.insert("seats", [{**one._asdict(), "locked": bool(one.locked)} for one in seats.values()])
        sql.insert("phones", [one._asdict() for one in self._tokens(seats)])

    def _tokens(self, seats: Mapping[str, SeatRow]) -> Iterator[PhonePiece]:
        taken: set[str] = set()
        for one in sorted(map(_phone, self.phones.values()), key=lambda one: (-one.since, one.token_check)):
            seat = seats.get(one.seat)
            is_there = seat is not None and seat.closed is None and seat.board == one.board
            if one.ended is None and (not is_there or one.seat in taken):
                one = one._replace(ended=one.since, why=_LOST)
            if one.ended is None:
                taken.add(one.seat)
            yield one


def _seat(pieces: set[SeatRow]) -> SeatRow:
    """How the seat was opened last."""
    opened = max(one.opened for one in pieces)
    latest = [one for one in pieces if one.opened == opened]
    found = max(latest, key=lambda one: (one.closed is not None, one.board is not None, one.board or "", one.secret))
    is_certain = len({one.secret for one in latest}) == 1
    return found if is_certain else found._replace(secret=new_secret())


def _phone(pieces: set[PhonePiece]) -> PhonePiece:
    """How the phone ended, where it did."""
    return max(pieces, key=lambda one: (one.ended is not None, one.since, one.board, one.seat, one.why or ""))


# ---- the rows of a damaged file

# So many columns behind `next_seq` have the journals of one shape or another; that of the last has `turn` as well.
_MORE = (0, 1, 4, 5)

_NOBODY = ""
Key = tuple[str, int]  # of an epoch: board, epoch


class Journal(NamedTuple):
    """The row of an epoch. `turn`: see schema.py. `rowid`: of those of which it is not known when they were
    `first_heard`, the greater, the later."""

    oldest: int
    next: int
    first_heard: int
    rowid: int
    turn: int = 0


@dataclass
class Remains:
    """The rows that are there. `others`: records of which there are such with other bytes; `boards`: table, firmware;
    `names`: by key, side, and what the board keeps; `corrections`: by id. `doubtful`: how many records were left out by
    `settle`."""

    records: dict[Key, dict[int, bytes]] = field(default_factory=dict)
    others: dict[Key, set[tuple[int, bytes]]] = field(default_factory=dict)
    journals: dict[Key, Journal] = field(default_factory=dict)
    boards: dict[str, tuple[str, str]] = field(default_factory=dict)
    names: dict[tuple[str, str, str], str] = field(default_factory=dict)
    tournaments: Pieces = field(default_factory=Pieces)
    corrections: dict[str, Correction] = field(default_factory=dict)
    seats: SeatPieces = field(default_factory=SeatPieces)
    radio: KeyPieces = field(default_factory=KeyPieces)
    doubtful: int = 0
    _computed: set[Key] = field(default_factory=set)  # of which a match is kept whose check, over the board too, holds
    _said: set[Key] = field(default_factory=set)  # of which a board has spoken
    _heard: set[str] = field(default_factory=set)  # boards that have spoken

    def take(self, rowid: int, row: tuple[Any, ...]) -> None:
        """Note a row of a table of ours: which, its values tell."""
        correction = correction_of(row)
        if correction is not None:
            self.corrections[correction.id] = correction
            return
        match row:
            case (str() | None as board, int(epoch), int(seq), bytes(data)) if is_record(epoch, seq, data):
                self._take_record((board or _NOBODY, epoch), seq, data)  # None is a text that cannot be read
            case (None, str() | None as board, int(epoch), int(seq), bytes(data), _) if is_record(epoch, seq, data):
                self.others.setdefault((board or _NOBODY, epoch), set()).add((seq, data))
            case (None, str(board), int(epoch), int(oldest), int(following), *more) if len(more) in _MORE:
                heard = more[1] if len(more) >= _MORE[-2] and isinstance(more[1], int) else 0
                turn = more[4] if len(more) == _MORE[-1] and is_number(more[4]) else 0
                self._take_journal((board, epoch), Journal(oldest, following, heard, rowid, turn))
                if (board, epoch) in self.journals and (heard or len(more) < _MORE[-2]):
                    self._said.add((board, epoch))
            case (str(board), str(table), str(firmware), str(heard), *_) if len(row) in (4, 5) and _is_moment(heard):
                self.boards[board] = table, firmware
                if datetime.fromisoformat(heard).replace(tzinfo=UTC) != NEVER:
                    self._heard.add(board)
            case (str(key), ("A" | "B" | "C") as side, str(shown), str(name), *_) if len(row) in (4, 5):
                self.names[key, side, shown] = name
            case (str(), str(board), int(epoch), int(), int(), str(), str(), int()) if kept.object_of(row):
                self._computed.add((board, epoch))
            case (str(), str(), str(), str(), int(), int(), _, _, _, _, *more) if len(more) in (0, 2):
                self.tournaments.take_about(row)  # the check is of what stands before it
            case (str(), int(), str(), int(), int(), str(), str(), int()):
                self.tournaments.take_event(row)
            case (str(), int(), str(), str(), str(), str(), str(), int()):
                self.tournaments.take_notice(row)
            case (str(), str(), str(), int(), int(), str() | None, int() | None):
                self.seats.take_seat(row)
            case (str(), str(), str(), int(), _, _, _, int() | None, str() | None):
                self.seats.take_phone(row)
            case (str(), bytes(), int(), str()):
                self.radio.take(row)

    def _take_record(self, key: Key, seq: int, data: bytes) -> None:
        if self.records.setdefault(key, {}).setdefault(seq, data) != data:
            self.others.setdefault(key, set()).add((seq, data))

    def _take_journal(self, key: Key, journal: Journal) -> None:
        if is_number(key[1]) and extent_of(journal.oldest, journal.next) != (0, 0):
            known = self.journals.get(key, journal)
            self.journals[key] = journal._replace(
                next=max(journal.next, known.next), turn=max(journal.turn, known.turn)
            )

    def settle(self) -> None:
        """Put rows whose board a disk has changed where they belong.

        A record's check covers its epoch, not its board; but an epoch is a random number, so all that have it are of
        one board: the one that a second row speaks for. Where there is none, or more than one, it is not known whose
        they are, and they stay in the damaged file.
        """
        trusted = self._heard | {board for board, _ in self._certain()}
        sure = self._certain() | {key for key in self._said if key[0] in trusted}
        lost = {key[0] for key in sure - self.journals.keys()}  # boards of which the row of an epoch is not there
        sure -= {key for key in sure - self._recorded() if key[0] in lost}  # its number is what was changed
        for key in sorted({*self._recorded(), *self.journals} - sure):
            owners = [one for one in sure if one[1] == key[1]]
            if owners or key[0] not in trusted or key not in self._recorded():
                self._give(key, owners[0] if len(owners) == 1 else None)

    def _recorded(self) -> set[Key]:
        return {*self.records, *self.others}

    def _certain(self) -> set[Key]:
        """The epochs whose board stands in two rows of which no two can be changed alike, or under a check."""
        numbers = {key: set(self.records.get(key, ())) for key in self._recorded() if key[0] != _NOBODY}
        for key, its in numbers.items():
            its.update(seq for seq, _ in self.others.get(key, ()))
        return self._computed | {key for key, its in numbers.items() if len(its) > 1 or key in self._said}

    def _give(self, key: Key, owner: Key | None) -> None:
        """What stands under this key belongs to another, None: to nobody who is known."""
        held, others = self.records.pop(key, {}), self.others.pop(key, set())
        journal = self.journals.pop(key, None)
        if owner is None:
            self.doubtful += len({*held.items(), *others})
            return
        for seq, data in (*held.items(), *others):
            self._take_record(owner, seq, data)
        if journal is not None:
            self.journals.setdefault(owner, journal)

    @property
    def are_none(self) -> bool:
        """Whether nothing that a board recorded or a desk entered is there."""
        return not (self.records or self.journals or self.tournaments.events)

    def count(self) -> int:
        """How many records there are."""
        return sum(map(len, self.records.values()))

    def fill(self, sql: CoreSql) -> None:
        """Put everything into a store that is empty."""
        for key, others in self.others.items():  # where only the other record is left, it is what was recorded
            for seq, data in sorted(others):
                self.records.setdefault(key, {}).setdefault(seq, data)
        heard = sorted(self.journals.items(), key=lambda one: (one[1].turn, one[1].first_heard, one[1].rowid))
        keys = [*(key for key in self.records if key not in self.journals), *(key for key, _ in heard)]
        for board in dict.fromkeys(board for board, _ in keys):
            table, firmware = self.boards.get(board, ("", ""))
            said = {"id": board, "table_name": table, "firmware": firmware, "heard": moment(NEVER)}
            sql.insert("boards", [said])
        first_heard = 0
        for key in keys:
            journal = self.journals.get(key, Journal(0, 0, 0, 0))
            # Behind that of the one before where it does not say it; 0 where only its records are known.
            first_heard = (journal.first_heard or first_heard + 1) if key in self.journals else 0
            row: dict[str, Any] = {"board": key[0], "epoch": key[1], "first_heard": first_heard, "turn": journal.turn}
            sql.insert("journals", [{**row, "oldest_seq": journal.oldest, "next_seq": journal.next}])
        for (board, epoch), held in self.records.items():
            its: dict[str, Any] = {"board": board, "epoch": epoch}
            sql.insert("records", [{**its, "seq": seq, "data": data} for seq, data in sorted(held.items())])
            beside = sorted(one for one in self.others.get((board, epoch), ()) if held[one[0]] != one[1])
            ingesting.keep_beside(sql, board, epoch, beside)
        names = [(*of, name) for of, name in self.names.items()]
        sql.insert("full_names", [dict(zip(("key", "side", "shown", "name"), one, strict=True)) for one in names])
        self.tournaments.fill(sql)
        self.seats.fill(sql)
        self.radio.fill(sql)
        sql.insert("corrections", [one.as_row() for one in self.corrections.values()])


def _is_moment(text: str) -> bool:
    """Whether it is one as SQLite has it, and no name that is a number."""
    with suppress(ValueError):
        datetime.fromisoformat(text)
        return len(text) >= len("2026-01-01 00:00:00")
    return False
