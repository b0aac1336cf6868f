"""Where an export goes: to standard output, or to a file that is written whole or not at all."""

import codecs
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tallyboard.errors import TallyboardError
from tallyboard.system.files import whole_file

_STANDARD = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")  # names of standard output
_BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps beside a database, and the database


def is_standard(out: Path | None) -> bool:
    """Whether --out names standard output, as `-` does."""
    return str(out) in _STANDARD


def file_of(out: Path | None) -> Path | None:
    """The file that --out names; None for standard output, which is also what no --out means."""
    return None if is_standard(out) else out


def check(out: Path, database: Path | None) -> None:
    """Raises TallyboardError where no export belongs: in no folder, over the database, over what is not a file."""
    target = os.path.realpath(out)
    if not os.path.isdir(os.path.dirname(target)):
        raise TallyboardError(f"There is no folder {out.parent}.", "Create it, or give another --out.")
    if database is not None and any(_same(target, os.path.realpath(database) + end) for end in _BESIDE):
        raise TallyboardError(f"{out} belongs to the database.", "Give another --out; nothing was changed.")
    if os.path.exists(target) and not os.path.isfile(target):
        raise TallyboardError(f"{out} is not a file.", "Give the path of a file with --out, or - for standard output.")


def _same(one: str, other: str) -> bool:
    """Whether these are the same file, by another spelling too where the system takes that."""
    return one == other or (os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other))


def write(pieces: Iterable[str], out: Path | None, encoding: str = "utf-8") -> None:
    """Put these texts into the file, in one step, or on standard output as they come. Raises TallyboardError."""
    if out is None:
        sys.stdout.flush()
        _write(pieces, sys.stdout.buffer, encoding)  # the bytes themselves: no other encoding, no other ends of lines
        return
    with _whole(out) as file:
        _write(pieces, file, encoding)


def write_bytes(data: bytes, out: Path | None) -> None:
    """Put these bytes into the file, in one step, or on standard output. Raises TallyboardError."""
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    with _whole(out) as file:
        file.write(data)


@contextmanager
def _whole(out: Path) -> Iterator[BinaryIO]:
    """The file to be written whole or not at all; raises TallyboardError where the system refuses it."""
    target = Path(os.path.realpath(out))  # a link stays one
    try:
        with whole_file(target) as file:
            yield file
    except OSError as error:
        raise TallyboardError(
            f"{out} cannot be written: {error.strerror or error}.",
            "Check the folder's permissions and room; what was there before is whole.",
        ) from error


def _write(pieces: Iterable[str], file: BinaryIO, encoding: str) -> None:
    encoder = codecs.getincrementalencoder(encoding)()  # one for all: it writes a byte order mark once
    for piece in pieces:
        file.write(encoder.encode(piece))
