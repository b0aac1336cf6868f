"""A knock-out: who plays whom follows from the results, match by match."""

from tallyboard.desk import bracket_shape
from tallyboard.desk.bracket_shape import LOSER, RESET, SEED, Node, Source
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


class Bracket(Phase):
    """Single or double elimination."""

    def __init__(self, number: int, format: str, options: Options, field: Field) -> None:
        super().__init__(number, format, options, field)
        self._nodes: dict[str, Node] = {}
        self._places: list[tuple[int, int]] | None = None  # to be worked out when it is asked for

    def draw(self, order: list[int]) -> None:
        """The bracket of these entrants, best first."""
        nodes = bracket_shape.shape(self.format, len(order), self.options.third, self.options.reset)
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
            return self._standing(f"W{bracket_shape.rounds_of(len(self.order))}.1")
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
