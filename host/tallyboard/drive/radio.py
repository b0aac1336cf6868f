"""A box without a cable is paired: its network, and a key of its own, come onto its CIRCUITPY drive and into the store.

The drive is written first. Where a plug is pulled between the two, the drive has a key that no store has: nobody is
let in by it, the hub tells that it does not fit, and to pair the board again mends it. What is taken back goes out of
the store first, for the same reason. Where the second fails and nothing was pulled, the first is put back.

What CircuitPython reads of settings.toml (its supervisor/shared/settings.c): the first line that has the name, in front
of any [section]; between quotes everything but a line break and NUL, with a backslash before a quote and a backslash.
`os.getenv` gives a text of any length.
"""

import errno
import ipaddress
import os
import re
import secrets
import socket
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tallyboard.drive.deploy import chip_of, circuitpython_of, find_drives
from tallyboard.drive.files import BOOT_OUT, SETTINGS, firmware_dir, read_settings
from tallyboard.errors import CoreError
from tallyboard.errors import drive as told
from tallyboard.store import radio
from tallyboard.store.transactions import Writable
from tallyboard.system.files import bring_to_disk, write_whole

PORT = 8766  # of the hub, where an address says none
LEAST = 10  # the major version of CircuitPython
NAME, PASSWORD, KEY, HUB = (f"TALLYBOARD_RADIO_{word}" for word in ("SSID", "PASSWORD", "KEY", "HUB"))

# What CircuitPython calls boards that can play and of which it is known here whether they have Wi-Fi.
_WITH_WIFI = (
    "raspberry_pi_pico_w",
    "raspberry_pi_pico2_w",
    "espressif_esp32s3_",
    "adafruit_feather_esp32s3",
    "esp32s3",
)
_WITHOUT = ("raspberry_pi_pico", "raspberry_pi_pico2", "adafruit_macropad_rp2040")

_NO_RENAME = {errno.EPERM, errno.EEXIST, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.EXDEV}
_FAILURES = {errno.ENOSPC: told.DRIVE_FULL, errno.EROFS: told.READ_ONLY, errno.EACCES: told.READ_ONLY}


class Network(NamedTuple):
    """What a box joins and whom it calls. `hub`: an IPv4 address, with :PORT where that is not PORT; "": whoever
    answers in its network. It shows no password."""

    name: str
    password: str
    hub: str

    def __repr__(self) -> str:
        return f"Network({self.name!r}, hub={self.hub!r})"


def network(name: str, password: str, hub: str) -> Network:
    """These, as a box can read them; a host's name is looked up now, for a box never waits for one. Raises CoreError
    for what no network is called, for a password that none has, and for an address that leads nowhere."""
    sizes = len(name.encode("utf-8", "surrogatepass")), len(password.encode("utf-8", "surrogatepass"))
    if not 1 <= sizes[0] <= 32:
        raise CoreError(told.NETWORK_NAME, length=sizes[0])
    if password and not 8 <= sizes[1] <= 63:
        raise CoreError(told.NETWORK_PASSWORD, length=sizes[1])
    if any(letter < " " or letter == "\x7f" or "\ud800" <= letter <= "\udfff" for letter in name + password):
        raise CoreError(told.NETWORK_LETTER)
    return Network(name, password, _address(hub.strip()) if hub.strip() else "")


def _address(entered: str) -> str:
    host, colon, port = entered.partition(":")
    is_port = not colon or (port.isascii() and port.isdecimal() and len(port) <= 5 and 0 < int(port) <= 65535)
    try:
        found = ipaddress.IPv4Address(socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_DGRAM)[0][4][0])
    except (OSError, ValueError):
        found = None
    if not host or not is_port or found is None or found.is_unspecified or found.is_multicast:
        raise CoreError(told.HUB_ADDRESS, entered=entered, port=PORT)
    return str(found) if not colon or int(port) == PORT else f"{found}:{int(port)}"


# ---- the drive of a board


class BootOut(NamedTuple):
    """What CircuitPython says at power-on of the board on which it runs: its version, "10.0.3"; what it calls the
    board; the processor's number in hex digits, as our ids. "" for what it does not say."""

    version: str
    name: str
    board: str

    @property
    def has_wifi(self) -> bool | None:
        """None where that is not known here."""
        if self.name in _WITHOUT:
            return False
        return True if any(part in self.name for part in _WITH_WIFI) else None


