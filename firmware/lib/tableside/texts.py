"""Every text of the status display, four characters a piece."""

from shared_rules.match import BUST, CANCEL

# Refusals, by the codes of shared_rules.events (DISC, NONE, TURN, DONE, NO), then the board's own.
REFUSALS = ("DISC", "NONE", "TURN", "DONE", "NO  ", "HOLD", "DED?", "FULL", "MEM?")
HOLD = 5  # the key has to be held
DEAD_LEFT = 6  # washers not entered would be dead, and a side at its target would not win
FULL = 7
NO_MEDIUM = 8

HAPPENINGS = {BUST: "BUST", CANCEL: "CNCL"}

DAMAGE = "DAMAGE"  # power-on found places in the journal that hold nothing readable

SYNC = "SYNC"
DRAW = "DRAW"
WIN = "WIN"  # and the side
AGREE = "AGRE"
AGREED = " OK "  # after the side
SHOOTOUT = "SHO"  # and its number
NO_GAME = "GAM?"  # the settings name a game that does not exist
