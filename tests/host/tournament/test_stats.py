"""`tallyboard tournament stats`: figures of entrants and tables, from matches that boards recorded."""

import csv
import io
from collections.abc import Callable

import pytest

from tests.harness.command_line import Run
from tests.harness.paper import Paper
from tests.host.tournament.club import CROKINOLE, ROUNDS, Club
from tests.host.tournament.club import club as club  # a fixture
from tests.host.tournament.conftest import Day

UNKNOWN = dict.fromkeys(
    ("rounds", "twenties_a_round", "zones", "first", "first_won", "first_share", "busts", "minutes")
)


def test_rounds_zones_twenties_and_who_was_first(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "call 1:1-4 1")
    day.play(CROKINOLE, 8, *ROUNDS)
    ann, bob, dee = (day.entrants()[name] for name in ("Ann", "Bob", "Dee"))
    assert ann == {
        "entrant": 1,
        "games": 1,
        "score": [4, 0],
        "twenties": 2,
        "rounds": 2,
        "twenties_a_round": 1.0,
        "zones": {"20": 2, "15": 1},
        "first": 1,
        "first_won": 1,
        "first_share": 1.0,
        "busts": None,
        "minutes": 6.0,
    }
    assert dee["score"] == [0, 4]
    assert (dee["twenties"], dee["twenties_a_round"], dee["zones"]) == (0, 0.0, {"15": 1, "5": 1})
    assert (dee["first"], dee["first_won"], dee["first_share"]) == (1, 0, 0.0)
    assert bob == {"entrant": 2, "games": 0, "score": None, "twenties": None, **UNKNOWN}
    one, two = day.tables()["1"], day.tables()["2"]
    assert (one["games"], one["rounds"], one["twenties"], one["zones"]) == (1, 2, 2, {"20": 2, "15": 2, "5": 1})
    assert (one["first"], one["first_won"], one["first_share"], one["minutes"]) == (2, 1, 0.5, 6.0)
    assert two == {"games": 0, "twenties": None, **UNKNOWN}


def test_a_result_by_hand_adds_score_and_twenties_and_nothing_else(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "call 1:1-4 2", "result Ann 3 Dee 1 --twenties 7 2", "result Bob 4 Cid 0")
    found = day.entrants()
    assert found["Ann"] == {"entrant": 1, "games": 1, "score": [3, 1], "twenties": 7, **UNKNOWN}
    assert day.tables()["2"] == {"games": 1, "twenties": 9, **UNKNOWN}, "1:2-3 was played at no table that is known"
    assert day.tables()["1"]["games"] == 0


def test_a_hand_beside_a_board_gives_the_score_and_the_board_the_rounds(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "call 1:1-4 1")
    day.play(CROKINOLE, 8, *ROUNDS)
    day.day.lines("result 1:1-4 Ann 1 Dee 3 --twenties 5 6")
    ann = day.entrants()["Ann"]
    assert (ann["score"], ann["twenties"]) == ([1, 3], 5)
    assert (ann["twenties_a_round"], ann["zones"]) == (2.5, {"20": 2, "15": 1})  # of the twenties that count
    one = day.tables()["1"]
    assert (one["twenties"], one["rounds"], one["twenties_a_round"]) == (11, 2, 5.5)


def test_a_match_that_was_attached_counts_for_those_who_were_its_sides(club: Callable[..., Club]) -> None:
    day = club()
    match = day.play(CROKINOLE, None, *ROUNDS, table="Terrace")
    assert day.entrants()["Dee"]["games"] == 0
    day.day.lines(f"result Dee Ann --match {match}")
    assert day.entrants()["Dee"]["zones"] == {"20": 2, "15": 1}
    assert day.entrants()["Ann"]["zones"] == {"15": 1, "5": 1}
    assert list(day.tables()) == ["1", "2", "Terrace"]
    assert day.tables()["Terrace"]["rounds"] == 2


def test_only_what_the_named_entrants_played(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "call 1:1-4 1", "call 1:2-3 2")
    day.play(CROKINOLE, 8, *ROUNDS)
    day.play(CROKINOLE, 9, *ROUNDS, table="2")
    assert list(day.entrants("Cid")) == ["Cid"]
    assert {name: one["games"] for name, one in day.tables("Cid").items()} == {"1": 0, "2": 1}
    assert {name: one["games"] for name, one in day.tables("Cid", "Ann").items()} == {"1": 1, "2": 1}


def test_what_does_not_stand_counts_nowhere(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "call 1:1-4 1")
    day.play(CROKINOLE, 8, *ROUNDS)
    day.day.lines("forfeit 1:1-4 Dee")
    assert day.entrants()["Ann"]["games"] == 0
    day.day.lines("undo")
    assert day.entrants()["Ann"]["games"] == 1
    day.day.lines("withdraw Dee")
    assert day.entrants()["Ann"]["games"] == 0, "Dee had played less than half of the matches: they are void"
    day.day.lines("undo", "clear 1:1-4")
    assert day.entrants()["Ann"]["rounds"] is None


