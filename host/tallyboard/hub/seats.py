"""Who sits at the hall socket of a hub: phones that were let in, phones that want a table, and what each is told.

Whether somebody is let in is decided in the database, see store/seats/. While that is away, whom it let in before is
followed on: what such a phone records waits, and is asked about once more when it is stored.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tallyboard.errors import TallyboardError
from tallyboard.hub.database import HubDatabase
from tallyboard.link.fed_ports import HallPort, HallPorts
from tallyboard.store import Store, seats
from tallyboard.store.seats import Admitted, Ask, SeatWish, Taken, TokenStanding, Void, check_of
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.calls import as_compared

LOOK_S = 0.25  # between two looks at how it stands with all of them
NOTE_S = 5.0  # between two times that it is written down which phones are heard, and how full their batteries are
# While the database was away for so long, no other hub could say either whom it hears: then nobody is replaced for
# having been silent, until they have had the time to say it.
_GAP_S = 5.0
_SILENT_S = 10.0
_IN_LINE_S = 20.0  # who is in line comes again every two seconds, or has gone
_REMEMBERED = 1000  # tokens that were valid, for when the database is away: four times the seats that there can be

Message = Mapping[str, object]  # one of the laptop's text messages, see docs/link.md
Tell = Callable[[Message], None]


class Charge(NamedTuple):
    """What a phone's browser says of its battery; `percent`: 0 to 100."""

    percent: int
    charging: bool


class _InLine(NamedTuple):
    """A phone that wants the table of another one behind one that asks for it; `asked_at`: the last time."""

    table: str
    asked_at: float


class _Guest:
    """A phone that was let in, and what it was told. `ask`: of another phone that wants its table; `unanswered`: the
    same, while this one has said nothing to it."""

    def __init__(self, port: HallPort, locked: bool, tell: Tell) -> None:
        self.port = port
        self.locked = locked
        self.ask: Ask | None = None
        self.unanswered: Ask | None = None
        self.battery: Charge | None = None
        self.until: int | None = None  # of the round's clock that it knows
        self.tell = tell
        self._heard_at: float | None = None

    def is_newly_heard(self) -> bool:
        """Whether anything came from it since this was asked last."""
        before, self._heard_at = self._heard_at, self.port.heard_at
        return self._heard_at is not None and self._heard_at != before

    def news(self, now: TokenStanding) -> list[Message]:
        """What it is to be told since it was asked last."""
        if now.why is not None:
            return [{"void": now.why}]
        (locked, ask), (self.locked, self.ask) = (self.locked, self.ask), (now.locked, now.ask)
        said: list[Message] = [{"lock": now.locked}] if now.locked != locked else []
        if now.ask != ask:
            self.unanswered = now.ask
        if now.ask is not None and now.ask != ask:
            said.append(_taking_over(now.ask, "wanted"))
        elif now.ask is None and ask is not None:
            said.append(_taking_over(ask, "gone"))
        return said


def _taking_over(ask: Ask, state: str) -> Message:
    return {"take over": {"table": ask.table, "heard_s": None, "state": state, "number": ask.number}}


