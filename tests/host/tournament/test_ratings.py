"""Ratings from elsewhere seed a tournament: the list of the National Crokinole Association, pasted as it is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tallyboard.desk import ScriptError, Tournament
from tallyboard.errors import TallyboardError
from tallyboard.text.tournament.ratings import Seeding, ratings_in, seeding
from tests.host.tournament.conftest import Day

# As their download is: more columns, negative numbers, ranks that are no ratings.
NCA = (
    "rank,player,rating,uncertainty,conservative_rating,tournaments_played,z_score,pseudo_elo\n"
    "1,Bea Côté,4.31,0.4,3.11,21,2.1,2362\n2,Ann,4.31,0.2,3.71,30,2.0,2340\n3,cid  vee,-0.5,1.1,-3.8,2,-1.0,1680\n"
)


def seeded(data: bytes, *names: str) -> Seeding:
    day = Tournament(f"tournament {'doubles' if '&' in names[0] else 'singles'}")
    for name in names:
        day.enter(f"add {name}")
    return seeding(ratings_in(data), day.entrants)


@pytest.mark.parametrize(
    "data",
    [
        NCA.encode(),
        NCA.encode("utf-8-sig"),
        NCA.replace(",", "\t").encode("utf-16"),
        NCA.replace(",", "\t").encode("utf-16-le"),
        NCA.replace(",", "\t").encode("utf-16-be"),
        NCA.replace(",", ";").replace(".", ",").encode("latin-1"),
        NCA.replace(",", ";").replace("\n", "\r\n").encode("cp1252"),
        ("sep=;\nRATING;NAME\n4,31;BEA CÔTÉ\n+4.310;ann\n\u2212.5;Cid Vee\n").encode(),
        ('Name,Rating\n"Bea\nCôté",431e-2\n\n,\nAnn,"4.31"\n Cid  Vee ,-5E-1,\n').encode(),
        "Prénom,Nom,Cote\nBea,Côté,4.31\n,Ann,4.31\nCid,Vee,-0.50\n".encode(),
    ],
)
def test_the_highest_first_then_by_number_from_whatever_wrote_the_list(data: bytes) -> None:
    found = seeded(data, "Dee", "Cid Vee", "Ann", "Bea Côté")
    assert (found.line, found.without, found.near) == ("seeds 3 4 2", ["Dee"], [])
    assert [found.rating_of(number) for number, _ in found.seeds] == ["4.31", "4.31", "-0.5"]


def test_a_pair_has_the_sum_of_both_and_is_exact() -> None:
    found = seeded(b"name,rating\nA,0.1\nB,0.2\nC,0.3\nD,0\nE,99\n", "A & B", "E & F", "C & D")
    assert (found.line, found.without) == ("seeds 1 3", ["F"]), "0.1 + 0.2 is no more and no less than 0.3"


def test_near_names_are_said_and_no_more() -> None:
    found = seeded(b"name,rating\nAnnie Smith,3\nBob,2\nDee,1\n", "Smith Annie", "Bob", "Eve")
    assert (found.line, found.without) == ("seeds 2", ["Smith Annie", "Eve"])
    assert [(near.typed, near.known) for near in found.near] == [("Smith Annie", ("Annie Smith",))]


@pytest.mark.parametrize(
    ("rows", "code", "line"),
    [
        ("Ann,1\n,2", "names", 3),
        ("Ann & Bob,1", "names", 2),
        ("x" * 61 + ",1", "names", 2),
        ('Ann,1\n\n"Bob\nB",2\nCid,x', "rating", 6),
        ("Ann,", "rating", 2),
        ("Ann", "rating", 2),
        ("Ann,1 800", "rating", 2),
        ('Ann,"1,5"', "rating", 2),
        ("Ann,nan", "rating", 2),
        ("Ann," + "9" * 41, "rating", 2),
        ("Ann,1\n aNN ,1", "duplicate", 3),
    ],
)
def test_what_is_refused_is_told_with_its_line(rows: str, code: str, line: int) -> None:
    with pytest.raises(ScriptError) as refused:
        ratings_in(f"name,rating\n{rows}\n".encode())
    assert (refused.value.refusal.code, refused.value.line) == (code, line)


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"", "The sheet is empty."),
        (b"rating\n1\n", "Row 1: there is no heading `name` among rating."),
        (b"name,rating\nAnn,1\n\0\n", "Line 3 has a NUL: the sheet is no text."),
        (b"\0" * 50, "Line 1 has a NUL: the sheet is no text."),
        (b"PK\x03\x04", "The sheet is a spreadsheet's own file."),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, cause: str) -> None:
    with pytest.raises(TallyboardError) as refused:
        ratings_in(data)
    assert refused.value.cause == cause


def test_at_the_command_line_all_of_it_or_nothing(begun: Callable[..., Day], tmp_path: Path) -> None:
    day = begun().lines("add Ann", "add Cyd Vee", "add Bob", "seeds Cyd")
    file = tmp_path / "ratings.csv"
    file.write_text("name,rating\nBob,3.5\nANN,7\nCid Vee,9\n")
    assert day.said("seeds", "--ratings", file).splitlines()[:3] == [
        "Seeded by their ratings: Ann 7 and Bob 3.5.",
        "Behind them, without a rating: Cyd Vee.",
        f"Cyd Vee is not in {file}, but Cid Vee is: if that is the same person, "
        "`tallyboard tournament rename` makes the names one, and then seed again.",
    ]
    assert day.told_lines("log")[-1]["line"] == "seeds 1 3"
    file.write_text("name,rating\nBob,3.5\nAnn,?\n")
    assert day.refused("seeds", "--ratings", file).startswith(f"{file}, line 3: Under `rating` Ann has `?`")
    file.write_text("name,rating\nZoe,3.5\n")
    assert day.refused("seeds", "--ratings", file).startswith(f"No entrant has a rating in {file}")
    assert "one of the two" in day.refused("seeds", "Ann", "--ratings", file)
    file.write_bytes(b"x" * 10_000_000)
    assert day.refused("seeds", "--ratings", file).startswith(f"{file} has more than 8 MB")
    assert day.refused("import", file).startswith(f"{file} has more than 8 MB")