def boot_out(drive: Path) -> BootOut:
    """What stands in the drive's boot_out.txt."""
    try:
        said = (drive / BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        said = ""
    found = re.search(r"^UID:\s*([0-9A-Fa-f]+)\s*$", said, re.MULTILINE)
    return BootOut(circuitpython_of(drive) or "", chip_of(drive), found[1].lower() if found else "")


def drive_of(board: str, given: Path | None = None, drives: Iterable[Path] | None = None) -> Path:
    """The mounted drive of this board; `given`: where it is said to be. `drives`: None looks for them. Raises CoreError
    where it is not here."""
    if given is not None:
        theirs = boot_out(given).board
        if theirs != board.lower():
            names = f"board {theirs}" if theirs else "none"
            raise CoreError(told.OTHERS_DRIVE, folder=given, board=board, file=BOOT_OUT, theirs=names)
        return given
    for drive in find_drives() if drives is None else drives:
        if boot_out(drive).board == board.lower():
            return drive
    raise CoreError(told.NOT_PLUGGED_IN, board=board)


def check_board(drive: Path) -> BootOut:
    """What is on the drive's board. Raises CoreError for one that cannot do without a cable."""
    found = boot_out(drive)
    major = found.version.partition(".")[0]
    if major and int(major) < LEAST:
        raise CoreError(told.OLD_CIRCUITPYTHON, version=found.version, least=LEAST)
    if found.has_wifi is False:
        raise CoreError(told.NO_WIFI, chip=found.name)
    return found


# ---- its settings


def edited(text: bytes, values: Mapping[str, str | None]) -> bytes:
    """The settings.toml with these values by name, None for none; every other line stays, and so does what stands
    behind a value."""
    lines = re.findall(rb"[^\n]*\n|[^\n]+", text)
    top = next((at for at, line in enumerate(lines) if line.lstrip().startswith(b"[")), len(lines))
    ending = b"\r\n" if b"\r\n" in text else b"\n"
    made: list[bytes] = []
    missing = {name: value for name, value in values.items() if value is not None}
    behind = None
    for line in lines[:top]:
        found = _LINE.fullmatch(line)
        name = found[2].decode() if found else ""
        if found is None or name not in values:
            made.append(line)
        elif name in missing:  # of a second line nothing is read
            made.append(found[1] + _quoted(missing.pop(name)) + found[3])
            behind = len(made)
    if missing:
        at = len(made) if behind is None else behind
        if at and not made[at - 1].endswith(b"\n"):
            made[at - 1] += ending
        made[at:at] = [name.encode() + b" = " + _quoted(value) + ending for name, value in missing.items()]
    return b"".join(made + lines[top:])


_BLANKS = rb"[ \t\r\x0b\x0c]*"
_LINE = re.compile(
    rb"(" + _BLANKS + rb'"?([A-Za-z0-9_-]+)"?' + _BLANKS + rb"=" + _BLANKS + rb")"
    rb'(?:"(?:\\.|[^"\\\n])*"|[^#"\n]*?|[^\n]*)(' + _BLANKS + rb"(?:#[^\n]*)?\n?)"
)


def _quoted(value: str) -> bytes:
    return b'"' + value.replace("\\", "\\\\").replace('"', '\\"').encode() + b'"'


def _change(drive: Path, values: Mapping[str, str | None]) -> tuple[bytes | None, bool]:
    """Have these values in the drive's settings: (what stood there, None for nothing; whether that was changed). Raises
    CoreError."""
    path = drive / SETTINGS
    try:
        before = path.read_bytes() if path.exists() else None
        made = edited((firmware_dir() / SETTINGS).read_bytes() if before is None else before, values)
        if made == before or (before is None and not any(values.values())):
            return before, False
        _put(path, made)
    except OSError as error:
        failure = _FAILURES.get(error.errno or 0, told.NOT_WRITTEN)
        raise CoreError(failure, path=path, words=error.strerror or error) from None
    return before, True


def _put(path: Path, data: bytes) -> None:
    """Have these bytes be the file, whole, where the file system can have one take the place of another."""
    try:
        write_whole(path, data)
    except OSError as error:
        if error.errno not in _NO_RENAME:
            raise
        with path.open("r+b" if path.exists() else "wb") as file:
            file.write(data)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
    bring_to_disk(path.parent)


# ---- both


def pair(store: Writable, board: str, drive: Path, wanted: Network, by: str) -> BootOut:
    """Give this board, whose drive this is, a new key, and the network. Raises TallyboardError; then the store has what
    it had, and so has the drive where it can be written."""
    found = check_board(drive)
    key = secrets.token_bytes(radio.KEY_BYTES)
    values = {NAME: wanted.name, PASSWORD: wanted.password, KEY: key.hex(), HUB: wanted.hub}
    before, _ = _change(drive, values)
    try:
        radio.pair(store, board, key, by)
    except BaseException:
        with suppress(OSError):
            if before is None:
                (drive / SETTINGS).unlink()
            else:
                _put(drive / SETTINGS, before)
        raise
    return found


def unpair(store: Writable, board: str, drive: Path | None) -> bool:
    """Take the key of this board back, out of the store and off its drive, None where that is not here; whether there
    was one. Raises CoreError(LINES_STAY) where it stands on the drive still."""
    was_paired = radio.unpair(store, board)
    if drive is None and not was_paired:
        return False
    try:
        if drive is None:
            raise CoreError(told.NOT_PLUGGED_IN, board=board)
        return _change(drive, dict.fromkeys((NAME, PASSWORD, KEY, HUB)))[1] or was_paired
    except CoreError as error:
        raise CoreError(told.LINES_STAY, board=board, why=error) from None


def fits(drive: Path, key: bytes | None) -> bool | None:
    """Whether the key on this drive is this one, None: there is none; None where none of both has one. Raises
    TallyboardError for settings that cannot be read."""
    there = str(read_settings(drive).get(KEY, ""))
    if not there and key is None:
        return None
    with suppress(ValueError):
        return key is not None and secrets.compare_digest(bytes.fromhex(there), key)
    return False
