"""What texts.py has, in French, in the words of players in Québec: see there what each of them is.

The rule book of the AQJP (001) has manche, dame, compteuse, casser; what is not there is said as on pages and cards.
"""

from shared_rules.games.events import AGREE, NEXT, STOP

REFUSALS = ("", "RIEN", "TOUR", "FINI", "NON ", "LONG", "MRT?", "PLEI", "MEM?", "NEXT")

BACK = "RETR"

PRESSES = (
    "",
    "?%3d",
    "-?%2d",
    "",
    "",
    "?-PN",
    "?FFT",
    "?TER",
    "?*%d",
    "?DAM",
    "?C%d",
    "",
    "?%s",
    "1ER?",
    "",
    "?PLA",
    "?MRT",
)
COLOURS = ("VER", "ROU")
UNNAMED = {NEXT: "NEXT", STOP: "STOP", AGREE: "OK ?"}
UNDONE = "ANNU"

VIEWS = ("", "MNCH", "TOTL", "20S ")

DAMAGE = "ABIME"
STUCK = "TOUCHE "
LOW = "PEU "

SYNC = "SYNC"
DRAW = "NULL"
WIN = "VIC"
AGREED = " OK"
OVER = "STOP"
SHOOTOUT = "BAR"
NO_GAME = "JEU?"

TO = "%s EN %d"
BEST_OF = "%s AU MEILLEUR DE %d"
LONG = "%s %d %s"
STARTS = "  %s EN PREMIER"  # "A COMMENCE" would be read as "a commencé"
MAY_CHOOSE = "%s CHOISIT  QUI COMMENCE TIENT LA TOUCHE 4"

WORDS = {
    "BUST": "DEPA",
    "CNCL": "OTE ",
    "DISC": "TROP",
    "round": "MANCHE",
    "game": "MANCHE",
    "manche": "MANCHE",
    "OFFICIAL CROKINOLE": "OFFICIEL - CROKINOLE",
    "TRADITIONAL CROKINOLE": "TRADITIONNEL - CROKINOLE",
    "CHAMPIONSHIP CROKINOLE": "CHAMPIONNAT - CROKINOLE",
    "TWENTIES SHOOTOUT": "CONCOURS DE 20",
    "SOUTHWEST PICHENOTTE": "SUD-OUEST - PICHENOTTE",
    "QUEBEC PICHENOTTES": "QUEBEC - PICHENOTTES",
    "WASHERS RITZENTHALER": "WASHERS RITZENTHALER",
    "FORMAT": "FORMULE",
    "SINGLES": "EN SIMPLE",
    "DOUBLES": "EN DOUBLE",
    "TWO-ON-ONE": "DEUX CONTRE UN",
    "SCORING": "COMPTAGE",
    "DIFFERENTIAL": "LA DIFFERENCE",
    "SIMPLE": "CHACUN SES POINTS",
    "START": "QUI COMMENCE",
    "CLOCKWISE": "SENS HORAIRE",
    "LOSER": "LE PERDANT CHOISIT",
    "SIDES": "COTES",
    "TARGET": "POINTS POUR GAGNER",
    "DISCS": "RONDELLES",
    "ROUNDS": "MANCHES",
    "BEST OF": "MEILLEUR DE",
    "GAMES": "MANCHES",
    "DAMES": "DAMES",
    "WASHERS": "RONDELLES",
    "1ST COUNTER": "1ERE COMPTEUSE",
    "2ND COUNTER": "2E COMPTEUSE",
    "FAR HOLE": "FOND - TROU",
    "MIDDLE HOLE": "MILIEU - TROU",
    "NEAR HOLE": "AVANT - TROU",
}
