"""Runs a command for a person: every failure is a sentence or two and an exit code, never a traceback."""

import functools
import os
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import typer

from tallyboard.errors import TallyboardError
from tallyboard.places import state_folder
from tallyboard.text import printable

BAD_INPUT = 2
LOG = "errors.log"  # in the state folder


def guarded(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with its failures told: exit code 2, the cause and the next step on stderr.

    An exception that nobody foresaw goes to the log. A reader that has seen enough (`| head`) is no failure.
    """

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()  # here, where a closed pipe can still be told from a failure
        except BrokenPipeError:
            _silence()
        except TallyboardError as error:
            tell(error)
            raise typer.Exit(BAD_INPUT) from None
        except Exception as error:
            if hasattr(error, "exit_code") or isinstance(error, typer.Abort):
                raise  # typer's own: bad usage, or a command's exit code
            tell(unforeseen(error))
            raise typer.Exit(BAD_INPUT) from None

    return run


def tell(error: TallyboardError) -> None:
    """Print the cause and the next step on stderr."""
    print(printable(error.cause), printable(error.next_step), sep="\n", file=sys.stderr)


def unforeseen(error: BaseException) -> TallyboardError:
    """Write the traceback to the log; returns what to tell the user."""
    what = f"Something unexpected went wrong ({type(error).__name__})."
    path = state_folder() / LOG
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {sys.argv!r}\n")
            log.write("".join(traceback.format_exception(error)) + "\n")
    except OSError:
        return TallyboardError(what, f"The log {path} could not be written; run it again and report what you did.")
    return TallyboardError(what, f"The details are in {path}: please report them.")


def _silence() -> None:
    """Let the interpreter's last flush go nowhere (docs.python.org, library/signal, note on SIGPIPE)."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
