"""A spreadsheet's CSV, whatever wrote it: in which letters, with what between the cells, its columns in any order."""

import csv
import io
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tallyboard.errors import TallyboardError

_SEPARATORS = (";", "\t", ",")
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?[;,\t ]*', re.IGNORECASE)  # of Excel, before the headings
_MOST = 8_000_000  # bytes of a file that is taken in

# What a column with names is to what its heading may be, in English and French, without accents and signs.
OF_NAMES = {
    "name": (
        *("name", "full name", "player", "player 1", "player name", "entrant", "last name", "surname", "family name"),
        *("nom", "nom complet", "nom de famille", "joueur", "joueuse", "joueur 1", "joueuse 1", "participant"),
        *("participante", "competitor"),
    ),
    "first": ("first name", "given name", "firstname", "prenom"),
}


class SheetRow(NamedTuple):
    """A row that is not blank. `number`: as the spreadsheet shows it; `line`: of the file, on which it begins;
    `values`: by what their columns are, runs of blanks made one."""

    number: int
    line: int
    values: dict[str, str]


class Sheet(NamedTuple):
    """`separator`: what stands between cells; `headings`: what the columns are, `left_out`: the headings of those that
    are not taken; `rows`: to be gone through once."""

    separator: str
    headings: Set[str]
    left_out: list[str]
    rows: Iterator[SheetRow]


def read_bytes(file: Path, what: str = "CSV") -> bytes:
    """The bytes of a file, or of standard input for `-`; raises TallyboardError."""
    try:
        if str(file) == "-":
            data = sys.stdin.buffer.read(_MOST + 1)
        else:
            with file.open("rb") as opened:
                data = opened.read(_MOST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise TallyboardError(
            "%(file)s cannot be read: %(reason)s.",
            "Give the path of a %(what)s file.",
            file=file,
            reason=reason,
            what=what,
        ) from None
    if len(data) > _MOST:
        raise TallyboardError(
            "%(file)s has more than %(most)s MB: it is no %(what)s of a tournament.",
            "Give a smaller file.",
            file=file,
            most=_MOST // 1_000_000,
            what=what,
        )
    return data


def sheet_of(data: bytes, known: Mapping[str, Sequence[str]], needs: str, usual: Sequence[str] = ()) -> Sheet:
    """What is in a sheet whose first line has the headings.

    `known`: what a column is to what its heading may be, the first as `name`, which has to be there; `needs`: which
    headings those are, in words. `usual`: the headings of a sheet that may come without any. Raises TallyboardError, in
    `rows` too: for a quote that does not end with its cell, as nobody knows how many rows it swallows.
    """
    separator, rows = _rows(_text(data))
    number, line, headings = next(rows, (0, 0, []))
    if not headings:
        raise TallyboardError("The sheet is empty.", "Its first line has the headings: %(needs)s.", needs=needs)
    if usual and "name" not in (_what(one, known) for one in headings):
        rows, headings = chain([(number, line, headings)], rows), [*usual]
    columns = _columns(headings, number, known, needs)
    return Sheet(
        separator,
        columns.keys(),
        [one.strip() for one in headings if one.strip() and _what(one, known) is None],
        (
            SheetRow(at, on, {what: " ".join(cells[n].split()) for what, n in columns.items() if n < len(cells)})
            for at, on, cells in rows
        ),
    )


def full_name(values: Mapping[str, str]) -> str:
    """The name in a row of columns as OF_NAMES has them; "" where there is none."""
    return " ".join(filter(None, (values.get("first"), values.get("name"))))


def _text(data: bytes) -> str:
    """The text of these bytes; raises TallyboardError for what is none."""
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):  # .xlsx and .ods are zips; .xls
        raise TallyboardError("The sheet is a spreadsheet's own file.", "Save it there as CSV, and import that.")
    text = _decoded(data)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise TallyboardError(
            "Line %(line)s has a NUL: the sheet is no text.", "Save it anew as CSV, in UTF-8.", line=line
        )
    return text


def _decoded(data: bytes) -> str:
    """As UTF-8, UTF-16, else as what Windows writes in western Europe and America."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):  # without its mark; most letters are ASCII
        if data[first::2].count(0) * 4 > len(data):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:  # five bytes are open in Windows-1252, Latin-1 has controls there
        return data.decode("cp1252", "surrogateescape").translate({0xDC00 + byte: byte for byte in range(0x80, 0xA0)})


def _rows(text: str) -> tuple[str, Iterator[tuple[int, int, list[str]]]]:
    """(what stands between cells; number, line and cells of each row that is not blank, the headings first)."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first, _, rest = text.partition("\n")
    told = _SEPARATOR_LINE.fullmatch(first.strip(" "))
    # What stands between the cells of the first line that has something.
    line = next((line for line in text.split("\n") if line.strip(" \t;,")), "")
    separator = told[1] if told else max(_SEPARATORS, key=re.sub(r'"[^"]*"', "", line).count)
    # A blank between a quote and the end of its cell is no fault, but to the strict reader.
    tidy = re.sub(rf'" +(?={re.escape(separator)}|\n|\Z)', '"', rest if told else text)

    def each() -> Iterator[tuple[int, int, list[str]]]:
        reader, number, line = csv.reader(io.StringIO(tidy), delimiter=separator, strict=True), 0, 1 if told else 0
        above = line
        try:
            for number, cells in enumerate(reader, 1):
                if any(cell.strip() for cell in cells):
                    yield number, line + 1, cells
                line = above + reader.line_num
        except csv.Error:
            raise TallyboardError(
                "Row %(number)s: a quote begins a cell there, and none ends it.",
                "Close the quote, or take it out; nothing was entered.",
                number=number + 1,
            ) from None

    return separator, each()


def _columns(headings: Sequence[str], row: int, known: Mapping[str, Sequence[str]], needs: str) -> dict[str, int]:
    """Where each column stands; raises TallyboardError."""
    columns: dict[str, int] = {}
    for at, heading in enumerate(headings):
        what = _what(heading, known)
        if what in columns:
            raise TallyboardError(
                "Row %(row)s: the headings %(one)s and %(other)s mean the same.",
                "Leave one of the columns out.",
                row=row,
                one=headings[columns[what]].strip(),
                other=heading.strip(),
            )
        if what is not None:
            columns[what] = at
    if "name" not in columns:
        said = ", ".join(heading.strip() for heading in headings if heading.strip())
        raise TallyboardError(
            "Row %(row)s: there is no heading `name` among %(found)s.",
            "The first line has the headings: %(needs)s.",
            row=row,
            found=said,
            needs=needs,
        )
    return columns


def _what(heading: str, known: Mapping[str, Sequence[str]]) -> str | None:
    letters = unicodedata.normalize("NFKD", heading.casefold())
    plain = " ".join(re.sub(r"[^a-z0-9]+", " ", "".join(c for c in letters if not unicodedata.combining(c))).split())
    return next((what for what, words in known.items() if plain in words), None)
