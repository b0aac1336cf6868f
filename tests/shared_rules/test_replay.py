"""Records in, matches out: whole journals, records of kinds that this version does not know, anything."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.games import catalogue, options
from shared_rules.games.events import COUNT, DAME, FIRST, event
from shared_rules.games.result import result
from shared_rules.games.scoresheet import from_words
from shared_rules.journal import record
from shared_rules.journal.record import CHOICE, CUT, GAME, SETTING, SIZE
from shared_rules.journal.replay import CUT_BACK, EVENT, IGNORED, NOTED, STARTED, Replay
from tests.harness.campaign import examples
from tests.harness.golden_sheets import Golden, by_the_rules, differences, goldens
from tests.harness.random_matches import LINES, played, standing, state, walks
from tests.reference.generate import random_sheet
from tests.shared_rules.stream import A20, B5, NEXT_, UNDO_, Stream, fed, match_in


def lines_of(text: str) -> tuple[str, list[int]]:
    """The game line of a sheet and its events, undo among them."""
    lines = [line.split("#")[0].lower().split() for line in text.splitlines()]
    lines = [words for words in lines if words and words[0] != "name"]
    line = " ".join(lines[0][1:])
    return line, [from_words(words, catalogue.new(line)) for words in lines[1:]]


def without_names(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, "names": dict.fromkeys(found["sides"])}


# --- A sound journal ---


@pytest.mark.parametrize("golden", [each for each in goldens() if "error" not in each.expected], ids=repr)
def test_the_golden_sheets_as_records(golden: Golden) -> None:
    line, events = lines_of(golden.text)
    stream = Stream()
    stream.boot()
    stream.start(line)
    stream.enter(*events)
    replay = fed(stream)
    found = result(match_in(replay))
    expected = {key: value for key, value in golden.expected.items() if key != "names"}
    assert differences(expected, found) == []
    assert found == without_names(by_the_rules(golden.text))
    assert (replay.broken, replay.refused) == (False, 0)


def test_random_sheets_as_one_journal_of_many_matches() -> None:
    stream, replay = Stream(start=77), Replay()
    for seed in range(60):
        text = random_sheet(random.Random(f"journal {seed}"), legal=True)
        line, events = lines_of(text)
        part = Stream(stream.next)
        if seed % 3 == 0:
            part.boot()
        first = part.next
        start = part.start(line, choice=seed)
        last = part.enter(*events)
        fed(part, replay)
        stream.next = part.next
        assert result(match_in(replay)) == without_names(by_the_rules(text))
        assert (replay.first_seq, replay.start_seq, replay.last_seq) == (first, start, last)
        assert (replay.choice, replay.broken, replay.refused) == (seed, False, 0)
    assert replay.boots == 20


def test_a_choice_counts_with_its_game() -> None:
    """Power that fails behind the CHOICE leaves the match before it, and that one's choice."""
    stream = Stream()
    stream.start("crokinole-official", choice=5)
    stream.add(CHOICE, 6)
    stream.boot()
    assert fed(stream).choice == 5
    stream.start("twenties-shootout", choice=7)
    assert fed(stream).choice == 7


def test_what_each_record_did() -> None:
    stream = Stream()
    stream.boot()
    stream.start("crokinole-official target=20", choice=5)
    stream.enter(A20, NEXT_, B5)
    replay = Replay()
    did = [replay.feed(seq, data) for seq, data in stream.records]
    assert did == [NOTED, *[NOTED] * 5, STARTED, EVENT, EVENT, IGNORED]  # the last one after the result
    assert replay.refused == 1
    assert replay.last_seq == 8
    assert match_in(replay).winners == (0,)


def test_a_record_in_the_middle_of_bytes() -> None:
    stream = Stream()
    stream.start("washers-ritzenthaler")
    stream.enter(event(COUNT, 1, 3))
    replay = Replay()
    data = b"".join(each for _, each in stream.records)
    for seq in range(stream.next):
        replay.feed(seq, data, seq * SIZE)
    assert match_in(replay).totals == [0, 3]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_who_is_first_stands_in_the_game_record(first: int) -> None:
    stream = Stream()
    stream.start("crokinole-traditional sides=3 scoring=simple", first=first)
    replay = fed(stream)
    assert match_in(replay).first == first
    assert standing(match_in(replay)) == ([event(FIRST, first)] if first else [])
    stream.enter(UNDO_)
    assert (match_in(fed(stream)).first, fed(stream).refused) == (first, 1), (
        "nobody pressed it, so no undo takes it back"
    )