def test_a_misfit_and_a_surplus_game_do_not_count(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "add Cid", "add Dee", f"phase single game {CROKINOLE}", "draw")
    club = Club(day.lines("open 1-2", "call 1:W1.1 1", "result 1:W1.2 Bob 3 Cid 1"))
    club.play(CROKINOLE, 8, *ROUNDS)
    assert club.entrants()["Ann"]["rounds"] == 2
    day.lines("call 1:W2.1 2")
    club.play(CROKINOLE, 11, *ROUNDS, table="2")
    assert club.entrants()["Ann"]["rounds"] == 4
    day.lines("result 1:W1.1 Ann 1 Dee 3")
    found = club.entrants()
    assert {name: (one["games"], one["rounds"]) for name, one in found.items()} == {
        "Ann": (1, 2),
        "Bob": (1, None),
        "Cid": (1, None),
        "Dee": (1, 2),
    }


def test_a_shootout_that_decides_a_level_match_is_no_round(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", f"phase single game {CROKINOLE}", "draw", "open 1", "call")
    club = Club(day)
    club.play(CROKINOLE, 6, "A 20", "next", "B 20", "next")
    paper = Paper().boot().assign("twenties-shootout", club.key(6, 2))
    club.add("b9", paper.start_assigned("twenties-shootout", club.key(6, 2)).press("A 20", "A 20", "next"))
    assert day.told("export")["champion"] == 1
    ann = club.entrants()["Ann"]
    assert (ann["games"], ann["rounds"], ann["twenties"], ann["zones"]) == (1, 2, 1, {"20": 1})


def test_southwest_counts_no_shootout_and_no_twenties_of_a_forfeit(club: Callable[..., Club]) -> None:
    southwest = "pichenotte-southwest games=2"
    agreed = ("next", "A agree", "B agree")
    day = club(southwest, "call 1:1-4 1")
    level = ("A 20", "A forfeit", "B 20", *agreed, "A 20", *agreed)
    day.play(southwest, 8, *level, "A 20", "A 20", "B 20", *agreed)
    ann = day.entrants()["Ann"]
    assert (ann["rounds"], ann["first"], ann["zones"]) == (2, 1, {"20": 2, "forfeit": 1})
    assert (ann["twenties"], ann["twenties_a_round"]) == (1, 0.5)


def test_a_match_that_goes_on_after_its_result_tells_nothing_until_it_has_another(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "call 1:1-4 1")
    key = day.key(8)
    paper = Paper().boot().assign(CROKINOLE, key).start_assigned(CROKINOLE, key).press(*ROUNDS)
    day.add("b1", paper)
    assert day.entrants()["Ann"]["rounds"] == 2
    day.add("b1", paper.press("undo"))
    assert (day.entrants()["Ann"]["score"], day.entrants()["Ann"]["rounds"]) == ([4, 0], None)
    day.add("b1", paper.press("A 20", "next"))
    assert day.entrants()["Ann"]["zones"] == {"20": 3, "15": 1}


def test_a_table_is_one_in_whatever_spelling(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "open Attic")
    match = day.play(CROKINOLE, None, *ROUNDS, table="ATTIC")
    day.day.lines(f"result Ann Dee --match {match}")
    assert {name: one["games"] for name, one in day.tables().items()} == {"1": 0, "2": 0, "Attic": 1}


def test_busts_of_washers(club: Callable[..., Club]) -> None:
    washers = "washers-ritzenthaler target=3"
    day = club(washers, "call 1:1-4 1")
    # A's bust with 2 is taken back, the one with 3 stands; then B has 3 and no dead washer.
    day.play(washers, 8, "A 2", "A 2", "undo", "A 3", "next", "B 3", "B board", "B board", "next")
    found = day.entrants()
    assert (found["Ann"]["busts"], found["Dee"]["busts"]) == (1, 0)
    assert found["Ann"]["twenties"] is None and found["Ann"]["twenties_a_round"] is None
    assert found["Ann"]["zones"] == {"3": 1, "2": 1, "dead": 4}
    assert day.tables()["1"]["busts"] == 1
    assert day.entrants()["Bob"]["busts"] is None


def test_a_corrected_match_has_the_rounds_of_its_sheet(club: Callable[..., Club], run: Run) -> None:
    washers = "washers-ritzenthaler target=3"
    day = club(washers, "call 1:1-4 1")
    match = day.play(washers, 8, "B 3", "B board", "B board", "next")

    def correct(*words: object, stdin: bytes = b"") -> None:
        ran = run("correct", match, *words, "--reason", "misread", "--db", day.day.db, stdin=stdin)
        assert ran.code == 0, ran

    sheet = f"game {washers}\nB 3\nB 1\nundo\nB 1\nB board\nnext\nA 3\nA board\nA board\nnext\n"
    correct("-", stdin=sheet.encode())
    found = day.entrants()
    assert (found["Dee"]["busts"], found["Dee"]["rounds"]) == (1, 2)
    assert found["Ann"]["zones"] == {"3": 1, "board": 2, "dead": 3}
    assert found["Ann"]["minutes"] == 3.0, "it took as long as it took"
    correct("--result", "A 3 B 2")
    assert {key: day.entrants()["Ann"][key] for key in UNKNOWN} == {**UNKNOWN, "minutes": 3.0}
    correct("--aside")
    assert {key: day.entrants()["Ann"][key] for key in UNKNOWN} == UNKNOWN


def test_minutes_over_a_power_on_need_the_time_of_day(club: Callable[..., Club]) -> None:
    def played(key: str, *zeros: int) -> Paper:
        """A match with a power-on in it; the board is told when it was switched on as often as there is a time."""
        paper = Paper().boot().assign(CROKINOLE, key).start_assigned(CROKINOLE, key).press(*ROUNDS[:4], ms=60_000)
        for zero in zeros[:1]:
            paper.time(zero)
        paper.boot().press(*ROUNDS[4:], ms=60_000)
        for zero in zeros[1:]:
            paper.time(zero)
        return paper

    day = club(CROKINOLE, "call 1:1-4 1", "call 1:2-3 2")
    day.add("b1", played(day.key(8)), "1")
    day.add("b2", played(day.key(9), 28_000_000, 28_000_600), "2")
    found = day.entrants()
    assert (found["Ann"]["rounds"], found["Ann"]["minutes"]) == (2, None)
    assert found["Cid"]["minutes"] == 12.0
    assert (day.tables()["1"]["minutes"], day.tables()["2"]["minutes"]) == (None, 12.0)


def test_pairs_are_entrants(begun: Callable[..., Day]) -> None:
    day = begun("doubles")
    for pair in ("Ann & Bob", "Cid & Dee"):
        day.said("add", pair)
    club = Club(day.lines(f"phase round-robin game {CROKINOLE} format=doubles", "draw", "open 1", "call"))
    club.play(f"{CROKINOLE} format=doubles", 6, *ROUNDS)
    assert {name: one["rounds"] for name, one in club.entrants().items()} == {"Ann & Bob": 2, "Cid & Dee": 2}


def test_the_tables_for_people(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "call 1:1-4 1")
    assert day.day.said("stats").startswith("No result counts yet.")
    day.play(CROKINOLE, 8, *ROUNDS)
    day.day.lines("result Bob 3 Cid 1")
    lines = [line.split("  ") for line in day.day.said("stats").splitlines()]
    assert [[cell.strip() for cell in line if cell] for line in lines] == [
        ["Entrant", "Score", "Games", "Twenties", "Rounds", "20s a round", "Won as first", "Minutes", "Zones"],
        ["Ann", "4 : 0", "1", "2", "2", "1.00", "1 of 1, 100%", "6.0", "20:2 15:1"],
        ["Bob", "3 : 1", "1", "0", "-", "-", "-", "-", "-"],
        ["Cid", "1 : 3", "1", "0", "-", "-", "-", "-", "-"],
        ["Dee", "0 : 4", "1", "0", "2", "0.00", "0 of 1, 0%", "6.0", "15:1 5:1"],
        [],
        ["Table", "Games", "Twenties", "Rounds", "20s a round", "Won as first", "Minutes", "Zones"],
        ["1", "1", "2", "2", "1.00", "1 of 2, 50%", "6.0", "20:2 15:2 5:1"],
    ]


def test_csv_has_a_row_an_entrant_and_a_row_a_table(club: Callable[..., Club]) -> None:
    day = club(CROKINOLE, "rename 4 =Dee", "call 1:1-4 1")
    day.play(CROKINOLE, 9, *ROUNDS)
    day.day.lines("result Bob 3 Cid 1")
    out = day.day.db.parent / "stats.csv"
    assert day.day.said("stats", "--csv", "--out", out).startswith(str(out))
    text = day.day("stats", "--csv").out
    assert out.read_bytes().decode("utf-8-sig") == text
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert [(row["of"], row["entrant"], row["name"], row["table"]) for row in rows] == [
        ("entrant", "1", "Ann", ""),
        ("entrant", "2", "Bob", ""),
        ("entrant", "3", "Cid", ""),
        ("entrant", "4", "'=Dee", ""),
        ("table", "", "", "1"),
        ("table", "", "", "2"),
    ]
    ann, bob, table = rows[0], rows[1], rows[4]
    assert (ann["for"], ann["against"], ann["zone_20"], ann["zone_15"], ann["zone_5"]) == ("4", "0", "2", "1", "0")
    assert (bob["for"], bob["rounds"], bob["zone_20"], bob["minutes"]) == ("3", "", "", "")
    assert (table["for"], table["first_share"], table["minutes"]) == ("", "0.5", "6.0")


@pytest.mark.parametrize("words", ["--csv --json", "--out x.csv", "Zoe"])
def test_what_cannot_be(day: Day, words: str) -> None:
    assert day.refused(f"stats {words}")
