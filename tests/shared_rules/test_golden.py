"""Every paragraph that can change a score has a sheet, and both readings of the rules score it as the book says."""

import json
import re

import pytest

from shared_rules.games import catalogue
from tests.harness.golden_sheets import SHEETS, Golden, by_the_reference, by_the_rules, differences, goldens
from tests.reference.reference import GAMES

SCORED = ""

# The paragraphs of the five documents: SCORED where one can change what a scoresheet comes to, who is first included;
# else why it cannot.
PARAGRAPHS = {
    "000": {
        "YES 1": "where a player sits",
        "YES 2": "how the board stands",
        "YES 3": "a referee explains; what is decided is entered",
        "YES 4": "how to look at a line; R-5 has what it comes to",
        "YES 5": "wax",
        "NO a": SCORED,
        "NO b": "jewelry; no penalty is named",
        "NO c": SCORED,
        "NO d": "banging; no penalty is named",
        "NO e": "touching the board in the opponent's turn; no penalty is named",
        "NO f": "distraction; no penalty is named",
        "NO g": "no shot is repeated: what was shot is entered once",
        "R-1 A": "how a tournament is arranged",
        "R-1 B": SCORED,
        "R-1-A": SCORED,
        "R-2": SCORED,
        "R-3": "where the puck is shot from",
        "R-4": "how the puck is shot",
        "R-5": SCORED,
        "R-5A": SCORED,
        "R-6": SCORED,
        "R-7": SCORED,
        "R-8 A": SCORED,
        "R-8 B": SCORED,
        "R-9 a": SCORED,
        "R-9 b": SCORED,
        "R-10": SCORED,
        "R-10-A": SCORED,
        "R-10-B": SCORED,
        "R-11": SCORED,
        "A-1": SCORED,
        "A-2": SCORED,
        "A-3": "a puck in the ditch stays there; it was never counted",
        "A-4": SCORED,
        "A-5": SCORED,
        "S-1": SCORED,
        "S-2": "each keeps a card; the board is both",
        "S-3": SCORED,
    },
    "001": {
        "1": "measures of the board",
        "2": "empty in the document",
        "3": "its table is lost; a ruling has the pieces",
        "4": "its table is lost; a ruling has the values",
        "5": "its picture is lost",
        "6": SCORED,
        "7": SCORED,
        "8": "the cushion may be used",
        "9": "combinations may be used",
        "10": SCORED,
        "11": SCORED,
        "12": SCORED,
        "13": SCORED,
        "14": SCORED,
        "15": SCORED,
        "16": "how the finger is held",
        "17.1": SCORED,
        "17.2": SCORED,
        "17.3": SCORED,
        "17.4": SCORED,
        "17.5": SCORED,
        "17.6": SCORED,
    },
    "002": {
        "Playing Guidelines": SCORED,
        "Starting To Play": SCORED,
        "A Valid Shot": SCORED,
        "Damage Rule": SCORED,
        "The Spinning Disc Rule": SCORED,
        "Scoring": SCORED,
    },
    "003": {
        "1": SCORED,
        "2": SCORED,
        "3": "setting up",
        "4": SCORED,
        "5": SCORED,
        "6": "powder",
        "7": SCORED,
        "8 carom": SCORED,
        "8 almost 20": SCORED,
        "8 20 for the opponent": SCORED,
        "8 returning discs": SCORED,
        "8 line or not line": SCORED,
        "8 length": SCORED,
        "8 leaving the chair": "where a player sits",
        "8 both pass": SCORED,
        "8 rule A": SCORED,
        "8 rule B": SCORED,
        "9 two sets": SCORED,
        "9 three sets": SCORED,
        "9 less restrictions": "a shot that touched nothing is repeated: nothing was entered for it",
        "9 more restrictions": SCORED,
    },
    "004": {
        "0": SCORED,
        "1": SCORED,
        "2": SCORED,
        "3": SCORED,
        "4": SCORED,
        "5": SCORED,
        "6": SCORED,
        "7": SCORED,
        "8": SCORED,
    },
}

