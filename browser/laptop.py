"""The laptop: the host's own hub on the cables that end here, and what the page says and asks."""

import gc
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from serial.tools.list_ports_common import ListPortInfo

from browser.questions import Questions
from browser.read_only import ReadOnlyClient, ReadOnlyPort
from browser.threads import TaskWaiting
from tallyboard.errors import TallyboardError
from tallyboard.hub.database import Database, LazyStore
from tallyboard.hub.follower import Follower, Opener
from tallyboard.hub.following import KnownPorts, Tell
from tallyboard.hub.hub import Hub
from tallyboard.link import Client, Port
from tallyboard.link.finding import Pace
from tallyboard.link.ports import READ_S
from tallyboard.shapes import WatchEvent
from tallyboard.system.error_log import Explainer
from tallyboard.system.laptop import VENDORS


class PageCable:
    """A Port. `send` has the page carry bytes to the board; `serial_number` is what USB says of it."""

    def __init__(self, name: str, serial_number: str, send: Callable[[bytes], None]) -> None:
        self.name = name
        self.serial_number = serial_number
        self._is_in = True
        self._send = send
        self._arrived = bytearray()
        self._news = TaskWaiting()

    def arrived(self, data: bytes) -> None:
        """These have come from the board."""
        self._arrived += data
        self._news.look()

    def pull(self) -> None:
        """The cable is out: whoever reads or writes hears it."""
        self._is_in = False
        self._news.look()

    def read(self) -> bytes:
        self._news.wait(lambda: bool(self._arrived) or not self._is_in, READ_S)
        self._check()
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    def write(self, data: bytes) -> None:
        self._check()
        self._send(bytes(data))

    def close(self) -> None:
        """The cable stays in."""

    def _check(self) -> None:
        if not self._is_in:
            raise TallyboardError(
                f"The device on {self.name} went away.",
                "Plug it in again: what had arrived is stored, the rest comes then.",
            )


LOOK_S = 1.0  # between two looks for ports, as `watch` does
CLEAR_S = 20.0  # between two times that memory is cleared

_DATA_PORT = "CircuitPython CDC2 control"  # as a CircuitPython board names it

Messages = Callable[[], Awaitable[Any]]  # those of the page that have come; waits for one


class Laptop:
    """`post(message)` gives the page a dict: {send, hex} bytes for the port of that name, {event} a WatchEvent in JSON,
    {id, answer} in JSON to what was asked, {failed} a sentence.

    The page's messages: {plug, serial, own} a port of this name is there, of somebody's own board which is told nothing
    where `own`; {unplug}; {arrived, hex}; {ask, given, id}.
    """

    def __init__(self, place: str, post: Callable[[dict[str, Any]], None]) -> None:
        self._post = post
        self._cables: dict[str, PageCable] = {}
        self._own: set[str] = set()
        self._asked = Questions(place)
        self._explainer = Explainer()
        self._hub = Hub(LazyStore(place), (), self._tell, "play", self._ports, self._follower)
        self._messages: dict[str, Callable[[dict[str, Any]], None]] = {
            "plug": self._plug,
            "unplug": self._unplug,
            "arrived": self._arrived,
            "ask": self._ask,
        }

    def run(self) -> None:
        """Follow whatever is plugged in, for ever."""
        self._hub.start()
        cleared = time.monotonic()
        while True:
            try:
                self._hub.step()
            except Exception as error:  # the page must hear of it: nobody sees the log in there
                self._post({"failed": str(self._explainer.explain(error))})
            time.sleep(LOOK_S)
            if time.monotonic() - cleared >= CLEAR_S:
                cleared = time.monotonic()
                gc.collect()  # by hand alone; see begin.py

    async def listen(self, messages: Messages) -> None:
        """Do what the page says, for ever."""
        while True:
            for message in (await messages()).to_py():
                try:
                    self._messages[next(iter(message))](message)
                except Exception as error:
                    self._post({"failed": str(self._explainer.explain(error))})

    # ---- the page's messages

    def _plug(self, message: dict[str, Any]) -> None:
        name = message["plug"]
        send = partial(self._send, name)
        self._cables[name] = PageCable(name, message["serial"], send)
        if message["own"]:
            self._own.add(name)
        self._hub.step()

    def _unplug(self, message: dict[str, Any]) -> None:
        name = message["unplug"]
        self._own.discard(name)
        if name in self._cables:
            self._cables.pop(name).pull()
            self._hub.step()

    def _arrived(self, message: dict[str, Any]) -> None:
        if message["arrived"] in self._cables:
            self._cables[message["arrived"]].arrived(bytes.fromhex(message["hex"]))

    def _ask(self, message: dict[str, Any]) -> None:
        answer = self._asked.answer(message["ask"], *message["given"])
        self._post({"id": message["id"], "answer": json.dumps(answer)})

    # ---- what the hub needs

    def _send(self, name: str, data: bytes) -> None:
        self._post({"send": name, "hex": data.hex()})

    def _tell(self, event: WatchEvent) -> None:
        self._post({"event": json.dumps(event)})

    def _ports(self) -> list[ListPortInfo]:
        """As a system lists them."""
        return [_described(cable) for cable in self._cables.values()]

    def _follower(
        self, path: str, database: Database, tell: Tell, ports: KnownPorts, opener: Opener, pace: Pace
    ) -> Follower:
        """A cable of the page in place of what `opener` would open."""
        client = ReadOnlyClient if path in self._own else Client
        return Follower(path, database, tell, ports, self._opened, client=client, pace=pace)

    @contextmanager
    def _opened(self, path: str) -> Iterator[Port]:
        cable = self._cables.get(path)
        if cable is None:
            raise TallyboardError(f"There is no port {path}.", "Plug the board in.")
        yield ReadOnlyPort(cable) if path in self._own else cable


def _described(cable: PageCable) -> ListPortInfo:
    info = ListPortInfo(cable.name, skip_link_detection=True)
    info.vid, info.pid = VENDORS[0], 0
    info.serial_number = cable.serial_number
    info.interface = _DATA_PORT
    return info
