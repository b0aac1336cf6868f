"""Why an event of the desk is refused: a code, as `--json` has it, and the sentences for a terminal."""

from tallyboard.errors import CoreError, Told


class Reason(Told):
    """Why an event cannot be: also a code, for programs."""

    def __init__(self, code: str, cause: str, next_step: str) -> None:
        super().__init__(cause, next_step)
        self.code = code


class Refusal(CoreError):  # noqa: N818 - the desk's word for it, as in its table of events
    """An event that cannot be, by the code of one of these. Nothing has changed."""

    def __init__(self, reason: Reason, /, **fields: object) -> None:
        super().__init__(reason, **fields)
        self.code = reason.code


_SCHEDULE = "`tallyboard tournament schedule`"
_NOT_DUE = "Game {game} of {match} is not due and has no result."
_LISTED = f"{_SCHEDULE} lists the matches."
_ENTER_FIRST = "Enter what it waits for first; `tallyboard tournament bracket` shows it."
_ADD = "Add entrants, or bring back who is absent with `tallyboard tournament in`."
_PLAY_IT = f"Play or end phase {{source}} first; {_SCHEDULE} shows what is left of it."

# Lines, and what they say of no state.
BEGUN = Reason("first-line", "The tournament has begun already.", "Begin another one in a script of its own.")
FIRST_LINE = Reason(
    "first-line",
    "A tournament's first line is `tournament singles` or `tournament doubles`, with or without `seed=N`.",
    "Begin with that line; N is a number of at most nine digits.",
)
NO_FIRST_LINE = Reason(
    "first-line",
    "There is no line that begins a tournament.",
    "Begin with `tournament singles` or `tournament doubles`.",
)
SYNTAX = Reason("syntax", "{cause}.", "{next_step}.")
NO_TIME = Reason("syntax", "`{words}` is no time.", "Write it as `at 9:05`, up to {most}:59.")
EARLIER = Reason("time", "It is {time} already.", "Give that time or a later one.")
OPTION = Reason("option", "{cause}.", "{next_step}.")  # `option`: the one that it is about, "" for none

# Entrants.
NO_NAME = Reason("names", "An entrant here is {what}, and none is given.", "Write it as `{example}`.")
OTHER_NAME = Reason("names", "An entrant here is {what}, not `{name}`.", "Write it as `{example}`.")
LONG_NAME = Reason("names", "The name has {count} characters; 60 is the most.", "Shorten it.")
UNREADABLE_NAME = Reason(
    "names", "A name has no characters like U+{code:04X}, which are not seen or move others.", "Leave it out."
)
NAME_IS_THERE = Reason("duplicate", "{player} is there already.", "Tell them apart, as in `Ann P` and `Ann R`.")
NAMED_TWICE = Reason("duplicate", "{name} stands there twice.", "Name everybody once.")
NO_RATING = Reason(
    "rating",
    "Under `rating` {name} has {what}, which is no decimal number.",
    "Write one like 1815 or 1815.25, or take the row out; the headings are name and rating.",
)
MOST_ENTRANTS = Reason("too-many", "{most} entrants are the most.", "Begin a second tournament.")
NO_ENTRANT = Reason("unknown-entrant", "There is no entrant {number}.", "`tallyboard tournament entrant` lists them.")

