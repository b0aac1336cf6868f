"""The commands that there are, what each takes, and the list of them that `tallyboard --help` prints. Nothing here
imports a command, nor what reads its words: that is done when one runs."""

import sys

from tallyboard.terminal.cells import wrapped
from tallyboard.terminal.streams import columns
from tallyboard.text.language import _, later


class CommandEntry:
    """A command: where its function is, what it says of itself, and what that function takes.

    `home`: where its function is, `module.function` from this folder on; "" of one that has subcommands. `summary`: the
    sentence of the list, for which the function has no docstring; `more`: what its own help says behind that.
    `below`: where a function is that makes the lines below its help, for so many columns.

    All of it stands in English here, and is told in the terminal's language.

    `takes`: the arguments, a line each as parsing.py reads it; the function has a parameter of each name, with what
    holds where nothing is given. `--from=source URL!:some  Where it is.` is an option, kept as `source`, with a value
    that its help calls URL; `!`: it must be given; `some`: one of the kinds in parsing.py. Two blanks stand before what
    is said of it. `names NAME*` may have any number of words, and `+` one at least; `?` may be left out; an option with
    `*` may be given several times. `--size a4|letter` is one of these, `--pair N N` has two values, `--lan` none.
    """

    def __init__(self, home: str, summary: str, *takes: str, more: str = "", below: str = "") -> None:
        self.home = home
        self.summary = summary
        self.more = more
        self.takes = takes
        self.below = below


DB = "--db URL:some  Database URL or path of an SQLite file; default: in your data folder."
PORTS = "--port PORT*:some  A port or a pattern of ports, instead of looking for boards; repeatable."
MATCH = "match MATCH:text  The id of a match, or enough of its beginning."
JSON = "--json=as_json  Print JSON instead of text."
USUAL = (DB, JSON)
NEEDS_TYPST = "It needs typst: the program to download has it, and the wheel with `[print]` behind its name."
BOARDS = (PORTS, *USUAL)
RADIO = (
    "--no-radio  Hear no boards without a cable.",
    "--radio-port NUMBER:port  The UDP port on which boards without a cable are heard; default: 8766.",
)
TARGET = (
    "--port PORT*:some  The board's port; where several boards are plugged in, this, --table or --board is needed.",
    "--table NAME:name  The name of the board's table, on any laptop; upper and lower case are alike.",
    "--board ID:name  The board's id, or how it begins or ends.",
)

HELP = later("Show this help and leave.")
VERSION = later("Print the version and leave.")

