"""The reference rules against games worked by hand from the rule documents, and the generated sheets against it."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from tests.reference.generate import random_sheet
from tests.reference.reference import GAMES, Quebec, ReferenceMatch, Refused, SheetError, score_sheet, sheet_lines


def score(game: str, events: str = "") -> dict[str, Any]:
    """The result of a sheet whose events are written in one line, parted by semicolons."""
    return score_sheet("game " + game + "\n" + events.replace(";", "\n"))


def refused_at(text: str) -> int:
    """The line at which the sheet is refused."""
    with pytest.raises(SheetError) as caught:
        score_sheet(text)
    assert caught.value.cause
    return caught.value.line


def refused(game: str, events: str = "") -> int:
    """How many events the rules allow before they refuse one."""
    return refused_at("game " + game + "\n" + events.replace(";", "\n")) - 2


def awarded(result: dict[str, Any]) -> list[tuple[int, ...]]:
    return [tuple(closed["awarded"].values()) for closed in result["rounds"]]


def firsts(result: dict[str, Any]) -> str:
    """Who was first in each round, the current one too."""
    rounds = [*result["rounds"], *([result["current"]] if result["current"] else [])]
    return " ".join(each["seat"] or each["first"] for each in rounds)


# --- Crokinole family ---


def test_002_example_of_round_1() -> None:
    result = score("crokinole-official", "name A Ann; A 20; A 20; A 10; B 15; next")
    assert result == {
        "game": "crokinole-official",
        "options": {"format": "singles", "target": 100, "discs": 12},
        "sides": ["A", "B"],
        "names": {"A": "Ann", "B": None},
        "status": "playing",
        "winners": [],
        "totals": {"A": 35, "B": 0},
        "twenties": {"A": 2, "B": 0},
        "rounds": [
            {
                "kind": "round",
                "first": "A",
                "seat": None,
                "counts": {"A": {"20": 2, "10": 1}, "B": {"15": 1}},
                "raw": {"A": 50, "B": 15},
                "awarded": {"A": 35, "B": 0},
                "totals": {"A": 35, "B": 0},
            }
        ],
        "current": {
            "kind": "round",
            "first": "B",
            "seat": None,
            "counts": {"A": {}, "B": {}},
            "raw": {"A": 0, "B": 0},
            "review": False,
            "agreed": [],
            "turn": None,
            "pending": [],
        },
    }


def test_002_ends_at_the_target_and_above() -> None:
    assert score("crokinole-official target=35", "A 20;A 20;A 10;B 15;next")["winners"] == ["A"]
    assert score("crokinole-official target=36", "A 20;A 20;A 10;B 15;next")["winners"] == []
    result = score("crokinole-official target=30", "A 20;next;B 20;B 20;A 5;next")
    assert (result["totals"], result["winners"], result["current"]) == ({"A": 20, "B": 35}, ["B"], None)
    assert refused("crokinole-official target=5", "A 5; next; next") == 2
    assert refused("crokinole-official target=5", "A 5; next; name B Bob; A 5") == 3


def test_discs_and_taking_off() -> None:
    assert refused("crokinole-official discs=2", "A 20; A 5; B 20; A 5") == 3
    assert refused("crokinole-official", "A 20; A off 15") == 1
    assert refused("crokinole-official", "A 20; next; A off 20") == 2
    result = score("crokinole-official discs=2", "A 20; A 5; A off 20; A 15")
    assert result["current"]["counts"] == {"A": {"5": 1, "15": 1}, "B": {}}
    assert result["current"]["raw"] == {"A": 20, "B": 0}
    assert refused("crokinole-official", "A 25") == 0
    assert refused("twenties-shootout", "A 15") == 0


def test_003_7_a_tie_awards_nothing_or_the_raw() -> None:
    assert awarded(score("crokinole-traditional", "A 10; A 10; B 20; next")) == [(0, 0)]
    assert awarded(score("crokinole-traditional scoring=simple", "A 10; A 10; B 20; next")) == [(20, 20)]


def test_003_8_both_pass_the_scoreline() -> None:
    simple = "crokinole-traditional scoring=simple target=30"
    assert score(simple, "A 20;A 15;B 20;B 20;next")["winners"] == ["B"]
    assert score(simple, "A 20;A 15;B 15;B 20;next")["winners"] == ["A", "B"]
    assert score(simple + " sides=3", "A 20;A 15;B 5;C 15;C 20;next")["winners"] == ["A", "C"]


def test_003_7_championship() -> None:
    result = score("crokinole-championship", "A 20;next;B 15;next;A 5;B 5;next;next")
    assert awarded(result) == [(2, 0), (0, 2), (1, 1), (1, 1)]
    assert (result["totals"], result["winners"]) == ({"A": 4, "B": 4}, ["A", "B"])
    assert score("crokinole-championship best_of=3", "A 5;next;next;A 5;next")["winners"] == ["A"]
    early = score("crokinole-championship best_of=3", "B 5;next;B 5;next")
    assert (early["winners"], early["totals"]) == (["B"], {"A": 0, "B": 4})
    assert early["options"] == {"best_of": 3, "discs": 12, "format": "singles"}
    # An even number: two of four wins are not more than half; after the fourth most points decide.
    assert score("crokinole-championship best_of=4", "B 5;next;B 5;next")["status"] == "playing"
    assert score("crokinole-championship best_of=4", "B 5;next;B 5;next;next;A 5;next")["winners"] == ["B"]


def test_000_s1_twenties_shootout() -> None:
    result = score("twenties-shootout sides=3", "A 20;C 20;C 20;B 20;B 20;next")
    assert (result["totals"], result["winners"]) == ({"A": 1, "B": 2, "C": 2}, ["B", "C"])
    assert result["rounds"][0]["kind"] == "round"
    assert result["rounds"][0]["raw"] == {"A": 1, "B": 2, "C": 2}
    assert result["twenties"] == {"A": 1, "B": 2, "C": 2}
    assert result["options"] == {"discs": 12, "sides": 3, "format": "singles"}
    doubles = score("twenties-shootout format=doubles", "first B;B 20;next")
    assert (firsts(doubles), doubles["winners"], doubles["options"]["format"]) == ("B1", ["B"], "doubles")
    assert refused("twenties-shootout sides=3 format=doubles") == -1


def test_003_9_discs_of_three_sides() -> None:
    assert score("crokinole-traditional sides=3 scoring=simple")["options"]["discs"] == 8
    assert score("crokinole-traditional sides=3 scoring=simple discs=12")["options"]["discs"] == 12
    for wrong in ["", "scoring=differential", "scoring=simple start=loser", "scoring=simple format=doubles"]:
        assert refused("crokinole-traditional sides=3 " + wrong) == -1


def test_first_goes_clockwise() -> None:
    assert firsts(score("crokinole-official", "next;next;next")) == "A B A B"
    assert firsts(score("crokinole-official", "first A;first B;next;next")) == "B A B"
    assert firsts(score("crokinole-official format=doubles", "first B;next;next;next;next")) == "B1 A2 B2 A1 B1"
    assert firsts(score("crokinole-traditional format=two-on-one", "next;next;next")) == "A1 B1 A2 A1"
    assert firsts(score("crokinole-traditional sides=3 scoring=simple", "first C;next;next;next")) == "C A B C"
    assert refused("crokinole-official", "A 5;A off 5;first B") == 2
    assert refused("crokinole-official", "next;first B") == 1


def test_003_8_the_loser_chooses() -> None:
    loser = "crokinole-traditional start=loser"
    assert firsts(score(loser, "A 5;next")) == "A B"
    assert firsts(score(loser, "A 5;next;first A;A 5;next")) == "A A B"
    assert firsts(score(loser, "A 5;next;first A;first B")) == "A B"
    assert refused(loser, "A 5;B 5;next;first A") == 3
    assert refused(loser, "A 5;next;B 5;first A") == 3
    doubles = loser + " format=doubles"
    assert firsts(score(doubles, "A 5;next;first A;A 5;next;first A;A 5;next;first B")) == "A1 A2 A1 B1"
    assert firsts(score(doubles, "A 5;next;B 5;next;first B;next")) == "A1 B1 B2 A1"


# --- Southwest ---


def test_southwest_zones_and_review() -> None:
    result = score("pichenotte-southwest", "A 50;A 25;A 20;B 10;next;B agree")
    assert result["rounds"] == []
    assert result["current"]["raw"] == {"A": 95, "B": 10}
    assert (result["current"]["review"], result["current"]["agreed"]) == (True, ["B"])
    result = score("pichenotte-southwest", "A 50;A 25;A 20;B 10;next;B agree;A agree")
    assert (result["totals"], result["twenties"]) == ({"A": 95, "B": 10}, {"A": 1, "B": 0})
    assert refused("pichenotte-southwest", "A agree") == 0
    assert refused("pichenotte-southwest", "next;next") == 1
    assert refused("pichenotte-southwest", "next;A agree;A agree") == 2
    assert refused("pichenotte-southwest discs=2", "A 50;A 25;A 20") == 2


def test_southwest_an_event_under_review_reopens() -> None:
    result = score("pichenotte-southwest", "A 5;next;A agree;A off 5")
    assert (result["current"]["review"], result["current"]["agreed"]) == (False, [])
    assert refused("pichenotte-southwest", "A 5;next;A agree;B 5;B agree") == 4
    taken_back = score("pichenotte-southwest", "A 5;next;A agree;B 5;undo")
    assert (taken_back["current"]["review"], taken_back["current"]["agreed"]) == (True, ["A"])


def test_southwest_penalties_and_forfeits() -> None:
    def one(events: str) -> dict[str, Any]:
        return score("pichenotte-southwest games=2", events + ";next;A agree;B agree")

    assert awarded(one("A 10;A penalty 20;A penalty 20;B 15")) == [(-30, 15)]
    both = one("A 20;A 20;A penalty 20;A forfeit;B 10;B penalty 20")
    assert awarded(both) == [(-20, 0)]
    assert both["twenties"] == {"A": 0, "B": 0}
    assert both["rounds"][0]["counts"] == {
        "A": {"20": 2, "penalty": 1, "forfeit": 1},
        "B": {"10": 1, "penalty": 1},
    }
    assert both["rounds"][0]["raw"] == {"A": 40, "B": 10}
    assert awarded(one("A 20;A forfeit;B 20;B forfeit;B penalty 20")) == [(0, -20)]
    assert refused("pichenotte-southwest", "A forfeit;A forfeit") == 1
    assert refused("pichenotte-southwest", "A penalty 10") == 0


def test_southwest_shootouts() -> None:
    level = "pichenotte-southwest games=1 discs=1"
    close = ";next;A agree;B agree;"
    played = "A 20;B 20" + close
    result = score(level, played)
    assert (result["current"]["kind"], result["current"]["first"]) == ("shootout", "B")
    # Twelve discs each, only twenties.
    assert score(level, played + ";".join(["A 20"] * 12))["current"]["raw"] == {"A": 12, "B": 0}
    assert refused(level, played + ";".join(["A 20"] * 13)) == 5 + 12
    assert refused(level, played + "A 15") == 5
    # Level again: another, and a penalty takes a twenty away.
    result = score(level, played + "A 20;B 20;B 20;B penalty 20" + close + "B 20" + close)
    assert [closed["kind"] for closed in result["rounds"]] == ["round", "shootout", "shootout"]
    assert result["winners"] == ["B"]
    assert (result["totals"], result["twenties"]) == ({"A": 20, "B": 20}, {"A": 1, "B": 1})
    assert awarded(result)[1:] == [(0, 0), (0, 0)]
    assert result["rounds"][1]["raw"] == {"A": 1, "B": 2}
    assert firsts(result) == "A B A"
    assert score(level, played + "A 20;A 20;A forfeit" + close)["winners"] == ["B"]
    # Where both forfeit neither's twenties count; the penalties do.
    assert score(level, played + "A 20;A 20;A forfeit;B forfeit" + close)["winners"] == []
    assert score(level, played + "A 20;A 20;A forfeit;B forfeit;A penalty 20" + close)["winners"] == ["B"]


def test_southwest_games_and_target() -> None:
    assert score("pichenotte-southwest")["options"] == {"format": "singles", "games": 8, "discs": 12}
    assert score("pichenotte-southwest format=doubles")["options"]["games"] == 4
    assert score("pichenotte-southwest target=500")["options"] == {"format": "singles", "target": 500, "discs": 12}
    close = ";next;A agree;B agree;"
    assert score("pichenotte-southwest target=30", "A 20;A 10;B 50" + close)["winners"] == ["B"]
    assert score("pichenotte-southwest target=30", "A 50;B 50" + close)["current"]["kind"] == "shootout"
    assert score("pichenotte-southwest target=30", "A 25;B 25" + close)["current"]["kind"] == "round"
    assert firsts(score("pichenotte-southwest format=doubles", close[1:] * 3)) == "A1 B1 A2 B2"


# --- Quebec ---


def test_quebec_a_counter_is_buried() -> None:
    result = score("pichenottes-quebec", "A dame; A counter 5; A counter 10")
    assert (result["current"]["turn"], result["current"]["pending"]) == ("A", [5, 10])
    assert result["current"]["counts"] == {"A": {"dames": 1}, "B": {}}
    result = score("pichenottes-quebec", "A dame; A counter 5; A counter 10; A dame")
    assert result["current"]["counts"]["A"] == {"dames": 2, "counters": 15}
    assert (result["current"]["turn"], result["current"]["pending"]) == ("A", [])
    assert refused("pichenottes-quebec", "A dame; A counter 5; A counter 5") == 2
    assert refused("pichenottes-quebec", "A dame; A counter 5; A dame; A counter 5") == 3
    assert refused("pichenottes-quebec", "A dame; A counter 7") == 1


def turn_after(events: str, options: str = "") -> tuple[str, list[int]]:
    current = score("pichenottes-quebec " + options, events)["current"]
    return current["turn"], current["pending"]


def test_quebec_a_turn_ends_with_stop_only() -> None:
    assert turn_after("A stop") == ("B", [])
    assert turn_after("A dame; A counter 5; A stop") == ("B", [])
    assert turn_after("A counter 5") == ("A", [])  # 17.5: no fond; over
    assert turn_after("A counter 5; A stop") == ("B", [])
    assert turn_after("A dame; A counter 5; B dame") == ("A", [5])  # 17.1: over, and still to be buried
    assert turn_after("A dame; A counter 5; B dame; A dame; A stop") == ("B", [])
    assert turn_after("A dame; A stop; B stop; A counter 10") == ("A", [10])  # the fond is for the round
    assert turn_after("first B; B dame") == ("B", [])
    assert refused("pichenottes-quebec", "B stop") == 0
    assert refused("pichenottes-quebec", "A dame; B dame; B stop") == 2
    assert refused("pichenottes-quebec", "A dame; B counter 5") == 1


def test_quebec_when_the_turn_is_over() -> None:
    def counters(events: str, options: str = "") -> tuple[int, ...]:
        counts = score("pichenottes-quebec " + options, events)["current"]["counts"]
        return tuple(counts[side].get("counters", 0) for side in "AB")

    # 11: the shooter's own dames still bury, in whatever order it is entered.
    assert counters("A dame; A counter 5; A dame; B dame") == (5, 0)
    assert counters("A dame; A counter 5; B dame; A dame") == (5, 0)
    assert counters("A dame; B dame; A counter 5; A dame") == (5, 0)
    assert counters("A dame; B dame; A counter 5; A stop; B stop; A dame") == (0, 0)
    # 14: no counter where the shooter has no dame left.
    assert refused("pichenottes-quebec dames=1", "A dame; B dame; A counter 5") == 2
    assert refused("pichenottes-quebec dames=2", "A dame; A counter 5; B dame; A dame; A counter 10") == 4
    assert counters("A dame; B dame; A stop; B stop; A counter 5", "dames=2") == (0, 0)
    assert counters("A dame; B dame; A stop; B stop; A counter 5", "dames=1") == (5, 0)
    # Nor where it is over for want of a fond.
    assert refused("pichenottes-quebec dames=1", "A stop; A dame; B stop; A counter 5; A counter 10") == 4
    # 17.5: without a fond the counter goes back; a dame after it is a fond, and the counter may fall again.
    assert turn_after("A counter 5; A counter 5; A dame; A counter 5") == ("A", [5])
    assert turn_after("A stop; A dame; B counter 5; B stop") == ("A", [])
    assert turn_after("A stop; A dame; B stop; A counter 5; A dame") == ("A", [])
    # A stop, and a new round, make a turn that is not over.
    assert counters("A dame; B dame; next; B dame; B counter 5", "dames=1") == (0, 5)


def test_quebec_10_the_first_dame_is_the_breakers() -> None:
    assert refused("pichenottes-quebec", "B dame") == 0
    assert refused("pichenottes-quebec", "A counter 5; B dame") == 1
    assert turn_after("A dame; B dame; A stop; B colour red") == ("B", [])
    assert turn_after("A stop; A dame") == ("B", [])  # B pocketed A's
    assert turn_after("A stop; B stop; B dame") == ("A", [])  # A's second turn
    assert refused("pichenottes-quebec", "first B; A dame") == 1
    assert refused("pichenottes-quebec", "A colour blue") == 0


def test_quebec_12_13_the_award() -> None:
    small = "pichenottes-quebec dames=6 "
    finish = "A dame;A stop;B dame;B counter 10;B dame;B stop;" + "A dame;" * 5
    # B has four left and keeps its counter.
    assert awarded(score(small, finish + "next")) == [(4, 10)]
    # B has five left and loses it; A's own, banked at once after its last dame, counts.
    five = "A dame;A stop;B counter 10;B stop;" + "A dame;" * 5 + "A counter 5;A stop;"
    result = score(small, five + "next")
    assert awarded(result) == [(6 + 5, 0)]
    assert result["rounds"][0]["counts"] == {"A": {"dames": 6, "counters": 5}, "B": {}}
    lost = "A stop;B dame;B counter 10;B stop;" + "A dame;" * 6
    assert score(small, lost)["current"]["counts"]["B"] == {"dames": 1}
    kept = "pichenottes-quebec dames=7 "
    buried = "A stop;B dame;B counter 10;B dame;B stop;" + "A dame;" * 7 + "next"
    assert awarded(score(kept, buried)) == [(5, 0)]
    assert score(kept, buried)["rounds"][0]["counts"]["B"] == {"dames": 2, "counters": 10}


def test_quebec_the_finisher() -> None:
    assert refused("pichenottes-quebec dames=2", "A dame; next") == 1
    # B pockets A's last dame; A is the finisher all the same, B plays out its own and gets no points for it.
    result = score("pichenottes-quebec dames=2", "A dame;A stop;A dame;B stop;A stop;B dame;B dame;next")
    assert awarded(result) == [(0, 0)]
    assert firsts(result) == "A B"
    assert refused("pichenottes-quebec dames=1", "A dame; A dame") == 1
    # At any time from then on: in B's turn that is over, and with a counter waiting.
    assert awarded(score("pichenottes-quebec dames=2", "A dame;A stop;A dame;next")) == [(2, 0)]
    assert awarded(score("pichenottes-quebec dames=2", "A dame;A dame;A stop;B dame;B counter 5;next")) == [(1, 0)]


def test_quebec_6_the_end() -> None:
    assert score("pichenottes-quebec dames=3 target=3", "A dame;A dame;A dame;next")["winners"] == ["A"]
    assert score("pichenottes-quebec dames=3 target=4", "A dame;A dame;A dame;next")["winners"] == []
    # One dame left, then one dame left and the counter of 10.
    game = "pichenottes-quebec dames=1 target=10"
    result = score(game, "A dame;next;B dame;B counter 10;next")
    assert awarded(result) == [(1, 0), (0, 11)]
    assert (result["totals"], result["winners"]) == ({"A": 1, "B": 11}, ["B"])


def test_quebec_6_level_at_the_target() -> None:
    game = "pichenottes-quebec dames=2 counters=2,3 target=5"
    a_finishes = "A dame;A dame;A counter 2;A stop;B dame;B counter 3;B dame;next;"
    b_finishes = "B dame;B dame;B counter 2;B stop;A dame;A counter 3;A dame;next;"
    result = score(game, a_finishes + b_finishes)
    assert awarded(result) == [(2, 3), (3, 2)]
    assert (result["totals"], result["status"]) == ({"A": 5, "B": 5}, "playing")
    result = score(game, a_finishes + b_finishes + "A dame;A dame;next")
    assert (result["totals"], result["winners"]) == ({"A": 7, "B": 5}, ["A"])
    # A counter that is not buried at the close is not banked.
    assert awarded(score(game, "A dame;A stop;B dame;B counter 3;B stop;A dame;next")) == [(1, 0)]


def test_quebec_7_the_break_goes_clockwise() -> None:
    doubles = "pichenottes-quebec format=doubles dames=1"
    assert firsts(score(doubles, "A dame;next;B dame;next;A dame;next;B dame;next")) == "A1 B1 A2 B2 A1"
    assert score(doubles, "A dame;next")["current"]["turn"] == "B"


# --- Washers ---

BOARD = "A board;A board;A board;"


def test_004_6_a_washer_cancels() -> None:
    assert score("washers-ritzenthaler", "A 1; B 1")["totals"] == {"A": 0, "B": 0}
    assert score("washers-ritzenthaler", "A 1; B 1; B 1")["totals"] == {"A": 0, "B": 1}
    assert score("washers-ritzenthaler", "A 3; A 3; B 3")["totals"] == {"A": 3, "B": 0}


def test_004_7_a_bust() -> None:
    six_threes = "A 3;A 3;A 3;next;A 3;A 3;A 3;next;"
    assert score("washers-ritzenthaler", six_threes + "A 1")["totals"]["A"] == 19
    bust = score("washers-ritzenthaler", six_threes + "A 1; A 3")
    assert bust["totals"]["A"] == 16
    # Ruling: cancelling that washer gives 13; the bust is not undone.
    assert score("washers-ritzenthaler", six_threes + "A 1; A 3; B 3")["totals"] == {"A": 13, "B": 0}
    assert score("washers-ritzenthaler", six_threes + "A 3")["totals"]["A"] == 21
    closed = score("washers-ritzenthaler", six_threes + "A 1; A 3; B 3; next")["rounds"][2]
    assert closed["awarded"] == {"A": -5, "B": 0}
    assert closed["raw"] == {"A": 1, "B": 0}
    assert closed["counts"] == {"A": {"1": 1, "3": 1, "dead": 1}, "B": {"3": 1, "dead": 2}}


def test_004_a_total_below_0() -> None:
    assert score("washers-ritzenthaler target=2", "A 3")["totals"]["A"] == -3
    assert score("washers-ritzenthaler target=2", "A 3; B 3")["totals"] == {"A": -6, "B": 0}


def test_004_8_winning() -> None:
    short = "washers-ritzenthaler target=3"
    assert score(short, "A 3; A board; A board; next")["winners"] == ["A"]
    assert score(short, "A 3; A board; next")["winners"] == []  # the third was not entered: dead
    assert score(short, "A 3; A board; A board; A knocked; next")["winners"] == []
    assert score(short, "A 3; A board; next; " + BOARD + "next")["winners"] == ["A"]
    both = score(short, "A 3;A board;A board;B 2;B 1;B board;next")
    assert (both["totals"], both["winners"]) == ({"A": 3, "B": 3}, [])


def test_004_knocked_and_sunk() -> None:
    result = score("washers-ritzenthaler", "A board; A board; A sunk 2; A knocked")
    assert result["current"]["counts"]["A"] == {"2": 1, "dead": 1}
    assert result["totals"]["A"] == 2
    assert score("washers-ritzenthaler", "B 2; A board; A sunk 2")["totals"] == {"A": 0, "B": 0}
    assert refused("washers-ritzenthaler", "A dead; A knocked") == 1
    assert refused("washers-ritzenthaler", "A sunk 3") == 0
    assert refused("washers-ritzenthaler", "A board; A dead; A 1; A 1") == 3
    assert refused("washers-ritzenthaler holes=9,5,2", "A 3") == 0


def test_004_1_teams_have_no_seats() -> None:
    doubles = score("washers-ritzenthaler format=doubles", "first B; B 3; A 1; next")
    assert firsts(doubles) == "B B"
    assert doubles["totals"] == {"A": 1, "B": 3}
    assert refused("washers-ritzenthaler format=doubles", "A 3; A 3; A 3; A dead") == 3


def test_004_3_who_tosses_first() -> None:
    assert (
        firsts(score("washers-ritzenthaler", "B 1;next;next;A 2;B 2;next;A 3;B 2;B 1;next;A 2;next")) == "A B B B B A"
    )


# --- Undo, the sheet, options ---


def test_undo() -> None:
    assert score("crokinole-official target=5", "A 5;next;undo")["current"]["counts"]["A"] == {"5": 1}
    assert score("crokinole-official target=5", "A 5;next;undo;A off 5;B 5;next")["winners"] == ["B"]
    assert score("crokinole-official", "first B;undo")["current"]["first"] == "A"
    assert score("crokinole-official", "first B;first A;undo")["current"]["first"] == "B"
    assert score("crokinole-official", "A 5;undo;first B")["current"]["first"] == "B"
    assert score("crokinole-official", "A 5;name A Ann;undo")["names"]["A"] == "Ann"
    assert refused("crokinole-official", "undo") == 0
    assert refused("crokinole-official", "name A Ann;undo") == 1
    washers = score("washers-ritzenthaler target=3", "A 3;A board;A board;next;undo")
    assert (washers["totals"], washers["current"]["counts"]["A"]) == ({"A": 3, "B": 0}, {"3": 1, "board": 2})
    review = score("pichenotte-southwest games=1", "A 5;next;B agree;A agree;undo")
    assert (review["current"]["review"], review["current"]["agreed"], review["rounds"]) == (True, ["B"], [])
    assert turn_after("A dame;A counter 10;A counter 5;B dame;A stop;undo") == ("A", [10, 5])
    assert refused("pichenottes-quebec dames=1", "A dame;B dame;A stop;undo;A counter 5") == 4
    assert score("pichenottes-quebec dames=1", "A dame;B dame;undo;A counter 5")["current"]["raw"] == {"A": 1, "B": 0}


def test_the_sheet() -> None:
    text = "\n# a paper score\n\tGAME Crokinole-Official TARGET=50#x\nname a  Jean  McKay # no\n"
    text += "FIRST b\n\na 20 # one\nNext"
    result = score_sheet(text)
    assert result["names"]["A"] == "Jean McKay"
    assert (result["totals"], result["options"]["target"]) == ({"A": 20, "B": 0}, 50)
    assert firsts(result) == "B A"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("# nothing\n\n", 2),
        ("# nothing\n\n#", 3),
        ("A 20\nnext\n", 1),
        ("# a comment\n\nA 20\n\n", 3),
        ("\n", 1),
        ("\n\n \n", 3),
        ("A 20\ngame crokinole-official\n", 1),
        ("\nname A Ann\ngame crokinole-official\n", 2),
        ("game crokinole-official\ngame crokinole-official\n", 2),
        ("game crokinole-official\r\n\r\nA 21\r\n", 3),
        ("game croquet", 1),
        ("game", 1),
        ("game crokinole-official\nC 20", 2),
        ("game crokinole-official\nA 20 20", 2),
        ("game crokinole-official\nnext next", 2),
        ("game crokinole-official\nA agree", 2),
        ("game crokinole-official\nname A # Ann", 2),
    ],
)
def test_the_line_of_an_error(text: str, line: int) -> None:
    assert refused_at(text) == line


@pytest.mark.parametrize(
    "line",
    [
        "crokinole-official target=0",
        "crokinole-official target=10000",
        "crokinole-official discs=25",
        "crokinole-official discs=12 discs=12",
        "crokinole-official format=two-on-one",
        "crokinole-official sides=2",
        "crokinole-championship rounds=4 best_of=3",
        "crokinole-championship rounds=100",
        "crokinole-official discs=012",
        "twenties-shootout format=two-on-one",
        "twenties-shootout sides=02",
        "twenties-shootout discs=00",
        "pichenotte-southwest games=8 target=500",
        "pichenottes-quebec dames=25",
        "pichenottes-quebec counters=5",
        "pichenottes-quebec counters=5,5",
        "pichenottes-quebec counters=05,10",
        "washers-ritzenthaler target=021",
        "washers-ritzenthaler target=" + "9" * 5000,
        "washers-ritzenthaler format=two-on-one",
        "washers-ritzenthaler washers=10",
        "washers-ritzenthaler holes=3,2",
        "washers-ritzenthaler holes=3,2,100",
        "washers-ritzenthaler holes=3,2,2",
        "washers-ritzenthaler target=-1",
        "washers-ritzenthaler target=2.0",
        "washers-ritzenthaler target",
    ],
)
def test_refused_options(line: str) -> None:
    assert refused(line) == -1


def test_options_in_force() -> None:
    assert score("crokinole-traditional")["options"] == {
        "scoring": "differential",
        "target": 100,
        "discs": 12,
        "sides": 2,
        "start": "clockwise",
        "format": "singles",
    }
    assert score("crokinole-championship")["options"] == {"rounds": 4, "discs": 12, "format": "singles"}
    quebec = score("pichenottes-quebec counters=10,5")["options"]
    assert quebec == {"format": "singles", "target": 31, "dames": 12, "counters": [10, 5]}
    washers = score("washers-ritzenthaler")["options"]
    assert washers == {"washers": 3, "target": 21, "holes": [3, 2, 1], "format": "singles"}
    assert score("washers-ritzenthaler")["twenties"] == {}


# --- Generated sheets ---


def happenings(text: str) -> set[str]:
    """What happened in a legal sheet, for the generator's bias."""
    happened = set()
    match = None
    for words in sheet_lines(text):
        if not words:
            continue
        if match is None:
            match = ReferenceMatch(words)
            continue
        event = [word.lower() for word in words]
        before = match.position
        totals, finished, review = dict(before.totals), before.finished, before.review
        was_over = isinstance(before, Quebec) and before.over
        was_pending = before.pending != []
        match.line(words)
        if event == ["undo"] and finished:
            happened.add("undone after the result")
        elif match.position.finished and "undone after the result" in happened:
            happened.add("finished again")
        if match.game == "washers-ritzenthaler" and len(event) > 1 and event[0] in "ab":
            side = event[0].upper()
            if match.position.totals[side] < totals[side]:
                happened.add("bust")
            if match.position.totals[side] == match.options["target"] > totals[side]:
                happened.add("target hit")
        if review and event[0] in "ab" and event[1] != "agree":
            happened.add("reopened")
        if len(event) == 2 and event[0] == "first" and match.position.closed:
            happened.add("loser chose")
        if isinstance(match.position, Quebec) and event[0] != "name":
            happened |= quebec_happenings(was_over, was_pending, match.position, event)
        if match.game in ("washers-ritzenthaler", "twenties-shootout") and match.options["format"] == "doubles":
            happened.add("doubles in " + match.game)
    assert match is not None
    for closed in match.result()["rounds"]:
        if closed["kind"] == "shootout" and all("forfeit" in counts for counts in closed["counts"].values()):
            happened.add("both forfeit a shootout")
    shootouts = sum(closed["kind"] == "shootout" for closed in match.result()["rounds"])
    if shootouts > 0:
        happened.add("shootout")
    if shootouts > 1:
        happened.add("another shootout")
    if len(match.result()["winners"]) > 1:
        happened.add("draw")
    return happened


