"""Round robin: groups by snake, rounds by FIDE's Berger tables (Handbook C.05, annex 1)."""

from collections.abc import Iterator

from tallyboard.desk.league import League
from tallyboard.desk.matches import NOBODY, Pair


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


Seats = tuple[list[int], list[int]]  # who is up and who down, by table; NOBODY where a seat is empty


def seated(order: list[int], rounds: int) -> Seats:
    """Everybody at a table, such that each meets all strengths in so many rounds: the odd places of the order up, the
    even ones down."""
    tables = (len(order) + 1) // 2
    rounds = min(rounds, tables)
    in_sequence = [*range(1, tables + 1, 2), *range(2, tables + 1, 2)]
    # The best gets the first of every `rounds` tables, the next the first that is left, and so on.
    ks = sorted(range(tables), key=lambda k: (k % rounds, k))
    found: Seats = [NOBODY] * tables, [NOBODY] * tables
    for card, entrants in zip(found, (order[::2], order[1::2]), strict=True):
        for k, entrant in zip(ks, entrants, strict=False):
            card[in_sequence[k] - 1] = entrant
    return found


def moved(seats: Seats, rounds: int) -> Iterator[Seats]:
    """Who is up and who down in each round: up goes on by one table, down back by one; but down stays once in the
    middle of an even number of tables, where they would meet again."""
    up, down = seats
    for number in range(1, min(rounds, len(up)) + 1):
        yield up, down
        up = up[-1:] + up[:-1]
        if 2 * number != len(up):
            down = down[1:] + down[:1]


class RoundRobin(League):
    """Everybody of a group meets everybody, or, where it is partial, plays the first rounds of that; or moves from
    table to table."""

    seats: Seats = ([], [])

    @property
    def is_full(self) -> bool:
        rounds, players = self.options.rounds, len(self.order)
        return rounds is None or (rounds >= players + players % 2 - 1 and not self.options.rotation)

    def draw(self, groups: list[list[int]], order: list[int]) -> None:
        """The matches of these groups; `order` is everybody, best first."""
        if self.options.rotation:
            self._rotate(order, seated(order, self.options.rounds or 0))
            return
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
        self._drawn_anew()

    def reseat(self, stays: list[int], new: list[int]) -> bool:
        """Seat the new ones in the seats of those who do not stay; False, and nothing, where these are too few."""
        up, down = ([x if x in stays else NOBODY for x in card] for card in self.seats)
        empty = [(table, card) for table in range(len(up)) for card in (up, down) if card[table] == NOBODY]
        if len(new) > len(empty):
            return False
        for (table, card), entrant in zip(empty, new, strict=False):
            card[table] = entrant
        self._rotate(stays + new, (up, down))
        return True

    def _rotate(self, order: list[int], seats: Seats) -> None:
        self._start_anew()
        self.drawn, self.order, self.groups, self.seats = True, order, [order], seats
        for round, (up, down) in enumerate(moved(seats, self.options.rounds or 0), 1):
            for table, two in enumerate(zip(up, down, strict=True), 1):
                if NOBODY not in two:
                    self._add(two if round % 2 else two[::-1], round, 0, table, seat=table)
                self.byes += [(x, round) for x in two if x != NOBODY and NOBODY in two]
        self._drawn_anew()

    def _drawn_anew(self) -> None:
        self.byes.sort(key=lambda bye: (bye[1], bye[0]))
        self.forget()
