"""The commands that there are, what each takes, and the list of them that `tallyboard --help` prints.

Nothing here imports a command: that is done when one runs.
"""

import sys

from tallyboard.terminal.cells import wrapped
from tallyboard.terminal.streams import columns

TYPE_CHECKING = False  # as typing has it, which would double what the help costs
if TYPE_CHECKING:
    from typing import Any

    Argument = tuple[str, dict[str, Any]]  # what add_argument of argparse is called with


class CommandEntry:
    """A command: where its function is, what it says of itself, and what that function takes.

    `home`: where its function is, `module.function` from this folder on; "" of one that has subcommands. `summary`: the
    sentence of the list, also the first of the function's docstring; `more`: what its own help says behind that.
    `takes`: the arguments; the function has a parameter of each name, or `dest`. `below`: where a function is that
    makes the lines below its help, for so many columns.
    """

    def __init__(self, home: str, summary: str, *takes: "Argument", more: str = "", below: str = "") -> None:
        self.home = home
        self.summary = summary
        self.more = more
        self.takes = takes
        self.below = below


def argument(said: str, help: str, **how: "Any") -> "Argument":
    """What a command takes, as "--db URL"; a `type` in quotes is one of the words in parsing.py."""
    name, _, metavar = said.partition(" ")
    return name, {"metavar": metavar or None, "help": help, **how}


def several(said: str, help: str) -> "Argument":
    """An option that may be given several times."""
    return argument(said, help, type="some", action="append")


def flag(name: str, help: str, **how: "Any") -> "Argument":
    """An option without a value."""
    return name, {"action": "store_true", "help": help, **how}


DB = argument("--db URL", "Database URL or path of an SQLite file; default: in your data folder.", type="some")
PORTS = several("--port PORT", "A port or a pattern of ports, instead of looking for boards; repeatable.")
MATCH = argument("match MATCH", "The id of a match, or enough of its beginning.", type="text")
JSON = flag("--json", "Print JSON instead of text.", dest="as_json")
USUAL = (DB, JSON)
BOARDS = (PORTS, *USUAL)
TARGET = (
    several(
        "--port PORT", "The board's port; where several boards are plugged in, this, --table or --board is needed."
    ),
    argument(
        "--table NAME",
        "The name of the board's table, on any laptop; upper and lower case are alike.",
        type="some text",
    ),
    argument("--board ID", "The board's id, or how it begins or ends.", type="some text"),
)

