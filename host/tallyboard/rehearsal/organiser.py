"""Who runs the day: the commands as they are typed, what stands in the database, and what is told."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from shared_rules.journal import record
from tallyboard.desk import as_object
from tallyboard.errors import TallyboardError
from tallyboard.store import open_store, read_store, seats, tournaments
from tallyboard.text.language import _
from tallyboard.text.tournament.matches import outcome
from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.objects import DeskMatchObject, TournamentObject
    from tallyboard.store.tournaments import AtTable, Followed, StoredEvent

# Runs a command with these words, as the command line does, and gives what it printed. Raises TallyboardError.
Commands = Callable[[Sequence[str]], str]


class Organiser:
    """Works on the database in this folder; `events`, `followed` and `computed` are those of the last `look`."""

    def __init__(self, folder: Path, commands: Commands) -> None:
        self.db = str(folder / "tallyboard.db")
        self._commands = commands
        self.events: Sequence[StoredEvent] = ()
        self.followed: Followed  # the tournament; from the first look on
        self.computed: TournamentObject
        self.at_tables: list[AtTable] = []

    def do(self, *words: str) -> str:
        """Run `tallyboard WORD…`; what it printed. Raises TallyboardError where it fails."""
        try:
            return self._commands([*words, "--db", self.db])
        except TallyboardError as error:
            raise TallyboardError(
                "`tallyboard %(words)s` failed: %(cause)s",
                "%(step)s",
                words=" ".join(words),
                cause=error.cause,
                step=error.next_step,
            ) from error

    def desk(self, *words: str) -> str:
        """Run `tallyboard tournament WORD…`; the first sentence of what it said."""
        return self.do("tournament", *words).partition("\n")[0]

    def look(self) -> "list[StoredEvent]":
        """See how the tournament and the tables stand now; the events that are new."""
        with read_store(self.db) as reader, reader.reading() as sql:
            if self.events:
                self.followed.catch_up(sql)
            else:
                self.followed = tournaments.followed(sql)
            self.at_tables = tournaments.at_tables(sql, self.followed)
        new = list(self.followed.events[len(self.events) :])
        if new or not self.events:
            self.events = list(self.followed.events)
            self.computed = as_object(self.followed.tournament)
        return new

    def cards(self, tables: Sequence[str], port: int) -> list[str]:
        """Open these tables to phones; the addresses on their cards, where the laptop is reached by this port."""
        self.do("tables", "seat", *tables)
        with read_store(self.db) as reader, reader.reading() as sql:
            secrets = {seat.table: seat.secret for seat in seats.seats(sql)}
        return [f"http://127.0.0.1:{port}/phone#{secrets[f'Table {table}']}" for table in tables]

    def agree(self) -> None:
        """Whoever asks for the table of another phone may have it."""
        with read_store(self.db) as reader, reader.reading() as sql:
            asked = [seat.table for seat in seats.seats(sql) if seat.ask is not None]
        if asked:
            with open_store(self.db) as store:
                for table in asked:
                    seats.answer(store, table, "desk", True)

    def presses_of(self, board: str) -> int:
        """How many of its presses are in the database."""
        with read_store(self.db) as reader, reader.reading() as sql:
            rows = sql.rows("SELECT data FROM records WHERE board = :board", board=board)
            return sum(data[0] < record.SETTING for (data,) in rows)

    @property
    def matches(self) -> "list[DeskMatchObject]":
        """Of all phases, in order."""
        return [match for phase in self.computed["phases"] for match in phase["matches"]]


_WHO = 9  # columns


class RehearsalStory:
    """Gives each line to `write`, with the time before it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._tables: dict[str, str] = {}  # by match where it was called last

    def tell(self, who: str, what: str) -> None:
        """`14:32:07  Table 3   1:W1.4, Ann : Bob: called.`"""
        self._write(f"{datetime.now():%H:%M:%S}  {who:<{_WHO}} {what}")

    def tell_events(self, events: "Iterable[StoredEvent]", computed: "TournamentObject") -> None:
        """What the desk has got to know: calls, and results of boards. What the organiser enters is told elsewhere."""
        names = Names(computed["entrants"])
        matches = {match["match"]: match for phase in computed["phases"] for match in phase["matches"]}
        for event in events:
            kind, *words = event.line.split()
            if kind == "call":
                match = matches.get(words[0])
                who = " : ".join(names[side] for side in match["sides"]) if match else words[0]
                self._tables[words[0]] = _("Table %(table)s", table=words[1])
                self.tell(self._tables[words[0]], _("%(match)s, %(names)s: called.", match=words[0], names=who))
            elif kind == "result" and words[-2:-1] == ["board"]:
                name = words[0].partition("/")[0]
                said = outcome(matches[name], names) if name in matches else _("%(match)s is kept.", match=name)
                self.tell(self._tables.get(name, _("Desk")), said)
