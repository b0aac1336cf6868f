"""The commands behind `tallyboard tournament`, and the list of them that its help prints."""

from typing import NamedTuple


class Subcommand(NamedTuple):
    """`module`: of this folder, with the `function`; `summary` is the first line of that function's docstring."""

    module: str
    function: str
    summary: str


# In the order in which the help lists them.
SUBCOMMANDS = {
    "new": Subcommand(
        "beginning", "new", "Begin a tournament; the other commands are about it until another one is begun or used."
    ),
    "read": Subcommand(
        "beginning",
        "read",
        "Take a script, as `export --script` writes it, into a new tournament, which is the one in use then.",
    ),
    "list": Subcommand("beginning", "list_all", "List the tournaments, the newest first, and which one is in use."),
    "use": Subcommand(
        "beginning", "use", "Choose the tournament that the other commands are about, on every laptop of the database."
    ),
    "add": Subcommand("entrants", "add", "Enter a player, or a pair."),
    "import": Subcommand(
        "entrants",
        "import_csv",
        "Enter everybody of a sheet: columns name, and where there are such partner, club and seed; all of it or "
        "nothing.",
    ),
    "rename": Subcommand("entrants", "rename", "Give an entrant another name; results stay."),
    "contest": Subcommand(
        "entrants",
        "contest",
        "Note an entrant's twenties in the contest before the tournament; `seeds contest` seeds by them.",
    ),
    "seeds": Subcommand(
        "entrants",
        "seeds",
        "Seed entrants, the best first; replaces the seeds before. Phases that are drawn stay as they are.",
    ),
    "in": Subcommand("entrants", "set_in", "Take entrants in again: they are here, to be drawn and called."),
    "absent": Subcommand(
        "entrants", "absent", "Say that entrants are not here now: neither drawn nor called, but they forfeit nothing."
    ),
    "withdraw": Subcommand(
        "entrants", "withdraw", "Take an entrant out for good: what is left is lost without playing."
    ),
    "disqualify": Subcommand("entrants", "disqualify", "Take an entrant out of tournament and places."),
    "entrant": Subcommand(
        "one_entrant",
        "entrant",
        "Show all about an entrant: status, places, matches; without a name, list all entrants.",
    ),
    "phase": Subcommand(
        "phases", "phase", "Declare the next phase, or another one in place of K while that is not drawn."
    ),
    "draw": Subcommand(
        "phases", "draw", "Draw a phase; of a Swiss phase the next round, also as it was paired by hand."
    ),
    "redraw": Subcommand(
        "phases",
        "redraw",
        "Draw again what was drawn last, with those who are in now; who was drawn before keeps the place.",
    ),
    "end": Subcommand("phases", "end", "End a league here: no more rounds, and what is undecided is not played."),
    "tables": Subcommand(
        "calls",
        "tables",
        "List the tables: who is called there, what the boxes make of it, and what can be called next.",
    ),
    "open": Subcommand(
        "calls", "open_tables", "Open tables: matches can be called to them. The name of a table is that of its board."
    ),
    "close": Subcommand("calls", "close", "Close a table: nothing more is called to it."),
    "call": Subcommand("calls", "call", "Call matches to tables: one to one table, or all that can be called."),
    "free": Subcommand("calls", "free", "End the call at a table; its match can be called again."),
    "result": Subcommand(
        "results", "result", "Enter a result: `result Ann 6 Bob 2` is of the match of the two that is called or ready."
    ),
    "confirm": Subcommand(
        "results",
        "confirm",
        "Say that a result is right which its game cannot have given; until then it stands beside the flags.",
    ),
    "forfeit": Subcommand(
        "results", "forfeit", "Say that an entrant gave a match up, or did not come; both, where two are named."
    ),
    "clear": Subcommand(
        "results",
        "clear",
        "Take away what stands for a match and its two, or for a match and two others who played it before.",
    ),
    "shootout": Subcommand(
        "phases", "shootout", "Note a shootout of tied entrants of a league: X N Y N …, N the twenties of each."
    ),
    "standings": Subcommand(
        "reports",
        "standings",
        "Show the standings of leagues, and why each stands above the next; of finished knock-outs the places.",
    ),
    "bracket": Subcommand(
        "reports",
        "bracket",
        "Show knock-outs as trees, or round by round where the terminal is too narrow, and in the end the places.",
    ),
    "schedule": Subcommand(
        "reports",
        "schedule",
        "Show what is to be played, with the times that are to be expected, and what can be called now.",
    ),
    "flags": Subcommand(
        "reports",
        "flags",
        "Show what is not as it should be, and what can be done about it; leaves with 1 where there is something.",
    ),
    "stats": Subcommand(
        "stats",
        "stats",
        "Show what entrants and tables did: twenties and zones a round, who won as first, busts, minutes.",
    ),
    "why": Subcommand(
        "one_entrant",
        "why",
        "Tell why one entrant stands above another: the chain with its numbers, up to where they part.",
    ),
    "note": Subcommand("log", "note", "Write a line into the log, say a referee's call; it changes nothing."),
    "undo": Subcommand(
        "log",
        "undo",
        "Take back what was entered last, all that one command entered; again and again, what was entered before.",
    ),
    "log": Subcommand(
        "log", "log", "List everything that was entered: when, by whom, why; what was taken back is marked."
    ),
    "export": Subcommand(
        "export", "export", "Write a tournament as a script, as JSON, or its standings for a spreadsheet."
    ),
    "print": Subcommand(
        "printing",
        "print_paper",
        "Write paper as PDF: standings, bracket, schedule, calls, cards for the matches, blank scoresheets.",
    ),
    "rehearse": Subcommand(
        "rehearse",
        "rehearse",
        "Run a whole tournament with virtual boards, to see how a day goes and that this laptop can do it.",
    ),
    "compute": Subcommand("compute", "compute", "Compute tournaments that are written down as scripts."),
}
