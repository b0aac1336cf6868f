"""What `watch` shows: a line a table, and the ports where something is wrong."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from shared_rules.games.events import SIDES
from tallyboard.shapes import LiveScore, MatchObject, WatchEvent
from tallyboard.store import Alarm
from tallyboard.text import match_words, sorting
from tallyboard.text.printable import printable
from tallyboard.text.quantities import counted

WAITING = "Waiting for boards: plug one in."

_NEXT_WAITS = "next one waits"


@dataclass
class Line:
    """What is known of a board, as its last events told it. `heard_at` (time.monotonic) is None while it is there."""

    board: str
    port: str = ""
    table: str = ""
    behind: int = 0
    heard_at: float | None = None
    trouble: str = ""
    alarm: str = ""
    waits: bool = False
    live: LiveScore | None = None
    match: MatchObject | None = None

    @property
    def name(self) -> str:
        """The table's name, or the end of the board's id."""
        return printable(self.table or self.board[-6:])

    @property
    def away(self) -> bool:
        """Whether it is not there, unplugged or in trouble."""
        return self.heard_at is not None

    def sides(self) -> list[str]:
        """Who plays: names where the laptop gave them, else letters."""
        if self.live is None:
            return []
        if self.match is not None and len(self.match["sides"]) == len(self.live["totals"]):
            return [match_words.side_name(self.match, side) for side in self.match["sides"]]
        return list(SIDES[: len(self.live["totals"])])

    def score(self) -> str:
        """The totals: `45 : 20`."""
        return " : ".join(map(str, self.live["totals"])) if self.live else ""

    def counted(self) -> str:
        """What is counted in the round, from the first disc to the close: `15 : 0`."""
        if self.live is None or self.live["finished"] or not any(self.live["raw"]):
            return ""
        return " : ".join(map(str, self.live["raw"]))

    def state(self) -> str:
        """What the match is at: `round 3`, `game 8, review`, `shootout 1`, `finished`; `next one waits` for NEXT."""
        live = self.live
        if self.waits:
            return _NEXT_WAITS
        if live is None:
            return "no match"
        if live["finished"]:
            return "finished"
        what = (
            f"shootout {live['shootout']}"
            if live["shootout"]
            else f"{match_words.game_word(live['game'])} {live['closed'] + 1}"
        )
        return f"{what}, review" if live["review"] else what

    def take(self, event: WatchEvent) -> None:
        """Note an event of this board."""
        self.table = event["table"]
        self.trouble = _trouble(event)
        self.heard_at = None
        if event["event"] == "disconnected" or event["event"] == "unplugged":
            self.behind = event["behind"]
            self.heard_at = time.monotonic() - (event["silent_s"] or 0)
        elif event["event"] == "score":
            self.live, self.match, self.waits = event["live"], event["match"], event["waits"]
            self.behind = event["behind"]
        elif event["event"] == "alarm":
            alarm = Alarm(self.board, event["epoch"], tuple(event["numbers"]))
            self.alarm = self.alarm or str(alarm)  # where the histories part stays the first

    def note(self) -> str:
        """Why it is away and what helps, and what is not here yet; the alarm before that. Empty where all is well."""
        behind = f"{counted(self.behind, 'record', 'records')} not yet here." if self.behind else ""
        return printable(" ".join(part for part in (self.alarm, behind, self.trouble) if part))


def _trouble(event: WatchEvent) -> str:
    """What is wrong and what helps, empty where nothing is."""
    if event["event"] == "disconnected" or event["event"] == "no_data_port":
        return f"{event['cause']} {event['next_step']}"
    return ""


@dataclass
class Lines:
    """The lines by board; `ports`: what is wrong where no board was heard; `received`: records in all."""

    boards: dict[str, Line] = field(default_factory=dict)
    ports: dict[str, str] = field(default_factory=dict)
    received: int = 0

    def take(self, event: WatchEvent) -> Line | None:
        """Note an event of a Hall; the line that it changed, None where there is none."""
        port, board = event["port"], event["board"]
        if event["event"] == "connected" or event["event"] == "score":
            self.received += event["received"]
        self.ports.pop(port, None)
        if board is None:
            if trouble := _trouble(event):
                self.ports[port] = trouble
            return None
        line = self.boards.setdefault(board, Line(board, port))
        lost = event["event"] == "disconnected" or event["event"] == "unplugged"
        if lost and line.port != port:
            return None  # it is followed on another port by now
        line.port = port
        line.take(event)
        return line

    def titles(self) -> dict[str, str]:
        """By board what its line is called: the table's name, with the board where two have the same."""
        names = Counter(line.name for line in self.boards.values())
        return {
            line.board: line.name if names[line.name] == 1 else f"{line.name} ({printable(line.board[-6:])})"
            for line in self
        }

    def alarms(self) -> list[Line]:
        """The lines with an alarm."""
        return [line for line in self if line.alarm]

    def farewell(self) -> str:
        """What has been collected, and what has not."""
        if not self.boards:
            return "No board was there."
        boards = counted(len(self.boards), "board", "boards")
        said = f"{boards}, {counted(self.received, 'new record', 'new records')}: everything that arrived is stored."
        behind = sum(line.behind for line in self.boards.values())
        if behind:
            kept = counted(behind, "record has", "records have")
            said += f" {kept} not arrived; the boards keep them for the next time."
        return said

    def __iter__(self) -> Iterator[Line]:
        """In the order of the tables' names."""
        return iter(sorted(self.boards.values(), key=lambda line: (sorting.natural(line.name), line.board)))
