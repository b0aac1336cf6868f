"""What the lines of `watch` say after each event."""

from typing import Any

import pytest

from tallyboard.shapes import WatchEvent
from tallyboard.terminal.watch_line import BoardLine
from tallyboard.terminal.watch_lines import Lines
from tests.host.watch_events import (
    LIVE,
    MATCH,
    alarm,
    call,
    connected,
    damaged,
    database,
    event,
    held_back,
    lost,
    order,
    played,
    score,
    unplugged,
    upcoming,
)


class Clock:
    """A clock that stands still until `now` is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(*events: WatchEvent, clock: Clock | None = None) -> Lines:
    lines = Lines(clock=clock or Clock())
    for one in events:
        lines.take(one)
    return lines


def only(*events: WatchEvent, clock: Clock | None = None) -> BoardLine:
    (line,) = taken(*events, clock=clock)
    return line


@pytest.mark.parametrize(
    ("changes", "waits", "words"),
    [
        ({}, False, "55 to go"),
        ({"game": "pichenotte-southwest", "review": True}, False, "game 3, review"),
        ({"game": "pichenottes-quebec"}, False, "manche 3"),
        ({"shootout": 2}, False, "shootout 2"),
        ({"finished": True}, False, "finished"),
        ({"finished": True}, True, "finished"),
        ({"game": "game 200"}, False, "round 3"),
    ],
)
def test_the_state_of_a_match_in_words(changes: dict[str, Any], waits: bool, words: str) -> None:
    assert only(score({**LIVE, **changes}, waits=waits)).state() == words


def test_a_finished_match_has_its_winner_while_the_next_one_waits() -> None:
    line = only(score(*played("crokinole-official target=20", "A 20", "next"), True, upcoming=upcoming("Cleo", "Dan")))
    assert (line.state(), line.next_waits, line.next_sides()) == ("Ann wins", True, ["Cleo", "Dan"])


@pytest.mark.parametrize(
    ("names", "sides"), [(("Cleo", "Dan"), ["Cleo", "Dan"]), (("Cleo", None), ["Cleo", "B"]), ((None, None), [])]
)
def test_who_plays_next_is_said_where_one_of_them_has_a_name(
    names: tuple[str | None, str | None], sides: list[str]
) -> None:
    line = only(score(None, None, upcoming=upcoming(*names)))
    assert (line.next_sides(), line.state()) == (sides, "next one waits")
    assert only(score(upcoming=upcoming(*names))).state() == "55 to go", "a match is on"


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
    assert line.note() == "Not stored: 2 records wait on the board. It went away. Plug it in."
    assert (line.away, line.score(), line.state()) == (True, "45 : 20", "55 to go"), "the last that was known"
    lines.take(connected())
    assert (line.away, line.note()) == (False, "")


def test_what_a_board_has_that_is_not_stored_is_said_once_it_had_the_time() -> None:
    clock = Clock()
    lines = taken(score(behind=1), clock=clock)
    (line,) = lines
    assert line.not_stored(clock.now) == 0
    lines.take(score())
    clock.now += 5
    lines.take(score(behind=1))
    assert line.not_stored(clock.now) == 0, "another one"
    clock.now += 1
    lines.take(score(behind=4))
    clock.now += 1
    assert line.not_stored(clock.now) == 4
    assert line.words(clock.now) == "Ann : B, 45 : 20, 55 to go, not stored: 4"
    lines.take(score())
    assert line.not_stored(clock.now) == 0


def test_a_board_that_is_unplugged_is_away_without_being_in_trouble() -> None:
    line = only(connected(), score(), lost(), unplugged(silent_s=12.0))
    assert (line.away, line.note()) == (True, "")
    assert line.heard_at == Clock.now - 12


def test_a_box_without_a_cable_is_out_of_reach() -> None:
    by_radio: Any = {"port": "radio e66164084301"}
    assert only(score(**by_radio), unplugged(**by_radio)).words(100.0) == "out of reach"


def test_a_phone_is_out_of_reach_where_a_box_is_unplugged() -> None:
    assert only(score(), unplugged()).words(100.0) == "unplugged"
    phone: Any = {"board": "70686f6e650123456789abcd", "port": "Table 4 by phone"}
    assert only(score(**phone), unplugged(**phone)).words(100.0) == "out of reach"


def test_an_alarm_stays_and_says_where_the_histories_part() -> None:
    line = only(connected(), alarm(), score(), unplugged(), alarm(numbers=[14]), connected(), score())
    assert line.note().startswith("ALARM: board e66164084301, epoch 7: record 12 and 1 more came with other bytes")
    assert "`tallyboard verify`" in line.note()


def test_a_flood_is_said_until_it_ends() -> None:
    lines = taken(connected(), score(), held_back())
    (line,) = lines
    assert line.note().startswith("This phone makes records faster than anybody can press: ")
    assert "take its keys" in line.words(100.0)
    lines.take(held_back(0))
    assert line.note() == ""


def test_damage_is_said_until_the_board_is_met_again() -> None:
    lines = taken(connected(), damaged(records=1), damaged(records=12))
    (line,) = lines
    assert line.note().startswith("12 records are damaged in its memory: ")
    lines.take(connected())
    assert line.note() == ""


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
    line = only(score(match={**MATCH, "names": names}, table="Table\t3", upcoming=upcoming("Cleo\x1b[2J", None)))
    assert (line.sides(), line.name) == ([r"Ann\x1b[2J", r"B\nob"], r"Table\t3")
    assert line.next_sides() == [r"Cleo\x1b[2J", "B"]
    hindered = call(said="No\x1b[2J.", table="T\x1b[2J")
    refused = order(said="No\x1b[2J.", table="T\x1b[2J")
    assert taken(refused).news(Clock.now) == [r"T\x1b[2J: The assignment was refused. No\x1b[2J."]
    assert taken(hindered).news(Clock.now) == [r"T\x1b[2J: No\x1b[2J."]
    assert taken(database(0, cause="No\x1b[2J.")).database_away().startswith(r"Nothing can be stored. No\x1b[2J.")


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


# --- Tables of other laptops ---


def test_a_table_of_another_laptop_is_shown_as_it_is_stored() -> None:
    _, match = played("crokinole-championship rounds=8", "A 20", "next", "B 15")
    line = only(score(None, match, hub="desk-2"))
    assert (line.sides(), line.score(), line.counted(), line.state()) == (
        ["Ann", "Bob"],
        "2 : 0",
        "0 : 15",
        "round 2 of 8",
    )


def test_a_table_of_another_laptop_without_a_score_says_why() -> None:
    _, match = played("crokinole-official", "A 20")
    match["status"] = "incomplete"
    line = only(score(None, match, hub="desk-2"))
    assert (line.sides(), line.score(), line.state()) == (["Ann", "Bob"], "", "incomplete")
    assert only(score(None, None, hub="desk-2")).state() == "no match"


def test_a_board_without_a_match_does_not_show_the_one_that_it_had() -> None:
    line = only(score(None, MATCH))
    assert (line.sides(), line.state()) == ([], "no match")


def test_a_table_that_another_laptop_has_no_longer_is_away() -> None:
    line = only(score(hub="desk-2"), unplugged(hub="desk-2", silent_s=12.0))
    assert (line.away, line.heard_at, line.note()) == (True, Clock.now - 12, "")
    assert line.words(Clock.now) == "no longer there"


def test_a_board_that_is_here_is_here_whatever_another_laptop_told() -> None:
    lines = taken(score())
    (line,) = lines
    for late in (score(None, None, hub="desk-2"), unplugged(hub="desk-2")):
        assert lines.take(late) is None
        assert (line.hub, line.away, line.score()) == ("", False, "45 : 20")
    lines.take(unplugged())
    lines.take(score(hub="desk-2"))
    assert (line.hub, line.away) == ("desk-2", False)
    assert lines.take(unplugged()) is None
    assert not line.away, "it is on another laptop by now"
    lines.take(connected())
    assert lines.take(unplugged(hub="desk-2")) is None
    assert (line.hub, line.away) == ("", False)


def test_the_ports_of_another_laptop_are_not_those_of_this_one() -> None:
    lines = taken(lost(board=None), score(hub="desk-2", received=5))
    assert lines.ports == {"ttyACM1": "It went away. Plug it in."}
    assert lines.received == 0


# --- The whole hall ---


def test_a_database_that_is_away_is_said_with_what_waits_for_it() -> None:
    lines = taken(database(37))
    why = "The database does not answer. Start it again."
    assert lines.database_away() == f"Not stored: 37 records wait on the boards. {why}"
    lines.take(database(1))
    assert lines.database_away() == f"Not stored: 1 record waits on the boards. {why}"
    lines.take(database(0))
    assert lines.database_away() == f"Nothing can be stored. {why}"
    lines.take(database(12, reachable=True))
    assert lines.database_away() == ""


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (order(said="It has two sides.", table="Table 3"), "Table 3: The assignment was refused. It has two sides."),
        (order("done", kind="name", table="Table 3"), "Table 3: The new name has reached the board."),
        (
            order("done", said="the match m1 waits for the end of the one that is on", table="Table 3"),
            "Table 3: The assignment has reached the board. The match m1 waits for the end of the one that is on.",
        ),
        (order("void", kind="light"), "084301: The brightness has not reached the board."),
        (order(board=None), "A table: The assignment was refused."),
    ],
)
def test_what_became_of_an_order_is_said_for_a_while(event: WatchEvent, words: str) -> None:
    clock = Clock()
    lines = taken(event, clock=clock)
    assert lines.news(clock.now) == [words]
    assert not lines.boards
    assert lines.news(clock.now + 60) == []


def test_the_farewell_counts_what_was_collected_and_what_was_not() -> None:
    assert Lines().farewell() == "No board was plugged in here."
    assert taken(score(hub="desk-2", behind=3)).farewell() == "No board was plugged in here."
    lines = taken(connected(received=1))
    assert lines.farewell() == "1 board, 1 new record: everything that arrived is stored."
    lines.take(score(received=3))
    lines.take(connected(received=20, board="b2"))
    lines.take(score(hub="desk-2", board="b3", behind=7))
    assert lines.farewell() == "2 boards, 24 new records: everything that arrived is stored."
    lines.take(lost(board="b2", behind=2))
    assert lines.farewell() == "2 boards, 24 new records stored. Not stored: 2 records wait on the boards."
    lines.take(database(37))
    assert lines.farewell() == "2 boards, 24 new records stored. Not stored: 37 records wait on the boards."
    lines.take(database(37, reachable=True))
    assert lines.farewell() == "2 boards, 24 new records stored. Not stored: 2 records wait on the boards."
    assert taken(score(behind=1)).farewell() == "1 board, 1 new record stored. Not stored: 1 record waits on the board."
