"""Spreadsheets as entrants: whatever a spreadsheet writes, all of it or nothing."""

import pytest

from tallyboard.desk import Tournament
from tallyboard.errors import TallyboardError
from tallyboard.text.tournament.given import SheetError, entrants_in


@pytest.mark.parametrize(
    "data",
    [
        b"name,seed\nAnn,2\nBob,\nCid,1\n",
        b"name;seed\r\nAnn;2\r\nBob;\r\nCid;1\r\n",
        b"Seed\tNAME\n2\tAnn\n\tBob\n1\tCid",
        b"\xef\xbb\xbfname,seed\rAnn,2\rBob,\rCid,1\r",
        b'"Name","Seed"\n"Ann","2"\n\n,\n"Bob",""\n  Cid ,1.0\n',
        b"sep=;\nName;Seed;;\nAnn;2;;\nBob;;;\nCid;1,0;;\n",
        "\ufeffNom\tT\u00eate de s\u00e9rie\nAnn\t2\nBob\t\nCid\t1\n".encode("utf-16"),
        "Joueur;Tête de série\nAnn;2\nBob;\nCid;1".encode("latin-1"),
        b"seed,player\n2,Ann\n,Bob\n1,Cid,\n",
        b"\n\nname,seed\nAnn,2\nBob\nCid,1\n",
    ],
)
def test_all_that_spreadsheets_write_is_understood(data: bytes) -> None:
    sheet = entrants_in(data, of_pairs=False, present=())
    assert (sheet.names, sheet.seeded) == (["Ann", "Bob", "Cid"], [2, 0])


@pytest.mark.parametrize(
    ("data", "names"),
    [
        ("name\nZoë Côté\n".encode(), ["Zoë Côté"]),
        ("name\nZoë Côté\n".encode("latin-1"), ["Zoë Côté"]),
        ("name\n\u0152uvre\u2019s\n".encode("cp1252"), ["\u0152uvre\u2019s"]),
        (b'name,club\n"Smith, Ann","Ottawa ""CC"""\n', ["Smith, Ann"]),
        (b'name\n"Ann\nSmith"\n', ["Ann Smith"]),
        (b'name,seed\n"Ann" ,1\n "Bob",\n"Cid"  ', ["Ann", '"Bob"', "Cid"]),
        (b'name\nAnn "Bee" Smith\n', ['Ann "Bee" Smith']),
        ("name\nAnn\u00a0Smith\n".encode(), ["Ann Smith"]),
        ("Prénom;Nom\nAnn;Côté\n".encode(), ["Ann Côté"]),
        (b"First name,Last name\nAnn,Smith\n", ["Ann Smith"]),
    ],
)
def test_names_come_as_they_are_meant(data: bytes, names: list[str]) -> None:
    assert entrants_in(data, of_pairs=False, present=()).names == names


@pytest.mark.parametrize(
    "data", [b"partner,name\nBob,Ann\n", b"name\nAnn & Bob\n", b"name\nAnn / Bob\n", b"joueur 1;joueur 2\nAnn;Bob\n"]
)
def test_pairs(data: bytes) -> None:
    assert entrants_in(data, of_pairs=True, present=()).names == ["Ann & Bob"]


def test_columns_without_a_use_are_told() -> None:
    sheet = entrants_in(b"e-mail,name,Phone\na@b.c,Ann,123\n", of_pairs=False, present=())
    assert (sheet.names, sheet.left_out) == (["Ann"], ["e-mail", "Phone"])


def test_clubs_are_kept_beside_the_names() -> None:
    sheet = entrants_in(b"name,Club\nAnn,Ottawa  CC\nBob,\nCid\n", of_pairs=False, present=())
    assert (sheet.clubs, sheet.left_out) == (["Ottawa CC", "", ""], [])
    with pytest.raises(SheetError) as refused:
        entrants_in(b"name,club\nAnn," + b"x" * 61 + b"\n", of_pairs=False, present=())
    assert refused.value.problems[0].startswith("Row 2: The club has 61 characters; 60 is the most.")


