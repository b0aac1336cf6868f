"""Round robin: groups by snake, rounds by FIDE's Berger tables (Handbook C.05, annex 1)."""

from tallyboard.desk.league import League
from tallyboard.desk.matches import Pair


def berger_rounds(players: int) -> tuple[list[list[Pair]], list[int | None]]:
    """The rounds for positions 1 to `players`, each a list of (A, B) by the lower position; and each round's bye."""
    m = players + players % 2
    meetings, byes = [], []
    for number in range(1, m):
        alone = next(i for i in range(1, m) if (2 * i - number - 1) % (m - 1) == 0)
        meetings.append(_berger_round(number, players, m, alone))
        byes.append(alone if players % 2 else None)
    return meetings, byes


def _berger_round(number: int, players: int, m: int, alone: int) -> list[Pair]:
    """`alone`: the position i with 2i ≡ number + 1 (mod m - 1), which meets m, or has the bye."""
    found: list[Pair] = []
    for low in range(1, m):
        high = (number + 1 - low) % (m - 1) or m - 1
        if low < high:
            found.append((low, high) if (low + high) % 2 else (high, low))
        elif low == alone and players == m:
            found.append((low, m) if low <= m // 2 else (m, low))
    return found


def snake(order: list[int], groups: int) -> list[list[int]]:
    """The order in groups: the first ones to A, B, …, the next to …, B, A, and so on."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for index, entrant in enumerate(order):
        turn, place = divmod(index, groups)
        found[groups - 1 - place if turn % 2 else place].append(entrant)
    return found


class RoundRobin(League):
    """Everybody of a group meets everybody, or, where it is partial, plays the first rounds of that."""

    @property
    def is_full(self) -> bool:
        rounds, players = self.options.rounds, len(self.order)
        return rounds is None or rounds >= players + players % 2 - 1

    def draw(self, groups: list[list[int]], order: list[int]) -> None:
        """The matches of these groups; `order` is everybody, best first."""
        self._start_anew()
        self.drawn, self.order, self.groups = True, order, groups
        planned: list[tuple[int, int, int, Pair]] = []  # round, group, place, sides
        for group, members in enumerate(groups):
            cycle, alone = berger_rounds(len(members))
            if not self.is_full:
                cycle = cycle[: self.options.rounds]
            for round in range(1, self.options.times * len(cycle) + 1):
                time, index = divmod(round - 1, len(cycle))
                position = alone[index]
                if position is not None:
                    self.byes.append((members[position - 1], round))
                for place, (a, b) in enumerate(cycle[index], 1):
                    sides = (members[a - 1], members[b - 1])
                    planned.append((round, group, place, sides if time == 0 else sides[::-1]))
        for round, group, place, sides in sorted(planned):
            self._add(sides, round, group, place)
        self.byes.sort(key=lambda bye: (bye[1], bye[0]))
        self.forget()
