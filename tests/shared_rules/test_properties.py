"""What holds for every match, whatever is pressed: undo, refusals, totals, counts, the scoresheet, both readings."""

import random
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared_rules.games import catalogue, scoresheet
from shared_rules.games.events import UNDO, RefusedError, event
from shared_rules.games.result import result
from shared_rules.games.scoresheet import to_text
from tests.harness.campaign import examples, form
from tests.harness.golden_sheets import by_the_reference, by_the_rules
from tests.harness.random_matches import LINES, READ_TWICE, events_of, played, standing, state, try_event, walks
from tests.reference.generate import random_sheet
from tests.reference.reference import GAMES, ReferenceMatch, Refused

UNDONE = event(UNDO)
SEEDS = form(30, 400)  # sheets of each game, legal and illegal

few = settings(max_examples=examples(100))
many = settings(max_examples=examples(300))


# --- Undo and refusals ---


@few
@given(walks())
def test_undo_restores_what_was_there_and_a_refusal_changes_nothing(walk: tuple[str, list[int]]) -> None:
    line, events = walk
    match = catalogue.new(line)
    before = [state(match)]
    for each in events:
        if try_event(match, each):
            before.append(state(match))
        else:
            assert state(match) == before[-1]
    while len(before) > 1:
        assert state(match) == before.pop()
        match.play(UNDONE)
    assert state(match) == before[0]
    with pytest.raises(RefusedError, match="nothing to undo"):
        match.play(UNDONE)
    assert state(match) == before[0]


@many
@given(walks("undo", "undo", "undo; undo; undo; undo; undo; undo"))
def test_doing_and_undoing_is_playing_what_stands(walk: tuple[str, list[int]]) -> None:
    line, events = walk
    match = catalogue.new(line)
    stand: list[int] = []
    for each in events:
        if not try_event(match, each):
            continue
        if each == UNDONE:
            stand.pop()
        else:
            stand.append(each)
        assert standing(match) == stand
    again = catalogue.new(line)
    for each in stand:
        again.play(each)
    assert state(match) == state(again)


@few
@given(walks(), st.lists(st.integers(0, 0x7FFF), max_size=30))
def test_any_number_is_an_event_or_refused(walk: tuple[str, list[int]], numbers: list[int]) -> None:
    match = played(*walk)
    before = state(match)
    for number in numbers:
        if number == UNDONE:
            continue
        if try_event(match, number):
            match.play(UNDONE)
        assert state(match) == before


@pytest.mark.parametrize("line", LINES)
def test_the_events_of_the_other_games_are_refused(line: str) -> None:
    """In the first round, on every kind, side and argument that some game has."""
    match = catalogue.new(line)
    before = state(match)
    for kind in range(32):
        for side in range(4):
            for arg in (0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 50, 255):
                if try_event(match, event(kind, side, arg)):
                    match.play(UNDONE)
                assert state(match) == before, (kind, side, arg)


# --- Totals and counts ---


@many
@given(walks("undo"))
def test_totals_are_the_sum_of_the_awards(walk: tuple[str, list[int]]) -> None:
    found = result(played(*walk))
    totals = dict.fromkeys(found["sides"], 0)
    for closed in found["rounds"]:
        totals = {side: totals[side] + closed["awarded"][side] for side in totals}
        assert closed["totals"] == totals
    steady = found["game"] in GAMES and not found["game"].startswith("washers")
    if steady or not found["current"]:  # else a game may count at once
        assert found["totals"] == totals


@many
@given(walks("undo", lines=READ_TWICE))
def test_washers_recounted(walk: tuple[str, list[int]]) -> None:
    """By the net of each hole: the one who is behind in a hole takes the other's points away."""
    line, events = walk
    if not line.startswith("washers"):
        line, events = "washers-ritzenthaler washers=5 target=9", events_of(["A 3", "B 3", "B 3", "A 2"]) + events
    match = played(line, events)
    target, holes = match.options["target"], match.options["holes"]
    totals, net, raw = [0, 0], dict.fromkeys(holes, 0), []

    def excess() -> dict[str, int]:
        return {"A": sum(max(0, n) * hole for hole, n in net.items()), "B": sum(max(0, -n) * h for h, n in net.items())}

    for each in standing(match):
        words = to_text(each).split()
        if words == ["next"]:
            raw.append(excess())
            net = dict.fromkeys(holes, 0)
        elif words[-1].isdigit():
            side, hole = "AB".index(words[0]), int(words[-1])
            step = 1 - 2 * side
            if net[hole] * step < 0:
                totals[1 - side] -= hole
            else:
                totals[side] += hole if totals[side] + hole <= target else -hole
            net[hole] += step
    found = result(match)
    assert found["totals"] == {"A": totals[0], "B": totals[1]}
    assert [closed["raw"] for closed in found["rounds"]] == raw
    if found["current"]:
        assert found["current"]["raw"] == excess()


@many
@given(walks("undo", lines=READ_TWICE))
def test_twenties_recounted(walk: tuple[str, list[int]]) -> None:
    """In the games whose rounds this knows how to close."""
    match = played(*walk)
    found = result(match)
    if not found["twenties"]:
        assert found["game"] in ("pichenottes-quebec", "washers-ritzenthaler")
        return
    sides = found["sides"]
    twenties, here, agreed, forfeits = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0), set(), set()
    closed = 0
    for each in standing(match):
        side, _, what = to_text(each).partition(" ")
        closes = side == "next" and not found["game"].endswith("southwest")
        if what == "agree":
            agreed.add(side)
            closes = len(agreed) == 2
        elif side != "first":
            agreed = set()
            if what == "20":
                here[side] += 1
            elif what == "off 20":
                here[side] -= 1
            elif what == "forfeit":
                forfeits.add(side)
        if closes:
            if found["rounds"][closed]["kind"] == "round":
                twenties = {s: twenties[s] + (here[s] if s not in forfeits else 0) for s in sides}
            closed += 1
            here, agreed, forfeits = dict.fromkeys(sides, 0), set(), set()
    assert closed == len(found["rounds"])
    assert found["twenties"] == twenties


