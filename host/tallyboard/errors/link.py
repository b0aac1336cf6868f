"""What goes wrong with ports, in conversations with boards, and while a hub follows them."""

from tallyboard.errors import UPDATE, Told, later

HARD_RESET = later("unplug the board and plug it in again")
UPDATE_BOARD = "Update the board: `tallyboard deploy`."
_REST = "what had arrived is stored, the next sync brings the rest."
_REPLUG = "Unplug the board and plug it in again"

# Looking for boards.
NO_DATA_PORT = Told(
    "The board with the console on {console} has no data port: boot.py has not run.",
    f"Run `tallyboard deploy`, then {HARD_RESET}.",
)
NO_ANSWER = Told("No board has answered.", "`tallyboard doctor` looks for the reason.")
NO_SUCH_PORTS = Told("There is no port {ports}.", "Plug the board in and check the name.")
NO_BOARD = Told("No board is plugged in.", "Plug one in with a cable that carries data, not only power.")

# A port.
NO_PORT = Told("There is no port {port}.", "Plug the board in and check the name of its port.")
IN_USE = Told("The port {port} is in use by {who}.", "{next_step}")
NOT_ALLOWED = Told("You may not open the port {port}.", "{next_step}")
UNCONNECTED = Told("Nothing is connected to the port {port}.", "Plug the board in and try again.")
NOT_SERIAL = Told("{port} is not a serial port.", "Give the name of the port that the board is plugged into.")
CANNOT_OPEN = Told("The port {port} cannot be opened: {why}.", "Check its name, then try again.")
LEFT_OVER = Told(
    "The link {path} is left over: its board is gone, and the port that it names is another program's now.",
    "Start the board again that made it, or remove the link.",
)
TAKES_NOTHING = Told("The device on {port} does not take what is sent to it.", "Unplug it and plug it in again.")
PHONE_AWAY = Told("{port}: the phone is out of reach.", "It plays on, and brings everything when it is back.")
RADIO_AWAY = Told("{port}: the board is out of reach.", "It plays on, and brings everything when it is back.")
BY_CABLE = Told("{port}: the board is on a cable too.", "What it records comes by that.")
NO_RADIO = Told(
    "Boards without a cable are not heard: the UDP port {number} cannot be listened on ({why}).",
    "Another hub on this laptop may have them; else close the program that has the port, or choose --radio-port.",
)
WENT_AWAY = Told("The device on {port} went away.", f"Plug it in again: {_REST}")

# A conversation.
NOT_A_BOARD = Told(
    "The device on {port} {what}: it is not a Tallyboard.",
    "Give the board's data port; a board has two, and the data port is usually the second.",
)
PHONE_SILENT = Told(
    "{port}: the phone stopped answering.", "Have its page be looked at: it plays on, and brings everything then."
)
SILENT = Told("The board on {port} stopped answering.", f"Check the cable: {_REST}")
FLOODS = Told("The board on {port} sends without end, and not what it is asked for.", f"{_REPLUG}: {_REST}")
NOISE = Told("Too much is damaged on the way from {port}.", f"Try another cable or USB socket: {_REST}")
TOO_SLOW = Told(
    "The records of the board on {port} have not all come in {duration}.", f"Try another cable or USB socket: {_REST}"
)
WITHHELD = Told(
    "The board on {port} says that it has record {number} and others, and does not send them.", f"{_REPLUG}: {_REST}"
)
CHANGED = Told("The journal of the board on {port} changed meanwhile.", _REST.capitalize())
UNKNOWN_MESSAGE = Told("The board on {port} sent {what}, which link protocol {protocol} does not have.", UPDATE_BOARD)
IMPLAUSIBLE = Told(
    "The board on {port} says what cannot be so: {what}.",
    f"{_REPLUG}; if it says so again, update it: `tallyboard deploy`.",
)
_PROTOCOLS = "The board on {port} speaks link protocol {theirs}, this tallyboard {ours}."
NEWER_PROTOCOL = Told(_PROTOCOLS, UPDATE)
OLDER_PROTOCOL = Told(_PROTOCOLS, UPDATE_BOARD)
NEWER_FORMAT = Told(
    "The board on {port} writes records of format {theirs}, this tallyboard reads format {ours}.", UPDATE
)

# A board that is not the one that its port is for.
ANOTHER_BOARD = Told(
    "{port}: the phone says that it is board {board}, which it is not.", "Let the table's code be scanned again."
)
NOT_TAKEN = Told(
    "{port}: what is played there is not taken, for it is not the board of the table any more.",
    "Let the table's code be scanned again.",
)

# What a board is told, and refuses.
SEAT_NAMES_IT = Told(
    "{port} is called by the seat that its phone has.", "Open a seat of the other name, and let its code be scanned."
)
BY_A_BOARD = (  # what it adds to a refusal; any other sentence is told as it came
    later("sides=3 needs a board with a third side (TALLYBOARD_SIDES = 3)"),
    later("the journal cannot hold such a time"),
    later("the journal changed meanwhile"),
    later("the journal is full"),
    later("the journal is of another epoch"),
    later("the journal's memory does not answer"),
    later("there is no such side in this match"),
    later("this firmware does not know such a request"),
)
_REFUSES = "The board on {port} refuses: %s{said}."
REFUSED_EPOCH = Told(_REFUSES % "its journal changed meanwhile", _REST.capitalize())
REFUSED_MEMORY = Told(
    _REFUSES % "its journal memory does not answer", "Check the wiring of the FRAM, then switch the board off and on."
)
REFUSED_RANGE = Told(_REFUSES % "its journal does not hold what was asked for", _REST.capitalize())
REFUSED_NOW = Told(_REFUSES % "it cannot do that now", "Look at the table and try again.")
REFUSED_UNKNOWN = Told(_REFUSES % "it does not know what was asked", UPDATE_BOARD)
TOO_OLD = Told("The firmware of the board on {port} cannot be told {what}.", UPDATE_BOARD)
TOO_LONG = Told("It does not fit: {why}.", "Give shorter names or fewer options.")


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
