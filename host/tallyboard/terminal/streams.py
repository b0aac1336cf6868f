"""Standard input, output and error, as a program finds them: closed, full, of an encoding that lacks letters."""

import codecs
import io
import os
import sys
import time
from unicodedata import normalize

from tallyboard.errors import TallyboardError
from tallyboard.text.language import here

TYPE_CHECKING = False  # as typing has it, which would double what the help costs
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from _typeshed import ReadableBuffer as Buffer

_SOON_S = 0.5
_TYPED = {
    "«\xa0": '"',
    "\xa0»": '"',
    "\xa0": " ",
    "\u2019": "'",
    "œ": "oe",
    "…": "...",
    "·": "-",
    "\u2013": "-",
}  # as a typist does


class OutputError(TallyboardError):
    """Standard output takes nothing more."""

    def __init__(self, error: OSError) -> None:
        super().__init__(
            "Standard output cannot be written: %(reason)s.",
            "Have it written to another place, or make room there.",
            reason=error.strerror or error,
        )


class _StandardOutput(io.FileIO):
    """Standard output: a failure is told from those of other files. A reader that has gone away is no failure."""

    def write(self, data: "Buffer", /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error) from error


class _Errors(io.FileIO):
    """Standard error: where it cannot be written, there is nobody to tell."""

    def write(self, data: "Buffer", /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def _shown(error: UnicodeError) -> tuple[str | bytes, int]:
    """In the place of letters that an encoding lacks: an escape, and in a language that is full of them what a
    typewriter has."""
    if not isinstance(error, UnicodeEncodeError) or here().code == "en":
        return codecs.backslashreplace_errors(error)
    found = error.object[error.start : error.end]
    for letter, typed in _TYPED.items():
        found = found.replace(letter, typed)
    bare = [normalize("NFKD", letter)[0] for letter in found]
    shown = (base if base.isascii() else letter for base, letter in zip(bare, found, strict=True))
    return "".join(shown).encode("ascii", "backslashreplace").decode("ascii"), error.end


codecs.register_error("tallyboard", _shown)


def prepare() -> None:
    """Make the three streams fit for use: a closed one is there and empty, or refuses what is written to it, and what
    an encoding lacks is written in letters that it has."""
    if sys.stdin is None:
        sys.stdin = _stand_in(0, os.O_RDONLY, "r")
    if sys.stdout is None:
        sys.stdout = _stand_in(1, os.O_RDONLY, "w")  # so that a write fails, as it does where nothing is
    if sys.stderr is None:
        sys.stderr = _stand_in(2, os.O_WRONLY, "w")
    sys.stdout = _over(sys.stdout, _StandardOutput)
    sys.stderr = _over(sys.stderr, _Errors)


def _stand_in(number: int, access: int, mode: str) -> "TextIO":
    """A stream upon nothing, in the place of the closed one of this number: no file that is opened later gets it."""
    nothing = os.open(os.devnull, access)
    if nothing != number:
        os.dup2(nothing, number)
        os.close(nothing)
    return io.TextIOWrapper(open(number, mode + "b", closefd=False))


def _over(stream: "TextIO", raw: type[io.FileIO]) -> "TextIO":
    """The stream with its bytes going through `raw`; one that is no file of the system's stays as it is."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.reconfigure(errors="tallyboard")  # a name that a terminal cannot show is no reason to stop
    if type(getattr(stream.buffer, "raw", stream.buffer)) is not io.FileIO:
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(raw(stream.fileno(), "w", closefd=False)),
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def silence() -> None:
    """Let the interpreter's last flush go nowhere (docs.python.org, library/signal, note on SIGPIPE)."""
    try:  # noqa: SIM105
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # it is no file of the system's


def columns(stream: "TextIO") -> int | None:
    """How many cells a line of this terminal has; None for what is no terminal. COLUMNS counts, as everywhere."""
    if not stream.isatty():
        return None
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def is_drawn_on(stream: "TextIO") -> bool:
    """Whether it is a terminal that says what it is, and more than a dumb one."""
    return stream.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")


def styled(stream: "TextIO") -> bool:
    """Whether bold and colours may be sent there: not into a pipe, not where user or terminal want none."""
    return _obeys(stream) and sys.platform != "win32" and not os.environ.get("NO_COLOR")


def _obeys(stream: "TextIO") -> bool:
    """Whether it is a terminal that moves its cursor as it is told; what Windows has does."""
    return stream.isatty() and (sys.platform == "win32" or os.environ.get("TERM", "") not in ("", "dumb"))


def progress(what: str) -> "Callable[[int, int], None] | None":
    """A function that is told how many of how many are done, and shows it behind `what` on the terminal that standard
    error is, in a line that goes when all are; None where it is none, or a dumb one. What does not take long shows
    nothing."""
    if not _obeys(sys.stderr):
        return None
    from tallyboard.text.language import _  # only now, as the help does without
    from tallyboard.text.quantities import number

    shown_from = time.monotonic() + _SOON_S

    def show(done: int, of: int) -> None:
        if time.monotonic() >= shown_from:
            said = {"what": _(what), "done": number(done), "of": number(of)}
            line = "" if done >= of else _("%(what)s %(done)s of %(of)s", **said)
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()

    return show
