"""A season: what the nights give whom, the standings over all of them, and what is refused."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from tallyboard.desk import Refusal, ScriptError, Tournament, read_script
from tallyboard.desk.matches import members
from tallyboard.desk.season import Evening, Season, SeasonObject, compute_season, evening_of, read_season

GAME = "game crokinole-championship"


def _played(*names: str, finished: bool = True, entry: str = "singles", ends: Sequence[str] = ()) -> Tournament:
    """Who comes first in `names` beats all after them, with two twenties to one."""
    lines = [f"tournament {entry}", *(f"add {name}" for name in names), f"phase 1 round-robin {GAME}", "draw 1"]
    pairs = list(combinations(range(1, len(names) + 1), 2))[: None if finished else -1]
    lines += [f"result 1:{x}-{y} {x} 6 {y} 2 twenties 2 1" for x, y in pairs]
    return read_script("\n".join([*lines, *ends]))


def _season(
    first_line: str, *nights: Tournament, roster: Sequence[str] = ("Ann = Annie", "Bob", "Cid")
) -> SeasonObject:
    season = Season(first_line)
    for player in roster:
        season.enter(f"player {player}")
    for number in range(1, len(nights) + 1):
        season.enter(f"night 2026-01-{number:02} {number}.txt")
    return compute_season(season, {f"{at}.txt": evening_of(night) for at, night in enumerate(nights, 1)})


MONTH = (_played("Ann", "Zoe", "Bob", "Cid"), _played("Bob", "Annie", "Cid"), _played("Cid", "Bob"))


def test_the_golden_season() -> None:
    found = _season("season best=2 points=10,8,6,5", *MONTH)
    assert found["standings"] == [
        {
            "place": 1,
            "player": 2,
            "nights": 3,
            "points": 18,
            "wins": 3,
            "twenties": 9,
            "counted": [1, 2],
            "why": {"by": "nights", "values": [8, None]},
        },
        {
            "place": 2,
            "player": 1,
            "nights": 2,
            "points": 18,
            "wins": 4,
            "twenties": 9,
            "counted": [1, 2],
            "why": {"by": "points", "values": [18, 16]},
        },
        {
            "place": 3,
            "player": 3,
            "nights": 3,
            "points": 16,
            "wins": 1,
            "twenties": 7,
            "counted": [1, 3],
            "why": None,
        },
    ]
    assert found["flags"] == [{"kind": "guest", "night": 1, "name": "Zoe"}]
    assert found["players"][0] == {"player": 1, "name": "Ann", "names": ["Ann", "Annie"]}
    assert found["nights"][0] == {
        "night": 1,
        "date": "2026-01-01",
        "file": "1.txt",
        "counts": True,
        "rows": [
            {"player": 1, "place": 1, "points": 10, "played": 3, "wins": 3, "twenties": 6},
            {"player": 2, "place": 2, "points": 8, "played": 3, "wins": 1, "twenties": 4},
            {"player": 3, "place": 3, "points": 6, "played": 3, "wins": 0, "twenties": 3},
        ],
    }


def _points(found: SeasonObject, night: int = 1) -> dict[int, tuple[int | None, int]]:
    return {row["player"]: (row["place"], row["points"]) for row in found["nights"][night - 1]["rows"]}


@pytest.mark.parametrize(
    ("first_line", "points"),
    [
        ("season", {1: (1, 18), 2: (2, 10), 3: (3, 6)}),  # as the matches gave
        ("season points=9", {1: (1, 9), 2: (2, 9), 3: (3, 9)}),  # the last for all further places
        ("season points=9,0", {1: (1, 9), 2: (2, 0), 3: (3, 0)}),
    ],
)
def test_points_of_a_night(first_line: str, points: dict[int, tuple[int, int]]) -> None:
    assert _points(_season(first_line, MONTH[0])) == points


def test_a_night_has_points_of_its_own() -> None:
    season = read_season(
        "season points=match\nplayer Ann\nnight 2026-01-02 a points=50,1\nnight 2026-01-01 b POINTS=match"
    )
    found = compute_season(season, {"a": evening_of(MONTH[0]), "b": evening_of(MONTH[0])})
    assert [(night["file"], night["rows"][0]["points"]) for night in found["nights"]] == [("b", 18), ("a", 50)]


def test_all_leagues_give_points_and_a_knock_out_places() -> None:
    ends = [f"phase 2 single of=1 take=1-2 best=3 {GAME}", "draw 2"]
    ends += [f"result 2:W1.1/{game} 1 1 2 7 twenties 0 5" for game in (1, 2)]
    ends += [f"phase 3 swiss of=1 take=3-4 rounds=1 {GAME}", "draw 3", "result 3:3-4 3 3 4 5"]
    found = _season("season", _played("Ann", "Bob", "Cid", "Zoe", ends=ends), roster=("Ann", "Bob", "Cid", "Zoe"))
    assert found["nights"][0]["rows"] == [
        {"player": 2, "place": 1, "points": 14, "played": 4, "wins": 3, "twenties": 15},
        {"player": 1, "place": 2, "points": 18, "played": 4, "wins": 3, "twenties": 6},
        {"player": 4, "place": 3, "points": 11, "played": 4, "wins": 1, "twenties": 3},
        {"player": 3, "place": 4, "points": 13, "played": 4, "wins": 1, "twenties": 4},
    ]


def test_both_of_a_pair_have_what_it_has_and_who_is_in_two_entrants_nothing() -> None:
    night = _played("Zoe & Ann", "Bob & Cid", "Annie & Dee", "Eve & Fay", entry="doubles")
    found = _season("season points=9,7,5,3", night, roster=("Ann = annie", "Bob", "Cid", "Dee", "Eve"))
    assert _points(found) == {2: (2, 7), 3: (2, 7), 4: (3, 5), 5: (4, 3)}  # both entrants keep their places
    assert found["flags"] == [
        {"kind": "twice", "night": 1, "player": 1},
        {"kind": "guest", "night": 1, "name": "Fay"},
        {"kind": "guest", "night": 1, "name": "Zoe"},
    ]


def test_partners_are_each_their_own() -> None:
    names = ("Ann", "Bob", "Cid", "Dee")
    lines = ["tournament singles", *(f"add {name}" for name in names), f"phase 1 partners rounds=1 {GAME}", "draw 1"]
    day = read_script("\n".join(lines))
    (match,) = day.phases[0].matches()
    (w, x), (y, z) = map(members, match.drawn)
    day.enter(f"result {match.name} {w} 6 {y} 2 twenties 3 1")
    found = _season("season points=match", day, roster=names)
    figures = {row["player"]: (row["played"], row["wins"], row["twenties"]) for row in found["nights"][0]["rows"]}
    assert figures == {w: (1, 1, 3), x: (1, 1, 3), y: (1, 0, 1), z: (1, 0, 1)}
    assert {each: points for each, (_, points) in _points(found).items()} == {w: 6, x: 6, y: 2, z: 2}


def test_who_played_no_match_is_not_there_and_who_has_no_place_has_no_points() -> None:
    lines = ["tournament singles", *(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dee"))]
    lines += [f"phase 1 swiss rounds=2 {GAME}", "draw 1", "result 1:1-3 1 6 3 2", "forfeit 1:2-4 4", "draw 1"]
    lines += ["result 1:1-2 1 2 2 6", "forfeit 1:3-4 4", "disqualify 1"]
    found = _season("season points=match", read_script("\n".join(lines)), roster=("Ann", "Bob", "Cid", "Dee"))
    assert _points(found) == {2: (1, 14), 3: (2, 10), 1: (None, 0)}
    assert found["nights"][0]["rows"][2] == {
        "player": 1,
        "place": None,
        "points": 0,
        "played": 2,
        "wins": 1,
        "twenties": 0,
    }
    assert [row["nights"] for row in found["standings"]] == [1, 1, 1, 0]


def test_a_night_that_is_not_finished_gives_nothing() -> None:
    found = _season("season", MONTH[1], _played("Ann", "Bob", "Zoe", finished=False))
    assert found["flags"] == [{"kind": "unfinished", "night": 2}]
    assert (found["nights"][1]["counts"], found["nights"][1]["rows"]) == (False, [])


def _standings(found: SeasonObject) -> list[tuple[int | None, int]]:
    return [(row["place"], row["player"]) for row in found["standings"]]


@pytest.mark.parametrize(
    ("first_line", "standings", "by"),
    [
        ("season points=3", [(1, 2), (2, 3), (3, 1), (None, 4)], ["wins", "points", None, None]),
        ("season points=3 chain=points", [(1, 2), (1, 3), (3, 1), (None, 4)], [None, "points", None, None]),
        (
            "season points=3 chain=points,twenties",
            [(1, 2), (2, 3), (3, 1), (None, 4)],
            ["twenties", "points", None, None],
        ),
        ("season points=3 least=3", [(1, 2), (2, 3), (None, 1), (None, 4)], ["wins", None, "nights", None]),
        ("season points=0", [(1, 2), (2, 3), (3, 1), (None, 4)], ["wins", "nights", None, None]),
    ],
)
def test_the_chain_and_the_least(
    first_line: str, standings: list[tuple[int | None, int]], by: list[str | None]
) -> None:
    found = _season(first_line, *MONTH, roster=("Ann = Annie", "Bob", "Cid", "Dee"))
    if "least" in first_line:
        by[2] = "points"  # among those without a place; nothing parts these from the others
    assert _standings(found) == standings
    assert [row["why"] and row["why"]["by"] for row in found["standings"]] == by


def test_of_equal_nights_the_earlier_counts() -> None:
    found = _season("season best=1 points=5", *MONTH)
    assert [(row["player"], row["counted"]) for row in found["standings"]] == [(2, [1]), (3, [1]), (1, [1])]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("player Ann", 1, "first-line"),
        ("", 1, "first-line"),
        ("# nothing\n\n", 2, "first-line"),
        ("season\n\nSEASON", 3, "first-line"),
        ("season\nalso 1 Ann", 2, "syntax"),
        ("season\nnight 2026-01-01", 2, "syntax"),
        *(
            (f"season {option}", 1, "option")
            for option in ("best=0", "best=100", "least=100", "least=01", "more=1", "best")
        ),
        *((f"season {option}", 1, "option") for option in ("points=", "points=1,2", "points=1000", "best=1 best=2")),
        (f"season points={'1,' * 99}1", 1, "option"),
        *((f"season chain={chain}", 1, "option") for chain in ("nights", "points,points", "points,lot", "")),
        ("season\nnight 2026-01-01 a best=1", 2, "option"),
        *((f"season\nplayer {name}", 2, "names") for name in ("", "= Ann", "Ann =", "Ann & Bob", "x" * 61, "A\u202eb")),
        ("season\nplayer Ann = Bo  B\nplayer bo b", 3, "duplicate"),
        ("season\nplayer Ann = ann", 2, "duplicate"),
        ("season\nnight 2026-01-01 a\nnight 2026-02-01 a", 3, "duplicate"),
        *((f"season\nnight {day} a", 2, "date") for day in ("2026-02-30", "20260101", "26-1-1", "2026-W01-1")),
    ],
)
def test_refused(text: str, line: int, code: str) -> None:
    with pytest.raises(ScriptError) as caught:
        read_season(text)
    assert (caught.value.line, caught.value.refusal.code) == (line, code)


@pytest.mark.parametrize("evenings", [{}, {"a": None}])
def test_a_night_that_is_not_to_be_had(evenings: dict[str, Evening | None]) -> None:
    with pytest.raises(Refusal) as caught:
        compute_season(read_season("season\nnight 2026-01-01 a"), evenings)
    assert caught.value.code == "file"


def test_what_a_desk_enters_besides_and_its_script() -> None:
    season = Season("season best=3")
    for line in ("player Ann", "player Bob", "night 2026-02-01 b points=match", "night 2026-01-01 a", "also 1 Annie"):
        season.enter(line)
    for line in ("set least=2 best=5", "rename 2 Robert", "rename 1 ANNIE", "out a", "undo", "out b", "undo", "out a"):
        season.enter(line)
    for line, code in {"also 2 ann": "duplicate", "out a": "nothing", "rename 3 X": "unknown-entrant"}.items():
        with pytest.raises(Refusal) as caught:
            season.enter(line)
        assert caught.value.code == code
    script = ["season best=5 least=2", "player ANNIE = Ann", "player Robert = Bob", "night 2026-02-01 b points=match"]
    assert season.script() == script
    assert read_season("\n".join(script)).script() == script
    assert [season.who(name) for name in ("annie", " ANN ", "Bob", "Cid")] == [1, 1, 2, None]


def test_nothing_is_left_to_take_back() -> None:
    season = Season("season")
    season.enter("player Ann")
    season.enter("undo")
    assert season.roster == []
    with pytest.raises(Refusal) as caught:
        season.enter("undo")
    assert caught.value.code == "nothing"
