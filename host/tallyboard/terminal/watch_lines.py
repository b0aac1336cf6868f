"""What `watch` shows: a line a table, the ports where something is wrong, and what concerns the whole hall."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tallyboard.shapes import CallEvent, DatabaseEvent, OrderEvent, WatchEvent
from tallyboard.terminal.watch_line import BoardLine, not_stored, trouble
from tallyboard.text.board_names import natural, table_or_digits
from tallyboard.text.printable import printable
from tallyboard.text.quantities import counted

WAITING = "Waiting for boards: plug one in."

_NEWS_S = 20.0  # that the end of an order is shown


@dataclass
class Lines:
    """The lines by board. `ports`: what is wrong where no board was heard; `received`: records in all, of this laptop;
    `orders`: those that ended a moment ago, with when; `calls`: those that are hindered since a moment ago.
    """

    boards: dict[str, BoardLine] = field(default_factory=dict)
    ports: dict[str, str] = field(default_factory=dict)
    received: int = 0
    database: DatabaseEvent | None = None
    orders: list[tuple[float, OrderEvent]] = field(default_factory=list)
    calls: list[tuple[float, CallEvent]] = field(default_factory=list)
    clock: Callable[[], float] = time.monotonic

    def take(self, event: WatchEvent) -> BoardLine | None:
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

    def _take_of_this_laptop(self, event: WatchEvent) -> BoardLine | None:
        port = event["port"]
        if event["event"] == "connected" or event["event"] == "score":
            self.received += event["received"]
        self.ports.pop(port, None)
        if event["board"] is None:
            if wrong := trouble(event):
                self.ports[port] = wrong
            return None
        return self._take_of_board(event["board"], event)

    def _take_of_another(self, event: WatchEvent) -> BoardLine | None:
        """A board that is here is here, whatever another laptop told of it before."""
        board = event["board"]
        line = self.boards.get(board or "")
        if board is None or (line is not None and not line.hub and not line.away):
            return None
        return self._take_of_board(board, event)

    def _take_of_board(self, board: str, event: WatchEvent) -> BoardLine | None:
        line = self.boards.setdefault(board, BoardLine(board, event["port"], event["hub"]))
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

    def alarms(self) -> list[BoardLine]:
        """The lines with an alarm."""
        return [line for line in self if line.alarm]

    def news(self, now: float) -> list[str]:
        """What became of the orders that ended a moment ago, and what hinders calls since then."""
        ended = [order_ended(order) for at, order in self.orders if now - at < _NEWS_S]
        return ended + [call_hindered(call) for at, call in self.calls if now - at < _NEWS_S]

    def database_away(self) -> str:
        """What is not stored because the database cannot be reached, why, and what helps; empty where it can."""
        return "" if self.database is None else database_away(self.database)

    def of_this_laptop(self) -> list[BoardLine]:
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

    def __iter__(self) -> Iterator[BoardLine]:
        """In the order of the tables' names."""
        return iter(sorted(self.boards.values(), key=lambda line: (natural(line.name), line.board)))


class WatchWords:
    """Says what changed in `lines`, and only that."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._said: dict[str, str] = {}  # by board, by port, and of the database

    def after(self, event: WatchEvent | None) -> Iterator[str]:
        """Lets the lines take the event and says what it changed; None: what changed because time has passed."""
        if event is None:
            for line in self._lines:
                yield from self._of_line(line)
            return
        changed = self._lines.take(event)
        if event["event"] == "database":
            # Not each record more: the lines of the tables tell of those.
            why = event["cause"] + event["next_step"]
            yield from self._change("database", why, self._lines.database_away() or "it can be reached again")
        elif event["event"] == "order":
            yield order_ended(event)
        elif event["event"] == "call":
            yield call_hindered(event)
        elif changed is not None:
            yield from self._of_line(changed)
        elif event["board"] is None:
            wrong = self._lines.ports.get(event["port"], "")
            yield from self._change(event["port"], wrong, wrong or "gone")

    def _of_line(self, line: BoardLine) -> Iterator[str]:
        words = line.words(self._lines.clock())
        yield from self._change(line.board, words, words, f"{line.name} on {line.hub}" if line.hub else line.name)

    def _change(self, key: str, what: str, words: str, name: str = "") -> Iterator[str]:
        """`words` under the name, or the key, where `what` is something else than the last time."""
        if what != self._said.get(key, ""):
            self._said[key] = what
            yield printable(f"{name or key}: {words}")


_ORDERS = {"match": "The assignment", "name": "The new name", "light": "The brightness"}


def database_away(event: DatabaseEvent) -> str:
    """What is not stored, why, and what helps; empty where the database can be reached."""
    if event["reachable"]:
        return ""
    what = not_stored(event["waiting"], "boards") if event["waiting"] else "Nothing can be stored."
    return printable(f"{what} {event['cause']} {event['next_step']}".rstrip())


def order_ended(event: OrderEvent) -> str:
    """`Table 3: The assignment was refused. It has two sides.`"""
    what = _ORDERS[event["kind"]]
    ended = {
        "done": "has reached the board",
        "refused": "was refused",
        "void": "has not reached the board",
        "unknown": "may have reached the board",
    }
    table = table_or_digits(event["table"], event["board"] or "") or "A table"
    return printable(f"{table}: {what} {ended[event['state']]}. {_sentence(event['said'])}".rstrip())


def call_hindered(event: CallEvent) -> str:
    """`Table 3: The table plays another match; 1:1-2 waits for its end.`"""
    table = table_or_digits(event["table"], event["board"] or "") or event["tournament"]
    return printable(f"{table}: {_sentence(event['said'])}")


def _sentence(said: str) -> str:
    """What there is to say of an order, with a capital and a full stop: it may be half a sentence."""
    if not said:
        return ""
    return said[0].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")
