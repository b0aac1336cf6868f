"""From groups into a bracket: entrants with the same place exchange seeds, so that groups stay apart."""

from collections.abc import Iterator

from tallyboard.desk.bracket_shape import positions, size_of

Place = tuple[int, int]  # (group, place in it)


def keep_groups_apart(order: list[int], places: dict[int, Place]) -> list[int]:
    """The order nearest to this one in which (a) places 1 and 2 of a group are in different halves, and (b) no two of
    a group meet in the first round; (b) alone where there is none with both, and as it is where there is none."""
    for with_halves in (True, False):
        found = _Exchange(order, places, with_halves).nearest()
        if found is not None:
            return found
    return order


class _Exchange:
    """The search, seed by seed, the best ranked that may have it first."""

    def __init__(self, order: list[int], places: dict[int, Place], with_halves: bool) -> None:
        size = size_of(len(order))
        self._size = size
        self._order = order
        self._places = places
        self._with_halves = with_halves
        self._half = {seed: index * 2 // size for index, seed in enumerate(positions(size))}
        self._seeds: dict[int, list[int]] = {}  # of each place in a group
        for seed, entrant in enumerate(order, 1):
            self._seeds.setdefault(places[entrant][1], []).append(seed)
        self._has: dict[int, int] = {}  # entrants by seed, as far as they are chosen
        self._chosen: set[int] = set()

    def nearest(self) -> list[int] | None:
        """The first order that does; None where there is none."""
        open_choices = [self._rivals(1)]
        while open_choices:
            seed = len(open_choices)
            self._take_back(seed)
            if not any(self._takes(entrant, seed) for entrant in open_choices[-1]):
                open_choices.pop()
            elif seed == len(self._order):
                return [self._has[seed] for seed in range(1, len(self._order) + 1)]
            else:
                open_choices.append(self._rivals(seed + 1))
        return None

    def _rivals(self, seed: int) -> Iterator[int]:
        """Who has the place of the entrant at this seed, the best ranked first."""
        return iter([self._order[s - 1] for s in self._seeds[self._places[self._order[seed - 1]][1]]])

    def _takes(self, entrant: int, seed: int) -> bool:
        """Give the seed to the entrant; whether that can be, as far as is seen."""
        if entrant in self._chosen or not self._may(entrant, seed):
            return False
        self._has[seed] = entrant
        self._chosen.add(entrant)
        if self._is_hopeful(seed):
            return True
        self._take_back(seed)
        return False

    def _take_back(self, seed: int) -> None:
        entrant = self._has.pop(seed, None)
        if entrant is not None:
            self._chosen.remove(entrant)

    def _may(self, entrant: int, seed: int) -> bool:
        """Whether nobody who has a seed already stands against it."""
        group, place = self._places[entrant]
        against = self._has.get(self._size + 1 - seed)
        if against is not None and self._places[against][0] == group:
            return False
        if self._with_halves and place in (1, 2):
            for other_seed, other in self._has.items():
                if self._places[other] == (group, 3 - place) and self._half[other_seed] == self._half[seed]:
                    return False
        return True

    def _is_hopeful(self, seed: int) -> bool:
        """Whether those who are left can still have the seeds of each place that this choice touches."""
        touched = {self._places[self._order[seed - 1]][1]}
        against = self._size + 1 - seed
        if against <= len(self._order):
            touched.add(self._places[self._order[against - 1]][1])
        if self._with_halves and touched & {1, 2}:
            touched |= {1, 2} & set(self._seeds)
        return all(self._fits(place) for place in touched)

    def _fits(self, place: int) -> bool:
        """Whether there is a seed for each who is left of this place, by itself (Kuhn's matching)."""
        seeds = [seed for seed in self._seeds[place] if seed not in self._has]
        entrants = [self._order[seed - 1] for seed in self._seeds[place]]
        left = [x for x in entrants if x not in self._chosen]
        taken: dict[int, int] = {}

        def has_seed(x: int, tried: set[int]) -> bool:
            for seed in seeds:
                if seed not in tried and self._may(x, seed):
                    tried.add(seed)
                    if seed not in taken or has_seed(taken[seed], tried):
                        taken[seed] = x
                        return True
            return False

        return all(has_seed(x, set()) for x in left)
