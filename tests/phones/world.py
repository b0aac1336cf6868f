"""Phones, boxes and laptops on one database, and what a schedule does to them."""

import base64
import heapq
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.store import open_store, orders, seats
from tests.hall.table import Table
from tests.harness.waiting import Pulse
from tests.phones import phone as phones
from tests.phones import schedule as steps
from tests.phones.database import InFile, OnServer
from tests.phones.laptop import Laptop
from tests.phones.line import DOWN, UP, Line, Lines
from tests.phones.oracle import VOID, Life
from tests.phones.phone import Phone, first_answer
from tests.phones.schedule import Schedule, Step

Log = Callable[[str], None]

_LOOK_S = 0.05


@dataclass
class Guest:
    """A phone in the hall: its line, and which laptop it is at."""

    phone: Phone
    line: Line
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


class World:
    """Made with everything running and a phone admitted at every seat; `close` ends all of it.

    `broken`: (promise, what was seen instead), as far as it shows before the end. `lives`: of all phones.
    """

    def __init__(
        self, schedule: Schedule, database: InFile | OnServer, folder: Path, log: Log, cheat: str, patience_s: float
    ) -> None:
        self.schedule = schedule
        self.database = database
        self.broken: list[tuple[str, str]] = []
        self.tally: Counter[str] = Counter()
        self.lives: list[Life] = []
        self.guests: list[Guest] = []
        self.keys: dict[str, str] = {}  # of matches that were ordered: the state in the end
        self.away: list[list[float]] = []  # from when to when the database was away
        self._draw = random.Random(f"world of {schedule.seed}")
        self._log = log
        self._patience_s = patience_s
        self._now_ms = 0  # of the schedule
        self._order = itertools.count()
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._out: set[str] = set()  # what is away and is to come back
        self._void_tokens: list[str] = []
        self.pulse = Pulse()
        self._lines = Lines()
        self.laptops: list[Laptop] = []
        self.boxes: list[Table] = []
        self.places: list[Place] = []
        self._store = open_store(database.url)
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
            laptop.start()
        for number in range(1, size.boxes + 1):
            self.boxes.append(Table(f"box {number}", folder / f"box{number}", f"{self.schedule.seed} at {number}"))
            self._plug(number - 1)
        names = [f"Table {number}" for number in range(1, size.seats + 1)]
        opened = {seat.table: seat for seat in seats.open_seats(self._store, names)}
        for laptop in self.laptops:
            laptop.ready()
        for number, name in enumerate(names):
            guest = self._guest(self.schedule.places[number])
            self.places.append(Place(name, opened[name].secret, guest))
            guest.phone.scan(opened[name].secret)
            guest.phone.switch_on()
        self._await("at the beginning", self._amiss)

    def _guest(self, laptop: int) -> Guest:
        """A phone that nobody has used here."""
        name = f"phone {len(self.guests) + 1}"
        line = self._lines.add(lambda: self.laptops[guest.laptop].port)
        made = Phone(name, f"{self.schedule.seed} {name}", lambda: line.port, self._breaks, self.lives)
        guest = Guest(made, line, laptop)
        made.plays = True
        self.guests.append(guest)
        return guest

    def _breaks(self, promise: str, what: str) -> None:
        self.broken.append((promise, what))

    def close(self) -> None:
        """Nothing runs any more but the server."""
        self.pulse.stop()
        self.database.release()
        for guest in self.guests:
            guest.phone.kill()
        for laptop in self.laptops:
            laptop.kill()
        for box in self.boxes:
            box.close()
        self._lines.close()
        self._store.close()

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
        for step in self.schedule.steps:
            self._at(step.at_ms, lambda step=step: self._do(step))  # type: ignore[misc]
        while self._due:
            due_ms, _, action = heapq.heappop(self._due)
            time.sleep(max(0, due_ms - self._now_ms) / 1000)
            self._now_ms = max(self._now_ms, due_ms)
            action()
        for box in self.boxes:
            box.stop()
        self._log("all is whole again")
        self._settle()

    def _at(self, due_ms: int, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (due_ms, next(self._order), action))

    def _later(self, ms: int, action: Callable[[], None]) -> None:
        self._at(self._now_ms + ms, action)

    def _do(self, step: Step) -> None:
        if _DOES[step.what](self, step) is not False:
            self.tally[step.what] += 1
            self._log(str(step))

    def _takes(self, *whats: str) -> bool:
        """Whether all of this is there; then it is away from now on, until `_gives` it back."""
        if self._out & {*whats}:
            return False
        self._out |= {*whats}
        return True

    def _gives(self, *whats: str) -> None:
        self._out -= {*whats}

    def _desk(self, does: Callable[[], Any]) -> bool:
        """Have the desk do this; whether it could."""
        if "database" in self._out:
            return False
        try:
            does()
        except TallyboardError as error:
            self.broken.append(("manners", f"the desk is told: {error}"))
            return False
        return True

    # ---- laptops, database, air, boxes

    def _kill_laptop(self, step: Step) -> bool:
        laptop = self.laptops[step.laptop]
        if not self._takes(laptop.name):
            return False
        if laptop.serving is not None and (code := laptop.serving.poll()) is not None:
            self.broken.append(("manners", f"{laptop.name} ended by itself, with {code}: {laptop.errors()}"))
        laptop.kill()

        def back() -> None:
            laptop.start()
            self._gives(laptop.name)

        self._later(step.for_ms, back)
        return True

    def _take_database(self, step: Step) -> bool:
        if not self._takes("database"):
            return False
        self.away.append([time.monotonic(), float("inf")])
        self.database.hold()

        def back() -> None:
            self.database.release()
            self.away[-1][1] = time.monotonic()
            self._gives("database")

        self._later(step.for_ms, back)
        return True

    def _cut(self, step: Step) -> None:
        self._lines.cut(self.places[step.seat].holder.line)

    def _cut_at(self, step: Step) -> None:
        self._lines.cut_after(self.places[step.seat].holder.line, step.how, step.number)

    def _half_close(self, step: Step) -> None:
        self._lines.half_close(self.places[step.seat].holder.line, step.how)

    def _slow_down(self, step: Step) -> None:
        line = self.places[step.seat].holder.line
        line.delay_s = step.number / 1000

        def recover() -> None:
            line.delay_s = 0.0

        self._later(step.for_ms, recover)

    def _hang(self, step: Step) -> bool:
        line = self.places[step.seat].holder.line
        what = f"line {line.port}"
        if not self._takes(what):
            return False
        self._lines.hold(line)

        def back() -> None:
            self._lines.release(line)
            self._gives(what)

        self._later(step.for_ms, back)
        return True

    def _plug(self, box: int) -> None:
        there = self.boxes[box]
        self.laptops[box % len(self.laptops)].plug(there.id, there.port)

    def _box_off(self, step: Step) -> bool:
        number = step.seat % max(1, len(self.boxes))
        if not self.boxes or not self._takes(self.boxes[number].name):
            return False
        box = self.boxes[number]
        box.power_off()
        self.laptops[number % len(self.laptops)].unplug(box.id)

        def back() -> None:
            box.power_on()
            self._plug(number)
            box.start()
            self._gives(box.name)

        self._later(step.for_ms, back)
        return True

    # ---- a phone's life

    def _kill_phone(self, step: Step) -> bool:
        guest = self.places[step.seat].holder
        if not self._takes(guest.phone.name):
            return False
        self._put_out(guest)

        def back() -> None:
            guest.phone.switch_on()
            self._gives(guest.phone.name)

        self._later(step.for_ms, back)
        return True

    def _put_out(self, guest: Guest) -> None:
        guest.phone.kill()
        self._lines.cut(guest.line)

    def _move(self, step: Step) -> None:
        guest = self.places[step.seat].holder
        guest.laptop = step.laptop
        self._lines.cut(guest.line)

    def _readdress(self, step: Step) -> bool:
        place = self.places[step.seat]
        current = place.holder.phone.current
        if not self._is_quiet(place) or current is None or place.holder.phone.state != "admitted":
            return False
        place.holder.phone.readdress()
        return True

    def _is_quiet(self, place: Place) -> bool:
        """Whether nobody wants this seat, and its phone is there."""
        name = place.holder.phone.name
        return place.asks is None and not place.is_closed and not self._out & {name, place.name}

    def _scan_again(self, step: Step) -> bool:
        place = self.places[step.seat]
        if not self._is_quiet(place):
            return False
        place.holder.phone.scan(place.secret)
        return True

    def _drop(self, step: Step) -> bool:
        """A phone fell into the beer; another one scans when the desk has taken the keys, or after a while."""
        place = self.places[step.seat]
        if not self._is_quiet(place) or (not step.for_ms and "database" in self._out) or not self._takes(place.name):
            return False
        old = place.holder
        self._put_out(old)
        if not step.for_ms:
            self._let_go(old)
            self._desk(lambda: seats.free(self._store, place.name))
        new = self._guest(step.laptop)

        def scan() -> None:
            place.holder = new
            new.phone.scan(place.secret)
            new.phone.switch_on()
            self._gives(place.name)

        self._later(step.for_ms, scan)
        return True

    def _let_go(self, guest: Guest) -> None:
        if guest.phone.current is not None:
            guest.phone.current.life.let_go_at.append(time.monotonic())
            self._void_tokens.append(guest.phone.current.token)

    def _take_over(self, step: Step) -> bool:
        place = self.places[step.seat]
        old = place.holder
        if not self._is_quiet(place) or old.phone.state != "admitted" or not self._takes(place.name):
            return False
        old.phone.answers = {
            steps.PHONE_YES: phones.YES,
            steps.DEAF: phones.YES,
            steps.PHONE_NO: phones.NO,
        }.get(step.how, phones.SILENT)
        place.consent = old.phone.answers == phones.YES
        if step.how == steps.DEAF:
            old.phone.goes_on_when_void = True
            old.phone.pauses_s = (0.0, 0.002)
        new = place.asks = self._guest(step.laptop)
        new.phone.scan(place.secret)
        new.phone.switch_on()

        def desk() -> None:
            agreed = step.how == steps.DESK_YES
            if agreed:
                place.consent = True
                self._let_go(old)
            if not self._desk(lambda: seats.answer(self._store, place.name, "Ann", agreed)) and agreed:
                self._later(500, desk)

        if step.how in (steps.DESK_YES, steps.DESK_NO):
            self._later(step.for_ms // 2, desk)
        self._later(step.for_ms, lambda: self._came_of(place, step))
        return True

    def _came_of(self, place: Place, step: Step) -> None:
        """What came of a taking over; where somebody said yes, it comes yet."""
        new, old = place.asks, place.holder
        assert new is not None
        if self._has_moved(place):
            self._moves_in(place)
        elif place.consent and old.phone.current is not None:
            self._out.add(place.name)
            return  # at the end at the latest
        else:
            new.phone.idle()
            self._put_out(new)
            place.asks = None
            old.phone.goes_on_when_void = False
        self.tally[f"taken over, {step.how}"] += 1
        self._gives(place.name)

    def _has_moved(self, place: Place) -> bool:
        """Whether whoever asks has a life at this seat."""
        return place.asks is not None and place.asks.phone.current is not None

    def _moves_in(self, place: Place) -> None:
        old, new = place.holder, place.asks
        assert new is not None
        if old.phone.current is not None:
            self._void_tokens.append(old.phone.current.token)
        place.holder, place.asks, place.consent = new, None, False
        self._gives(place.name)

    # ---- the desk and its seats

    def _renew(self, step: Step) -> bool:
        place = self.places[step.seat]
        if place.asks is not None or place.is_closed or place.name in self._out:
            return False
        return self._desk(lambda: self._take_secret(place, renew=True))

    def _take_secret(self, place: Place, renew: bool = False) -> None:
        opened = seats.open_seats(self._store, [place.name], renew=renew)
        (seat,) = [seat for seat in opened if seat.table == place.name]
        if seat.secret != place.secret:
            place.old.append(place.secret)
            place.secret = seat.secret

    def _close_seat(self, step: Step) -> bool:
        place = self.places[step.seat]
        if not self._is_quiet(place) or "database" in self._out or not self._takes(place.name):
            return False
        self._let_go(place.holder)
        place.is_closed = True
        if not self._desk(lambda: seats.close_seats(self._store, [place.name])):
            return False
        self._later(700, lambda: self._open_again(place))
        return True

    def _open_again(self, place: Place) -> None:
        if not self._desk(lambda: self._take_secret(place)):
            self._later(500, lambda: self._open_again(place))
            return
        place.is_closed = False
        place.holder.phone.scan(place.secret)
        self._gives(place.name)

    def _free(self, step: Step) -> bool:
        place = self.places[step.seat]
        if not self._is_quiet(place) or "database" in self._out or not self._takes(place.name):
            return False
        self._let_go(place.holder)
        done = self._desk(lambda: seats.free(self._store, place.name))

        def back() -> None:
            place.holder.phone.scan(place.secret)
            self._gives(place.name)

        self._later(300, back)
        return done

    def _lock(self, step: Step) -> bool:
        place = self.places[step.seat]
        if place.locked:
            return False

        def lock(locked: bool) -> None:
            seats.lock(self._store, place.name, locked)
            place.locked = locked

        def unlock() -> None:
            self._desk(lambda: lock(False))

        if step.for_ms > 1000:  # else until the end
            self._later(step.for_ms, unlock)
        return self._desk(lambda: lock(True))

    # ---- who means ill

    def _copy(self, step: Step) -> bool:
        """Somebody else has the token, the id and the memory, and the laptop asks him too; he presses nothing."""
        place = self.places[-1]
        original = place.holder.phone
        if not self._is_quiet(place) or original.state != "admitted" or not self._takes("copy", place.name):
            return False
        guest = self._guest(step.laptop)
        original.do(lambda: guest.phone.copy(original))
        guest.phone.switch_on()

        def end() -> None:
            self._put_out(guest)
            self._gives("copy", place.name)

        self._later(step.for_ms, end)
        return True

    def _lie(self, step: Step) -> bool:
        place, other = self.places[step.seat], self.places[step.other].holder.phone.current
        liar = place.holder.phone
        if not self._is_quiet(place) or other is None or liar.state != "admitted" or not self._takes(place.name):
            return False
        is_box = self.boxes and self._draw.random() < 0.4
        liar.lies = self.boxes[0].id if is_box else other.board
        self._lines.cut(place.holder.line)

        def honest() -> None:
            liar.lies = ""
            if liar.state == "void board":
                self.tally["found to lie"] += 1
                liar.scan(place.secret)
            else:
                self._lines.cut(place.holder.line)
            self._gives(place.name)

        self._later(step.for_ms, honest)
        return True

    def _come_as_stranger(self, step: Step) -> bool:
        place = self.places[step.seat]
        secret, token = self._random(16), self._random(32)
        admit: dict[str, Any] = {"seat": secret, "token": token, "has": [], "empty": [token]}
        if step.how == steps.INVENTED_TOKEN:
            admit = {"token": token}
        elif step.how == steps.RENEWED_SECRET and place.old:
            admit["seat"] = self._draw.choice(place.old)
        elif step.how == steps.VOID_TOKEN and self._void_tokens:
            admit = {"token": self._draw.choice(self._void_tokens)}
        is_away = "database" in self._out
        answers = first_answer(self.laptops[step.laptop].port, [{"admit": admit}])
        if not answers:
            return False
        ((what, value),) = answers[0].items()
        if what != "void" and not is_away:
            self.broken.append((VOID, f"a stranger with a {step.how}, {admit}, is told {answers[0]}"))
        self.tally[f"stranger: {what} {value if what == 'void' else ''}"] += 1
        return True

    def _random(self, count: int) -> str:
        return base64.urlsafe_b64encode(self._draw.randbytes(count)).decode().rstrip("=")

    # ---- orders

    def _give(self, step: Step) -> bool:
        """At any table but the last, where a copy would do it as well."""
        place = self.places[step.seat % max(1, len(self.places) - 1)]
        what: tuple[orders.Kind, dict[str, Any]]
        if step.what == steps.MATCH:
            key = f"k{len(self.keys)}"
            wanted = orders.wanted_match("crokinole-official target=40", ["Ann", "Bob"], key)
            what = "match", wanted.order()
        elif step.what == steps.LIGHT:
            what = "light", {"light": step.number}
        else:
            what = "match", orders.NO_MATCH
        done = self._desk(lambda: orders.give(self._store, None, place.name, [what], "the campaign"))
        if done and step.what == steps.MATCH:
            self.keys[key] = ""
        return done

    # ---- the end

    def _settle(self) -> None:
        """Everything is whole again; wait until it is at rest."""
        for guest in self.guests:
            for way in (UP, DOWN):
                self._lines.cut_after(guest.line, way, 0)
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
            self._desk(lambda place=place: seats.lock(self._store, place.name, False))  # type: ignore[misc]
        self._await("when nothing is locked", lambda: self._amiss() + self._not_drained() + self._not_locked())

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
            if holder.state in ("void renewed", "void unknown", "void board") or (
                holder.state.startswith("void") and holder.current is not None and holder.current.life.let_go_at
            ):
                holder.scan(place.secret)
            if holder.state != "admitted" or place.asks is not None:
                asks = f", which {place.asks.phone.name} ({place.asks.phone.state}) asks for" if place.asks else ""
                found.append(f"{holder.name} at {place.name} is {holder.state}{asks}")
        return found

    def _decide(self, place: Place) -> None:
        """Somebody said yes: so does the desk, and then it is done."""
        if place.asks is None:
            return
        if self._has_moved(place):
            self._moves_in(place)
        elif place.asks.phone.state.startswith(("void", "refused")):
            place.asks.phone.scan(place.secret)
        elif place.asks.phone.state == "asked":
            self._let_go(place.holder)
            self._desk(lambda: seats.answer(self._store, place.name, "Ann", True))

    def _not_drained(self) -> list[str]:
        return [
            f"{place.holder.phone.name} at {place.name} has {place.holder.phone.owes()} records unacknowledged"
            for place in self.places
            if not place.holder.phone.rests()
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
            if (code := laptop.end()) != 0:
                self.broken.append(("manners", f"{laptop.name} was told to end, and ended with {code}"))
            self.broken += [("manners", error) for error in laptop.errors()]


_DOES: dict[str, Callable[[World, Step], bool | None]] = {
    steps.LAPTOP_KILLED: World._kill_laptop,
    steps.DATABASE_AWAY: World._take_database,
    steps.LINE_CUT: World._cut,
    steps.LINE_CUT_AT: World._cut_at,
    steps.LINE_SLOW: World._slow_down,
    steps.LINE_HANGS: World._hang,
    steps.LINE_HALF: World._half_close,
    steps.BOX_OFF: World._box_off,
    steps.KILLED: World._kill_phone,
    steps.MOVED: World._move,
    steps.READDRESSED: World._readdress,
    steps.DROPPED: World._drop,
    steps.TAKEN_OVER: World._take_over,
    steps.SCANNED: World._scan_again,
    steps.RENEWED: World._renew,
    steps.CLOSED: World._close_seat,
    steps.FREED: World._free,
    steps.LOCKED: World._lock,
    steps.COPIED: World._copy,
    steps.LIAR: World._lie,
    steps.STRANGER: World._come_as_stranger,
    steps.MATCH: World._give,
    steps.LIGHT: World._give,
    steps.CANCEL: World._give,
}
