"""A round of changing partners: who sits out, who plays with whom, and against whom."""

from collections import Counter

from tests.reference.desk.leagues import Met, berger_round, even, preferred_pairs
from tests.reference.desk.model import Pairing, members

# Fours `pqrs`, p and q against r and s, of places that move on by one a round; `x` is the last place, which stays.
FOURS = {
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

Unit = list[int]  # a four, a pair, or one alone


def table(order: list[int], i: int) -> list[list[Unit]]:
    """What round `i` would be if all were there: of every match its pairs, last who stands alone.

    Each match is a list of pairs: two of a four, one where there are only pairs, or one `pair` of one entrant. Places
    that nobody has are 0.
    """
    n = len(order)
    if n > max(FOURS):
        pairs, bye = berger_round(n, (i - 1) % (even(n) - 1) + 1)
        by_place = sorted(sorted(pair) for pair in pairs)
        return [[[order[low - 1], order[high - 1]]] for low, high in by_place] + ([[[order[bye - 1]]]] if bye else [])
    w = min(size for size in FOURS if size >= n)
    t = w if w % 2 else w - 1

    def who(digit: str) -> int:
        place = w if digit == "x" else (int(digit, 36) + i - 1) % t + 1
        return order[place - 1] if place <= n else 0

    matches = [[[who(v) for v in four[:2]], [who(v) for v in four[2:]]] for four in FOURS[w].split()]
    return matches + ([[[who("0")]]] if w % 2 else [])


def listed(tabled: list[list[Unit]], some: set[int]) -> list[int]:
    """First the fours that are wholly among some, then the other pairs that are, then the rest."""
    fours = [match for match in tabled if len(match) == 2 and some.issuperset(match[0] + match[1])]
    pairs = [pair for match in tabled if match not in fours for pair in match if len(pair) == 2 and some >= set(pair)]
    first = [entrant for match in fours for pair in match for entrant in pair]
    first += [entrant for pair in pairs for entrant in pair]
    everybody = [entrant for match in tabled for pair in match for entrant in pair]
    return first + [entrant for entrant in everybody if entrant in some and entrant not in first]


def draw_round(
    order: list[int], present: set[int], i: int, rounds: int, before: list[Pairing]
) -> tuple[list[Pairing], list[tuple[int, int]]]:
    """Round `i`, after the matches before; its byes as (round, entrant). `present`: those of the order who are `in`."""
    tabled = table(order, i)
    everybody = listed(tabled, present)
    drawn = Counter(entrant for pairing in before for entrant in members(pairing.a, pairing.b))
    playing = set(present)
    while len(playing) % 4:
        most = max(drawn[entrant] for entrant in playing)
        playing.remove([entrant for entrant in everybody if entrant in playing and drawn[entrant] == most][-1])
    were_partners: Met = Counter(frozenset(side) for pairing in before for side in (pairing.a, pairing.b))
    pairs = preferred_pairs(listed(tabled, playing), were_partners)
    were_opponents: Met = Counter(
        frozenset((one, other)) for pairing in before for one in pairing.a for other in pairing.b
    )
    met: Met = Counter()
    for one in pairs:
        for other in pairs:
            if one != other:
                met[frozenset((one, other))] = max(were_opponents[frozenset((x, y))] for x in one for y in other)
    fewest = -(-2 * rounds // (len(present) - 1))
    been_a = Counter(entrant for pairing in before for entrant in pairing.a)
    pairings = []
    for place, (earlier, later) in enumerate(preferred_pairs(pairs, met, fewest), start=1):
        less = sum(been_a[entrant] for entrant in later) < sum(been_a[entrant] for entrant in earlier)
        a, b = (later, earlier) if less else (earlier, later)
        pairings.append(Pairing(i, 0, place, tuple(sorted(a)), tuple(sorted(b))))
    return pairings, [(i, entrant) for entrant in present - playing]
