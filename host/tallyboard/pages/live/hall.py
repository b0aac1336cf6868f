"""What the hub hears, for the pages: each table as a card, with the number of its last change."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tallyboard.pages.live.cards import Called, Card, Where, card_of, paper_cards
from tallyboard.pages.live.changes import Pulse, Versions
from tallyboard.shapes import WatchEvent
from tallyboard.store.seats import Ask
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.terminal.watch_line import BoardLine
from tallyboard.terminal.watch_lines import Lines
from tallyboard.text.language import Language
from tallyboard.text.printable import printable
from tallyboard.text.quantities import in_zone, time_of_day

EVERY_TABLE = "*"
_FORGOTTEN_S = 600.0  # after which a table that is unplugged, with everything stored, is shown no more


class Away(NamedTuple):
    """The database is: how many records wait, and why, with what helps."""

    waiting: int
    why: str


class Notes(NamedTuple):
    """What concerns the whole hall. `ports`: what is wrong where no board was heard. `message`: what the desk says."""

    database: Away | None = None
    ports: tuple[str, ...] = ()
    message: str = ""

    @property
    def key(self) -> str:
        return "notes"


class Asks(NamedTuple):
    """What the desk has to decide: the phones that want to go on at the table of another one."""

    phones: tuple[Ask, ...] = ()

    @property
    def key(self) -> str:
        return "asks"


class ClockOn(NamedTuple):
    """A round's clock. `until`: ms since 1970 by the database's clock, 0 where none goes; `where`: the round, None for
    none or several; `zone`: of the tournament, an IANA name."""

    until: int = 0
    minutes: int = 0
    where: Where | None = None
    zone: str = ""

    @property
    def key(self) -> str:
        return "clock"

    def ends(self, language: Language) -> str:
        """When, by the tournament's clocks: `14:32`."""
        return time_of_day(language, in_zone(self.zone, self.until))


class Noted(NamedTuple):
    """How many notices there are: a page of the desk that shows what they say is made anew."""

    number: int = 0

    @property
    def key(self) -> str:
        return "noted"


Shown = Card | Notes | Asks | ClockOn | Noted  # but for cards, the template has the name of the key


class Viewing(NamedTuple):
    """What a viewer looks at. `table`: EVERY_TABLE, a table's name or board, or "" for none; `tournament`: as it stands
    in addresses, "" for none. `is_desk`: with what the desk has to decide."""

    table: str = ""
    tournament: str = ""
    is_desk: bool = False

    def has(self, what: Shown) -> bool:
        """Whether this is one of those."""
        if not isinstance(what, Card):
            return self.is_desk or isinstance(what, Notes | ClockOn)
        return self.table == EVERY_TABLE or as_compared(self.table) in what.names


class News(NamedTuple):
    """What a viewer does not have yet, up to this number. `everything`: the keys of all of it, where what it has
    is not known."""

    number: int
    shown: tuple[Shown, ...] = ()
    gone: tuple[str, ...] = ()
    everything: tuple[str, ...] | None = None


