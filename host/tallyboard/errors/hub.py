"""What goes wrong while boards are followed: for a terminal, in English."""

from tallyboard.errors import Told

AWAY = Told("The database is away.", "Wait.")
ASTRAY = Told(
    "The board on {port} tells of another journal each time that it is asked.",
    "Unplug the board and plug it in again; if it goes on, update it: `tallyboard deploy`.",
)
TELLS_OTHERS = Told(
    "The board on {port} tells its records again and again, each time others.",
    "Unplug the board; if it goes on, update it: `tallyboard deploy`.",
)
TWO_PORTS = Told(
    "The board on {port} says that it is board {board}, which is on {other} already.",
    "Unplug one of the two. Where the memory of a board was copied, let only one of the copies run.",
)
RESTLESS = Told(
    "The board on {port} has come and gone {times} times in a minute; the last time: {cause}",
    "{next_step} It is told again when it stays.",
)
PAGES_PORT = Told(
    "--port names the port of a board, as in /dev/ttyACM1 or COM4, and {port} is none.",
    "For the port of the pages: `tallyboard serve --listen {port}`.",
)
