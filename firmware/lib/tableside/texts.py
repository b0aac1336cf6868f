"""Every text of the status display; those that stand still have four characters. The menu's are in menu_texts.py."""

from shared_rules.match import BUST, CANCEL

# Refusals, by the codes of shared_rules.events (DISC, NONE, TURN, DONE, NO), then the board's own.
REFUSALS = ("DISC", "NONE", "TURN", "DONE", "NO  ", "HOLD", "DED?", "FULL", "MEM?", "NEXT")
HOLD = 5  # the key has to be held
DEAD_LEFT = 6  # washers not entered would be dead, and a side at its target would not win
FULL = 7
NO_MEDIUM = 8
WAITS = 9  # another match is to be played here: NEXT starts it

HAPPENINGS = {BUST: "BUST", CANCEL: "CNCL"}

DAMAGE = "DAMAGE"  # power-on found places in the journal that hold nothing readable
STUCK = "KEY "  # and the key that has been down for longer than anybody holds one

SYNC = "SYNC"
DRAW = "DRAW"
WIN = "WIN"  # and the side
AGREE = "AGRE"
AGREED = " OK "  # after the side
SHOOTOUT = "SHO"  # and its number
NO_GAME = "GAM?"  # the settings name a game that does not exist
AGAINST = " - "  # between the names of an assigned match

# The capitals for U+00C0 to U+00FF.
LATIN_1 = "AAAAAAACEEEEIIIIDNOOOOOXOUUUUYTSAAAAAAACEEEEIIIIDNOOOOO-OUUUUYTY"
