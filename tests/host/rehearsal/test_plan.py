"""What is planned for a rehearsal can be played by so many."""

import pytest

from tallyboard.desk import Tournament, as_object
from tallyboard.rehearsal.mishaps import all_of_them
from tallyboard.rehearsal.plan import (
    DEFAULT_GAME,
    FEWEST_PLAYERS,
    FORMATS,
    GAMES,
    MOST_PLAYERS,
    RehearsalSettings,
    planned,
)
from tests.pages import ROOT, text_of


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("players", [FEWEST_PLAYERS, 7, 8, 13, 24, MOST_PLAYERS])
def test_a_plan_can_be_drawn(format_: str, players: int) -> None:
    plan = planned(RehearsalSettings(players, 2, format_, DEFAULT_GAME, 1, 1))
    assert len(set(plan.names)) == players
    day = Tournament("tournament singles seed=1")
    for name in plan.names:
        day.enter(f"add {name}")
    day.enter(f"absent {players}")
    for number, phase in enumerate(plan.phases, 1):
        day.enter(f"phase {number} {phase}")
    day.enter("draw 1")
    day.enter("in all")
    if plan.joins_at == 0:
        day.enter("redraw 1")
    if len(plan.phases) == 2:  # as many as the second phase takes are there, also when one has gone home
        while ready := [match for match in as_object(day)["phases"][0]["matches"] if match["state"] == "ready"]:
            for match in ready:
                a, b = match["sides"]
                day.enter(f"result {match['match']} {a} 3 {b} 1")
        day.enter("withdraw 1")
        day.enter("draw 2")


def test_seventeen_in_groups_are_the_day_of_the_page() -> None:
    page = text_of(ROOT / "docs" / "organiser.md")
    plan = planned(RehearsalSettings(17, 5, "groups", GAMES["groups"], 1, 1))
    for number, phase in enumerate(plan.phases, 1):
        assert f"$ tallyboard tournament phase {number} {phase}\n" in page


def test_the_same_number_has_the_same_names() -> None:
    first, same, other = (planned(RehearsalSettings(9, 2, "single", DEFAULT_GAME, seed, 1)).names for seed in (1, 1, 2))
    assert first == same != other


def test_who_cannot_come_in_later_comes_before_the_first_match() -> None:
    assert all_of_them(0)[0].kind == all_of_them(0.01)[0].kind == "late player"
    assert {mishap.kind for mishap in all_of_them(0)} == {mishap.kind for mishap in all_of_them(0.9)}
