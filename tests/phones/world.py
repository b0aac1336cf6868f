"""Phones, boxes and laptops on one database, and what a schedule does to them."""

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.store import open_store, seats, tournaments
from tallyboard.store.tournaments.board_results import finished
from tallyboard.store.tournaments.calls import prefix_of
from tests.event.desk import Desk
from tests.event.promises import calls_amiss, results_amiss
from tests.hall.database import Database
from tests.hall.table import Table
from tests.harness.lines import DOWN, UP, Lines, PhoneLine
from tests.harness.replays import Log
from tests.harness.schedules import ScheduledWorld
from tests.phones.laptop import Laptop
from tests.phones.oracle import Life
from tests.phones.phone import Phone
from tests.phones.schedule import Schedule, Step

Does = Mapping[str, Callable[["World", Step], bool | None]]  # of each kind of step; False: it could not be

_LOOK_S = 0.05
_PHASE = "phase 1 round-robin game crokinole-official target=20"


@dataclass
class Guest:
    """A phone in the hall: its line, and which laptop it is at."""

    phone: Phone
    line: PhoneLine
    laptop: int


@dataclass
class Place:
    """A seat: `old` its renewed secrets, `asks` whoever wants it."""

    name: str
    secret: str
    holder: Guest
    old: list[str] = field(default_factory=list)
    asks: Guest | None = None
    consent: bool = False  # to whoever asks
    locked: bool = False
    is_closed: bool = False


