"""Which matches are exported, the JSON document that has everything of them, and where an export goes."""

import codecs
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.export import GameOf
from tallyboard.journal import presses
from tallyboard.shapes import ExportDocument, ExportedMatch, MatchObject
from tallyboard.store import Reader
from tallyboard.store.corrections import Correction
from tallyboard.store.presses import Presses
from tallyboard.system.files import whole_file
from tallyboard.text.language import _
from tallyboard.text.match_words import short_id
from tallyboard.text.printable import json_printable
from tallyboard.text.quantities import size, utc_text

_STANDARD = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")  # names of standard output
_BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps beside a database, and the database


def file_of(out: Path | None) -> Path | None:
    """The file that --out names; None for standard output, which is also what no --out means."""
    return None if str(out) in _STANDARD else out


def pdf_file(out: Path, as_json: bool) -> Path | None:
    """The same for a PDF. Raises TallyboardError where standard output is to have JSON too, or shows on a terminal."""
    target = file_of(out)
    if target is None and as_json:
        raise TallyboardError("The PDF and JSON cannot both go to standard output.", "Give --out FILE, or no --json.")
    if target is None and sys.stdout.isatty():
        raise TallyboardError("A terminal shows no PDF.", "Send it into a pipe, or give a file with --out FILE.")
    return target


def check(out: Path | None, database: Path | None) -> None:
    """Raises TallyboardError where no export belongs: in no folder, over the database, over what is not a file."""
    if out is None:
        return
    target = os.path.realpath(out)
    if not os.path.isdir(os.path.dirname(target)):
        raise TallyboardError("There is no folder %(parent)s.", "Create it, or give another --out.", parent=out.parent)
    if database is not None and any(_same(target, os.path.realpath(database) + end) for end in _BESIDE):
        raise TallyboardError("%(out)s belongs to the database.", "Give another --out; nothing was changed.", out=out)
    if os.path.exists(target) and not os.path.isfile(target):
        raise TallyboardError(
            "%(out)s is not a file.", "Give the path of a file with --out, or - for standard output.", out=out
        )


def _same(one: str, other: str) -> bool:
    """Whether these are the same file, by another spelling too where the system takes that."""
    return one == other or (os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other))


def write(pieces: Iterable[str], out: Path | None, sheet: bool = False) -> None:
    """Put these texts into the file, in one step, or on standard output as they come. Raises TallyboardError."""
    # Excel reads a file of a sheet as UTF-8 only behind a byte order mark; a pipe wants none.
    encoding = "utf-8-sig" if sheet and out is not None else "utf-8"
    encoder = codecs.getincrementalencoder(encoding)()  # one for all: it writes a byte order mark once
    write_bytes(map(encoder.encode, pieces), out)


def written_words(out: Path) -> str:
    """`standings.csv: 2 kB written.`"""
    return _("%(file)s: %(size)s written.", file=out, size=size(out.stat().st_size))


def write_bytes(pieces: Iterable[bytes], out: Path | None) -> None:
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)  # the bytes themselves: no other encoding, no other ends of lines
        return
    try:
        with whole_file(Path(os.path.realpath(out))) as file:  # a link stays one
            file.writelines(pieces)
    except OSError as error:
        raise TallyboardError(
            "%(out)s cannot be written: %(why)s.",
            "Check the folder's permissions and room; what was there before is whole.",
            out=out,
            why=error.strerror or error,
        ) from error


def document_text(document: Mapping[str, Any]) -> str:
    """The document, a key a line; names as they are read, but for characters that would act on who reads them."""
    return _json(document) + "\n"


def written_with(head: Mapping[str, Any], key: str, items: Iterable[Any]) -> Iterator[str]:
    """What `document_text` gives of the head with these items as its last key, piece by piece."""
    before = _json({**head, key: []})
    separator = before.removesuffix("]\n}")
    for item in items:
        yield separator + "\n    " + _json(item).replace("\n", "\n    ")
        separator = ","
    yield before + "\n" if separator != "," else "\n  ]\n}\n"


def document(
    matches: Iterable[MatchObject],
    presses: Presses,
    corrections: Mapping[str, list[Correction]],
    game_of: GameOf,
) -> Iterator[str]:
    """The match objects of `results --json`, each with the `presses` and the `corrections` of `show --json`, and with
    which game of a tournament it is. `corrections`: by the id of the match."""
    head: ExportDocument = {
        "tallyboard": version("tallyboard"),
        "exported": utc_text(datetime.now(UTC)),
        "matches": [],
    }
    every: Iterator[ExportedMatch] = (
        {
            **match,
            "presses": presses.as_json(match),
            "corrections": [one.as_json() for one in corrections.get(match["match"], ())],
            "tournament": game_of(match),
        }
        for match in matches
    )
    return written_with(head, "matches", every)


def _json(value: Any) -> str:
    return json_printable(json.dumps(value, ensure_ascii=False, indent=2))


def chosen(store: Reader, wanted: Sequence[str], date: str | None) -> Iterable[MatchObject]:
    """The matches with these ids or beginnings of ids, in this order, each once; all of them when none is given.

    `date` stands for `started` where that is not known. All of them come one after the other and are never in memory
    together. Raises TallyboardError as `Store.match`, and for a match in which nothing was entered.
    """
    found = _named(store, wanted) if wanted else store.each_match()
    return ({**match, "started": match["started"] or date} for match in found)


def _named(store: Reader, wanted: Sequence[str]) -> list[MatchObject]:
    named = {match["match"]: match for match in map(store.match, wanted)}
    listed = Presses(store)
    for match in named.values():
        if match["correction"] is None and match["status"] != "incomplete" and not presses.any_stands(listed.of(match)):
            raise TallyboardError(
                "Nothing was entered in match %(match)s: it is no result.",
                "Leave it out; `tallyboard results` lists the matches.",
                match=short_id(match),
            )
    return list(named.values())


def moment(text: str) -> str:
    """The ISO 8601 date or date-time as UTC to the second, ending in Z; one without an offset is UTC already. Raises
    TallyboardError."""
    try:
        return utc_text(datetime.fromisoformat(text.strip()))
    except (ValueError, OverflowError):
        raise TallyboardError(
            "--date %(text)s is not a date.", "Give one like 2026-11-21 or 2026-11-21T14:00Z; it is in UTC.", text=text
        ) from None
