"""Who runs the day: the commands as they are typed and what stands in the database, the hub, and what is told."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shared_rules.journal import record
from tallyboard.desk import as_object
from tallyboard.errors import TallyboardError
from tallyboard.store import open_store, read_store, seats, tournaments
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
            cause = f"`tallyboard {' '.join(words)}` failed: {error.cause}"
            raise TallyboardError(cause, error.next_step) from error

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


_LOOK_S = 0.05
_LIMIT_S = 60  # until a hub that does not end counts as a failure


class HubCommand:
    """`start`, `kill` and `end` as often as wanted; `kills` counts. Ports are those of `folder`/*/port; with `listens`,
    a port of this laptop, it is `tallyboard serve`, and its boards can be phones."""

    def __init__(self, folder: Path, db: str, listens: int | None = None) -> None:
        self._folder = folder
        self._words = ["watch"] if listens is None else ["serve", "--listen", str(listens)]
        self._words += ["--json", "--port", f"{folder}/*/port", "--db", db]
        self.name = f"`tallyboard {self._words[0]}`"
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self.kills = 0

    def start(self) -> None:
        """Begin to collect from the boards."""
        self._starts += 1
        home = str(self._folder / "home")  # what it keeps for a user is kept in the folder
        with self._file(self._starts).open("wb") as out, (self._folder / f"hub-{self._starts}.err").open("wb") as err:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tallyboard", *self._words],
                env={**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )

    def wait_until_it_serves(self) -> None:
        """Its pages answer. Raises TallyboardError where they do not in a minute."""
        until = time.monotonic() + _LIMIT_S
        while not self._file(self._starts).read_bytes().endswith(b"\n"):
            if time.monotonic() > until or not self.is_running:
                raise TallyboardError(f"{self.name} has not started.", "Please report this.")
            time.sleep(_LOOK_S)

    def _file(self, start: int) -> Path:
        return self._folder / f"hub-{start}.jsonl"

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End it at once, as when the laptop is switched off."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.kills += 1

    def end(self) -> str:
        """End it as Ctrl-C does; what was wrong with that, "" for nothing."""
        if self._process is None:
            return ""
        process, self._process = self._process, None
        process.terminate()
        try:
            code = process.wait(_LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return f"The hub was told to end and did not, for {_LIMIT_S} s."
        return "" if code == 0 else f"The hub ended with exit code {code}."

    def said(self) -> list[dict[str, Any]]:
        """Everything that the hubs have told so far."""
        files = [self._file(start) for start in range(1, self._starts + 1)]
        lines = [line for file in files if file.exists() for line in file.read_text("utf-8").splitlines(keepends=True)]
        heard = [json.loads(line) for line in lines if line.endswith("\n")]  # a killed one may not have come to its end
        return [event for event in heard if "event" in event]


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
                self._tables[words[0]] = f"Table {words[1]}"
                self.tell(self._tables[words[0]], f"{words[0]}, {who}: called.")
            elif kind == "result" and words[-2:-1] == ["board"]:
                name = words[0].partition("/")[0]
                said = outcome(matches[name], names) if name in matches else f"{name} is kept."
                self.tell(self._tables.get(name, "Desk"), said)
