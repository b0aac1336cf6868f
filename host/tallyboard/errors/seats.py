"""What is wrong with seats: tables that are opened to phones."""

from tallyboard.errors import Told

NO_SEAT = Told(
    "The table {table!r} is not opened to phones.",
    "`tallyboard tables` lists those that are; `tallyboard tables seat` opens more.",
    on_page="Open it to phones on the page Tables.",
)
FULL = Told(
    "{wanted} tables would be opened to phones, and {most} can be.",
    "Close some: `tallyboard tables seat NAME --close`.",
    on_page="Close some first.",
)
NO_NAME = Told("A table without a name cannot be opened to phones.", "Give it a name, or a number.")
