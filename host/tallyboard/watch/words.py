"""What `watch` says where there is no terminal: a line for each change."""

from collections.abc import Iterator

from tallyboard.shapes import WatchEvent
from tallyboard.text.printable import printable
from tallyboard.watch.line import Line
from tallyboard.watch.lines import Lines
from tallyboard.watch.sentences import call_hindered, order_ended


class Words:
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

    def _of_line(self, line: Line) -> Iterator[str]:
        words = line.words(self._lines.clock())
        yield from self._change(line.board, words, words, f"{line.name} on {line.hub}" if line.hub else line.name)

    def _change(self, key: str, what: str, words: str, name: str = "") -> Iterator[str]:
        """`words` under the name, or the key, where `what` is something else than the last time."""
        if what != self._said.get(key, ""):
            self._said[key] = what
            yield printable(f"{name or key}: {words}")
