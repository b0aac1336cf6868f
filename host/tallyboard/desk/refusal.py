"""A desk event that is refused: by name, in a sentence, with the next step."""

from tallyboard.errors import CoreError


class Refusal(CoreError):  # noqa: N818 - the desk's word for it, as in its table of events
    """An event that cannot be; `told` is of `errors/desk.py`. Nothing has changed."""
