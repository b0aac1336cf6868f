"""Matches out of records: what is whole has a score, what is not has none."""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared_rules.games import catalogue
from shared_rules.games.events import RefusedError
from shared_rules.games.result import rounds
from shared_rules.games.scoresheet import from_words
from shared_rules.journal import record
from shared_rules.journal.replay import Replay
from tallyboard.journal.runs import checker, sound
from tallyboard.store import Heard, Store, open_store
from tallyboard.store.matches.replayed import is_newer, match_id, matches_of
from tallyboard.store.verify import verify
from tests.harness.campaign import examples
from tests.harness.paper import Paper, two_matches


def _derived(paper: Paper, missing: set[int] = frozenset(), over: bool = False, upto: int = 0) -> list[Any]:  # type: ignore[assignment]
    """`upto`: the board said once that it has records up to this number."""
    rows = [(seq, data) for seq, data in enumerate(paper.records) if seq not in missing]
    return list(matches_of("b0", paper.epoch, sound(paper.epoch, rows), max(upto, len(paper.records)), over))


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


@pytest.mark.parametrize(
    ("settings", "number"),
    [([], 63), ([(record.SETTING | 29, 1, 0, 0)], 6), ([(record.RULES, catalogue.EDITION + 1, 0, 0)], 6)],
    ids=["game", "option", "rules"],
)
def test_a_match_of_a_newer_firmware_is_listed_and_ends_the_one_before(
    settings: list[tuple[int, int, int, int]], number: int
) -> None:
    paper = Paper().start("washers-ritzenthaler").press("A 3")
    first = len(paper.records)
    for fields in [(record.CHOICE, 0, 0, 0), *settings, (record.GAME, number, 0, 0)]:
        paper.append(*fields)
    before, found = _derived(paper.press("A 3").start("washers-ritzenthaler").press("B 3"))[:2]
    assert before["status"] == "abandoned"
    assert (found["first_seq"], found["status"], found["totals"], is_newer(found)) == (first, "incomplete", {}, True)


def test_a_record_that_the_disk_damaged_is_a_hole() -> None:
    paper = two_matches()
    paper.records[8] = b"\x00" + paper.records[8][1:]
    assert _story(paper)[0] == (1, "incomplete")


@settings(max_examples=examples(150))
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
    """Of an older board."""
    paper = two_matches().boot().start("washers-ritzenthaler washers=2").press("A 3", "B board", "next", "A 2")
    paper.boot().start("twenties-shootout").start("pichenottes-quebec", first=1).press("B dame", "B counter 5")
    paper.boot().cut(2).press("B counter 10", "B dame")
    return paper.start("pichenotte-southwest target=20").press("A 20", "next", "A agree", "B agree")


TWENTIES = "twenties-shootout"


def _night() -> Paper:
    """Matches that go on after another one was started and taken back, by the rules of both editions."""
    paper = Paper().boot().start(TWENTIES).press("A 20", "next").start("washers-ritzenthaler").press("A 3")
    paper.edition = catalogue.EDITION
    paper.start("crokinole-official target=20").press("A 20", "next").start(TWENTIES, first=1).back()
    paper.press("undo", "B 20", "B 5", "next").start(TWENTIES).press("B 20", "undo").boot().back(ms=0)
    paper.assign(TWENTIES, "m1", "Ann", "Zoë", first=1).start_assigned(TWENTIES, "m1", "Ann", "Zoë", first=1).back()
    paper.start_assigned(TWENTIES, "m1", "Ann", "Zoë", first=1).press("B 20", "next").cancel()
    paper.start("washers-ritzenthaler format=doubles").start("pichenottes-quebec").press("A dame", "A stop", "B stop")
    return paper.boot().cut(2).press("B dame").start(TWENTIES).back().press("B stop").start(TWENTIES)


NIGHT = [(1, "finished"), (7, "abandoned"), (13, "abandoned"), (62, "finished"), (82, "abandoned")]


def test_a_match_goes_on_after_the_one_that_was_taken_back() -> None:
    paper = Paper(edition=catalogue.EDITION).boot().start("crokinole-official target=20").press("A 20", "next")
    assert _story(paper) == [(1, "finished")]
    paper.start(TWENTIES, first=1)
    assert _story(paper) == [(1, "finished"), (9, "playing")]
    assert [match["untouched"] for match in _derived(paper)] == [False, True]
    (match,) = _derived(paper.back())
    assert (match["status"], match["totals"], match["last_seq"]) == ("finished", {"A": 20, "B": 0}, 15)
    (match,) = _derived(paper.press("undo", "B 20", "next"))
    assert (match["status"], match["totals"], match["last_seq"]) == ("playing", {"A": 0, "B": 0}, 18)
    assert [closed["raw"] for closed in match["rounds"]] == [{"A": 20, "B": 20}]
    assert match["match"] == match_id("b0", 7, 1)


