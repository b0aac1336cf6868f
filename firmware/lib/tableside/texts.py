"""Every text of the status display; those that stand still have four characters. The menu's are in menu/texts.py.

The same in French stands in texts_fr.py, which a board loads when French is chosen.
"""

from shared_rules.games.events import AGREE, NEXT, STOP

# Refusals, by the codes of shared_rules.games.events (DISC, for which the match has a word, NONE, TURN, OVER, NO), then
# the board's own.
REFUSALS = ("", "NONE", "TURN", "DONE", "NO  ", "HOLD", "DED?", "FULL", "MEM?", "NEXT")
HOLD = 5  # the key has to be held
DEAD_LEFT = 6  # washers not entered would be dead, and a side at its target would not win
FULL = 7
NO_MEDIUM = 8
WAITS = 9  # another match is to be played here: NEXT starts it

BACK = "BACK"  # the match before goes on

# What was pressed, in the order of the kinds of shared_rules.games.events: "?" is the side, then the argument.
PRESSES = (
    "",
    "?%3d",
    "-?%2d",
    "",
    "",
    "?-PN",
    "?FFT",
    "?KNK",
    "?*%d",
    "?DAM",
    "?C%d",
    "",
    "?%s",
    "1ST?",
    "",
    "? ON",
    "?DED",
)
COLOURS = ("GRN", "RED")
# Those that change what else the status says; only an undo has to name them.
UNNAMED = {NEXT: "NEXT", STOP: "STOP", AGREE: "AGRE"}
UNDONE = "UNDO"  # and then what it took back

VIEWS = ("", "RND ", "TOTL", "20S ")  # by the numbers of views.py

DAMAGE = "DAMAGE"  # power-on found places in the journal that hold nothing readable
STUCK = "KEY "  # and the key that has been down for longer than anybody holds one
LOW = "LOW "  # the journal has room for fewer than two matches

SYNC = "SYNC"
DRAW = "DRAW"
WIN = "WIN"  # and the side
AGREED = " OK"  # after the side
OVER = "STOP"  # the turn is over: that key ends it
SHOOTOUT = "SHO"  # and its number
NO_GAME = "GAM?"  # the settings name a game that does not exist
AGAINST = " - "  # between the names of an assigned match

# Before the first event: the game, what it is played to, who starts.
TO = "%s TO %d"
BEST_OF = "%s BEST OF %d"
LONG = "%s %d %s"  # the game, how many, and of what: the name of the option that says so
STARTS = "  %s STARTS"
MAY_CHOOSE = "%s CHOOSES  WHO STARTS HOLDS KEY 4"

FRENCH = False  # whether all this is French now
# By the English of a game, of an option and of its values: what is shown for it. What is not there is shown as it is.
WORDS: "dict[str, str]" = {}

# The capitals for U+00C0 to U+00FF.
LATIN_1 = "AAAAAAACEEEEIIIIDNOOOOOXOUUUUYTSAAAAAAACEEEEIIIIDNOOOOO-OUUUUYTY"


def word(said: str) -> str:
    """A word of a game or an option as it is shown."""
    return WORDS.get(said, said)


def speak(french: bool) -> None:
    """All texts are French from now on, or English: those here and those of texts_fr change places."""
    global FRENCH
    if french == FRENCH:
        return
    from tableside import texts_fr

    FRENCH = french
    here = globals()
    for name in dir(texts_fr):
        if name[0] != "_":
            there = getattr(texts_fr, name)
            setattr(texts_fr, name, here[name])
            here[name] = there
