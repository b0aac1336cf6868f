"""001, pichenottes as the AQJP plays them: dames to pocket, counters to bury, turns that pass."""

from shared_rules.games.events import COLOUR, COLOURS, COUNTER, DAME, DISC, NEXT, NO, SIDES, STOP, TURN, RefusedError
from shared_rules.games.match import Match

FORFEIT_DAMES = 5  # 13: with so many dames left the other side's counters do not count

_DAMES = 0
_COUNTERS = 1


class Quebec(Match):
    """Rounds until a side has the target; equal: another round (6).

    `turn` is the side that shoots, `over` whether nothing but what fell in the same shot may still be entered before
    its `stop`, `pending` the counters waiting for a dame to bury them (11), `fond` whether a side has pocketed a dame
    of its own in its own turn, `finisher` the first side with no dame left, or None.
    """

    ID = "pichenottes-quebec"
    OPTIONS = (("format", "singles"), ("target", 31), ("dames", 12), ("counters", (5, 10)))
    ACTIONS = {DAME: "dame", COUNTER: "counter", STOP: "stop", COLOUR: "colour", NEXT: "end_round"}
    ROUND = "manche"
    LABELS = {"counters": ("1ST COUNTER", "2ND COUNTER")}
    SAYS = (("counters", "counters %d"),)  # their sum

    @classmethod
    def as_of(cls, edition: int) -> type:
        return QuebecBefore if edition < 3 else cls

    def slot_names(self) -> tuple:
        return ("dames", "counters")

    def key_map(self) -> tuple:
        first, second = self.options["counters"]
        return ((DAME, 0), (COLOUR, 0)), ((COUNTER, first), None), ((COUNTER, second), None), ((STOP, 0), None)

    def begin(self) -> None:
        self.turn = self.seats[self.first]
        self.opening = True  # the breaker's first turn
        self.fond = [False, False]
        self.gone: list = []  # counters banked
        self.finisher: int = None
        self.green: int = None  # the side that plays green, where somebody said so

    def started_by(self, seat: int) -> None:
        self.turn = self.seats[seat]

    def raw(self, side: int) -> int:
        return self.counts[side][_DAMES]

    def left(self, side: int) -> int:
        """How many dames of the side are still on the board."""
        return self.options["dames"] - self.counts[side][_DAMES]

    def _bank(self, side: int, value: int) -> None:
        self.counts[side][_COUNTERS] += value
        self.gone.append(value)

    def end_turn(self) -> None:
        """What a piece does that costs the turn: only `stop` passes it on, for more may have fallen in the shot."""
        self.over = True

    def _check_turn(self, side: int) -> None:
        if side != self.turn:
            raise RefusedError(TURN, "it is the turn of %(side)s", side=SIDES[self.turn])

    def dame(self, side: int, arg: int) -> None:
        if not self.left(side):
            raise RefusedError(DISC, "%(side)s has no dame left", side=SIDES[side])
        mine = side == self.turn
        if self.opening and not mine and not self.counts[0][_DAMES] and not self.counts[1][_DAMES]:
            raise RefusedError(TURN, "the first dame of the break is the breaker's: it gives the colour (10)")
        self.counts[side][_DAMES] += 1
        if self.finisher is None and not self.left(side):
            self.finisher = side
        if not mine:  # 17.1, 17.2, 17.6
            self.end_turn()
            return
        self.fond[side] = True
        for value in self.pending:
            self._bank(side, value)
        self.pending = []

    def counter(self, side: int, value: int) -> None:
        self._check_turn(side)
        if value not in self.options["counters"]:
            raise RefusedError(NO, "there is no counter of %(value)s", value=value)
        if value in self.gone or value in self.pending:
            raise RefusedError(NO, "the counter of %(value)s is pocketed already", value=value)
        if self.over and not self.left(side):  # 14: buried by a dame, and there is none
            raise RefusedError(NO, "the turn is over and no dame is left to bury it: the counter goes back")
        if not self.fond[side]:  # 17.5
            self.end_turn()
        elif not self.left(side):  # 14
            self._bank(side, value)
        else:
            self.pending = self.pending + [value]

    def stop(self, side: int, arg: int) -> None:
        self._check_turn(side)
        self.pass_turn()

    def pass_turn(self) -> None:
        """The other side shoots."""
        self.pending = []
        self.over = False
        self.turn = 1 - self.turn
        self.opening = False

    def colour(self, side: int, arg: int) -> None:
        if arg >= len(COLOURS):
            raise RefusedError(NO, "there is no such colour; it is green or red")
        self.green = side if arg == 0 else 1 - side

    def end_round(self, side: int, arg: int) -> None:
        if self.finisher is None:
            raise RefusedError(NO, "the round goes on until a side has no dame left")
        other = 1 - self.finisher
        awarded = [0, 0]
        awarded[self.finisher] = self.left(other) + self.counts[self.finisher][_COUNTERS]
        if self.left(other) < FORFEIT_DAMES:
            awarded[other] = self.counts[other][_COUNTERS]
        self.close(awarded)

    def outcome(self) -> tuple:
        if max(self.totals) < self.options["target"] or self.totals[0] == self.totals[1]:
            return ()
        return self.most(self.totals)


class QuebecBefore(Quebec):
    """As it was counted up to the second edition: whatever costs the turn passes it on at once."""

    def end_turn(self) -> None:
        self.pass_turn()