def quebec_happenings(was_over: bool, was_pending: bool, after: Quebec, event: list[str]) -> set[str]:
    """What one event did in Quebec."""
    assert after.turn is not None
    happened = set()
    side = event[0].upper()
    if after.pending:
        happened.add("pending")
    if was_over and event[1:2] in (["dame"], ["counter"]):
        happened.add(f"over, then {event[1]} of " + ("the shooter" if side == after.turn else "the other"))
    if was_over and was_pending and event[1:] == ["dame"] and side == after.turn:
        happened.add("buried when over")
    if was_over and not was_pending and after.pending and event[1:2] == ["counter"]:
        happened.add("pending when over")
    if was_over and event == ["next"]:
        happened.add("closed when over")
    if after.over:
        if event == ["undo"]:
            happened.add("over by undo")
        if after.left[after.turn] == 0:
            happened.add("over and no dame left")
    if max(after.left.values()) == 0:
        happened.add("both have no dame left")
    if event[1:] == ["dame"] and side == after.finisher != after.turn and after.left[side] == 0:
        happened.add("finished by the other's shot")
    return happened


EACH = 200  # sheets of each game


@pytest.fixture(scope="module")
def legal_sheets() -> dict[str, list[str]]:
    """Of each game legal sheets."""
    rng = random.Random(20240101)
    return {game: [random_sheet(rng, legal=True, game=game) for _ in range(EACH)] for game in GAMES}


