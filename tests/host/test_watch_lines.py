"""What the lines of `watch` say after each event."""

import time
from typing import Any

import pytest

from tallyboard.shapes import WatchEvent
from tallyboard.watch.lines import Line, Lines
from tests.host.watch_events import LIVE, MATCH, alarm, connected, event, lost, score, unplugged


def taken(*events: WatchEvent) -> Lines:
    lines = Lines()
    for one in events:
        lines.take(one)
    return lines


def only(*events: WatchEvent) -> Line:
    (line,) = taken(*events)
    return line


@pytest.mark.parametrize(
    ("changes", "waits", "words"),
    [
        ({}, False, "round 3"),
        ({"closed": 0}, False, "round 1"),
        ({"game": "pichenotte-southwest", "review": True}, False, "game 3, review"),
        ({"game": "pichenottes-quebec"}, False, "manche 3"),
        ({"shootout": 2}, False, "shootout 2"),
        ({"finished": True}, False, "finished"),
        ({"finished": True}, True, "next one waits"),
        ({"game": "game 200"}, False, "round 3"),
    ],
)
def test_the_state_of_a_match_in_words(changes: dict[str, Any], waits: bool, words: str) -> None:
    assert only(score({**LIVE, **changes}, waits=waits)).state() == words


@pytest.mark.parametrize(("waits", "words"), [(False, "no match"), (True, "next one waits")])
def test_the_state_of_a_table_without_a_match(waits: bool, words: str) -> None:
    line = only(score(None, None, waits))
    assert (line.state(), line.sides(), line.score(), line.counted()) == (words, [], "", "")


def test_a_score_has_the_names_that_are_known() -> None:
    assert only(score()).sides() == ["Ann", "B"]
    assert only(score(match=None)).sides() == ["A", "B"]
    three = {**LIVE, "totals": [1, 2, 3], "raw": [0, 0, 0]}
    assert only(score(three, match=MATCH)).sides() == ["A", "B", "C"], "of another match"
    assert only(score()).score() == "45 : 20"


def test_what_is_counted_in_the_round_is_shown_until_the_end() -> None:
    assert only(score()).counted() == ""
    assert only(score({**LIVE, "raw": [15, -20]})).counted() == "15 : -20"
    assert only(score({**LIVE, "raw": [15, 0], "finished": True})).counted() == ""


def test_a_board_that_was_only_heard_has_a_line() -> None:
    line = only(connected(table="Table 3"))
    assert (line.name, line.state(), line.away, line.note()) == ("Table 3", "no match", False, "")


def test_what_is_wrong_stays_until_the_board_is_heard_again() -> None:
    lines = taken(connected(), score(), lost(behind=2))
    (line,) = lines
    assert line.note() == "2 records not yet here. It went away. Plug it in."
    assert (line.away, line.score(), line.state()) == (True, "45 : 20", "round 3"), "the last that was known"
    lines.take(connected())
    assert (line.away, line.note()) == (False, "2 records not yet here.")
    lines.take(score())
    assert line.note() == ""


def test_a_board_that_is_unplugged_is_away_without_being_in_trouble() -> None:
    line = only(connected(), score(), lost(), unplugged(silent_s=12.0))
    assert (line.away, line.note()) == (True, "")
    assert line.heard_at is not None
    assert 12 <= time.monotonic() - line.heard_at < 12 + 60


def test_an_alarm_stays_and_says_where_the_histories_part() -> None:
    line = only(connected(), alarm(), score(), unplugged(), alarm(numbers=[14]), connected(), score())
    assert line.note().startswith("ALARM: board e66164084301, epoch 7: record 12 and 1 more came with other bytes")
    assert "`tallyboard verify`" in line.note()


def test_the_lines_are_in_the_order_of_the_tables() -> None:
    lines = taken(*[connected(board=name, table=name) for name in ("Table 10", "Stube", "Table 9", "Table 1")])
    assert [line.name for line in lines] == ["Stube", "Table 1", "Table 9", "Table 10"]


def test_two_boards_of_the_same_name_are_told_apart() -> None:
    lines = taken(connected(board="e66164084301", table="Table 3"), connected(board="e66164084302", table="Table 3"))
    assert list(lines.titles().values()) == ["Table 3 (084301)", "Table 3 (084302)"]
    lines.take(connected(board="e66164084302", table="Table 4"))
    assert list(lines.titles().values()) == ["Table 3", "Table 4"]


def test_a_table_without_a_name_has_the_end_of_the_board_s_id() -> None:
    assert taken(connected()).titles() == {"e66164084301": "084301"}


def test_names_cannot_move_the_cursor() -> None:
    names = {"A": "Ann\x1b[2J", "B": "B\nob"}
    line = only(score(match={"sides": ["A", "B"], "names": names}, table="Table\t3"))
    assert (line.sides(), line.name) == ([r"Ann\x1b[2J", r"B\nob"], r"Table\t3")


def test_a_board_that_moved_to_another_port_is_not_away_because_the_old_one_is() -> None:
    lines = taken(connected(port="ttyACM1"), lost(port="ttyACM1"), connected(port="ttyACM5"))
    for late in (lost(port="ttyACM1"), unplugged(port="ttyACM1")):
        assert lines.take(late) is None
        (line,) = lines
        assert (line.port, line.away, line.note()) == ("ttyACM5", False, "")
    lines.take(unplugged(port="ttyACM5"))
    assert line.away


def test_ports_where_no_board_was_heard_are_listed_until_one_is() -> None:
    nobody: dict[str, Any] = {"board": None, "port": "ttyACM9"}
    lines = Lines()
    assert lines.take(lost(silent_s=None, **nobody)) is None
    assert lines.ports == {"ttyACM9": "It went away. Plug it in."}
    lines.take(connected(port="ttyACM9"))
    assert lines.ports == {}
    lines.take(event("no_data_port", port="ttyACM0", board=None, cause="No data port.", next_step="Deploy."))
    assert lines.ports == {"ttyACM0": "No data port. Deploy."}
    lines.take(event("unplugged", port="ttyACM0", board=None, behind=0, silent_s=None))
    assert lines.ports == {}


def test_the_farewell_counts_what_was_collected_and_what_was_not() -> None:
    assert Lines().farewell() == "No board was there."
    lines = taken(connected(received=1))
    assert lines.farewell() == "1 board, 1 new record: everything that arrived is stored."
    lines.take(score(received=3))
    lines.take(connected(received=20, board="b2"))
    assert lines.farewell() == "2 boards, 24 new records: everything that arrived is stored."
    lines.take(lost(board="b2", behind=2))
    assert lines.farewell().endswith("is stored. 2 records have not arrived; the boards keep them for the next time.")
