"""`tallyboard watch`: all boards, live."""

import queue
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tallyboard.commands.common import Db, Json, Ports, print_json

if TYPE_CHECKING:
    from rich.console import Group

    from tallyboard.watch.hall import Hall
    from tallyboard.watch.lines import Line, Lines

_LOOK_S = 1.0  # between two looks for ports
_REFRESH_S = 0.25  # of the table on a terminal
_WAITING = "Waiting for boards: plug one in. Ctrl-C ends."


def watch(port: Ports = None, db: Db = None, as_json: Json = False) -> None:
    """Follow every board that is plugged in, live, and store what they record; Ctrl-C ends.

    Boards may come and go: each is known by its id, whatever port it is on.
    """
    from tallyboard.store import open_store
    from tallyboard.watch import Hall

    events: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    with closing(open_store(db)) as store, closing(Hall(store, port or (), events.put)) as hall, _ends_with_a_signal():
        if as_json:
            for event in _events(hall, events):
                if event:
                    at = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
                    print_json({"at": at, **event})
                    sys.stdout.flush()
        elif sys.stdout.isatty():
            _on_a_terminal(hall, events)
        else:
            _in_lines(hall, events)


@contextmanager
def _ends_with_a_signal() -> Iterator[None]:
    """Ctrl-C and SIGTERM end it: everything that has arrived is stored then."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)


def _events(hall: "Hall", events: "queue.SimpleQueue[dict[str, Any]]") -> Iterator[dict[str, Any]]:
    """What happens, as it happens; an empty dict every quarter of a second."""
    look_at = refresh_at = 0.0
    while True:
        now = time.monotonic()
        if now >= look_at:
            hall.step()
            look_at = now + _LOOK_S
        if now >= refresh_at:
            refresh_at = now + _REFRESH_S
            yield {}
        try:
            yield events.get(timeout=max(0.001, refresh_at - time.monotonic()))
        except queue.Empty:
            continue


def _in_lines(hall: "Hall", events: "queue.SimpleQueue[dict[str, Any]]") -> None:
    """A line for each change."""
    from tallyboard.watch.lines import Lines

    lines = Lines()
    said: dict[str, str] = {}
    print(_WAITING)
    for event in _events(hall, events):
        if event:
            line = lines.take(event)
            port = event["port"]
            key, words = (port, f"{port}: {lines.ports.get(port)}") if line is None else (line.board, _words(line))
            if words != said.get(key) and not (line is None and port not in lines.ports):
                said[key] = words
                print(f"{datetime.now():%H:%M:%S} {words}")
        sys.stdout.flush()


def _words(line: "Line") -> str:
    parts = [line.sides(), line.score(), line.state(), *([line.alarm] if line.alarm else [])]
    behind = [f"{line.behind} not yet here"] if line.behind else []
    return f"{line.name}: " + ", ".join(part for part in [*parts, *behind] if part)


def _on_a_terminal(hall: "Hall", events: "queue.SimpleQueue[dict[str, Any]]") -> None:
    """A table that is drawn anew."""
    from rich.live import Live

    from tallyboard.tables import console
    from tallyboard.watch.lines import Lines

    lines = Lines()
    with Live(_picture(lines, hall), console=console(), auto_refresh=False) as live:
        for event in _events(hall, events):
            if event:
                lines.take(event)
            else:
                live.update(_picture(lines, hall), refresh=True)


def _picture(lines: "Lines", hall: "Hall") -> "Group":
    from rich.console import Group
    from rich.text import Text

    from tallyboard import tables, text

    now = time.monotonic()
    made = tables.table(tables.console(), "Table|Match|Score>|State|Not yet here>|Heard>|Port")
    for line in lines:
        follower = hall.followers.get(line.port)
        heard = follower.heard_at if follower else None
        made.add_row(
            line.name,
            line.sides(),
            line.score(),
            line.alarm or line.state(),
            str(line.behind or ""),
            text.age(now - heard) if heard is not None else "",
            line.port,
            style="red" if line.alarm else "yellow" if line.trouble else None,
        )
    below = [Text(f"{port}: {trouble}", style="yellow") for port, trouble in sorted(lines.ports.items())]
    if not lines.boards:
        below.append(Text(_WAITING, style="dim"))
    return Group(*([made] if lines.boards else []), *below)
