"""A knock-out: which match feeds which, before anybody plays; and who plays whom, match by match, as results come."""

from dataclasses import dataclass

from tallyboard.desk.field import Field
from tallyboard.desk.matches import (
    BYE,
    DECIDED,
    DOUBLE_FORFEIT,
    NOBODY,
    READY,
    WAITING,
    Match,
    Pair,
    Sides,
    Standing,
    Verdict,
    judge,
)
from tallyboard.desk.options import DOUBLE, SINGLE, Options
from tallyboard.desk.phase import Phase

# The drop of the losers of round j + 1 into L(2j), for each size: found by search, so that as few pairs as possible
# meet a second time.
DROPS = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 0, 0),
    32: (7, 1, 1, 0),
    64: (15, 2, 2, 0, 0),
    128: (31, 4, 4, 0, 1, 0),
}
MOST_IN_DOUBLE = 128

SEED, WINNER, LOSER, RESET = "seed", "winner", "loser", "reset"


@dataclass(frozen=True)
class Source:
    """Where a side comes from: the entrant of a seed (`seed`, from 1), or the winner or loser of the match `name`; in a
    reset the side `seed` (0 for A) of the match `name`."""

    kind: str
    name: str = ""
    seed: int = 0


@dataclass(frozen=True)
class Node:
    """A match of a bracket: its name without the phase, where it stands, and where its two sides come from."""

    name: str
    round: int
    place: int
    sources: tuple[Source, Source]


def rounds_of(entrants: int) -> int:
    """The rounds of the main bracket for so many."""
    return max(1, (entrants - 1).bit_length())


def size_of(entrants: int) -> int:
    """The smallest power of two, at least 2, that holds so many."""
    return 1 << rounds_of(entrants)


