"""The link on the hall socket: a virtual board that plays as a phone does.

    scan ── admit ─┬─ admitted ── bytes of the link, until the line ends; then `go on` with the token
                   ├─ taken: another phone has the table; with `takes_over` it is asked for it
                   └─ void: never again

The folder of its memory keeps its seat (seat.json): the token that it made itself, and whose board that is. A board
that has been admitted once starts without the laptop, and plays on without it.
"""

import hashlib
import json
import secrets
import select
import time
from base64 import b64decode
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.system.files import write_whole
from tallyboard.text.language import later
from tallyboard.virtual.box.journal_image import image
from tallyboard.virtual.box.usb_serial import Serial
from tallyboard.virtual.hall_line import HallAddress, HallLine
from tallyboard.virtual.memory import MemoryFolder
from tallyboard.virtual.script import BoardOff

_TOKEN_BYTES = 32
_MESSAGE_BYTES = 2048  # of the link, at most
_MESSAGE_S = 0.01  # between two of them: a laptop takes 200 messages a second
_LOOK_S = 0.05  # while it waits to be admitted

# Why it is not admitted, or no longer: what a person is told.
_VOID = {
    "taken": (later("Another phone has this table now."), later("Scan its card again to take it over.")),
    "renewed": (later("The desk has renewed the seat of this table."), later("Take the address from its new card.")),
    "closed": (later("The desk has closed the seat of this table."), later("Ask the desk to open it.")),
    "freed": (later("The desk has taken this table's keys."), later("Start the board again to get them.")),
    "moved": (later("This board goes on at another address."), later("Use the one there.")),
    "board": (later("The laptop takes this for another board."), later("Choose another --state folder.")),
    "unknown": (
        later("The laptop does not know this seat."),
        later("Take the address from the card of a table that is open."),
    ),
}
# Not for ever: it tries again.
_FOR_NOW = {
    "away": later("the laptop's database does not answer"),
    "full": later("the laptop has as many phones as it takes"),
}


@dataclass
class KeptSeat:
    """`token` is that of `board` ("" for none yet), at `table`. `card`: which one was scanned for it. `asked`: a token
    that was sent and perhaps not answered. `void`: why `token` counts no more, "" while it does."""

    token: str = ""
    board: str = ""
    table: str = ""
    card: str = ""
    asked: str = ""
    void: str = ""

    @classmethod
    def of(cls, path: Path) -> "KeptSeat":
        """What this file keeps; a new one where there is none. Raises TallyboardError."""
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError, TypeError):
            raise TallyboardError(
                "%(path)s is not what a board on a hall socket wrote there.",
                "Choose another --state folder.",
                path=path,
            ) from None


