"""The crokinole family: 002 official, 003 traditional and championship, and the twenties shootout of 000 S-1."""

from shared_rules.games.events import COUNT, DISC, NEXT, NO, NONE, OFF, SIDES, RefusedError
from shared_rules.games.match import Match
from shared_rules.games.options import OptionError


def need(what: str, options: dict, others: tuple) -> None:
    """Raise OptionError unless these others, as (name, value), are in force, without which `what` cannot be."""
    for name, value in others:
        if options[name] != value:
            raise OptionError("%(what)s needs %(name)s=%(value)s", what=what, name=name, value=value)


class DiscGame(Match):
    """A game in which each side's discs are counted by zone.

    `zones`: those that count in this round. `limit`: how many discs a side can have counted in it. A game in which
    `count` or `take_off` change anything but counts and the review sets REVERSES to {}.
    """

    ACTIONS = {COUNT: "count", OFF: "take_off", NEXT: "end_round"}
    REVERSES = {COUNT: OFF, OFF: COUNT}
    ZONES: tuple = (20, 15, 10, 5)
    KEYED: tuple = ()  # the zones on the keys, where those are not ZONES
    PIECES = "discs"  # the option that says how many a side has, and the word for them
    TWENTIES = True
    SHOWS_RUNNING = True
    CMN: tuple = (1, None)

    def __init__(self, options: dict) -> None:
        keyed = self.KEYED or self.ZONES
        self._keys: list = [((COUNT, zone), None) for zone in keyed[:5]]  # made here, for a press to find
        Match.__init__(self, options)

    def key_map(self) -> list:
        return self._keys

    def slot_names(self) -> tuple:
        return self.ZONES

    def begin(self) -> None:
        self.zones = self.ZONES
        self.limit = self.options[self.PIECES]

    def _unknown(self, zone: int) -> RefusedError:
        return RefusedError(
            NO,
            "unknown zone %(zone)s; the zones are %(all)s",
            zone=zone,
            all=", ".join([str(z) for z in self.zones]),
        )

    def count(self, side: int, zone: int) -> None:
        if zone not in self.zones:
            raise self._unknown(zone)
        counts = self.counts[side]
        # The slots behind the zones hold no discs. They are cut off only where it matters: a start counts all presses.
        if sum(counts) >= self.limit and sum(counts[: len(self.ZONES)]) >= self.limit:
            raise RefusedError(
                DISC,
                "all %(limit)s discs of %(side)s are counted already".replace("discs", self.PIECES),
                limit=self.limit,
                side=SIDES[side],
            )
        counts[self.zones.index(zone)] += 1

    def take_off(self, side: int, zone: int) -> None:
        if zone not in self.zones:
            raise self._unknown(zone)
        slot = self.zones.index(zone)
        if not self.counts[side][slot]:
            raise RefusedError(
                NONE,
                "%(side)s has no disc counted in %(zone)s to take off".replace("disc", self.PIECES[:-1]),
                side=SIDES[side],
                zone=zone,
            )
        self.counts[side][slot] -= 1

    def replay(self, since: int, until: int) -> None:
        if not self.REVERSES:  # counting does more than count
            Match.replay(self, since, until)
            return
        for i in range(since, until):
            event = self.events[i]
            kind = event >> 10
            if kind > OFF:
                self.apply(event)
                continue
            self.counts[event >> 8 & 3][self.zones.index(event & 255)] += 1 if kind == COUNT else -1
            self.touched = True
            if self.review:
                self.review = False
                self.agreed = []

    def raw(self, side: int) -> int:
        total = slot = 0
        counts = self.counts[side]
        for zone in self.ZONES:
            total += counts[slot] * zone
            slot += 1
        return total

    def end_round(self, side: int, arg: int) -> None:
        raw = [self.raw(s) for s in range(self.sides)]
        for s in range(self.sides):
            self.twenties[s] += self.counts[s][0]
        self.close(self.award(raw), self.lets_choose(raw))

    def closes_early(self) -> bool:
        """A side has counted nothing: it may not have been asked yet."""
        for counts in self.counts:
            if not any(counts):
                return True
        return False

    def lets_choose(self, raw: list) -> int:
        """1 when somebody says who starts the round after one with these raw points, else 0."""
        return 0

    def award(self, raw: list) -> list:
        """The points per side for these raw points: the difference to the higher side (002; 003, 7)."""
        low = min(raw)
        return [points - low for points in raw]

    def outcome(self) -> tuple:
        return self.most(self.totals) if max(self.totals) >= self.options["target"] else ()


class Official(DiscGame):
    """002: the difference to the higher side, until one has the target."""

    ID = "crokinole-official"
    OPTIONS = (("format", "singles"), ("target", 100), ("discs", 12))


class Traditional(DiscGame):
    """003, 7 to 9: differential or simple scoring, two or three sides, the start clockwise or to the loser's choice."""

    ID = "crokinole-traditional"
    OPTIONS = (
        ("format", "singles"),
        ("scoring", "differential"),
        ("target", 100),
        ("discs", 12),
        ("sides", 2),
        ("start", "clockwise"),
    )
    FORMATS = ("singles", "doubles", "two-on-one")

    @classmethod
    def settle(cls, options: dict, given: dict) -> None:
        if options["sides"] == 3:  # 003, 9
            need("sides=3", options, (("scoring", "simple"), ("start", "clockwise"), ("format", "singles")))
            if "discs" not in given:
                options["discs"] = 8

    def award(self, raw: list) -> list:
        return list(raw) if self.options["scoring"] == "simple" else DiscGame.award(self, raw)

    def lets_choose(self, raw: list) -> int:
        # 003, 8 rule B: not after a tie
        return 1 if self.options["start"] == "loser" and len(self.most(raw)) == 1 else 0


class Championship(DiscGame):
    """003, 7: two points to the higher side, one each on a tie; a number of rounds or the best of some."""

    ID = "crokinole-championship"
    OPTIONS = (("format", "singles"), ("rounds", 4), ("best_of", None), ("discs", 12))
    BEGINS_AT = {"best_of": 3}

    @classmethod
    def settle(cls, options: dict, given: dict) -> None:
        if "best_of" in given:
            if "rounds" in given:
                raise OptionError("only one of rounds and best_of may be given")
            del options["rounds"]

    def award(self, raw: list) -> list:
        best = self.most(raw)
        if len(best) == 2:
            return [1, 1]
        self.wins[best[0]] += 1
        return [2 if side == best[0] else 0 for side in range(2)]

    def outcome(self) -> tuple:
        best_of = self.options.get("best_of")
        if best_of and max(self.wins) * 2 > best_of:
            return self.most(self.wins)
        return self.most(self.totals) if self.closed >= (best_of or self.options["rounds"]) else ()


class TwentiesShootout(DiscGame):
    """000 S-1: one round in which only twenties count, a point each."""

    ID = "twenties-shootout"
    OPTIONS = (("format", "singles"), ("discs", 12), ("sides", 2))
    SINCE = {"format": 3}
    ZONES = (20,)
    KEYED = DiscGame.ZONES  # where a zone does not count, the refusal says so
    CMN = (20, 1)  # what counts one here brings twenty there

    @classmethod
    def settle(cls, options: dict, given: dict) -> None:
        if options["sides"] == 3:
            need("sides=3", options, (("format", "singles"),))

    def raw(self, side: int) -> int:
        return self.counts[side][0]

    def award(self, raw: list) -> list:
        return list(raw)

    def outcome(self) -> tuple:
        return self.most(self.totals)
