"""Records in, matches out: what a damaged record breaks, and how a CUT resumes the match before it."""

import pytest

from shared_rules.games import catalogue, options
from shared_rules.games.events import COUNT, FIRST, event
from shared_rules.journal.record import (
    ASSIGN,
    BACK,
    BOOT,
    FAULT,
    GAME,
    KEY,
    NAME,
    NAMED,
    SETTING,
    TEXT_BYTES,
)
from shared_rules.journal.record_text import encode
from shared_rules.journal.replay import CUT_BACK, IGNORED, Replay
from tests.harness.random_matches import LINES, standing
from tests.shared_rules.stream import A20, B5, NEXT_, UNDO_, Stream, fed, match_in

# --- Holes ---


def test_a_hole_breaks_the_match() -> None:
    stream = Stream()
    stream.start("crokinole-official")
    damaged = stream.enter(A20, NEXT_) - 1
    stream.enter(A20, A20)
    replay = fed(stream.without(damaged))
    assert replay.broken
    assert (match_in(replay).length, replay.last_seq) == (0, damaged - 1)


def test_another_match_starts_behind_a_hole() -> None:
    stream = Stream()
    stream.start("crokinole-official")
    damaged = stream.enter(A20)
    stream.enter(B5)
    stream.start("twenties-shootout")
    stream.enter(A20)
    replay = fed(stream.without(damaged))
    assert not replay.broken
    assert (match_in(replay).ID, standing(match_in(replay))) == ("twenties-shootout", [A20])


def test_a_journal_may_begin_anywhere() -> None:
    stream = Stream(start=4_000_000_000)
    stream.enter(A20, B5)
    stream.boot()
    replay = fed(stream)
    assert replay.match is None
    stream.start("crokinole-official")
    assert match_in(fed(stream)).ID == "crokinole-official"


@pytest.mark.parametrize("line", LINES)
def test_a_lost_setting_starts_no_match(line: str) -> None:
    stream = Stream()
    stream.start("crokinole-official")
    stream.enter(A20)
    first, game = stream.next, stream.start(line)
    stream.enter(event(COUNT, 0, 20))
    for damaged in range(first, game):
        replay = Replay()
        did = [replay.feed(seq, data) for seq, data in stream.without(damaged).records]
        assert did[-2:] == [IGNORED, IGNORED], damaged
        assert (replay.match, replay.broken) == (None, True)


def test_a_setting_that_was_never_written_starts_no_match() -> None:
    """No hole shows it, but the game needs every option it has in force. (Without RULES it is an older match.)"""
    stream = Stream()
    stream.start("crokinole-official target=50")
    whole = [data for _, data in stream.records]
    for missing in range(len(whole) - 2):
        replay = Replay()
        for seq, data in enumerate(whole[:missing] + whole[missing + 1 :]):
            did = replay.feed(seq, data)
        assert (did, replay.match) == (IGNORED, None)


def test_a_lost_game_record_leaves_the_former_match_broken() -> None:
    stream = Stream()
    stream.start("crokinole-official")
    stream.enter(A20)
    game = stream.start("washers-ritzenthaler")
    stream.enter(event(COUNT, 0, 3))
    replay = fed(stream.without(game))
    assert (match_in(replay).ID, standing(match_in(replay)), replay.broken) == ("crokinole-official", [A20], True)
    following = stream.next
    stream.start("twenties-shootout")
    replay = fed(stream.without(game))
    assert (match_in(replay).ID, replay.first_seq, replay.broken) == ("twenties-shootout", following, False)


def test_settings_belong_to_the_game_behind_them() -> None:
    """Those that a power cut left without one count for nothing."""
    stream = Stream()
    code = options.code_of("discs")
    stream.add(SETTING + code, 3)
    stream.boot()
    first = stream.next
    stream.start("crokinole-official")
    replay = fed(stream)
    assert match_in(replay).options["discs"] == 12
    assert replay.first_seq == first


@pytest.mark.parametrize(
    "between", [BOOT, GAME, FAULT, NAMED, ASSIGN, BACK], ids=["boot", "game", "fault", "named", "assign", "back"]
)
def test_what_stood_before_one_record_does_not_count_for_the_next(between: int) -> None:
    """Settings, rules, choice, key and names belong to the first record behind them that takes any."""
    line = "crokinole-official"
    stream = Stream()
    stream.start(line, choice=5)
    if between != BACK:  # which is followed only while nothing stands
        stream.enter(A20)
    stream.start(line, choice=6)
    stream.records.pop()
    stream.next -= 1
    for what, value in encode(KEY, "r1", TEXT_BYTES) + encode(NAME, "Ann", TEXT_BYTES):
        stream.add(what, *value)
    stream.add(between, catalogue.number_of(line))
    taken = fed(stream)
    bare = stream.add(GAME, catalogue.number_of(line))
    replay = fed(stream)
    assert (replay.match, replay.broken) == (None, True), "its settings are those of another record"
    assert replay.choice == taken.choice == (6 if between == GAME else 5)
    stream.start(line)
    replay = fed(stream)
    assert (replay.key, replay.names, replay.choice) == ("", ("", "", ""), taken.choice)
    assert replay.first_seq == bare + 1


