"""Swiss: one round at a time, each drawn from the standings; and with a new partner each round."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from tallyboard.desk.league import League
from tallyboard.desk.matches import CANCELLED, DECIDED, NOBODY, Match, Pair, members, pair, side
from tallyboard.desk.round_robin import berger_rounds

Met = Mapping[int, Mapping[int, int]]  # how often two have met, by both


class Swiss(League):
    """Who has as much meets; nobody meets twice while that can be."""

    rounds = 0  # drawn so far
    waits_for_results = True  # of all rounds before, with the next draw

    @property
    def is_complete(self) -> bool:
        """Whether there will be no more rounds."""
        return self.ended or self.rounds >= (self.options.rounds or 0)

    def _is_finished(self) -> bool:
        return self.drawn and self.is_complete and self.is_settled()

    def is_settled(self, before: int | None = None) -> bool:
        """Whether every match is decided or cancelled, of all rounds or of those before one."""
        return all(
            self.standing(match).state in (DECIDED, CANCELLED)
            for match in self.matches()
            if before is None or match.round < before
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
            had = Counter(entrant for entrant, _ in self.byes)
            # The last of those with the fewest byes so far, or who is left over.
            alone = min((x for x in reversed(players) if x not in paired), key=had.__getitem__)
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
        was_a = {x: sum(match.drawn[0] == x for match in self.matches_of(x)) for x in players}
        return [(high, low) if was_a[high] <= was_a[low] else (low, high) for high, low in meetings]

    def take_round_back(self) -> None:
        """As if the last round had not been drawn."""
        matches, byes = self.matches(), self.byes
        self._start_anew()
        for match in matches:
            if match.round < self.rounds:
                self._add(match.drawn, match.round, 0, match.place)
        self.byes = [bye for bye in byes if bye[1] < self.rounds]
        self.rounds -= 1
        self.forget()

    def _met(self) -> Met:
        """How often two have been drawn against one another."""
        met: dict[int, dict[int, int]] = {x: {} for x in self.order}
        for a, b in (match.drawn for match in self.matches()):
            met[a][b] = met[b][a] = met[a].get(b, 0) + 1
        return met


def pairs(players: Sequence[int], met: Met, less_than: int = 1) -> list[tuple[int, int]]:
    """An even number of players, best first, in pairs (the higher first), by the higher.

    Of all complete pairings in which no two have met so often before it is the first: the top player gets the nearest
    whom it can have, then the next who is left, and so on. Where there is none, the same among those in which no two
    have met once more, and so on. `met` has everybody.
    """
    times = less_than
    while True:
        kept_apart = {x: {y for y, meetings in met[x].items() if meetings >= times} for x in players}
        found = _Pairing(kept_apart).first(list(players))
        if found is not None:
            return found
        times += 1


class _Pairing:
    """The search among players some of whom are kept apart."""

    def __init__(self, apart: dict[int, set[int]]) -> None:
        self._apart = apart
        self._most = max(map(len, apart.values()), default=0)

    def first(self, left: list[int]) -> list[tuple[int, int]] | None:
        """The first complete pairing in the order of preference; None where there is none."""
        if not self._can_be_paired(left):
            return None
        found = []
        while left:
            top, *rest = left
            partner = next(x for x in rest if x not in self._apart[top] and self._can_be_paired(_but(rest, x)))
            found.append((top, partner))
            left = _but(rest, partner)
        return found

    def _can_be_paired(self, players: list[int]) -> bool:
        """Whether there is a complete pairing of these."""
        if len(players) > 2 and self._each_meets_half(players):
            return True  # Dirac 1952
        return _has_full_rank(self._tutte_matrix(players))

    def _tutte_matrix(self, players: list[int]) -> list[list[int]]:
        """x in row i and -x in row j for two who may meet, each x drawn at random, always the same ones. There is a
        complete pairing where its determinant is not 0 (Tutte 1947, Lovász 1979); that it is 0 all the same has a
        chance of less than players/_PRIME."""
        drawn = random.Random(0)
        matrix = [[0] * len(players) for _ in players]
        for i, x in enumerate(players):
            for j, y in enumerate(players[:i]):
                if y not in self._apart[x]:
                    matrix[i][j] = drawn.randrange(1, _PRIME)
                    matrix[j][i] = -matrix[i][j]
        return matrix

    def _each_meets_half(self, players: list[int]) -> bool:
        """Whether each of them may meet at least half of them."""
        most = len(players) // 2 - 1  # whom one may be kept apart from
        if self._most <= most:
            return True
        among = set(players)
        return all(len(self._apart[x] & among) <= most for x in players)


_PRIME = (1 << 61) - 1


def _has_full_rank(matrix: list[list[int]]) -> bool:
    """Whether its determinant is not 0 modulo _PRIME, by elimination; `matrix` is used up."""
    while matrix:
        head = next((row for row in matrix if row[-1]), None)
        if head is None:
            return False
        matrix.remove(head)
        last = pow(head.pop(), -1, _PRIME)
        for place, row in enumerate(matrix):
            if times := row.pop() * last % _PRIME:
                matrix[place] = [(x - times * y) % _PRIME for x, y in zip(row, head, strict=True)]
    return True


def _but(players: list[int], one: int) -> list[int]:
    """All of them but one; this is most of what a large draw takes."""
    rest = players.copy()
    rest.remove(one)
    return rest


# The fours of a round for so many places, found by search: the first two are partners, against the last two. With as
# many entrants as places, in as many rounds as their letters each is partner of each once, and opponent twice.
_FOURS = {
    4: "x201",
    5: "1423",
    8: "x536 0124",
    9: "1236 4857",
    12: "x918 035a 2467",
    13: "1a27 3468 5b9c",
    16: "xa18 0524 3c9d 67be",
    17: "138c 274f 5d6g 9abe",
    20: "x45f 0cbh 1gad 2368 7i9e",
}
_LAST = "x"  # the letter of the last place, which stays where the others go round; those are digits, then a, b, …


def fours_of(round: int, entrants: int) -> list[list[int]]:
    """The places in the order, in fours, of so many entrants in this round: two partners, then those against them. Of
    over 20 in twos, for there only the partners are given. Who is alone stands last."""
    if entrants > max(_FOURS):
        meetings, alone = berger_rounds(entrants)
        index = (round - 1) % len(meetings)
        last = alone[index]
        return [*(list(pair(*two)) for two in meetings[index]), *([[last]] if last else [])]
    size = min(size for size in _FOURS if size >= entrants)
    turning = size - 1 + size % 2  # the odd one

    def place(letter: str) -> int:
        found = size if letter == _LAST else (int(letter, 36) + round - 1) % turning + 1
        return found if found <= entrants else NOBODY

    fours = [[*map(place, four)] for four in _FOURS[size].split()]
    return [*fours, [place("0")]] if size % 2 else fours


def _two(partners: int) -> Pair:
    first, second = members(partners)
    return first, second


class Partners(Swiss):
    """A Swiss phase whose sides are two who are partners for a round. What is undecided holds up no draw."""

    least = 4
    waits_for_results = False

    def draw_round(self, players: list[int], by_hand: Sequence[Pair] = ()) -> None:
        self.rounds += 1
        listed = self._listed(set(players))
        here = len(listed)
        playing = list(listed)
        while len(playing) % 4:
            drawn = {x: len(self.matches_of(x)) for x in playing}
            alone = max(reversed(playing), key=drawn.__getitem__)
            playing.remove(alone)
            self.byes.append((alone, self.rounds))
        self.byes.sort(key=lambda bye: (bye[1], bye[0]))
        playing = self._listed(set(playing))
        sides = pairs(playing, self._counted(lambda match: [_two(one) for one in match.drawn]))
        was_a = Counter(x for match in self.matches() for x in members(match.drawn[0]))
        less_than = -(-2 * (self.options.rounds or 0) // (here - 1))
        for place, (one, other) in enumerate(pairs(range(len(sides)), self._opposed(sides), less_than), 1):
            earlier, later = sides[one], sides[other]
            if sum(was_a[x] for x in later) < sum(was_a[x] for x in earlier):
                earlier, later = later, earlier
            self._add((side(*earlier), side(*later)), self.rounds, 0, place)
        self.forget_tables()

    def _listed(self, players: set[int]) -> list[int]:
        """These players: the fours of the round that are wholly among them, then the pairs, then the rest."""
        table = [
            [self.order[place - 1] if place else NOBODY for place in four]
            for four in fours_of(self.rounds, len(self.order))
        ]
        whole = [four for four in table if len(four) == self.least and players.issuperset(four)]
        others = [four for four in table if four not in whole]
        twos = [two for four in others for two in (four[:2], four[2:]) if len(two) == 2 and players.issuperset(two)]
        found = [x for some in (*whole, *twos) for x in some]
        return found + [x for four in others for x in four if x in players and x not in found]

    def _counted(self, meetings: Callable[[Match], list[Pair]]) -> Met:
        """How often two were together so, by both."""
        met: dict[int, dict[int, int]] = {x: {} for x in self.order}
        for x, y in (two for match in self.matches() for two in meetings(match)):
            met[x][y] = met[y][x] = met[x].get(y, 0) + 1
        return met

    def _opposed(self, sides: list[Pair]) -> Met:
        """How often pairs, by their number in this list, have met: as often as, of their four, those who did most."""
        met = self._counted(lambda match: [(x, y) for x in members(match.drawn[0]) for y in members(match.drawn[1])])
        numbers = range(len(sides))
        return {
            i: {j: max(met[x].get(y, 0) for x in sides[i] for y in sides[j]) for j in numbers if j != i}
            for i in numbers
        }

    def _loses_by_leaving(self, own: int) -> bool:
        return False

    def _is_off(self, match: Match) -> bool:
        return super()._is_off(match) or self._is_left(match)

    def _is_left(self, match: Match) -> bool:
        """Whether somebody of the match is out."""
        return any(self.field.is_out(one) for one in match.drawn)

    def _keeps_byes_open(self, match: Match) -> bool:
        return super()._keeps_byes_open(match) and not self._is_left(match)
