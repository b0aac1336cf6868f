"""Runs a command for a person: every failure is a sentence or two and an exit code, never a traceback."""

import os
import signal
import sys

from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE, EXIT_INTERRUPTED
from tallyboard.commands.catalogue import overview
from tallyboard.errors import TallyboardError
from tallyboard.terminal import streams
from tallyboard.text.language import here
from tallyboard.text.printable import printable


def run(words: list[str]) -> int:
    """Do what these words of a command line ask for; the exit code. Failures are told: exit code 2, the cause and the
    next step on stderr.

    An exception that nobody foresaw goes to the log. A reader that has seen enough (`| head`) is no failure.
    """
    here()  # from now on what goes wrong is told in it
    streams.prepare()
    try:
        code = _told(words)
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


def _told(words: list[str]) -> int:
    try:
        return _do(words)
    except (BrokenPipeError, streams.OutputError):
        raise
    except TallyboardError as error:
        tell(error)
    except SystemExit as left:  # argparse has printed a help
        return int(left.code or EXIT_DONE)
    except Exception as error:
        try:
            os.getcwd()
        except OSError:  # then any relative path can fail, anywhere
            tell(TallyboardError("The folder that you are in is gone.", "Change to one that is there, and try again."))
        else:
            from tallyboard.system.error_log import unforeseen  # it is seldom needed, and takes traceback

            tell(unforeseen(error))
    return EXIT_BAD_USE


def _do(words: list[str]) -> int:
    if not words:
        print(overview())
        return EXIT_BAD_USE
    if words[0] in ("-h", "--help"):
        print(overview())
        return EXIT_DONE
    if words[0] == "--version":
        from shared_rules import VERSION  # a package of its own, which the help does without

        print("tallyboard", VERSION)
        return EXIT_DONE
    from tallyboard.commands import parsing  # with argparse, which costs more than all of the help

    if any("@" in word or "://" in word for word in words):  # an address, which may hold a password
        from tallyboard.text.passwords import hide_arguments  # with re, which the help does without

        hide_arguments()
    return parsing.run(words)


def tell(error: TallyboardError) -> None:
    """Print the cause and the next step on stderr, a line each whatever they name."""
    from tallyboard.text.passwords import hidden  # with re, which a help does without

    print(printable(hidden(error.cause)), printable(error.next_step), sep="\n", file=sys.stderr)


def let_go() -> None:
    """All is done and written: from here on Ctrl-C ends the process at once, and the interpreter says nothing of it."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(EXIT_INTERRUPTED))
