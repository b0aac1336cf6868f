"""The operator's passcode. It is shown once, when it is made; only its scrypt hash is kept."""

import asyncio
import hashlib
import hmac
import secrets
from pathlib import Path
from typing import NamedTuple

from tallyboard.pages.safety.kept import KeptFile

FILE = "operator.json"

# Nothing that is read (0 O Q, 1 I L, 2 Z, 5 S, 8 B, G) or heard (D, V) as another. Twelve are 52 bits.
LETTERS = "ACEFHJKMNPRTUWXY34679"
_GROUPS = 4
_GROUP = 3

# 16 MB and some 50 ms for each try, here as with whoever has stolen the file.
_COST = 2**14
_BLOCK = 8
_PARALLEL = 1


class _Hash(NamedTuple):
    salt: bytes
    hash: bytes


class Passcode:
    """The passcode of the operators of this laptop, in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._file = KeptFile(
            folder / FILE, "Make a new passcode with `tallyboard serve --new-passcode`, and give it to the operators."
        )

    def is_there(self) -> bool:
        """Whether one was made. Raises TallyboardError where its file is damaged."""
        return self._kept() is not None

    def make_new(self) -> str:
        """Make a new one, which ends all sessions: `ACE-346-FHJ-79K`. Raises TallyboardError."""
        groups = ["".join(secrets.choice(LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS)]
        passcode = "-".join(groups)
        salt = secrets.token_bytes(16)
        self._file.write({"version": 1, "salt": salt.hex(), "scrypt": _hashed(passcode, salt).hex()})
        return passcode

    async def is_right(self, entered: str) -> bool:
        """Whether this is it, however it is spelled; computed in a thread. Raises TallyboardError."""
        return await asyncio.to_thread(self._is_right, entered)

    def mark(self) -> str:
        """Tells one passcode from the next; "" where there is none. Raises TallyboardError."""
        kept = self._kept()
        return kept.salt.hex() if kept else ""

    def _is_right(self, entered: str) -> bool:
        kept = self._kept()
        return kept is not None and hmac.compare_digest(_hashed(entered, kept.salt), kept.hash)

    def _kept(self) -> _Hash | None:
        read = self._file.read()
        if read is None:
            return None
        try:
            kept = _Hash(bytes.fromhex(read["salt"]), bytes.fromhex(read["scrypt"]))
        except (KeyError, TypeError, ValueError):
            raise self._file.damaged() from None
        if read.get("version") != 1 or len(kept.salt) != 16 or len(kept.hash) != 32:
            raise self._file.damaged()
        return kept


def _hashed(passcode: str, salt: bytes) -> bytes:
    """Of its letters and digits alone: people leave out hyphens, and telephones put in blanks and capitals."""
    plain = "".join(letter for letter in passcode.upper() if letter.isalnum())
    return hashlib.scrypt(plain.encode("utf-8", "replace"), salt=salt, n=_COST, r=_BLOCK, p=_PARALLEL, dklen=32)
