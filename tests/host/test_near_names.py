"""Whom of a roster a name may mean: it is asked, and nothing is made one by itself."""

import pytest

from tallyboard.text.near_names import NearName, Roster, replaced

PEOPLE = (
    ("Ann", "Annie", "CMN 17"),
    ("Bob Ross",),
    ("Zoé Côté",),
    ("Jean-Luc O'Neil",),
    ("Catherine Roy", "Cat"),
    ("Dee Gray",),
    ("Dee Brown",),
)


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("Ann", ()),
        ("ann", ()),
        ("  BOB   ross ", ()),
        ("Anne", ("Ann",)),
        ("Zoe Cote", ("Zoé Côté",)),
        ("Zoe\u0301 Co\u0302te\u0301", ("Zoé Côté",)),
        ("Jean Luc O\u2019Neil", ("Jean-Luc O'Neil",)),
        ("Jeanluc ONeil", ("Jean-Luc O'Neil",)),
        ("Ross Bob", ("Bob Ross",)),
        ("Ross, Bob", ("Bob Ross",)),
        ("Bob", ("Bob Ross",)),
        ("Ann Smith", ("Ann",)),
        ("Bob Rsos", ("Bob Ross",)),
        ("Rob Ross", ("Bob Ross",)),
        ("Katherine Roi", ("Catherine Roy",)),
        ("Katherina Roi", ()),
        ("Jan Ross", ()),
        ("Rab Ross", ()),  # two letters of three
        ("Dee", ()),  # of two nobody is meant
        ("Dee Grown", ("Dee Gray", "Dee Brown")[1:]),
        ("Eve", ()),
    ],
)
def test_a_near_miss_is_found_and_nothing_else(typed: str, known: tuple[str, ...]) -> None:
    found = Roster(PEOPLE).near(typed)
    assert (found.known if found else ()) == known
    assert found is None or not found.is_other


@pytest.mark.parametrize("typed", ["Annie", "ANNIE", "cmn 17", "Cat"])
def test_another_name_means_its_person_whoever_is_here(typed: str) -> None:
    usual = "Catherine Roy" if typed == "Cat" else "Ann"
    assert Roster(PEOPLE).near(typed, present=["Ann", "Catherine Roy"]) == NearName(typed, (usual,), is_other=True)


def test_who_is_here_is_not_meant_once_more() -> None:
    roster = Roster(PEOPLE)
    assert roster.near("Anne", present=["annie"]) is None
    assert list(roster.nears(["Ann", "Anne", "Rob Ross"])) == [NearName("Rob Ross", ("Bob Ross",))]


def test_of_a_pair_each_is_looked_for() -> None:
    found = list(Roster(PEOPLE).nears(["Annie & Rob Ross"], present=["Dee Gray & Fay"]))
    assert [one.known for one in found] == [("Ann",), ("Bob Ross",)]
    assert replaced("Annie & Rob Ross", {"Rob Ross": "Bob Ross"}) == "Annie & Bob Ross"


def test_several_who_are_as_near_are_all_offered() -> None:
    found = Roster([("Marie Roy",), ("Maria Roy",), ("Mario Roy",), ("Maris Roy",)]).near("Marid Roy")
    assert found is not None and found.known == ("Marie Roy", "Maria Roy", "Mario Roy")
