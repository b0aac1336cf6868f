"""Hubs that cheat, see tests/harness/cheating.py."""

from typing import Any

from tests.event import schedule as steps
from tests.harness.cheating import Cheat, main


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


if __name__ == "__main__":
    main(CHEATS)
