"""Conversations: a laptop plugs its cable in, collects, follows the play, lets go, or is killed on the way."""

import contextlib
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from shared_rules.link import frame, laptop_half
from tallyboard.errors import TallyboardError
from tallyboard.link import BoardRefusedError, Client
from tests.harness.random_matches import LINES
from tests.link.cable import Cable
from tests.link.channel import PERFECT, Noise, Past
from tests.link.hub_visit import HubVisit
from tests.link.laptop import KilledError, Laptop
from tests.link.oracle import ALTERED, STUCK, BrokenError, Oracle
from tests.link.parts import Parts
from tests.link.world import World

# The longest that a conversation may take: so long, and for each record that it has to fetch. On a line where a third
# of all frames hang for a second or two, records come through one by one.
_LIMIT_MS = 120_000
_LIMIT_A_RECORD_MS = 3_000
# The longest on a perfect channel: nothing has to be said twice there, which would cost a quarter of a second each.
_PERFECT_MS = 500
_PERFECT_A_RECORD_MS = 5
_NOON = 1_800_000_000  # the laptops' time (Unix time) at the start of a world
_POLL_MS = 100  # between two questions for what is new


class Mishaps(NamedTuple):
    """What happens besides the channel's faults while a laptop syncs.

    `lives`: bytes until the cable is unplugged. `killed`: see Laptop.dies_at. `power`: steps of the chip until the
    power fails. `presses`: see World.presses. `wishes`: the laptop has some first. `follows`: so many times it asks for
    what is new. `old`: its software is of before the link's second edition. `hub`: ms that a hub follows the board,
    instead of all that. `away`: how often its database fails then, from 0 to 1. `blank`: ms until another chip is put
    in meanwhile.
    """

    lives: int | None = None
    killed: tuple[str, int] | None = None
    power: int | None = None
    presses: int = 0
    wishes: bool = False
    follows: int = 0
    old: bool = False
    hub: int = 0
    away: float = 0.0
    blank: int | None = None


NO_MISHAPS = Mishaps()


def _speaks_protocol_1(client: Client) -> None:
    """As a laptop of before FOLLOW."""
    ask = client.ask

    def asks(kind: int, body: bytes, expected: int) -> bytes:
        return ask(kind, laptop_half.hello(1) if kind == frame.HELLO else body, expected)

    client.ask = asks  # type: ignore[method-assign]


