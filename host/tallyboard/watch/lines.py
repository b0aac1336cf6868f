"""What `watch` shows: a line a table, the ports where something is wrong, and what concerns the whole hall."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tallyboard.shapes import CallEvent, DatabaseEvent, OrderEvent, WatchEvent
from tallyboard.text import sorting
from tallyboard.text.printable import printable
from tallyboard.text.quantities import counted
from tallyboard.watch.line import Line, trouble
from tallyboard.watch.sentences import call_hindered, database_away, not_stored, order_ended

WAITING = "Waiting for boards: plug one in."

_NEWS_S = 20.0  # that the end of an order is shown


@dataclass
class Lines:
    """The lines by board. `ports`: what is wrong where no board was heard; `received`: records in all, of this laptop;
    `orders`: those that ended a moment ago, with when; `calls`: those that are hindered since a moment ago.
    """

    boards: dict[str, Line] = field(default_factory=dict)
    ports: dict[str, str] = field(default_factory=dict)
    received: int = 0
    database: DatabaseEvent | None = None
    orders: list[tuple[float, OrderEvent]] = field(default_factory=list)
    calls: list[tuple[float, CallEvent]] = field(default_factory=list)
    clock: Callable[[], float] = time.monotonic

    def take(self, event: WatchEvent) -> Line | None:
        """Note an event of the hub; the line that it changed, None where there is none."""
        if event["event"] == "database":
            self.database = event
        elif event["event"] == "order":
            now = self.clock()
            self.orders = [*((at, order) for at, order in self.orders if now - at < _NEWS_S), (now, event)]
        elif event["event"] == "call":
            now = self.clock()
            self.calls = [*((at, call) for at, call in self.calls if now - at < _NEWS_S), (now, event)]
        elif event["hub"]:
            return self._take_of_another(event)
        else:
            return self._take_of_this_laptop(event)
        return None

    def _take_of_this_laptop(self, event: WatchEvent) -> Line | None:
        port = event["port"]
        if event["event"] == "connected" or event["event"] == "score":
            self.received += event["received"]
        self.ports.pop(port, None)
        if event["board"] is None:
            if wrong := trouble(event):
                self.ports[port] = wrong
            return None
        return self._take_of_board(event["board"], event)

    def _take_of_another(self, event: WatchEvent) -> Line | None:
        """A board that is here is here, whatever another laptop told of it before."""
        board = event["board"]
        line = self.boards.get(board or "")
        if board is None or (line is not None and not line.hub and not line.away):
            return None
        return self._take_of_board(board, event)

    def _take_of_board(self, board: str, event: WatchEvent) -> Line | None:
        line = self.boards.setdefault(board, Line(board, event["port"], event["hub"]))
        lost = event["event"] == "disconnected" or event["event"] == "unplugged"
        if lost and (line.hub, line.port) != (event["hub"], event["port"]):
            return None  # it is followed elsewhere by now
        line.take(event, self.clock())
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

    def news(self, now: float) -> list[str]:
        """What became of the orders that ended a moment ago, and what hinders calls since then."""
        ended = [order_ended(order) for at, order in self.orders if now - at < _NEWS_S]
        return ended + [call_hindered(call) for at, call in self.calls if now - at < _NEWS_S]

    def database_away(self) -> str:
        """What is not stored because the database cannot be reached, why, and what helps; empty where it can."""
        return "" if self.database is None else database_away(self.database)

    def of_this_laptop(self) -> list[Line]:
        """The lines of the boards that this laptop has, or had last."""
        return [line for line in self.boards.values() if not line.hub]

    def farewell(self) -> str:
        """What has been collected by this laptop, and what has not."""
        here = self.of_this_laptop()
        if not here:
            return "No board was plugged in here."
        said = f"{counted(len(here), 'board', 'boards')}, {counted(self.received, 'new record', 'new records')}"
        waiting = sum(line.behind for line in here)
        if self.database is not None and not self.database["reachable"]:
            waiting = max(waiting, self.database["waiting"])
        if not waiting:
            return f"{said}: everything that arrived is stored."
        return f"{said} stored. {not_stored(waiting, 'board' if len(here) == 1 else 'boards')}"

    def __iter__(self) -> Iterator[Line]:
        """In the order of the tables' names."""
        return iter(sorted(self.boards.values(), key=lambda line: (sorting.natural(line.name), line.board)))
