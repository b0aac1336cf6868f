"""Runs a command for a person: every failure is a sentence or two and an exit code, never a traceback."""

import os
import sys

from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE, EXIT_INTERRUPTED
from tallyboard.errors import TallyboardError
from tallyboard.terminal import streams
from tallyboard.text.printable import printable

TYPE_CHECKING = False  # as typing has it, which would double what the help costs
if TYPE_CHECKING:
    from collections.abc import Callable


def guarded(do: "Callable[[], int]") -> int:
    """The exit code of `do`; its failures are told: exit code 2, the cause and the next step on stderr.

    An exception that nobody foresaw goes to the log. A reader that has seen enough (`| head`) is no failure.
    """
    streams.prepare()
    try:
        code = _told(do)
        sys.stdout.flush()  # here, where a closed pipe can still be told from a failure
    except BrokenPipeError:
        streams.silence()
        return EXIT_DONE
    except TallyboardError as error:  # of the flush
        streams.silence()
        tell(error)
        return EXIT_BAD_USE
    except KeyboardInterrupt:
        print(file=sys.stderr)  # behind the ^C that the terminal shows
        try:
            sys.stdout.flush()
        except (OSError, TallyboardError):
            streams.silence()
        return EXIT_INTERRUPTED
    return code


def _told(do: "Callable[[], int]") -> int:
    try:
        return do()
    except (BrokenPipeError, streams.OutputError):
        raise
    except TallyboardError as error:
        tell(error)
    except SystemExit as left:  # argparse has printed a help
        return int(left.code or EXIT_DONE)
    except Exception as error:
        from tallyboard.system.error_log import unforeseen

        tell(_nowhere() or unforeseen(error))
    return EXIT_BAD_USE


def _nowhere() -> TallyboardError | None:
    """What to tell where the present folder is no more: then any relative path can fail, anywhere."""
    try:
        os.getcwd()
    except OSError:
        return TallyboardError("The folder that you are in is gone.", "Change to one that is there, and try again.")
    return None


def tell(error: TallyboardError) -> None:
    """Print the cause and the next step on stderr, a line each whatever they name."""
    from tallyboard.text.passwords import hidden

    print(printable(hidden(error.cause)), printable(error.next_step), sep="\n", file=sys.stderr)


def let_go() -> None:
    """All is done and written: from here on Ctrl-C ends the process at once, and the interpreter says nothing of it."""
    import signal

    signal.signal(signal.SIGINT, lambda *_: os._exit(EXIT_INTERRUPTED))
