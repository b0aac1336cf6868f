"""The commands behind `tallyboard season`, as commands/catalogue.py has the others."""

from tallyboard.commands.catalogue import DB, JSON, NEEDS_TYPST, CommandEntry
from tallyboard.commands.tournament.catalogue import BY, REASON

SEASON = "--season NAME:some  The season's name or the beginning of its id; default: the one that was begun last."
LOOKING = (SEASON, DB, JSON)
CHANGING = (BY, REASON, *LOOKING)
_OPTIONS = "points=match or points=10,8,6, best=N, least=N, chain=points,nights,wins,twenties."

# In the order in which the help lists them.
SUBCOMMANDS = {
    "new": CommandEntry(
        "season.seasons.new",
        "Begin a season; the other commands are about it until another one is begun.",
        "name NAME:text  What it is called, say the club and the year.",
        f"options OPTION*:text  {_OPTIONS}",
        DB,
        JSON,
        more="Without options each night gives the points of its matches, and all nights count.",
    ),
    "list": CommandEntry("season.seasons.list_all", "List the seasons, the newest first.", DB, JSON),
    "set": CommandEntry(
        "season.entering.set_options", "Change options of the season.", f"options OPTION+:text  {_OPTIONS}", *CHANGING
    ),
    "player": CommandEntry(
        "season.entering.player",
        "Enter somebody in the roster, or say what else they are called; without a name, list the roster.",
        "name NAME*:text  The name, and other names behind `=`: Ann = Annie.",
        *CHANGING,
        more="All words together are one name, so quotes are not needed. Upper and lower case are alike.",
    ),
    "rename": CommandEntry(
        "season.entering.rename",
        "Show somebody of the roster by another name; the former ones stay theirs.",
        "player X:text  The name or the number of a player.",
        "name NAME+:text  The name that is shown from now on.",
        *CHANGING,
    ),
    "night": CommandEntry(
        "season.entering.night",
        "Make a tournament a night of the season, or take one out.",
        "tournament T?:text  The name of a tournament, the beginning of its id, or the file of a script; default: the "
        "tournament in use.",
        "--date DATE:text  When it was, as 2026-01-13; default: the day of the tournament's first draw.",
        "--points POINTS:text  Points of its own: match, or by place as in 20,16,12.",
        "--drop  Take this night out; it may be given by its number or date too.",
        *CHANGING,
    ),
    "standings": CommandEntry(
        "season.seasons.standings",
        "Show the standings, why each stands above the next, and what is to be known of the nights.",
        *LOOKING,
    ),
    "undo": CommandEntry(
        "season.entering.undo", "Take back what was entered last; again and again, what was entered before.", *CHANGING
    ),
    "log": CommandEntry(
        "season.seasons.log",
        "List everything that was entered: when, by whom, why; what was taken back is marked.",
        *LOOKING,
    ),
    "export": CommandEntry(
        "season.printing.export",
        "Write the standings for a spreadsheet, the season as a script, or everything as JSON.",
        "--csv  The standings, with a column for each night.",
        "--script  The script from which the same is computed.",
        "--json=as_json  The object that `compute --json` prints; beside --csv or --script with --out: what was "
        "written.",
        "--out FILE:path  File to write; default, and -: standard output.",
        SEASON,
        DB,
    ),
    "print": CommandEntry(
        "season.printing.print_paper",
        "Write the standings as PDF, with the nights as columns.",
        "--out FILE:path  File to write; default: season.pdf; - is standard output.",
        "--size a4|letter  Of the sheets; default: a4.",
        "--language en|fr  Of the words on it; default: the terminal's.",
        *LOOKING,
        more=NEEDS_TYPST,
    ),
    "compute": CommandEntry(
        "season.compute.compute",
        "Compute seasons from scripts.",
        "files FILE+  Scripts of seasons; - is standard input. Files of nights are looked for beside the script.",
        DB,
        JSON,
        more="A script has a line `season`, then `player NAME = OTHER NAME` and `night 2026-01-13 jan.txt`: a "
        "tournament's script, or the id of a tournament in the database.",
    ),
}
