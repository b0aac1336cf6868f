"""Brackets: which match gets its players from where, and who exchange seeds when they come from groups."""

from collections.abc import Callable
from dataclasses import dataclass

DROPS = {
    4: [0],
    8: [1, 0],
    16: [3, 0, 0],
    32: [7, 1, 1, 0],
    64: [15, 2, 2, 0, 0],
    128: [31, 4, 4, 0, 1, 0],
}


@dataclass(frozen=True)
class Source:
    """Where a player comes from. `kind`: seed (`number`), winner or loser (of the match `key`), again (F2)."""

    kind: str
    number: int = 0
    key: str = ""


@dataclass(frozen=True)
class Node:
    key: str
    index: int
    place: int
    a: Source
    b: Source


def winner_of(key: str) -> Source:
    return Source("winner", key=key)


def loser_of(key: str) -> Source:
    return Source("loser", key=key)


def size(entrants: int) -> int:
    result = 2
    while result < entrants:
        result *= 2
    return result


def rounds(bracket_size: int) -> int:
    """k, where the size is 2 to the k."""
    return bracket_size.bit_length() - 1


def positions(bracket_size: int) -> list[int]:
    seeds = [1]
    while len(seeds) < bracket_size:
        total = 2 * len(seeds) + 1
        seeds = [each for seed in seeds for each in (seed, total - seed)]
    return seeds


def main_bracket(bracket_size: int, index: Callable[[int], int]) -> list[Node]:
    """W1 to Wk; `index` gives the round index of a round."""
    seeds = positions(bracket_size)
    nodes = []
    for i in range(1, bracket_size // 2 + 1):
        a, b = Source("seed", seeds[2 * i - 2]), Source("seed", seeds[2 * i - 1])
        nodes.append(Node(f"W1.{i}", index(1), i, a, b))
    for r in range(2, rounds(bracket_size) + 1):
        for i in range(1, bracket_size // 2**r + 1):
            a, b = winner_of(f"W{r - 1}.{2 * i - 1}"), winner_of(f"W{r - 1}.{2 * i}")
            nodes.append(Node(f"W{r}.{i}", index(r), i, a, b))
    return nodes


def single(bracket_size: int, third: bool) -> list[Node]:
    k = rounds(bracket_size)
    nodes = main_bracket(bracket_size, lambda r: r)
    if third and k >= 2:
        nodes.append(Node("T", k, 0, loser_of(f"W{k - 1}.1"), loser_of(f"W{k - 1}.2")))
    return in_order(nodes)


def double(bracket_size: int, reset: bool) -> list[Node]:
    k = rounds(bracket_size)
    nodes = main_bracket(bracket_size, lambda r: 1 if r == 1 else 3 * (r - 1))
    for j in range(1, k):
        drop = DROPS[bracket_size][j - 1]
        for i in range(1, bracket_size // 2 ** (j + 1) + 1):
            from_round = ("W1", loser_of) if j == 1 else (f"L{2 * j - 2}", winner_of)
            a, b = from_round[1](f"{from_round[0]}.{2 * i - 1}"), from_round[1](f"{from_round[0]}.{2 * i}")
            nodes.append(Node(f"L{2 * j - 1}.{i}", 3 * j - 1, i, a, b))
            p = ((i - 1) ^ drop) + 1
            a, b = winner_of(f"L{2 * j - 1}.{p}"), loser_of(f"W{j + 1}.{i}")
            nodes.append(Node(f"L{2 * j}.{p}", 3 * j + 1, p, a, b))
    last = loser_of("W1.1") if k == 1 else winner_of(f"L{2 * (k - 1)}.1")
    nodes.append(Node("F1", 3 * k - 1, 1, winner_of(f"W{k}.1"), last))
    if reset:
        nodes.append(Node("F2", 3 * k, 1, Source("again", 0, "F1"), Source("again", 1, "F1")))
    return in_order(nodes)


def in_order(nodes: list[Node]) -> list[Node]:
    """By round index and place: whoever a match needs comes before it."""
    return sorted(nodes, key=lambda node: (node.index, node.place))


def exchange(ranking: list[int], group: dict[int, int], place: dict[int, int]) -> list[int]:
    """The ranking, where entrants with the same place in different groups have exchanged seeds."""
    for halves in (True, False):
        found = nearest(ranking, group, place, halves)
        if found:
            return found
    return ranking


def nearest(ranking: list[int], group: dict[int, int], place: dict[int, int], halves: bool) -> list[int] | None:
    """The first order, in the sequence of the ranking, that keeps groups apart; `halves`: with condition (a) too."""
    total = size(len(ranking))
    half = {seed: number < total // 2 for number, seed in enumerate(positions(total))}

    def allowed(seed: int, entrant: int, seeded: list[int]) -> bool:
        for other_seed, other in enumerate(seeded, start=1):
            if group[other] != group[entrant]:
                continue
            if other_seed + seed == total + 1:
                return False
            if halves and {place[other], place[entrant]} == {1, 2} and half[other_seed] == half[seed]:
                return False
        return True

    def completed(seeded: list[int]) -> list[int] | None:
        if len(seeded) == len(ranking):
            return seeded
        left = [entrant for entrant in ranking if entrant not in seeded]
        seeds = range(len(seeded) + 1, len(ranking) + 1)
        choices = {
            seed: [each for each in left if place[each] == place[ranking[seed - 1]] and allowed(seed, each, seeded)]
            for seed in seeds
        }
        if not all_can_choose(choices):
            return None
        for entrant in choices[len(seeded) + 1]:
            found = completed([*seeded, entrant])
            if found:
                return found
        return None

    return completed([])


def all_can_choose(choices: dict[int, list[int]]) -> bool:
    """Whether every key can have a value of its own (Kuhn's augmenting paths)."""
    taken_by: dict[int, int] = {}

    def place_key(key: int, tried: set[int]) -> bool:
        for value in choices[key]:
            if value in tried:
                continue
            tried.add(value)
            if value not in taken_by or place_key(taken_by[value], tried):
                taken_by[value] = key
                return True
        return False

    return all(place_key(key, set()) for key in choices)
