"""Sentences for when no board answers."""

from collections.abc import Sequence

from tallyboard.errors import TallyboardError

HARD_RESET = "unplug the board and plug it in again"


def no_data_port(console: str) -> TallyboardError:
    """For a CircuitPython board of which only the console is there."""
    return TallyboardError(
        f"The board with the console on {console} has no data port: boot.py has not run.",
        f"Run `tallyboard deploy`, then {HARD_RESET}.",
    )


def no_board(overrides: Sequence[str], asked: int) -> TallyboardError:
    """For when no board has answered; `asked`: how many ports there were."""
    if asked:
        return TallyboardError("No board has answered.", "`tallyboard doctor` looks for the reason.")
    if overrides:
        return TallyboardError(f"There is no port {', '.join(overrides)}.", "Plug the board in and check the name.")
    return TallyboardError("No board is plugged in.", "Plug one in with a cable that carries data, not only power.")