# --- Cuts ---


def broken_stream() -> tuple[Stream, int, int]:
    """A match with five discs; the numbers of its GAME and of the third disc, which is damaged."""
    stream = Stream()
    stream.boot()
    game = stream.start("crokinole-official")
    stream.enter(A20, A20, A20, B5, B5)
    return stream.without(game + 3), game, game + 3


def test_a_cut_resumes_before_the_hole() -> None:
    stream, game, damaged = broken_stream()
    assert fed(stream).broken
    stream.boot()
    cut = stream.cut(damaged)
    replay = fed(stream)
    assert standing(match_in(replay)) == [A20, A20]
    assert (replay.broken, replay.start_seq, replay.last_seq) == (False, game, cut)
    last = stream.enter(B5, NEXT_)
    replay = fed(stream)
    assert (match_in(replay).totals, replay.last_seq) == ([35, 0], last)


def test_a_cut_without_a_hole_takes_back_as_well() -> None:
    """The board that cut had a hole there; the laptop may have got the record before it was damaged."""
    stream = Stream()
    stream.start("crokinole-official")
    third = stream.enter(A20, A20, A20)
    stream.enter(B5)
    replay = Replay()
    stream.cut(third)
    did = [replay.feed(seq, data) for seq, data in stream.records]
    assert did[-1] == CUT_BACK
    assert standing(match_in(replay)) == [A20, A20]


def test_a_cut_goes_over_a_result_and_over_undo() -> None:
    stream = Stream()
    stream.start("crokinole-official target=20", first=1)
    undo = stream.enter(B5, A20, UNDO_)
    stream.enter(A20, A20, NEXT_)
    assert match_in(fed(stream)).finished
    stream.cut(undo)
    assert standing(match_in(fed(stream))) == [event(FIRST, 1), B5, A20]
    stream.cut(undo + 1)  # a later one cannot bring back what the first took
    replay = fed(stream)
    assert standing(match_in(replay)) == [event(FIRST, 1), B5, A20]
    assert not replay.broken
    stream.enter(UNDO_, UNDO_, UNDO_)
    assert match_in(fed(stream)).untouched()
    assert (match_in(fed(stream)).first, fed(stream).refused) == (1, 1)


def test_a_cut_to_the_start_leaves_an_empty_match() -> None:
    stream, game, _ = broken_stream()
    stream.cut(game + 1)
    replay = fed(stream)
    assert (match_in(replay).length, replay.broken) == (0, False)


@pytest.mark.parametrize("back", [0, -1, -4])
def test_a_cut_into_the_start_of_the_match_is_ignored(back: int) -> None:
    stream, game, _ = broken_stream()
    stream.cut(game + back)
    stream.enter(B5)
    replay = fed(stream)
    assert replay.broken
    assert standing(match_in(replay)) == [A20, A20]


def test_a_cut_that_leaves_the_hole_in_resumes_nothing() -> None:
    """The hole is this reader's own: a record that the board still had when it cut further on."""
    stream, _, damaged = broken_stream()
    stream.cut(damaged + 1)
    stream.enter(B5)
    replay = fed(stream)
    assert replay.broken
    assert standing(match_in(replay)) == [A20, A20]
    stream.cut(damaged)
    replay = fed(stream)
    assert not replay.broken
    assert standing(match_in(replay)) == [A20, A20]


def test_of_two_holes_the_first_counts() -> None:
    stream, game, damaged = broken_stream()
    stream = stream.without(damaged + 2)
    stream.cut(damaged + 2)
    assert fed(stream).broken
    stream.cut(damaged)
    stream.enter(B5)
    assert standing(match_in(fed(stream))) == [A20, A20, B5]
    assert fed(stream).start_seq == game


def test_a_hole_after_a_cut_breaks_again() -> None:
    stream, _, damaged = broken_stream()
    stream.cut(damaged)
    again = stream.enter(B5, B5)
    stream = stream.without(again)
    stream.enter(A20)
    assert fed(stream).broken
    stream.cut(again)
    assert standing(match_in(fed(stream))) == [A20, A20, B5]


def test_a_cut_before_any_match_is_ignored() -> None:
    stream = Stream(start=9)
    stream.cut(3)
    assert Replay().feed(*stream.records[0]) == IGNORED
