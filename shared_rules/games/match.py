"""A match is its settings and its list of events; this is the part that all games share.

    match = catalogue.new("crokinole-official target=50")
    match.play(event(COUNT, 0, 20))     # or raises RefusedError, and nothing has changed
    match.play(event(NEXT))
    match.totals                        # [20, 0]

Undo does not replay the match: a count is counted back. For anything else, at the start of every round the ledger (who
starts, totals, …) is put aside in one flat array, and an undo goes back to the last of these and plays the events since
again, at most one round.
"""

from array import array

from shared_rules.games.events import FIRST, NEXT, NO, NONE, OVER, SIDES, UNDO, RefusedError

# Seats clockwise, by side; a match starts at the seat whose number is its side (A1, B1, or C).
SEATS = {"singles": (0, 1, 2), "doubles": (0, 1, 0, 1), "two-on-one": (0, 1, 0)}

# What a press did besides counting: the board says it for a moment, in four characters; a game may have others.
NOTHING = ""
BUST = "BUST"
CANCEL = "CNCL"
AWARD = "AWARD"  # then the points are said instead

_UNDO = UNDO << 10 | 3 << 8
_LEDGER = 4  # numbers in a ledger before those per side: events so far, who starts, may be chosen, shootout


class Match:
    """One match of one game. A game subclasses it with its tables and the methods that ACTIONS names.

    Read-only for users: `options` (name to value), `sides` (how many), `totals`, `twenties` (closed rounds), `counts`
    (per side, by slot, of the round being played), `closed` (rounds), `first` (seat index), `finished`, `winners` (side
    numbers), `shootout` (its number, 0 in a round), `review`, `agreed`, `turn` (side number or None), `pending`,
    `over` (the turn), `touched` (an event other than `first` stands in this round), `news`, `awarded` (by the last
    close).
    """

    # What a game declares; docs/adding-a-game.md says more of each. Two more, CMN and SAYS, are for laptops alone, so a
    # game that has none of them says nothing.
    ID = ""
    # (option, default) in the order in which the result lists them; a default of None: only where it is given.
    OPTIONS: tuple = ()
    FORMATS: tuple = ("singles", "doubles")
    # option to the edition of the rules that brought it: in journals of before it has its default
    SINCE: dict = {}
    # kind of event to name of the method that takes (side, arg), checks before it changes, and raises RefusedError.
    ACTIONS: dict = {}
    # kind of event to the kind that takes it back, where nothing but the counts has changed
    REVERSES: dict = {}
    TWENTIES = False  # whether twenties are counted over the match
    SEATED = True  # whether those who share a side take turns at starting
    ROUND = "round"  # the players' word for one; displays show its first letter
    SHOWS_RUNNING = False  # whether displays show the running number while a round is counted; else the totals
    TOO_MANY = "DISC"  # what the status says where a side has no more of them, in four characters
    PENALTY_POINTS = 0  # what a PENALTY by the menu takes off; 0: there is none
    LENGTH: tuple = ("target", "games", "rounds", "best_of")  # options that say how long a match is
    BEGINS_AT: dict = {}  # option without a default to where it begins when somebody asks for it in the menu
    LABELS: dict = {}  # option that is a list to what the menu calls its members
    # The words of OWN and the kinds behind it: (word in a scoresheet, "number" or "" for what stands behind that there,
    # text on the status, where "?" is the side and "%d" the number).
    WORDS: tuple = ()

    def __init__(self, options: dict) -> None:
        self.options = options
        self.sides = options.get("sides", 2)
        form = options.get("format", "singles") if self.SEATED else "singles"
        self.seats = SEATS[form][: self.sides] if form == "singles" else SEATS[form]
        self.slots = self.slot_names()
        self.events: array[int] = array("H")
        self.length = 0  # events that stand; the array may be longer after an undo
        self.given = 0  # of these, how many the match came with: no undo takes them back
        self.finished = False
        self.winners: tuple = ()
        self.closed = 0
        self.totals = [0] * self.sides
        self.twenties = [0] * self.sides
        self.wins = [0] * self.sides
        self.shootout = 0
        self.first = self.default_first = 0
        self.may_choose = 1
        self.review = False
        self.agreed: list = []
        self.turn: int = None
        self.pending: list = []
        self.over = False
        self.awarded = [0] * self.sides
        self.news = NOTHING
        self.on_close = None  # called with (match, awarded) at every close, before the next round starts
        self._ledgers: array[int] = array("i")
        self._depth = 0  # ledgers put aside
        self._open()

    @classmethod
    def as_of(cls, edition: int) -> type:
        """The game by the rules of this edition, see catalogue.EDITION."""
        return cls

    # ---- what a game fills in

    def slot_names(self) -> tuple:
        """What can be counted in a round, by slot: zone values and words."""
        return ()

    def key_map(self) -> "tuple | list":
        """What the up to five keys of a side mean now, from the top: for each (tap, hold), each of them (kind of event,
        argument) or None. A game without them is refused by the catalogue."""
        return ()

    def raw(self, side: int) -> int:
        """The side's raw points of the round being played."""
        return 0

    def running(self, side: int) -> int:
        """What a display shows of the round being played."""
        return self.raw(side)

    def outcome(self) -> tuple:
        """The winners' side numbers after a close (several: a draw), or () while the match goes on."""
        return ()

    def next_first(self) -> int:
        """The seat that starts the next round: clockwise, unless the game says otherwise."""
        return (self.first + 1) % len(self.seats)

    def begin(self) -> None:
        """Called at the start of a round, after the counts are cleared."""

    def started_by(self, seat: int) -> None:
        """Called when a `first` changed who starts."""

    def faults(self) -> list:
        """What costs points in a round under review, as events, each once: the status says them before it is agreed."""
        return []

    # ---- playing

    def begin_with(self, side: int) -> None:
        """This side is first, as something before the match has decided: nobody has pressed it."""
        self.play(FIRST << 10 | side << 8)
        self.given = self.length

    def untouched(self) -> bool:
        """Whether no event stands: nothing was entered, or all of it was taken back."""
        return self.length == self.given

    def play(self, event: int) -> None:
        """Enter one event; raises RefusedError, with nothing changed, when the rules do not allow it now."""
        self.news = NOTHING
        if event == _UNDO:
            self._undo()
            return
        if self.finished:
            raise RefusedError(OVER, "the match is finished; only undo is possible")
        self.apply(event)
        length = self.length
        if length < len(self.events):
            self.events[length] = event
        else:
            self.events.append(event)
        self.length = length + 1

    def apply(self, event: int) -> None:
        """Do what the event says; `play` without the list of events."""
        kind, side = event >> 10, event >> 8 & 3
        if side >= self.sides and side != 3:
            raise RefusedError(NO, "there is no side %(side)s in this match", side=SIDES[side])
        if kind == FIRST:
            self._choose_first(side)
            return
        name = self.ACTIONS.get(kind)
        if name is None or (side == 3) != (kind == NEXT):
            raise RefusedError(NO, "this game has no such event")
        closed = self.closed
        getattr(self, name)(side, event & 255)
        if self.closed == closed:  # else a new round began, and nothing has touched it
            self.touched = True

    def _choose_first(self, side: int) -> None:
        if self.touched:
            raise RefusedError(NO, "who is first is said before the first other event")
        if not self.may_choose:
            raise RefusedError(NO, "who is first in this round is not chosen")
        if side == 3:
            raise RefusedError(NO, "'first' is followed by a side")
        seat = side
        if self.closed:  # 003, 8 rule B: from the seat that started last, the next clockwise of that side
            seat = self.default_first
            while self.seats[seat] != side:
                seat = (seat + 1) % len(self.seats)
        self.first = seat
        self.started_by(seat)

    def _undo(self) -> None:
        if self.untouched():
            raise RefusedError(NONE, "there is nothing to undo")
        stand = self.length - 1
        width = _LEDGER + 3 * self.sides
        at = (self._depth - 1) * width
        if self._ledgers[at] <= stand and self._reverse(self._ledgers[at], stand):
            self.length = stand
            return
        while self._ledgers[at] > stand:
            self._depth -= 1
            at -= width
        self._restore(at)
        since = self.length
        self.length = stand
        self.replay(since, stand)
        self.news = NOTHING

    def _reverse(self, since: int, last: int) -> bool:
        """Take back the event numbered `last` alone, in a round that began at `since`; whether that could be done."""
        event = self.events[last]
        back = self.REVERSES.get(event >> 10)
        if back is None:
            return False
        for i in range(since, last):
            if self.events[i] >> 10 == NEXT:  # a review: the event may have reopened it
                return False
        getattr(self, self.ACTIONS[back])(event >> 8 & 3, event & 255)
        self.touched = last > since and self.events[last - 1] >> 10 != FIRST
        return True

    def replay(self, since: int, until: int) -> None:
        """Apply these events of a round anew, in order; they were accepted once."""
        for i in range(since, until):
            self.apply(self.events[i])

    # ---- rounds

    def _open(self) -> None:
        """Start a round: put the ledger aside."""
        self.default_first = self.first
        ledger = [self.length, self.first, self.may_choose, self.shootout] + self.totals + self.twenties + self.wins
        at = self._depth * len(ledger)
        if at == len(self._ledgers):
            self._ledgers.extend(array("i", ledger))
        else:
            for i in range(len(ledger)):
                self._ledgers[at + i] = ledger[i]
        self._depth += 1
        self._clear()

    def _restore(self, at: int) -> None:
        n = self.sides
        numbers = self._ledgers
        self.length = numbers[at]
        self.first = self.default_first = numbers[at + 1]
        self.may_choose = numbers[at + 2]
        self.shootout = numbers[at + 3]
        at += _LEDGER
        self.totals = [numbers[at + i] for i in range(n)]
        self.twenties = [numbers[at + n + i] for i in range(n)]
        self.wins = [numbers[at + 2 * n + i] for i in range(n)]
        self.closed = self._depth - 1
        self.finished = False
        self.winners = ()
        self._clear()

    def _clear(self) -> None:
        self.counts = [[0] * len(self.slots) for _ in range(self.sides)]
        self.touched = False
        self.review = False
        self.agreed = []
        self.pending = []
        self.turn = None
        self.over = False
        self.begin()

    def close(self, awarded: list, may_choose: int = 0) -> None:
        """Close the round with these points per side, decide the match or open the next round; `may_choose`: 1 where
        somebody then says who starts that."""
        self.may_choose = may_choose
        for side in range(self.sides):
            self.totals[side] += awarded[side]
        self.awarded = awarded
        self.closed += 1
        if self.on_close is not None:
            self.on_close(self, awarded)
        self.winners = self.outcome()
        self.news = AWARD
        if self.winners:
            self.finished = True
            self.review = False
            return
        self.first = self.next_first()
        self.length += 1  # the event that closes the round belongs to it
        self._open()
        self.length -= 1

    # ---- questions that games and displays ask

    def most(self, points: list) -> tuple:
        """The side numbers that have the most of these points."""
        best = max(points)
        return tuple([side for side in range(self.sides) if points[side] == best])

    def counted(self) -> bool:
        """Whether anything has been counted in the round being played."""
        if self.finished:
            return False
        for side in self.counts:
            if any(side):
                return True
        return False

    def closes_early(self) -> bool:
        """Whether closing the round now looks like a slip: nothing was entered in it."""
        return not self.touched

    def can_choose_first(self) -> bool:
        """Whether a `first` would be accepted now."""
        return not self.touched and not self.finished and bool(self.may_choose)

    def close_costs_win(self) -> bool:
        """Whether closing the round now would keep a side from the win that it stands at, for want of an entry."""
        return False

    def chooser(self) -> "int | None":
        """The side that may yet say who starts this round, having lost the one before; None where no side may."""
        at = (self._depth - 1) * (_LEDGER + 3 * self.sides)
        if not self.closed or not self.can_choose_first() or self.length > self._ledgers[at]:
            return None
        now = self._ledgers[at + _LEDGER : at + _LEDGER + self.sides]
        at -= _LEDGER + 3 * self.sides
        won = [now[side] - self._ledgers[at + _LEDGER + side] for side in range(self.sides)]
        return won.index(min(won))

    def opener(self) -> int:
        """The side that is first in the first round."""
        side = 0
        for i in range(self.length):
            if self.events[i] >> 10 != FIRST:
                break
            side = self.events[i] >> 8 & 3
        return side

    def seat_name(self, seat: int) -> "str | None":
        """A1, B2, …, or None where nobody shares a side."""
        if len(self.seats) == self.sides:
            return None
        side = self.seats[seat]
        return SIDES[side] + str(self.seats[: seat + 1].count(side))
