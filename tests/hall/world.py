"""The hall: laptops with hubs, tables with boards, one server, and what a schedule does to them."""

import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.hall import schedule as steps
from tests.hall.database import Database
from tests.hall.laptop import Command, Laptop
from tests.hall.schedule import Schedule, Step
from tests.hall.table import Table
from tests.harness.lines import SOCKET, Lines, ServerLine
from tests.harness.postgres import PostgresServer
from tests.harness.replays import Log
from tests.harness.schedules import ScheduledWorld

_REST_MS = 400  # while no line carries anything: long for a hub that would acknowledge all the same
_GUARD_S = 60  # for hubs to find their boards
_LOOK_S = 0.1


class Given(NamedTuple):
    """An order as it was given: `token` is its key or name, which no other order has; None where it has none."""

    step: Step
    command: Command
    token: str | None


class World(ScheduledWorld):
    """Made with everything running and every board named; `close` ends all of it."""

    def __init__(self, schedule: Schedule, server: PostgresServer, folder: Path, log: Log, cheat: str) -> None:
        super().__init__(log)
        self.schedule = schedule
        self.server = server
        self.database = Database(server)
        self.orders: list[Given] = []
        self._draw = random.Random(f"orders of {schedule.seed}")
        self._lines = Lines()
        self.disturbed: set[str] = set()  # boards that were switched off, moved or left by their hub
        self.laptops: list[Laptop] = []
        self.tables: list[Table] = []
        try:
            self._set_up(folder, cheat)
        except BaseException:
            self.close()
            raise

    def _set_up(self, folder: Path, cheat: str) -> None:
        size = self.schedule.size
        for number in range(1, size.laptops + 1):
            place = folder / f"laptop{number}"
            place.mkdir()
            line = self._lines.add(ServerLine(place, self.server.folder / SOCKET))
            url = self.database.url.replace(str(self.server.folder), str(place))
            self.laptops.append(Laptop(f"laptop {number}", place, line, url, cheat))
        for number in range(1, size.tables + 1):
            seed = f"{self.schedule.seed} at {number}"
            self.tables.append(Table(f"table {number}", folder / f"table{number}", seed))
        self.places = list(self.schedule.places)
        self.names = [[f"Table {number}"] for number in range(1, size.tables + 1)]
        for table in range(size.tables):
            self._plug(table)
        self._name_tables()
        for number, laptop in enumerate(self.laptops):
            if number not in self.schedule.late:
                laptop.start_hub()

    def _name_tables(self) -> None:
        """Before any hub is there: each command tells the board itself."""
        commands = []
        for number, (name,) in enumerate(self.names):
            laptop = self.laptops[self.places[number]]
            port = str(laptop.ports / self.tables[number].id)
            commands.append(laptop.start("setup", "--port", port, "--name", name))
        for command in commands:
            assert command.wait() == 0, command.said

    def close(self) -> None:
        """Nothing runs any more but the server."""
        self.pulse.stop()
        for order in self.orders:
            order.command.process.kill()
            order.command.process.wait()
        for laptop in self.laptops:
            laptop.kill_hub()
        for table in self.tables:
            table.close()
        self._lines.close()
        if "server" in self.out:
            self.server.kill()
            self.server.start()
        self.database.drop()

    def counted(self) -> Counter[str]:
        """What was done."""
        records = sum(len(table.memory().records) for table in self.tables)
        return self.tally + Counter(schedules=1, pressed=sum(table.pressed for table in self.tables), records=records)

    # ---- the course of events

    def run(self) -> None:
        """Do everything that the schedule has; whatever it broke is whole again at the end, and nobody plays."""
        self._await_hubs()
        for table in self.tables:
            table.start()
        self.play(self.schedule.steps, lambda step: _DOES[step.what](self, step))
        for table in self.tables:
            table.stop()
        self.log("all is whole again, and nobody plays")

    def _await_hubs(self) -> None:
        """Wait until every hub that runs has the boards that are plugged in there, so that faults meet them at work."""
        until = time.monotonic() + _GUARD_S
        while time.monotonic() < until:
            heard = {(laptop.name, event["board"]) for laptop in self.laptops if laptop.hub for event in laptop.read()}
            plugged = zip(self.tables, (self.laptops[place] for place in self.places), strict=True)
            if all((laptop.name, table.id) in heard for table, laptop in plugged if laptop.hub):
                return
            time.sleep(_LOOK_S)

    # ---- hubs

    def _kill_hub(self, step: Step) -> bool:
        laptop = self.laptops[step.laptop]
        if laptop.hub is None or not self.takes(laptop.name):
            return False
        self._see_alive(laptop)
        self._disturb_all_of(step.laptop)
        laptop.kill_hub()
        self.back_in(step.for_ms, laptop.start_hub, laptop.name)
        return True

    def _freeze_hub(self, step: Step) -> bool:
        laptop = self.laptops[step.laptop]
        if laptop.hub is None or not self.takes(laptop.name):
            return False
        self._disturb_all_of(step.laptop)
        laptop.freeze_hub()
        self.back_in(step.for_ms, laptop.thaw_hub, laptop.name)
        return True

    def _start_late(self, step: Step) -> None:
        self.laptops[step.laptop].start_hub()

    def _disturb_all_of(self, laptop: int) -> None:
        self.disturbed |= {table.id for table, place in zip(self.tables, self.places, strict=True) if place == laptop}

    def _see_alive(self, laptop: Laptop) -> None:
        if laptop.hub is not None and (code := laptop.hub.poll()) is not None:
            self.broken.append(("manners", f"the hub of {laptop.name} ended by itself, with {code}"))

    # ---- boards and cables

    def _plug(self, table: int) -> None:
        there = self.tables[table]
        self.laptops[self.places[table]].plug(there.id, there.port)

    def _unplug(self, table: int) -> None:
        self.laptops[self.places[table]].unplug(self.tables[table].id)

    def _cut_power(self, step: Step) -> bool:
        table = self.tables[step.table]
        if not self.takes(table.name):
            return False
        self.disturbed.add(table.id)
        table.power_off()
        self._unplug(step.table)
        self.back_in(step.for_ms, lambda: self._power_on(step.table), table.name)
        return True

    def _power_on(self, number: int) -> None:
        self.tables[number].power_on()
        self._plug(number)
        self.tables[number].start()

    def _move(self, step: Step) -> bool:
        table = self.tables[step.table]
        if self.places[step.table] == step.laptop or not self.takes(table.name):
            return False
        self.disturbed.add(table.id)
        if step.is_cut:
            table.power_off()
        self._unplug(step.table)
        self.places[step.table] = step.laptop
        there = self._power_on if step.is_cut else self._plug
        self.back_in(step.for_ms, lambda: there(step.table), table.name)
        return True

    # ---- the server and the lines to it

    def _kill_server(self, step: Step) -> bool:
        return self._take_server(step, PostgresServer.kill, PostgresServer.start, "while the server was dead")

    def _freeze_server(self, step: Step) -> bool:
        return self._take_server(step, PostgresServer.freeze, PostgresServer.thaw, "while the server was frozen")

    def _take_server(
        self, step: Step, take: Callable[[PostgresServer], None], bring: Callable[[PostgresServer], None], when: str
    ) -> bool:
        if not self.takes("server"):
            return False

        def back() -> None:
            """Nobody but us reaches it before we have looked."""
            self._lines.hold()
            acked = self._acknowledged()
            bring(self.server)
            self._see_stored(acked, when)
            self._lines.release()

        take(self.server)
        self.back_in(step.for_ms, back, "server")
        return True

    def _hang(self, step: Step) -> bool:
        if not self.takes("lines"):
            return False
        self._lines.hold()
        self.back_in(max(step.for_ms, _REST_MS), self._release, "lines")
        return True

    def _release(self) -> None:
        if "server" not in self.out:
            self._see_stored(self._acknowledged(), "while the lines hung")
        self._lines.release()

    def _slow_down(self, step: Step) -> None:
        line = self.laptops[step.laptop].line
        line.delay_s = step.number / 1000

        def recover() -> None:
            line.delay_s = 0.0

        self.later(step.for_ms, recover)

    def _break_line(self, step: Step) -> None:
        self._lines.cut(self.laptops[step.laptop].line)

    # ---- what is acknowledged

    def _acknowledged(self) -> dict[tuple[str, int], int]:
        """Of each journal below which number all is acknowledged."""
        memories = [(table.id, table.memory()) for table in self.tables]
        return {(board, memory.epoch): memory.acked for board, memory in memories}

    def _see_stored(self, acked: dict[tuple[str, int], int], when: str) -> None:
        stored = self.database.records()
        self.tally["looks"] += 1
        for (board, epoch), upto in acked.items():
            self.see_acknowledged(f"board {board}", range(upto), stored.get((board, epoch), {}), when)

    # ---- orders

    def _give(self, step: Step) -> None:
        """By a command on some laptop, which waits for what becomes of it while we go on."""
        number = len(self.orders)
        token = None
        if step.what == steps.MATCH:
            token = f"k{number}"
            words = ["assign", "crokinole-official", "target=40", f"Ann {number}", f"Bob {number}", "--key", token]
        elif step.what == steps.CANCEL:
            words = ["assign", "--cancel"]
        elif step.what == steps.NAME:
            token = f"Court {number}"
            words = ["setup", "--name", token]
        else:
            words = ["setup", "--light", str(step.number)]
        words += self._address(step)
        laptop = self.laptops[step.laptop]
        if step.what == steps.NAME and token is not None:
            self.names[step.table].append(token)
        self.orders.append(Given(step, laptop.start(*words, "--db", laptop.url), token))

    def _address(self, step: Step) -> tuple[str, str]:
        """Which table is meant, by a name that it has or had or is to have, its board or where it is plugged in."""
        if step.address == steps.BY_TABLE:
            return step.address, self._draw.choice(self.names[step.table])
        if step.address == steps.BY_BOARD:
            return step.address, self.tables[step.table].id
        return step.address, str(self.laptops[self.places[step.table]].ports / self.tables[step.table].id)


_DOES: dict[str, Callable[[World, Step], bool | None]] = {
    steps.HUB_KILLED: World._kill_hub,
    steps.HUB_FROZEN: World._freeze_hub,
    steps.HUB_LATE: World._start_late,
    steps.POWER_CUT: World._cut_power,
    steps.SERVER_KILLED: World._kill_server,
    steps.SERVER_FROZEN: World._freeze_server,
    steps.LINE_SLOW: World._slow_down,
    steps.LINE_HANGS: World._hang,
    steps.LINE_CUT: World._break_line,
    steps.CABLE_MOVED: World._move,
    steps.MATCH: World._give,
    steps.CANCEL: World._give,
    steps.NAME: World._give,
    steps.LIGHT: World._give,
}