# What the project decided where a document is silent or can be read two ways, and what the scoresheet itself promises.
RULINGS = {
    "Ruling, 000": (
        "the other of a forfeit gets no less than nothing",
        "both forfeit",
        "both forfeit a shootout",
        "one forfeit a round",
        "a forfeit loses a shootout",
        "a penalty in a shootout takes a twenty",
        "a shootout keeps the order",
        "equal at the target is a shootout",
        "both beyond the target, the most points win",
        "a second next is refused",
        "a second agreement is refused",
        "no agreement without a review",
        "three sides shoot twenties in singles",
        "games or target, not both",
    ),
    "Ruling, 001": (
        "twelve dames and counters of 5 and 10",
        "no thirteenth dame",
        "one dame buries two counters",
        "counters wait in the order entered",
        "a counter falls once",
        "a counter that waits does not fall",
        "only the shooter pockets a counter",
        "only the shooter stops",
        "no next before a side is done",
        "the finisher is who has none left first",
        "a colour changes no score",
        "an unknown counter",
        "a turn ends with stop only",
        "a turn that is over waits for its stop",
        "a counter of the other side waits for the stop",
        "a counter waits when the turn is over",
        "a waiting counter goes back at the stop",
        "a waiting counter stays until the stop",
        "a dame after the fault is a fond",
        "a counter that went back is not buried",
        "no fond by the shot of the other",
        "a fond is for one round",
        "unseen order with a fond",
        "unseen order without a fond",
        "the last dame by the shot of the other",
        "a waiting counter is not banked by next",
        "a new round is not over",
        "a banked counter does not fall again",
        "a counter with a leading zero",
    ),
    "Ruling, 003": (
        "two-on-one starts go round the three",
        "best of an even number",
        "rounds or best of, not both",
        "two-on-one is traditional only",
        "the choice of first may be replaced",
        "a replaced choice goes by the last starter too",
    ),
    "Ruling, 004": (
        "a cancelled bust is not undone",
        "a total may fall below nothing",
        "three washers",
        "a team of two has three washers",
        "not entered is dead",
        "both qualify, play goes on",
        "the order of tossing is not enforced",
        "most points are the holes in excess",
        "knocked into a hole scores",
        "only what lies on the board is knocked",
    ),
    "Ruling, sheet": (
        "undo over a round end",
        "undo after the result",
        "undo back to the game line",
        "nothing to undo",
        "undo passes over a name",
        "undo restores a review with its agreement",
        "undo takes back an agreement",
        "undo restores turn and waiting counters",
        "undo takes back a turn that is over",
        "undo restores a turn that was over",
        "undo restores a waiting counter after a fault",
        "undo of a cancel and a bust",
        "undo of a shootout",
        "a finished match takes no event",
        "first comes before other events",
        "first after everything is undone",
        "taking off what is not there",
        "no such zone",
        "no third side",
        "an event of another game",
        "case, blanks and comments do not count",
        "an unknown option",
        "a repeated option",
        "a value out of its range",
        "nought is out of range",
        "a leading zero",
        "a leading zero within the range",
        "a leading zero in a list",
        "a leading zero in a zone",
        "a leading zero of a choice",
        "an unknown game",
        "the game line comes first",
        "the game line comes once",
        "a sheet without a game line",
        "a sheet of comments",
    ),
}

GOLDENS = goldens()


def slug(words: str) -> str:
    return words.replace(",", "").replace(" ", "-").lower()


@pytest.mark.parametrize("golden", GOLDENS, ids=repr)
def test_the_rules_score_it_as_the_book_says(golden: Golden) -> None:
    assert differences(golden.expected, by_the_rules(golden.text)) == []


READ_TWICE = [golden for golden in GOLDENS if golden.read_twice]


@pytest.mark.parametrize("golden", READ_TWICE, ids=repr)
def test_the_reference_scores_it_as_the_book_says(golden: Golden) -> None:
    assert differences(golden.expected, by_the_reference(golden.text)) == []


@pytest.mark.parametrize("golden", READ_TWICE, ids=repr)
def test_both_readings_agree_in_full(golden: Golden) -> None:
    assert by_the_rules(golden.text) == by_the_reference(golden.text)


def test_every_paragraph_that_can_change_a_score_has_a_sheet() -> None:
    for document, paragraphs in PARAGRAPHS.items():
        shown = {golden.paragraph for golden in GOLDENS if golden.document == document}
        assert shown == {paragraph for paragraph, reason in paragraphs.items() if reason == SCORED}, document


def test_every_other_game_has_a_sheet_that_ends_and_one_that_is_refused() -> None:
    """Of rules of its own, which have no place in the tables above."""
    for game in catalogue.IDS:
        if game not in GAMES:
            mine = [each.expected for each in GOLDENS if re.search(rf"^game {game}\b", each.text, re.MULTILINE)]
            assert any(each.get("status") == "finished" for each in mine), game
            assert any("error" in each for each in mine), game


def test_every_ruling_has_a_sheet() -> None:
    for document, titles in RULINGS.items():
        assert sorted(each.paragraph for each in GOLDENS if each.document == document) == sorted(titles), document


@pytest.mark.parametrize("golden", GOLDENS, ids=repr)
def test_a_sheet_says_what_it_is_about(golden: Golden) -> None:
    name = slug(f"{golden.document} {golden.paragraph}")
    if golden.document in RULINGS:
        assert golden.name == name
    else:
        assert golden.document in PARAGRAPHS or not golden.read_twice
        assert golden.name.lower().startswith(name + "-"), "the file is called like its first line, with words behind"
    comment = [line for line in golden.text.split("\n") if line.startswith("#")]
    assert [line.split(":")[0] for line in comment if line.startswith(("# Says", "# Shows"))] == ["# Says", "# Shows"]


def test_every_sheet_has_its_expected_result_and_the_reverse() -> None:
    assert {path.stem for path in SHEETS.glob("*.txt")} == {path.stem for path in SHEETS.glob("*.json")}
    for path in SHEETS.glob("*.json"):
        assert json.loads(path.read_text(encoding="utf-8")), path


def test_a_difference_is_seen() -> None:
    found = {"totals": {"A": 1, "B": 0}, "rounds": [{"first": "A"}], "current": None}
    assert differences({"totals": {"A": 1}, "rounds": [{"first": "A"}]}, found) == []
    assert differences({"totals": {"A": 2}}, found) == ["result.totals.A: expected 2, found 1"]
    assert differences({"rounds": []}, found) == ["result.rounds: expected [], found [{'first': 'A'}]"]
    assert differences({"rounds": [{"first": "B"}]}, found) == ["result.rounds[0].first: expected 'B', found 'A'"]
    assert differences({"winners": []}, found) == ["result.winners is missing"]
    assert differences({"totals": {"A": True}}, found) == ["result.totals.A: expected True, found 1"]
    assert differences({"totals": {}}, found) == ["result.totals: expected {}, found {'A': 1, 'B': 0}"]
