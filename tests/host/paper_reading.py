"""What stands on printed pages: their words, how large they are, and where there is ink."""

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple

from pypdf import PdfReader

from tallyboard.paper import Kind, LanguageCode, Size, TournamentPaper, filled, pages
from tallyboard.paper.typesetter import typeset

POINT = 25.4 / 72  # millimetres
_PPI = 15


class Piece(NamedTuple):
    """A piece of text with its place from the lower left corner and its size, in points."""

    words: str
    x: float
    y: float
    size: float


def read(
    paper: TournamentPaper, kind: Kind, size: Size = "a4", language: LanguageCode = "en", chosen: Sequence[str] = ()
) -> PdfReader:
    """The pages of a paper."""
    return PdfReader(BytesIO(pages(kind, paper, size=size, language=language, chosen=chosen)))


def bare(words: str) -> str:
    """Without blanks and places to break, which may stand otherwise on a page."""
    return "".join(words.split()).replace("\u200b", "")


def words_of(reader: PdfReader) -> str:
    """All words of all pages, bare."""
    return bare("".join(page.extract_text() for page in reader.pages))


def pieces(page: Any) -> list[Piece]:
    """The pieces of text of a page."""
    found = []

    def visit(words: str, to_page: list[float], to_text: list[float], _: Any, size: float) -> None:
        if words.strip():
            found.append(Piece(words, to_page[4] + to_text[4], to_page[5] - to_text[5], size))

    page.extract_text(visitor_text=visit)
    return found


def ink_in_margins(
    paper: TournamentPaper, kind: Kind, size: Size, language: LanguageCode, margin: float, chosen: Sequence[str] = ()
) -> list[int]:
    """The pages, from 1, with ink nearer to an edge than so many millimetres."""
    data = filled(kind, paper, size, language, chosen)
    return [
        at
        for at, png in enumerate(typeset(kind, data, "png", ppi=_PPI), 1)
        if _ink(png, max(1, round(margin / 25.4 * _PPI)))
    ]


def _ink(png: bytes, margin: int) -> bool:
    """Whether one of that many rows or columns of pixels at an edge is not white."""
    rows = pixels(png)
    white = b"\xff" * len(rows[0])
    edge = 4 * margin
    return any(row != white for row in rows[:margin] + rows[-margin:]) or any(
        row[:edge] != white[:edge] or row[-edge:] != white[:edge] for row in rows
    )


def pixels(png: bytes) -> list[bytes]:
    """The rows of pixels of a PNG with four bytes a pixel, as typst writes them."""
    at, data, width = 8, b"", 0
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colour = struct.unpack_from(">IIBB", body)
            assert (depth, colour) == (8, 6)
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    raw = zlib.decompress(data)
    stride = 4 * width
    rows: list[bytes] = []
    above = bytes(stride)
    for start in range(0, len(raw), stride + 1):
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + stride], above)
        rows.append(above)
    return rows


def _unfiltered(how: int, line: bytes, above: bytes) -> bytes:
    row = bytearray(line)
    for at in range(len(row)):
        left, up, corner = (row[at - 4], above[at], above[at - 4]) if at >= 4 else (0, above[at], 0)
        row[at] = (row[at] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[how]) & 255
    return bytes(row)


def _paeth(left: int, up: int, corner: int) -> int:
    near = left + up - corner
    return min((left, up, corner), key=lambda value: (abs(near - value), (left, up, corner).index(value)))
