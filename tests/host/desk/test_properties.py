"""What holds for every tournament: undo, refusals, the stored lines, corrections."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallyboard.desk import Refusal, ScriptError, Tournament, as_object, read_script
from tallyboard.desk.events import Result
from tests.harness.campaign import examples
from tests.host.desk.days import WASHERS, begun, enter, ready, result
from tests.reference.desk.scripts import random_script

few = settings(max_examples=examples(30))
seeds = st.integers(0, 10**6)

# What somebody may enter at any moment; the numbers are drawn.
LINES = [
    "add Zoe {0}",
    "rename {0} Zed",
    "in {0}",
    "absent {0} {1}",
    "in all",
    "withdraw {0}",
    "disqualify {0}",
    "contest {0} {1}",
    "seeds {0} {1}",
    "seeds contest",
    "open 1 {0}",
    "close {0}",
    "phase {2} single {3} game washers-ritzenthaler",
    "phase {2} swiss rounds=3 game crokinole-championship",
    "phase {2} round-robin groups={1} game crokinole-official",
    "draw {2}",
    "redraw {2}",
    "end {2}",
    "call",
    "call {2}:{0}-{1} {3}",
    "call {2}:W1.{0} {3}",
    "free {3}",
    "result {2}:{0}-{1} {0} 5 {1} 3",
    "result {2}:{0}-{1} {0} 5 {1} 5 won {0}",
    "result {2}:W1.{3}/{3} {0} 5 {1} 3 twenties 1 2",
    "forfeit {2}:{0}-{1} {0}",
    "forfeit {2}:W{3}.1 {0} {1}",
    "clear {2}:{0}-{1}",
    "clear {2}:W1.{3} {0} {1}",
    "shootout {2} {0} 3 {1} 2",
    "note {0}",
]


def _read(text: str) -> Tournament:
    """A script as far as it is accepted; an empty tournament where not even its first line is."""
    while True:
        try:
            return read_script(text)
        except ScriptError as error:
            accepted = text.replace("\r\n", "\n").split("\n")[: error.line - 1]
            text = "\n".join(accepted) if error.line > 1 and error.refusal.code != "first-line" else FIRST


FIRST = "tournament singles"


def _state(day: Tournament) -> tuple[str, list[tuple[str, bool]]]:
    """The whole object, and the list of events."""
    return json.dumps(as_object(day)), [(event.line, event.stands) for event in day.events]


def _drawn_line(rng: random.Random) -> str:
    x, y = sorted(rng.choices(range(12), k=2))
    return rng.choice(LINES).format(x, y, rng.randint(1, 3), rng.randint(1, 3))


@few
@given(seeds)
def test_a_refused_line_changes_nothing_and_an_undo_restores_everything(seed: int) -> None:
    rng = random.Random(seed)
    day = _read(random_script(seed).text)
    whole, events = _state(day)
    for _ in range(20):
        try:
            day.enter(_drawn_line(rng))
        except Refusal:
            assert _state(day) == (whole, events)
        else:
            day.enter("undo")
            events += [(event.line, False) for event in day.events[len(events) :]]
            assert _state(day) == (whole, events)


@few
@given(seeds)
def test_what_was_refused_or_undone_leaves_no_trace_in_what_comes_later(seed: int) -> None:
    """The same script again, with lines between that are refused or taken back at once."""
    rng = random.Random(seed)
    plain = _read(random_script(seed).text)
    disturbed = Tournament(f"tournament {plain.entry} seed={plain.seed}")
    for event in plain.events:
        if rng.random() < 0.5:
            try:
                disturbed.enter(_drawn_line(rng), event.minute)
            except Refusal:
                pass
            else:
                disturbed.enter("undo")
        disturbed.enter(event.line, event.minute)
    disturbed.minute = plain.minute
    assert as_object(disturbed) == as_object(plain)


@few
@given(seeds)
def test_the_stored_lines_entered_again_give_the_same(seed: int) -> None:
    day = _read(random_script(seed).text)
    script = [f"tournament {day.entry} seed={day.seed}"]
    for event in day.events:
        script += [f"at {event.minute // 60}:{event.minute % 60:02}", event.line]
    script.append(f"at {day.minute // 60}:{day.minute % 60:02}")
    again = read_script("\n".join(script))
    assert _state(again) == _state(day)


@few
@given(seeds)
def test_undone_to_the_last_everything_is_as_at_the_beginning(seed: int) -> None:
    day = _read(random_script(seed).text)
    kept = sum(isinstance(event.what, Result) and event.what.board is not None for event in day.events if event.stands)
    left = sum(event.stands for event in day.events)
    while True:
        try:
            day.enter("undo")
        except Refusal as refusal:
            assert refusal.code in ("nothing", "depends")
            assert refusal.code == "depends" or left == kept
            break
        left -= 1
    if left == 0:
        empty = Tournament(f"tournament {day.entry} seed={day.seed}")
        empty.minute = day.minute
        assert as_object(day) == as_object(empty)


# --- A correction is as if it had been played so from the start ---


def _without_the_order_of_events(day: Tournament) -> dict[str, Any]:
    """The object without flags and times, which tell what was entered when."""
    found: dict[str, Any] = dict(as_object(day))
    for name in ("flags", "next", "schedule"):
        del found[name]
    return found


def _last_word(match: str, a: int, b: int) -> str:
    """The result that is right, whoever is on which side: by the name of the match and its players."""
    low, high = min(a, b), max(a, b)
    return result(match, low, high, random.Random(f"{match} {low} {high}").random() < 0.5)


@few
@given(
    entrants=st.integers(2, 9),
    declared=st.sampled_from(["single third=yes", "double", "round-robin", "round-robin groups=2", "swiss rounds=3"]),
    rng=st.randoms(use_true_random=False),
)
def test_a_correction_is_as_if_it_had_been_played_so(entrants: int, declared: str, rng: random.Random) -> None:
    entrants = max(entrants, 4 if "groups" in declared else 2)
    phase = f"phase 1 {declared} {WASHERS}"
    straight, corrected = begun(entrants, phase), begun(entrants, phase)
    for _ in range(3 if "swiss" in declared else 1):
        enter(straight, "draw 1")
        enter(corrected, "draw 1")
        while now := ready(straight):
            enter(straight, _last_word(*now[0]))
        _play_with_mistakes(corrected, rng)
        assert _without_the_order_of_events(corrected) == _without_the_order_of_events(straight)


def _play_with_mistakes(day: Tournament, rng: random.Random) -> None:
    """Anything at first, then match by match the result that is right, with mistakes before it."""
    for _ in range(rng.randint(0, 20)):
        now = ready(day)
        if not now:
            break
        match, a, b = rng.choice(now)
        enter(day, result(match, a, b, rng.random() < 0.5))
    phase = day.phases[0]
    for each in phase.matches():
        players = phase.standing(each).players
        if players:
            for _ in range(rng.randint(0, 2)):
                enter(day, result(each.name, *players, rng.random() < 0.5))
            enter(day, _last_word(each.name, *players))


@pytest.mark.parametrize("seed", range(20))
def test_a_correction_back_removes_every_flag(seed: int) -> None:
    rng = random.Random(seed)
    day = begun(8, f"phase 1 single {WASHERS}", "draw 1")
    while now := ready(day):
        enter(day, result(*rng.choice(now), rng.random() < 0.5))
    before = as_object(day)
    match = rng.choice([each for each in before["phases"][0]["matches"] if each["round"] < 3])
    a, b = match["sides"]
    assert a and b
    enter(day, result(match["match"], a, b, match["winner"] != a))
    assert [flag["kind"] for flag in as_object(day)["flags"]] == ["misfit"] * (3 - match["round"])
    enter(day, result(match["match"], a, b, match["winner"] == a))
    assert as_object(day) == before
