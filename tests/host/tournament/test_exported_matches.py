"""`tallyboard export` says of each match which game of a tournament it is."""

import csv
import io
import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import text

from tallyboard.export import Rows, spreadsheet
from tallyboard.store import open_store
from tallyboard.store.tournaments.board_results import finished
from tests.harness.command_line import Run
from tests.host.tournament.club import CROKINOLE, ROUNDS, Club
from tests.host.tournament.club import club as club  # a fixture
from tests.host.tournament.conftest import Day

Exported = Callable[..., dict[str, Any]]


@pytest.fixture
def exported(run: Run) -> Exported:
    """What `export --format json` says of each match's tournament, by the id of the match."""

    def of(day: Day) -> dict[str, Any]:
        ran = run("export", "--format", "json", "--db", day.db)
        assert (ran.code, ran.err) == (0, "")
        return {match["match"]: match["tournament"] for match in json.loads(ran.out)["matches"]}

    return of


def test_a_match_that_was_called_is_known_by_its_key(club: Callable[..., Club], exported: Exported) -> None:
    day = club(CROKINOLE, "call 1:1-4 2")
    match = day.play(CROKINOLE, 8, *ROUNDS[:3], table="Terrace")
    (found,) = exported(day.day).values()
    listed = day.day.told("list")
    assert found == {
        "tournament": listed["tournament"],
        "name": "Club day",
        "phase": 1,
        "match": "1:1-4",
        "game": 1,
        "round": 1,
        "group": None,
        "table": "2",
    }
    assert list(exported(day.day)) == [match], "it is not finished yet, and no result"


def test_a_match_that_was_attached_is_known_by_its_result(club: Callable[..., Club], exported: Exported) -> None:
    day = club()
    match, other = (day.play(CROKINOLE, None, *ROUNDS, table="Terrace") for _ in range(2))
    day.day.lines(f"result 1:1-4 Dee Ann --match {match}")
    found = exported(day.day)
    assert found[other] is None
    assert (found[match]["match"], found[match]["table"]) == ("1:1-4", "Terrace")
    day.day.lines(f"result 1:2-3 Bob Cid --match {match}")
    assert exported(day.day)[match]["match"] == "1:2-3", "the last word counts"


def test_groups_rounds_and_games(begun: Callable[..., Day], exported: Exported) -> None:
    day = begun().lines("add Ann", "add Bob", "add Cid", "add Dee", f"phase round-robin groups=2 game {CROKINOLE}")
    club = Club(day.lines("draw", f"phase single best=3 game {CROKINOLE}", "draw 2", "open 1", "call 1:1-4 1"))
    match = club.play(CROKINOLE, 10, *ROUNDS)
    assert (exported(day)[match]["phase"], exported(day)[match]["group"]) == (1, "A")
    day.lines("call 2:W1.1 1")
    club.play(CROKINOLE, 12, *ROUNDS)
    match = club.play(CROKINOLE, 12, *ROUNDS, game_number=2)
    found = exported(day)[match]
    assert (found["phase"], found["match"], found["game"], found["round"]) == (2, "2:W1.1", 2, 1)


def test_a_match_that_is_gone_by_a_redraw_keeps_its_name(club: Callable[..., Club], exported: Exported) -> None:
    day = club(CROKINOLE, "call 1:1-4 1")
    match = day.play(CROKINOLE, 8, *ROUNDS[:3])
    day.day.lines("free 1", "absent Dee", "redraw")
    found = exported(day.day)[match]
    assert (found["match"], found["phase"], found["round"], found["group"]) == ("1:1-4", 1, None, None)


@pytest.mark.parametrize("rows", list(Rows))
def test_every_row_of_csv_ends_with_it(club: Callable[..., Club], run: Run, rows: Rows) -> None:
    day = club(CROKINOLE, "call 1:1-4 2")
    day.play(CROKINOLE, 8, *ROUNDS)
    day.play(CROKINOLE, None, *ROUNDS)
    ran = run("export", "--format", "csv", "--rows", rows, "--db", day.day.db)
    head, *found = csv.reader(io.StringIO(ran.out, newline=""))
    width = len(spreadsheet.OF_TOURNAMENT)
    assert head[-width:] == list(spreadsheet.OF_TOURNAMENT)
    assert {tuple(row[-width:]) for row in found} == {
        ("Club day", "1", "1", "", "2", "1:1-4", "1"),
        ("", "", "", "", "", "", ""),
    }


def test_cmn_says_it_in_the_event_of_the_match(club: Callable[..., Club], run: Run) -> None:
    day = club(CROKINOLE, "call 1:1-4 2")
    match = day.play(CROKINOLE, 8, *ROUNDS)
    day.play(CROKINOLE, None, *ROUNDS)

    def document(*words: str) -> Any:
        ran = run("export", "--format", "cmn", "--date", "2026-11-21", *words, "--db", day.day.db)
        return json.loads(ran.out)

    event = {
        "name": "Club day",
        "type": "tournament",
        "round": 1,
        "phase": 1,
        "table": "2",
        "match": "1:1-4",
        "game": 1,
    }
    batch = document()
    assert batch["event"] == {}
    assert [one.get("event") for one in batch["matches"]] == [event, None]
    assert document(match)["event"] == event
    assert document(match, "--event", "Attic cup")["event"] == {**event, "name": "Attic cup"}


def test_cmn_counts_what_the_desk_entered_as_a_score(club: Callable[..., Club], run: Run) -> None:
    day = club(CROKINOLE, "call 1:1-4 2")
    match = day.play(CROKINOLE, 8, *ROUNDS)
    day.day.lines("result 1:2-3 2 5 3 3", f"result 1:1-4 Dee Ann --match {match}", "forfeit 1:1-2 1")
    arguments = ("export", "--format", "cmn", "--date", "2026-11-21", "--db", day.day.db)
    told = "1 match left out: entered at the desk as a score, and CMN tells each round.\n"
    assert (run(*arguments).err, run(*arguments, match).err) == (told, "")


def test_a_damaged_tournament_keeps_no_match_back(club: Callable[..., Club], run: Run) -> None:
    day = club(CROKINOLE, "call 1:1-4 2")
    day.play(CROKINOLE, 8, *ROUNDS)
    with closing(open_store(str(day.day.db))) as store, store.writing() as writing:
        writing.connection.execute(text("UPDATE tournament_events SET line = 'add Zoe' WHERE number = 1"))
    ran = run("export", "--format", "json", "--db", day.day.db)
    assert (ran.code, ran.err) == (0, "The tournament Club day is damaged: its matches are here without it.\n")
    assert [match["tournament"] for match in json.loads(ran.out)["matches"]] == [None]


def test_a_board_whose_id_is_damaged_keeps_no_result_back(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "call 1:1-4 2")
    day.play(CROKINOLE, 8, *ROUNDS, table="2")
    with closing(open_store(str(day.day.db))) as store, store.writing() as writing:
        before = finished(writing)
        writing.run("INSERT INTO boards (id, table_name, firmware, heard) VALUES (x'00', '', '', '2026-01-01')")
        assert finished(writing) == before != []
