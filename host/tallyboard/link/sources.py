"""Where a hub's ports come from: USB is one source of them, the hall socket's phones and the radio are others."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Protocol

from tallyboard.link.finding import Candidate, FoundPorts, Lister, look
from tallyboard.link.ports import Port, PtyBehind, pty_behind
from tallyboard.link.trace import open_port

_BLIND_LOOKS = 10  # in a row, until a system that cannot list its ports is a failure


@dataclass(frozen=True)
class Pace:
    """How the ports of a kind come and go, in seconds.

    `back_off_s`: between attempts that fail one after the other. A port on which a board is met more than `often` times
    in a minute is restless: there it is met after a pause, each time the next of `pauses_s`, and told when it has
    stayed for `settled_s`. `comes_back`: a port that goes away is there again by itself as a rule, which nobody needs
    to hear of. `burst`: records that it may bring at once, and from then on so many `a_second`; None: any.
    `journals`, `journals_a_second`: the same of journals that begin. `yields`: a board that is on another port too is
    there, and not here.
    """

    back_off_s: Sequence[float]
    often: int
    pauses_s: Sequence[float]
    settled_s: float
    comes_back: bool = False
    burst: int | None = None
    a_second: float = 0.0
    journals: int | None = None
    journals_a_second: float = 0.0
    yields: bool = False


CABLE = Pace(back_off_s=(0.5, 1.0, 2.0, 4.0, 5.0), often=3, pauses_s=(1.0, 2.0, 4.0, 5.0), settled_s=2.0)
# A phone may lie, and nobody has to see it. Two journals at once are more than one that was away ever brings, and two
# players press ten times a second at most. A journal begins when a browser has lost what it kept: not every two
# minutes, which is longer than is waited until that is told.
AIR = Pace(
    back_off_s=(0.25, 0.5, 1.0),
    often=12,
    pauses_s=(0.25, 0.5),
    settled_s=0.0,
    comes_back=True,
    burst=2 * 4096,
    a_second=20.0,
    journals=16,
    journals_a_second=1 / 120,
)
# What comes by radio is sealed by its board, which does not lie.
RADIO = replace(CABLE, back_off_s=AIR.back_off_s, often=AIR.often, pauses_s=AIR.pauses_s, comes_back=True, yields=True)


class PortSource(Protocol):
    """Ports of one kind. `pace`: how they come and go."""

    pace: Pace

    def look(self) -> FoundPorts | None:
        """What there is now; None where that cannot be said just now."""

    def opener(self, path: str) -> AbstractContextManager[Port]:
        """The port of this path, open. Raises TallyboardError where it cannot be opened, or is not there any more."""

    def on_news(self, call: Callable[[str], None]) -> None:
        """Have `call(path)` called, from any thread, when another port is there under this path; where nobody can know
        that, looking has to do."""


class UsbPorts:
    """The serial ports of this laptop; `overrides`: ports or patterns instead of looking, see finding.look."""

    pace = CABLE

    def __init__(self, overrides: Sequence[str] = (), lister: Lister | None = None) -> None:
        self._overrides = overrides
        self._lister = lister
        self._behind: dict[str, PtyBehind] = {}  # what paths that are links led to at the last look
        self._blind = 0

    def look(self) -> FoundPorts | None:
        try:
            found = look(self._overrides, self._lister)
        except (OSError, TypeError, ValueError):  # pyserial's, when a device goes away while it is being described
            self._blind += 1
            if self._blind == _BLIND_LOOKS:
                raise
            return None
        self._blind = 0
        # One that leads elsewhere is gone now, and new at the next look.
        return FoundPorts(tuple(port for port in found.ports if not self._leads_elsewhere(port)), found.consoles)

    def _leads_elsewhere(self, port: Candidate) -> bool:
        """Whether this path is another link than before: what it led to is followed as long as that is there."""
        before, now = self._behind.get(port.path), pty_behind(port.path)
        if now is not None:
            self._behind[port.path] = now
        return before is not None and now is not None and before.link != now.link

    def opener(self, path: str) -> AbstractContextManager[Port]:
        return open_port(path)

    def on_news(self, call: Callable[[str], None]) -> None:
        """A system tells nobody of a new port."""
