"""The comparison with published results reads its workbooks, and counts what agrees and what does not."""

import zipfile
from collections.abc import Sequence
from pathlib import Path

from tests.reference.archive import Archive, books_in, computed, round_robins, ties

RESULTS = (
    "Classification",
    "Date",
    "Tournament",
    "Division",
    "Category",
    "Stage",
    "Pool",
    "Player",
    "Pts",
    "20s",
    "Rank",
)
MATCHES = ("Date", "Tournament", "Division", "Category", "Stage", "Pool", "Player", "Opponent", "Pts/20s", "Total")
POOL = (42000, "WCC", "Open", "Singles", "R16", "A")

# A 6:2 B, B 6:2 C, C 5:3 A: A has 9, B 8, C 7 points; twenties 3 per match, of C 2.
SCORES = {("A", "B"): 6, ("B", "A"): 2, ("B", "C"): 6, ("C", "B"): 2, ("C", "A"): 5, ("A", "C"): 3}


def _write(book: Path, rows: Sequence[Sequence[object]]) -> None:
    """A workbook as spreadsheets write it: texts apart, an empty cell left out."""
    texts = sorted({str(cell) for row in rows for cell in row if isinstance(cell, str)})
    cells = [
        "".join(
            f'<c r="{chr(65 + at)}{number}"{" t=" + chr(34) + "s" + chr(34) if isinstance(cell, str) else ""}>'
            f"<v>{texts.index(cell) if isinstance(cell, str) else cell}</v></c>"
            for at, cell in enumerate(row)
            if cell is not None
        )
        for number, row in enumerate(rows, 1)
    ]
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    with zipfile.ZipFile(book, "w") as made:
        made.writestr(
            "xl/sharedStrings.xml", f"<sst {space}>{''.join(f'<si><t>{one}</t></si>' for one in texts)}</sst>"
        )
        sheet = "".join(f"<row>{one}</row>" for one in cells)
        made.writestr("xl/worksheets/sheet1.xml", f"<worksheet {space}><sheetData>{sheet}</sheetData></worksheet>")


def test_published_totals_are_held_against_their_own_matches(tmp_path: Path) -> None:
    published = [("A", 9, 6, 1), ("B", 8, 6, 2), ("C", 8, None, 3)]  # C has 7 by its matches
    rows = [("Scores", *POOL, *one) for one in published]
    matches = [
        (*POOL, *both, what, total if what == "Pts" else 3 - (both[0] == "C"))
        for both, total in SCORES.items()
        for what in ("Pts", "20s")
    ]
    _write(tmp_path / "All Crokinole Results.xlsx", [RESULTS, *rows])
    _write(tmp_path / "Crokinole Match Detail.xlsx", [MATCHES, *matches])
    archive = Archive(books_in(tmp_path))
    [pool] = archive.pools
    assert (pool.key[0], pool.is_complete, pool.players) == ("2014-12-27", True, ["A", "B", "C"])
    rows_of_desk = computed(pool, "points,twenties")
    assert [(one["points"], one["twenties"]) for one in rows_of_desk.values()] == [(9, 6), (8, 6), (7, 4)]
    found = round_robins([pool])
    assert (found["rows"], found["points contradict scores"], found["no twenties published"]) == (3, 1, 1)
    assert (found["totals agree"], found["place agrees by twenties"], found["all agrees by twenties"]) == (2, 3, 2)
    assert ties(archive.published, range(2014, 2015)) == (0, 0), "B and C are level, but of C no twenties are known"
