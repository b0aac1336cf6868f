"""The commands behind `tallyboard tournament`, as commands/catalogue.py has the others."""

from tallyboard.commands.catalogue import DB, JSON, NEEDS_TYPST, CommandEntry

TOURNAMENT = (
    "--tournament NAME:some  The tournament's name or the beginning of its id; default: the one that is in use."
)
BY = "--by WHO:text  Who says so, for the log; default: your name and laptop."
REASON = "--reason TEXT:text  Why, for the log."

LOOKING = (TOURNAMENT, DB, JSON)
CHANGING = (BY, REASON, *LOOKING)
_TIME_ZONE = "--time-zone ZONE  Whose midnight its minutes count from, say America/Toronto; default: this laptop's."
_OF_ROSTER = (
    "--season NAME:some  Whose roster knows the names, none: nobody's; default: the season of which this is a night, "
    "else the only one.",
    "--near roster|typed  A name near one of the roster: take the roster's, or keep what was typed; default: asked at "
    "a terminal, else kept and told.",
)
_WHO = "who X+:text  Names or numbers of entrants; all: everybody."
_ONE = "who X+:text  The name or the number of an entrant."
_PHASE = "phase K?  Number of the phase; may be left out where one can be meant."
_PHASE_OR_ALL = "phase K?  Number of one phase; default: all."
_WHOSE = "words WORD+:text  M X [Y]: a match and who of it; M may be left out."


def _looking(home: str, summary: str, *takes: str, more: str = "") -> CommandEntry:
    """A command that only shows."""
    return CommandEntry(f"tournament.{home}", summary, *takes, *LOOKING, more=more)


def _changing(home: str, summary: str, *takes: str, more: str = "", below: str = "") -> CommandEntry:
    """A command that enters something."""
    return CommandEntry(f"tournament.{home}", summary, *takes, *CHANGING, more=more, below=below)


