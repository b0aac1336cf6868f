"""A small JSON file that only this user may read: of the passcode, of the sessions."""

import json
import os
import threading
from pathlib import Path
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.system.files import whole_file


class DamagedFileError(TallyboardError):
    """The file is there, and is not what was written."""


class KeptFile:
    """Reads the file again only when it is another. `help`: what to do when it is damaged."""

    def __init__(self, path: Path, help: str) -> None:
        self.path = path
        self._help = help
        self._lock = threading.Lock()
        self._as_of: tuple[int, int, int] | None = None
        self._read: dict[str, Any] | None = None

    def read(self) -> dict[str, Any] | None:
        """What was written last, which nobody may change; None where nothing was. Raises TallyboardError."""
        with self._lock:
            try:
                found = self.path.stat()
                as_of = (found.st_ino, found.st_mtime_ns, found.st_size)
                if as_of != self._as_of:
                    self._read = self._parsed(self.path.read_bytes())
                    self._as_of = as_of
            except FileNotFoundError:
                self._read = self._as_of = None
            except OSError as error:
                raise TallyboardError(
                    f"{self.path} cannot be read ({error.strerror}).", "Make it readable for you, then try again."
                ) from error
            return self._read

    def write(self, said: dict[str, Any]) -> None:
        """Have this be in it. Raises TallyboardError."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self.path) as file:
                os.chmod(file.name, 0o600)
                file.write(json.dumps(said, indent=1).encode() + b"\n")
        except OSError as error:
            raise TallyboardError(
                f"{self.path} cannot be written ({error.strerror}).",
                "Make its folder writable for you and see that the disk has room, then try again.",
            ) from error

    def damaged(self) -> DamagedFileError:
        """What to raise where something else is in it than was written."""
        return DamagedFileError(f"{self.path} is damaged.", self._help)

    def _parsed(self, data: bytes) -> dict[str, Any]:
        try:
            read = json.loads(data)
        except (ValueError, RecursionError):
            read = None
        if not isinstance(read, dict):
            raise self.damaged()
        return read
