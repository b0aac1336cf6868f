"""The day: laptops with hubs, tables with boards, two desks, one database, and what a schedule does to them."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tallyboard.desk import Refusal, Tournament, as_object
from tallyboard.errors import TallyboardError
from tallyboard.errors.desk import Reason
from tallyboard.store import open_store, tournaments
from tallyboard.store.corrections import correct, read_score
from tallyboard.store.failures import UnreachableError
from tests.event import schedule as steps
from tests.event.desk import Desk
from tests.event.schedule import Schedule, Step
from tests.event.table import Table
from tests.harness.laptops import HubLaptop
from tests.harness.postgres import PostgresServer
from tests.harness.replays import Log

_TURN_S = 0.06
_MANY_TURNS = 3  # keys a turn, for a match is to end within a schedule
_GUARD_S = 60
_BEFORE_LUNCH_S = 10
_CONNECTIONS = 3  # more than a desk keeps
_STATEMENTS = 9  # of the transaction of a desk


class World:
    """Made with everything running, the tournament drawn and calls made by themselves; `close` ends all of it.

    `server`: that of the database, where it is no file. `corrected`: by board's match the scores that somebody said
    stand. `left_waiting`: what boards waited for when no call was left.
    """

    def __init__(
        self,
        schedule: Schedule,
        url: str,
        folder: Path,
        log: Log,
        cheat: str,
        patience_s: int,
        server: PostgresServer | None = None,
    ) -> None:
        self._server = server
        self._bring_server: Callable[[], None] | None = None  # while it is away
        self.schedule = schedule
        self.url = url
        self.folder = folder
        self.tally: Counter[str] = Counter()
        self.corrected: dict[str, dict[str, int]] = {}
        self.left_waiting: list[str] = []
        self._log = log
        self._patience_s = patience_s
        self._turn = 0
        self._later: list[tuple[int, Callable[[], None]]] = []
        size = schedule.size
        self._stores = [open_store(url) for _ in range(2)]
        first_line = f"tournament singles seed={schedule.seed}"
        self.about = tournaments.create(self._stores[0], "The day", first_line, "UTC")
        self.desks = [Desk(f"desk {number}", store, self.about) for number, store in enumerate(self._stores, 1)]
        self.laptops = [
            HubLaptop("event", f"laptop {number}", folder / f"laptop{number}", url, cheat)
            for number in range(1, size.laptops + 1)
        ]
        self.tables = [Table(number, f"{schedule.seed} at {number}") for number in range(1, size.tables + 1)]
        self.places = [number % size.laptops for number in range(size.tables)]
        self._away: set[int] = set()  # tables
        for number in range(size.tables):
            self._plug(number)
        self._draw_up()
        for laptop in self.laptops:
            laptop.start_hub()

    def _draw_up(self) -> None:
        size = self.schedule.size
        players = [f"add Player {number}" for number in range(1, size.players + 1)]
        tables = "open " + " ".join(table.table_name for table in self.tables)
        lines = [*players, tables, f"phase 1 {self.schedule.phase}", "draw 1"]
        assert self.desks[0].enter(lambda _: lines)
        tournaments.set_auto(self._stores[0], self.about.id, True)

    def close(self) -> None:
        """Nothing runs any more, but for the server."""
        self._server_back()
        for laptop in self.laptops:
            laptop.kill_hub()
        for table in self.tables:
            table.pull_out()
        for store in self._stores:
            store.close()

    # ---- the course of events

    def run(self) -> None:
        """All steps; whatever is away is back at the end."""
        for number, step in enumerate(self.schedule.steps):
            if number in (0, len(self.schedule.steps) // 2):
                # The first time hubs are still starting; faults are to meet them at work.
                self._lunch(_BEFORE_LUNCH_S if number else _GUARD_S)
            self.turns(step.turns)
            if self._does(step):
                self.tally[step.what] += 1
                self._log(str(step))
        while self._later:
            self.turns(1)
        self._log("all is whole again")

    def _does(self, step: Step) -> bool:
        """Whether this came to pass: while the server is away nobody can enter anything."""
        try:
            return _DOES[step.what](self, step) is not False
        except UnreachableError:
            if self._bring_server is None:
                raise
            return False

    def turns(self, count: int) -> None:
        """Let everybody at the tables go on."""
        for _ in range(count):
            self._turn += 1
            for due, action in list(self._later):
                if due <= self._turn:
                    self._later.remove((due, action))
                    action()
            for table in self.tables:
                for _ in range(_MANY_TURNS):
                    table.turn()
            time.sleep(_TURN_S)

    def _in(self, turns: int, action: Callable[[], None]) -> None:
        self._later.append((self._turn + turns, action))

    def _lunch(self, most_s: float) -> None:
        """Nobody starts a match; when some wait at boards, all calls end, and no board is to wait for one of them."""
        self._turns_until(lambda: self._bring_server is None, self._patience_s)
        for table in self.tables:
            table.is_lunch = True
        self._turns_until(lambda: any(table.waits_with for table in self.tables), most_s)
        tournaments.set_auto(self.desks[0].store, self.about.id, False)
        self._turns_until(self._nothing_is_called, self._patience_s)
        for table in self.tables:
            if table.waits_with:
                calls = [one.call for one in self.desks[0].look().tables.values() if one.call is not None]
                self.left_waiting.append(f"table {table.table_name} waits with {table.waits_with}, calls are {calls}")
            table.is_lunch = False
        tournaments.set_auto(self.desks[0].store, self.about.id, True)
        self._log("all calls have ended, and are made again")

    def _nothing_is_called(self) -> bool:
        """End what is called, by a hub too that has not yet heard that it is to call no more; whether boards know."""
        self.desks[0].enter(
            lambda tournament: [f"free {one.name}" for one in tournament.tables.values() if one.call is not None]
        )
        return not any(table.waits_with for table in self.tables)

    def _turns_until(self, is_so: Callable[[], bool], most_s: float) -> None:
        until = time.monotonic() + most_s
        while not is_so() and time.monotonic() < until:
            self.turns(1)

    # ---- faults

    def _kill_hub(self, step: Step) -> bool:
        laptop = self.laptops[step.number % len(self.laptops)]
        if laptop.hub is None:
            return False
        laptop.kill_hub()
        self._in(step.lasts, laptop.start_hub)
        return True

    def _plug(self, number: int) -> None:
        table = self.tables[number]
        self.laptops[self.places[number]].plug(table.id, table.plug_in())
        self._away.discard(number)

    def _unplug(self, number: int) -> bool:
        if number in self._away:
            return False
        self._away.add(number)
        self.laptops[self.places[number]].unplug(self.tables[number].id)
        self.tables[number].pull_out()
        return True

    def _cut_power(self, step: Step) -> bool:
        number = step.number % len(self.tables)
        if not self._unplug(number):
            return False
        self.tables[number].cut_power()
        self._in(step.lasts % 5, lambda: self._plug(number))
        return True

    def _move(self, step: Step) -> bool:
        number = step.number % len(self.tables)
        if not self._unplug(number):
            return False
        self.places[number] = (self.places[number] + 1) % len(self.laptops)
        self._in(step.lasts % 5, lambda: self._plug(number))
        return True

    def _kill_server(self, step: Step) -> bool:
        return self._take_server(step, PostgresServer.kill, PostgresServer.start)

    def _freeze_server(self, step: Step) -> bool:
        return self._take_server(step, PostgresServer.freeze, PostgresServer.thaw)

    def _take_server(
        self, step: Step, take: Callable[[PostgresServer], None], bring: Callable[[PostgresServer], None]
    ) -> bool:
        server = self._server
        if server is None or self._bring_server is not None:
            return False
        take(server)
        self._bring_server = lambda: bring(server)
        self._in(step.lasts, self._server_back)
        return True

    def _server_back(self) -> None:
        if self._bring_server is not None:
            self._bring_server()
            self._bring_server = None
            self._reconnect()

    def _reconnect(self) -> None:
        """Desks look again as often as they may have a connection that is gone."""
        for desk in self.desks:
            for _ in range(_CONNECTIONS):
                with suppress(UnreachableError):
                    desk.look()

    # ---- desks

    def _desk(self, step: Step) -> Desk:
        return self.desks[step.number % 2]

    def _die(self, step: Step) -> bool:
        desk = self._desk(step)
        return desk.die_entering(_by_hand(step), 1 + step.number % _STATEMENTS)

    def _by_hand(self, step: Step) -> bool:
        return self._desk(step).enter(_by_hand(step))

    def _at_once(self, step: Step) -> None:
        """Both enter the same, and call all that can be called."""
        ready = threading.Barrier(2)

        def enter(desk: Desk) -> None:
            ready.wait()
            with suppress(TallyboardError):  # of SQLite one may have to wait for too long
                desk.enter(lambda tournament: ["call", *_by_hand(step)(tournament)])
                desk.enter(lambda tournament: ["call"])

        threads = [threading.Thread(target=enter, args=(desk,)) for desk in self.desks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _undo(self, step: Step) -> bool:
        return self._desk(step).enter(lambda tournament: _undo(tournament, step.number))

    def _absent(self, step: Step) -> bool:
        who = 1 + step.number % self.schedule.size.players
        desk = self._desk(step)
        if not desk.enter(lambda _: [f"absent {who}"]):
            return False
        self._in(step.lasts, lambda: self._back(desk, who))
        return True

    def _back(self, desk: Desk, who: int) -> None:
        if self._bring_server is not None:
            self._in(1, lambda: self._back(desk, who))
            return
        desk.enter(lambda tournament: [f"in {who}"] if tournament.entrants[who - 1].status == "absent" else [])

    def _withdraw(self, step: Step) -> bool:
        who = 1 + step.number % self.schedule.size.players
        return self._desk(step).enter(lambda _: [f"withdraw {who}"])

    def _free(self, step: Step) -> bool:
        return self._desk(step).enter(lambda _: [f"free {1 + step.number % len(self.tables)}"])

    def _correct(self, step: Step) -> bool:
        """What a board recorded is said to have been otherwise."""
        store = self.desks[0].store
        played = [match for match in store.matches() if match["status"] == "finished" and match["key"]]
        if not played:
            return False
        match = played[step.number % len(played)]
        scores = {"A": 2 + step.number % 7, "B": step.number % 2}
        line = " ".join(f"{side} {score}" for side, score in scores.items()) + " twenties 0 0"
        if not match["twenties"]:
            line = line.partition(" twenties")[0]
        said = read_score(line, match["sides"]).line()
        correct(store, match, "result", said, "a disc was miscounted", "the referee")
        self.corrected[match["match"]] = scores
        return True


# ---- what is entered


def _by_hand(step: Step) -> Callable[[Tournament], Sequence[str]]:
    """A result of some match whose players are known, whether it is called, decided or neither."""

    def decide(tournament: Tournament) -> list[str]:
        matches = [match for phase in as_object(tournament)["phases"] for match in phase["matches"]]
        known: list[Any] = [match for match in matches if all(match["sides"]) and match["state"] != "void"]
        if not known:
            return []
        match = random.Random(step.number).choice(known)
        a, b = match["sides"]
        return [f"result {match['match']} {a} {step.number % 9} {b} {step.number % 5}"]

    return decide


def _undo(tournament: Tournament, number: int) -> list[str]:
    """Not what the day cannot go on without."""
    last = next(event.line for event in reversed(tournament.events) if event.stands and " board " not in event.line)
    if last.split()[0] in ("add", "open", "phase", "draw") or (last.startswith("call") and number % 3):
        raise Refusal(Reason("nothing", "It is better not undone.", "Leave it."))
    return ["undo"]


_DOES: dict[str, Callable[[World, Step], bool | None]] = {
    steps.HUB_KILLED: World._kill_hub,
    steps.POWER_CUT: World._cut_power,
    steps.CABLE_MOVED: World._move,
    steps.DESK_KILLED: World._die,
    steps.SERVER_KILLED: World._kill_server,
    steps.SERVER_FROZEN: World._freeze_server,
    steps.HAND_RESULT: World._by_hand,
    steps.CORRECTION: World._correct,
    steps.DESKS_AT_ONCE: World._at_once,
    steps.UNDO: World._undo,
    steps.AWAY: World._absent,
    steps.FREE: World._free,
    steps.WITHDRAWAL: World._withdraw,
}