def positions(size: int) -> list[int]:
    """The seeds from the top of the bracket to its bottom: 1 8 4 5 2 7 3 6 for eight."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for s in seeds for seed in (s, 2 * len(seeds) + 1 - s)]
    return seeds


def shape(format: str, entrants: int, third: bool, reset: bool) -> list[Node]:
    """All matches of a bracket for so many entrants, by round index and place."""
    last = rounds_of(entrants)
    nodes = _main(last, format == DOUBLE)
    if format == DOUBLE:
        nodes += _losers(last)
        second = Source(WINNER, f"L{2 * last - 2}.1") if last > 1 else Source(LOSER, "W1.1")
        nodes.append(Node("F1", 3 * last - 1, 1, (Source(WINNER, f"W{last}.1"), second)))
        if reset:
            nodes.append(Node("F2", 3 * last, 1, (Source(RESET, "F1", 0), Source(RESET, "F1", 1))))
    elif third and last >= 2:
        nodes.append(Node("T", last, 0, _both(LOSER, f"W{last - 1}", 1)))
    return sorted(nodes, key=lambda node: (node.round, node.place))


def _both(kind: str, before: str, i: int) -> tuple[Source, Source]:
    """The winners or losers of the two matches of the round before that lead to its `i`-th pair."""
    return Source(kind, f"{before}.{2 * i - 1}"), Source(kind, f"{before}.{2 * i}")


def _main(last: int, is_double: bool) -> list[Node]:
    seeds = [Source(SEED, seed=seed) for seed in positions(1 << last)]
    nodes = [Node(f"W1.{i}", 1, i, (a, b)) for i, (a, b) in enumerate(zip(seeds[::2], seeds[1::2], strict=True), 1)]
    for number in range(2, last + 1):
        index = 3 * number - 3 if is_double else number
        for i in range(1, (1 << last - number) + 1):
            nodes.append(Node(f"W{number}.{i}", index, i, _both(WINNER, f"W{number - 1}", i)))
    return nodes


def _losers(last: int) -> list[Node]:
    nodes = []
    for j in range(1, last):
        for i in range(1, (1 << last - j - 1) + 1):
            sources = _both(LOSER, "W1", i) if j == 1 else _both(WINNER, f"L{2 * j - 2}", i)
            nodes.append(Node(f"L{2 * j - 1}.{i}", 3 * j - 1, i, sources))
            p = 1 + ((i - 1) ^ DROPS[1 << last][j - 1])
            dropped = (Source(WINNER, f"L{2 * j - 1}.{p}"), Source(LOSER, f"W{j + 1}.{i}"))
            nodes.append(Node(f"L{2 * j}.{p}", 3 * j + 1, p, dropped))
    return nodes


class Bracket(Phase):
    """Single or double elimination."""

    def __init__(self, number: int, format: str, options: Options, field: Field) -> None:
        super().__init__(number, format, options, field)
        self._nodes: dict[str, Node] = {}
        self._places: list[tuple[int, int]] | None = None  # to be worked out when it is asked for

    def draw(self, order: list[int]) -> None:
        """The bracket of these entrants, best first."""
        nodes = shape(self.format, len(order), self.options.third, self.options.reset)
        self.drawn, self.order = True, order
        self._seeds = {entrant: seed for seed, entrant in enumerate(order)}
        self._nodes = {self._name(node.name): node for node in nodes}
        self._matches = {name: Match(name, node.round, 0, node.place) for name, node in self._nodes.items()}
        self.forget()

    def forget(self) -> None:
        super().forget()
        self._places = None

    def forget_match(self, name: str, players: Pair) -> None:
        self.forget()  # who won it goes on

    def sources(self, match: Match) -> tuple[str | None, str | None]:
        a, b = (self._name(s.name) if s.kind != SEED else None for s in self._nodes[match.name].sources)
        return a, b

    def _name(self, short: str) -> str:
        return f"{self.number}:{short}"

    def _standing(self, short: str) -> Standing:
        return self.standing(self._matches[self._name(short)])

    def _work_out(self, match: Match) -> Standing:
        sides = self._sides(self._nodes[match.name])
        players = Standing(sides, WAITING).pair
        if players:
            record = self.field.records.of(match.name, players)
            verdict = judge(record, players, self.options.best, self.field.is_out)
            return Standing(sides, DECIDED if verdict.how else READY, verdict)
        if None in sides:
            return Standing(sides, WAITING)
        alone = sides[0] or sides[1]
        return Standing(sides, DECIDED, Verdict(BYE if alone else None, alone or None))

    def _sides(self, node: Node) -> Sides:
        a, b = (self._comes(source) for source in node.sources)
        stays = node.name in ("F1", "F2")
        if a and b and not stays and self._seeds[b] < self._seeds[a]:
            return b, a
        return a, b

    def _comes(self, source: Source) -> int | None:
        """Who comes from there: an entrant, NOBODY, or None while it is not known."""
        if source.kind == SEED:
            return self.order[source.seed - 1] if source.seed <= len(self.order) else NOBODY
        name = self._name(source.name)
        before = self._known.get(name) or self.standing(self._matches[name])
        if source.kind in (LOSER, RESET) and NOBODY in before.sides:
            return NOBODY  # whoever the other is, nobody loses there and there is no reset
        if before.state != DECIDED:
            return None
        winner = before.verdict.winner or NOBODY
        if source.kind == RESET:
            needed = before.players is not None and winner == before.sides[1]
            return before.sides[source.seed] if needed else NOBODY
        if source.kind == LOSER:
            return next(x for x in before.players if x != winner) if before.players and winner else NOBODY
        return winner

    def lost_first(self) -> list[int] | None:
        """Who lost their first match of a single, by seed: in W1, or in W2 after a bye in W1; None while one of these
        matches is undecided, and of a double."""
        if not self.drawn or self.format != SINGLE:
            return None
        had_bye: set[int] = set()
        lost: list[int] = []
        for name, match in self._matches.items():  # by round
            number = self._nodes[name].name.partition(".")[0]
            found = self.standing(match)
            if number == "W1" and found.players is None:
                had_bye.update(x for x in found.sides if x)
                continue
            first_here = [x for x in found.sides if x and (number == "W1" or (number == "W2" and x in had_bye))]
            if first_here and found.state != DECIDED:
                return None
            lost += [x for x in first_here if x != found.verdict.winner]
        return sorted(lost, key=self._seeds.__getitem__)

    def ranking(self, by_figures: bool = False) -> list[list[int]]:
        return [[entrant] for _, entrant in self.places()]

    def champion(self) -> int | None:
        return self._last().verdict.winner or None if self.finished else None

    def places(self) -> list[tuple[int, int]]:
        """(place, entrant) of a finished bracket, by place and seed; else none."""
        if self._places is None:
            self._places = self._placed() if self.finished else []
        return self._places

    def _placed(self) -> list[tuple[int, int]]:
        tiers = self._tiers()
        best = max(tiers.values())
        placed: list[tuple[int, int]] = []
        for tier in sorted(set(tiers.values()), reverse=True):
            place = 1 + len(placed)
            if tier == best and self._last().verdict.how == DOUBLE_FORFEIT:
                place = 2  # a final without a winner leaves the first place empty
            placed += [(place, x) for x in self.order if tiers[x] == tier]
        return placed

    def _last(self) -> Standing:
        """The match that makes the champion."""
        if self.format != DOUBLE:
            return self._standing(f"W{rounds_of(len(self.order))}.1")
        if self.options.reset and not self._standing("F2").is_empty:
            return self._standing("F2")
        only = self._standing("W1.1")
        return only if len(self.order) <= 2 and only.verdict.how == DOUBLE_FORFEIT else self._standing("F1")

    def _tiers(self) -> dict[int, int]:
        """How late each entrant lost: the later the greater; the champion's is the greatest."""
        tiers: dict[int, int] = {}
        for name, match in self._matches.items():
            node, found = self._nodes[name], self.standing(match)
            if found.players is None:
                continue
            winner = found.verdict.winner
            lost = [x for x in found.players if x != winner]
            if node.name == "T":
                if winner:
                    tiers[winner] = tiers[lost[0]] + 1
                continue
            tier = node.round
            if self.format == DOUBLE and node.name[0] == "W":
                if winner:
                    continue  # who lost goes on in the losers' bracket
                number = int(node.name[1:].split(".")[0])
                tier = 3 * number - 2 if number > 1 else 2
            tiers.update((x, 2 * tier) for x in lost)
        champion = self._last().verdict.winner
        if champion:
            tiers[champion] = 2 * max(match.round for match in self.matches()) + 2
        return tiers