class Live:
    """Takes what the hub tells, from several threads, and wakes who looks. Nothing in here knows how many do.

    `clock`: seconds; `now_ms`: ms since 1970. `notes`: what concerns the whole hall; `versions`: of each card and the
    notes. `ahead`: how many ms the database's clock goes before this laptop's.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.pulse = Pulse()
        self.closed = False
        self._clock = clock
        self._now_ms = now_ms
        self._lock = threading.RLock()
        self._lines = Lines(clock=clock)
        self.versions = Versions()
        self._heard: dict[str, tuple[float, int]] = {}  # by board: by the clock, and in ms since 1970
        self._titles: dict[str, str] = {}  # by board
        self._named: dict[str, str] = {}  # by board what its line was called when the titles were made
        self._cards: dict[str, Card] = {}
        self._on_paper: Sequence[Card] = ()
        self._called: Called | None = None
        self.notes = Notes()
        self.asks = Asks()
        self.clock = ClockOn()
        self.noted = Noted()
        self.ahead = 0
        self._message = ""
        self._batteries: Mapping[str, int] = {}  # by board: those of phones that are low, in percent
        self._tournaments: dict[str, str] = {}  # by what stands in addresses: the version

    # ---- what is told

    def take(self, event: WatchEvent) -> None:
        with self._changing():
            line = self._lines.take(event)
            if line is None:
                self._take_notes()
            elif self._named.get(line.board) != line.name or event["event"] != "score":
                self._take_all()
            else:
                self._put(self._card(line))

    def step(self) -> None:
        """Note what has changed because time has passed. Call it every second or so."""
        with self._changing():
            self._take_all()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """With the lock; who looks is woken where anything is another then."""
        with self._lock:
            before = self.versions.number
            yield
            changed = self.versions.number != before
        if changed:
            self.pulse.wake()

    def take_tournaments(self, versions: dict[str, str], called: Called | None) -> None:
        """Note how tournaments stand, by what stands in addresses, and the calls of the one in use, None for none."""
        with self._lock:
            self._tournaments = versions
            self._called = called
            self._on_paper = paper_cards(called) if called else ()
            self._take_all()
        self.pulse.wake()

    def take_message(self, text: str) -> None:
        """Note what the desk says to the hall, "" for nothing."""
        with self._changing():
            self._message = text
            self._take_notes()

    def take_clock(self, clock: ClockOn, noted: Noted, ahead: int) -> None:
        """Note the clock that goes, how many notices there are, and how the database's clock goes."""
        with self._changing():
            self.ahead = ahead
            for one, before in ((clock, self.clock), (noted, self.noted)):
                if one != before:
                    self.versions.change(one.key)
            self.clock, self.noted = clock, noted

    def take_phones(self, asks: Asks, batteries: Mapping[str, int]) -> None:
        """Note at which tables another phone asks, and which phones will soon be out (by board, in percent)."""
        with self._changing():
            if asks != self.asks:
                self.asks = asks
                self.versions.change(asks.key)
            if batteries != self._batteries:
                self._batteries = dict(batteries)
                self._take_all()

    def close(self) -> None:
        """Let everybody who follows go."""
        self.closed = True
        self.pulse.wake()

    # ---- what there is

    def cards(self, choice: Viewing) -> list[Card]:
        """The tables of this choice, in the order of their names."""
        with self._lock:
            chosen = [card for card in self._cards.values() if choice.table and choice.has(card)]
        return sorted(chosen, key=lambda card: card.sort)

    def at(self, table: str) -> Card | None:
        return next(iter(self.cards(Viewing(table))), None)

    @property
    def event(self) -> str:
        """The name of the tournament in use; "" for none."""
        return self._called.name if self._called else ""

    def version(self, tournament: str) -> str:
        """How this tournament stands; "" where that is not known."""
        return self._tournaments.get(tournament, "")

    def news(self, after: int | None, choice: Viewing) -> News:
        """What of this choice is newer than this number; None: everything."""
        with self._lock:
            if after is None:
                shown = (*filter(choice.has, self._of_hall()), *self.cards(choice))
                return News(self.versions.number, shown, everything=tuple(one.key for one in shown))
            there: dict[str, Shown] = {**{one.key: one for one in self._of_hall()}, **self._cards}
            changed = [there[key] for key in self.versions.changed(after) if key in there]
            gone = tuple(self.versions.gone(after)) if choice.table else ()
            return News(self.versions.number, tuple(filter(choice.has, changed)), gone)

    # ---- with the lock

    def _of_hall(self) -> tuple[Shown, ...]:
        """What is no table."""
        return self.notes, self.clock, self.asks, self.noted

    def _take_all(self) -> None:
        """All cards and notes anew; what is as it was keeps its number."""
        now = self._clock()
        lines = [line for line in self._lines if not self._is_forgotten(line, now)]
        self._named = {line.board: line.name for line in lines}
        self._titles = self._lines.titles()
        cards = [self._card(line) for line in lines]
        taken = frozenset().union(*(card.names for card in cards))
        cards += [card for card in self._on_paper if not card.names & taken]
        for key in self._cards.keys() - {card.key for card in cards}:
            del self._cards[key]
            self.versions.remove(key)
        for card in cards:
            self._put(card)
        self._take_notes()

    def _take_notes(self) -> None:
        away = self._lines.database
        database = None
        if away is not None and not away["reachable"]:
            database = Away(away["waiting"], printable(f"{away['cause']} {away['next_step']}"))
        ports = tuple(f"{printable(port)}: {printable(wrong)}" for port, wrong in sorted(self._lines.ports.items()))
        notes = Notes(database, ports, self._message)
        if notes != self.notes:
            self.notes = notes
            self.versions.change(notes.key)

    def _put(self, card: Card) -> None:
        if self._cards.get(card.key) != card:
            self._cards[card.key] = card
            self.versions.change(card.key)

    def _card(self, line: BoardLine) -> Card:
        battery = self._batteries.get(line.board)
        return card_of(line, self._titles[line.board], self._heard_ms(line), self._clock(), battery, self._called)

    def _heard_ms(self, line: BoardLine) -> int | None:
        """When it was heard last; the same answer as long as it was not heard again."""
        if line.heard_at is None:
            self._heard.pop(line.board, None)
            return None
        at, ms = self._heard.get(line.board, (None, 0))
        if at != line.heard_at:
            ms = self._now_ms() - round((self._clock() - line.heard_at) * 1000)
            self._heard[line.board] = line.heard_at, ms
        return ms

    @staticmethod
    def _is_forgotten(line: BoardLine, now: float) -> bool:
        if line.heard_at is None or line.behind or line.alarm or line.trouble:
            return False
        return now - line.heard_at > _FORGOTTEN_S
