"""Swiss: one round at a time, each drawn from the standings."""

from tallyboard.desk.league import League
from tallyboard.desk.matches import CANCELLED, DECIDED
from tallyboard.desk.pairing import Met, pairs


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

    @property
    def finished(self) -> bool:
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

    def draw_round(self, players: list[int]) -> None:
        """The next round of these, best first."""
        self.rounds += 1
        if len(players) % 2:
            alone = self._has_bye(players)
            self.byes.append((alone, self.rounds))
            players = [x for x in players if x != alone]
        half = len(players) // 2
        if self.rounds == 1:
            meetings = list(zip(players[:half], players[half:], strict=True))
        else:
            meetings = pairs(players, self._met())
        was_a = {x: sum(1 for drawn in self._of.get(x, ()) if drawn.sides[0] == x) for x in players}
        for place, (high, low) in enumerate(meetings, 1):
            self._add((high, low) if was_a[high] <= was_a[low] else (low, high), self.rounds, 0, place)
        self.forget()

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
