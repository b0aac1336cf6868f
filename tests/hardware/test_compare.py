"""A stale file is found, whatever its kind, and a file that only says another date is not stale."""

import json
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

from hardware.making.compare import differs, folder_differs
from tests.harness.sizes import PRINTS


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two empty folders: what is committed, what is made anew."""
    folders = tmp_path / "committed", tmp_path / "fresh"
    for folder in folders:
        folder.mkdir()
    return folders


def compared(pair: tuple[Path, Path], name: str, *contents: str | bytes) -> list[str]:
    """What is said of a file with these two contents."""
    for folder, content in zip(pair, contents, strict=True):
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return differs(pair[0] / name, pair[1] / name)


@pytest.mark.parametrize("name", ["a.svg", "a.csv", "a.md", "a.kicad_pcb", "a.bin"])
def test_every_byte_of_a_text_counts(pair: tuple[Path, Path], name: str) -> None:
    assert compared(pair, name, "one\ntwo\n", "one\ntwo\n") == []
    assert compared(pair, name, "one\ntwo\n", "one\n2\n") != []
    assert compared(pair, name, "one\n", "one\n\n") != []


def test_the_line_of_a_text_is_named(pair: tuple[Path, Path]) -> None:
    assert compared(pair, "a.svg", "one\ntwo\n", "one\n2\n") == ["a.svg: line 2 is 'two', made anew '2'"]


def _zip(path: Path, year: int, **members: str) -> bytes:
    with ZipFile(path, "w") as archive:
        for name, text in members.items():
            archive.writestr(ZipInfo(name, (year, 1, 1, 0, 0, 0)), text)
    return path.read_bytes()


def test_a_zip_is_what_is_in_it(pair: tuple[Path, Path], tmp_path: Path) -> None:
    def packed(year: int, **members: str) -> bytes:
        return _zip(tmp_path / "packed", year, **members)

    assert compared(pair, "a.zip", packed(1990, a="1", b="2"), packed(2026, b="2", a="1")) == []
    assert compared(pair, "a.zip", packed(1990, a="1", b="2"), packed(1990, a="1", b="3")) == ["a.zip: b in it differs"]
    assert compared(pair, "a.zip", packed(1990, a="1"), packed(1990, a="1", b="2")) != []


def _page(bom: list[str], script: str = "draw()") -> str:
    return f"<script>\nvar pcbdata = {json.dumps({'bom': bom, 'edges': [1]})}\n{script}\n</script>"


def test_the_data_in_a_page_are_compared_part_by_part(pair: tuple[Path, Path]) -> None:
    assert compared(pair, "a.html", _page(["R1"]), _page(["R1"])) == []
    assert compared(pair, "a.html", _page(["R1"]), _page(["R2"])) == ["a.html: other bom"]
    assert compared(pair, "a.html", _page(["R1"]), _page(["R1"], "hide()")) != []


def _step(date: str, length: str) -> str:
    return f"ISO-10303-21;\nHEADER;\nFILE_NAME('a','{date}');\nENDSEC;\nDATA;\n#1=LENGTH({length});\nENDSEC;\n"


def test_the_date_of_a_step_is_nothing_and_its_data_are_all(pair: tuple[Path, Path]) -> None:
    assert compared(pair, "a.step", _step("2026-01-01", "2.0"), _step("2031-01-01", "2.0")) == []
    assert compared(pair, "a.step", _step("2026-01-01", "2.0"), _step("2026-01-01", "2.1")) != []


def _pdf(words: str, date: str, height: float = 297.0, pages: int = 1) -> bytes:
    stream = f"BT /F1 12 Tf 20 20 Td ({words}) Tj ET"
    kids = " ".join(f"{6 + n} 0 R" for n in range(pages))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /CreationDate (D:{date}) >>",
    ]
    objects += [
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 210 {height}] /Contents 3 0 R"
        " /Resources << /Font << /F1 4 0 R >> >> >>"
    ] * pages
    text, starts = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        starts.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"
    return (text + end).encode()


@PRINTS
def test_a_pdf_is_its_pages_and_their_words(pair: tuple[Path, Path]) -> None:
    before = _pdf("north wall", "20260101")
    assert compared(pair, "a.pdf", before, _pdf("north wall", "20310101")) == []
    assert compared(pair, "a.pdf", before, _pdf("south wall", "20260101")) == ["a.pdf: page 1 has other words"]
    assert compared(pair, "a.pdf", before, _pdf("north wall", "20260101", 298)) == ["a.pdf: page 1 has another height"]
    assert compared(pair, "a.pdf", before, _pdf("north wall", "20260101", pages=2)) == ["a.pdf: 1 pages, made anew 2"]


def test_a_file_that_only_one_folder_has_is_named(pair: tuple[Path, Path]) -> None:
    (pair[0] / "old.svg").write_text("")
    (pair[1] / "sub").mkdir()
    (pair[1] / "sub/new.svg").write_text("")
    assert folder_differs(*pair) == ["./old.svg: is made no more", "sub/new.svg: is not there"]
