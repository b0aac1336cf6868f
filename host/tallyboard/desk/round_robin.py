"""Round robin: groups by snake, rounds by FIDE's Berger tables (Handbook C.05, annex 1)."""

from tallyboard.desk.league import League

Meeting = tuple[int, int]


def berger_rounds(players: int) -> tuple[list[list[Meeting]], list[int | None]]:
    """The rounds for positions 1 to `players`, each a list of (A, B) by the lower position; and each round's bye."""
    m = players + players % 2
    meetings = [_berger_round(number, players, m) for number in range(1, m)]
    byes = [_position_alone(number, m) if players % 2 else None for number in range(1, m)]
    return meetings, byes


def _position_alone(number: int, m: int) -> int:
    """The position i with 2i ≡ number + 1 (mod m - 1): it meets m, or has the bye."""
    return next(i for i in range(1, m) if (2 * i - number - 1) % (m - 1) == 0)


def _berger_round(number: int, players: int, m: int) -> list[Meeting]:
    alone = _position_alone(number, m)
    found: list[Meeting] = []
    for low in range(1, m):
        if low == alone:
            if players == m:
                found.append((low, m) if low <= m // 2 else (m, low))
            continue
        high = (number + 1 - low) % (m - 1) or m - 1
        if low < high:
            found.append((low, high) if (low + high) % 2 else (high, low))
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

    @property
    def counts_byes(self) -> bool:
        return not self.is_full

    def draw(self, groups: list[list[int]], order: list[int]) -> None:
        """The matches of these groups; `order` is everybody, best first."""
        self._start_anew()
        self.drawn, self.order, self.groups = True, order, groups
        planned: list[tuple[int, int, int, tuple[int, int]]] = []
        for group, members in enumerate(groups):
            planned += self._plan(group, members)
        for round, group, place, sides in sorted(planned):
            self._add(sides, round, group, place)
        self.byes.sort(key=lambda bye: (bye[1], bye[0]))
        self.forget()

    def _plan(self, group: int, members: list[int]) -> list[tuple[int, int, int, tuple[int, int]]]:
        """(round, group, place, sides) of a group's matches; notes its byes."""
        cycle, alone = berger_rounds(len(members))
        if not self.is_full:
            cycle = cycle[: self.options.rounds]
        planned = []
        for time in range(self.options.times):
            for index, meetings in enumerate(cycle):
                round = time * len(cycle) + index + 1
                position = alone[index]
                if position is not None:
                    self.byes.append((members[position - 1], round))
                for place, (a, b) in enumerate(meetings, 1):
                    sides = (members[a - 1], members[b - 1])
                    planned.append((round, group, place, sides if time == 0 else sides[::-1]))
        return planned