class Seats:
    """What the hall socket asks, from any thread. `admit` and `answer` wait for the database, everything else comes
    back at once. `ports`: where the ports of the phones go."""

    def __init__(self, database: HubDatabase, ports: HallPorts, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._ports = ports
        self._clock = clock
        self._lock = threading.Lock()
        self._guests: dict[str, _Guest] = {}  # by check
        self._asking: dict[str, Callable[[str], None]] = {}  # by check: phones that wait for a table
        self._left: set[str] = set()  # checks of those that did not wait for the answer
        self._line: dict[str, _InLine] = {}  # by check: phones that wait behind one that asks, the first first
        self._let_in: dict[str, Admitted] = {}  # by check, the last one last
        self._tables: dict[str, str] = {}  # by the check of a secret
        self._until: Mapping[str, int] = {}  # by table, as names are compared: when its round ends, by the database,
        self._ahead_ms = 0.0  # whose clock is before ours by so much
        self._noted_at = clock()
        self._beaten_at: float | None = None  # when the database took this hub's last word on what it has
        self._knows_silence_at = 0.0
        self._looked_at = 0.0
        database.seats = self

    # ---- who is let in

    def admit(self, wish: SeatWish) -> Admitted | Taken | Void:
        """As seats.admit. Where the database cannot be asked: who was let in before, else Void("away")."""
        asked = wish if self._is_next(wish) else wish._replace(takes_over=False)
        try:
            given = seats.admit(self._database.get(), asked, self._knows_silence())
        except TallyboardError:
            return Void("away") if wish.old is not None or wish.is_empty(*wish.checks) else self._remembered(wish)
        self._remember(wish.secret, given)
        if isinstance(given, Admitted) or (isinstance(given, Taken) and given.state == "asked"):
            self._database.look_at_seats()  # nobody is woken by what this process writes
        return self._in_line(wish, given)

    def _remember(self, secret: str | None, given: Admitted | Taken | Void) -> None:
        if isinstance(given, Void):
            return
        with self._lock:
            if isinstance(given, Admitted):
                self._let_in.pop(given.check, None)
                self._let_in[given.check] = given._replace(is_new=False, took_over=False, journal=None)
                if len(self._let_in) > _REMEMBERED:
                    del self._let_in[next(iter(self._let_in))]
            if secret is not None:
                tables = {check: table for check, table in self._tables.items() if table != given.table}
                self._tables = {**tables, check_of(secret): given.table}

    def _is_next(self, wish: SeatWish) -> bool:
        """Whether nobody has waited longer for this table, of those who came to this laptop."""
        with self._lock:
            table = None if wish.secret is None else self._tables.get(check_of(wish.secret))
            since = self._clock() - _IN_LINE_S
            self._line = {check: one for check, one in self._line.items() if one.asked_at >= since}
            return next((one for one, its in self._line.items() if its.table == table), wish.check) == wish.check

    def _in_line(self, wish: SeatWish, given: Admitted | Taken | Void) -> Admitted | Taken | Void:
        """What the phone is told; it stands in line then, or no more."""
        if wish.takes_over and isinstance(given, Taken) and given.state in ("taken", "waits"):
            with self._lock:
                self._line[wish.check] = _InLine(given.table, self._clock())  # which keeps its place
            return given._replace(state="waits")
        with self._lock:
            self._line.pop(wish.check, None)
        return given

    def _remembered(self, wish: SeatWish) -> Admitted | Void:
        with self._lock:
            table = None if wish.secret is None else self._tables.get(check_of(wish.secret), "")
            known = (self._let_in.get(check_of(token)) for token in (wish.token, *wish.has))
            return next((one for one in known if one and table in (None, one.table)), Void("away"))

    # ---- their sockets

    def follow(self, admitted: Admitted, send: Callable[[bytes], None], tell: Tell) -> HallPort:
        """Have this phone followed as a board. `send(data)` and `tell(message)` hand on what it is to get; both are
        called from any thread and may not wait. Behind a void the socket ends, and in place of an empty message."""
        check = admitted.check

        def let_go(why: str) -> None:
            tell({"void": self._why(check, why)} if why else {})

        port = HallPort(admitted.board, admitted.table, check, send, let_go, self._clock)
        with self._lock:
            guest = self._guests[check] = _Guest(port, admitted.locked, tell)
        self._tell_clock(guest)
        self._ports.take(port)
        return port

    def _why(self, check: str, why: str) -> str:
        """Why it is let go of, as the database knows it."""
        if why != "taken":
            return why
        try:
            with self._database.get().reading() as sql:
                return seats.stands(sql, [check])[check].why or why
        except TallyboardError:
            return why

    def leave(self, port: HallPort) -> None:
        """The socket of this port has ended."""
        with self._lock:
            guest = self._guests.get(port.check)
            if guest is not None and guest.port is port:
                del self._guests[port.check]
        self._ports.went(port)
        if guest is not None and guest.port is port and guest.is_newly_heard():
            self._database.do(lambda store: self._write(store, [guest]))  # how long ago decides who may take over

    def battery(self, check: str, charge: Charge) -> None:
        """What this phone says of its battery."""
        with self._lock:
            if check in self._guests:
                self._guests[check].battery = charge

    # ---- taking over

    def wait(self, token: str, changed: Callable[[str], None]) -> Callable[[], None]:
        """Have `changed` called once with what becomes of the wish of the phone with this token, which asks or is in
        line: "agreed", "refused" or "gone". What is given back ends the waiting."""
        check = check_of(token)

        def leave() -> None:
            with self._lock:
                is_in_line = self._line.pop(check, None) is not None
                if self._asking.get(check) is changed:
                    del self._asking[check]
                    if not is_in_line:
                        self._left.add(check)

        with self._lock:
            self._asking[check] = changed
            self._left.discard(check)
        self._database.look_at_seats()
        return leave

    def answer(self, check: str, agreed: bool) -> None:
        """What the phone at a table says to the one that it was told of: to nobody else, and only once. Raises
        TallyboardError where it cannot be written down."""
        with self._lock:
            guest = self._guests.get(check)
            ask = None if guest is None else guest.unanswered
        if guest is not None and ask is not None:
            seats.answer(self._database.get(), guest.port.table, "phone", agreed, ask.check, check)
            if guest.unanswered is ask:
                guest.unanswered = None
            self._database.look_at_seats()

    # ---- the round's clock

    def clocks(self, until: Mapping[str, int], now: int) -> None:
        """By table until when its round goes, see HubTournaments."""
        with self._lock:
            self._until, self._ahead_ms = until, now - self._clock() * 1000
            guests = list(self._guests.values())
        for guest in guests:
            self._tell_clock(guest)

    def _tell_clock(self, guest: _Guest) -> None:
        """Tell a phone how many ms are left, where it does not know that: then it counts by itself."""
        with self._lock:
            until = self._until.get(as_compared(guest.port.table))
            if until == guest.until:
                return
            guest.until = until
            left = None if until is None else max(0, round(until - self._ahead_ms - self._clock() * 1000))
        guest.tell({"clock": left})

    # ---- for the hub's upkeep

    def look(self, sql: Sql) -> bool:
        """Tell each what has changed for it; whether that was done, for it is not at every record that is stored."""
        with self._lock:
            guests = dict(self._guests)
            asking = {check: changed for check, changed in self._asking.items() if check not in self._line}
        if not guests and not asking:
            return True
        now_s = self._clock()
        if now_s - self._looked_at < LOOK_S:
            return False
        self._looked_at = now_s
        standing = seats.stands(sql, guests.keys() | asking.keys())
        for check, guest in guests.items():
            now = standing[check]
            if now.why is not None:
                with self._lock:
                    self._let_in.pop(check, None)
                    if self._guests.get(check) is guest:
                        del self._guests[check]
            for message in guest.news(now):
                guest.tell(message)
        for check, changed in asking.items():
            became = standing[check].asked or "gone"
            with self._lock:
                is_over = became != "asked" and self._asking.get(check) is changed
                if is_over:
                    del self._asking[check]
            if is_over:
                changed(became)
        return True

    def _is_behind(self, now: float) -> bool:
        """Whether the database has not taken for long what this hub has to say."""
        return self._beaten_at is not None and now - self._beaten_at > _GAP_S

    def _knows_silence(self) -> bool:
        """Whether a phone that the database has not heard for long is silent, and not only its hub."""
        now = self._clock()
        return now >= self._knows_silence_at and not self._is_behind(now)

    def note(self, store: Store) -> None:
        """Write down which phones are heard, and how full their batteries are."""
        now = self._clock()
        if self._is_behind(now):
            self._knows_silence_at = now + _SILENT_S
        self._beaten_at = now
        with self._lock:
            left, self._left = self._left, set()
        for check in left:  # not at once: whoever asks and leaves without end would write without end
            seats.withdraw(store, check)
        if now - self._noted_at < NOTE_S:
            return
        with self._lock:
            self._noted_at = now
            guests = [one for one in self._guests.values() if one.is_newly_heard()]
        self._write(store, guests)

    def _write(self, store: Store, guests: Sequence[_Guest]) -> None:
        now = self._clock()
        ago_s = {one.port.check: now - (one.port.heard_at or now) for one in guests}
        seats.heard(store, {one.port.check: one.battery for one in guests}, ago_s)