@pytest.mark.parametrize("first", [0, 1, 2])
def test_by_older_rules_an_undo_takes_back_who_is_first_by_the_game_record(first: int) -> None:
    stream = Stream()
    line = "crokinole-traditional sides=3 scoring=simple"
    stream.start(line, first=first, edition=catalogue.OLDER)
    assert match_in(fed(stream)).first == first
    stream.enter(UNDO_)
    assert match_in(fed(stream)).first == 0
    assert fed(stream).refused == (0 if first else 1)


def test_a_match_is_read_by_the_rules_that_it_was_played_by() -> None:
    """001 17.1: up to the second edition a dame of the other colour passed the turn on at once."""
    events = [event(DAME, 0), event(DAME, 1), event(DAME, 1)]
    turns = []
    for edition in (catalogue.OLDER, catalogue.EDITION):
        stream = Stream()
        stream.start("pichenottes-quebec", edition=edition)
        stream.enter(*events)
        match: Any = match_in(fed(stream))  # of Quebec
        turns.append((match.turn, match.over, list(match.fond)))
    assert turns == [(1, False, [True, True]), (0, True, [True, False])]


@pytest.mark.parametrize("line", ["washers-ritzenthaler target=5", "twenties-shootout discs=3"])
def test_a_match_from_before_there_was_a_format_is_one_of_singles(line: str) -> None:
    stream = Stream()
    stream.start(line, edition=catalogue.OLDER)
    assert match_in(fed(stream)).options["format"] == "singles"


def test_rules_that_are_newer_than_these_start_no_match() -> None:
    stream = Stream()
    stream.start("crokinole-official", edition=catalogue.EDITION + 1)
    stream.enter(A20)
    assert fed(stream).match is None


def test_a_match_goes_on_over_a_power_cut() -> None:
    stream = Stream()
    stream.boot()
    stream.start("crokinole-official")
    stream.enter(A20, ms=500)
    stream.boot()
    stream.enter(A20, NEXT_, ms=250)
    replay = fed(stream)
    assert match_in(replay).totals == [40, 0]
    assert replay.boots == 2
    assert replay.time_ms == 500  # since the second power-on


def test_times_add_up_since_the_power_on() -> None:
    stream = Stream()
    stream.boot()
    stream.start("crokinole-official", ms=12_000)
    stream.enter(A20, B5, ms=700)
    assert fed(stream).time_ms == 13_400


def test_two_matches_in_a_row() -> None:
    stream = Stream()
    stream.start("crokinole-official")
    stream.enter(A20, NEXT_, event(COUNT, 0, 7))
    assert fed(stream).refused == 1
    first = stream.next
    stream.start("pichenottes-quebec dames=3")
    replay = fed(stream)
    assert (match_in(replay).ID, match_in(replay).options["dames"]) == ("pichenottes-quebec", 3)
    assert replay.first_seq == first
    assert match_in(replay).length == 0
    assert replay.refused == 0


# --- Kinds that this version does not know ---


@pytest.mark.parametrize("kind", [*range(17, 32), 0])
def test_an_event_of_an_unknown_kind_changes_nothing(kind: int) -> None:
    stream = Stream()
    stream.start("crokinole-official")
    stream.enter(A20)
    before = state(match_in(fed(stream)))
    stream.enter(event(kind, 0, 20))
    replay = fed(stream)
    assert state(match_in(replay)) == before
    stream.enter(NEXT_)
    assert match_in(fed(stream)).totals == [20, 0]


