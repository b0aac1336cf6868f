"""Partners: two against two, with a new partner each round; everybody is ranked alone."""

from collections import Counter
from collections.abc import Callable, Sequence

from tallyboard.desk.matches import NOBODY, Match, Pair, members, pair, side
from tallyboard.desk.round_robin import berger_rounds
from tallyboard.desk.swiss import Met, Swiss, pairs

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
