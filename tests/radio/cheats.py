"""Halves of the radio's link that cheat in one thing each: the campaign finds each of them out."""

import inspect
import sys
import textwrap
from typing import Any, NamedTuple

from shared_rules.link.datagram import Seal
from tableside.radio import RadioLink
from tallyboard.link.radio import RadioPort, RadioPorts
from tests.link.cheats import CHEATS as OF_THE_LINK
from tests.link.cheats import Cheat


class _Line(NamedTuple):
    """Of this method, what else stands there in the place of what."""

    owner: type
    method: str
    true: str
    instead: str

    def cheat(self) -> Cheat:
        function = getattr(self.owner, self.method)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.true) == 1, self
        made: dict[str, Any] = {}
        exec(source.replace(self.true, self.instead), vars(sys.modules[function.__module__]), made)
        return Cheat(patches=((self.owner, self.method, made[self.method]),))


_OF_ANOTHER = "self._laptops != datagram.NOBODY and (laptops != self._laptops or said[0] <= self._heard_count)"
_OF_ANY = "self._laptops == laptops and said[0] <= self._heard_count"

_LINES = {
    "board-checks-no-counter": _Line(RadioLink, "_receive", "said[0] <= self._heard_count", "False"),
    "laptop-checks-no-counter": _Line(RadioPort, "take", "header.counter <= self._heard", "False"),
    "direction-is-not-sealed": _Line(
        Seal, "of", "inner.update(data)", "inner.update(data[:1]); inner.update(data[2:])"
    ),
    "session-is-taken-from-the-datagram": _Line(
        RadioPorts, "_take", "not hmac.compare_digest(header.laptops, self._number_for(header))", "False"
    ),
    "board-checks-no-seal": _Line(RadioLink, "_receive", "not self._settings.seal.fits(data)", "False"),
    "laptop-checks-no-seal": _Line(RadioPorts, "heard", "not seal.fits(data)", "False"),
    "board-takes-any-laptop": _Line(RadioLink, "_receive", _OF_ANOTHER, _OF_ANY),
    "answers-on-both": _Line(RadioLink, "_speak", "now_ms - cabled_at < CABLE_MS", "False"),
    "laptops-number-stays": _Line(RadioPorts, "_begin", "self._salts.pop(header.board, None)", "pass"),
}
_EARLY = ("acknowledges-before-the-commit", "acknowledges-what-is-on-its-way")
CHEATS = {name: line.cheat() for name, line in _LINES.items()} | {name: OF_THE_LINK[name] for name in _EARLY}
NONE = Cheat()
