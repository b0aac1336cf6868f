"""The promises see what is broken in a list of events."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tallyboard.desk import Tournament
from tallyboard.store.tournaments import Followed, StoredEvent
from tallyboard.store.tournaments.board_results import Finished
from tallyboard.store.tournaments.calls import CallKey
from tests.event.promises import calls_amiss, results_amiss

_FIRST = "tournament singles"
_DAY = ("add Ann", "add Bob", "add Cid", "open 1 2", "phase 1 round-robin game twenties-shootout", "draw 1")
_CALL = "call 1:1-2 1"
_RESULT = "result 1:1-2/1 1 5 2 3 twenties 4 2 board m1"
_PLAYED = Finished("m1", CallKey("3fa9c1d2", 7, 1), (5, 3), (4, 2), None)


def _events(*lines: str) -> list[StoredEvent]:
    return [StoredEvent(number, line, number, 0, "somebody", "") for number, line in enumerate(lines, 1)]


def _followed(*lines: str) -> Followed:
    tournament = Tournament(_FIRST)
    for line in lines:
        tournament.enter(line)
    return cast(Followed, SimpleNamespace(tournament=tournament, events=_events(*lines)))


def test_one_result_as_it_was_played_is_as_it_should_be() -> None:
    assert list(results_amiss(_followed(*_DAY, _CALL, _RESULT), [_PLAYED], {})) == []


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((), "has []"),
        ((_RESULT, _RESULT), "has twice"),
        ((_RESULT.replace("1 5", "1 6"),), "and is result 1:1-2/1 1 5"),
        ((_RESULT, _RESULT.replace("m1", "m2")), "nobody finished it"),
    ],
)
def test_a_result_that_is_not_there_twice_another_or_nobodys_is_seen(lines: tuple[str, ...], says: str) -> None:
    (wrong,) = results_amiss(_followed(*_DAY, _CALL, *lines), [_PLAYED], {})
    assert says in wrong


def test_what_was_corrected_counts_as_it_stands() -> None:
    corrected: dict[str, Any] = {"m1": {"A": 7, "B": 1}}
    other = "result 1:1-2/1 1 7 2 1 board m1"
    assert list(results_amiss(_followed(*_DAY, _CALL, _RESULT, other), [_PLAYED], corrected)) == []
    assert list(results_amiss(_followed(*_DAY, _CALL, _RESULT), [_PLAYED], corrected))


def test_a_match_whose_call_was_undone_has_its_result() -> None:
    assert list(results_amiss(_followed(*_DAY, _CALL, "undo"), [_PLAYED], {}))
    assert list(results_amiss(_followed(*_DAY, _CALL, "undo", _RESULT), [_PLAYED], {})) == []


def test_a_call_twice_at_once_is_seen() -> None:
    assert list(calls_amiss(_FIRST, _events(*_DAY, _CALL, "free 1", _CALL))) == []
    for twice in ("call 1:1-2 2", "call 1:1-3 1"):
        amiss = calls_amiss(_FIRST, _events(*_DAY, _CALL, twice))
        assert f"event 8, {twice}" in next(amiss)
