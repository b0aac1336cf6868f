"""Who may change something: what stands around the pages finds it out, the pages ask.

Whoever runs the event shares one passcode, and says who they are. It has 52 bits, so nobody is ever locked out: twenty
tries a second for a whole day find it less than once in a thousand million. What trying costs is kept small: they are
computed one at a time, address by address in turn, and one of the laptop itself never waits for the network.
"""

import functools
import hashlib
import hmac
import json
import os
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from shared_rules.readable import unreadable
from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import here, operator_of, page
from tallyboard.pages.render import ServerLinks
from tallyboard.pages.safety.origin import keep_private
from tallyboard.pages.safety.turns import Turns
from tallyboard.system.files import whole_file

COOKIE = "tallyboard_session"
Endpoint = Callable[[Request], Awaitable[Response]]


class DamagedFileError(TallyboardError):
    """The file is there, and is not what was written."""


class KeptFile:
    """A small JSON file that only this user may read. It is read again only when it is another. `help`: what to do when
    it is damaged."""

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
                    "%(path)s cannot be read (%(why)s).",
                    "Make it readable for you, then try again.",
                    path=self.path,
                    why=error.strerror,
                ) from error
            return self._read

    def write(self, said: dict[str, Any]) -> None:
        """Raises TallyboardError."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self.path) as file:
                os.chmod(file.name, 0o600)
                file.write(json.dumps(said, indent=1).encode() + b"\n")
        except OSError as error:
            raise TallyboardError(
                "%(path)s cannot be written (%(why)s).",
                "Make its folder writable for you and see that the disk has room, then try again.",
                path=self.path,
                why=error.strerror,
            ) from error

    def damaged(self) -> DamagedFileError:
        """What to raise where something else is in it than was written."""
        return DamagedFileError("%(path)s is damaged.", self._help, path=self.path)

    def _parsed(self, data: bytes) -> dict[str, Any]:
        try:
            read = json.loads(data)
        except (ValueError, RecursionError):
            read = None
        if not isinstance(read, dict):
            raise self.damaged()
        return read


# ---- the passcode

PASSCODE_FILE = "operator.json"
# Nothing that is read (0 O Q, 1 I L, 2 Z, 5 S, 8 B, G) or heard (D, V) as another. Twelve are 52 bits.
LETTERS = "ACEFHJKMNPRTUWXY34679"
_GROUPS, _GROUP = 4, 3
# 16 MB and some 50 ms for each try, here as with whoever has stolen the file.
_COST, _BLOCK, _PARALLEL = 2**14, 8, 1


class Passcode:
    """The passcode of the operators, in `folder`. It is shown once, when it is made; only its scrypt hash is kept."""

    def __init__(self, folder: Path) -> None:
        self._file = KeptFile(
            folder / PASSCODE_FILE,
            "Make a new passcode with `tallyboard serve --new-passcode`, and give it to the operators.",
        )

    def is_there(self) -> bool:
        """Whether one was made. Raises TallyboardError where its file is damaged."""
        return self._kept() is not None

    def make_new(self) -> str:
        """Make a new one, which ends all sessions: `ACE-346-FHJ-79K`. Raises TallyboardError."""
        groups = ["".join(secrets.choice(LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS)]
        passcode = "-".join(groups)
        salt = secrets.token_bytes(16)
        self._file.write({"version": 1, "salt": salt.hex(), "scrypt": _scrypt(passcode, salt).hex()})
        return passcode

    def is_right(self, entered: str) -> bool:
        """Whether this is it, however it is spelled. Raises TallyboardError."""
        kept = self._kept()
        if kept is None:
            return False
        salt, hash = kept
        return hmac.compare_digest(_scrypt(entered, salt), hash)

    def mark(self) -> str:
        """Tells one passcode from the next; "" where there is none. Raises TallyboardError."""
        kept = self._kept()
        return kept[0].hex() if kept else ""

    def _kept(self) -> tuple[bytes, bytes] | None:
        """The salt and the hash."""
        read = self._file.read()
        if read is None:
            return None
        try:
            salt, hash = bytes.fromhex(read["salt"]), bytes.fromhex(read["scrypt"])
        except (KeyError, TypeError, ValueError):
            raise self._file.damaged() from None
        if read.get("version") != 1 or len(salt) != 16 or len(hash) != 32:
            raise self._file.damaged()
        return salt, hash


def _scrypt(passcode: str, salt: bytes) -> bytes:
    """Of its letters and digits alone: people leave out hyphens, and telephones put in blanks and capitals."""
    plain = "".join(letter for letter in passcode.upper() if letter.isalnum())
    return hashlib.scrypt(plain.encode("utf-8", "replace"), salt=salt, n=_COST, r=_BLOCK, p=_PARALLEL, dklen=32)


# ---- the sessions

SESSIONS_FILE = "sessions.json"
SECONDS = 12 * 3600
MOST = 100  # then the one that ends first ends
_SET_BACK = 3600  # seconds by which the clock may have been set back since


class _Session(NamedTuple):
    """`token`: its SHA-256. `passcode`: the mark of the one that it began with. `ends`: seconds since 1970."""

    token: str
    name: str
    passcode: str
    ends: float


class Sessions:
    """Who is logged in, in `folder`, so that nobody is logged out when the server starts again. A browser has a random
    token in a cookie; the laptop keeps only the token's hash. `clock`: seconds since 1970. `passcode`: its mark.

    A session ends after 12 hours, when it is logged out, and when there is a new passcode. A damaged file holds none.
    """

    def __init__(self, folder: Path, clock: Callable[[], float], passcode: Callable[[], str]) -> None:
        self._file = KeptFile(folder / SESSIONS_FILE, "Delete it.")
        self._clock = clock
        self._passcode = passcode
        self._lock = threading.Lock()

    def begin(self, name: str) -> str:
        """Log somebody in; returns the token. Raises TallyboardError where it cannot be written."""
        token = secrets.token_urlsafe(32)
        session = _Session(_sha256(token), name, self._passcode(), self._clock() + SECONDS)
        with self._lock:
            self._write([*self._current(), session])
        return token

    def operator(self, token: str) -> str:
        """Whose token it is, as they said who they are; "" for nobody's. Raises TallyboardError where a file cannot be
        read."""
        wanted = _sha256(token)
        return next((session.name for session in self._current() if session.token == wanted), "")

    def end(self, token: str) -> None:
        """Log out. Raises TallyboardError where it cannot be written."""
        wanted = _sha256(token)
        with self._lock:
            self._write(session for session in self._current() if session.token != wanted)

    def _current(self) -> list[_Session]:
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
    if unreadable(name) is not None or not isinstance(ends, int | float):
        raise ValueError
    return _Session(token, name, passcode, ends)


def _sha256(token: str) -> str:
    """A fast hash does: 256 random bits are not found by trying. So that looking it up tells nothing about a token by
    how long it takes, hashes are compared, not tokens.
    """
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


# ---- who asks


class Operators:
    """The passcode and the sessions in `folder`. `clock`: seconds since 1970."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.passcode = Passcode(folder)
        self.sessions = Sessions(folder, clock, self.passcode.mark)
        self._turns = Turns(1, 1)  # with the laptop's own: never more than two hashes of 16 MB at a time

    async def is_right(self, passcode: str, address: str) -> bool:
        """Whether this is the passcode; computed in a thread. Raises TallyboardError where its file is damaged."""
        async with self._turns.turn(address):
            return await run_in_threadpool(self.passcode.is_right, passcode)


