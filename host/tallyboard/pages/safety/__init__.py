"""What stands around the pages: who may ask, how much of what, how much at a time, and who may change something.
docs/guard.md says for each part against which attack it stands, and what the attack does where it does not."""

from collections.abc import Iterable

from starlette.types import ASGIApp

from tallyboard.pages.safety.bodies import WholeBody
from tallyboard.pages.safety.operators import Operators, WithOperator
from tallyboard.pages.safety.origin import LOOPBACK, OurOwn, SafeHeaders
from tallyboard.pages.safety.turns import InTurn, Turns

# One thread makes most pages, so that more at a time would only make everybody wait longer.
AT_WORK, AT_WORK_OF_ONE = 8, 2
# A stream lasts, who logs in waits for the passcode's own turn, and whether the laptop is here costs nothing to say.
TAKES_NO_TURN = ("/stream", "/login", "/phone/here")


def secured(app: ASGIApp, operators: Operators, names: Iterable[str] = LOOPBACK) -> ASGIApp:
    """The app with its layers. Outermost what every answer has, then what is cheapest to refuse.

    Who asks is found out before a body is read: an operator may send more. A body is read before its request takes a
    turn: a slow client keeps nobody from working. `names`: by which the laptop may be asked, see names_of_laptop.
    """
    app = InTurn(app, Turns(AT_WORK, AT_WORK_OF_ONE), TAKES_NO_TURN)
    app = WholeBody(app)
    app = WithOperator(app, operators)
    app = OurOwn(app, names)
    return SafeHeaders(app)
