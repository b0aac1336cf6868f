"""Who plays: the entrants with their status, and what all phases share."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from shared_rules.readable import unreadable
from tallyboard.desk.events import IN, OUT, SINGLES
from tallyboard.desk.matches import MOST_ENTRANTS, Records, members
from tallyboard.errors import desk as told
from tallyboard.errors import later
from tallyboard.errors.desk import Refusal


def players_of(name: str, entry: str) -> tuple[str, ...]:
    """The one or two players of an entrant's name; raises Refusal `names`."""
    players = tuple(" ".join(part.split()) for part in name.split("&"))
    wanted, what, example = 2, later("two players' names with & between them"), "Ann & Bob"
    if entry == SINGLES:
        wanted, what, example = 1, later("one player's name"), "Ann"
    if len(players) != wanted or not all(players):
        raise Refusal(told.OTHER_NAME if name.strip() else told.NO_NAME, what=what, name=name, example=example)
    whole = " & ".join(players)
    if len(whole) > 60:
        raise Refusal(told.LONG_NAME, count=len(whole))
    code = unreadable(whole)
    if code is not None:
        raise Refusal(told.UNREADABLE_NAME, code=code)
    return players


@dataclass
class Entrant:
    """One player, or a fixed pair, by the number that `add` gave."""

    number: int
    players: tuple[str, ...]
    status: str = IN
    contest: int | None = None  # twenties in the contest before the tournament

    @property
    def name(self) -> str:
        """`Ann`, or `Ann & Bob`."""
        return " & ".join(self.players)


@dataclass
class Field:
    """The entrants, the seed of the lot, the chosen seeds, and the records of all matches."""

    seed: int
    entrants: list[Entrant] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)
    records: Records = field(default_factory=Records)
    called: dict[str, int] = field(default_factory=dict)  # whose name it is, by the names of players in small letters

    def name(self, entrant: Entrant, players: tuple[str, ...]) -> None:
        """The players of an entrant have these names, and their former ones no more."""
        for former in entrant.players:
            self.called.pop(former.casefold(), None)
        entrant.players = players
        self.called.update((player.casefold(), entrant.number) for player in players)

    def entrant(self, number: int) -> Entrant:
        """The entrant of this number, which exists; of a side of two partners both as one, with the status of who is
        not here."""
        if number <= MOST_ENTRANTS:
            return self.entrants[number - 1]
        both = [self.entrants[x - 1] for x in members(number)]
        status = next((one.status for one in both if one.status != IN), IN)
        return Entrant(number, tuple(player for one in both for player in one.players), status)

    def check_entrants(self, *numbers: int) -> None:
        """Refuse a number that no entrant has."""
        for number in numbers:
            if not 1 <= number <= len(self.entrants):
                raise Refusal(told.NO_ENTRANT, number=number)

    def check_once(self, numbers: Sequence[int]) -> None:
        """Refuse an entrant who stands there twice."""
        for number in numbers:
            if numbers.count(number) > 1:
                raise Refusal(told.NAMED_TWICE, name=self.entrant(number).name)

    def is_in(self, number: int) -> bool:
        """Here, and to be drawn and called; of a side both."""
        return self.entrant(number).status == IN

    def is_out(self, number: int) -> bool:
        """Withdrawn or disqualified; of a side one of them."""
        return any(self.entrants[x - 1].status in OUT for x in members(number))

    def lot(self, word: str, phase: int, number: int) -> str:
        """Of several, the smaller of these comes first."""
        return hashlib.sha256(f"{self.seed}/{word}/{phase}/{number}".encode("ascii")).hexdigest()

    def contest(self) -> list[tuple[int, Entrant]]:
        """(place, entrant) of everybody in the contest: most twenties first, then by number; equal ones share."""
        took_part = [e for e in self.entrants if e.contest is not None]
        took_part.sort(key=lambda e: e.contest or 0, reverse=True)  # by number where they are equal
        values = [e.contest for e in took_part]
        return [(1 + values.index(e.contest), e) for e in took_part]