@many
@given(walks("undo", lines=READ_TWICE))
def test_nobody_has_more_than_there_is(walk: tuple[str, list[int]]) -> None:
    """In the games whose pieces this knows."""
    match = played(*walk)
    found = result(match)
    options = found["options"]
    for each in [*found["rounds"], *([found["current"]] if found["current"] else [])]:
        counters = sorted(each.get("pending", []))
        for counts in each["counts"].values():
            assert all(n > 0 for n in counts.values())
            if "washers" in options:
                assert sum(counts.values()) <= options["washers"]
                assert sum(counts.values()) == options["washers"] or each is found["current"]
            elif "dames" in options:
                assert counts.get("dames", 0) <= options["dames"]
                counters += [counts.get("counters", 0)]
            else:
                limit = 12 if each["kind"] == "shootout" else options["discs"]
                assert sum(n for zone, n in counts.items() if zone.isdigit()) <= limit
                assert counts.get("forfeit", 0) <= 1
        assert sum(counters) <= sum(options.get("counters", []))


@many
@given(walks("undo"))
def test_a_result_is_whole(walk: tuple[str, list[int]]) -> None:
    """Finished means winners and nothing being played; each round starts after the one before."""
    found = result(played(*walk))
    assert (found["status"] == "finished") == bool(found["winners"]) == (found["current"] is None)
    assert set(found["winners"]) <= set(found["sides"])
    for each in [*found["rounds"], *([found["current"]] if found["current"] else [])]:
        assert each["first"] in found["sides"]
        assert each["seat"] is None or each["seat"][0] == each["first"]
        assert (each["seat"] is not None) == (found["options"].get("format") in ("doubles", "two-on-one"))


# --- The scoresheet ---

letters = st.characters(exclude_characters="#", exclude_categories=("Cs", "Cc", "Cf", "Co", "Cn", "Zs", "Zl", "Zp"))
names = st.lists(st.text(letters, min_size=1, max_size=8), min_size=1, max_size=3).map(" ".join)


@many
@given(walks("undo"), st.lists(st.none() | names, max_size=3))
def test_a_match_written_and_read_is_the_same(walk: tuple[str, list[int]], called: list[str | None]) -> None:
    match = played(*walk)
    called = called[: match.sides]
    text = scoresheet.write(match, called)
    sheet = scoresheet.read(text)
    assert state(sheet.match) == state(match)
    assert result(sheet.match, sheet.names) == result(match, called)
    assert scoresheet.write(sheet.match, sheet.names) == text
    assert by_the_rules(text) == result(match, called)
    if match.ID in GAMES:
        assert by_the_reference(text) == result(match, called)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n", 1),
        ("\n\n\n", 3),
        ("# game crokinole-official\n# nothing", 2),
        ("A 20\r\nB 5\r\nnext\r\n", 1),
        ("A 20\rB 5\rgame crokinole-official\r", 1),
        ("\n\ngame crokinole-official\nA 20\n\nA 7\n", 6),
        ("game", 1),
        ("game crokinole-official\nA 5\nA 020", 3),
        ("game crokinole-official\nA +20", 2),
        ("game crokinole-official\nA ²0", 2),
        ("game pichenotte-southwest\nA penalty 020", 2),
    ],
)
def test_where_a_sheet_is_refused(text: str, line: str) -> None:
    assert by_the_rules(text) == by_the_reference(text) == {"line": line, "error": True}


def test_every_event_that_is_accepted_can_be_written() -> None:
    for line in LINES:
        match = catalogue.new(line)
        for kind, side, arg in product(range(1, 32), range(4), (0, 1, 2, 3, 5, 10, 20, 255)):
            while match.length:
                match.play(UNDONE)
            if try_event(match, event(kind, side, arg)):
                assert scoresheet.read(scoresheet.write(match)).match.length == 1


# --- The second reading of the rules, which knows the games of the five documents and leaves any other out ---


@pytest.mark.parametrize("legal", [True, False], ids=["legal", "illegal"])
@pytest.mark.parametrize("game", [game for game in catalogue.IDS if game in GAMES])
def test_both_readings_score_random_sheets_alike(game: str, legal: bool) -> None:
    for seed in range(SEEDS):
        text = random_sheet(random.Random(f"{game} {legal} {seed}"), legal, game)
        found = by_the_rules(text)
        assert found == by_the_reference(text), f"seed {seed}\n{text}"
        assert ("error" in found) is not legal, f"seed {seed}\n{text}"


@few
@given(
    walks("undo", "A 7", "C 20", "first C", "A agree", "B stop", "A dead", "B penalty 20", "A off 25", lines=READ_TWICE)
)
@example(("crokinole-official", events_of(["next"])))
def test_both_readings_allow_and_refuse_the_same(walk: tuple[str, list[int]]) -> None:
    """Line by line, past every refusal."""
    line, events = walk
    match, reference = catalogue.new(line), ReferenceMatch(["game", *line.split()])
    for each in events:
        try:
            reference.line(to_text(each).split())
            allowed = True
        except Refused:
            allowed = False
        assert try_event(match, each) == allowed, to_text(each)
    assert result(match) == reference.result()
