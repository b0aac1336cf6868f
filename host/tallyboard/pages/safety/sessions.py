"""Who is logged in. A browser has a random token in a cookie; the laptop keeps only the token's hash.

It keeps it in a file, so that nobody is logged out when the server starts again.
"""

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from shared_rules.readable import unreadable
from tallyboard.pages.safety.kept import DamagedFileError, KeptFile

FILE = "sessions.json"
SECONDS = 12 * 3600
MOST = 100  # then the one that ends first ends
_SET_BACK = 3600  # seconds by which the clock may have been set back since


class Operator(NamedTuple):
    """Somebody who may change things. `name`: as they said it; it stands beside all that they do."""

    name: str


class _Session(NamedTuple):
    """`token`: its SHA-256. `passcode`: the mark of the one that it began with. `ends`: seconds since 1970."""

    token: str
    name: str
    passcode: str
    ends: float


class Sessions:
    """The sessions of this laptop, in `folder`. `clock`: seconds since 1970. `passcode`: its mark.

    A session ends after 12 hours, when it is logged out, and when there is a new passcode. A damaged file holds none.
    """

    def __init__(self, folder: Path, clock: Callable[[], float], passcode: Callable[[], str]) -> None:
        self._file = KeptFile(folder / FILE, "Delete it.")
        self._clock = clock
        self._passcode = passcode
        self._lock = threading.Lock()

    def begin(self, name: str) -> str:
        """Log somebody in; returns the token. Raises TallyboardError where it cannot be written."""
        token = secrets.token_urlsafe(32)
        session = _Session(_hashed(token), name, self._passcode(), self._clock() + SECONDS)
        with self._lock:
            self._write([*self._current(), session])
        return token

    def operator(self, token: str) -> Operator | None:
        """Whose token it is. Raises TallyboardError where a file cannot be read."""
        wanted = _hashed(token)
        return next((Operator(session.name) for session in self._current() if session.token == wanted), None)

    def end(self, token: str) -> None:
        """Log out. Raises TallyboardError where it cannot be written."""
        wanted = _hashed(token)
        with self._lock:
            self._write(session for session in self._current() if session.token != wanted)

    def _current(self) -> list[_Session]:
        """Those that have not ended."""
        now, passcode = self._clock(), self._passcode()
        return [
            session
            for session in self._kept()
            if now < session.ends <= now + SECONDS + _SET_BACK and session.passcode == passcode
        ]

    def _kept(self) -> list[_Session]:
        try:
            read = self._file.read()
            return [_read(one) for one in read["sessions"]] if read else []
        except (DamagedFileError, KeyError, TypeError, ValueError):
            return []

    def _write(self, sessions: Iterable[_Session]) -> None:
        newest = sorted(sessions, key=lambda session: (session.ends, session.token))[-MOST:]
        self._file.write({"version": 1, "sessions": [session._asdict() for session in newest]})


def _read(said: dict[str, object]) -> _Session:
    """Raises KeyError, TypeError or ValueError where it is none."""
    token, name, passcode, ends = (said[field] for field in _Session._fields)
    if not (isinstance(token, str) and isinstance(name, str) and isinstance(passcode, str)):
        raise ValueError
    if unreadable(name) is not None:
        raise ValueError
    if not isinstance(ends, int | float):
        raise ValueError
    return _Session(token, name, passcode, ends)


def _hashed(token: str) -> str:
    """A fast hash does: 256 random bits are not found by trying. So that looking it up tells nothing about a token by
    how long it takes, hashes are compared, not tokens.
    """
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
