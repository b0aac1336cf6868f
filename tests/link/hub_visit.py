"""A board that a hub follows for a while, whatever becomes of the line, the board and the database meanwhile."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from shared_rules.journal import record
from tallyboard.hub.following import Following
from tallyboard.link import Client
from tallyboard.store import orders
from tallyboard.store.orders import Order, State
from tests.harness.random_matches import LINES
from tests.link.cable import Cable
from tests.link.history import History
from tests.link.laptop import Laptop
from tests.link.moments import AWAY
from tests.link.oracle import ALTERED, EARLY, LOST, BrokenError, Oracle
from tests.link.table import BOARD
from tests.link.world import World

_NOON = 1_800_000_000  # the laptops' time (Unix time) at the start of a world


class _Until:
    """A threading.Event that is set when it is time."""

    def __init__(self, world: World, until: int) -> None:
        self._world = world
        self._until = until

    def is_set(self) -> bool:
        return self._world.now >= self._until

    def wait(self, seconds: float) -> bool:
        self._world.run(max(1, round(seconds * 1000)))
        return self.is_set()


class HubVisit:
    """One conversation of a hub; `mishaps`: see Mishaps."""

    def __init__(
        self,
        world: World,
        oracle: Oracle,
        draw: random.Random,
        tally: Counter[str],
        laptop: Laptop,
        cable: Cable,
        mishaps: Any,
    ) -> None:
        self._world = world
        self._oracle = oracle
        self._draw = draw
        self._tally = tally
        self._laptop = laptop
        self._cable = cable
        self._mishaps = mishaps
        self._last: Mapping[str, Any] | None = None

    def run(self, client: Client) -> None:
        """Follow the board; raises as Following.run, and BrokenError."""
        world, laptop, mishaps = self._world, self._laptop, self._mishaps
        if self._draw.random() < 0.9:
            self._give_order()
        if self._draw.random() < 0.3:
            laptop.restarts_hub()
        desk = laptop.desk
        desk.has_turn = lambda: self._draw.random() < 0.8
        desk.wait = lambda seconds: world.run(max(1, round(seconds * 1000)))
        desk.on_end = self._ended
        laptop.away = self._fails
        desk.look()
        if mishaps.blank is not None:
            self._watch_for_the_end_of_the_chip(world.now + mishaps.blank)
        stopping = cast(Any, _Until(world, world.now + mishaps.hub))
        following = Following(
            client, desk, self._told, stopping, lambda: world.now / 1000, lambda: _NOON + world.now / 1000
        )
        self._tally["hub visits"] += 1
        following.run(lambda following: None)
        self._compare_match()

    def _fails(self) -> str:
        if self._draw.random() >= self._mishaps.away:
            return ""
        fails = self._draw.choice(AWAY)
        self._tally[f"database {fails}"] += 1
        return fails

    def _watch_for_the_end_of_the_chip(self, at: int) -> None:
        watched, world = self._world.watched, self._world

        def also() -> None:
            watched()
            if world.now >= at and world.watched is also:
                world.watched = watched
                self._tally["chips exchanged while followed"] += 1
                world.power_off()
                world.board.blank()

        world.watched = also

    # ---- what it tells

    def _told(self, event: Mapping[str, Any]) -> None:
        self._oracle.look(self._laptop)
        self._tally["hub " + event["event"]] += 1
        if event["event"] == "alarm":
            raise BrokenError(ALTERED, f"{self._laptop.name} tells of conflicts: {event['numbers']}")
        if event["event"] == "score":
            self._last = event
            self._tally["heard at once"] += event["received"]
            self._is_whole(event)

    def _is_whole(self, event: Mapping[str, Any]) -> None:
        """What is not behind is in the database; where it was away as the board was met, what was not acknowledged."""
        if self._cable.stale or event["epoch"] not in self._oracle.epochs:
            return
        if event["behind"]:
            self._tally["not stored yet"] += 1
            return
        known = self._oracle.epochs[event["epoch"]]
        first = max(known.oldest, known.acked) if self._mishaps.away else known.oldest
        numbers = [number for number in known.records if first <= number < event["next"]]
        self._oracle.synced(self._laptop, (event["epoch"], numbers))

    def _compare_match(self) -> None:
        """The match from memory is what the records in the database give."""
        last = self._last
        if last is None or last["behind"] or self._cable.stale or last["epoch"] != self._oracle.epoch:
            return
        if self._mishaps.away and self._oracle.epochs[last["epoch"]].oldest:
            return  # what the board has freed it may not have had from the database
        if last["next"] != 1 + max(self._laptop.committed().get(last["epoch"], {}), default=-1):
            return  # more has come since
        store = self._laptop.store.true
        due = next((one for one in reversed(store.matches(untouched=True)) if one["epoch"] == last["epoch"]), None)
        names = () if due is None else ("names", "table")
        told = last["match"]
        if (told is None) != (due is None) or (due and _without(told, names) != _without(due, names)):
            raise BrokenError(ALTERED, f"the match from memory is {told}, and in the database it is {due}")
        self._tally["matches compared"] += 1

    # ---- orders

    def _give_order(self) -> None:
        key = f"order {self._tally['orders']}"
        self._tally["orders"] += 1
        what = {"key": key, "line": self._draw.choice(LINES), "names": ["Ann", "Zoë"], "first": None}
        orders.give(self._laptop.store.true, BOARD, None, [("match", what)], "the campaign")

    def _ended(self, order: Order, state: State) -> None:
        self._tally[f"orders {state}"] += 1
        if state != "done" or self._cable.stale:
            return
        key = order.what["key"]
        places = [
            (epoch, number) for epoch, known in self._oracle.epochs.items() for number in _assigned(known.records, key)
        ]
        if not places:
            raise BrokenError(LOST, f"{key} is done, and the board never wrote it down")
        rows = self._oracle.look(self._laptop)
        if not any(number in rows.get(epoch, {}) for epoch, number in places):
            raise BrokenError(EARLY, f"{key} is done, and its record is not stored")


def _assigned(records: Mapping[int, bytes], key: str) -> list[int]:
    """The numbers of the records from which on the match of this key waits."""
    history, found = History(), []
    for number, data in sorted(records.items()):
        history.tell(number, data)
        if data[0] == record.ASSIGN and history.waits == key:
            found.append(number)
    return found


def _without(match: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in match.items() if name not in names}
