"""The log of unexpected errors: the traceback goes there, and the user gets a sentence."""

import sys
import traceback
from datetime import UTC, datetime

from tallyboard.errors import TallyboardError, later
from tallyboard.system.laptop import state_folder
from tallyboard.text.passwords import hidden, hidden_word
from tallyboard.text.quantities import utc_text

LOG = "errors.log"  # in the state folder
BEFORE = "errors.before.log"  # what was in it when it had become long
_LONG = 1_000_000  # bytes


def unforeseen(error: BaseException) -> TallyboardError:
    """Write the traceback to the log; returns what to tell the user. The log never has more than the last two
    megabytes, in two files."""

    what, kind = later("Something unexpected went wrong (%(kind)s)."), type(error).__name__
    try:
        path = state_folder() / LOG
    except TallyboardError as homeless:
        return TallyboardError(what, "There is no place for a log. %(homeless)s", kind=kind, homeless=homeless)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > _LONG:
            path.replace(path.with_name(BEFORE))
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{utc_text(datetime.now(UTC))} {[hidden_word(word) for word in sys.argv]!r}\n")
            log.write(hidden("".join(traceback.format_exception(error))) + "\n")
    except OSError:
        return TallyboardError(
            what, "The log %(path)s could not be written; run it again and report what you did.", kind=kind, path=path
        )
    return TallyboardError(what, "The details are in %(path)s: please report them.", kind=kind, path=path)


class Explainer:
    """Explains what goes wrong again and again; the same failure is logged once."""

    def __init__(self) -> None:
        self._last: tuple[str, TallyboardError] | None = None

    def explain(self, error: Exception) -> TallyboardError:
        """The error itself where it is a TallyboardError, else what to tell."""
        if isinstance(error, TallyboardError):
            return error
        if self._last is None or self._last[0] != repr(error):
            self._last = repr(error), unforeseen(error)
        return self._last[1]
