"""A bracket on a terminal."""

import pytest

from tallyboard.desk import Tournament, as_object
from tallyboard.terminal.tournament.bracket import matches_table, print_bracket
from tallyboard.terminal.tournament.schedule import print_schedule
from tallyboard.text.tournament.names import Names

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eva")


def begun(*lines: str) -> Tournament:
    tournament = Tournament("tournament singles")
    for name in NAMES:
        tournament.enter(f"add {name}")
    for line in ("phase 1 double game crokinole-championship rounds=4", "draw 1", *lines):
        tournament.enter(line)
    return tournament


def test_each_part_is_listed_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    computed = as_object(begun("open 3", "result 1:W1.2 4 2 5 6", "call 1:W2.2 3"))
    phase = computed["phases"][0]
    print_bracket(phase, Names(computed["entrants"]), {"1:W2.2": "3"})
    said = capsys.readouterr().out
    parts = ("Main bracket", "Losers' bracket", "Final", "Second final")
    assert sorted(parts, key=said.index) == list(parts)
    assert "2 : 6  Eva wins" in said and "at table 3" in said
    assert all(said.count(f" {match['match']} ") == 1 for match in phase["matches"])


def test_lists_tell_where_those_who_are_not_known_yet_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    tournament = begun("open 3", "result 1:W1.2 4 2 5 6")
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
