"""Forms that are sent twice, by a double click or a reload, are entered once.

Each form has a number of its own. What came of it is kept under that number, for the page that comes after it.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from markupsafe import Markup

_MOST = 2000  # forms whose outcome is known
_LONGEST = 40  # characters of a number
_LOCKS = 64  # so many forms at most are at work at a time; two that share a lock wait for each other


class Notice(NamedTuple):
    """What a page says of the form before it."""

    kind: Literal["good", "warn", "wrong"]
    said: Sequence[Markup]


def new_number() -> str:
    """A number for a form."""
    return secrets.token_urlsafe(9)


class Once:
    """The numbers of the forms that were sent last, and what came of each."""

    def __init__(self) -> None:
        self._notices: OrderedDict[str, Notice] = OrderedDict()
        self._at_work = [threading.Lock() for _ in range(_LOCKS)]
        self._lock = threading.Lock()

    def do(self, number: str, work: Callable[[], Notice]) -> bool:
        """Do the work of the form with this number; False where that was done already. What the work raises is raised,
        and the form may be sent again."""
        if not 0 < len(number) <= _LONGEST:
            number = new_number()
        with self._at_work[hash(number) % _LOCKS]:
            if self.notice(number) is not None:
                return False
            self._keep(number, work())
            return True

    def keep(self, notice: Notice) -> str:
        """Keep a notice; the number that it has."""
        number = new_number()
        self._keep(number, notice)
        return number

    def notice(self, number: str) -> Notice | None:
        """What came of the form with this number."""
        with self._lock:
            return self._notices.get(number)

    def _keep(self, number: str, notice: Notice) -> None:
        with self._lock:
            self._notices[number] = notice
            while len(self._notices) > _MOST:
                self._notices.popitem(last=False)
