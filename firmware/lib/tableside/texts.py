"""Every text of the status display, four characters a piece."""

from shared_rules.match import BUST, CANCEL

# Refusals, by the codes of shared_rules.events (DISC, NONE, TURN, DONE, NO), then the board's own.
REFUSALS = ("DISC", "NONE", "TURN", "DONE", "NO  ", "HOLD", "DED?")
HOLD = 5
DEAD_LEFT = 6

HAPPENINGS = {BUST: "BUST", CANCEL: "CNCL"}

FULL = "FULL"
NO_MEDIUM = "MEM?"
SYNC = "SYNC"
DRAW = "DRAW"
WIN = "WIN"  # and the side
AGREE = "AGRE"
AGREED = " OK "  # after the side
SHOOTOUT = "SHO"  # and its number
NO_GAME = "GAM?"  # the settings name a game that does not exist

GAMES = {
    "crokinole-official": "CROK",
    "crokinole-traditional": "TRAD",
    "crokinole-championship": "CHMP",
    "twenties-shootout": "20S ",
    "pichenotte-southwest": "SWST",
    "pichenottes-quebec": "QUEB",
    "washers-ritzenthaler": "WASH",
}
