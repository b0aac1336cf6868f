"""Matches out of records: what is whole has a score, what is not has none."""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import record
from shared_rules.event_text import from_words
from shared_rules.events import RefusedError
from shared_rules.replay import Replay
from shared_rules.result import rounds
from tallyboard.checks import checker
from tallyboard.store import Heard, Store, open_store
from tallyboard.store.derive import match_id, matches, sound
from tallyboard.store.verify import verify
from tests.host.fake_board import Paper, two_matches


def _derived(paper: Paper, missing: set[int] = frozenset(), over: bool = False) -> list[dict[str, Any]]:  # type: ignore[assignment]
    rows = [(seq, data) for seq, data in enumerate(paper.records) if seq not in missing]
    return list(matches("b0", paper.epoch, sound(paper.epoch, rows), len(paper.records), over))


def _story(paper: Paper, missing: set[int] = frozenset(), over: bool = False) -> list[tuple[int, str]]:  # type: ignore[assignment]
    return [(match["first_seq"], match["status"]) for match in _derived(paper, missing, over)]


def test_the_object_is_that_of_a_scoresheet_with_its_place_added() -> None:
    first, second = _derived(two_matches())
    assert list(first)[:4] == ["match", "board", "epoch", "first_seq"]
    assert (first["first_seq"], first["last_seq"], first["started"]) == (1, 11, None)
    assert (second["first_seq"], second["last_seq"]) == (13, 27)
    assert second["options"] == {"format": "singles", "target": 50, "discs": 12}
    assert first["names"] == {"A": None, "B": None}
    assert first["match"] == match_id("b0", 7, 1)


def test_an_id_never_changes() -> None:
    """Exports and other laptops carry these ids."""
    assert match_id("e661640843", 7, 1) == "9a28efe4-e080-57d0-9e0e-de6ad9d555dc"


def test_a_later_match_or_the_end_of_the_epoch_makes_an_unfinished_one_abandoned() -> None:
    paper = Paper().boot().start("washers-ritzenthaler").press("A 3").start("washers-ritzenthaler").press("A 3")
    assert _story(paper) == [(1, "abandoned"), (7, "playing")]
    assert _story(paper, over=True) == [(1, "abandoned"), (7, "abandoned")]
    assert _story(two_matches(), over=True) == [(1, "finished"), (13, "abandoned")]


@pytest.mark.parametrize("seq", range(6, 13))
def test_a_missing_press_leaves_no_score(seq: int) -> None:
    first, second = _derived(two_matches(), {seq})
    assert (first["status"], second["status"]) == ("incomplete", "playing")
    keys = ("winners", "totals", "twenties", "rounds", "current")
    assert [first[key] for key in keys] == [[], {}, {}, [], None]


def test_the_end_is_missing() -> None:
    assert _story(two_matches(), {27}) == [(1, "finished"), (13, "incomplete")]
    assert _story(two_matches(), set(range(12, 28))) == [(1, "incomplete")], "an undo may follow the result"


def test_what_is_missing_before_a_match_does_not_concern_it() -> None:
    assert _story(two_matches(), set(range(13))) == [(13, "playing")]


def test_presses_of_a_match_whose_beginning_is_missing_are_no_match() -> None:
    assert _story(two_matches(), set(range(6))) == [(13, "playing")]


@pytest.mark.parametrize("seq", [14, 15, 16])
def test_a_missing_setting_leaves_the_place_but_no_score(seq: int) -> None:
    second = _derived(two_matches(), {seq})[1]
    assert (second["status"], second["first_seq"], second["totals"]) == ("incomplete", 13, {})
    assert len(second["options"]) == 2
    assert second["match"] == match_id("b0", 7, 13)


def test_without_its_first_record_a_match_keeps_place_and_score() -> None:
    """The CHOICE says nothing about the score, and a board writes it directly before the settings."""
    whole, second = _derived(two_matches())[1], _derived(two_matches(), {13})[1]
    assert second == whole


def test_settings_and_their_first_record_are_missing() -> None:
    assert _story(two_matches(), {13, 14}) == [(1, "incomplete")]


def test_a_cut_explains_a_hole_behind_its_target_only() -> None:
    paper = Paper().boot().start("crokinole-official").press(*["A 20"] * 8).boot().cut(3).press("B 5")
    assert [match["current"]["counts"]["A"] for match in _derived(paper, {12})] == [{"20": 6}]
    assert _story(paper, {12}) == [(1, "playing")]
    assert _story(paper, {12, 13}) == [(1, "playing")]
    assert _story(paper, {8}) == [(1, "incomplete")], "lost on the laptop's side: the board has it"
    assert _story(paper, {8, 12}) == [(1, "incomplete")]


