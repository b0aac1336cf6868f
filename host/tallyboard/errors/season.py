"""Why a line of a season is refused: a code, as `--json` has it, and the sentences for a terminal."""

from tallyboard.errors.desk import Reason

_EXAMPLE = "Write it as `{form}`."

BEGUN = Reason("first-line", "The season has begun already.", "Begin another one in a script of its own.")
FIRST_LINE = Reason(
    "first-line",
    "A season's first line is `season`, with or without options.",
    "Begin with that line, as in `season best=10`.",
)
SYNTAX = Reason("syntax", "`{line}` is no line of a season.", "Its lines are {forms}.")
FORM = Reason("syntax", "`{line}` has too few words.", _EXAMPLE)
OPTION = Reason("option", "{cause}.", "{next_step}.")
NO_PLAYER_NAME = Reason("names", "A name is missing.", "Write it as `player Ann`, or `player Ann = Annie`.")
IN_ROSTER = Reason(
    "duplicate",
    "{name} is in the roster already: {player}.",
    "Tell them apart, as in `Ann P` and `Ann R`; what else somebody is called stands behind `=`.",
)
DATE = Reason("date", "`{word}` is no date.", "Write it as 2026-01-13.")
NIGHT_IS_THERE = Reason("duplicate", "{file} is a night of the season already.", "Each night stands there once.")
NO_NIGHT = Reason(
    "file",
    "The night {date} is not to be had: {why}",
    "Put right what is meant, or take the night out; nothing of the season is lost.",
)

# At a desk only.
NO_PLAYER = Reason("unknown-entrant", "There is no player {number} in the roster.", "See the roster for the numbers.")
NOT_A_NIGHT = Reason("nothing", "{file} is no night of the season.", "See the list of its nights.")
NOTHING_TO_UNDO = Reason("nothing", "There is nothing to take back.", "See the log for what happened.")
