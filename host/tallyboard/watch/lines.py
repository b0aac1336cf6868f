"""What `watch` shows: a line a table, and the ports where something is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shared_rules.events import SIDES
from tallyboard import text


@dataclass
class Line:
    """What is known of a board, as its last events told it."""

    board: str
    port: str = ""
    table: str = ""
    behind: int = 0
    trouble: str = ""
    alarm: str = ""
    live: Mapping[str, Any] | None = None
    match: Mapping[str, Any] | None = None

    @property
    def name(self) -> str:
        """The table's name, or the end of the board's id."""
        return self.table or self.board[-6:]

    def sides(self) -> str:
        """Who plays: names where the laptop gave them."""
        if self.live is None:
            return ""
        if self.match is not None and len(self.match["sides"]) == len(self.live["totals"]):
            return text.sides(self.match)
        return " : ".join(SIDES[: len(self.live["totals"])])

    def score(self) -> str:
        """`45 : 20`, and what is counted in the round: `45 : 20 (15 : 0)`."""
        if self.live is None:
            return ""
        totals, raw = (" : ".join(map(str, self.live[key])) for key in ("totals", "raw"))
        return f"{totals} ({raw})" if any(self.live["raw"]) and not self.live["finished"] else totals

    def state(self) -> str:
        """What the match is at: `round 3`, `shootout 1`, `under review`, `finished`."""
        if self.trouble:
            return self.trouble
        if self.live is None:
            return "no match"
        if self.live["finished"]:
            return "finished, the next one waits" if self.live["waits"] else "finished"
        if self.live["shootout"]:
            what = f"shootout {self.live['shootout']}"
        else:
            what = f"{text.game_word(self.live['game'])} {self.live['closed'] + 1}"
        return what + ", under review" if self.live["review"] else what


@dataclass
class Lines:
    """The lines by board, in the order of the tables' names; `ports`: what is wrong where no board was heard."""

    boards: dict[str, Line] = field(default_factory=dict)
    ports: dict[str, str] = field(default_factory=dict)

    def take(self, event: Mapping[str, Any]) -> Line | None:
        """Note an event of a Follower; the line that it changed, None where it is about a port alone."""
        port, board = event["port"], event.get("board")
        if board is None:
            self.ports[port] = f"{event['cause']} {event['next_step']}"
            return None
        self.ports.pop(port, None)
        line = self.boards.setdefault(board, Line(board))
        if event["event"] == "disconnected" and line.port not in ("", port):
            return None  # it is followed on another port by now
        line.port = port
        line.table = event["table"]
        line.trouble = ""
        if event["event"] == "score":
            line.live, line.match, line.behind = event["live"], event["match"], event["behind"]
        elif event["event"] == "alarm":
            first = event["numbers"][0]
            line.alarm = f"ALARM: board {board}, epoch {event['epoch']}, record {first} is here with other bytes"
        elif event["event"] == "disconnected":
            line.behind = event["behind"]
            again = text.duration(event["again_in_s"])
            line.trouble = f"{event['cause']} {event['next_step']} Trying again in {again}."
        return line

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(sorted(self.boards.values(), key=lambda line: (line.name, line.board)))
