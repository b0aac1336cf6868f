"""The desk once more, written from the text of its rules alone: an oracle for differential tests.

`compute(text)` gives the whole object of a script, or `line` and `errors` (every code that may be given) of one with
a refused line. Nothing here is shared with the desk itself, and nothing is meant to be quick: whatever is needed is
computed anew from what the list of events has left behind. It reads options of a game with the reference rules.

READINGS lists the sentences that can be read in two ways, and the reading that was chosen.
"""

from tests.reference.desk.desk import compute

__all__ = ["READINGS", "compute"]

# The sentence, how it can be read, and what is done here.
READINGS = [
    # --- The script ---
    (
        "`absent X…`: the status",
        "somebody who is out stays out; or becomes absent like anybody else",
        "becomes absent: nothing refuses it",
    ),
    (
        "doubles `NAME & NAME`; the whole 1…60 characters, runs of blanks made one",
        "`Ann&Bob` is shown as it was written, as `Ann & Bob`, or refused",
        "as it was written; random scripts put blanks around `&`",
    ),
    (
        "`names`: not one, or two, around `&`",
        "in singles a name with `&` in it is one name, or two",
        "refused: two names around `&`",
    ),
    (
        "`seeds contest`: the order of the contest",
        "as it is when the line is entered, or as it is at each draw",
        "as it is when the line is entered",
    ),
    (
        "`close T`: unknown-table; `call`: T is closed (`unknown-table`)",
        "closing a closed table is refused, or changes nothing",
        "changes nothing; only a table that was never opened is unknown",
    ),
    (
        "now is the last minute",
        "of the last event that stands, or of the last `at`, with or without an event after it",
        "of the last `at`; `undo` does not take it back",
    ),
    (
        "`rounds=N` … not with `groups` or `times`",
        "`groups=1` and `times=1` are allowed beside it, or not",
        "refused; random scripts give none",
    ),
    (
        "with `points=score` in any other game `bye` must be given",
        "`crokinole-championship best_of=` is another game than the one with `rounds=`, or the same",
        "another: the row whose points are `score` is that with `rounds=`; random scripts always give `bye`",
    ),
    (
        "from a board: refused only where entrant or phase do not exist or M is no match name",
        "`1:W1.1` of a league, `1:1-2` of a bracket are no names, or names of matches that do not exist",
        "names: kept as misfits; random scripts name matches of the phase's kind",
    ),
    # --- Draws ---
    (
        "of a Swiss phase with more than one round the last round is drawn again",
        "who joined the order for that round and is away now leaves the order again, or stays in it",
        "stays: only the round is drawn again; new ones join as at a draw",
    ),
    (
        "who was drawn stays … if a record of theirs is in the phase",
        "a record of any match name of the phase, or of a match that exists",
        "of any, misfits too",
    ),
    (
        "if their number is odd, the last in the list …; too-few: fewer than 2 entrants",
        "a later Swiss round with one player gives that one a bye, or is refused",
        "refused",
    ),
    (
        "in all other bracket matches A is the better seed once both are known",
        "the seed after the exchange of groups, or the place in the ranking",
        "after the exchange: the place in the order",
    ),
    (
        "a match with nobody on one side …; its loser is nobody",
        "the loser is nobody at once, or only when the other one is known",
        "at once",
    ),
    (
        "`F2`: the same two, if both were there and B won `F1`; else nobody",
        "where `F1` has nobody on a side and still waits: `F2` is not known, or for nobody already",
        "for nobody already",
    ),
    (
        "from groups: entrants with the same place there exchange seeds",
        "their place in the standings of the group, which several may share, or how high they stand in it",
        "the place, shared or not; two who share place 1 are both a first, and then there is no second",
    ),
    # --- Results ---
    (
        "`surplus`: results, in a match decided by games, after the deciding one or behind a gap",
        "behind a gap in a match decided by games only (where it would always be after the deciding one), or in any",
        "in any match: what does not fit is flagged",
    ),
    (
        "`games`: those that count",
        "in a void match what was played is shown, or nothing",
        "shown, as `how` and `winner` are kept",
    ),
    (
        "decided by the first of: a forfeit · its games · who is out; cancelled: undecided in a league that was ended",
        "what decides after `end` makes a cancelled match a decided one, or not",
        "it does",
    ),
    (
        "`differs`: hand and board disagree",
        "in the record of the present players, or in every record",
        "of the present players",
    ),
    # --- Standings ---
    (
        "a bye gives `bye` points once every match of its round is decided",
        "`byes` counts it before; cancelled matches are as good as decided",
        "neither: `byes` and the points come together, and a cancelled match is not decided",
    ),
    (
        "`among` with `head`: [1, 2, 3]",
        "ascending, or as they stand",
        "ascending: those of the part in which these two were split",
    ),
    (
        "`why`: null in the last row and when level",
        "the last row that has a place, above one that has none: null, or something",
        "null",
    ),
    (
        "`head`: every two of the part have a decided match",
        "a walkover is one, and its points count",
        "yes; matches that are void are not",
    ),
    (
        "the two share place 2; a place is 1 + the number placed better",
        "after a final that both forfeited the next have place 3 or 4; without anybody in a final those who lost last "
        "have place 1 or 2",
        "3; and 1, as a place is 1 + the number placed better (in a double of two they share place 2: lost in a final)",
    ),
    (
        "champion: of the last declared phase, finished: alone on place 1",
        "last by its line or by its number; of several groups whoever has place 1 in one, or the first of the ranking",
        "by its number; whoever has place 1, alone among all groups",
    ),
    # --- Calls ---
    (
        "a call lasts … until its match is decided …, or, when that match has other players by now …",
        "a match with other players that is decided by these ends it, or only a result of the two who were called",
        "it ends it: its match is decided",
    ),
    (
        "`state`: called",
        "a match whose call is of other players is `called`, or `ready`",
        "`ready`, and can be called at another table; the table shows it, and the flag `wrong-call`",
    ),
    (
        "`misfit`, `wrong-call`: has other players now",
        "a match of which a player is not known now has other players, or not",
        "it has",
    ),
    (
        "`forfeit` of its match is a last event of an entrant",
        "of both of its players, or of who is named",
        "of both",
    ),
    (
        "each starts as soon as a table is free and its players are",
        "which table it takes when its players come later than several tables are free",
        "the one that is free first; a table is not given back for the time until then",
    ),
    (
        "a known one from the end of its match before, or its last event, `rest` added",
        "the rest of the phase of this match, or of the one before; a call of other players is a match before, or not",
        "of this match; it is",
    ),
]
