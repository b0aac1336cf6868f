"""What can fail with the CIRCUITPY drive."""

from tallyboard.errors import Told

NONE = Told(
    "drive_none",
    "No CIRCUITPY drive is mounted.",
    "Plug in the board (with CircuitPython on it), or name the folder with --to DIR.",
    "Plug in the board, with CircuitPython on it.",
)
SEVERAL = Told(
    "drive_several",
    "More than one CIRCUITPY drive is mounted: {drives}.",
    "Name one with --to DIR.",
    "Leave one board plugged in.",
)
NOT_A_BOARDS = Told(
    "drive_not_a_boards",
    "{folder} is no CIRCUITPY drive: it has no {file}, which CircuitPython writes at power-on.",
    "Name the board's drive with --to, or add --force to write there all the same.",
    "Plug in a board with CircuitPython on it.",
)