class World(ScheduledWorld):
    """Made with everything running and a phone admitted at every seat; `close` ends all of it.

    `does`: what is done for each kind of step. `games`: those that are played, by hands that are not the phones' own.
    `lives`: of all phones.
    """

    def __init__(
        self,
        schedule: Schedule,
        database: Database,
        folder: Path,
        log: Log,
        cheat: str,
        patience_s: float,
        does: Does,
        games: Sequence[str] = (),
    ) -> None:
        super().__init__(log)
        self.schedule = schedule
        self.database = database
        self.lives: list[Life] = []
        self.guests: list[Guest] = []
        self.keys: dict[str, str] = {}  # of matches that were ordered: the state in the end
        self.away: list[list[float]] = []  # from when to when the database was away
        self.draw = random.Random(f"world of {schedule.seed}")
        self._patience_s = patience_s
        self._does = does
        self._games = games
        self.void_tokens: list[str] = []
        self.lines = Lines()
        self.laptops: list[Laptop] = []
        self.boxes: list[Table] = []
        self.places: list[Place] = []
        self.store = open_store(database.url)
        try:
            self._set_up(folder, cheat)
        except BaseException:
            self.close()
            raise

    def _set_up(self, folder: Path, cheat: str) -> None:
        size = self.schedule.size
        for number in range(1, size.laptops + 1):
            self.laptops.append(Laptop(f"laptop {number}", folder / f"laptop{number}", self.database.url, cheat))
        for laptop in self.laptops:
            laptop.start_hub()
        for number in range(1, size.boxes + 1):
            self.boxes.append(Table(f"box {number}", folder / f"box{number}", f"{self.schedule.seed} at {number}"))
            self.plug(number - 1)
        names = [f"Table {number}" for number in range(1, size.seats + 1)]
        opened = {seat.table: seat for seat in seats.open_seats(self.store, names)}
        self.about = tournaments.create(
            self.store, "The evening", f"tournament singles seed={self.schedule.seed}", "UTC"
        )
        if size.steps:
            self._draw_up()
        for laptop in self.laptops:
            laptop.ready()
        for number, name in enumerate(names):
            guest = self.guest(self.schedule.places[number])
            self.places.append(Place(name, opened[name].secret, guest))
            guest.phone.scan(opened[name].secret)
            guest.phone.switch_on()
        self._await("at the beginning", self._amiss)

    def _draw_up(self) -> None:
        """A tournament whose matches are called to the first tables."""
        players = [f"add Player {number}" for number in range(1, 7)]
        tables = "open " + " ".join(str(number) for number in range(1, self.schedule.size.seats))
        desk = Desk("desk", self.store, self.about)
        assert desk.enter(lambda _: [*players, tables, _PHASE, "draw 1"])
        tournaments.set_auto(self.store, self.about.id, True)

    def guest(self, laptop: int) -> Guest:
        """A phone that nobody has used here."""
        name = f"phone {len(self.guests) + 1}"
        line = self.lines.add(PhoneLine(lambda: self.laptops[guest.laptop].port))
        made = Phone(name, f"{self.schedule.seed} {name}", lambda: line.port, self._breaks, self.lives)
        guest = Guest(made, line, laptop)
        if self._games:  # and who presses is somebody else
            made.games = self._games
        made.plays = not self._games
        self.guests.append(guest)
        return guest

    def _breaks(self, promise: str, what: str) -> None:
        self.broken.append((promise, what))

    def close(self) -> None:
        """Nothing runs any more but the server."""
        self.pulse.stop()
        self.database.release()
        for guest in self.guests:
            guest.phone.is_on = False
            self.lines.cut(guest.line)
        for guest in self.guests:
            guest.phone.kill()
        for laptop in self.laptops:
            laptop.kill_hub()
        for box in self.boxes:
            box.close()
        self.lines.close()
        self.store.close()

    def counted(self) -> Counter[str]:
        """What was done."""
        total = self.tally + Counter(schedules=1, boxes=sum(box.pressed for box in self.boxes))
        for guest in self.guests:
            total += guest.phone.tally
        return total + Counter(records=sum(len(life.records) for life in self.lives), lives=len(self.lives))

    # ---- the course of events

    def run(self) -> None:
        """Do everything that the schedule has, and wait until all is whole again and at rest; nobody plays then."""
        for box in self.boxes:
            box.start()
        self.play(self.schedule.steps, lambda step: self._does[step.what](self, step))
        for box in self.boxes:
            box.stop()
        self.log("all is whole again")
        self._settle()

    def desk(self, does: Callable[[], Any]) -> bool:
        """Have the desk do this; whether it could."""
        if "database" in self.out:
            return False
        try:
            does()
        except TallyboardError as error:
            self.broken.append(("manners", f"the desk is told: {error}"))
            return False
        return True

    # ---- phones and seats

    def plug(self, box: int) -> None:
        """Its cable goes into its laptop."""
        there = self.boxes[box]
        self.laptops[box % len(self.laptops)].plug(there.id, there.port)

    def put_out(self, guest: Guest) -> None:
        """Kill the page, and its socket with it."""
        self.lines.cut(guest.line)  # so that it waits for no answer
        guest.phone.kill()
        self.lines.cut(guest.line)

    def is_quiet(self, place: Place) -> bool:
        """Whether nobody wants this seat, and its phone is there."""
        name = place.holder.phone.name
        return place.asks is None and not place.is_closed and not self.out & {name, place.name}

    def let_go(self, guest: Guest) -> None:
        """The desk gives its table away."""
        if guest.phone.current is not None:
            guest.phone.current.life.let_go_at.append(time.monotonic())

    def is_void(self, guest: Guest) -> None:
        """Its token does not count any more."""
        if guest.phone.current is not None:
            self.void_tokens.append(guest.phone.current.token)

    def look(self, when: str) -> None:
        """What is acknowledged is stored, at any time."""
        acked = [(life, life.acked) for life in list(self.lives)]
        stored = self.database.records()
        self.tally["looks"] += 1
        for life, upto in acked:
            wanted, has = range(life.since, min(upto, life.until)), stored.get((life.board, life.epoch), {})
            self.see_acknowledged(f"{life.phone}, board {life.board},", wanted, has, when)

    def has_moved(self, place: Place) -> bool:
        """Whether whoever asks has a life at this seat."""
        return place.asks is not None and place.asks.phone.current is not None

    def moves_in(self, place: Place) -> None:
        """Whoever asks for this seat has it."""
        old, new = place.holder, place.asks
        assert new is not None
        self.is_void(old)
        place.holder, place.asks, place.consent = new, None, False
        self.gives(place.name)

    # ---- the end

    def _settle(self) -> None:
        """Everything is whole again; wait until it is at rest."""
        for guest in self.guests:
            for way in (UP, DOWN):
                self.lines.cut_after(guest.line, way, 0)
            guest.line.delay_s = 0.0
            guest.phone.pauses_s = (0.05, 0.2)
        for laptop in self.laptops:
            laptop.ready()
        self._await("when everything works", self._amiss)
        for guest in self.guests:
            guest.phone.plays = False
        self._await("when nobody plays", lambda: self._amiss() + self._not_drained() + self._not_locked())
        for place in self.places:
            place.locked = False
            self.desk(lambda place=place: seats.lock(self.store, place.name, False))  # type: ignore[misc]
        self._await("when nothing is locked", lambda: self._amiss() + self._not_drained() + self._not_locked())
        self._await("when everything is told", lambda: self.calls_amiss() + self._not_collected())

    def calls_amiss(self) -> list[str]:
        """What of the tournament is called twice, or has another result than was played."""
        with self.store.reading() as sql:
            followed = tournaments.followed(sql, self.about.id)
            played = [one for one in finished(sql) if one.key and one.key.tournament == prefix_of(self.about.id)]
        self.tally["calls"] = sum(event.line.startswith("call ") for event in followed.events)
        self.tally["called and played"] = len(played)
        reopened = "and nobody finished it"  # by an undo, and nobody has played on
        told = [what for what in results_amiss(followed, played, {}) if not what.endswith(reopened)]
        return [*told, *calls_amiss(followed.about.first_line, followed.events)]

    def _await(self, when: str, amiss: Callable[[], list[str]]) -> None:
        until = time.monotonic() + self._patience_s
        while (found := amiss()) and time.monotonic() < until:
            time.sleep(_LOOK_S)
        self.broken += [("it comes to rest", f"{when}, after {self._patience_s:.0f} s: {what}") for what in found]

    def _amiss(self) -> list[str]:
        """Who is not admitted, though everything works; what a person would do then is done."""
        found = []
        for place in self.places:
            self._decide(place)
            holder = place.holder.phone
            if self._scans_again(holder):
                self.tally["scanned in the end"] += 1
                heard = [f"{one.what} {one.value}" for one in holder.said[-4:]]
                self.log(f"{holder.name} at {place.name}, {holder.state}, scans again; it heard {heard}")
                holder.scan(place.secret)
            if holder.state != "admitted" or place.asks is not None:
                asks = f", which {place.asks.phone.name} ({place.asks.phone.state}) asks for" if place.asks else ""
                heard = [f"{one.what} {one.value}" for one in holder.said[-4:]]
                found.append(f"{holder.name} at {place.name} is {holder.state}{asks}, and heard {heard}")
        return found

    def _scans_again(self, holder: Phone) -> bool:
        """Whether a person would: nobody else is at the table, whatever was said. Who gave up may have been let
        in meanwhile, and not have heard of it."""
        is_let_go = holder.current is not None and bool(holder.current.life.let_go_at)
        said = ("void renewed", "void unknown", "void board", "void taken", "refused")
        return holder.state in said or (holder.state.startswith("void") and is_let_go)

    def _decide(self, place: Place) -> None:
        """Somebody said yes: so does the desk, and then it is done."""
        if place.asks is None:
            return
        if self.has_moved(place):
            self.moves_in(place)
        elif place.asks.phone.state.startswith(("void", "refused")):
            place.asks.phone.scan(place.secret)
        elif place.asks.phone.state == "asked":
            self.let_go(place.holder)
            self.desk(lambda: seats.answer(self.store, place.name, "Ann", True))

    def _not_drained(self) -> list[str]:
        return [
            f"{place.holder.phone.name} at {place.name} has {place.holder.phone.owes()} records unacknowledged"
            for place in self.places
            if not place.holder.phone.rests()
        ]

    def _not_collected(self) -> list[str]:
        stored = self.database.records()
        memories = [(box, box.memory()) for box in self.boxes]
        return [
            f"{box.name} has records that are not stored"
            for box, memory in memories
            if len(stored.get((box.id, memory.epoch), {})) < len(memory.records)
        ]

    def _not_locked(self) -> list[str]:
        return [
            f"{place.holder.phone.name} at {place.name} has locked: {place.holder.phone.locked}"
            for place in self.places
            if place.holder.phone.locked != place.locked
        ]

    def end(self) -> None:
        """Ends phones and laptops, and says of each life whether it stands."""
        for place in self.places:
            if place.holder.phone.current is not None:
                place.holder.phone.current.life.stands = place.holder.phone.state == "admitted"
        self.still_admitted = [
            guest.phone.current.life
            for guest in self.guests
            if guest.phone.state == "admitted" and guest.phone.current is not None and guest.phone.is_on
        ]
        for guest in self.guests:
            guest.phone.kill()
        for laptop in self.laptops:
            self.broken += [("manners", what) for what in laptop.amiss()]
