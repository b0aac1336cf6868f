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
    "For a Raspberry Pi run `tallyboard deploy --pi` on it; drives are those of {names}.",
)

# ---- a box without a cable

_PLUG_IN = "Unplug the board and plug it in again, then pair it again; the database has kept what it had."

NETWORK_NAME = Told(
    "The name of the network has {length} bytes, and a network's has 1 to 32.",
    "Give it with --network, as the router tells it.",
    on_page="Type it as the router tells it.",
)
NETWORK_PASSWORD = Told(
    "The password has {length} bytes, and a network's has 8 to 63; one without a password has none.",
    "Give it as the router tells it.",
)
NETWORK_LETTER = Told(
    "There is a character in it that settings.toml cannot hold: a line break, or another that nobody sees.",
    "Give the network's name and its password without.",
)
HUB_ADDRESS = Told(
    "{entered!r} is no IPv4 address that a box can call, nor a name that leads to one.",
    "Give one as 192.168.1.20, with :PORT behind it where that is not {port}; or none: the box calls into its network.",
)
NOT_PLUGGED_IN = Told(
    "The drive of board {board} is not here.",
    "Plug the board in here by USB, and wait until its drive is mounted; or name its folder with --drive DIR.",
    on_page="Plug the board in at this laptop by USB, and wait until its drive is mounted.",
)
OTHERS_DRIVE = Told(
    "{folder} is not the drive of board {board}: its {file} names {theirs}.",
    "Name the drive of this board, or leave --drive out.",
)
OLD_CIRCUITPYTHON = Told(
    "This board has CircuitPython {version}, and a box without a cable needs {least} or newer.",
    "Install a newer one (circuitpython.org), run `tallyboard deploy`, and pair it again.",
    on_page="Install a newer one (circuitpython.org), deploy, and pair it again.",
)
NO_WIFI = Told(
    "This board, {chip}, has no Wi-Fi.",
    "Take one that has, as a Pico W, a Pico 2 W or one with an ESP32-S3.",
)
DRIVE_FULL = Told(
    "{path} cannot be written: the drive is full.",
    "Remove what is not Tallyboard's from the drive, then pair the board again; the database has kept what it had.",
)
READ_ONLY = Told("{path} cannot be written: the drive is read-only.", _PLUG_IN)
NOT_WRITTEN = Told("{path} cannot be written: {words}.", _PLUG_IN)
LINES_STAY = Told(
    "The key of board {board} is taken back, but it stands on the board's drive still: {why}",
    "Say `tallyboard setup --no-radio` again when the drive is plugged in here and can be written.",
    on_page="Take it back once more when the drive is plugged in here and can be written.",
)
NO_FACE = Told(
    "No face is drawn of the board {name}.",
    "Name one of {names}.",
)