def test_an_older_match_goes_on_by_its_own_rules() -> None:
    """A counter that falls after the other colour: the turn ended with that dame once, now it ends with `stop`."""
    paper = Paper().boot().start("pichenottes-quebec").press("A dame")
    before = _derived(paper)
    paper.edition = catalogue.EDITION
    (match,) = _derived(paper.start(TWENTIES).back().press("B dame"))
    assert (before[0]["current"]["turn"], match["current"]["turn"]) == ("A", "B")
    (match,) = _derived(Paper(edition=catalogue.EDITION).start("pichenottes-quebec").press("A dame", "B dame"))
    assert match["current"]["turn"] == "A"


def test_a_match_may_have_gone_on_among_records_that_are_missing() -> None:
    """So it has no score, unless too few are missing to take back what stands in the one that came after it."""
    paper = Paper(edition=catalogue.EDITION).start(TWENTIES).press("A 20", "next").start(TWENTIES).time(1).time(2)
    start = paper.records.index(paper.records[-2])
    assert _story(paper) == [(0, "finished"), (8, "playing")]
    assert _story(paper, {start}) == [(0, "incomplete"), (8, "incomplete")]
    assert _story(paper.back(), {start}) == [(0, "incomplete"), (8, "incomplete")]
    assert _story(paper) == [(0, "finished")]
    played = (
        Paper(edition=catalogue.EDITION).start(TWENTIES).press("A 20", "next").start(TWENTIES).press("A 20").time(1)
    )
    end = len(played.records)
    played.time(2).time(3).time(4)
    assert _story(played, {end}) == [(0, "finished"), (8, "incomplete")]
    assert _story(played, {end, end + 1}) == [(0, "incomplete"), (8, "incomplete")]
    assert _story(played, set(range(end, end + 3))) == [(0, "incomplete"), (8, "incomplete")], "known only to be there"


def test_what_the_match_before_is_missing_does_not_end_with_a_step_back() -> None:
    """What was played on in it is not taken for a score of the one that was taken back."""
    paper = Paper(edition=catalogue.EDITION).start(TWENTIES).press("A 20", "A 20").start(TWENTIES).back().press("B 20")
    assert _story(paper, {6}) == [(0, "incomplete")]
    assert _story(paper, {4}) == [(0, "incomplete")]
    assert _story(paper, set(range(5))) == []


def test_a_hole_that_the_board_found_itself_raises_no_doubt() -> None:
    paper = Paper(edition=catalogue.EDITION).start(TWENTIES).press("A 20", "next").start(TWENTIES).press("A 20", "A 20")
    paper.boot().cut(3)
    torn = len(paper.records) - 4
    assert _story(paper, {torn, torn + 1}) == [(0, "finished"), (8, "playing")]


@pytest.mark.parametrize("upto", range(1, 13))
def test_a_start_that_was_cut_off_without_a_boot_leaves_nothing_to_what_follows(upto: int) -> None:
    """A journal that is full has no place for the BOOT."""
    paper = Paper(edition=catalogue.EDITION).boot().start(TWENTIES).press("A 20")
    group = Paper(edition=catalogue.EDITION).start_assigned("crokinole-official", "cut off", "Ann").records
    for pressed in (True, False):
        cut = Paper(edition=catalogue.EDITION)
        cut.records = list(paper.records)
        for data in group[: min(upto, len(group) - 1)]:
            cut.append(*data[:4])
        if pressed:
            cut.press("B 20")
        cut.assign(TWENTIES, "m1", "Zoë").start_assigned(TWENTIES, "m1", "Zoë").press("A 20")
        last = _derived(cut)[-1]
        assert (last["key"], last["names"], last["status"]) == ("m1", {"A": "Zoë", "B": None}, "playing")
        assert len(_derived(cut)) == 2


def test_two_steps_back_are_not_taken() -> None:
    paper = Paper(edition=catalogue.EDITION).start(TWENTIES).press("A 20").start(TWENTIES).start(TWENTIES).back().back()
    assert _story(paper) == [(0, "abandoned"), (7, "playing")]


def test_a_match_in_which_something_stands_is_not_taken_back() -> None:
    paper = Paper(edition=catalogue.EDITION).start(TWENTIES).press("A 20").start(TWENTIES).press("B 20").back()
    assert _story(paper) == [(0, "abandoned"), (7, "playing")]


