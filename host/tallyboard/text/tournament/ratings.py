"""Ratings from elsewhere, as the National Crokinole Association's download has them: they seed a tournament."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from tallyboard.desk import Refusal, ScriptError
from tallyboard.desk.events import SINGLES
from tallyboard.desk.field import Entrant, players_of
from tallyboard.errors import TallyboardError
from tallyboard.errors import desk as told
from tallyboard.text.language import later
from tallyboard.text.near_names import NearName, Roster, same
from tallyboard.text.sheets import OF_NAMES, full_name, sheet_of
from tallyboard.text.tournament.given import HEADINGS

_HEADINGS = {**OF_NAMES, "rating": ("rating", "ratings", "cote", "cotes")}
_NEEDS = later("name and rating")
_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?", re.IGNORECASE)
_LONGEST = 40  # characters of a rating
_HEAD = 2000  # bytes of a list, in which its headings are


class Rating(NamedTuple):
    """A player's name as the list has it, and the rating."""

    name: str
    value: Fraction


Ratings = Mapping[str, Rating]  # by what is the same as the name


class Seeding(NamedTuple):
    """What ratings make of entrants. `seeds`: their numbers and the sums of their players' ratings, the best first;
    `without`: those players of the others who have none; `near`: whom of the list these may be."""

    seeds: list[tuple[int, Fraction]]
    without: list[str]
    near: list[NearName]

    def rating_of(self, number: int) -> str:
        """The sum of the entrant's players, as people write it; "" of who is not seeded."""
        value = dict(self.seeds).get(number)
        return "" if value is None else f"{Decimal(value.numerator) / Decimal(value.denominator):f}"

    @property
    def line(self) -> str:
        """The line that seeds them."""
        return " ".join(["seeds", *(str(number) for number, _ in self.seeds)])


def is_list_of_ratings(data: bytes) -> bool:
    """Whether its headings say so: `name` and `rating`, and nothing that entrants have."""
    try:
        headings = sheet_of(data[:_HEAD], {**HEADINGS, **_HEADINGS}, _NEEDS).headings
    except TallyboardError:
        return False
    return headings >= {"name", "rating"} and not headings & {"partner", "club", "seed"}


class RatingsError(ScriptError):
    """Lines of a list that are refused: this is the first of them, `wrong` has all."""

    def __init__(self, wrong: Sequence[ScriptError]) -> None:
        super().__init__(wrong[0].line, wrong[0].refusal)
        self.wrong = wrong


def ratings_in(data: bytes) -> Ratings:
    """The ratings of a sheet with the columns `name` and `rating`; others are passed over.

    Raises RatingsError where lines are refused (`names`, `rating`, `duplicate`), and TallyboardError for what is no
    sheet.
    """
    sheet = sheet_of(data, _HEADINGS, _NEEDS)
    found: dict[str, Rating] = {}
    wrong: list[ScriptError] = []
    for row in sheet.rows:
        try:
            (name,) = players_of(full_name(row.values), SINGLES)
            if same(name) in found:
                raise Refusal(told.NAMED_TWICE, name=name)
            found[same(name)] = Rating(name, _value(row.values.get("rating", ""), name, sheet.separator))
        except Refusal as refusal:
            wrong.append(ScriptError(row.line, refusal))
    if wrong:
        raise RatingsError(wrong)
    return found


def _value(word: str, name: str, separator: str) -> Fraction:
    """The number of a decimal, with a comma too where that stands between no cells."""
    decimal = word.replace("\u2212", "-")
    if separator != ",":
        decimal = decimal.replace(",", ".", 1)
    if len(decimal) > _LONGEST or not _DECIMAL.fullmatch(decimal):
        raise Refusal(told.NO_RATING, name=name, what=f"`{word}`" if word else later("nothing"))
    return Fraction(decimal)


def seeding(ratings: Ratings, entrants: Sequence[Entrant]) -> Seeding:
    """Entrants whose players all have a rating, the highest sum first, of equal ones by number."""
    seeds: list[tuple[int, Fraction]] = []
    without: list[str] = []
    for one in entrants:
        own = [ratings.get(same(player)) for player in one.players]
        if None in own:
            without += [player for player, rating in zip(one.players, own, strict=True) if rating is None]
        else:
            seeds.append((one.number, sum((rating.value for rating in own if rating), Fraction())))
    seeds.sort(key=lambda seed: -seed[1])
    present = [player for one in entrants for player in one.players if same(player) in ratings]
    roster = Roster([rating.name] for rating in ratings.values()) if without else Roster(())
    return Seeding(seeds, without, [*roster.nears(without, present)])
