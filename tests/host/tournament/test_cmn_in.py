"""Crokinole Match Notation taken in: what others recorded becomes results, once."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tallyboard.desk import Tournament, read_script
from tallyboard.errors import TallyboardError
from tallyboard.store import Store, open_store, read_store, tournaments
from tallyboard.store.merge import merge
from tallyboard.store.tournaments.board_results import also_called, known_cids, taking
from tallyboard.store.tournaments.follow import FollowedSeason
from tallyboard.text.tournament.cmn import CmnOutcome, cids_in, cmn_in, results_of
from tests.host.tournament.conftest import Day

# The shape of the draft's own example, its figures, and other names: 20 points cannot have two twenties in them.
_GAMES = [
    {"winner": 0, "scores": [20, 5], "twenties": [2, 0]},
    {"winner": 1, "scores": [15, 20], "twenties": [0, 1]},
    {"winner": 0, "scores": [20, 10], "twenties": [1, 0]},
    {"winner": None, "scores": [10, 10], "twenties": [0, 0]},
]


def played(
    first: Any, second: Any, games: Sequence[Any] = _GAMES, winner: int | None = 0, name: str = "m1", **more: Any
) -> dict[str, Any]:
    """A match of the notation. `games`: with their winners alone, or as they are."""
    teams = [who if isinstance(who, list) else [who] for who in (first, second)]
    named = [[{"name": one} if isinstance(one, str) else one for one in team] for team in teams]
    return {
        "id": name,
        "match": {
            "date": "2026-02-11T19:30:00Z",
            "format": "singles" if len(named[0]) == 1 else "doubles",
            "teams": [{"players": team} for team in named],
            "games": [game if isinstance(game, dict) else {"winner": game} for game in games],
            "winner": winner,
            **more,
        },
    }


def document(*matches: dict[str, Any]) -> bytes:
    if len(matches) == 1:
        return json.dumps({"cmn": "1.0", **matches[0]}).encode()
    return json.dumps({"cmn": "1.0", "batch": True, "matches": matches}).encode()


def desk(*lines: str, entry: str = "singles") -> Tournament:
    made = Tournament(f"tournament {entry}")
    for line in lines:
        made.enter(line)
    return made


_NO_MATCH = "no match of these is to be played in a phase of crokinole-championship"

FIELD = ("add Ann", "add Bob", "add Cid", "add Dee")
LEAGUE = (*FIELD, "phase 1 round-robin times=2 game crokinole-championship", "draw 1")
SINGLE = (*FIELD, "phase 1 single best=3 game crokinole-championship best_of=3", "draw 1")


def taken(day: Tournament, *matches: dict[str, Any], also: dict[str, list[str]] | None = None) -> list[CmnOutcome]:
    return results_of(day, cmn_in(document(*matches)), set(), also or {})


def test_the_drafts_example_is_a_result_and_told() -> None:
    (found,) = taken(desk(*LEAGUE), played("BOB", " ann "))
    assert found.line == "result 1:1-2 2 5 1 3 twenties 3 1"
    assert [*map(str, found.match.doubts)] == ["game 1 has 20 points, and its twenties alone bring 40"]


@pytest.mark.parametrize(
    ("games", "more", "doubts"),
    [
        ([0, 1, None, 0], {}, []),
        ([{"winner": 0, "scores": [12, 0]}, 1, None, 0], {}, ["game 1 has 12 points, which no discs bring"]),
        ([{"winner": 0, "scores": [240, 20]}, 1, None, 0], {}, []),
        (
            [{"winner": 0, "scores": [245, 20]}, 1, None, 0],
            {},
            ["game 1 has 245 points, and 12 discs bring 240 at most"],
        ),
        ([{"winner": 0, "scores": [5, 20]}, 1, None, 0], {}, ["game 1 of 5:20 has another winner"]),
        ([{"winner": 0, "scores": [5, 20], "awarded": [5, 0]}, 1, None, 0], {}, []),
        ([0, 1, None, 0], {"gameFormat": {"type": "fixed", "count": 4}}, []),
        ([0, 1, None, 0], {"gameFormat": {"type": "first_to", "target": 5}}, []),
        ([0, 1, None, 0], {"gameFormat": {"type": "first_to", "target": 2}}, []),
        (
            [0, 1, None, 0],
            {"gameFormat": {"type": "first_to", "target": 9}},
            ["its gameFormat is of another number of games"],
        ),
        (
            [0, 1, None, 0],
            {"gameFormat": {"type": "fixed", "count": 3}},
            ["its gameFormat is of another number of games"],
        ),
    ],
)
def test_figures_that_cannot_be_are_told_and_count(games: list[Any], more: Any, doubts: list[str]) -> None:
    (found,) = taken(desk(*LEAGUE), played("Ann", "Bob", games, **more))
    assert (found.line, [*map(str, found.match.doubts)]) == ("result 1:1-2 1 5 2 3", doubts)


def test_the_first_undecided_match_of_these_two_and_its_due_game() -> None:
    day = desk(*LEAGUE)
    twice = [played("Ann", "Bob", [1, 1, 1, 0], 1, name) for name in ("m1", "m2", "m3", "m2")]
    lines = [(one.line, one.is_known) for one in taken(day, *twice)]
    assert lines == [("result 1:1-2 1 2 2 6", False), ("result 1:1-2.2 1 2 2 6", False), ("", False), ("", True)]
    day = desk(*LEAGUE)
    other = taken(day, played("Ann", "Bob", [1, 1, 1, 0], 1), played("Ann", "Cid", [1, 1, 1, 0], 1))[1]
    assert (other.is_known, str(other.why)) == (False, "another match before it in the same file has its id")
    given_up = desk(*LEAGUE, "forfeit 1:1-2 1")
    assert taken(given_up, played("Ann", "Bob"))[0].line.startswith("result 1:1-2.2 ")
    given_up.enter("end 1")
    assert str(taken(given_up, played("Ann", "Bob", name="m2"))[0].why) == _NO_MATCH
    day = desk(*SINGLE)
    of_three = (played("Dee", "Ann", [0, 0]), played("Dee", "Ann", [1, None, 1], 1, "m2"))
    found = taken(day, *of_three, played("Dee", "Ann", [0, 1, 0], name="m3"))
    scores = ("1:W1.1 4 4 1 0", "1:W1.1/2 4 1 1 5", "1:W1.1/3 4 4 1 2")
    assert [one.line for one in found] == [f"result {score}" for score in scores]
    final = taken(day, played("Bob", "Cid", [0, 0], name="f1"), played("Cid", "Bob", [1, 1], 1, "f2"))
    assert [one.line for one in final] == ["result 1:W1.2 2 4 3 0", "result 1:W1.2/2 3 0 2 4"]
    assert taken(day, played("Bob", "Dee", [0, 0], name="f3"))[0].line == "result 1:W2.1 2 4 4 0"


def test_pairs_and_partners() -> None:
    pairs = desk(
        *("add Ann & Bob", "add Cid & Dee", "phase 1 single game crokinole-championship rounds=1", "draw 1"),
        entry="doubles",
    )
    of_bob = {"name": "Robert", "cid": "CRK-7"}
    also = {"crk-7": ["Bob", "CRK-7"]}
    assert str(taken(pairs, played("Ann", "Cid", [0]))[0].why).endswith("it is singles of crokinole-championship")
    (found,) = taken(pairs, played(["Dee", "cid"], [of_bob, "Ann"], [1], 1), also=also)
    assert (found.line, found.reason) == ("result 1:W1.1 2 0 1 2", "CMN m1; cid 1.2=CRK-7")
    assert cids_in(found.reason) == [(1, 1, "CRK-7")]
    evening = desk(*FIELD, "phase 1 partners rounds=3 game crokinole-championship rounds=1", "draw 1")
    ((match,), phase) = evening.phases[0].matches(), evening.phases[0]
    a, b = (list(phase.field.entrant(side).players) for side in match.drawn)
    (found,) = taken(evening, played(b[::-1], a, [0]))
    assert found.line.split()[1] == match.name
    assert evening.match(match.name)[1].verdict.winner == match.drawn[1]


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (played("Ann", "Zoe"), "Zoe is no entrant"),
        (played("Ann", "Bobb"), "Bobb is no entrant, but Bob is"),
        (played("Ann", {"name": "Bob", "cid": "CRK-3"}), "Bob is another one than CRK-3"),
        (played("Ann", "Ann"), _NO_MATCH),
        (played(["Ann", "Bob"], ["Cid", "Dee"]), _NO_MATCH),
        (played("Ann", "Bob", [0, 0, 0]), "its number of games is 3, and here it is 4"),
        (played("Ann", "Bob", _GAMES, 1), "its games give 5:3, and its winner is another"),
        (played("Ann", "Bob", _GAMES, None), "its games give 5:3, and its winner is another"),
        (
            played("Ann", "Bob", rules="pichenotte-southwest games=4"),
            "it is of another game, pichenotte-southwest; here crokinole-championship is taken in",
        ),
    ],
)
def test_what_is_no_result_here_says_why(match: dict[str, Any], why: str) -> None:
    (found,) = taken(desk(*LEAGUE), match, also={"crk-3": ["Cid", "CRK-3"]})
    assert (found.line, str(found.why)) == ("", why)


@pytest.mark.parametrize(
    ("games", "winner", "is_taken"),
    [([0], 0, False), ([0, 0], 0, True), ([0, 0, 1], 0, False), ([0, 1, None], None, True)],
)
def test_the_best_of_some_ends_when_it_is_decided(games: list[Any], winner: int | None, is_taken: bool) -> None:
    (found,) = taken(desk(*SINGLE), played("Ann", "Dee", games, winner))
    assert bool(found.line) == is_taken


def test_more_twenties_than_a_result_can_have_are_not_taken() -> None:
    long = desk(*FIELD, "phase 1 round-robin game crokinole-championship rounds=11", "draw 1")
    (found,) = taken(long, played("Ann", "Bob", [{"winner": 0, "twenties": [99, 0]}] * 11))
    assert (found.line, str(found.why)) == ("", "no result has so many twenties")


def test_a_phase_of_another_game_and_a_shootout_take_nothing() -> None:
    other = desk(*FIELD, "phase 1 round-robin game crokinole-official", "draw 1")
    assert str(taken(other, played("Ann", "Bob"))[0].why).startswith("no match of these is to be played")
    level = desk(*FIELD, "phase 1 single game crokinole-championship", "draw 1", "result 1:W1.1 1 4 4 4")
    assert str(taken(level, played("Ann", "Dee"))[0].why).startswith("a game of twenties-shootout")


_BROKEN = {
    "cut off": document(played("Ann", "Bob"))[:-9],
    "no JSON": b"\0\0\0",
    "NUL": document(played("Ann", "Bob")).replace(b"Bob", b"B\0b"),
    "no letters": b'{"cmn": "1.0", "id": "\xff"}',
    "a bomb": b"[" * 1_000_000,
    "a bomb of objects": b'{"cmn":' * 200_000,
    "a long number": b'{"cmn": ' + b"9" * 100_000 + b"}",
    "a list": b"[]",
    "another version": b'{"cmn": "2.0", "id": "x", "match": {}}',
    "no matches": b'{"cmn": "1.0", "batch": true}',
    "no id": b'{"cmn": "1.0", "match": {}}',
    "no match": b'{"cmn": "1.0", "id": "x", "match": []}',
    "too long an id": document(played("Ann", "Bob", name="x" * 81)),
    "an id that cannot be kept": document(played("Ann", "Bob", name="\ud800")),
    "no games": document(played("Ann", "Bob", [])),
    "a true winner": document(played("Ann", "Bob", [True])),
    "no winner": document(played("Ann", "Bob", [{}])),
    "a game that is a text": document(played("Ann", "Bob", [{"winner": 0}, {"winner": 0, "scores": "20"}])),
    "half a twenty": document(played("Ann", "Bob", [{"winner": 0, "twenties": [0.5, 0]}])),
    "too many players": document(played("Ann", "Bob", format="doubles")),
    "another format": document(played("Ann", "Bob", format="trebles")),
    "a player without a name": document(played({"cid": "CRK-1"}, "Bob")),
    "a player who is a number": document(played([7], "Bob")),
    "one of a batch": document(played("Ann", "Bob"), {"id": "x"}),
}


@pytest.mark.parametrize("data", _BROKEN.values(), ids=_BROKEN)
def test_what_is_broken_is_refused_as_a_whole(data: bytes) -> None:
    with pytest.raises(TallyboardError) as refused:
        cmn_in(data)
    assert refused.value.cause.endswith(".")
    assert "Nothing was entered." in refused.value.next_step


# ---- at the desk


@pytest.fixture
def league(begun: Callable[..., Day]) -> Day:
    return begun().lines("add Ann", "add Bob", "add Cid", "phase round-robin game crokinole-championship", "draw")


def entered(store: Store, *matches: dict[str, Any]) -> list[str]:
    """The lines that are new with a document, in the tournament that is in use."""

    with store.reading() as sql:
        followed, also = tournaments.followed(sql), also_called(sql)
    decide = taking(followed, cmn_in(document(*matches)), also, [])
    return [event.line for event in tournaments.append(store, followed, decide, "Olga")]


def test_a_match_is_taken_once_in_every_store_it_is_copied_to(store: Store, tmp_path: Path) -> None:
    about = tournaments.create(store, "Evening", "tournament singles seed=1", "UTC")
    tournaments.append(store, tournaments.Followed(about), lambda _: LEAGUE, "Olga")
    match = played({"name": "Ann", "cid": "CRK-00142"}, "Bob", name="a b;c%")
    assert entered(store, match) == ["result 1:1-2 1 5 2 3 twenties 3 1"]
    assert entered(store, match) == []
    with store.reading() as sql:
        assert tournaments.followed(sql).events[-1].reason == "CMN a%20b%3Bc%25; cid 1=CRK-00142"
        assert known_cids(sql) == {"ann": "CRK-00142"}
        script = tournaments.script(tournaments.followed(sql))
    assert script.splitlines()[-1] == "result 1:1-2 1 5 2 3 twenties 3 1  # CMN a%20b%3Bc%25; cid 1=CRK-00142"
    assert [event.line for event in read_script(script).events][-1] == "result 1:1-2 1 5 2 3 twenties 3 1"
    with closing(open_store(str(tmp_path / "other.db"))) as other:
        merge(store, other)
        assert entered(other, match) == []
        other.rebuild()
        assert entered(other, match) == []
    with store.reading() as sql:
        followed = tournaments.followed(sql)
    tournaments.append(store, followed, lambda _: ["undo"], "Olga")
    assert entered(store, match) == ["result 1:1-2 1 5 2 3 twenties 3 1"], "what was taken back is not taken"
    tournaments.append(store, followed, lambda _: ["result 1:1-3 1 8 3 0 board b2"], "Olga")
    assert entered(store, played("Ann", "Cid", [0, 0, 0, 0], name="b2")) == [], "what a board recorded is here already"
    with pytest.raises(TallyboardError, match="Nothing was entered"):
        entered(store, played("Ann", "Zoe", name="other"))


def test_a_season_knows_the_cid(league: Day, tmp_path: Path) -> None:
    with closing(open_store(str(league.db))) as store:
        about = tournaments.create(store, "League", "season", "UTC")

        tournaments.append(store, FollowedSeason(about), lambda _: ["player Cid = Sid = CRK-00087"], "Olga")
    file = tmp_path / "night.json"
    file.write_bytes(document(played("Ann", {"name": "Sidney", "cid": "crk-00087"}), played("Ann", "Zoe", name="m2")))
    assert league.said("import", file, "--reason", "from the app").splitlines()[:3] == [
        "1 match is taken in.",
        "Match m2 (Ann : Zoe) is not taken: Zoe is no entrant.",
        "Look again at match m1 (Ann : Sidney), whose result counts: game 1 has 20 points, "
        "and its twenties alone bring 40.",
    ]
    assert league.told_lines("log")[-1]["reason"] == "CMN m1; cid 3=crk-00087; from the app"
    file.write_bytes(document(played("Ann", {"name": "Sidney", "cid": "CRK-00087"})))
    assert league.said("import", file).startswith("1 match was taken in before, and changed nothing.")
    with read_store(str(league.db)) as reader, reader.reading() as sql:
        assert known_cids(sql) == {"cid": "CRK-00087", "sid": "CRK-00087", "crk-00087": "CRK-00087"}


def test_files_that_are_none_enter_nothing(league: Day, tmp_path: Path) -> None:
    file = tmp_path / "night.json"
    for data, said in (
        (b"\0" * 9, "The file is no JSON"),
        (b" " * 8_000_001, f"{file} has more than 8 MB"),
        (
            document(played("Ann", "Bob", rules="washers-ritzenthaler")),
            "Match m1 (Ann : Bob) is no result here: ",
        ),
    ):
        file.write_bytes(data)
        assert league.refused("import", file).startswith(said)
    assert league.refused("import", "-", stdin=b'\n {"cmn": ').startswith("The file is no JSON, or is cut off (line 2)")