def test_presses_that_the_rules_refuse_make_a_match_incomplete() -> None:
    assert _story(Paper().boot().start("crokinole-official").press("A 20", "A off 15")) == [(1, "incomplete")]


def test_a_game_of_a_newer_firmware_is_no_match_and_ends_the_one_before() -> None:
    paper = Paper().start("washers-ritzenthaler").press("A 3")
    paper.append(0xC3, 0, 0, 0)
    paper.append(0xC1, 63, 0, 0)
    assert _story(paper.press("A 3")) == [(0, "abandoned")]


def test_a_record_that_the_disk_damaged_is_a_hole() -> None:
    paper = two_matches()
    paper.records[8] = b"\x00" + paper.records[8][1:]
    assert _story(paper)[0] == (1, "incomplete")


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["crokinole-official target=30", "pichenotte-southwest games=3", "washers-ritzenthaler target=5"]),
    st.lists(
        st.sampled_from(["A 20", "B 5", "A 3", "B board", "next", "undo", "A agree", "B agree", "next; undo", "cut"]),
        min_size=10,
        max_size=40,
    ),
)
def test_rounds_are_noted_as_they_close_and_are_those_of_the_events_that_stand(game: str, presses: list[str]) -> None:
    paper = Paper().boot().start(game)
    for press in "; ".join(presses).split("; "):
        if press == "cut":
            paper.boot().cut(3)
            continue
        with contextlib.suppress(RefusedError):
            _played(paper).play(from_words(press.lower().split()))
            paper.press(press)
    (match,) = _derived(paper)
    assert match["rounds"] == rounds(_played(paper))


def _played(paper: Paper) -> Any:
    replay = Replay()
    for seq, data in enumerate(paper.records):
        replay.feed(seq, data)
    return replay.match


def _evening() -> Paper:
    paper = two_matches().boot().start("washers-ritzenthaler washers=2").press("A 3", "B board", "next", "A 2")
    paper.boot().start("twenties-shootout").start("pichenottes-quebec", first=1).press("B dame", "B counter 5")
    paper.boot().cut(2).press("B counter 10", "B dame")
    return paper.start("pichenotte-southwest target=20").press("A 20", "next", "A agree", "B agree")


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 75), st.integers(1, 20)), max_size=3))
def test_whatever_is_missing_no_match_has_a_wrong_score_or_another_id(holes: list[tuple[int, int]]) -> None:
    paper = _evening()
    whole = {match["match"]: match for match in _derived(paper)}
    for match in _derived(paper, {seq for first, n in holes for seq in range(first, first + n)}):
        assert match["match"] in whole
        if match["status"] != "incomplete":
            assert match == whole[match["match"]]


def test_the_fast_check_is_the_one_of_the_board() -> None:
    chance = random.Random(1)
    for epoch in (0, 1, 2**32 - 1):
        fast, slow = checker(epoch), record.Sealer(epoch)
        for seq in (0, 255, 2**32 - 1):
            data = bytearray(chance.randbytes(8))
            assert fast(seq, bytes(data)) == slow.holds(data, 0, seq)
            slow.seal(data, seq)
            assert fast(seq, bytes(data))
            assert not fast(seq, bytes(data[:7]))
            assert not fast(seq ^ 1, bytes(data))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.integers(0, 10_000), st.sets(st.integers(0, 75)))
def test_stored_matches_are_those_of_all_records_whatever_the_order_of_arrival(
    batches: list[int], seed: int, never: set[int]
) -> None:
    """Records come from several laptops' worth of holes; after each batch the stored matches are the derived ones."""
    paper = _evening()
    rows = [(seq, data) for seq, data in enumerate(paper.records) if seq not in never]
    chance = random.Random(seed)
    chance.shuffle(rows)
    store = open_store("sqlite://")
    for share in batches:
        batch, rows = rows[: len(rows) * share // 6], rows[len(rows) * share // 6 :]
        upto = max(len(paper.records), chance.randrange(80))
        _add(store, paper, batch, upto)
        assert verify(store).sound
    _add(store, paper, rows, len(paper.records))
    assert [match for _, match in store.matches()] == _derived(paper, never)
    store.close()


def _add(store: Store, paper: Paper, rows: list[tuple[int, bytes]], upto: int) -> None:
    store.add(Heard(board="b0", table="", firmware="", epoch=paper.epoch, oldest=0, next=upto), rows)