class HallLink:
    """`begin` before the board has its power; then conductor.Link. `is_locked`: the desk has locked the keys.

    What happens is told as `hall`, one of "admitted", "away", "asked", "waits", "wanted", "gone", "locked", "unlocked",
    "set aside" and "void", to `tell(**what)`.
    """

    def __init__(
        self,
        address: HallAddress,
        folder: MemoryFolder,
        fram_bytes: int,
        takes_over: bool,
        tell: Callable[..., None],
    ) -> None:
        """Raises TallyboardError where the folder has another program's seat."""
        self.is_locked = False
        self.tell = tell
        self._folder, self._fram_bytes, self._takes_over = folder, fram_bytes, takes_over
        self._path = folder.path / "seat.json"
        self._kept = KeptSeat.of(self._path)
        self._card = hashlib.sha256(address.secret.encode()).hexdigest()
        self._secret = address.secret
        self._is_known = self._kept.board != "" and self._kept.card == self._card and not self._kept.void
        self._line = HallLine(address, self._scan, self._hear, self._lost)
        self.fd = self._line.fd
        self._is_admitted = False
        self._is_wanted = False
        self._other_state = ""  # of another phone that has, or wants, the table
        self._was_away = False
        self._failure: TallyboardError | None = None
        self._in, self._out = bytearray(), bytearray()
        self._sent_at = 0.0
        self._hears: dict[str, Callable[[Any], None]] = {
            "admit": self._admitted,
            "take over": self._other,
            "void": self._void,
            "lock": self._lock,
            "clock": lambda left: None,  # a box has no place for it
        }

    def begin(self) -> None:
        """Have a board: at once where the folder has that of this card, else when the laptop has admitted it. Raises
        TallyboardError where it does not."""
        while not self._is_known:
            self._line.step()
            if self._failure is not None:
                raise self._failure
            select.select([self.fd], [], [], _LOOK_S)

    def publish(self) -> None:
        """The board has started."""

    def wants(self, port: Serial) -> tuple[bool, bool]:
        return True, False

    def carry(self, port: Serial, is_readable: bool, is_writable: bool) -> bool:
        try:
            self._line.step()
        except TallyboardError as error:
            raise BoardOff(error) from None  # which the firmware does not take for its own
        if not self._is_admitted:
            return False
        arrived = bytes(self._in[: port.room])
        del self._in[: len(arrived)]
        port.arrived(arrived)
        return self._send_of(port) or bool(arrived)

    def answer(self, agrees: bool) -> bool:
        """Tell the one who wants the table; False where nobody does."""
        if not self._is_wanted:
            return False
        self._is_wanted = False
        self._say("take over", "yes" if agrees else "no")
        return True

    def close(self) -> None:
        self._line.end()

    # ---- the link

    def _send_of(self, port: Serial) -> bool:
        """What the firmware sent, as long as the line takes it; whether there was something."""
        data = port.leaving()[: _MESSAGE_BYTES - len(self._out)] if not self._line.has_more else b""
        self._out += data
        port.sent(len(data))
        if self._out and time.monotonic() - self._sent_at >= _MESSAGE_S:
            self._line.send(bytes(self._out))
            self._out.clear()
            self._sent_at = time.monotonic()
        return bool(data)

    # ---- the seat

    def _say(self, what: str, said: object) -> None:
        self._line.send(json.dumps({what: said}, separators=(",", ":")))

    def _save(self) -> None:
        with self._folder.usable():
            write_whole(self._path, json.dumps(asdict(self._kept)).encode())

    def _scan(self) -> None:
        """The line is open: say who this is."""
        if self._is_known:
            self._say("admit", {"token": self._kept.token})
            return
        if not self._kept.asked:
            self._kept.asked = secrets.token_urlsafe(_TOKEN_BYTES)
            self._save()  # first: should the answer be lost, the same is asked again
        has = [self._kept.token] if self._kept.board and not self._kept.void else []
        asked = self._kept.asked
        self._say("admit", {"seat": self._secret, "token": asked, "has": has, "empty": [asked]})

    def _hear(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            if self._is_admitted:
                self._in += message
            return
        try:
            ((what, said),) = json.loads(message).items()
            self._hears[what](said)
        except (ValueError, KeyError, TypeError, AttributeError):
            self._line.lose("the laptop says what this version does not know")

    def _admitted(self, said: dict[str, Any]) -> None:
        token, board, kept = said["token"], said["board"], self._kept
        if token != kept.token:
            self._begin_as(board, said.get("journal"))
        kept.token, kept.board, kept.table = token, board, said["table"]
        kept.card, kept.asked, kept.void = self._card, "", ""
        self._save()
        self._line.works()
        self._was_away = self._is_wanted = False
        self._other_state = ""
        self._is_known = self._is_admitted = True
        self._in.clear()
        self._happened("admitted", table=kept.table, board=board)
        self._lock(said["locked"])

    def _begin_as(self, board: str, journal: dict[str, Any] | None) -> None:
        """Another board than the folder has: with the records that the laptop gives, or without any."""
        memory = bytes(self._fram_bytes)
        if journal is not None:
            records = b64decode(journal["records"])
            memory = image(journal["epoch"], journal["first"], journal["next"], records, self._fram_bytes)
        aside = self._folder.become(bytes.fromhex(board), memory)
        if aside is not None:
            self._happened("set aside", file=str(aside))

    def _other(self, said: dict[str, Any]) -> None:
        """Somebody else has, or wants, the table."""
        state, table = said["state"], said["table"]
        if state == self._other_state:
            return  # said again so that the line is not quiet
        self._other_state = state
        self._is_wanted = state == "wanted"
        if state == "taken" and self._takes_over:
            self._say("take over", "ask")
        elif state == "taken":
            cause = later("%(table)s has another phone.", table=table)
            if said["heard_s"] is not None:
                cause = later("%(table)s has another phone, heard %(s)s s ago.", table=table, s=round(said["heard_s"]))
            self._fail(cause, later("Add --take-over to ask for the table."))
        elif state == "refused":
            self._fail(
                later("%(table)s has another phone, which keeps it.", table=table),
                later("Ask the players there, or the desk."),
            )
        else:
            self._happened(state, table=table)

    def _void(self, why: str) -> None:
        if why in _FOR_NOW:
            self._lost(_FOR_NOW[why])
            return
        if self._is_known:
            self._kept.void = why
            self._save()
        self._is_admitted = False
        self._line.end()
        self._happened("void", why=why)
        self._fail(*_VOID.get(why, _VOID["unknown"]))

    def _lock(self, is_locked: bool) -> None:
        if is_locked != self.is_locked:
            self.is_locked = is_locked
            self._happened("locked" if is_locked else "unlocked", table=self._kept.table)

    def _lost(self, why: str) -> None:
        self._is_admitted = self._is_wanted = False
        self._other_state = ""
        self._in.clear()
        self._out.clear()
        self._fail(
            later("There is no seat to be had: %(why)s.", why=why),
            later("Look at the address, and whether `tallyboard serve` runs."),
        )
        if not self._was_away:
            self._was_away = True
            self._happened("away", why=why)

    def _fail(self, cause: str, next_step: str) -> None:
        """Only who has a board can do without the laptop."""
        if not self._is_known and self._failure is None:
            self._failure = TallyboardError(cause, next_step)

    def _happened(self, what: str, **more: object) -> None:
        self.tell(hall=what, **more)
