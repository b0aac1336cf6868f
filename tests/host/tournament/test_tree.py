"""A bracket on a terminal: as a tree where there is room, else as lists."""

import io
import random
import sys

import pytest

from tallyboard.desk import Tournament, as_object
from tallyboard.terminal.cells import width
from tallyboard.terminal.tournament.bracket import Tree, matches_table, print_bracket
from tallyboard.terminal.tournament.schedule import print_schedule
from tallyboard.text.tournament.names import Names

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jim", "Kai", "Lea", "Max")
ROOM = 100


def begun(entrants: int, phase: str, *lines: str) -> Tournament:
    tournament = Tournament("tournament singles")
    for name in NAMES[:entrants]:
        tournament.enter(f"add {name}")
    for line in (f"phase 1 {phase} game crokinole-championship rounds=4", "draw 1", *lines):
        tournament.enter(line)
    return tournament


def tree(tournament: Tournament, root: str, room: int | None = None) -> list[str] | None:
    computed = as_object(tournament)
    return Tree(computed["phases"][0], root, Names(computed["entrants"]), {"1:W2.2": "3"}).lines(room)


def test_winners_stand_between_those_who_played() -> None:
    tournament = begun(5, "single", "result 1:W1.2 4 2 5 6", "result 1:W2.2 2 5 3 3", "result 1:W2.1 1 1 5 7")
    assert tree(tournament, "W3.1") == [
        "           Ann  1 ─┐",
        "           1:W2.1  ├─ Eva          ─┐",
        "Dee  2 ─┐          │                │",
        "1:W1.2  ├─ Eva  7 ─┘                │",
        "Eva  6 ─┘             1:W3.1 ready  ├─",
        "                                    │",
        "           Bob  5 ─┐                │",
        "           1:W2.2  ├─ Bob          ─┘",
        "           Cid  3 ─┘",
    ]


def test_who_is_not_known_yet_is_told_by_where_they_come_from() -> None:
    tournament = begun(5, "double", "open 3", "result 1:W1.2 4 2 5 6", "call 1:W2.2 3")
    assert tree(tournament, "L4.1") == [
        "Dee           ─┐",
        "1:L2.1         ├─               ─┐",
        "loser of W2.2 ─┘  1:L3.1         ├─               ─┐",
        "                                 │                 │",
        "                  loser of W2.1 ─┘  1:L4.1         ├─",
        "                                                   │",
        "                                    loser of W3.1 ─┘",
    ]
    assert tree(tournament, "F1") == ["winner of W3.1 ─┐", "1:F1            ├─", "winner of L4.1 ─┘"]


def test_a_match_that_nobody_won_stays_in_the_tree() -> None:
    tournament = begun(6, "single", "forfeit 1:W1.2 4 5")
    assert tree(tournament, "W3.1") == [
        "                        Ann    ─┐",
        "                        1:W2.1  ├─ Ann    ─┐",
        "Dee                 ─┐          │          │",
        "1:W1.2 both forfeit  ├─ nobody ─┘          │",
        "Eva                 ─┘             1:W3.1  ├─",
        "                                           │",
        "                        Bob    ─┐          │",
        "                        1:W2.2  ├─        ─┘",
        "Cid                 ─┐          │",
        "1:W1.4 ready         ├─        ─┘",
        "Fay                 ─┘",
    ]


@pytest.mark.parametrize("seed", range(20))
def test_every_match_of_two_is_there_once_and_nothing_is_wider_than_the_terminal(seed: int) -> None:
    draw = random.Random(seed)
    tournament = begun(draw.randint(2, len(NAMES)), draw.choice(["single third=yes", "double", "double best=3"]))
    for _ in range(draw.randint(0, 40)):
        enter_one(tournament, draw)
    phase = as_object(tournament)["phases"][0]
    parts: dict[str, str] = {}  # by part its last match
    for match in phase["matches"]:
        name = match["match"].partition(":")[2]
        parts[name if name[0] == "F" else name[0]] = name
    whole = [line for root in parts.values() for line in tree(tournament, root) or [""]]
    narrow = [line for root in parts.values() for line in tree(tournament, root, ROOM) or ["too narrow"]]
    for match in phase["matches"]:
        if 0 not in match["sides"]:
            for lines in (whole, narrow):
                times = sum(f" {match['match']} " in f" {line} " for line in lines)
                assert times == 1, f"{match['match']} in\n" + "\n".join(lines)
    assert max(map(width, narrow)) <= ROOM


def enter_one(tournament: Tournament, draw: random.Random) -> None:
    """A result or a forfeit of a match that can be played."""
    ready = [match for match in as_object(tournament)["phases"][0]["matches"] if match["state"] == "ready"]
    if ready:
        match = draw.choice(ready)
        x, y = match["sides"]
        score = draw.choice([0, 1, 2, 3, 5, 6, 7, 8])
        if draw.random() < 0.1:
            tournament.enter(f"forfeit {match['match']} {x}" + draw.choice(["", f" {y}"]))
        else:
            tournament.enter(f"result {match['match']}/{match['due']} {x} {score} {y} {8 - score}")


@pytest.mark.parametrize(
    ("columns", "encoding", "is_tree"), [(80, "utf-8", True), (30, "utf-8", False), (80, "latin-1", False)]
)
def test_where_there_is_no_room_and_where_letters_have_no_lines_matches_are_listed(
    columns: int, encoding: str, is_tree: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = as_object(begun(8, "single"))
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr("tallyboard.terminal.streams.columns", lambda _: columns)
    print_bracket(computed["phases"][0], Names(computed["entrants"]), {})
    out.seek(0)
    said = out.read()
    assert ("─┐" in said) == is_tree
    assert ("Round" in said) != is_tree
    assert "1:W1.1" in said


def test_lists_tell_where_those_who_are_not_known_yet_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    tournament = begun(5, "double", "open 3", "result 1:W1.2 4 2 5 6")
    print_schedule(as_object(tournament), are_calls_automatic=False, is_watched=False)
    listed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    ends = ["Dee : loser of W2.2", "winner of W2.1 : winner of W2.2", "winner of L2.1 : loser of W2.1"]
    assert all(any(line.endswith(end) for line in listed) for end in ends), listed
    print_matches(tournament)
    told = capsys.readouterr().out
    assert "winner of W3.1 : winner of L4.1" in told
    assert "side A of F1 : side B of F1" in told


def print_matches(tournament: Tournament) -> None:
    """All matches of the first phase as a list."""
    computed = as_object(tournament)
    phase = computed["phases"][0]
    matches_table(phase, phase["matches"], Names(computed["entrants"]), {}).print()
