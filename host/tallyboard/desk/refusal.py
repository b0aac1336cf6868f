"""A desk event that is refused: by name, in a sentence, with the next step."""

from tallyboard.errors import TallyboardError


class Refusal(TallyboardError):  # noqa: N818 - the desk's word for it, as in its table of events
    """An event that cannot be. Nothing has changed.

    `code` is one of the names in the table of events (`duplicate`, `not-ready`, …), for programs; the cause and the
    next step are for people.
    """

    def __init__(self, code: str, cause: str, next_step: str) -> None:
        super().__init__(cause, next_step)
        self.code = code