# In the order in which the help lists them.
COMMANDS = {
    "demo": CommandEntry(
        "play.demo", "Play two matches on a virtual board, pull the plug and the cable, and check the result."
    ),
    "play": CommandEntry(
        "play.play",
        "Show a board in the browser: press its keys, pull its plug. Nothing needs to be plugged in; Ctrl-C ends.",
        "--listen NUMBER:port  Where the page is; default: 8766.",
        "--out FILE:path  Write the page into a file, and show nothing: it opens from there.",
        "--board BOARD:name  Which of the boards that can be built: reference, as without it, or macropad.",
        "--no-browser  Say where the page is, and open no browser.",
        JSON,
        more="Its memory is the browser's: the score is there again when the page is opened the next time.",
    ),
    "board": CommandEntry(
        "firmware.board",
        "Run the firmware on virtual hardware: commands on standard input, displays as JSON on standard output.",
        "--link PATH:path  Where to make a symlink to the board's port.",
        "--hall URL:name  Instead: the address on a table's card; the board plays there as a phone.",
        "--take-over  With --hall: ask another phone for its table.",
        "--board BOARD:name  The pins of another board that can be built; default: those of the firmware.",
        "--radio  With --link or alone: the board has a radio, whose settings are in the folder of --state.",
        "--hardware  On this Raspberry Pi's displays and keys, instead of virtual ones.",
        "--state DIR:path  Folder of the board's memory; with --hardware default: in your data folder.",
        '--game GAME:text  "ID OPTION=…": start it unless a match is unfinished.',
        "--storage MEDIUM  fram or nvm; with --hardware fram or file.",
        "--sides N:int  2, or 3 for a board with a third side.",
        "--time-scale X:float  Board milliseconds for each real one; 0: as fast as commands come.",
        more="The commands: press A1, hold A5, down UNDO, up UNDO, bounce A1, wait 500, unplug S, plug S, quit; "
        "with --hall also agree and refuse, for somebody who wants the table; "
        "with --radio also air off, air on, air move.",
    ),
    "boards": CommandEntry(
        "boards.boards",
        "List the boards that are plugged in, and the ports on which no board answers.",
        *BOARDS,
        more="And, of the same database, the boards that hubs have (`tallyboard serve` or `watch`), on any laptop, "
        "and the orders that wait.",
    ),
    "sync": CommandEntry(
        "sync.sync",
        "Copy everything that boards recorded into the store.",
        "ports PORT*:some  Data ports of boards, as in /dev/ttyACM1 or COM4, or patterns; default: every board "
        "that is found.",
        *BOARDS,
        more="What a hub, `tallyboard serve` or `watch`, has on this laptop comes by that, and it is said how much "
        "of it is still on its way.",
    ),
    "watch": CommandEntry(
        "watch.watch",
        "Follow every board that is plugged in, or paired and in the air, and store what they record; Ctrl-C ends.",
        PORTS,
        DB,
        *RADIO,
        JSON,
        more="Boards may come and go: each is known by its id, whatever port it is on.",
    ),
    "serve": CommandEntry(
        "serve.serve",
        "Follow every board as watch does, and show the hall in browsers; Ctrl-C ends.",
        PORTS,
        DB,
        "--listen NUMBER:port  Where the pages are; default: 8765.",
        "--lan  Let everybody in this network see the public pages.",
        "--host NAME*:some  Another name by which this laptop may be called; repeatable.",
        "--new-passcode  Make a new passcode for operators; who is logged in is out.",
        *RADIO,
        JSON,
        more="For this laptop alone, with --lan for the phones and TVs of its network too.",
    ),
    "results": CommandEntry(
        "results.results",
        "List the matches with their results.",
        "--all=also_aside  Also the matches that were set aside.",
        *USUAL,
    ),
    "show": CommandEntry("results.show", "Show a match press by press.", MATCH, *USUAL),
    "correct": CommandEntry(
        "correct.correct",
        "Say what stands of a match instead of what its board recorded.",
        MATCH,
        "sheet SHEET?  The scoresheet that stands; - is standard input.",
        '--result SCORE:text  Instead of a sheet the score, as in "A 8 B 4 twenties 5 2" or "A 7 B 7 won A".',
        "--aside  Set the match aside: a mistake, which no list or export has.",
        "--drop  Take the correction back: what the board recorded stands again.",
        "--reason TEXT!:text  Why.",
        "--by NAME:text  Who says it; default: the user and the laptop.",
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
        more="What can be read of a damaged database is saved into a new one. Leaves with 1 where a tournament has "
        "lost events, which no board has.",
    ),
    "copy": CommandEntry(
        "stores.copy",
        "Merge a store into another: in any order, any number of times, the same is there at the end.",
        "--from=source URL!:some  Database URL or path of an SQLite file; nothing is changed there.",
        "--to=target URL!:some  The same of the store that gets what it lacks; it is made where there is none.",
        JSON,
    ),
    "score": CommandEntry(
        "score.score", "Compute the results of scoresheets.", "files FILE+  Scoresheets; - is standard input.", JSON
    ),
    "tournament": CommandEntry(
        "",
        "Run a tournament: entrants, draws, calls, results, standings.",
        "subcommand SUBCOMMAND  One of those below; each has a --help of its own.",
        more="Entrants are given by name, by a part of it that nobody else has, or by number.",
    ),
    "season": CommandEntry(
        "",
        "Keep a season: one roster over many evenings, and its standings.",
        "subcommand SUBCOMMAND  One of those below; each has a --help of its own.",
    ),
    "export": CommandEntry(
        "export.export",
        "Write matches for a spreadsheet or another program, or a tournament's pages as files.",
        "--format=form csv|json|cmn  For spreadsheets, everything in one document, or Crokinole Match Notation.",
        "wanted MATCH*:text  Ids of matches, or enough of their beginnings; default: all.",
        "--out FILE:path  File to write; default, and -: standard output.",
        "--rows matches|rounds|presses  csv: what a row stands for; default: matches.",
        "--event NAME  cmn: the name of the event.",
        "--venue NAME  cmn: where it was played, say Kitchener Community Centre.",
        "--location PLACE  cmn: the country's two letters, and a region behind: CA, Ontario.",
        "--date DATE  When matches without a known date were played, UTC, ISO 8601.",
        "--site DIR:path  Instead of a file: a tournament's pages, with its matches press by press, as files of "
        "this folder.",
        "--tournament NAME:some  With --site the tournament's name or the beginning of its id; default: the one "
        "that is in use.",
        DB,
    ),
    "assign": CommandEntry(
        "tables.assign",
        "Tell a table which match to play next: it shows the names, and NEXT starts it.",
        "game GAME?:text  The game line, ID OPTION=…, as in a scoresheet; quotes are not needed.",
        "names NAME*:text  The sides' names, A first.",
        *TARGET,
        "--key KEY:text  What the laptop calls the match; default: a new key.",
        "--first SIDE  The side that starts: A, B or C; default: left open.",
        "--cancel  Take back the match that waits; give no GAME with it.",
        *USUAL,
        more="While a match is being played it waits for the end of that; it replaces one that waits already. The "
        "same key again changes nothing. A name that the board cannot show or keep in full is kept in the "
        "database, for the reports. A board that a hub has, `tallyboard serve` or `watch`, is told by that.",
    ),
    "setup": CommandEntry(
        "tables.setup",
        "Give a table its name and its brightness, or a box the network by which it comes without a cable.",
        "at PORT?:name  The port of the board, or its table's name: as --port or --table.",
        *TARGET,
        '--name NAME:text  The table\'s name, 24 bytes at most; "" for the one in its settings.',
        "--light N:light  Brightness of the displays, 1 to 16.",
        "--cancel  Take back what was given so and still waits to be done.",
        "--radio  Pair the box that is plugged in here: a key of its own and the network, onto its drive.",
        "--no-radio  Take that back.",
        "--network NAME:text  With --radio: the name of the Wi-Fi.",
        "--password-file FILE:path  With --radio: where its password stands; default: it is asked for.",
        "--hub ADDRESS:text  With --radio: whom the box calls, this laptop's IPv4 address or name; default: whoever "
        "answers in its network.",
        "--drive DIR:path  With --radio and --no-radio: the box's CIRCUITPY drive; default: it is looked for.",
        *USUAL,
        more="A board that a hub has, `tallyboard serve` or `watch`, is told by that.",
    ),
    "tables": CommandEntry(
        "seats.tables.tables",
        "List the tables that are open to phones; open, lock or close some.",
        "subcommand SUBCOMMAND?  One of those below, each with a --help of its own; none: list.",
        *USUAL,
        more="A phone that scans the code of such a table is the board there.",
    ),
    "deploy": CommandEntry(
        "firmware.deploy",
        "Write everything that a board needs onto its CIRCUITPY drive.",
        "--to DIR:path  Folder to write; default: the mounted CIRCUITPY drive.",
        "--board BOARD:name  Whose pins it gets; default: the board that is plugged in, or what the drive has already.",
        "--force  Write to DIR even if it is no CIRCUITPY drive.",
        "--pi  Instead: write a systemd unit that runs a board on this Raspberry Pi; default DIR: this folder.",
        "--hall URL:name  With --pi: the address on a table's card, where that board plays.",
        "--link PATH:path  With --pi: where that board makes a symlink to its port.",
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
        "--out FILE.zip:path  Default: tallyboard-report-YYYYMMDD-HHMMSS.zip in this folder.",
        DB,
        "--without-names  Leave the names of players out, everywhere.",
        PORTS,
        JSON,
    ),
    "help": CommandEntry(
        "parsing.explain",
        "List the commands, or explain one.",
        "command COMMAND*  The command to explain, with its subcommand where it has some; default: list all of them.",
    ),
    "completion": CommandEntry(
        "completion.completion",
        "Print a script with which a shell completes commands, options and values.",
        "shell bash|zsh|fish  The shell that the script is for.",
        more='bash: `eval "$(tallyboard completion bash)"` in ~/.bashrc. zsh: write it to a file _tallyboard in a '
        "folder of $fpath. fish: write it to ~/.config/fish/completions/tallyboard.fish.",
    ),
}

GROUPS = {
    "tables": "seats",
    "tournament": "tournament",
    "season": "season",
}  # those with subcommands, which the catalogue.py there has


def overview() -> str:
    """What `tallyboard --help` prints."""
    room = (columns(sys.stdout) or 80) - 1
    options = {"-h, --help": _(HELP), "--version": _(VERSION)}
    return "\n".join(
        [
            *wrapped(_("Usage: tallyboard [-h] [--version] COMMAND …"), room),
            "",
            *wrapped(_("Collects what the boards at the tables recorded, recomputes it and shows it."), room),
            "",
            _("Options:"),
            *entries(options, room),
            "",
            _("Commands:"),
            *entries({name: _(one.summary) for name, one in COMMANDS.items()}, room),
            "",
            *wrapped(_("`tallyboard COMMAND --help` says what a command takes."), room),
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
