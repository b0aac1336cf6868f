"""A tournament at the command line: each command says what it changed and what is next."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tallyboard.desk import compute_script
from tallyboard.store import Heard, open_store, tournaments
from tallyboard.store.corrections import correct
from tallyboard.system.laptop import user_and_laptop
from tallyboard.text.tournament.names import STATES
from tests.harness.command_line import Run
from tests.harness.fake_hub import Board, FakeHub
from tests.harness.paper import Paper
from tests.harness.sizes import PRINTS
from tests.harness.stores import started
from tests.host.tournament.conftest import Day

NEXT_CALL = "Next: `tallyboard tournament call` calls "


def test_without_a_tournament_the_next_step_is_to_begin_one(run: Run, tmp_path: Path) -> None:
    nothing = (2, "", "There is no tournament yet.\n`tallyboard tournament new` begins one.\n")
    for line in ("standings", "add Ann", "log", "draw 1", "list --db x", "flags"):
        ran = run("tournament", *line.split())
        assert ran == nothing or line.startswith("list"), line
    assert run("tournament", "list").out.startswith("There is no tournament yet.")
    missing = tmp_path / "missing.db"
    assert run("tournament", "add", "Ann", "--db", missing).err.startswith(f"There is no database {missing}.")
    assert not missing.exists()


def test_the_tournament_in_use_is_the_newest_or_the_one_that_was_chosen(begun: Callable[..., Day]) -> None:
    day = begun()
    day.said("new", "Other", "doubles")
    changed = day.told("add Ann and Bob")
    assert (changed["name"], changed["events"][0]["line"]) == ("Other", "add Ann & Bob")
    said = day.said("add", "Cid", "--tournament", "club day")
    assert said.startswith("Cid (1) is entered.\n") and said.endswith("\nTournament: Club day.\n")
    assert day.said("use", "CLUB DAY") == "Club day is in use, on every laptop of the database.\n"
    assert day.said("entrant") == "Number  Entrant  Status\n     1  Cid      in\n"
    listed = [json.loads(line) for line in day.said("list --json").splitlines()]
    assert [(one["name"], one["in_use"]) for one in listed] == [("Other", False), ("Club day", True)]
    assert listed[1]["begins"] == "tournament singles seed=6"
    assert [line.split()[0] for line in day.said("list").splitlines()] == ["Tournament", "Other", "Club"]
    assert day("use", "nobody").code == 2
    assert day("new", "Club day").err.startswith("There is a tournament Club day already.")


@pytest.mark.parametrize("words", [("--seed", "x"), ("--seed", "9999999999"), ("--time-zone", "Nowhere")])
def test_a_tournament_with_a_wrong_seed_or_zone_is_refused(run: Run, words: tuple[str, ...], tmp_path: Path) -> None:
    assert run("tournament", "new", "A", *words, "--db", tmp_path / "a.db").code == 2


def test_a_seed_that_is_not_given_is_drawn_and_told(run: Run, tmp_path: Path) -> None:
    lots = set()
    for name in "AB":
        begins = json.loads(run("tournament", "new", name, "--json", "--db", tmp_path / "a.db").out)["begins"]
        lots.add(begins.partition("seed=")[2])
    assert len(lots) == 2


# --- Entrants ---


def test_entrants_come_are_renamed_and_go(begun: Callable[..., Day]) -> None:
    day = begun()
    assert day.said("add Ann Smith").startswith("Ann Smith (1) is entered.\nNext: ")
    day.lines("add Bob", "add Cid")
    assert day.said("rename", "ann", "Anna Smith").startswith("Ann Smith is now Anna Smith (1).\n")
    assert day.said("absent anna bob").startswith("Anna Smith (1) and Bob (2) are absent.\n")
    assert day.said("in all").startswith("Everybody who is not out is in.\n")
    assert day.said("withdraw Anna Smith").startswith("Anna Smith (1) is withdrawn; ")
    assert day.said("in 1").startswith("Anna Smith (1) is in.\n")
    assert day.said("disqualify bob").startswith("Bob (2) is disqualified; ")
    assert day.said("contest Anna Smith 9").startswith("Anna Smith (1): 9 twenties in the contest.\n")
    assert day.told("contest")["contest"] == [{"place": 1, "entrant": 1, "twenties": 9}]
    assert [line.split() for line in day.said("contest").splitlines()][1:] == [["1", "Anna", "Smith", "9"]]
    assert day.said("seeds contest").startswith("Seeded in the order of the contest.\n")
    assert day.said("seeds Cid Anna Smith").startswith("Seeded: Cid, Anna Smith.\n")
    assert day.said("seeds").startswith("Nobody is seeded.\n")
    assert [one["status"] for one in day.told("entrant")["entrants"]] == ["in", "disqualified", "in"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["add", "ann smith"], "ann smith is there already."),
        (["add", "Ann #2"], "Ann #2 has the sign #."),
        (["add", "ALL"], "ALL is no name: it means everybody."),
        (["add", " 7 "], "7 is no name: entrants are known by numbers too."),
        (["rename", "Bob", "all"], "all is no name: it means everybody."),
        (["rename", "Bob", "12"], "12 is no name: entrants are known by numbers too."),
        (["add", "Ann & Eve"], "An entrant here is one player's name"),
        (["withdraw", "Zed"], "There is no entrant Zed."),
        (["contest", "Ann"], "The twenties are missing."),
        (["contest", "Ann", "x"], "`x` is no number"),
        (["seeds", "Bob", "Bob"], ""),
        (["import", "nowhere.csv"], "nowhere.csv cannot be read: No such file or directory."),
        (["note", "#1"], "The note has the sign #."),
        (["shootout", "Ann"], "The twenties of Ann are missing."),
        (["draw"], "There is no phase for this now."),
        (["draw", "7"], "There is no phase 7"),
        (["phase", "1", "single", "game", "washers-ritzenthaler"], "Phase 1 "),
        (["open", "9-1"], "9-1 is no range of tables: its end is before its beginning."),
        (["open", "0-3"], "0-3 is no range of tables: it begins at 0."),
        (["open", "1-501"], "1-501 is no range of tables: it would be 501, and 500 are the most."),
        (["open", "3", "1-99999999"], "1-99999999 is no range of tables: "),
        (["open", "1-" + 5000 * "9"], "1-9"),
        (["open", "a-c"], "a-c is no range of tables."),
        (["open", " "], "The table ' ' is no word."),
        (["close", "9"], "There is no table 9"),
        (["call", "Ann", "1"], "A call is for one match."),
        (["call", "Ann", "Bob", "9"], "There is no table 9"),
        (["result", "Ann", "21"], "A result is of two entrants."),
        (["result", "Ann", "21", "Zed", "3"], "There is no entrant Zed."),
        (["result", "1:1-9", "Ann", "21", "Bob", "3"], "`1:1-9` is no match of this tournament."),
        (["result", "1:1-2", "Ann", "21", "Cid", "3"], "1:1-2 is between Ann Smith and Bob"),
        (["result", "1:1-2", "Ann", "21", "Bob", "3", "won", "Bob"], "`won` says who won a game with equal scores"),
        (["forfeit", "Ann"], "Ann Smith has several matches to play: "),
        (["forfeit", "Ann", "Bob", "Cid"], "A forfeit is of one entrant"),
        (["clear", "Ann", "Bob"], "Which match is to be cleared is not clear."),
        (["end", "2"], "There is no phase 2"),
        (["free", "1"], "No match is called to table 1."),
    ],
)
def test_what_is_refused_is_told_and_changes_nothing(day: Day, words: list[str], said: str) -> None:
    refused = day.refused(*words)
    assert refused.startswith(said)
    assert len(refused.splitlines()) == 2


def test_a_sheet_is_entered_whole_or_not_at_all(begun: Callable[..., Day], tmp_path: Path) -> None:
    day = begun("doubles")
    sheet = tmp_path / "pairs.csv"
    sheet.write_text("Joueur;Partenaire;Club;Tête de série\nAnn;Bob;X;2\nCid;;Y;1\nDee;Eve;;\nann;Fay;;\n", "cp1252")
    refused = day.refused("import", sheet).splitlines()
    assert [line.partition(":")[0] for line in refused[:2]] == ["Row 3", "Row 5"]
    assert refused[2:] == [
        "2 rows of the sheet cannot be entered; nothing was entered.",
        "Correct the sheet, and import it again.",
    ]
    sheet.write_text("Joueur;Partenaire;Club;Tête de série;Âge\nAnn;Bob;X;2;\nCid;Zoë;Y;1;\nDee;Eve;;;9\n", "cp1252")
    assert day.said("import", sheet, "--reason", "the list of May").splitlines()[:4] == [
        "3 entrants are entered.",
        "2 of them are seeded.",
        "Their clubs stand in the log.",
        "Left out, for a tournament keeps no such thing: column Âge.",
    ]
    events = [json.loads(line) for line in day.said("log --json").splitlines()]
    assert [(event["line"], event["reason"]) for event in events] == [
        ("add Ann & Bob", "club X; the list of May"),
        ("add Cid & Zoë", "club Y; the list of May"),
        ("add Dee & Eve", "the list of May"),
        ("seeds 2 1", "the list of May"),
    ]
    day.said("import", "-", stdin=b"name,seed\nGus & Gil,1\n")
    assert day.said("log").splitlines()[-1].endswith("seeds Gus & Gil")


# --- Phases, calls, results ---


def test_a_phase_is_declared_and_drawn(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "add Cid", "add Dee")
    assert day.said("phase swiss rounds=2 game crokinole-championship").startswith(
        "Phase 1 is Swiss, crokinole-championship format=singles "
    )
    assert day.said("draw").startswith("Round 1 of phase 1 is drawn:\n  Ann : Cid\n  Bob : Dee\nNext: ")
    assert len(day.refused("draw").splitlines()) == 2
    day.lines("result Ann 8 Cid 0", "result Bob 6 Dee 2")
    assert day.said("redraw").startswith("Round 1 of phase 1 is drawn again.\n")
    assert "  Ann : Bob\n" in day.said("draw 1")
    assert day.said("end").startswith("Phase 1 has ended; 2 matches are not played.\n")
    day.said("phase single of=1 game crokinole-championship")
    assert day.said("draw").startswith("Phase 2 is drawn, single elimination: 4 entrants.\n")
    day.lines("phase 3 single of=1 take=1-2 game washers-ritzenthaler", "phase 4 single of=1 game washers-ritzenthaler")
    heads = [line for line in day.said("draw").splitlines() if " is drawn, " in line]
    assert [line.split(":")[1] for line in heads] == [" 2 entrants.", " 4 entrants."], "both are of phase 1"
    assert day.refused("redraw").startswith("This may be phase 2, 3, 4.\nGive its number.\n")
    day.lines("phase single game washers-ritzenthaler", "phase double game washers-ritzenthaler")
    assert day.refused("draw").startswith("This may be phase 5, 6.\n"), "each is of all who are in"


def test_calls(day: Day) -> None:
    assert NEXT_CALL in day.said("in all")
    called = day.said("call").splitlines()
    assert called[0].startswith("Table 1: ")
    assert called[2].startswith("Next: the results of tables 1 and 2; on paper ")
    assert day.said("call").startswith("Nothing can be called now.\n")
    assert day.said("free 1").startswith("Table 1 is free.\n")
    one = day.told("schedule")["next"][0]
    assert day.said("call", one["match"], "1").startswith("Table 1: ")
    assert day.said("call --auto on").startswith("The hub calls matches by itself from now on.\n")
    assert day.refused("call 1:1-2 1 --auto off").startswith("--auto is for all calls.")
    assert [json.loads(line)["auto"] for line in day.said("list --json").splitlines()] == [True]
    assert len(day.refused("close 1").splitlines()) == 2, "somebody is called there"
    day.said("free 1")
    assert day.said("close 1").startswith("Table 1 is closed.\n")


def test_a_call_by_the_names_of_the_two(day: Day) -> None:
    assert day.said("call bob Ann Smith 2").splitlines()[0].endswith("(1:1-2).")


def test_a_result_finds_its_match_and_a_correction_names_it(day: Day) -> None:
    assert day.said("result ann 21 Bob 15").splitlines()[0] == "1:1-2, Ann Smith : Bob 21 : 15: Ann Smith wins."
    assert day.refused("result ann 15 bob 21") == (
        "Ann Smith and Bob have no match to be played; 1:1-2 is decided (21 : 15).\n"
        "To correct it, name it: `tallyboard tournament result 1:1-2 ann 15 bob 21`.\n"
    )
    told = day.told("result", "1:1-2", "ann", "15", "bob", "21", "--by", "Referee", "--reason", "wrong way round")
    assert [(one["line"], one["who"], one["reason"]) for one in told["events"]] == [
        ("result 1:1-2 1 15 2 21", "Referee", "wrong way round")
    ]
    before = "Before stood 21 : 15; the last word counts."
    assert told["said"] == ["1:1-2, Ann Smith : Bob 15 : 21: Bob wins.", before]
    assert told["next"].startswith(NEXT_CALL)
    assert day.said("clear ann bob").startswith("What stood for 1:1-2 is taken away.\n")
    assert day.said("clear 1:1-2").startswith("Nothing stood for 1:1-2.\n")
    assert day.said("result 2 9 1 9 won 2").splitlines()[0] == "1:1-2, Ann Smith : Bob 9 : 9: Bob wins."
    corrected = day.said("result", "1:1-2", "2", "-3", "1", "9", "--twenties", "1", "2")
    assert corrected.splitlines()[0].endswith("9 : -3: Ann Smith wins.")
    both = day.said("forfeit Cid Dee").splitlines()
    assert both[0].endswith(": both forfeit.")
    assert both[1].startswith("Both have lost it.")
    assert day.said("forfeit 1:1-3 cid").splitlines()[0].endswith(": walkover for Ann Smith.")


def test_scores_that_the_game_cannot_award_are_doubted(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "phase 1 single game crokinole-championship rounds=4", "draw 1")
    doubt = "Look again: 4 rounds award 8 points, and these are 48."
    assert day.told("result Ann 44 Bob 4")["said"][1] == doubt
    assert day.told("result 1:W1.1 Ann 4 Bob 4")["said"] == [
        "1:W1.1, Ann : Bob 4 : 4: game 2 is next. It is a shootout of twenties.",
        "Before stood 44 : 4; the last word counts.",
    ]
    assert len(day.told("result Ann 7 Bob 5")["said"]) == 1
    below = "Look again: -2 points; in this game no score is below 0."
    assert day.told("result", "1:W1.1", "Ann", "-2", "Bob", "10")["said"][-2] == below
    twenties = "Look again: 99 twenties; a side can make at most 48 here."
    assert day.told("result 1:W1.1 Ann 6 Bob 2 twenties 99 0")["said"][-2] == twenties


def test_a_level_match_has_its_score_before_what_decided_it(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "phase 1 single game crokinole-championship rounds=4", "draw 1")
    day.lines("result Ann 4 Bob 4")
    assert day.told("result Ann 3 Bob 5")["said"][0] == "1:W1.1, Ann : Bob 4 : 4, 3 : 5: Bob wins."


def test_of_several_games_the_one_that_is_due_is_meant(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "phase single best=3 game washers-ritzenthaler", "draw")
    assert day.told("result Ann 21 Bob 3")["said"] == ["1:W1.1, Ann : Bob 21 : 3: game 2 is next."]
    assert day.told("result Bob 21 Ann 3")["events"][0]["line"] == "result 1:W1.1/2 2 21 1 3"
    assert day.said("result Bob 21 Ann 3").splitlines() == [
        "1:W1.1, Ann : Bob 1 : 2 (21 : 3, 3 : 21, 3 : 21): Bob wins.",
        "Next: Bob is champion. `tallyboard tournament print bracket` makes paper for the wall.",
        "Tournament: Club day.",
    ]
    assert day.said("bracket").splitlines()[-2:] == ["    1  Bob", "    2  Ann"]


def test_a_shootout_parts_who_are_level(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "phase round-robin chain=points,shootout game washers-ritzenthaler")
    day.lines("draw", "result Ann 9 Bob 9")
    flagged = day("flags")
    assert flagged.code == 1
    assert flagged.out == (
        "Ann and Bob share a place in phase 1. A shootout parts them: "
        '`tallyboard tournament shootout 1 "Ann" N "Bob" N`.\n'
    )
    assert day.told("why Ann Bob")["steps"][-1]["better"] is None
    assert day.said("shootout Bob 9 Ann 7").startswith("The shootout counts in phase 1.\nPlaces now: Bob 1, Ann 2.\n")
    assert day("flags") == (0, "Nothing is flagged.\n", "")
    assert day.said("why Ann Bob").splitlines() == [
        "Level by points: 1 each.",
        "Bob stands above by the shootout: 9 to 7.",
    ]


# --- Reports ---


def played(day: Day) -> Day:
    """Ann beats everybody, Bob Cid and Dee, Cid Dee; all against all."""
    for pair in ("1 21 2 9", "1 21 3 8", "1 21 4 7", "2 21 3 6", "2 21 4 5", "3 21 4 4"):
        day.said(f"result {pair}")
    return day


def test_the_reports_have_the_keys_that_the_desk_computes(day: Day) -> None:
    played(day).lines("phase single of=1 take=1-2 game washers-ritzenthaler", "draw", "call")
    computed = json.loads(day.said("export --json"))
    assert computed == compute_script(day.said("export --script"))
    assert day.told("standings") == {"phases": computed["phases"][:1]} == day.told("standings 1")
    assert day.told("bracket") == {"phases": computed["phases"][1:]} == day.told("bracket 2")
    assert day.told("schedule") == {"next": computed["next"], "schedule": computed["schedule"]}
    assert day.told("flags") == {"flags": computed["flags"], "doubts": []}
    assert day.told("standings 2") == {"phases": computed["phases"][1:]}
    assert day.refused("standings 3").startswith("There is no phase with the number 3.")
    assert day.refused("bracket 1").startswith("There is no knock-out with the number 1.")


def test_standings_of_a_knock_out_are_its_places(day: Day) -> None:
    played(day).lines("phase single of=1 take=1-2 game washers-ritzenthaler", "draw")
    assert "It has places when it is finished." in day.said("standings 2")
    assert "single elimination" not in day.said("standings")
    day.lines("result 2:W1.1 1 21 2 3")
    places = day.said("standings 2")
    assert [line.split()[:2] for line in places.splitlines()[2:]] == [["Place", "Entrant"], ["1", "Ann"], ["2", "Bob"]]
    assert places in day.said("standings")


def test_standings_say_why(day: Day) -> None:
    lines = played(day).said("standings").splitlines()
    assert lines[0] == "Phase 1, round robin, finished"
    ends = [line.rpartition("  ")[2] for line in lines[3:6]]
    assert ends == ["more points: 6 to 4", "more points: 4 to 2", "more points: 2 to 0"]
    assert day.said("why dee ann") == "Ann Smith stands above by points: 6 to 0.\n"
    assert day.told("why dee ann")["steps"] == [
        {"by": "points", "values": [0, 6], "among": [1, 2, 3, 4], "better": 1, "matches": None}
    ]


def test_why_goes_through_the_chain_up_to_where_two_part(day: Day) -> None:
    results = ("1 21 4 11", "2 21 4 11", "3 21 4 11", "1 21 2 16", "2 21 3 1", "3 21 1 -20")
    day.lines(*(f"result {one}" for one in results))
    assert day.said("why Cid Bob").splitlines() == [
        "Level by points: 4 each.",
        "Level by points among Ann Smith, Bob and Cid: 2 each.",
        "Cid stands above by the difference of points made and given: 31 to 25.",
    ]
    day.lines("disqualify dee")
    assert day.said("why dee bob") == "Bob has a place, and the other, void or disqualified, has none.\n"
    assert day.refused("why Bob").startswith("Two entrants are compared.")
    assert day.refused("why Bob Cid --phase 2").startswith("Bob and Cid are in no league together of the number 2.")


def test_why_says_what_does_not_count(begun: Callable[..., Day]) -> None:
    day = begun().lines(*(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dee")))
    day.lines("phase swiss rounds=2 chain=points,head,shootout game washers-ritzenthaler", "draw")
    day.lines("result Ann 9 Cid 1", "result Bob 9 Dee 1")
    assert day.said("why Ann Bob").splitlines() == [
        "Level by points: 2 each.",
        "Their own matches do not count: Ann and Bob have not met.",
        "There was no shootout of Ann and Bob.",
        "So Ann and Bob share a place; a shootout can part them.",
    ]
    day.lines("phase round-robin game washers-ritzenthaler", "draw 2")
    assert day.said("why Ann Bob").splitlines()[-1].startswith("By lot ")


def test_all_about_an_entrant(day: Day) -> None:
    lines = played(day).said("entrant Ann Smith").splitlines()
    assert lines[0] == "Ann Smith (1), in"
    assert lines[2] == "Phase 1, round robin: seed 1, place 1 of 4, 6 points"
    assert len(lines) == 7
    told = day.told("entrant ann")
    assert (told["name"], len(told["matches"]), told["standings"][0]["row"]["place"]) == ("Ann Smith", 3, 1)


def test_twenties_that_a_correction_leaves_out_are_told(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann", "add Bob", "phase round-robin game crokinole-championship rounds=4", "draw")
    assert day.said("result Ann 5 Bob 3 --twenties 4 2").splitlines()[1] == "Twenties 4 : 2."
    refused = day.refused("result", "Bob", "5", "Ann", "3", "--twenties", "1", "0", "--won", "Bob")
    assert "`tallyboard tournament result 1:1-2 Bob 5 Ann 3 twenties 1 0 won Bob`" in refused
    assert day.said("result 1:1-2 Bob 5 Ann 3").splitlines()[1:3] == [
        "Before stood 5 : 3 with twenties 4 : 2; the last word counts.",
        "Now it has no twenties: if they were right, enter it with them, `twenties N N` behind the scores.",
    ]
    assert day.said("result 1:1-2 Bob 5 Ann 3 twenties 2 4").splitlines()[1:3] == [
        "Twenties 4 : 2.",
        "Before stood 3 : 5; the last word counts.",
    ]


def test_undo_takes_back_all_that_one_command_entered(begun: Callable[..., Day]) -> None:
    day = begun().lines("add Ann")
    day.said("import", "-", stdin=b"name,seed\nBob,1\nCid,2\nDee,\nEva,\nFay,\nGus,\n")
    day.lines("open 1-3", "phase round-robin game washers-ritzenthaler", "draw", "call")
    assert [one["match"] for one in day.told("tables")["tables"]].count(None) == 0
    by = f"; entered by {user_and_laptop()}."
    assert day.said("undo").splitlines()[0].startswith("Taken back: call 1:3-7 1, call 1:1-6 2 and call 1:4-5 3; ")
    assert [one["match"] for one in day.told("tables")["tables"]] == [None] * 3
    day.lines("undo", "undo", "undo")
    assert day.said("undo").splitlines()[0] == f"Taken back: add Bob, add Cid, add Dee, add Eva, add Fay and 2 more{by}"
    assert [one["name"] for one in day.told("entrant")["entrants"]] == ["Ann"]


def test_calls_that_were_made_by_themselves_are_passed_over_by_undo(day: Day) -> None:
    day.lines("call --auto on", "call 1:1-4 1", "note a slip")
    with closing(open_store(str(day.db))) as store:
        with store.reading() as sql:
            followed = tournaments.followed(sql)
        tournaments.append(store, followed, lambda _: ["call"], "auto")
    said = day.said("undo").splitlines()
    assert said[0] == f"Taken back: note a slip; entered by {user_and_laptop()}."
    assert said[1].startswith("Next: ")
    events = [json.loads(line) for line in day.said("log --json").splitlines()]
    assert [(one["line"], one["who"]) for one in events[-1:]] == [("call 1:2-3 2", "auto")]
    assert [one["match"] for one in day.told("tables")["tables"]] == ["1:1-4", "1:2-3"]
    said = day.said("undo").splitlines()
    assert said[0] == f"Taken back: call 1:1-4 1; entered by {user_and_laptop()}."
    day.lines("close 2 --free", "open 2")
    with closing(open_store(str(day.db))) as store:
        tournaments.append(store, followed, lambda _: ["call"], "auto")
    said = day.said("undo").splitlines()
    assert said[:2] == [
        f"Taken back: open 2; entered by {user_and_laptop()}.",
        "With it what was called by itself since: call 1:2-3 2.",
    ]


def test_log_and_schedule_have_one_clock(begun: Callable[..., Day]) -> None:
    day = begun()
    day.said("new", "Far away", "--time-zone", "Pacific/Kiritimati")
    day.lines("note now")
    at = datetime.fromisoformat(json.loads(day.said("log --json"))["at"])
    assert f"{at.astimezone(ZoneInfo('Pacific/Kiritimati')):%Y-%m-%d %H:%M}" in day.said("log")


def test_the_log_marks_what_was_taken_back(day: Day) -> None:
    day.lines("note the second board is new", "result ann 21 bob 9")
    by = f"; entered by {user_and_laptop()}.\n"
    assert day.said("undo").startswith("Taken back: result 1:1-2 Ann Smith 21 Bob 9" + by)
    assert day.said("undo").startswith("Taken back: note the second board is new" + by + "Next: ")
    told = [json.loads(line) for line in day.said("log --json").splitlines()]
    assert [one["stands"] for one in told[-5:]] == [True, False, False, False, False]
    lines = day.said("log").splitlines()
    assert "(result 1:1-2 Ann Smith 21 Bob 9) taken back" in lines[-3]
    assert len(lines) == 1 + len(told)


def test_places_for_a_spreadsheet(day: Day, tmp_path: Path) -> None:
    played(day).lines("phase single of=1 take=1-2 game washers-ritzenthaler", "draw 2", "result ann 21 bob 3")
    rows = day.said("export --csv").splitlines()
    assert rows[0] == "phase,format,group,place,entrant,name,played,won,level,lost,byes,points,for,against,twenties"
    assert rows[1].startswith("1,round-robin,,1,1,Ann Smith,3,3,0,0,0,6,63,24,0")
    assert rows[-1] == "2,single,,2,2,Bob,,,,,,,,,"
    day.said("export", "--csv", "--out", tmp_path / "places.csv")
    assert (tmp_path / "places.csv").read_bytes().startswith(b"\xef\xbb\xbfphase,")
    assert day.refused("export --csv --json").startswith("What is to be written is one of ")
    assert day.refused("export").startswith("What is to be written is one of ")


def test_before_anything_is_there_the_reports_say_so(begun: Callable[..., Day]) -> None:
    day = begun()
    assert day.said("standings").startswith("There is no league in this tournament yet.")
    assert day.said("bracket").startswith("There is no knock-out in this tournament yet.")
    assert day.said("contest").startswith("Nothing of a contest is noted yet.")
    assert day.said("schedule") == "No match is to be played now.\n"
    assert day.said("entrant").startswith("There are no entrants yet.")
    assert day.said("log") == "Nothing has been entered yet.\n"
    assert day.refused("undo").startswith("There is nothing to take back.")


def test_tables_say_what_is_on(day: Day) -> None:
    assert day.said("tables").splitlines()[1:3] == [
        "1                    free, on paper: no board with this name is at a laptop",
        "2                    free, on paper: no board with this name is at a laptop",
    ]
    day.lines("call 1:1-2 2", "close 1")
    shown = day.said("tables").splitlines()
    assert [line.split() for line in shown[1:3]] == [
        ["1", "closed"],
        ["2", "1:1-2", "Ann", "Smith", ":", "Bob", *STATES["paper"].split()],
    ]
    assert [one["state"] for one in day.told("tables")["tables"]] == ["free", "paper"]


def test_open_says_which_tables_were_opened(begun: Callable[..., Day]) -> None:
    day = begun()
    assert day.said("open 1-3 North-West").startswith("Tables 1, 2, 3 and North-West are open.\nNext: ")
    assert day.said("open 3,4 4").startswith("Table 4 is open.\nTable 3 was open already.\n5 are open in all.\n")
    assert day.said("open 1-2").startswith("Tables 1 and 2 were open already.\n5 are open in all.\n")
    assert day.said("open 10-30").startswith(
        "Tables 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21 and 9 more are open.\n26 are open in all.\n"
    )
    day.said("close 4")
    assert day.said("open 4").startswith("Table 4 is open.\n")


def test_a_table_has_the_boards_of_its_name(day: Day) -> None:
    with FakeHub(day.db, Board("b1", "1"), Board("b2", "2"), Board("b3", "2")):
        lines = day.said("tables").splitlines()
    assert [" ".join(line.split()) for line in lines[1:3]] == ["1 free", "2 free, but 2 boards have this name"]
    assert lines[4] == "`tallyboard tournament call` calls:"


def test_a_tournament_that_is_left_says_which_tables_it_still_has(day: Day) -> None:
    day.lines("call 1:1-2 2")
    said = day.said("new", "Second").splitlines()
    assert said[1].startswith(
        "1:1-2 of Club day is still called to table 2: `tallyboard tournament free 2 --tournament "
    )
    day.said(*said[1].split("`")[1].split()[2:])
    assert day.said("use", "Second") == "Second is in use, on every laptop of the database.\n"


def test_a_table_that_breaks_is_freed_and_closed_in_one_step(day: Day) -> None:
    day.lines("call 1:1-2 2")
    assert day.refused("close", "2")
    assert day.said("close", "2", "--free").startswith("Table 2 is closed.")
    assert [table["match"] for table in day.told("tables")["tables"]] == [None, None]
    assert day.said("close", "1", "--free").startswith("Table 1 is closed.")


def test_case_and_blanks_of_a_table_do_not_matter(day: Day) -> None:
    day.said("open", "Table 3")
    day.said("open", "table3", "TABLE 3")
    with FakeHub(day.db, Board("b1", "table 3")):
        assert " ".join(day.said("tables").splitlines()[3].split()) == "Table3 free"
    day.said("call", "1:1-2", "table 3")
    assert day.said("free", "Table 3").startswith("Table3 is free.")


@PRINTS
@pytest.mark.parametrize("kind", ["standings", "schedule", "calls", "scorecards"])
def test_paper(day: Day, tmp_path: Path, kind: str) -> None:
    day.said("call")
    said = day.said("print", kind, "--out", tmp_path / "paper.pdf", "--size", "letter", "--language", "fr")
    assert said.startswith(f"{tmp_path / 'paper.pdf'}: ")
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF-")
    assert day.refused("print", kind, "--out", tmp_path) == (
        f"{tmp_path} is not a file.\nGive the path of a file with --out, or - for standard output.\n"
    )


def test_paper_of_a_bracket_that_is_not_there(day: Day, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    assert day.refused("print", "bracket", "--out", paper).startswith("There is no knock-out in this tournament")
    assert not paper.exists()


@PRINTS
def test_paper_of_one_phase(day: Day, tmp_path: Path) -> None:
    knock_out = "game washers-ritzenthaler"
    day.lines(f"phase single {knock_out}", "draw 2", f"phase double {knock_out}", "draw 3")
    paper = tmp_path / "paper.pdf"

    def pages(*words: str) -> int:
        told: int = day.told("print", *words, "--out", paper)["pages"]
        return told

    assert pages("bracket") == pages("bracket", "2") + pages("bracket", "3") == pages("bracket", "3", "2")
    assert pages("standings", "1") == 1
    paper.unlink()
    for words, cause in (
        (("bracket", "2:W1.1"), "There is no knock-out 2:W1.1 for `print bracket`."),
        (("bracket", "1"), "There is no knock-out 1 for `print bracket`."),
        (("standings", "4"), "There is no phase 4 for `print standings`."),
        (("schedule", "1"), "schedule takes no word behind it: 1."),
        (("calls", "1:1-2"), "calls takes no word behind it: 1:1-2."),
    ):
        assert day.refused("print", *words, "--out", paper).startswith(cause)
    assert not paper.exists()


def piped(day: Day, out: str, *words: str) -> bytes:
    command = [sys.executable, "-m", "tallyboard", "tournament", *words, "--db", str(day.db), "--out", out]
    ran = subprocess.run(command, capture_output=True, check=True)
    assert ran.stderr == b""
    return ran.stdout


@PRINTS
@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
def test_what_is_printed_goes_into_a_pipe(day: Day, out: str) -> None:
    printed = piped(day, out, "print", "standings")
    assert (printed.startswith(b"%PDF-"), printed.endswith(b"%%EOF")) == (True, True)


@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
def test_what_is_written_goes_into_a_pipe(day: Day, out: str) -> None:
    assert piped(day, out, "export", "--csv").startswith(b"phase,")
    assert piped(day, out, "stats", "--csv").startswith(b"of,")
    assert day.refused("print", "standings", "--json", "--out", out).startswith("The PDF and JSON cannot both go")


def test_nothing_is_written_over_the_database(day: Day) -> None:
    for words in (("print", "standings"), ("export", "--script"), ("stats", "--csv")):
        assert day.refused(*words, "--out", day.db) == (
            f"{day.db} belongs to the database.\nGive another --out; nothing was changed.\n"
        )


@PRINTS
def test_names_that_no_font_here_has_are_told_beside_the_paper(day: Day, tmp_path: Path) -> None:
    day.said("add Ann\u0378")  # a letter that Unicode does not have yet
    ran = day("print", "standings", "--out", tmp_path / "paper.pdf")
    assert (ran.code, ran.out.startswith(f"{tmp_path / 'paper.pdf'}: ")) == (0, True)
    assert "no font here has all of the letters: Ann\u0378." in ran.err
    assert "fonts-noto-cjk" in ran.err


@PRINTS
def test_blank_scoresheets_need_no_tournament(run: Run, tmp_path: Path) -> None:
    ran = run("tournament", "print", "scoresheets", "--out", tmp_path / "blank.pdf", "--db", tmp_path / "none.db")
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "blank.pdf").read_bytes().startswith(b"%PDF-")


# --- Matches that boards recorded without a call ---


def recorded(day: Day, *presses: str, names: tuple[str | None, str | None] = ("Ann Smith", "Bob")) -> str:
    """The id of a match that a board recorded, to 20 points."""
    with closing(open_store(str(day.db))) as store:
        before = {match["match"] for match in store.matches()}
        paper = Paper(epoch=len(before) + 1).boot()
        started(paper, "crokinole-official target=20", *names).press(*presses)
        store.add(Heard("b1", "9", "0.1.0", len(before) + 1, 0, len(paper.records)), list(enumerate(paper.records)))
        return next(match["match"] for match in store.matches() if match["match"] not in before)


WIN = ("A 20", "next")


def test_a_match_that_was_played_without_a_call_is_taken_as_a_result(day: Day) -> None:
    match = recorded(day, *WIN)
    told = day.told("result", "--match", match[:8])
    (event,) = told["events"]
    assert event["line"].startswith("result 1:1-2 1 ")
    assert event["line"].endswith(f" board {match}")
    other = recorded(day, *WIN, names=(None, None))
    assert day.refused("result", "--match", other).startswith("The match has no names.\nSay who were A and B: ")
    assert day.told("result", "dee", "cid", "--match", other)["events"][0]["line"].startswith("result 1:3-4 4 ")
    told = day.told("result", "1:2-4", "dee", "bob", "--match", other)
    assert told["events"][0]["line"].startswith("result 1:2-4 4 20 2 0 twenties 1 0 board ")
    assert day.refused("result", "--match", match, "--won", "Ann").startswith("--match brings its own figures.")
    unfinished = recorded(day, "A 5")
    assert f"The match {unfinished[:8]} is playing" in day.refused("result", "--match", unfinished)
    assert day.refused("result", "--match", "zzz").startswith("There is no match zzz")


def test_where_hand_and_board_differ_the_flag_tells_both_and_names_the_boards_match(day: Day) -> None:
    match = recorded(day, *WIN)
    day.lines(f"result --match {match}", "result 1:1-2 Bob 9 Ann 1 twenties 3 0")
    flagged = day("flags")
    told = "1:1-2, game 1 is 1 : 9 with twenties 0 : 3 by hand, 20 : 0 with twenties 1 : 0 by the board: "
    assert (flagged.code, flagged.out.startswith(told)) == (1, True), flagged.out
    assert f"`tallyboard show {match[:8]}` has the presses." in flagged.out
    assert f"if the hand is right, `tallyboard correct {match[:8]}` puts those of the hand" in flagged.out


def test_correct_says_which_tournament_counts_the_match(day: Day, run: Run) -> None:
    match = recorded(day, *WIN)
    day.said("result", "--match", match[:8])
    said = run("correct", match[:8], "--aside", "--reason", "not theirs", "--db", day.db).out
    hint = "It still counts as 1:1-2 of the tournament Club day: `tallyboard tournament clear 1:1-2` takes that away."
    assert hint in said


def test_a_correction_stands_in_the_tournament_though_no_board_is_there(day: Day, run: Run) -> None:
    match = recorded(day, *WIN)
    day.said("result", "--match", match[:8])
    said = run("correct", match[:8], "--result", "A 3 B 7", "--reason", "misread", "--by", "Ida", "--db", day.db).out
    assert "It counts as 1:1-2 of the tournament Club day, which has what stands now." in said
    last = json.loads(day.said("log --json").splitlines()[-1])
    assert (last["line"].split()[:6], last["reason"]) == (
        ["result", "1:1-2/1", "1", "3", "2", "7"],
        "corrected by Ida: misread",
    )
    assert run("verify", "--db", day.db).code == 0
    run("correct", match[:8], "--drop", "--reason", "it was right", "--by", "Ida", "--db", day.db)
    assert json.loads(day.said("log --json").splitlines()[-1])["line"].split()[3:6:2] == ["20", "0"]


def test_what_was_corrected_elsewhere_is_entered_by_a_sync_without_a_board(day: Day, run: Run) -> None:
    match = recorded(day, *WIN)
    day.said("result", "--match", match[:8])
    with closing(open_store(str(day.db))) as store:
        correct(store, store.match(match), "result", "A 3 B 7", "misread", "Ida")
    assert run("verify", "--db", day.db).code == 1
    assert run("sync", "--db", day.db).code == 2
    assert run("verify", "--db", day.db).code == 0
