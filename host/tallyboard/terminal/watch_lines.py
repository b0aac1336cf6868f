"""What `watch` shows: a line a table, the ports where something is wrong, and what concerns the whole hall."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tallyboard.shapes import CallEvent, DatabaseEvent, OrderEvent, WatchEvent
from tallyboard.terminal.watch_line import BoardLine, not_stored, trouble
from tallyboard.text.board_names import natural, table_or_digits
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.printable import printable

WAITING = later("Waiting for boards: plug one in.")

_NEWS_S = 20.0  # that the end of an order is shown


@dataclass
class Lines:
    """The lines by board. `ports`: what is wrong where no board was heard; `received`: records in all, of this laptop;
    `ended`: the orders that ended a moment ago, and the calls that are hindered since then, with when.
    """

    boards: dict[str, BoardLine] = field(default_factory=dict)
    ports: dict[str, str] = field(default_factory=dict)
    received: int = 0
    database: DatabaseEvent | None = None
    ended: list[tuple[float, OrderEvent | CallEvent]] = field(default_factory=list)
    clock: Callable[[], float] = time.monotonic

    def take(self, event: WatchEvent) -> BoardLine | None:
        """Note an event of the hub; the line that it changed, None where there is none."""
        if event["event"] == "database":
            self.database = event
        elif event["event"] == "order" or event["event"] == "call":
            now = self.clock()
            self.ended = [*(one for one in self.ended if now - one[0] < _NEWS_S), (now, event)]
        else:
            if not event["hub"]:
                if event["event"] == "connected" or event["event"] == "score":
                    self.received += event["received"]
                self.ports.pop(event["port"], None)
                if event["board"] is None and trouble(event):
                    self.ports[event["port"]] = trouble(event)
            if event["board"] is not None:
                return self._take_of_board(event["board"], event)
        return None

    def _take_of_board(self, board: str, event: WatchEvent) -> BoardLine | None:
        line = self.boards.setdefault(board, BoardLine(board, event["port"], event["hub"]))
        if event["hub"] and not line.hub and not line.away:
            return None  # a board that is here is here, whatever another laptop told of it before
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

    def news(self, now: float) -> list[str]:
        """What became of the orders that ended a moment ago, and what hinders calls since then."""
        orders_first = sorted(self.ended, key=lambda one: one[1]["event"] != "order")
        return [ended_words(event) for at, event in orders_first if now - at < _NEWS_S]

    def database_away(self) -> str:
        """What is not stored because the database cannot be reached, why, and what helps; empty where it can."""
        away = self.database
        if away is None or away["reachable"]:
            return ""
        what = not_stored(away["waiting"], of_several=True) if away["waiting"] else _("Nothing can be stored.")
        return printable(f"{what} {away['cause']} {away['next_step']}".rstrip())

    def of_this_laptop(self) -> list[BoardLine]:
        """The lines of the boards that this laptop has, or had last."""
        return [line for line in self.boards.values() if not line.hub]

    def farewell(self) -> str:
        """What has been collected by this laptop, and what has not."""
        here = self.of_this_laptop()
        if not here:
            return _("No board was plugged in here.")
        boards = ngettext("%(num)s board", "%(num)s boards", len(here))
        said = ", ".join((boards, ngettext("%(num)s new record", "%(num)s new records", self.received)))
        waiting = sum(line.behind for line in here)
        if self.database is not None and not self.database["reachable"]:
            waiting = max(waiting, self.database["waiting"])
        if not waiting:
            return _("%(what)s: everything that arrived is stored.", what=said)
        return " ".join((_("%(what)s stored.", what=said), not_stored(waiting, len(here) > 1)))

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
            yield from self._change(
                "database", why, self._lines.database_away() or _("it can be reached again"), _("database")
            )
        elif event["event"] == "order" or event["event"] == "call":
            yield ended_words(event)
        elif changed is not None:
            yield from self._of_line(changed)
        elif event["board"] is None:
            wrong = self._lines.ports.get(event["port"], "")
            yield from self._change(event["port"], wrong, wrong or _("gone"))

    def _of_line(self, line: BoardLine) -> Iterator[str]:
        words = line.words(self._lines.clock())
        name = _("%(table)s on %(laptop)s", table=line.name, laptop=line.hub) if line.hub else line.name
        yield from self._change(line.board, words, words, name)

    def _change(self, key: str, what: str, words: str, name: str = "") -> Iterator[str]:
        """`words` under the name, or the key, where `what` is something else than the last time."""
        if what != self._said.get(key, ""):
            self._said[key] = what
            yield printable(f"{name or key}: {words}")


_ORDERS = {"match": later("The assignment"), "name": later("The new name"), "light": later("The brightness")}
_ENDED = {
    "done": later("%(table)s: %(order)s has reached the board."),
    "refused": later("%(table)s: %(order)s was refused."),
    "void": later("%(table)s: %(order)s has not reached the board."),
    "unknown": later("%(table)s: %(order)s may have reached the board."),
}


def ended_words(event: OrderEvent | CallEvent) -> str:
    """`Table 3: The assignment was refused. It has two sides.`; `Table 3: It plays another match; 1:1-2 waits.`"""
    table, said = table_or_digits(event["table"], event["board"] or ""), event["said"]
    if said:  # it may be half a sentence
        said = said[0].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")
    if event["event"] == "call":
        return printable(f"{table or event['tournament']}: {said}")
    told = _(_ENDED[event["state"]], table=table or _("A table"), order=_ORDERS[event["kind"]])
    return printable(f"{told} {said}".rstrip())
