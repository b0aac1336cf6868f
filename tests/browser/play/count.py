"""What the rules of simple scoring count, for a test that pulls plugs: the presses that stand, and their sums.

Crokinole, simple: raw points go to each side as they are, when a round is closed. Until then the displays show the raw
of the round, with the last point lit, as soon as somebody has counted; with nothing counted they show the totals.
"""

from dataclasses import dataclass, field

GAME = "crokinole-traditional scoring=simple target=9999 discs=24"
_VALUES = {"1": 20, "2": 15, "3": 10, "4": 5}
DISCS = 24


@dataclass(frozen=True)
class Count:
    """`presses`: keys that count, and NEXT. Each method gives the count after something, this one stays."""

    presses: tuple[str, ...] = field(default=())

    def press(self, key: str) -> "Count":
        """After a side key, NEXT or UNDO."""
        return Count(self.presses[:-1] if key == "UNDO" else (*self.presses, key))

    @property
    def in_round(self) -> tuple[str, ...]:
        """The presses since the last NEXT."""
        closed = [place for place, key in enumerate(self.presses) if key == "NEXT"]
        return self.presses[closed[-1] + 1 if closed else 0 :]

    def discs(self, side: str) -> int:
        """How many this side has counted in the round."""
        return sum(key[0] == side for key in self.in_round)

    @property
    def numbers(self) -> dict[str, str]:
        """What A and B show, without the ring of who is first."""
        counted = self.in_round or self.presses
        sums = {side: sum(_VALUES[key[1]] for key in counted if key[0] == side) for side in "AB"}
        return {side: f"{points}{'.' if self.in_round else ''}" for side, points in sums.items()}
