"""Why something cannot be told to a table by hand. Nothing was given then."""

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
