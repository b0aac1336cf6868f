"""000, American Southwest Pichenotte: six zones, penalties and forfeits, a review both sides agree to, a shootout."""

from shared_rules.games.crokinole import DiscGame
from shared_rules.games.events import AGREE, COUNT, FORFEIT, NEXT, NO, OFF, PENALTY, SIDES, RefusedError, event
from shared_rules.games.options import OptionError

SHOOTOUT_DISCS = 12  # R-1 B, whatever the option says

_PENALTY_SLOT = 6
_FORFEIT_SLOT = 7


class Southwest(DiscGame):
    """A number of games, or play to a target; equal at the end: shootouts until one has more twenties (R-1 B)."""

    ID = "pichenotte-southwest"
    OPTIONS = (("format", "singles"), ("games", 8), ("target", None), ("discs", 12))
    ACTIONS = {
        COUNT: "count",
        OFF: "take_off",
        PENALTY: "penalise",
        FORFEIT: "forfeit",
        NEXT: "end_round",
        AGREE: "agree",
    }
    ZONES = (20, 15, 10, 5, 25, 50)
    ROUND = "game"
    BEGINS_AT = {"target": 500}  # S-3
    SAYS = (("forfeit", "forfeit"),)
    PENALTY_POINTS = 20

    @classmethod
    def settle(cls, options: dict, given: dict) -> None:
        if "target" in given:
            if "games" in given:
                raise OptionError("only one of games and target may be given")
            del options["games"]
        elif "games" not in given and options["format"] == "doubles":
            options["games"] = 4

    def slot_names(self) -> tuple:
        return self.ZONES + ("penalty", "forfeit")

    def key_map(self) -> list:
        keys = self._keys[:4]
        if self.review:
            keys[0] = (keys[0][0], (AGREE, 0))
        return keys + [((COUNT, 25), (COUNT, 50))]

    def begin(self) -> None:
        DiscGame.begin(self)
        if self.shootout:
            self.zones = self.ZONES[:1]
            self.limit = SHOOTOUT_DISCS

    def raw(self, side: int) -> int:
        return self.counts[side][0] if self.shootout else DiscGame.raw(self, side)

    def running(self, side: int) -> int:
        if not self.shootout:
            return self._award(side)
        return 0 if self.counts[side][_FORFEIT_SLOT] else self._net_twenties(side)

    def count(self, side: int, zone: int) -> None:
        DiscGame.count(self, side, zone)
        self._reopen()

    def take_off(self, side: int, zone: int) -> None:
        DiscGame.take_off(self, side, zone)
        self._reopen()

    def penalise(self, side: int, points: int) -> None:
        if points != self.PENALTY_POINTS:
            raise RefusedError(NO, "the penalty is 20 points")
        self.counts[side][_PENALTY_SLOT] += 1
        self._reopen()

    def forfeit(self, side: int, arg: int) -> None:
        if self.counts[side][_FORFEIT_SLOT]:
            raise RefusedError(NO, "%(side)s has forfeited this round already", side=SIDES[side])
        self.counts[side][_FORFEIT_SLOT] = 1
        self._reopen()

    def _reopen(self) -> None:
        self.review = False
        self.agreed = []

    def end_round(self, side: int, arg: int) -> None:
        if self.review:
            raise RefusedError(NO, "the round is under review already; both sides agree to close it")
        self.review = True

    def agree(self, side: int, arg: int) -> None:
        if not self.review:
            raise RefusedError(NO, "there is nothing to agree to before the round is under review")
        if side in self.agreed:
            raise RefusedError(NO, "%(side)s has agreed already", side=SIDES[side])
        if not self.agreed:
            self.agreed = [side]
            return
        self.agreed = [0, 1]
        if self.shootout:
            self.close([0, 0])
            return
        awarded = [self._award(s) for s in range(2)]
        for s in range(2):
            if not self.counts[s][_FORFEIT_SLOT]:
                self.twenties[s] += self.counts[s][0]
        self.close(awarded)

    def _award(self, side: int) -> int:
        mine = self.counts[side]
        lost = self.PENALTY_POINTS * mine[_PENALTY_SLOT]
        if mine[_FORFEIT_SLOT]:
            return -lost
        points = self.raw(side) - lost
        return max(points, 0) if self.counts[1 - side][_FORFEIT_SLOT] else points

    def outcome(self) -> tuple:
        if self.shootout:
            standing = [(1 - self.counts[s][_FORFEIT_SLOT], self._net_twenties(s)) for s in range(2)]
            if standing[0] != standing[1]:
                return self.most(standing)
            self.shootout += 1
            return ()
        target = self.options.get("target")
        if (max(self.totals) < target) if target else (self.closed < self.options["games"]):
            return ()
        if self.totals[0] != self.totals[1]:
            return self.most(self.totals)
        self.shootout = 1
        return ()

    def _net_twenties(self, side: int) -> int:
        """In a shootout: each penalty takes one away, and those of a side that forfeits do not count."""
        mine = self.counts[side]
        return (0 if mine[_FORFEIT_SLOT] else mine[0]) - mine[_PENALTY_SLOT]

    def faults(self) -> list:
        """The penalties and forfeits of this round, as events, each once."""
        found = []
        for side in range(2):
            mine = self.counts[side]
            if mine[_PENALTY_SLOT]:
                found.append(event(PENALTY, side, self.PENALTY_POINTS))
            if mine[_FORFEIT_SLOT]:
                found.append(event(FORFEIT, side))
        return found
