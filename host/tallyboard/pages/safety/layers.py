"""The layers around the pages, in their order."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from starlette.types import ASGIApp, Scope

from tallyboard.pages.safety.headers import SafeHeaders
from tallyboard.pages.safety.hosts import LOOPBACK, HostNames
from tallyboard.pages.safety.limits import BodyLimit, Limits
from tallyboard.pages.safety.operators import Operators, WithOperator
from tallyboard.pages.safety.same_origin import SameOrigin
from tallyboard.pages.safety.work import StreamLimit


def no_streams(_: Scope) -> bool:
    """For an app that has none."""
    return False


class Settings(NamedTuple):
    """`names`: by which the laptop may be asked, see hosts.names_of_laptop. `is_stream`: see work.StreamLimit."""

    operators: Operators
    names: Iterable[str] = LOOPBACK
    is_stream: Callable[[Scope], bool] = no_streams
    limits: Limits = Limits()


def secured(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The app with its layers. Outermost what every answer has, then what is cheapest to refuse.

    Who asks is found out before a body is read: an operator may send more. A body is read before its request takes a
    turn: a slow client keeps nobody from working.
    """
    app = StreamLimit(app, settings.limits, settings.is_stream)
    app = BodyLimit(app, settings.limits)
    app = WithOperator(app, settings.operators)
    app = SameOrigin(app)
    app = HostNames(app, settings.names)
    return SafeHeaders(app)
