"""Ratings and Crokinole Match Notation give the lines that the rules say, put to the program at random."""

import json
import random
from typing import Any

import pytest

from tallyboard.desk import ScriptError, Tournament
from tallyboard.text.tournament.cmn import cmn_in, results_of
from tallyboard.text.tournament.ratings import ratings_in, seeding
from tests.harness.campaign import form
from tests.reference.desk import compute
from tests.reference.desk.desk import Desk
from tests.reference.desk.words import Refused
from tests.reference.season.outside import result_lines, seeds_line

NAMES = ["Ann", "Bob", "Cid", "Dot", "Eva", "Jo Ann", "José", "Hal", "Ida"]
SEEDS = form(100, 1_000, 20)


def both(lines: list[str]) -> tuple[Desk, Tournament]:
    """A desk of the oracle's and one of the program's."""
    desk, day = Desk(), Tournament(lines[0])
    for number, line in enumerate(lines):
        desk.line(line.split())
        if number:
            day.enter(line)
    return desk, day


def written(rng: random.Random, name: str) -> str:
    return rng.choice([name, name, name.upper(), name.replace(" ", "  ")])


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(SEEDS))
def test_ratings_seed_whose_players_all_have_one(seed: int) -> None:
    rng = random.Random(seed)
    names = rng.sample(NAMES, 8)
    doubles = rng.random() < 0.3
    entered = [f"{a} & {b}" for a, b in zip(names[::2], names[1::2], strict=True)] if doubles else names
    kind = "doubles" if doubles else "singles"
    desk, day = both([f"tournament {kind}", *(f"add {name}" for name in entered)])
    rated = [name for name in NAMES if rng.random() < 0.8]
    rows = [[written(rng, name), rng.choice(["1500", "1500.5", "99", "1499.75"])] for name in rated]
    wrong = rng.choice([None, None, ["Ann & Bob", "3"], ["Q" * 61, "3"], ["Zoe", "many"], ["Zoe", ""]])
    if wrong:
        rows.insert(rng.randint(0, len(rows)), wrong)
    elif rows and rng.random() < 0.2:
        rows.append([rows[0][0].swapcase(), "7"])
    text = "name,rating\n" + "".join(f"{name},{rating}\n" for name, rating in rows)
    try:
        seeded = seeding(ratings_in(text.encode()), day.entrants).seeds
    except ScriptError as error:
        with pytest.raises(Refused) as refused:
            seeds_line(text, desk)
        assert error.refusal.code in refused.value.codes
        return
    assert " ".join(["seeds", *(str(number) for number, _ in seeded)]) == seeds_line(text, desk)


def a_match(rng: random.Random, names: list[str], number: int) -> dict[str, Any]:
    """Of two teams of a tournament's players or of others, mostly of four games whose winner has more."""
    size = rng.choice([1, 1, 2])
    chosen = rng.sample([*names, "Zoe"], 2 * size)
    games: list[dict[str, Any]] = [{"winner": rng.choice([0, 1, None])} for _ in range(rng.choice([4, 4, 4, 4, 3, 5]))]
    for game in games:
        if rng.random() < 0.7:
            game["twenties"] = [rng.randint(0, 4), rng.randint(0, 4)]
    ahead = sum(0 if game["winner"] is None else 1 - 2 * game["winner"] for game in games)
    winner = None if ahead == 0 else int(ahead < 0)
    return {
        "id": f"m{number if rng.random() < 0.9 else 0}",
        "match": {
            "date": "2026-01-13T19:30:00Z",
            "format": "doubles" if size == 2 else "singles",
            "teams": [
                {"players": [{"name": written(rng, name)} for name in team]} for team in (chosen[:size], chosen[size:])
            ],
            "games": games,
            "winner": winner if rng.random() < 0.9 else rng.choice([0, 1, None]),
        },
    }


PHASES = [
    "round-robin game crokinole-championship rounds=4",
    "round-robin times=2 game crokinole-championship rounds=4",
    "swiss rounds=1 game crokinole-championship rounds=4",
    "single best=3 game crokinole-championship rounds=4",
    "partners rounds=3 game crokinole-championship rounds=4",
    "round-robin game washers-ritzenthaler",
]


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(SEEDS))
def test_matches_of_the_notation_are_results_of_the_first_undecided_match(seed: int) -> None:
    rng = random.Random(seed)
    names = rng.sample(NAMES, 4)
    lines = ["tournament singles", *(f"add {name}" for name in names)]
    for number, phase in enumerate(rng.sample(PHASES, 2), start=1):
        lines += [f"phase {number} {phase}", *[f"draw {number}"] * (3 if phase.startswith("partners") else 1)]
    documents = [a_match(rng, names, number) for number in range(40)]
    batch = json.dumps({"cmn": "1.0", "batch": True, "matches": documents}).encode()
    desk, day = both(lines)
    outcomes = results_of(day, cmn_in(batch), set(), {})
    expected = compute("\n".join(lines + result_lines(documents, desk)))
    found = compute("\n".join(lines + [outcome.line for outcome in outcomes if outcome.line]))
    assert found == expected
    taken = len(desk.events) - len(lines) + 1
    assert (taken > 0) == any(outcome.line for outcome in outcomes)
