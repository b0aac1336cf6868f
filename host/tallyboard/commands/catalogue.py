"""The commands that there are, and the list of them that `tallyboard --help` prints."""

import sys

# In the order in which the help lists them. Each is a module in commands/; the first line of its docstring is the same.
COMMANDS = {
    "demo": "Play two matches on a virtual board, pull the plug and the cable, and check the result.",
    "play": "Show a board in the browser: press its keys, pull its plug. Nothing needs to be plugged in; Ctrl-C ends.",
    "board": "Run the firmware on virtual hardware: commands on standard input, displays as JSON on standard output.",
    "boards": "List the boards that are plugged in, and the ports on which no board answers.",
    "sync": "Copy everything that boards recorded into the store.",
    "watch": "Follow every board that is plugged in, live, and store what they record; Ctrl-C ends.",
    "serve": "Follow every board as watch does, and show the hall in browsers; Ctrl-C ends.",
    "results": "List the matches with their results.",
    "show": "Show a match press by press.",
    "correct": "Say what stands of a match instead of what its board recorded.",
    "verify": "Check every record and compute every match anew.",
    "rebuild": "Throw all matches away and compute them anew from the records.",
    "copy": "Merge a store into another: in any order, any number of times, the same is there at the end.",
    "score": "Compute the results of scoresheets.",
    "tournament": "Run a tournament: entrants, draws, calls, results, standings.",
    "export": "Write matches for a spreadsheet or another program, or a tournament's pages as files.",
    "assign": "Tell a table which match to play next: it shows the names, and NEXT starts it.",
    "setup": "Give a table its name and its brightness; the board keeps both.",
    "deploy": "Write everything that a board needs onto its CIRCUITPY drive.",
    "doctor": "Look for what is wrong with laptop, ports, boards and database, and say what helps. Changes nothing.",
    "report": "Write a zip for a bug report: versions, doctor, database, matches, last frames, errors.",
    "help": "List the commands, or explain one.",
    "completion": "Print a script with which a shell completes commands, options and values.",
}

GROUPS = ("tournament",)  # those with subcommands; what they are stands in the catalogue.py of their folder


def overview() -> str:
    """What `tallyboard --help` prints."""
    from tallyboard.terminal.cells import wrapped
    from tallyboard.terminal.streams import columns

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
            *entries(COMMANDS, room),
            "",
            *wrapped("`tallyboard COMMAND --help` says what a command takes.", room),
        ]
    )


def entries(said: dict[str, str], room: int) -> list[str]:
    """A line or more for each name with what is said of it."""
    from tallyboard.terminal.cells import wrapped

    left = max(map(len, said)) + 4
    if room < left + 20:  # a narrow terminal: the sentence stands below
        return [line for name in said for line in (f"  {name}", *("    " + s for s in wrapped(said[name], room - 4)))]
    lines = []
    for name, sentence in said.items():
        first, *more = wrapped(sentence, room - left)
        lines += [f"  {name:{left - 4}}  {first}", *(" " * left + line for line in more)]
    return lines
