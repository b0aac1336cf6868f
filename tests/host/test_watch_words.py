"""What `watch` says into a pipe: a line for each change."""

from typing import Any

from tallyboard.shapes import WatchEvent
from tallyboard.terminal.watch_lines import Lines, WatchWords
from tests.host.watch_events import (
    LIVE,
    call,
    connected,
    database,
    event,
    lost,
    order,
    played,
    score,
    unplugged,
    upcoming,
)

TABLE: dict[str, Any] = {"table": "Table 3"}
CHAMPIONSHIP = "crokinole-championship rounds=2"


class Story:
    """Words, and a clock that goes as it is told."""

    def __init__(self) -> None:
        self.now = 100.0
        self._words = WatchWords(Lines(clock=lambda: self.now))

    def after(self, *events: WatchEvent | None) -> list[str]:
        return [said for one in events for said in self._words.after(one)]


def test_a_match_from_its_first_round_to_the_next_one() -> None:
    story = Story()
    assert story.after(
        connected(**TABLE),
        score(*played(CHAMPIONSHIP, "A 20"), **TABLE),
        score(*played(CHAMPIONSHIP, "A 20", "next"), **TABLE),
        None,
        score(*played(CHAMPIONSHIP, "A 20", "next"), upcoming=upcoming("Cleo", "Dan"), **TABLE),
        score(*played(CHAMPIONSHIP, "A 20", "next", "next"), True, upcoming=upcoming("Cleo", "Dan"), **TABLE),
        score(None, None, True, upcoming=upcoming("Cleo", "Dan"), **TABLE),
    ) == [
        "Table 3: no match",
        "Table 3: Ann : Bob, 0 : 0, (20 : 0), round 1 of 2",
        "Table 3: Ann : Bob, 2 : 0, round 2 of 2",
        "Table 3: Ann : Bob, 2 : 0, round 2 of 2, next: Cleo : Dan",
        "Table 3: Ann : Bob, 3 : 1, Ann wins, next: Cleo : Dan",
        "Table 3: next: Cleo : Dan",
    ]


def test_a_board_that_goes_and_comes_back() -> None:
    assert Story().after(score(**TABLE), lost(**TABLE), unplugged(**TABLE), connected(**TABLE)) == [
        "Table 3: Ann : B, 45 : 20, 55 to go",
        "Table 3: It went away. Plug it in.",
        "Table 3: unplugged",
        "Table 3: Ann : B, 45 : 20, 55 to go",
    ]


def test_a_port_where_something_is_wrong() -> None:
    nobody: dict[str, Any] = {"port": "ttyACM9", "board": None}
    assert Story().after(lost(**nobody), lost(**nobody), event("unplugged", behind=0, silent_s=None, **nobody)) == [
        "ttyACM9: It went away. Plug it in.",
        "ttyACM9: gone",
    ]


def test_a_table_of_another_laptop() -> None:
    other: dict[str, Any] = {**TABLE, "hub": "desk-2"}
    match = played(CHAMPIONSHIP, "A 20")[1]
    assert Story().after(score(None, match, **other), unplugged(**other)) == [
        "Table 3 on desk-2: Ann : Bob, 0 : 0, (20 : 0), round 1 of 2",
        "Table 3 on desk-2: no longer there",
    ]


def test_a_database_that_goes_away_and_comes_back() -> None:
    story = Story()
    assert story.after(database(0, reachable=True)) == []
    assert story.after(database(0), score(behind=1, **TABLE), database(1), database(2)) == [
        "database: Nothing can be stored. The database does not answer. Start it again.",
        "Table 3: Ann : B, 45 : 20, 55 to go",
    ]
    assert story.after(database(2, cause="The database refuses the password.")) == [
        "database: Not stored: 2 records wait on the boards. The database refuses the password. Start it again."
    ]
    assert story.after(database(2, reachable=True)) == ["database: it can be reached again"]


def test_what_is_not_stored_is_said_when_time_has_passed() -> None:
    story = Story()
    assert story.after(score(behind=1, **TABLE), None) == ["Table 3: Ann : B, 45 : 20, 55 to go"]
    story.now += 3
    assert story.after(None, None) == ["Table 3: Ann : B, 45 : 20, 55 to go, not stored: 1"]
    assert story.after(score({**LIVE, "raw": [20, 0]}, behind=2, **TABLE)) == [
        "Table 3: Ann : B, 45 : 20, (20 : 0), 55 to go, not stored: 2"
    ]
    assert story.after(score({**LIVE, "raw": [20, 0]}, **TABLE)) == ["Table 3: Ann : B, 45 : 20, (20 : 0), 55 to go"]


def test_what_hinders_a_call() -> None:
    assert Story().after(call(**TABLE), call("failed", "event 3 is damaged.", board=None)) == [
        "Table 3: The table plays another match.",
        "Club evening: Event 3 is damaged.",
    ]


def test_what_became_of_an_order() -> None:
    assert Story().after(order(said="It has two sides.", **TABLE), order("done", **TABLE)) == [
        "Table 3: The assignment was refused. It has two sides.",
        "Table 3: The assignment has reached the board.",
    ]