# In the order in which the help lists them.
SUBCOMMANDS = {
    "new": CommandEntry(
        "tournament.beginning.new",
        "Begin a tournament; the other commands are about it until another one is begun or used.",
        "name NAME:text  What it is called, say the club and the day.",
        "entry singles|doubles?  Whether an entrant is one player or a fixed pair; default: singles.",
        "--seed N  The number by which lots are drawn, up to nine digits; default: random.",
        _TIME_ZONE,
        DB,
        JSON,
        more="Lots are drawn by its seed, a number that is recorded: with the same number the same draw comes out.",
    ),
    "read": CommandEntry(
        "tournament.beginning.read",
        "Take a script, as `export --script` writes it, into a new tournament, which is the one in use then.",
        "file FILE  The script; - is standard input.",
        "name NAME?:text  What it is called; default: as the file.",
        _TIME_ZONE,
        BY,
        DB,
        JSON,
        more="All of it or nothing. A script has no dates: its last minute becomes the latest that has been already.",
    ),
    "list": CommandEntry(
        "tournament.beginning.list_all", "List the tournaments, the newest first, and which one is in use.", DB, JSON
    ),
    "use": CommandEntry(
        "tournament.beginning.use",
        "Choose the tournament that the other commands are about, on every laptop of the database.",
        "name NAME  Its name, or the beginning of its id.",
        DB,
        JSON,
    ),
    "add": _changing(
        "entrants.add",
        "Enter a player, or a pair.",
        "name NAME+:text  One entrant; of a pair both, as `Ann & Bob`.",
        *_OF_ROSTER,
        more="All words together are one name, so quotes are not needed; of a pair give both with `and` or a "
        "quoted `&` between.",
    ),
    "import": _changing(
        "entrants.import_csv",
        "Enter everybody of a sheet, all of it or nothing: columns name, and where there are such partner, club and "
        "seed. Or take matches that were recorded elsewhere in as results.",
        "file FILE:path  The sheet as CSV, or the matches in Crokinole Match Notation; - is standard input.",
        *_OF_ROSTER,
        more="Headings in English or French stand in the first line, in any order; what a spreadsheet writes is "
        "understood. The club is kept in the log, beside the name; columns that a tournament has no use for "
        "are left out. A match in the notation is a result for the first undecided match of its players in a phase of "
        "crokinole-championship; its id stands in the log, and is taken once.",
    ),
    "rename": _changing(
        "entrants.rename",
        "Give an entrant another name; results stay.",
        "entrant X:text  The name or the number of an entrant.",
        "name NAME+:text  The new name.",
    ),
    "contest": _changing(
        "entrants.contest",
        "Note an entrant's twenties in the contest before the tournament; `seeds contest` seeds by them.",
        "words X N*:text  An entrant, and the twenties in the contest; default: the contest as it stands.",
        more="Without words the contest is listed.",
    ),
    "seeds": _changing(
        "entrants.seeds",
        "Seed entrants, the best first; replaces the seeds before. Phases that are drawn stay as they are.",
        "who X*:text  The best first; contest: in the order of the contest; default: nobody is seeded.",
        "--ratings FILE:path  Seed by a list of ratings, CSV with the columns name and rating; - is standard input.",
        more="Ratings: who has one is seeded, the highest first, a pair by the sum of both. Other columns are passed "
        "over, so the download of the National Crokinole Association is taken as it is.",
    ),
    "in": _changing("entrants.set_in", "Take entrants in again: they are here, to be drawn and called.", _WHO),
    "absent": _changing(
        "entrants.absent",
        "Say that entrants are not here now: neither drawn nor called, but they forfeit nothing.",
        _WHO,
    ),
    "withdraw": _changing(
        "entrants.withdraw", "Take an entrant out for good: what is left is lost without playing.", _ONE
    ),
    "disqualify": _changing("entrants.disqualify", "Take an entrant out of tournament and places.", _ONE),
    "entrant": _looking(
        "entrants.entrant",
        "Show all about an entrant: status, places, matches; without a name, list all entrants.",
        "who X*:text  Name or number of an entrant; default: list all.",
    ),
    "phase": _changing(
        "phases.phase",
        "Declare the next phase, or another one in place of K while that is not drawn.",
        "words WORD*:text  K FORMAT OPTION=… game GAME OPTION=…; FORMAT is round-robin, swiss, single or double.",
        "--preset NAME:some  Instead: what clubs and tours play, of several phases all at once; `game …` may be given.",
        more="K may be left out for the next one.",
        below="tournament.phases.help_of_phase",
    ),
    "draw": _changing(
        "phases.draw",
        "Draw a phase; of a Swiss phase the next round, also as it was paired by hand.",
        "words WORD*:text  K X-Y…: number of the phase, which may be left out where one can be meant; then a Swiss "
        "round as it was paired by hand, A first, say Ann-Bob Cid-Dee.",
    ),
    "redraw": _changing(
        "phases.redraw",
        "Draw again what was drawn last, with those who are in now; who was drawn before keeps the place.",
        _PHASE,
    ),
    "end": _changing("phases.end", "End a league here: no more rounds, and what is undecided is not played.", _PHASE),
    "tables": _looking(
        "calls.tables", "List the tables: who is called there, what the boxes make of it, and what can be called next."
    ),
    "open": _changing(
        "calls.open_tables",
        "Open tables: matches can be called to them. The name of a table is that of its board.",
        "table T+:text  Tables, a word each; 1-5 is 1 2 3 4 5.",
    ),
    "close": _changing(
        "calls.close",
        "Close a table: nothing more is called to it.",
        "table T:text  The table.",
        "--free  End its call in the same step, so that nothing is called there.",
    ),
    "call": _changing(
        "calls.call",
        "Call matches to tables: one to one table, or all that can be called.",
        "words M T*:text  A match, or the names of its two, and a table; default: all that can be called now.",
        "--auto on|off  Whether the hub (`tallyboard serve` or `watch`) calls by itself from now on.",
        more="Boxes show the names, and NEXT starts the match.",
    ),
    "free": _changing(
        "calls.free",
        "End the call at a table; its match can be called again.",
        "table T:text  The table whose call ends.",
    ),
    "result": _changing(
        "results.result",
        "Enter a result: `result Ann 6 Bob 2` is of the match of the two that is called or ready.",
        "words WORD*:text  [M[/G]] X S Y S: match and game, and the entrants with their scores; also `twenties N "
        "N`, `won X`.",
        "--twenties N N  The twenties of X and Y.",
        "--won X:text  Who won a level game by its own rules, say a shootout.",
        "--match MATCH  Take the figures of a match that a board recorded; see `results`.",
        more="To correct a result, name its match: `result 1:1-2 Ann 6 Bob 2`; the last word stands. `--match` "
        "takes a match that was played at a board without a call: then the words are the match, the two, or "
        "nothing where their names are known.",
    ),
    "confirm": _changing(
        "results.confirm",
        "Say that a result is right which its game cannot have given; until then it stands beside the flags.",
        "match M[/G]  The match whose result is in doubt, see `flags`, and its game.",
    ),
    "forfeit": _changing(
        "results.forfeit",
        "Say that an entrant gave a match up, or did not come; both, where two are named.",
        _WHOSE,
        more="Without a match it is the one of these that is called, or the only one that is ready.",
    ),
    "clear": _changing(
        "results.clear",
        "Take away what stands for a match and its two, or for a match and two others who played it before.",
        _WHOSE,
    ),
    "shootout": _changing(
        "phases.shootout",
        "Note a shootout of tied entrants of a league: X N Y N …, N the twenties of each.",
        "words WORD+:text  K X N Y N…: phase, entrants, their twenties.",
    ),
    "standings": _looking(
        "reports.standings",
        "Show the standings of leagues, and why each stands above the next; of finished knock-outs the places.",
        _PHASE_OR_ALL,
        more="Below the groups of a finished league stands the ranking over all of them, from which the next phase "
        "takes its places; of several phases without K in the end everybody's place in the whole tournament.",
    ),
    "bracket": _looking(
        "reports.bracket",
        "Show knock-outs round by round, and in the end the places; pages and paper draw them as trees.",
        _PHASE_OR_ALL,
    ),
    "schedule": _looking(
        "reports.schedule",
        "Show what is to be played, with the times that are to be expected, and what can be called now.",
    ),
    "flags": _looking(
        "reports.flags",
        "Show what is not as it should be, and what can be done about it; leaves with 1 where there is something.",
    ),
    "stats": _looking(
        "reports.stats",
        "Show what entrants and tables did: twenties and zones a round, who won as first, busts, minutes.",
        "who X*:text  Entrants, by name or number: only what they played; default: all.",
        "--csv  For a spreadsheet: a row an entrant, then a row a table.",
        "--out FILE:path  With --csv the file to write; default: standard output.",
    ),
    "why": _looking(
        "entrants.why",
        "Tell why one entrant stands above another: the chain with its numbers, up to where they part.",
        "who X+:text  Two entrants of a league.",
        "--phase K  The league; default: the last one that both are in.",
        more="Two of different groups are compared as in the ranking over all groups, from which the next phase "
        "takes its places.",
    ),
    "clock": _changing(
        "calls.clock",
        "Begin a round's clock, which the hall, the TV and phones show; stop it; or say what is left of it.",
        "minutes N?:text  How many minutes, 1 to 999; off: stop it; default: how it stands.",
        more="It is for the matches of the round that is played now, and goes by the database's clock. At its end the "
        "desk shows who still plays; nothing else happens. A new one takes the place of one that goes.",
    ),
    "note": _changing(
        "log.note",
        "Write a line into the log, say a referee's call; it changes nothing.",
        "words TEXT+:text  What is to stand in the log.",
    ),
    "undo": _changing(
        "log.undo",
        "Take back what was entered last, all that one command entered; again and again, what was entered before.",
        more="What boards sent stays. While calls are made by themselves (`call --auto on`), calls that were made "
        "so do too.",
    ),
    "log": _looking("log.log", "List everything that was entered: when, by whom, why; what was taken back is marked."),
    "export": CommandEntry(
        "tournament.printing.export",
        "Write a tournament as a script, as JSON, or its standings or final places for a spreadsheet.",
        "--script  The script from which the same is computed.",
        "--csv  The standings and places for a spreadsheet.",
        "--placements  The final places as CSV, as the National Crokinole Association takes them.",
        "--json=as_json  The object that `compute --json` prints; beside another one with --out: what was written.",
        "--out FILE:path  File to write; default, and -: standard output.",
        TOURNAMENT,
        DB,
    ),
    "print": _looking(
        "printing.print_paper",
        "Write paper as PDF: standings, bracket, schedule, calls, cards for the matches, blank scoresheets.",
        "kind standings|bracket|schedule|calls|scorecards|scoresheets  Which paper.",
        "chosen WORD*  scorecards: matches, default: those that are called or ready. scoresheets: game lines, "
        "default: all. standings, bracket: numbers of phases, default: all.",
        "--out FILE:path  File to write; default: the kind, as standings.pdf; - is standard output.",
        "--size a4|letter  Of the sheets; default: a4.",
        "--language en|fr  Of the words on it; default: the terminal's.",
        more=NEEDS_TYPST,
    ),
    "rehearse": CommandEntry(
        "tournament.rehearse.rehearse",
        "Run a whole tournament with virtual boards, to see how a day goes and that this laptop can do it.",
        "--players N:int  How many play, 6 to 64; default: 24.",
        "--tables N:int  How many virtual boards, 1 to 16; default: 6.",
        "--format single|double|round-robin|swiss|groups  single, double, round-robin, swiss, or groups with a "
        "double after them; default: double.",
        '--game GAME:text  "ID OPTION=…"; default: a short game of crokinole; of groups four rounds with twelve discs.',
        "--speed X:float  2 is twice as fast; default: 1.",
        "--seed N:int  With the same number draw and presses are the same; default: random.",
        "--keep DIR:path  A new folder where database and boards stay.",
        "--phones  No table has a box: each board plays as a phone, over the hall socket of a serve.",
        "--season N:int  So many evenings, 2 to 60, one after the other, and the season of them.",
        JSON,
        more="A player comes late, one goes home, a plug is pulled, the hub is killed, results are corrected. In "
        "the end everything is checked; leaves with 1 where something does not hold. Your own database is not "
        "touched.",
    ),
    "compute": CommandEntry(
        "tournament.compute.compute",
        "Compute tournaments that are written down as scripts.",
        "files FILE+  Scripts; - is standard input.",
        JSON,
        more="What follows from the lines: draws, schedule, standings, bracket, flags. Nothing is stored; `read` "
        "stores one.",
    ),
}
