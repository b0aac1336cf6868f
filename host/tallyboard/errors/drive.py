"""What can fail with the CIRCUITPY drive."""

from tallyboard.errors import Told

NONE = Told(
    "No CIRCUITPY drive is mounted.",
    "Plug in the board (with CircuitPython on it), or name the folder with --to DIR.",
    on_page="Plug in the board, with CircuitPython on it.",
)
SEVERAL = Told(
    "More than one CIRCUITPY drive is mounted: {drives}.",
    "Name one with --to DIR.",
    on_page="Leave one board plugged in.",
)
NOT_A_BOARDS = Told(
    "{folder} is no CIRCUITPY drive: it has no {file}, which CircuitPython writes at power-on.",
    "Name the board's drive with --to, or add --force to write there all the same.",
    on_page="Plug in a board with CircuitPython on it.",
)
NO_BOARD = Told(
    "There is no board {name}.",
    "Name one of {names}.",
)
WRONG_BOARD = Told(
    "{folder} is the drive of {chip}: the board {right}, whose pins are not those of {name}.",
    "Run `tallyboard deploy --board {right} --to {to}`.",
)
NO_BOARD_FITS = Told(
    "{folder} is the drive of {chip}, which is none of the boards that Tallyboard knows.",
    "Where its pins have the names of one of {names}, say so: `tallyboard deploy --board NAME`.",
)
NO_DRIVE = Told(
    "The board {name} is {title}, which has no CIRCUITPY drive.",
    "Run the firmware on it with `tallyboard board --hardware`; deploy is for {names}.",
)
