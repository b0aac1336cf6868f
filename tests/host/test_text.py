"""What people read: sizes, times and rates in their units, and how a match stands."""

import time
from typing import cast

import pytest

from tallyboard.shapes import ResultObject
from tallyboard.text import match_words, quantities
from tallyboard.text.game_words import game_words
from tallyboard.text.language import language


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (999.4, "999 bytes"),
        (999.6, "1.0 kB"),
        (1000, "1.0 kB"),
        (12_345, "12.3 kB"),
        (999_940, "999.9 kB"),
        (999_960, "1,000.0 kB"),
        (1_234_567, "1.2 MB"),
        (7_450_000_000, "7.5 GB"),
        (2_000_000_000_000, "2.0 TB"),
    ],
)
def test_sizes(count: float, expected: str) -> None:
    assert quantities.size(count) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0, "0 ms"),
        (0.85, "850 ms"),
        (0.9996, "1.0 s"),
        (3.21, "3.2 s"),
        (59.94, "59.9 s"),
        (59.96, "1 min"),
        (240, "4 min"),
        (3570, "1 h 0 min"),
        (7500, "2 h 5 min"),
        (172_790, "2 days"),
        (300_000, "3 days"),
    ],
)
def test_durations(seconds: float, expected: str) -> None:
    assert quantities.duration(seconds) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"), [(-5, "0 s ago"), (0.4, "0 s ago"), (3.4, "3 s ago"), (59.7, "1 min ago")]
)
def test_ages(seconds: float, expected: str) -> None:
    assert quantities.age(seconds) == expected


@pytest.mark.parametrize(
    ("a_second", "expected"),
    [
        (0, "0 records/s"),
        (0.034, "0.034 records/s"),
        (5.32, "5.3 records/s"),
        (53.2, "53 records/s"),
        (5312, "5,300 records/s"),
        (1_250_000.0, "1,200,000 records/s"),
    ],
)
def test_rates(a_second: float, expected: str) -> None:
    assert quantities.rate(a_second, "records") == expected


def test_a_moment_is_shown_in_the_time_zone_of_the_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/Denver")
    time.tzset()
    shown = quantities.local_time("2026-11-21T12:00:05Z")
    monkeypatch.undo()
    time.tzset()
    assert shown == "2026-11-21 05:00"
    assert quantities.local_time(None) == ""


@pytest.mark.parametrize(
    ("status", "totals", "expected"),
    [
        ("playing", (0, 0), "no points yet"),
        ("abandoned", (0, 0), "abandoned, no points"),
        ("playing", (35, 35), "tied 35 : 35"),
        ("abandoned", (35, 35), "abandoned, tied 35 : 35"),
        ("playing", (-20, -20), "tied -20 : -20"),
        ("playing", (0, -20), "A leads 0 : -20"),
    ],
)
def test_a_match_without_a_winner(status: str, totals: tuple[int, int], expected: str) -> None:
    match = {
        "game": "pichenotte-southwest",
        "status": status,
        "winners": [],
        "sides": ["A", "B"],
        "names": {"A": None, "B": None},
        "totals": dict(zip("AB", totals, strict=True)),
    }
    assert match_words.outcome(cast(ResultObject, match)) == expected


@pytest.mark.parametrize(
    "line, english, french",
    [
        ("crokinole-championship rounds=1", "1 round", "1 manche"),
        ("crokinole-championship rounds=4", "4 rounds", "4 manches"),
        ("pichenotte-southwest games=1", "1 game", "1 manche"),
    ],
)
def test_a_single_round_is_no_rounds(line: str, english: str, french: str) -> None:
    assert english in game_words(language("en"), line).split(", ")
    assert french in game_words(language("fr"), line).split(", ")
