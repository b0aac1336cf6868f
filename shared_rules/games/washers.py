"""004, washers by the Ritzenthaler tournament rules: points as they fall, cancelled in the hole, a bust."""

from shared_rules.games.events import BOARD, COUNT, DEAD, DISC, KNOCKED, NEXT, NO, NONE, SIDES, SUNK, RefusedError
from shared_rules.games.match import BUST, CANCEL, Match

_HOLES = 3
_BOARD = 3
_DEAD = 4


class Washers(Match):
    """Exactly the target with no dead washer wins (8); totals change at every washer."""

    ID = "washers-ritzenthaler"
    OPTIONS = (("format", "singles"), ("washers", 3), ("target", 21), ("holes", (3, 2, 1)))
    SINCE = {"format": 3}
    SEATED = False  # 1: teammates stand at opposite ends
    LABELS = {"holes": ("FAR HOLE", "MIDDLE HOLE", "NEAR HOLE")}
    ACTIONS = {COUNT: "land", BOARD: "board", DEAD: "dead", KNOCKED: "knocked", SUNK: "sunk", NEXT: "end_round"}

    def slot_names(self) -> tuple:
        return self.options["holes"] + ("board", "dead")

    def key_map(self) -> list:
        keys: list = [((COUNT, hole), (SUNK, hole)) for hole in self.options["holes"]]
        return keys + [((BOARD, 0), None), ((DEAD, 0), (KNOCKED, 0))]

    def begin(self) -> None:
        self.before = list(self.totals)

    def entered(self, side: int) -> int:
        """How many of the side's washers are entered in this round."""
        return sum(self.counts[side])

    def _enter(self, side: int) -> None:
        if self.entered(side) >= self.options["washers"]:
            raise RefusedError(
                DISC,
                "all %(limit)s washers of %(side)s are entered already",
                limit=self.options["washers"],
                side=SIDES[side],
            )

    def _hole(self, value: int) -> int:
        holes = self.options["holes"]
        if value not in holes:
            raise RefusedError(
                NO,
                "unknown hole %(hole)s; the holes are %(all)s",
                hole=value,
                all=", ".join([str(h) for h in holes]),
            )
        return holes.index(value)

    def _lying(self, side: int) -> None:
        if not self.counts[side][_BOARD]:
            raise RefusedError(NONE, "%(side)s has no washer lying on the board", side=SIDES[side])

    def _score(self, side: int, hole: int, value: int) -> None:
        if self.counts[1 - side][hole] > self.counts[side][hole]:  # 6
            self.totals[1 - side] -= value
            self.news = CANCEL
        elif self.totals[side] + value > self.options["target"]:  # 7
            self.totals[side] -= value
            self.news = BUST
        else:
            self.totals[side] += value
        self.counts[side][hole] += 1

    def land(self, side: int, value: int) -> None:
        hole = self._hole(value)
        self._enter(side)
        self._score(side, hole, value)

    def board(self, side: int, arg: int) -> None:
        self._enter(side)
        self.counts[side][_BOARD] += 1

    def dead(self, side: int, arg: int) -> None:
        self._enter(side)
        self.counts[side][_DEAD] += 1

    def knocked(self, side: int, arg: int) -> None:
        self._lying(side)
        self.counts[side][_BOARD] -= 1
        self.counts[side][_DEAD] += 1

    def sunk(self, side: int, value: int) -> None:
        hole = self._hole(value)
        self._lying(side)
        self.counts[side][_BOARD] -= 1
        self._score(side, hole, value)

    def raw(self, side: int) -> int:
        """The value of the holes in excess of the other side (6)."""
        points = 0
        for hole in range(_HOLES):
            points += max(0, self.counts[side][hole] - self.counts[1 - side][hole]) * self.options["holes"][hole]
        return points

    def close_costs_win(self) -> bool:
        for side in range(2):
            if self.totals[side] == self.options["target"] and self.entered(side) < self.options["washers"]:
                return True
        return False

    def end_round(self, side: int, arg: int) -> None:
        for s in range(2):
            self.counts[s][_DEAD] += self.options["washers"] - self.entered(s)
        awarded = [self.totals[s] - self.before[s] for s in range(2)]
        self.totals = list(self.before)
        self.close(awarded)

    def outcome(self) -> tuple:
        target = self.options["target"]
        both = [s for s in range(2) if self.totals[s] == target and not self.counts[s][_DEAD]]
        return tuple(both) if len(both) == 1 else ()

    def next_first(self) -> int:
        raw = [self.raw(0), self.raw(1)]
        return self.first if raw[0] == raw[1] else self.most(raw)[0]
