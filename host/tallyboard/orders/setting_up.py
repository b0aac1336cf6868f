"""A table's name and the brightness of its displays."""

from shared_rules.journal.record import TEXT_BYTES
from tallyboard.orders.problem import OrderError, refuse_unreadable

LIGHTS = range(1, 17)  # brightness of the displays


def table_name(entered: str) -> str:
    """The name as the board is to have it, "" for the one in its settings. Raises OrderError."""
    refuse_unreadable("The name", entered)
    if entered and not entered.strip():
        step = 'Give one with letters, or "" for the one in the settings.'
        raise OrderError("blank", entered, "The name is blank.", step)
    name = " ".join(entered.split())  # blanks that nobody sees would have to be typed with --table
    if len(name.encode()) > TEXT_BYTES:
        cause = f"The name has {len(name.encode())} bytes, a board keeps {TEXT_BYTES}."
        raise OrderError("long", name, cause, "Give a shorter one.")
    return name