def test_every_problem_is_told_with_its_row() -> None:
    data = b"name,partner,seed\nAnn,,1\nBob,,1\n\nann,,\n,,5\nDee,Eve,\nFay,,x\nZed,,\nA#1,,\n" + b"x" * 61 + b",,\n"
    with pytest.raises(SheetError) as refused:
        entrants_in(data, of_pairs=False, present=["Zed"])
    starts = [problem.partition(".")[0] for problem in refused.value.problems]
    assert starts == [
        "Row 3: The seed 1 is given twice",
        starts[1],
        "Row 6: The name is missing",
        "Row 7: Dee has a partner, Eve",
        "Row 8: x is no seed",
        starts[5],
        "Row 10: A#1 has the sign #",
        "Row 11: The name has 61 characters; 60 is the most",
    ]
    assert starts[1].startswith("Row 5: ")
    assert starts[5].startswith("Row 9: ")
    assert refused.value.cause == "8 rows of the sheet cannot be entered; nothing was entered."


def test_what_is_too_much_is_told_once_and_of_many_problems_the_first() -> None:
    names = "".join(f"Player {n}\n" for n in range(1200))
    with pytest.raises(SheetError) as refused:
        entrants_in(f"name\n{names}".encode(), of_pairs=False, present=["Ann", "Bob"])
    assert refused.value.problems == [
        "Rows 1000 to 1201: 1000 entrants are the most. Begin a second tournament for the rest."
    ]
    assert refused.value.cause == "202 rows of the sheet cannot be entered; nothing was entered."
    with pytest.raises(SheetError) as refused:
        entrants_in(b"name,seed\n" + b"Ann,\n" * 50, of_pairs=False, present=())
    assert len(refused.value.problems) == 21
    assert refused.value.problems[-1] == "and 29 more rows"
    assert refused.value.cause == "49 rows of the sheet cannot be entered; nothing was entered."


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"", "The sheet is empty."),
        (b"\n\n;;\n", "The sheet is empty."),
        (b"name\n\n", "The sheet has headings, but no entrants."),
        (b"Ann\nBob\n", "Row 1: there is no heading `name` among Ann."),
        (b"\nclub,seed\nx,1\n", "Row 2: there is no heading `name` among club, seed."),
        (b"name,Player\nAnn,Bob\n", "Row 1: the headings name and Player mean the same."),
        (b'name,seed\n"Ann,1\nBob,2\n', "Row 2: a quote begins a cell there, and none ends it."),
        (b'name,seed\nAnn,1\n\n"Bob,2\nCid "C",\n', "Row 4: a quote begins a cell there, and none ends it."),
        (b'name,seed\n"Ann\nSmith",1\n"Bob,2\n"Cid",3\n', "Row 3: a quote begins a cell there, and none ends it."),
        (b'"name,seed\nAnn,1\n', "Row 1: a quote begins a cell there, and none ends it."),
        (b'name,seed\n"Ann,1\n' + b"Bob,2\n" * 30_000, "Row 2: a quote begins a cell there, and none ends it."),
    ],
)
def test_a_sheet_that_is_none_is_refused(data: bytes, cause: str) -> None:
    with pytest.raises(TallyboardError) as refused:
        entrants_in(data, of_pairs=False, present=())
    assert refused.value.cause == cause


def test_all_and_numbers_are_nobodys_names_on_a_sheet_and_names_in_a_script() -> None:
    with pytest.raises(SheetError) as refused:
        entrants_in(b"name,partner\nAnn,All\n7,Bob\nCid,Allan 7\n", of_pairs=True, present=())
    assert [problem.partition(":")[0] for problem in refused.value.problems] == ["Row 2", "Row 3"]
    assert "All is no name: it means everybody." in refused.value.problems[0]
    day = Tournament("tournament singles")
    assert [day.enter(line).line for line in ("add all", "add 7")] == ["add all", "add 7"]
    assert entrants_in(b"name\nAnn\n", of_pairs=False, present=["all", "7"]).names == ["Ann"]


def test_a_pair_without_a_partner_is_a_problem() -> None:
    with pytest.raises(SheetError) as refused:
        entrants_in(b"name,partner\nAnn,\n", of_pairs=True, present=())
    assert refused.value.problems[0].startswith("Row 2: ")
