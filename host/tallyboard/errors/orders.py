"""Why something cannot be told to a table by hand, or a table be opened to phones. Nothing was given or opened then."""

from tallyboard.errors import Told

BLANK_NAME = Told("The name is blank.", 'Give one with letters, or "" for the one in the settings.')
LONG_NAME = Told("The name has {length} bytes, a board keeps {most}.", "Give a shorter one.")
UNPRINTABLE = Told("{cause}", "{next_step}")
UNDISPLAYABLE = Told("The display has no letter of the name {entered!r}.", "Give it in other letters.")
NAMES = Told("There are {given} names for {sides} sides.", "Give one for each side.")
KEY = Told("The key has {length} bytes, a board keeps 1 to {most}.", "Give another one.")
SIDE = Told("There is no side {entered!r} in this match.", "Give one of {sides}.")
GAME = Told("{line!r}: {entered}.", "Correct the game line.")
LIGHT = Told("{entered!r} is no brightness.", "Give a whole number from {least} to {most}.")


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