def test_the_story_of_a_night() -> None:
    paper = _night()
    assert [(found["first_seq"], found["status"]) for found in _derived(paper) if not found["untouched"]] == NIGHT
    first = _derived(paper)[2]
    assert first["totals"] == {"A": 0, "B": 5}
    assigned = next(match for match in _derived(paper) if match["key"] == "m1")
    assert (assigned["names"], assigned["rounds"][0]["first"]) == ({"A": "Ann", "B": "Zoë"}, "B")


@pytest.mark.parametrize("paper", [_evening(), _night()], ids=["evening", "night"])
@settings(max_examples=examples(300))
@given(holes=st.lists(st.tuples(st.integers(0, 120), st.integers(1, 20)), max_size=3))
def test_whatever_is_missing_no_match_has_a_wrong_score_or_another_id(
    paper: Paper, holes: list[tuple[int, int]]
) -> None:
    ids = {match_id("b0", paper.epoch, seq) for seq in _beginnings(paper)}
    whole = {match["match"]: match for match in _derived(paper)}
    for match in _derived(paper, {seq for first, n in holes for seq in range(first, first + n)}):
        assert match["match"] in ids
        if match["status"] != "incomplete":
            assert match == whole[match["match"]]


def _beginnings(paper: Paper) -> list[int]:
    """The numbers of the first records of all matches, those that were taken back too."""
    return [seq for seq, data in enumerate(paper.records) if data[0] == record.CHOICE]


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


_DOES = ["start", "start", "assigned", "back", "back", *["press"] * 3, "undo", "next", "boot", "cut", "older"]


@st.composite
def _journals(draw: st.DrawFn) -> Paper:
    """Whatever boards of all editions may have written, and what none would."""
    paper = Paper(edition=draw(st.sampled_from((catalogue.OLDER, catalogue.EDITION)))).boot()
    for did in draw(st.lists(st.sampled_from(_DOES), min_size=4, max_size=24)):
        line = draw(st.sampled_from((TWENTIES, "washers-ritzenthaler", "crokinole-official target=20")))
        first = draw(st.integers(0, 1))
        if did == "start":
            paper.start(line, first)
        elif did == "assigned":
            paper.assign(line, "m1", "Ann", first=first).start_assigned(line, "m1", "Ann", first=first)
        elif did == "press":
            paper.press(draw(st.sampled_from(("A 20", "B 20", "A 3"))))
        elif did in ("undo", "next"):
            paper.press(did)
        elif did == "cut":
            paper.cut(draw(st.integers(1, 9)))
        elif did == "older":
            paper.edition = catalogue.OLDER + catalogue.EDITION - paper.edition
        else:
            getattr(paper, did)()
    return paper


@settings(max_examples=examples(120))
@example(_evening(), [5, 5], 2352, set(), False)  # the hole among the settings of a match is filled last
@given(
    st.one_of(st.builds(_evening), st.builds(_night), _journals(), _journals()),
    st.lists(st.integers(1, 6), min_size=1, max_size=6),
    st.integers(0, 10_000),
    st.sets(st.integers(0, 110), max_size=9),
    st.booleans(),
)
def test_stored_matches_are_those_of_all_records_whatever_the_order_of_arrival(
    paper: Paper, batches: list[int], seed: int, never: set[int], in_order: bool
) -> None:
    """Records come from several laptops' worth of holes; after each batch the stored matches are the derived ones."""
    rows = [(seq, data) for seq, data in enumerate(paper.records) if seq not in never]
    chance = random.Random(seed)
    if not in_order:
        chance.shuffle(rows)
    store = open_store("sqlite://")
    said = 0
    for share in batches:
        batch, rows = rows[: len(rows) * share // 6], rows[len(rows) * share // 6 :]
        upto = max(len(paper.records), chance.randrange(120))
        said = max(said, upto)
        _add(store, paper, batch, upto)
        assert verify(store).sound
    _add(store, paper, rows, len(paper.records))
    derived = _derived(paper, never, upto=said)
    of_the_store = ("table", "correction")
    shown = [
        {key: value for key, value in match.items() if key not in of_the_store}
        for match in store.matches(untouched=True)
    ]
    assert shown == [{key: match[key] for key in match if key != "untouched"} for match in derived]
    assert [match["match"] for match in store.matches()] == [one["match"] for one in derived if not one["untouched"]]
    store.close()


def _add(store: Store, paper: Paper, rows: list[tuple[int, bytes]], upto: int) -> None:
    store.add(Heard(board="b0", table="", firmware="", epoch=paper.epoch, oldest=0, next=upto), rows)
