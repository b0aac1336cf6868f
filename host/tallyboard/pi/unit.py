"""What systemd is told of a board on a Raspberry Pi: a unit, which starts it with the Pi and again when it ends."""

import getpass
import grp
import os
import sys
from pathlib import Path

from tallyboard.drive.files import board_file
from tallyboard.errors import TallyboardError
from tallyboard.system.files import whole_file
from tallyboard.text.language import _
from tallyboard.virtual.hall_line import read_address

NAME = "tallyboard-board.service"
_GROUPS = ("gpio", "i2c")  # who may use the pins and the bus, on Raspberry Pi OS
# The firmware tells each second that its loop goes round; a card may take long to sync a press. A Pi whose wires are
# loose at the start is tried again for ever. A table's address is on the command line, so others may not read it.
_UNIT = """\
[Unit]
Description=A Tallyboard table on this Raspberry Pi
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=notify
ExecStart={command}
User={user}
SupplementaryGroups={groups}
Restart=always
RestartSec=5
WatchdogSec=60

[Install]
WantedBy=multi-user.target
"""


def write(folder: Path, hall: str | None, link: Path | None, board: str | None) -> list[str]:
    """Write the unit of a board with these options of `tallyboard board` into this folder; lines that say what to type
    next. Raises TallyboardError."""
    if hall is not None and link is not None:
        raise TallyboardError(
            "A board has a port or a seat in the hall.", "Give --hall or --link, one of them, or none."
        )
    if hall is not None:
        read_address(hall)
    options = ["--board", board_file(board).name] if board is not None else []
    options += ["--hall", hall] if hall is not None else []
    options += ["--link", str(link.absolute())] if link is not None else []
    words = [sys.executable, "-m", "tallyboard", "board", "--hardware", *options]
    user = os.environ.get("SUDO_USER") or getpass.getuser()
    groups = [group.gr_name for group in grp.getgrall() if group.gr_name in _GROUPS]
    text = _UNIT.format(command=" ".join(map(_quoted, words)), user=user, groups=" ".join(groups))
    path = folder.absolute() / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(text.encode())
    except OSError as error:
        raise TallyboardError(
            "%(path)s cannot be written: %(reason)s.",
            "Name another folder: --to DIR.",
            path=path,
            reason=error.strerror,
        ) from None
    install = [] if folder.absolute() == Path("/etc/systemd/system") else [f"sudo cp {path} /etc/systemd/system/"]
    return [
        _("wrote    %(file)s", file=path),
        _("It runs the board as %(user)s. Now type:", user=user),
        *(f"  {line}" for line in install),
        "  sudo systemctl daemon-reload",
        f"  sudo systemctl enable --now {NAME.removesuffix('.service')}",
        f"  journalctl -fu {NAME.removesuffix('.service')}",
    ]


def _quoted(word: str) -> str:
    """A word of a command line as systemd reads it: systemd.service(5), "Command lines", and specifiers."""
    for letter, written in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$")):
        word = word.replace(letter, written)
    return f'"{word}"'