# Phases and draws.
NO_PHASE = Reason("unknown-phase", "There is no phase {phase}.", "`tallyboard tournament phase` declares the next one.")
NOT_THE_NEXT = Reason("unknown-phase", "Phase {phase} is not the next.", "The next is {next}.")
DECLARED_LATE = Reason("drawn", "Phase {phase} is drawn already.", "Declare another one: phase {next}.")
PRESET_FOLLOWS = Reason(
    "preset", "The preset {preset} comes after another phase.", "Declare that first, say with `--preset all`."
)
PRESET_IS_DAY = Reason(
    "preset",
    "The preset {preset} is a whole day of {phases} phases, and {declared} are declared already.",
    "Take those back with `tallyboard tournament undo`, or declare what else is played by its format.",
)
_SUITING = "For so many there are: {others}."
PRESET_FOR_MORE = Reason(
    "too-few", "The preset {preset} is for {fewest} entrants or more, and {count} are in.", _SUITING
)
PRESET_FOR_FEWER = Reason(
    "too-many", "The preset {preset} is for {most} entrants at most, and {count} are in.", _SUITING
)
DRAWN = Reason(
    "drawn",
    "Phase {phase} is drawn already.",
    "`tallyboard tournament redraw {phase}` draws it again; what was played counts as soon as the same two meet.",
)
LATER_IS_DRAWN = Reason(
    "drawn",
    "Phase {later} takes its entrants from phase {phase} and is drawn already.",
    "Leave the draw as it is: a correction changes the standings all the same.",
)
NOT_DRAWN = Reason("not-drawn", "Phase {phase} is not drawn yet.", "`tallyboard tournament draw {phase}` draws it.")
KNOCK_OUT = Reason("format", "Phase {phase} is a knock-out.", "This is for round robins and Swiss phases.")
NOT_SWISS = Reason(
    "format",
    "Phase {phase} is {format}, and only a Swiss round is paired by hand.",
    "`tallyboard tournament draw {phase}` draws it without pairs.",
)
NOT_SINGLE = Reason(
    "format",
    "Phase {phase} takes who lost their first match in phase {source}, which is no `single`.",
    "Declare phase {phase} with places of its ranking, as in take=1-8.",
)
FIRST_MATCHES_OPEN = Reason(
    "unfinished",
    "Phase {phase} takes its entrants from phase {source}, whose first matches are not all decided.",
    _PLAY_IT,
)
SOURCE_UNFINISHED = Reason(
    "unfinished", "Phase {phase} takes its entrants from phase {source}, which is not finished.", _PLAY_IT
)
ROUND_UNFINISHED = Reason(
    "unfinished",
    "Matches of phase {phase} are not decided yet.",
    f"Enter their results, or a forfeit, then draw the next round; {_SCHEDULE} lists them.",
)
LEVEL_AT_BORDER = Reason(
    "tied",
    "{names} are level, and a border of the places {first} to {last} lies between them.",
    "Enter a `shootout` of them if the chain has it, or declare the phase with other places.",
)
TOO_FEW = Reason("too-few", "There are too few entrants to draw phase {phase}: {least} are the least.", _ADD)
SEATS_FULL = Reason(
    "full",
    "Phase {phase} has {seats} seats, and more than these are to sit.",
    "Leave somebody absent, or `tallyboard tournament undo` the draw, if it came last, and draw with everybody.",
)
TOO_FEW_IN_GROUPS = Reason(
    "too-few",
    "There are too few entrants to draw phase {phase}: every group needs two, so {least} are the least.",
    _ADD,
)
MOST_IN_DOUBLE = Reason(
    "too-many",
    "A double bracket takes {most} entrants, and there would be {count}.",
    "Play groups or a Swiss phase first, and take the best of them with take=1-128.",
)
NOT_IN_ROUND = Reason(
    "not-these", "{name} would not be drawn into phase {phase} now.", "Pair those who are in the phase and in the hall."
)
UNPAIRED = Reason(
    "unpaired", "{names} are in no pair.", "Pair all who are in; of an odd number one is left over, and has the bye."
)
ENDED = Reason("over", "Phase {phase} was ended.", "`tallyboard tournament undo` takes the end back, if it came last.")
NO_ROUND_AFTER_END = Reason("over", "Phase {phase} was ended.", "Draw the next phase, or see the standings.")
ALL_ROUNDS = Reason(
    "over", "Phase {phase} has all its rounds ({rounds}).", "Draw the next phase, or see the standings."
)
NOT_IN_PHASE = Reason("unknown-entrant", "{name} is not in phase {phase}.", "Name entrants who were drawn into it.")

# Matches and results.
NO_MATCH_NAME = Reason(
    "unknown-match",
    "`{match}` is no match of this tournament.",
    "A match is called 1:2-5 in a league, or 1:W2.1, 1:L3.2, 1:T, 1:F1 in a bracket: see the schedule.",
)
NO_MATCH = Reason("unknown-match", "There is no match {match} in phase {phase}.", _LISTED)
NO_MATCH_YET = Reason("unknown-match", "There is no match {match} in phase {phase}, which is not drawn.", _LISTED)
PLAYERS_UNKNOWN = Reason("not-ready", "Who plays {match} is not known yet.", _ENTER_FIRST)
NOBODY_PLAYS = Reason("not-ready", "Who plays {match} is not known: nobody is there.", _ENTER_FIRST)
NOT_THESE = Reason("not-these", "{match} is between {a} and {b}.", "Name these, or another match.")
WON_NOT_LEVEL = Reason(
    "winner",
    "`won` says who won a game with equal scores, and is one of the two who played it.",
    "Leave it out where one has the higher score.",
)
OTHER_GAME_DUE = Reason("game-number", _NOT_DUE, "Game {due} is due.")
GAMES_DECIDED = Reason(
    "game-number", _NOT_DUE, "The games have decided the match; {match}/1 names its first game, which can be corrected."
)
NOTHING_STANDS = Reason(
    "nothing", "Nothing stands for {match} and these two.", "`tallyboard tournament flags` lists what does."
)

# Tables and calls.
NO_TABLE = Reason(
    "unknown-table",
    "There is no table {table}.",
    "`tallyboard tournament tables` lists them; `tallyboard tournament open {table}` opens it.",
)
TABLE_CLOSED = Reason("unknown-table", "Table {table} is closed.", "Open it with `tallyboard tournament open {table}`.")
IN_USE = Reason(
    "in-use", "{match} is called to table {table}.", "Enter its result, or `tallyboard tournament free {table}`."
)
NOT_CALLED = Reason("nothing", "No match is called to table {table}.", "There is nothing to do.")
# `state`: of the match; `hinders`: what hinders its players, where its state does not.
CANNOT_BE_CALLED = Reason("not-ready", "{match} cannot be called: {why}.", f"{_SCHEDULE} shows what can be called.")

# Taking back.
NOTHING_TO_UNDO = Reason(
    "nothing", "There is nothing to take back.", "`tallyboard tournament log` lists what happened."
)
IS_NEEDED = Reason(
    "depends",
    "`{line}` cannot be taken back: `{later}` came after it and needs it.",
    "Correct it with a new event instead.",
)