def test_legal_sheets_score_and_every_game_finishes(legal_sheets: dict[str, list[str]]) -> None:
    """And the totals are the sum of what was awarded."""
    finished: Counter[str] = Counter()
    for game, sheets in legal_sheets.items():
        for text in sheets:
            result = score_sheet(text)
            assert result["game"] == game
            assert (result["status"] == "finished") == (result["current"] is None) == (result["winners"] != [])
            assert json.loads(json.dumps(result)) == result
            finished[game] += result["status"] == "finished"
            if result["current"] is None:
                for side in result["sides"]:
                    assert result["totals"][side] == sum(closed["awarded"][side] for closed in result["rounds"])
    assert min(finished.values()) > EACH // 2, finished


def test_illegal_sheets_are_refused() -> None:
    rng = random.Random(31)
    causes: Counter[str] = Counter()
    for _ in range(900):
        text = random_sheet(rng, legal=False)
        with pytest.raises(SheetError) as caught:
            score_sheet(text)
        assert 1 <= caught.value.line <= len(sheet_lines(text))
        for cause in ("leading zero", "turn is over", "not the turn", "the breaker's", "sides=3 needs", "comes first"):
            causes[cause] += cause in caught.value.cause
    assert min(causes.values()) >= 3, causes


def test_the_sheets_reach_the_rare_cases(legal_sheets: dict[str, list[str]]) -> None:
    happened: Counter[str] = Counter()
    for sheets in legal_sheets.values():
        for text in sheets:
            happened.update(happenings(text))
    rare = ["undone after the result", "finished again", "bust", "target hit", "reopened", "loser chose", "pending"]
    rare += ["shootout", "another shootout", "draw", "both forfeit a shootout"]
    rare += ["over, then dame of the shooter", "over, then dame of the other", "over, then counter of the shooter"]
    rare += ["buried when over", "pending when over", "closed when over", "over by undo", "over and no dame left"]
    rare += ["both have no dame left", "finished by the other's shot"]
    rare += ["doubles in washers-ritzenthaler", "doubles in twenties-shootout"]
    assert min(happened[each] for each in rare) >= 10, happened


def test_a_seed_gives_one_sheet() -> None:
    for legal in (True, False):
        assert random_sheet(random.Random(5), legal) == random_sheet(random.Random(5), legal)


def test_a_refused_line_changes_nothing() -> None:
    match = ReferenceMatch(["game", "washers-ritzenthaler"])
    match.line(["A", "board"])
    before = match.result()
    for words in (["A", "sunk", "9"], ["A", "off", "board"], ["B", "knocked"], ["first", "B"], ["name", "A"]):
        with pytest.raises(Refused):
            match.line(words)
        assert match.result() == before
    match.line(["A", "sunk", "3"])
    assert match.result()["totals"] == {"A": 3, "B": 0}
