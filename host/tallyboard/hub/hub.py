"""The hub: the one process of a laptop that talks to its boards. A terminal is one face of it.

What it knows lives in the store: any number of hubs work on one database, and any of them may die at any moment. While
the database is away it follows its boards on; what they recorded waits on them.
"""

import os
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

from tallyboard.hub.database import HubDatabase, LazyStore
from tallyboard.hub.follower import BoardSays, Follower, Opener
from tallyboard.hub.following import KnownPorts, Tell
from tallyboard.hub.tournaments import of_no_board
from tallyboard.link.client import Patience
from tallyboard.link.finding import Candidate, Lister, Pace, PortSource, Sure, UsbPorts, ask_all, no_data_port
from tallyboard.link.radio import RadioPorts
from tallyboard.store import hubs
from tallyboard.store.hubs import Has
from tallyboard.system.laptop import laptop_name

_FINISH_S = 3.0  # for all followers to finish what they are doing


class NewFollower(Protocol):
    """Follower itself, or what makes one in its place."""

    def __call__(
        self, path: str, database: HubDatabase, tell: Tell, ports: KnownPorts, opener: Opener, /, *, pace: Pace
    ) -> Follower: ...


class Followers:
    """Looks for the ports of a source at every `step` and keeps a follower on each that is there.

    A board whose port goes away and comes back as another one is known by its id. `tell`: see Follower; besides, a
    NoDataPortEvent for a board that has only its console.
    """

    def __init__(self, source: PortSource, tell: Tell, follower: Callable[[str], Follower]) -> None:
        self._source = source
        self._tell = tell
        self._follower = follower
        self._stepping = threading.Lock()  # several threads may look
        self._lock = threading.Lock()  # of the three that follow
        self._followers: dict[str, Follower] = {}
        self._known: set[str] = set()  # ports that were there at the last look
        self._closed = False
        self._leaving: dict[str, Follower] = {}  # of ports that are gone, with something left to finish
        self._consoles: set[str] = set()
        source.on_news(self._come)

    def step(self) -> None:
        """Follow what is new, let go of what is gone. A port that is only a guess is asked first, in a thread."""
        with self._stepping:
            self._step()

    def _step(self) -> None:
        found = self._source.look()
        if found is None:
            return
        self._tell_consoles(found.consoles)
        self._leaving = {path: follower for path, follower in self._leaving.items() if follower.is_alive()}
        there = {port.path: port for port in found.ports if port.path not in self._leaving}
        with self._lock:
            new = [port for path, port in there.items() if path not in self._known]
            self._known = set(there)
            gone = {path: follower for path, follower in self._followers.items() if path not in there}
            for path in gone:
                del self._followers[path]
        for follower in gone.values():
            follower.stop(unplugged=True)
        self._leaving.update(gone)
        self._follow(port.path for port in new if port.sure >= Sure.NAMED)
        # Of a device only the likeliest port: the other one can be its console (see ask_all).
        guesses = {port.device or port.path: port for port in reversed(new) if port.sure < Sure.NAMED}
        for guess in guesses.values():
            threading.Thread(target=self._ask, args=(guess,), name=f"ask {guess.path}", daemon=True).start()

    def _come(self, path: str) -> None:
        """Another port is there under this path."""
        self.step()
        with self._lock:
            follower = self._followers.get(path)
        if follower is not None:
            follower.come()

    def _tell_consoles(self, consoles: Sequence[Candidate]) -> None:
        before, self._consoles = self._consoles, {console.path for console in consoles}
        for path in sorted(before - self._consoles):
            self._tell({"event": "unplugged", **of_no_board(path), "behind": 0, "silent_s": None})
        for path in sorted(self._consoles - before):
            error = no_data_port(path)
            self._tell(
                {"event": "no_data_port", **of_no_board(path), "cause": error.cause, "next_step": error.next_step}
            )

    def _ask(self, guess: Candidate) -> None:
        """Follow it where a board answers. That may be starting still, so this is given its time."""
        answers = ask_all([guess], patience=Patience())
        self._follow(answer.candidate.path for answer in answers if answer.fields)

    def _follow(self, paths: Iterable[str]) -> None:
        for path in paths:
            with self._lock:
                if path in self._known and path not in self._followers and not self._closed:
                    self._followers[path] = self._follower(path)
                    self._followers[path].start()

    def following(self) -> list[Follower]:
        """Those of ports that are there."""
        with self._lock:
            return list(self._followers.values())

    def stop(self) -> list[Follower]:
        """Let all end; those that may have something left to finish."""
        with self._lock:
            self._closed = True
        for follower in self._followers.values():
            follower.stop()
        return [*self._followers.values(), *self._leaving.values()]


class Hall:
    """Follows the ports of all sources; see Followers for `tell`. `follower(source, path)` makes a follower."""

    def __init__(
        self, sources: Sequence[PortSource], tell: Tell, follower: Callable[[PortSource, str], Follower]
    ) -> None:
        self._sources = [Followers(source, tell, partial(follower, source)) for source in sources]

    def step(self) -> None:
        """Follow what is new, let go of what is gone."""
        for followers in self._sources:
            followers.step()

    def _following(self) -> list[Follower]:
        """Of the first source last: a board that is on a cable too is there."""
        return [follower for followers in reversed(self._sources) for follower in followers.following()]

    def boards(self) -> list[Has]:
        """The boards that are there, each once."""
        return list({has.board: has for follower in self._following() if (has := follower.has())}.values())

    def says(self) -> dict[str, BoardSays]:
        """By board what those that are there say of their memory."""
        return dict(said for follower in self._following() if (said := follower.says()))

    def close(self) -> None:
        """Stop following; what has arrived is stored."""
        everyone = [follower for followers in self._sources for follower in followers.stop()]
        deadline = time.monotonic() + _FINISH_S
        for follower in everyone:
            follower.join(max(0.0, deadline - time.monotonic()))


class Hub(Hall):
    """Follows the boards that are plugged in here, stores what they record and does the orders for them.

    `overrides`: ports or patterns instead of looking for boards. `tell` is given what happens, from several threads.
    `others`: where there are boards besides, `radio`: and without a cable.
    """

    def __init__(
        self,
        store: LazyStore,
        overrides: Sequence[str],
        tell: Tell,
        command: str = "watch",
        lister: Lister | None = None,
        follower: NewFollower = Follower,
        others: Sequence[PortSource] = (),
        radio: RadioPorts | None = None,
    ) -> None:
        self.me = hubs.HubProcess(secrets.token_hex(8), laptop_name(), os.getpid(), command)
        self.ports = KnownPorts()
        self.database = HubDatabase(store, self.me, tell, self.boards)

        def make(source: PortSource, path: str) -> Follower:
            return follower(path, self.database, tell, self.ports, source.opener, pace=source.pace)

        self.database.radio = radio
        super().__init__([UsbPorts(overrides, lister), *others, *([] if radio is None else [radio])], tell, make)

    def start(self) -> None:
        self.database.start()

    def step(self) -> None:
        super().step()
        self.database.tell_trouble()

    def close(self) -> None:
        """Let go of the boards, store what has arrived, and say that this hub is gone."""
        super().close()
        self.database.close()
