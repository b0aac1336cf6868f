"""Swiss: one round at a time, each drawn from the standings."""

from collections.abc import Sequence

from tallyboard.desk.league import League
from tallyboard.desk.matches import CANCELLED, DECIDED
from tallyboard.desk.pairing import Met, pairs
from tallyboard.desk.records import Pair


class Swiss(League):
    """Who has as much meets; nobody meets twice while that can be."""

    rounds = 0  # drawn so far

    @property
    def is_full(self) -> bool:
        return False

    @property
    def counts_byes(self) -> bool:
        return True

    @property
    def is_complete(self) -> bool:
        """Whether there will be no more rounds."""
        return self.ended or self.rounds >= (self.options.rounds or 0)

    def _is_finished(self) -> bool:
        return self.drawn and self.is_complete and self.is_settled()

    def is_settled(self, before: int | None = None) -> bool:
        """Whether every match is decided or cancelled, of all rounds or of those before one."""
        return all(
            self.standing(drawn.match).state in (DECIDED, CANCELLED)
            for drawn in self._drawn.values()
            if before is None or drawn.match.round < before
        )

    def start(self, order: list[int]) -> None:
        """The first round of these entrants, best first."""
        self._start_anew()
        self.drawn, self.order, self.rounds = True, order, 0
        self.forget()

    def list_now(self) -> list[int]:
        """Who is in, as the next round is drawn: by the order, later by the standings."""
        listed = self.order if self.rounds == 0 else [row.entrant for rows in self.tables() for row in rows]
        return [x for x in listed if self.field.is_in(x)]

    def draw_round(self, players: list[int], by_hand: Sequence[Pair] = ()) -> None:
        """The next round of these, best first; in the pairs that were made by hand, A first, where there are any."""
        self.rounds += 1
        if len(players) % 2:
            paired = {x for pair in by_hand for x in pair}
            alone = next(x for x in players if x not in paired) if by_hand else self._has_bye(players)
            self.byes.append((alone, self.rounds))
            players = [x for x in players if x != alone]
        for place, sides in enumerate(by_hand or self._paired(players), 1):
            self._add(sides, self.rounds, 0, place)
        self.forget_tables()

    def _paired(self, players: list[int]) -> list[Pair]:
        """The matches of an even number of players, A first, by the higher player."""
        half = len(players) // 2
        if self.rounds == 1:
            meetings = list(zip(players[:half], players[half:], strict=True))
        else:
            meetings = pairs(players, self._met())
        was_a = {x: sum(1 for drawn in self._of.get(x, ()) if drawn.sides[0] == x) for x in players}
        return [(high, low) if was_a[high] <= was_a[low] else (low, high) for high, low in meetings]

    def take_round_back(self) -> None:
        """As if the last round had not been drawn."""
        kept = [drawn for drawn in self._drawn.values() if drawn.match.round < self.rounds]
        byes = [bye for bye in self.byes if bye[1] < self.rounds]
        self._start_anew()
        for drawn in kept:
            self._add(drawn.sides, drawn.match.round, 0, drawn.match.place)
        self.byes = byes
        self.rounds -= 1
        self.forget()

    def _has_bye(self, players: list[int]) -> int:
        """The last of those with the fewest byes so far."""
        had = {x: sum(1 for entrant, _ in self.byes if entrant == x) for x in players}
        fewest = min(had.values())
        return [x for x in players if had[x] == fewest][-1]

    def _met(self) -> Met:
        """How often two have been drawn against one another."""
        met: dict[int, dict[int, int]] = {x: {} for x in self.order}
        for drawn in self._drawn.values():
            a, b = drawn.sides
            met[a][b] = met[b][a] = met[a].get(b, 0) + 1
        return met
