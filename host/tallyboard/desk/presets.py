"""What clubs and tours play, by name: of so many entrants the phases, declared at once or one after another.

Those with several phases are a whole day, from phase 1 on; the others are one phase, some of them after another one.
docs/organiser.md says what each is, docs/figures.md against what the published ones were held.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tallyboard.desk.events import Declare
from tallyboard.desk.options import LAST
from tallyboard.desk.tournament import Tournament
from tallyboard.errors import desk as told
from tallyboard.errors import later
from tallyboard.errors.desk import Refusal

GAME = "game crokinole-championship rounds=4"  # where a preset and who declares it say nothing else
_TO_WIN = "game crokinole-championship best_of=5"  # as the play-offs of tours: stopped when it is decided
MOST = 1000

# From the number of entrants to its phases, without `phase K`; {of}: the phase before, {source}: the one which that is
# of. A phase without a game has GAME, or that of the phase before.
Phases = Callable[[int], Sequence[str]]


class Preset(NamedTuple):
    """`fewest`, `most`: entrants, for whom it can be declared. `follows`: whether it comes after another phase, of
    whatever number of entrants. `more`: what is said of it behind its title."""

    title: str
    phases: Phases
    fewest: int = 2
    most: int = MOST
    follows: bool = False
    more: str = ""

    @property
    def is_day(self) -> bool:
        """Whether it is several phases, which are declared at once."""
        return len(self.phases(self.fewest)) > 1


def _one(phase: str) -> Phases:
    return lambda _: (phase,)


def _pools(count: int) -> list[int]:
    """How many play in each power pool: about ten, the first ones more."""
    pools = max(2, (count + 4) // 10)
    return [count // pools + (at < count % pools) for at in range(pools)]


def _power_pools(count: int) -> list[str]:
    """Pools; power pools of the best, the next best, … of them all; in each a play-off of the best four."""
    sizes = _pools(count)
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    taken = [f"{end - size + 1}-{end}" for size, end in zip(sizes, ends, strict=True)]
    taken[-1] = f"{ends[-1] - sizes[-1] + 1}-{LAST}"  # who comes late is in the last one
    first = [f"round-robin groups={len(sizes)}"]
    pools = [f"round-robin of=1 take={places} across=points" for places in taken]
    finals = [f"single of={2 + at} take=1-4 {'' if at else 'best=3 '}{_TO_WIN}" for at in range(len(sizes))]
    return [*first, *pools, *finals]


def _club_evening(count: int) -> list[str]:
    """Four rounds, an A final of the best eight, a B final of the next eight where two are left for it."""
    finals = ["single of=1 take=1-8", "single of=1 take=9-16"]
    return ["swiss rounds=4", *finals[: 1 + (count >= 10)]]


_TEN_DRAWN = "round-robin order=lot rotation=tables rounds=10"

PRESETS: dict[str, Preset] = {
    "wcc-2016": Preset(
        later("World championship to 2018"),
        lambda _: (
            _TEN_DRAWN,
            "round-robin of=1 take=1-16 groups=2",
            "round-robin of=2 take=1-4",
            f"single of=3 take=1-2 best=3 {_TO_WIN}",
            f"single of=3 take=3-4 best=3 {_TO_WIN}",
        ),
        20,
        more=later("ten drawn opponents, two pools, a pool of four, finals"),
    ),
    "wcc-2019": Preset(
        later("World championship of 2019"),
        lambda _: (
            _TEN_DRAWN,
            "round-robin of=1 take=1-16 groups=2 chain=points,head,twenties,lot",
            f"single of=2 take=1-4 best=3 third=yes {_TO_WIN}",
        ),
        20,
        more=later("ten drawn opponents, two pools, semifinals, finals"),
    ),
    "nca-power-pools": Preset(
        later("A tour day"),
        _power_pools,
        12,
        99,
        more=later("pools of about ten, power pools by points, a play-off in each"),
    ),
    "club-evening": Preset(
        later("Club evening"), _club_evening, 8, more=later("four Swiss rounds, A final of eight, B final of the next")
    ),
    "st-jacobs": Preset(
        later("St. Jacobs doubles"),
        lambda count: (f"partners rounds={ {4: 3, 5: 5, 9: 9}.get(count, 7) }",),
        4,
        9,
        more=later("partner of each once, everybody ranked alone"),
    ),
    "partners": Preset(
        later("A new partner every round"),
        _one("partners rounds=5"),
        4,
        more=later("five rounds, everybody ranked alone"),
    ),
    "swiss": Preset(later("Four Swiss rounds"), _one("swiss rounds=4"), 6),
    "all": Preset(later("Everybody plays everybody"), _one("round-robin"), 2, 20),
    "groups": Preset(later("Four groups"), _one("round-robin groups=4"), 12, 40),
    "drawn": Preset(later("Ten drawn opponents, from table to table"), _one(_TEN_DRAWN), 20),
    "knock-out": Preset(later("Knock-out with third place"), _one("single third=yes"), 4),
    "consolation": Preset(
        later("Knock-out and consolation"),
        lambda _: ("single third=yes", "single of=1 take=lost"),
        6,
        more=later("beside it those play who lost their first match"),
    ),
    "double": Preset(later("Knock-out, two defeats"), _one("double"), 4, 128),
    "best-four": Preset(later("The best four, knock-out"), _one("single of={of} take=1-4"), follows=True),
    "best-eight": Preset(later("The best eight, knock-out"), _one("single of={of} take=1-8"), follows=True),
    "best-eight-double": Preset(later("The best eight, two defeats"), _one("double of={of} take=1-8"), follows=True),
    "next-eight": Preset(later("The next eight, beside them"), _one("single of={source} take=9-16"), follows=True),
    "lost-early": Preset(
        later("Who lost their first match, knock-out"), _one("single of={of} take=lost"), follows=True
    ),
    "power-pool": Preset(
        later("The best ten of all groups, by points"),
        _one("round-robin of={of} take=1-10 across=points"),
        follows=True,
    ),
}


def suiting(count: int) -> list[str]:
    """Those with which a day of so many entrants can begin."""
    return [name for name, one in PRESETS.items() if not one.follows and one.fewest <= count <= one.most]


def last_declared(tournament: Tournament, number: int) -> Declare | None:
    """The phase as it was declared last; None where nothing is declared."""
    declared = [one.what for one in tournament.events if one.stands and isinstance(one.what, Declare)]
    return next((what for what in reversed(declared) if what.phase == number), None)


def lines_of(name: str, tournament: Tournament, first: int, game: str = "", about: bool = False) -> list[str]:
    """The lines `phase K …` that declare the preset from phase `first` on, for as many entrants as are in now; `about`:
    for the nearest number that it can be for. Where `game`, as `game ID OPTION=…`, and the preset say none, that of the
    phase before is played. Raises Refusal where the preset is not for so many, or not for this place."""
    preset, before = PRESETS[name], last_declared(tournament, first - 1)
    count = sum(tournament.state.field.is_in(one.number) for one in tournament.entrants)
    count = min(max(count, preset.fewest), preset.most) if about else count
    if preset.follows and before is None:
        raise Refusal(told.PRESET_FOLLOWS, preset=name)
    if not preset.follows and not preset.fewest <= count <= preset.most:
        reason = told.PRESET_FOR_MORE if count < preset.fewest else told.PRESET_FOR_FEWER
        others = ", ".join(suiting(count)) or "none"
        raise Refusal(reason, preset=name, count=count, fewest=preset.fewest, most=preset.most, others=others)
    phases = preset.phases(count)
    if len(phases) > 1 and (first != 1 or len(tournament.phases) > len(phases)):
        raise Refusal(told.PRESET_IS_DAY, preset=name, phases=len(phases), declared=len(tournament.phases))
    given = dict(word.split("=", 1) for word in before.options) if before else {}
    places = {"of": first - 1, "source": given.get("of", first - 1)}
    usual = " ".join(["game", *before.game]) if before else GAME
    lines = []
    for number, phase in enumerate(phases, first):
        head, word, its = phase.format(**places).partition(" game ")
        lines.append(f"phase {number} {head} {game or (word + its).strip() or usual}")
    return lines
