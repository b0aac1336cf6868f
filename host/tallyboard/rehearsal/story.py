"""The lines that tell what happens while it happens."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from tallyboard.text.tournament.matches import outcome
from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk.objects import TournamentObject
    from tallyboard.store.tournaments import StoredEvent

_WHO = 9  # columns


class Story:
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