# In the order in which the help lists them.
COMMANDS = {
    "demo": CommandEntry(
        "play.demo", "Play two matches on a virtual board, pull the plug and the cable, and check the result."
    ),
    "play": CommandEntry(
        "play.play",
        "Show a board in the browser: press its keys, pull its plug. Nothing needs to be plugged in; Ctrl-C ends.",
        argument("--listen NUMBER", "Where the page is; default: 8766.", type="port number", default=8766),
        argument("--out FILE", "Write the page into a file, and show nothing: it opens from there.", type="path"),
        flag("--no-browser", "Say where the page is, and open no browser."),
        JSON,
        more="Its memory is the browser's: the score is there again when the page is opened the next time.",
    ),
    "board": CommandEntry(
        "firmware.board",
        "Run the firmware on virtual hardware: commands on standard input, displays as JSON on standard output.",
        argument("--link PATH", "Where to make a symlink to the board's port.", type="path"),
        argument(
            "--hall URL", "Instead: the address on a table's card; the board plays there as a phone.", type="some text"
        ),
        flag("--take-over", "With --hall: ask another phone for its table."),
        argument("--state DIR", "Folder of the board's memory.", type="path", required=True),
        argument("--game GAME", '"ID OPTION=…": start it unless a match is unfinished.', type="text"),
        argument("--storage MEDIUM", "fram or nvm."),
        argument("--sides N", "2, or 3 for a board with a third side.", type=int, default=2),
        argument(
            "--time-scale X",
            "Board milliseconds for each real one; 0: as fast as commands come.",
            type=float,
            default=1.0,
        ),
        more="The commands: press A1, hold A5, down UNDO, up UNDO, bounce A1, wait 500, unplug S, plug S, quit; with "
        "--hall also agree and refuse, for somebody who wants the table.",
    ),
    "boards": CommandEntry(
        "boards.boards",
        "List the boards that are plugged in, and the ports on which no board answers.",
        *BOARDS,
        more="And, of the same database, the boards that hubs have (`tallyboard serve` or `watch`), on any "
        "laptop, and the orders that wait.",
    ),
    "sync": CommandEntry(
        "sync.sync",
        "Copy everything that boards recorded into the store.",
        argument(
            "ports PORT",
            "Data ports of boards, as in /dev/ttyACM1 or COM4, or patterns; default: every board that is found.",
            nargs="*",
            default=(),
            type="some",
        ),
        *BOARDS,
        more="What a hub, `tallyboard serve` or `watch`, has on this laptop comes by that, and it is said how "
        "much of it is still on its way.",
    ),
    "watch": CommandEntry(
        "watch.watch",
        "Follow every board that is plugged in, live, and store what they record; Ctrl-C ends.",
        *BOARDS,
        more="Boards may come and go: each is known by its id, whatever port it is on.",
    ),
    "serve": CommandEntry(
        "serve.serve",
        "Follow every board as watch does, and show the hall in browsers; Ctrl-C ends.",
        PORTS,
        DB,
        argument("--listen NUMBER", "Where the pages are; default: 8765.", type="port number", default=8765),
        flag("--lan", "Let everybody in this network see the public pages."),
        several("--host NAME", "Another name by which this laptop may be called; repeatable."),
        flag("--new-passcode", "Make a new passcode for operators; who is logged in is out."),
        JSON,
        more="For this laptop alone, with --lan for the phones and TVs of its network too.",
    ),
    "results": CommandEntry(
        "results.results",
        "List the matches with their results.",
        flag("--all", "Also the matches that were set aside.", dest="also_aside"),
        *USUAL,
    ),
    "show": CommandEntry("results.show", "Show a match press by press.", MATCH, *USUAL),
    "correct": CommandEntry(
        "correct.correct",
        "Say what stands of a match instead of what its board recorded.",
        MATCH,
        argument("sheet SHEET", "The scoresheet that stands; - is standard input.", nargs="?"),
        argument(
            "--result SCORE",
            'Instead of a sheet the score, as in "A 8 B 4 twenties 5 2" or "A 7 B 7 won A".',
            type="text",
        ),
        flag("--aside", "Set the match aside: a mistake, which no list or export has."),
        flag("--drop", "Take the correction back: what the board recorded stands again."),
        argument("--reason TEXT", "Why.", type="text", required=True),
        argument("--by NAME", "Who says it; default: the user and the laptop.", type="text"),
        *USUAL,
        more="The records stay as they are; show tells both.",
    ),
    "verify": CommandEntry(
        "stores.verify",
        "Check every record and compute every match anew.",
        *USUAL,
        more="Any difference from what is stored is an error.",
    ),
    "rebuild": CommandEntry(
        "stores.rebuild",
        "Throw all matches away and compute them anew from the records.",
        *USUAL,
        more="What can be read of a damaged database is saved into a new one. Leaves with 1 where a tournament "
        "has lost events, which no board has.",
    ),
    "copy": CommandEntry(
        "stores.copy",
        "Merge a store into another: in any order, any number of times, the same is there at the end.",
        argument(
            "--from URL",
            "Database URL or path of an SQLite file; nothing is changed there.",
            dest="source",
            required=True,
            type="some",
        ),
        argument(
            "--to URL",
            "The same of the store that gets what it lacks; it is made where there is none.",
            dest="target",
            required=True,
            type="some",
        ),
        JSON,
    ),
    "score": CommandEntry(
        "score.score",
        "Compute the results of scoresheets.",
        argument("files FILE", "Scoresheets; - is standard input.", nargs="+"),
        JSON,
    ),
    "tournament": CommandEntry(
        "",
        "Run a tournament: entrants, draws, calls, results, standings.",
        argument("subcommand SUBCOMMAND", "One of those below; each has a --help of its own."),
        more="Entrants are given by name, by a part of it that nobody else has, or by number.",
    ),
    "export": CommandEntry(
        "export.export",
        "Write matches for a spreadsheet or another program, or a tournament's pages as files.",
        argument(
            "--format",
            "For spreadsheets, everything in one document, or Crokinole Match Notation.",
            dest="form",
            choices=("csv", "json", "cmn"),
        ),
        argument(
            "wanted MATCH",
            "Ids of matches, or enough of their beginnings; default: all.",
            nargs="*",
            default=(),
            type="text",
        ),
        argument("--out FILE", "File to write; default, and -: standard output.", type="path"),
        argument("--rows", "csv: what a row stands for; default: matches.", choices=("matches", "rounds", "presses")),
        argument("--event NAME", "cmn: the name of the event."),
        argument("--date DATE", "When matches without a known date were played, UTC, ISO 8601."),
        argument(
            "--site DIR",
            "Instead of a file: a tournament's pages, with its matches press by press, as files of this folder.",
            type="path",
        ),
        argument(
            "--tournament NAME",
            "With --site the tournament's name or the beginning of its id; default: the one that is in use.",
            type="some",
        ),
        DB,
    ),
    "assign": CommandEntry(
        "tables.assign",
        "Tell a table which match to play next: it shows the names, and NEXT starts it.",
        argument(
            "game GAME",
            "The game line, ID OPTION=…, as in a scoresheet; quotes are not needed.",
            nargs="?",
            type="text",
        ),
        argument("names NAME", "The sides' names, A first.", nargs="*", default=(), type="text"),
        *TARGET,
        argument("--key KEY", "What the laptop calls the match; default: a new key.", type="text"),
        argument("--first SIDE", "The side that starts: A, B or C; default: left open."),
        flag("--cancel", "Take back the match that waits; give no GAME with it."),
        *USUAL,
        more="While a match is being played it waits for the end of that; it replaces one that waits already. The "
        "same key again changes nothing. A name that the board cannot show or keep in full is kept in the "
        "database, for the reports. A board that a hub has, `tallyboard serve` or `watch`, is told by that.",
    ),
    "setup": CommandEntry(
        "tables.setup",
        "Give a table its name and its brightness; the board keeps both.",
        *TARGET,
        argument("--name NAME", 'The table\'s name, 24 bytes at most; "" for the one in its settings.', type="text"),
        argument("--light N", "Brightness of the displays, 1 to 16.", type="brightness"),
        flag("--cancel", "Take back what was given so and still waits to be done."),
        *USUAL,
        more="A board that a hub has, `tallyboard serve` or `watch`, is told by that.",
    ),
    "tables": CommandEntry(
        "seats.tables.tables",
        "List the tables that are open to phones; open, lock or close some.",
        argument("subcommand SUBCOMMAND", "One of those below, each with a --help of its own; none: list.", nargs="?"),
        *USUAL,
        more="A phone that scans the code of such a table is the board there.",
    ),
    "deploy": CommandEntry(
        "firmware.deploy",
        "Write everything that a board needs onto its CIRCUITPY drive.",
        argument("--to DIR", "Folder to write; default: the mounted CIRCUITPY drive.", type="path"),
        flag("--force", "Write to DIR even if it is no CIRCUITPY drive."),
        JSON,
    ),
    "doctor": CommandEntry(
        "doctor.doctor",
        "Look for what is wrong with laptop, ports, boards and database, and say what helps. Changes nothing.",
        *BOARDS,
    ),
    "report": CommandEntry(
        "doctor.report",
        "Write a zip for a bug report: versions, doctor, database, matches, last frames, errors.",
        argument("--out FILE.zip", "Default: tallyboard-report-YYYYMMDD-HHMMSS.zip in this folder.", type="path"),
        DB,
        flag("--without-names", "Leave the names of players out, everywhere."),
        PORTS,
        JSON,
    ),
    "help": CommandEntry(
        "parsing.explain",
        "List the commands, or explain one.",
        argument(
            "command COMMAND",
            "The command to explain, with its subcommand where it has some; default: list all of them.",
            nargs="*",
            default=(),
        ),
    ),
    "completion": CommandEntry(
        "completion.completion",
        "Print a script with which a shell completes commands, options and values.",
        argument("shell", "The shell that the script is for.", choices=("bash", "zsh", "fish")),
        more='bash: `eval "$(tallyboard completion bash)"` in ~/.bashrc. zsh: write it to a file _tallyboard in a '
        "folder of $fpath. fish: write it to ~/.config/fish/completions/tallyboard.fish.",
    ),
}

