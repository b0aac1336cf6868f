"""The hub: the one process of a laptop that talks to its boards. A terminal is one face of it.

What it knows lives in the store: any number of hubs work on one database, and any of them may die at any moment. While
the database is away it follows its boards on; what they recorded waits on them.
"""

import os
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from tallyboard.hub.database import HubDatabase, LazyStore
from tallyboard.hub.follower import BoardSays, Follower, Opener, Tell
from tallyboard.hub.followers import Followers
from tallyboard.hub.following import KnownPorts
from tallyboard.link.finding import Lister
from tallyboard.link.sources import Pace, PortSource, UsbPorts
from tallyboard.store import hubs
from tallyboard.store.hubs import Has
from tallyboard.system.laptop import laptop_name

_FINISH_S = 3.0  # for all followers to finish what they are doing


class NewFollower(Protocol):
    """Follower itself, or what makes one in its place."""

    def __call__(
        self, path: str, database: HubDatabase, tell: Tell, ports: KnownPorts, opener: Opener, /, *, pace: Pace
    ) -> Follower: ...


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
        return [follower for followers in self._sources for follower in followers.following()]

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
    `others`: where there are boards besides.
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
    ) -> None:
        self.me = hubs.HubProcess(secrets.token_hex(8), laptop_name(), os.getpid(), command)
        self.ports = KnownPorts()
        self.database = HubDatabase(store, self.me, tell, self.boards)

        def make(source: PortSource, path: str) -> Follower:
            return follower(path, self.database, tell, self.ports, source.opener, pace=source.pace)

        super().__init__([UsbPorts(overrides, lister), *others], tell, make)

    def start(self) -> None:
        self.database.start()

    def step(self) -> None:
        """Look for boards that have come or gone."""
        super().step()
        self.database.tell_trouble()

    def close(self) -> None:
        """Let go of the boards, store what has arrived, and say that this hub is gone."""
        super().close()
        self.database.close()
