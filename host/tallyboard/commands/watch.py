"""`tallyboard watch`: all boards, live."""

import queue
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime

from tallyboard.errors import CoreError
from tallyboard.hub.database import LazyStore
from tallyboard.hub.hub import Hub
from tallyboard.link.radio import UDP_PORT, Radio, RadioPorts
from tallyboard.shapes import WatchEvent
from tallyboard.store.failures import UnreachableError
from tallyboard.terminal.streams import is_drawn_on
from tallyboard.terminal.tables import print_json
from tallyboard.terminal.watch_lines import WAITING, Lines, WatchWords
from tallyboard.text.language import _
from tallyboard.text.quantities import utc_text

Events = Iterable[WatchEvent | None]

_LOOK_S = 1.0  # between two looks for ports
_REFRESH_S = 0.25  # of the table on a terminal


def watch(
    port: Sequence[str] | None = None,
    db: str | None = None,
    no_radio: bool = False,
    radio_port: int = UDP_PORT,
    as_json: bool = False,
) -> None:
    told: queue.SimpleQueue[WatchEvent | None] = queue.SimpleQueue()
    ended = ended_by_a_signal(lambda: told.put(None))
    with ExitStack() as stack:
        store = stack.enter_context(closing(store_to_come(db)))
        air = None if no_radio else air_of(stack, radio_port)
        hub = stack.enter_context(closing(Hub(store, port or (), told.put, radio=air)))
        stack.enter_context(ended)
        hub.start()
        events = hub_events(hub, told)
        if as_json:
            _as_json(events)
            return
        lines = Lines()
        if is_drawn_on(sys.stdout):
            from tallyboard.terminal.watch_picture import show_picture  # rich, which is slow to import

            show_picture(lines, events)
        else:
            words = WatchWords(lines)
            print(_(WAITING), flush=True)
            for event in events:
                print_changes(words, event)
        print(lines.farewell())


def air_of(stack: ExitStack, number: int) -> RadioPorts | None:
    """Where boards without a cable are heard; said on standard error where that cannot be: the others are heard."""
    try:
        return stack.enter_context(closing(Radio(number))).ports
    except CoreError as error:
        print(error, file=sys.stderr)
        return None


def store_to_come(db: str | None) -> LazyStore:
    """The store, which is opened already where it can be reached: else the boards are followed until it can."""
    store = LazyStore(db)
    with suppress(UnreachableError):
        store.get()
    return store


@contextmanager
def ended_by_a_signal(end: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and SIGTERM call `end`; a second time they do what they always do."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def handle(*_: object) -> None:
        restore()
        end()

    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        restore()


def hub_events(hub: Hub, told: queue.SimpleQueue[WatchEvent | None]) -> Iterator[WatchEvent | None]:
    """What happens, as it happens, and None every quarter of a second, until there is a None in the queue."""
    look_at = refresh_at = 0.0
    while True:
        now = time.monotonic()
        if now >= look_at:
            hub.step()
            look_at = now + _LOOK_S
        if now >= refresh_at:
            refresh_at = now + _REFRESH_S
            yield None
        try:
            event = told.get(timeout=max(0.001, refresh_at - time.monotonic()))
        except queue.Empty:
            continue
        if event is None:
            break
        yield event
    hub.close()
    while not told.empty():
        yield told.get()


def _as_json(events: Events) -> None:
    for event in events:
        if event is not None:
            print_json({"at": utc_text(datetime.now(UTC), "milliseconds"), **event})
            sys.stdout.flush()


def print_changes(words: WatchWords, event: WatchEvent | None) -> None:
    """A line for each thing that the event has changed."""
    for said in words.after(event):
        print(f"{datetime.now():%H:%M:%S} {said}", flush=True)