class WithOperator:
    """Finds out whose session a request belongs to; what an operator is shown is kept by no cache. A socket is
    nobody's, whatever cookie comes with it: a seat is all that it can ask for."""

    def __init__(self, app: ASGIApp, operators: Operators) -> None:
        self._app = app
        self._operators = operators

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            state = scope.setdefault("state", {})
            state["operators"] = self._operators
            token = HTTPConnection(scope).cookies.get(COOKIE)
            try:
                state["operator"] = self._operators.sessions.operator(token) if token else ""
            except TallyboardError:  # the page to log in says what is wrong with the file
                state["operator"] = ""
            if state["operator"]:
                keep_private(scope)
        else:
            scope.setdefault("state", {})["operator"] = ""
        return await self._app(scope, receive, send)


def operators_of(connection: HTTPConnection) -> Operators:
    """What WithOperator stands for."""
    operators: Operators = connection.scope["state"]["operators"]
    return operators


def needs_operator(endpoint: Endpoint) -> Endpoint:
    """Has the endpoint asked only by operators. Others are led to the page to log in and back; a form of theirs changes
    nothing.
    """

    @functools.wraps(endpoint)
    async def asked(request: Request) -> Response:
        if operator_of(request):
            return await endpoint(request)
        keep_private(request.scope)
        if request.method in ("GET", "HEAD"):
            return RedirectResponse(ServerLinks(request.app).url("login", {"next": here(request)}), 303)
        return page(request, "safety/refused.html", 403)

    return asked
