"""Why something cannot be told to a table."""

from typing import Literal

from tallyboard.errors import TallyboardError

What = Literal["blank", "long", "unprintable", "undisplayable", "names", "key", "side", "game", "light"]


class OrderError(TallyboardError):
    """Nothing was given. `what` is wrong, for whoever tells it in other words; `entered`: with what."""

    def __init__(self, what: What, entered: str, cause: str, next_step: str) -> None:
        super().__init__(cause, next_step)
        self.what = what
        self.entered = entered


def refuse_unreadable(what: str, entered: str) -> None:
    """Raises OrderError where the text has a character that cannot be seen; `what`: `The name`."""
    from tallyboard.text.printable import refuse_unprintable

    try:
        refuse_unprintable(what, entered)
    except TallyboardError as error:
        raise OrderError("unprintable", entered, error.cause, error.next_step) from None
