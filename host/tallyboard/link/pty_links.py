"""Links to pseudo-terminals: whether one still leads to what it was made for.

A pty's number is given away again as soon as it is free. The link that a killed board left leads to whoever has that
number next: another board, or somebody's terminal. On Linux the node of a pty is made with it, and no use changes the
node's ctime: a link that is older than the node behind it was made for another pty. Elsewhere nothing is known of them.
"""

import os
import stat
import sys
from typing import NamedTuple

from tallyboard.errors import TallyboardError

_PTY_MAJORS = range(136, 144)  # of Linux's devices: the slaves of /dev/pts
_SECOND_NS = 1_000_000_000


class PtyBehind(NamedTuple):
    """The link itself (device, inode, when it was made, in ns) and the pty that it leads to (number, since when)."""

    link: tuple[int, int, int]
    pty: tuple[int, int]

    @property
    def is_stale(self) -> bool:
        """Whether the pty is younger than its link; some disks know whole seconds only."""
        made = self.link[2]
        return self.pty[1] > made + (0 if made % _SECOND_NS else _SECOND_NS)


def pty_behind(path: str) -> PtyBehind | None:
    """What this link leads to, None where it is no link to a pty."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        there = os.stat(path)
        if not stat.S_ISCHR(there.st_mode) or os.major(there.st_rdev) not in _PTY_MAJORS or not os.path.islink(path):
            return None
        last = path  # of a chain the link that names the pty
        while os.path.islink(target := os.path.join(os.path.dirname(last), os.readlink(last))):
            last = target
        link = os.lstat(last)
    except OSError:
        return None
    return PtyBehind((link.st_dev, link.st_ino, link.st_mtime_ns), (there.st_rdev, there.st_ctime_ns))


def refuse_stale(path: str, before: PtyBehind | None = None) -> None:
    """Raises TallyboardError for a link whose pty is another one than it was made for; `before`: what it led to when it
    was known to be right, for a clock may have been set back since."""
    now = pty_behind(path)
    if now is None:
        return
    if now.is_stale or (before is not None and before.link == now.link and before.pty != now.pty):
        raise TallyboardError(
            f"The link {path} is left over: its board is gone, and the port that it names is another program's now.",
            "Start the board again that made it, or remove the link.",
        )