class Syncs:
    """The conversations of one world. `same_ids`: see channel.Line. `longest`: ms that one took."""

    def __init__(
        self,
        world: World,
        parts: Parts,
        oracle: Oracle,
        draw: random.Random,
        tally: Counter[str],
        log: Callable[[str], None],
        same_ids: bool,
    ) -> None:
        self.longest = 0
        self._world = world
        self._parts = parts
        self._oracle = oracle
        self._draw = draw
        self._tally = tally
        self._log = log
        self._same_ids = same_ids
        self._pasts = Past(), Past()
        self._report: Any = None  # of what was collected, whatever came after that

    def converse(self, laptop: Laptop, noise: Noise, mishaps: Mishaps = NO_MISHAPS) -> Any:
        """Plug in, sync, let go. The report, or None where it came to none."""
        world, quiet = self._world, noise == PERFECT and mishaps == NO_MISHAPS
        if quiet:
            world.power_on()
        cable = self._plug_in(noise, mishaps)
        began, due = world.now, self._oracle.logged()
        self._watch(len(due[1]), _LIMIT_MS + mishaps.hub)
        if mishaps.killed:
            laptop.dies_at(*mishaps.killed)
        world.presses(mishaps.presses)
        world.board.cut_after(mishaps.power)
        self._report = None
        try:
            self._conversation(laptop, cable, mishaps)
        except TallyboardError as error:
            self._tally["syncs that failed"] += 1
            self._log(f"  fails: {error.cause}")
            if quiet and not cable.stale:
                raise BrokenError(STUCK, f"without a fault a sync fails: {error.cause}") from error
        except KilledError:
            self._tally["killed"] += 1
            self._tally["killed " + laptop.killed] += 1
            self._log(f"  the program is killed: {laptop.killed}")
        finally:
            cable.close()
            world.cable = None
            world.watched = lambda: None
            laptop.away = lambda: ""
            world.presses(0)
            world.board.cut_after(None)
            laptop.ends()
        self._tally["syncs"] += 1
        took = world.now - began
        self.longest = max(self.longest, took)
        again = self._report is not None and self._report.damaged  # these are rightly asked for more than once
        if quiet and not cable.stale and not again and took > _PERFECT_MS + _PERFECT_A_RECORD_MS * len(due[1]):
            raise BrokenError(STUCK, f"without a fault a sync takes {took} ms, as if something had been lost")
        self._judge(laptop, due, cable.stale)
        return self._report

    def unjudged(self, laptop: Laptop) -> Any:
        """The report of a sync on a perfect channel, whatever it says."""
        cable = self._plug_in(PERFECT, NO_MISHAPS)
        laptop.observed = False
        try:
            self._conversation(laptop, cable, NO_MISHAPS)
        except TallyboardError as error:
            raise BrokenError(STUCK, f"without a fault a sync fails: {error.cause}") from error
        cable.close()
        self._world.cable = None
        return self._report

    def _plug_in(self, noise: Noise, mishaps: Mishaps) -> Cable:
        board = self._world.board
        rests = not board.on or board.rests()
        cable = Cable(board.port, noise, self._pasts, self._same_ids, mishaps.lives, rests, self._draw, self._tally)
        if noise.rate and self._draw.random() < 0.3:
            cable.lines[1].stale_tail(self._world.now)
        self._world.cable = cable
        return cable

    def _watch(self, due: int, longest: int) -> None:
        began, records = self._world.now, self._tally["records"]

        def watched() -> None:
            limit = longest + _LIMIT_A_RECORD_MS * (due + self._tally["records"] - records)
            if self._world.now - began > limit:
                raise BrokenError(STUCK, "a conversation does not come to its end")

        self._world.watched = watched

    def _conversation(self, laptop: Laptop, cable: Cable, mishaps: Mishaps) -> None:
        world = self._world
        port = self._parts.port(cable, self._draw, lambda: world.now, world.run, laptop.moment)
        with self._dice():
            client = self._parts.client(port, clock=lambda: world.now / 1000)
            if mishaps.old:
                self._tally["old laptops"] += 1
                _speaks_protocol_1(client)
            if mishaps.hub:
                HubVisit(world, self._oracle, self._draw, self._tally, laptop, cable, mishaps).run(client)
                return
            if mishaps.wishes:
                client.hello()
                self._wish(client)
            collection = self._parts.collection(client, laptop.store, lambda: _NOON + world.now / 1000)
            self._report = collection.run()
            for _ in range(mishaps.follows):
                world.run(_POLL_MS)
                collection.catch_up(client.state())
                self._peaceful(laptop, collection.report())

    def _wish(self, client: Any) -> None:
        draw = self._draw
        with contextlib.suppress(BoardRefusedError):
            first = draw.choice((None, 0, 1)) if client.protocol > 1 else None
            client.assign(f"match {draw.randrange(100)}", draw.choice(LINES), ["Ann", "Zoë"], first)
        if client.protocol > 1 and draw.random() < 0.3:
            client.cancel()
        with contextlib.suppress(BoardRefusedError):
            client.setup(draw.choice((None, "", "Table 9")), draw.choice((None, 3, 16)))

    @contextlib.contextmanager
    def _dice(self) -> Iterator[None]:
        """What a client draws comes from the seed."""
        true = os.urandom
        os.urandom = self._draw.randbytes
        try:
            yield
        finally:
            os.urandom = true

    def _judge(self, laptop: Laptop, due: tuple[int, list[int]], stale: bool) -> None:
        self._oracle.look(laptop)
        report = self._report
        if report is None:
            return
        self._log(f"  {report.received} received, {report.already_had} there, acknowledged below {report.acked}")
        self._peaceful(laptop, report)
        if stale:  # what was said to others may have been believed, until the next time
            self._tally["stale"] += 1
        else:
            self._oracle.synced(laptop, due)

    def _peaceful(self, laptop: Laptop, report: Any) -> None:
        if report is not None and report.conflicts:
            raise BrokenError(ALTERED, f"{laptop.name} hears of conflicts: {report.conflicts}")