@pytest.mark.parametrize("what", range(record.ACKED + 1, record.TIME))
def test_a_record_of_an_unknown_kind_is_ignored(what: int) -> None:
    stream = Stream()
    stream.start("crokinole-official")
    stream.enter(A20)
    stream.add(what, 1, 2, 3)
    assert fed(stream).feed(stream.next, bytes([what, 1, 2, 3, 0, 0, 0, 0])) == IGNORED
    stream.enter(NEXT_)
    replay = fed(stream)
    assert (match_in(replay).totals, replay.broken, replay.time_ms) == ([20, 0], False, 0)


def test_a_game_of_an_unknown_number_starts_nothing() -> None:
    stream = Stream()
    stream.start("crokinole-official")
    stream.add(GAME, len(catalogue.IDS))
    stream.enter(A20)
    replay = fed(stream)
    assert (replay.match, replay.broken) == (None, True)
    stream.start("crokinole-official")
    assert not fed(stream).broken


@pytest.mark.parametrize(
    ("name", "value"),
    [("format", 9), ("format", 2), ("target", 0), ("discs", 25)],
    ids=["no such format", "a format of another game", "no target", "too many discs"],
)
def test_a_setting_that_the_game_cannot_have_starts_no_match(name: str, value: int) -> None:
    stream = Stream()
    stream.start("crokinole-official")
    what = SETTING + options.code_of(name)
    stream.records = [
        (seq, bytes([what, value, 0, 0, 0, 0, 0, 0]) if data[0] == what else data) for seq, data in stream.records
    ]
    stream.enter(A20)
    replay = fed(stream)
    assert (replay.match, replay.broken) == (None, True)


def test_a_setting_of_an_unknown_code_starts_no_match() -> None:
    """As a game of an unknown number does: what a newer firmware counts is not guessed at."""
    stream = Stream()
    stream.add(SETTING + len(options.OPTIONS), 1)
    stream.start("crokinole-official")
    assert fed(stream).match is None


# --- Anything ---


@settings(max_examples=examples(200))
@given(walks("undo"), st.data())
def test_any_hole_leaves_the_match_as_it_was_before_it(walk: tuple[str, list[int]], data: st.DataObject) -> None:
    line, events = walk
    stream = Stream()
    game = stream.start(line)
    stream.enter(*events)
    if game + 1 >= stream.next:
        return
    damaged = data.draw(st.integers(game + 1, stream.next - 1))
    replay = fed(stream.without(damaged))
    assert state(match_in(replay)) == state(played(line, events[: damaged - game - 1]))
    assert replay.broken == (damaged != stream.next - 1)
    stream.cut(damaged)
    stream.enter(*events[damaged - game - 1 :])
    assert state(match_in(fed(stream.without(damaged)))) == state(played(line, events))


@st.composite
def settings_and_games(draw: st.DrawFn) -> bytes:
    """A setting of some value in its range, or a game, or anything else but a setting."""
    kind = draw(st.integers(0, 4))
    if kind == 0:
        name, _, _ = draw(st.sampled_from(options.OPTIONS))
        lines = [catalogue.new(line).options for line in LINES]
        value = draw(st.sampled_from([each[name] for each in lines if name in each] or [1]))
        return bytes([SETTING + options.code_of(name)]) + options.to_bytes(name, value) + bytes(4)
    data = draw(st.binary(min_size=8, max_size=8))
    if kind == 1:
        return bytes([GAME]) + data[1:]
    if kind == 2:
        return bytes([CUT, data[1] & 7, 0, 0]) + data[4:]
    return bytes([data[0] & 0x7F if kind == 3 else data[0] | 0xA0]) + data[1:]


@settings(max_examples=examples(300))
@given(
    st.sampled_from(LINES),
    st.lists(st.tuples(st.sampled_from([1, 1, 1, 1, 1, 1, 2, 0, 9]), settings_and_games()), max_size=30),
)
def test_no_journal_is_an_error(line: str, parts: list[tuple[int, bytes]]) -> None:
    stream = Stream()
    stream.start(line)
    replay = fed(stream)
    seq = stream.next - 1
    for step, data in parts:
        seq += step
        assert replay.feed(seq, data) in (EVENT, STARTED, NOTED, CUT_BACK, IGNORED)
        if replay.match is not None:
            assert result(replay.match)["status"] in ("playing", "finished")
