"""What `watch` knows of one board, and the words for it."""

from dataclasses import dataclass

from shared_rules.games.events import SIDES
from tallyboard.shapes import LiveScore, MatchObject, NextMatch, WatchEvent
from tallyboard.store import Alarm
from tallyboard.text import match_words
from tallyboard.text.printable import printable
from tallyboard.text.quantities import counted
from tallyboard.text.table_names import table_or_digits
from tallyboard.watch.progress import progress, recorded, same
from tallyboard.watch.sentences import not_stored

_NEXT_WAITS = "next one waits"
_STORING_S = 2.0  # that a record may take to be stored before it is worth a word


@dataclass
class Line:
    """What is known of a board, as its last events told it. Times are of the clock of its Lines.

    `hub`: the other laptop that has it, empty for this one. `behind_at`: since when records of it are not stored, None
    where all are. `heard_at`: when it was last heard, None while it is there. `live`: the score that is shown,
    `match`: the stored match that it is of, where that is known. `damaged`: records that its memory has damaged.
    """

    board: str
    port: str = ""
    hub: str = ""
    table: str = ""
    behind: int = 0
    behind_at: float | None = None
    heard_at: float | None = None
    trouble: str = ""
    alarm: str = ""
    damaged: int = 0
    waits: bool = False
    upcoming: NextMatch | None = None
    live: LiveScore | None = None
    match: MatchObject | None = None

    @property
    def name(self) -> str:
        """The table's name, or the end of the board's id."""
        return printable(table_or_digits(self.table, self.board))

    @property
    def away(self) -> bool:
        """Whether it is not there, unplugged or in trouble."""
        return self.heard_at is not None

    def sides(self) -> list[str]:
        """Who plays: names where the laptop gave them, else letters."""
        if self.match is not None:
            return [match_words.side_name(self.match, side) for side in self.match["sides"]]
        return list(SIDES[: len(self.live["totals"])]) if self.live else []

    def score(self) -> str:
        """The totals: `45 : 20`."""
        return " : ".join(map(str, self.live["totals"])) if self.live else ""

    def counted(self) -> str:
        """What is counted in the round, from the first disc to the close: `15 : 0`."""
        if self.live is None or self.live["finished"] or not any(self.live["raw"]):
            return ""
        return " : ".join(map(str, self.live["raw"]))

    def state(self, room: int | None = None) -> str:
        """How far the match is, see `progress`; without one whether one waits. `room`: cells that there are."""
        if self.live is not None:
            return progress(self.live, self.match, room)
        if self.match is not None:
            return match_words.standing(self.match)
        return _NEXT_WAITS if self.next_waits else "no match"

    @property
    def next_waits(self) -> bool:
        """Whether a match waits, to be started now or after the one that is on."""
        return self.waits or self.upcoming is not None

    def next_sides(self) -> list[str]:
        """Who plays next, where that is known: names, else letters; empty where nobody has a name."""
        names = self.upcoming["names"] if self.upcoming is not None else {}
        return [printable(names[side] or side) for side in sorted(names)] if any(names.values()) else []

    def not_stored(self, now: float) -> int:
        """How many records are not stored, of those that had the time to be."""
        return self.behind if self.behind_at is not None and now - self.behind_at >= _STORING_S else 0

    def take(self, event: WatchEvent, now: float) -> None:
        """Note an event of this board."""
        self.table = event["table"]
        self.port, self.hub = event["port"], event["hub"]
        self.trouble = trouble(event)
        self.heard_at = None
        if event["event"] == "disconnected" or event["event"] == "unplugged":
            self._is_behind(event["behind"], now)
            self.heard_at = now - (event["silent_s"] or 0)
        elif event["event"] == "score":
            self._show(event["live"], event["match"])
            self.waits, self.upcoming = event["waits"], event["upcoming"]
            self._is_behind(event["behind"], now)
        elif event["event"] == "connected":
            self.damaged = 0
        elif event["event"] == "damaged":
            self.damaged = event["records"]
        elif event["event"] == "alarm":
            alarm = Alarm(self.board, event["epoch"], tuple(event["numbers"]))
            self.alarm = self.alarm or str(alarm)  # where the histories part stays the first

    def _show(self, live: LiveScore | None, match: MatchObject | None) -> None:
        """A board of another laptop tells nothing here: what is stored of it is shown."""
        if self.hub and live is None and match is not None:
            self.live, self.match = recorded(match), match
        else:
            self.live = live
            self.match = match if live is not None and match is not None and same(live, match) else None

    def _is_behind(self, records: int, now: float) -> None:
        self.behind = records
        if not records:
            self.behind_at = None
        elif self.behind_at is None:
            self.behind_at = now

    @property
    def damage(self) -> str:
        """What its memory has damaged; empty for nothing."""
        if not self.damaged:
            return ""
        records = counted(self.damaged, "record is", "records are")
        return (
            f"{records} damaged in its memory: matches that need them are incomplete. `tallyboard results` marks those."
        )

    def note(self) -> str:
        """The alarm, why it is away and what helps, and what it has that is damaged or not stored. Empty where all is
        well."""
        waiting = not_stored(self.behind, "board") if self.behind and self.away else ""
        return printable(" ".join(part for part in (self.alarm, self.damage, waiting, self.trouble) if part))

    def words(self, now: float) -> str:
        """`Ann : Bob, 45 : 20, (15 : 0), round 3 of 8, next: Cleo : Dan`, or why it is away."""
        if self.away:
            return self.note() or ("no longer there" if self.hub else "unplugged")
        counted, waiting = self.counted(), self.not_stored(now)
        next_sides = " : ".join(self.next_sides())
        parts = (
            " : ".join(self.sides()),
            self.score(),
            f"({counted})" if counted else "",
            "" if next_sides and not self.sides() else self.state(),
            f"next: {next_sides}" if next_sides else "",
            f"not stored: {waiting}" if waiting else "",
            self.note(),
        )
        return ", ".join(part for part in parts if part)


def trouble(event: WatchEvent) -> str:
    """What is wrong at a port and what helps, empty where nothing is."""
    if event["event"] == "disconnected" or event["event"] == "no_data_port":
        return f"{event['cause']} {event['next_step']}"
    return ""
