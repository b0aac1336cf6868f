"""The sheets as PDF: the paper's size, the scale, the letters, and the same bytes every time."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from hardware.face.products import PRINT_FONT, make, texts
from hardware.making.tools import LIBERATION, RSVG
from tests.hardware.sample import BOARD
from tests.hardware.tools.needed import need

POINT = 25.4 / 72  # mm


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the PDFs."""
    folder = tmp_path_factory.mktemp("printed")
    need(RSVG, LIBERATION)
    make(BOARD, folder)
    return folder / "face"


def horizontal_lines(content: str) -> Iterator[float]:
    """How long each horizontal line of the page is, in points."""
    for x, y, x2, y2 in re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+)\s+([\d.]+) l", content):
        if y == y2:
            yield abs(float(x2) - float(x))


def test_every_sheet_is_there_and_as_large_as_its_paper(printed: Path) -> None:
    sheets = {path.removeprefix("face/").removesuffix(".svg") for path in texts(BOARD) if "/face-" not in path}
    assert {path.stem for path in printed.iterdir()} == sheets
    for path in printed.iterdir():
        (page,) = PdfReader(path).pages
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx((841.89, 595.28), abs=0.01)


def test_a_hundred_millimetres_are_a_hundred_millimetres(printed: Path) -> None:
    for path in printed.iterdir():
        content = PdfReader(path).pages[0].get_contents()
        assert content is not None
        lines = list(horizontal_lines(content.get_data().decode("latin-1")))
        assert any(line == pytest.approx(100 / POINT, abs=0.01) for line in lines), path.name


def test_the_letters_are_of_the_font_whose_widths_were_counted(printed: Path) -> None:
    for path in printed.iterdir():
        fonts = PdfReader(path).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
        names = {str(font.get_object()["/BaseFont"]) for font in fonts.values()}
        assert names and all(PRINT_FONT.replace(" ", "") in name for name in names), (path.name, names)


def test_the_accents_are_in_the_text(printed: Path) -> None:
    text = PdfReader(printed / "legends-southwest-fr-2.pdf").pages[0].extract_text()
    assert "25 accotée" in text and "pénalité" in text


def test_the_same_bytes_come_out_again(printed: Path, tmp_path: Path) -> None:
    make(BOARD, tmp_path)
    for path in printed.iterdir():
        assert path.read_bytes() == (tmp_path / "face" / path.name).read_bytes(), path.name
