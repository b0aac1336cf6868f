"""Scoresheets and scripts as commands take them: files, or standard input."""

import sys
from pathlib import Path


class UnreadableError(Exception):
    """A file that cannot be read; `cause` says why."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


def sheet_text(name: str) -> str:
    """The text in the file of this name, `-` for standard input; raises SheetError or UnreadableError."""
    from shared_rules.games.scoresheet import SheetError

    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UnreadableError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetError(data.count(b"\n", 0, error.start) + 1, "the line is not UTF-8 text") from None
