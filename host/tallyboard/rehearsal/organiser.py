"""The organiser's hands and eyes: the commands as they are typed, and the tournament as it stands in the database."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tallyboard.desk import as_object
from tallyboard.errors import TallyboardError
from tallyboard.store import read_store, tournaments

if TYPE_CHECKING:
    from tallyboard.desk.objects import TournamentObject
    from tallyboard.store.tournaments import AtTable, Followed, StoredEvent

# Runs a command with these words, as the command line does, and gives what it printed. Raises TallyboardError.
Commands = Callable[[Sequence[str]], str]


class Organiser:
    """Works on the database in this folder; `events` and `computed` are those of the last `look`."""

    def __init__(self, folder: Path, commands: Commands) -> None:
        self.db = str(folder / "tallyboard.db")
        self._commands = commands
        self._followed: Followed | None = None
        self.events: Sequence[StoredEvent] = ()
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
            if self._followed is None:
                self._followed = tournaments.followed(sql)
            else:
                self._followed.catch_up(sql)
            self.at_tables = tournaments.at_tables(sql, self._followed)
        new = list(self._followed.events[len(self.events) :])
        if new or not self.events:
            self.events = list(self._followed.events)
            self.computed = as_object(self._followed.tournament)
        return new

    @property
    def followed(self) -> "Followed":
        """The tournament as of the last look."""
        assert self._followed is not None
        return self._followed

    def entrants_in_calls(self) -> set[int]:
        """Who is called to a table just now."""
        calls = [table.call for table in self.followed.tournament.tables.values()]
        return {entrant for call in calls if call is not None for entrant in call.entrants}
