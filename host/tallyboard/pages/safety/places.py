"""So many at once, and no more than so many for one address."""

from collections import Counter

from tallyboard.pages.safety.addresses import is_laptop


class Places:
    """Counts who has a place. `in_all`: those of the network; the laptop itself has places of its own."""

    def __init__(self, in_all: int, per_address: int, of_laptop: int) -> None:
        self._in_all = in_all
        self._per_address = per_address
        self._of_laptop = of_laptop
        self._taken: Counter[str] = Counter()
        self._of_others = 0

    def take(self, address: str) -> bool:
        """Take a place; False where there is none left."""
        if not self.is_free(address):
            return False
        self._taken[address] += 1
        self._of_others += not is_laptop(address)
        return True

    def leave(self, address: str) -> None:
        """Give the place back that this address took."""
        self._taken[address] -= 1
        self._of_others -= not is_laptop(address)
        if not self._taken[address]:
            del self._taken[address]

    def gives_way(self, address: str) -> str | None:
        """Who is to leave a place to this address, of those who have most; None where nobody has more than it would
        have then: so nobody is put out by whom it has put out."""
        others = {one: count for one, count in self._taken.items() if not is_laptop(one)}
        if is_laptop(address) or self._of_others < self._in_all or not others:
            return None
        most = max(others, key=lambda one: others[one])
        return most if self._taken[address] + 1 < others[most] else None

    def is_free(self, address: str) -> bool:
        """Whether this address could take a place."""
        if is_laptop(address):
            return self._taken[address] < self._of_laptop
        return not self.is_crowded(address) and self._of_others < self._in_all

    def is_crowded(self, address: str) -> bool:
        """Whether this address has as many as one may have."""
        return not is_laptop(address) and self._taken[address] >= self._per_address
