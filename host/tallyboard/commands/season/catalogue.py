"""The commands behind `tallyboard season`, as commands/catalogue.py has the others."""

from tallyboard.commands.catalogue import DB, JSON, CommandEntry

# In the order in which the help lists them.
SUBCOMMANDS = {
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
