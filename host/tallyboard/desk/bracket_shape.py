"""A bracket before anybody plays in it: which match feeds which."""

from dataclasses import dataclass

from tallyboard.desk.options import DOUBLE

# The drop of the losers of round j + 1 into L(2j), for each size: found by search, so that as few pairs as possible
# meet a second time.
DROPS = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 0, 0),
    32: (7, 1, 1, 0),
    64: (15, 2, 2, 0, 0),
    128: (31, 4, 4, 0, 1, 0),
}
MOST_IN_DOUBLE = 128

SEED, WINNER, LOSER, RESET = "seed", "winner", "loser", "reset"


@dataclass(frozen=True)
class Source:
    """Where a side comes from: the entrant of a seed (`seed`, from 1), or the winner or loser of the match `name`; in a
    reset the side `seed` (0 for A) of the match `name`."""

    kind: str
    name: str = ""
    seed: int = 0


@dataclass(frozen=True)
class Node:
    """A match of a bracket: its name without the phase, where it stands, and where its two sides come from."""

    name: str
    round: int
    place: int
    sources: tuple[Source, Source]


def rounds_of(entrants: int) -> int:
    """The rounds of the main bracket for so many."""
    return max(1, (entrants - 1).bit_length())


def size_of(entrants: int) -> int:
    """The smallest power of two, at least 2, that holds so many."""
    return 1 << rounds_of(entrants)


def positions(size: int) -> list[int]:
    """The seeds from the top of the bracket to its bottom: 1 8 4 5 2 7 3 6 for eight."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for s in seeds for seed in (s, 2 * len(seeds) + 1 - s)]
    return seeds


def shape(format: str, entrants: int, third: bool, reset: bool) -> list[Node]:
    """All matches of a bracket for so many entrants, by round index and place."""
    last = rounds_of(entrants)
    nodes = _main(last, format == DOUBLE)
    if format == DOUBLE:
        nodes += _losers(last)
        second = Source(WINNER, f"L{2 * last - 2}.1") if last > 1 else Source(LOSER, "W1.1")
        nodes.append(Node("F1", 3 * last - 1, 1, (Source(WINNER, f"W{last}.1"), second)))
        if reset:
            nodes.append(Node("F2", 3 * last, 1, (Source(RESET, "F1", 0), Source(RESET, "F1", 1))))
    elif third and last >= 2:
        nodes.append(Node("T", last, 0, _both(LOSER, f"W{last - 1}", 1)))
    return sorted(nodes, key=lambda node: (node.round, node.place))


def _both(kind: str, before: str, i: int) -> tuple[Source, Source]:
    """The winners or losers of the two matches of the round before that lead to its `i`-th pair."""
    return Source(kind, f"{before}.{2 * i - 1}"), Source(kind, f"{before}.{2 * i}")


def _main(last: int, is_double: bool) -> list[Node]:
    seeds = [Source(SEED, seed=seed) for seed in positions(1 << last)]
    nodes = [Node(f"W1.{i}", 1, i, (a, b)) for i, (a, b) in enumerate(zip(seeds[::2], seeds[1::2], strict=True), 1)]
    for number in range(2, last + 1):
        index = 3 * number - 3 if is_double else number
        for i in range(1, (1 << last - number) + 1):
            nodes.append(Node(f"W{number}.{i}", index, i, _both(WINNER, f"W{number - 1}", i)))
    return nodes


def _losers(last: int) -> list[Node]:
    nodes = []
    for j in range(1, last):
        for i in range(1, (1 << last - j - 1) + 1):
            sources = _both(LOSER, "W1", i) if j == 1 else _both(WINNER, f"L{2 * j - 2}", i)
            nodes.append(Node(f"L{2 * j - 1}.{i}", 3 * j - 1, i, sources))
            p = 1 + ((i - 1) ^ DROPS[1 << last][j - 1])
            dropped = (Source(WINNER, f"L{2 * j - 1}.{p}"), Source(LOSER, f"W{j + 1}.{i}"))
            nodes.append(Node(f"L{2 * j}.{p}", 3 * j + 1, p, dropped))
    return nodes