GROUPS = {"tables": "seats", "tournament": "tournament"}  # those with subcommands, which the catalogue.py there has


def overview() -> str:
    """What `tallyboard --help` prints."""
    room = (columns(sys.stdout) or 80) - 1
    options = {"-h, --help": "Show this help and leave.", "--version": "Print the version and leave."}
    return "\n".join(
        [
            *wrapped("Usage: tallyboard [-h] [--version] COMMAND …", room),
            "",
            *wrapped("Collects what the boards at the tables recorded, recomputes it and shows it.", room),
            "",
            "Options:",
            *entries(options, room),
            "",
            "Commands:",
            *entries({name: one.summary for name, one in COMMANDS.items()}, room),
            "",
            *wrapped("`tallyboard COMMAND --help` says what a command takes.", room),
        ]
    )


def entries(said: dict[str, str], room: int) -> list[str]:
    """A line or more for each name with what is said of it."""
    left = max(map(len, said)) + 4
    if room < left + 20:  # a narrow terminal: the sentence stands below
        return [line for name in said for line in (f"  {name}", *("    " + s for s in wrapped(said[name], room - 4)))]
    lines = []
    for name, sentence in said.items():
        first, *more = wrapped(sentence, room - left)
        lines += [f"  {name:{left - 4}}  {first}", *(" " * left + line for line in more)]
    return lines
