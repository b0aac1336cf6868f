"""Hubs that cheat, to be caught by the campaign: a true hub in whose process one thing is put in another's place.

python -m tests.event.cheats NAME WORD…    is `tallyboard WORD…`, with this cheat
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from tallyboard import cli
from tests.event import schedule as steps


class Cheat(NamedTuple):
    """What is put in another's place, and the steps of the schedules that it is to meet."""

    begin: Callable[[], None]
    kinds: tuple[str, ...]


def _never_cancel() -> None:
    """What waits at a board stays, also when its call has ended."""
    from tallyboard.hub import tournaments

    true = tournaments.change_of

    def change_of(*arguments: Any) -> Any:
        change, hindered = true(*arguments)
        return None if change == {"key": None} else change, hindered

    tournaments.__dict__["change_of"] = change_of


def _take_once() -> None:
    """A board's match whose result is there counts as taken, whatever it is by now."""
    from tallyboard.store.tournaments import board_results

    board_results.Finished.stands_as = lambda self, line: True  # type: ignore[method-assign]


def _enter_without_looking() -> None:
    """What somebody else has entered meanwhile is entered once more."""
    from tallyboard.store.tournaments import board_results

    board_results.__dict__["_last_by_board"] = lambda lines: {}


CHEATS = {
    "enters-without-looking": Cheat(_enter_without_looking, (steps.HUB_KILLED, steps.CABLE_MOVED)),
    "never-cancels": Cheat(_never_cancel, (steps.HAND_RESULT, steps.FREE, steps.WITHDRAWAL)),
    "takes-once": Cheat(_take_once, (steps.CORRECTION, steps.POWER_CUT)),
}


def main() -> None:
    """The command line, with the cheat of the first word."""
    CHEATS[sys.argv.pop(1)].begin()
    cli.main()


if __name__ == "__main__":
    main()
