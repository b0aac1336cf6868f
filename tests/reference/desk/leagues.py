"""What is drawn in a league: a round robin by FIDE's Berger tables or a rotation, the next round of a Swiss phase."""

import random
from collections import Counter

from tests.reference.desk.model import Pairing, Side

Met = Counter[frozenset[Side]]  # how often two have met

# --- Round robin ----------------------------------------------------------------------------------------------------


def snake(order: list[int], count: int) -> list[list[int]]:
    groups: list[list[int]] = [[] for _ in range(count)]
    for number, entrant in enumerate(order):
        row, column = divmod(number, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(entrant)
    return groups


def even(entrants: int) -> int:
    """m: the number of entrants, or one more if it is odd."""
    return entrants + entrants % 2


def berger_round(entrants: int, r: int) -> tuple[list[tuple[int, int]], int | None]:
    """The positions (A, B) of round `r`, 1 to m-1, by the lower position; and who has the bye."""
    m = even(entrants)
    pairs = []
    bye = None
    for i in range(1, m):
        if (2 * i - r - 1) % (m - 1) == 0:
            if entrants % 2:
                bye = i
            else:
                pairs.append((i, m) if 2 * i <= m else (m, i))
        for j in range(i + 1, m):
            if (i + j - r - 1) % (m - 1) == 0:
                pairs.append((i, j) if (i + j) % 2 else (j, i))
    return sorted(pairs, key=min), bye


def round_robin(groups: list[list[int]], times: int, rounds: int | None) -> tuple[list[Pairing], list[tuple[int, int]]]:
    """All matches, and the byes as (round, entrant)."""
    pairings, byes = [], []
    for group_number, group in enumerate(groups):
        cycle = even(len(group)) - 1
        for r in range(1, times * cycle + 1):
            if rounds is not None and r > rounds:
                break
            pairs, bye = berger_round(len(group), r if r <= cycle else r - cycle)
            if bye:
                byes.append((r, group[bye - 1]))
            for place, pair in enumerate(pairs, start=1):
                a, b = pair if r <= cycle else (pair[1], pair[0])
                pairings.append(Pairing(r, group_number, place, group[a - 1], group[b - 1]))
    return pairings, byes


def is_full(entrants: int, rounds: int | None) -> bool:
    return rounds is None or rounds >= even(entrants) - 1


# --- Rotation -------------------------------------------------------------------------------------------------------


def seated(order: list[int], rounds: int) -> tuple[list[list[int]], int]:
    """Who sits up and who sits down in round 1, by table, 0 for nobody; and how many rounds there are."""
    tables = (len(order) + 1) // 2
    turns = min(rounds, tables)
    numbered = [*range(1, tables + 1, 2), *range(2, tables + 1, 2)]
    filled = sorted(numbered, key=lambda table: (numbered.index(table) % turns, numbered.index(table)))
    seats = []
    for first in (0, 1):
        side = [0] * tables
        for entrant, table in zip(order[first::2], filled, strict=False):
            side[table - 1] = entrant
        seats.append(side)
    return seats, turns


def rotation(seats: list[list[int]], turns: int) -> tuple[list[Pairing], list[tuple[int, int]]]:
    """All matches from the seats of round 1, and the byes as (round, entrant)."""
    pairings, byes = [], []
    up, down = list(seats[0]), list(seats[1])
    for r in range(1, turns + 1):
        for table, (high, low) in enumerate(zip(up, down, strict=True), start=1):
            if high and low:
                a, b = (high, low) if r % 2 else (low, high)
                pairings.append(Pairing(r, 0, table, a, b, table))
            elif high or low:
                byes.append((r, high or low))
        up = [up[-1], *up[:-1]]
        if 2 * r != len(up):
            down = [*down[1:], down[0]]
    return pairings, byes


# --- Swiss ----------------------------------------------------------------------------------------------------------


def swiss_round(
    listed: list[int], r: int, pairings: list[Pairing], byes: list[tuple[int, int]]
) -> tuple[list[Pairing], list[tuple[int, int]]]:
    """Round `r` from the list (the order, or the standings), the matches and byes of the rounds before."""
    players = list(listed)
    new_byes = []
    if len(players) % 2:
        had = [entrant for _, entrant in byes]
        fewest = min(had.count(player) for player in players)
        bye = [player for player in players if had.count(player) == fewest][-1]
        players.remove(bye)
        new_byes = [(r, bye)]
    if r == 1:
        half = len(players) // 2
        pairs = list(zip(players[:half], players[half:], strict=True))
    else:
        met: Met = Counter(frozenset((pairing.a, pairing.b)) for pairing in pairings)
        pairs = preferred_pairs(players, met)
    new = []
    for place, (higher, lower) in enumerate(pairs, start=1):
        been_a = [pairing.a for pairing in pairings]
        a, b = (lower, higher) if been_a.count(lower) < been_a.count(higher) else (higher, lower)
        new.append(Pairing(r, 0, place, a, b))
    return new, new_byes


def preferred_pairs(players: list[Side], met: Met, limit: int = 1) -> list[tuple[Side, Side]]:
    """From the top, each meets the nearest below whom it may meet, such that all the rest can be paired so.

    May meet: have met less than `limit` times, or, if that is impossible, once more, and so on.
    """
    while not can_pair(players, met, limit):
        limit += 1
    pairs = []
    left = list(players)
    while left:
        top = left[0]
        for other in left[1:]:
            rest = [player for player in left if player not in (top, other)]
            if met[frozenset((top, other))] < limit and can_pair(rest, met, limit):
                pairs.append((top, other))
                left = rest
                break
        else:
            raise AssertionError("a complete pairing exists")
    return pairs


def can_pair(players: list[Side], met: Met, limit: int) -> bool:
    """Whether all can be paired with somebody whom they have met less than `limit` times."""
    left = list(players)
    while left:  # often the first whom one may meet will do for everybody
        partner = next((each for each in left[1:] if met[frozenset((left[0], each))] < limit), None)
        if partner is None:
            break
        left = [each for each in left[1:] if each != partner]
    if not left:
        return True
    return has_perfect_matching(
        [[one != other and met[frozenset((one, other))] < limit for other in players] for one in players]
    )


def has_perfect_matching(may_meet: list[list[bool]]) -> bool:
    """Tutte: all can be paired if and only if the determinant of a random skew-symmetric matrix is not zero.

    Drawn modulo a prime of 61 bits, it is zero by chance less than once in 10**15 times.
    """
    prime = 2**61 - 1
    drawn = random.Random(1)
    total = len(may_meet)
    matrix = [[0] * total for _ in range(total)]
    for i in range(total):
        for j in range(i):
            if may_meet[i][j]:
                matrix[i][j] = drawn.randrange(1, prime)
                matrix[j][i] = prime - matrix[i][j]
    for column in range(total):
        pivot = next((row for row in range(column, total) if matrix[row][column]), None)
        if pivot is None:
            return False
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        inverse = pow(matrix[column][column], -1, prime)
        for row in range(column + 1, total):
            factor = matrix[row][column] * inverse % prime
            if factor:
                above = matrix[column]
                matrix[row] = [(value - factor * above[j]) % prime for j, value in enumerate(matrix[row])]
    return True
