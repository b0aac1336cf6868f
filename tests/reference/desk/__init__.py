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
    (
        "numbers have no leading zeros (the parts of `at` apart: 09:30)",
        "H may have three digits, as 009, or two at most",
        "two with a leading zero, five without one (a league's evenings); random scripts give one or two",
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
        "`F2`: the same two, if both were there and B won `F1`; else nobody",
        "where `F1` has nobody on a side and still waits: `F2` is not known, or for nobody already",
        "for nobody already",
    ),
    (
        "from groups: entrants with the same place there exchange seeds",
        "their place in the standings of the group, which several may share, or how high they stand in it",
        "the place, shared or not; two who share place 1 are both a first, and then there is no second",
    ),
    (
        "a round by hand: at most one who is `in` is in no pair",
        "one of all entrants, or of those who would be drawn",
        "of those who would be drawn: who is not of a phase `of=K` does not count",
    ),
    (
        "each pair two of those who would be drawn (else `not-these`)",
        "`3-3` is nobody twice, or no two",
        "either; both are given as reasons",
    ),
    (
        "`redraw K`: draws again what `draw K` drew last",
        "a round by hand is left as it is, or may be given anew with pairs, or is drawn",
        "it is drawn; `redraw` takes no pairs",
    ),
    (
        "`across=points`: all together, split by these",
        "who has no place in the group is taken too, or not",
        "not: the ranking has none of them",
    ),
    (
        "entrants with the same place in their group (with `across=points` too) exchange seeds",
        "all of the same place exchange, wherever they stand in the ranking, or neighbours only",
        "wherever they stand",
    ),
    (
        "`take=lost`: who lost in W1, or in W2 after a bye in W1",
        "who had byes in W1 and W2 (a double forfeit) and loses in W3 has lost early, or not",
        "not: W1 and W2 only",
    ),
    (
        "`take=lost`: no single: `format`, at the draw",
        "a source that is no single is refused though nothing of it is drawn, or as `unfinished`",
        "either",
    ),
    # --- Results ---
    (
        "`games`: those that count",
        "in a void match, whose matches count for nobody, what was played is shown, or nothing",
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
        "champion: of the last declared phase that is not beside",
        "last by its line or by its number",
        "by its number",
    ),
    (
        "placing: a phase puts its entrants before all others, its order is its ranking",
        "who has no place in it goes before the others too, or stays where a former phase put it",
        "stays, or is not placed",
    ),
    (
        "placing: a finished phase beside changes it once its source is finished too",
        "and its source's source, or not",
        "the source alone; its entrants may then be new",
    ),
    (
        "who shares a place in the phase shares it here, if nobody stands between",
        "a disqualified one who stands between parts them, or is left out before",
        "parts them: left out at the end",
    ),
    (
        "placing: a place is 1 + the number placed better",
        "two who share place 2 of a bracket, after a final that both gave up, share 1 or 2 in the placing",
        "1",
    ),
    (
        "`placing`: [{place, entrant}]",
        "those who share a place stand by number, or in the order of the phase that placed them",
        "in its order: by seed",
    ),
    # --- Calls ---
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
        "each starts as soon as …; a table is taken by who can have it first; gaps are not filled",
        "in their sequence each has the table that is free first; or a table goes to the match that can start first",
        "in their sequence",
    ),
    (
        "a known one from the end of its match before, or its last event, `rest` added",
        "the rest of the phase of this match, or of the one before; a call of other players is a match before, or not",
        "of this match; it is",
    ),
    # --- Rotation, adjusted points, partners ---
    (
        "new ones get empty seats by table, up before down",
        "the empty up seats of all tables first, or table after table",
        "table after table",
    ),
    (
        "too few: `full`",
        "is said before `too-few`, or after",
        "both are given",
    ),
    (
        "`rotation=berger|tables` in a round robin with `rounds`",
        "`rotation=berger` without `rounds` is refused, or says what is so already",
        "refused; random scripts give none",
    ),
    (
        "`bye=adjust` is the default with `rotation=tables`, partners",
        "`buchholz` is refused there without `bye=`, or only where `bye=adjust` is written",
        "refused wherever it is in force",
    ),
    (
        "from a board: a misfit of these two (of a match that is gone: of all four)",
        "two who are not of both sides of a match that is gone are a misfit of two, or of four",
        "of two; who are of both sides are one of four",
    ),
    (
        "`won` names any of the four",
        "in a misfit too, whose two are no sides, or the two alone",
        "the two alone; random scripts name one of those two, or a side of theirs",
    ),
    (
        "`clear` … if the two are not of both sides: `not-these`",
        "a misfit of two cannot be cleared, or can",
        "it can; `not-these` or `nothing` where there is none",
    ),
    (
        "`K:W+X-Y+Z`: W < X, Y < Z, W < Y",
        "a name with one entrant on both sides is a name, or none",
        "none; random scripts give none",
    ),
    (
        "last event: all four",
        "of a result of a match that is gone too, or of the two whom it names",
        "all four of its name; of two who are not of both sides these two",
    ),
    (
        "a match of somebody who is out is cancelled, and keeps no bye of its round from counting",
        "one that was cancelled by `end` and has nobody out keeps it, or not",
        "keeps it, as in a Swiss",
    ),
    (
        "w is the smallest number below that is ≥ n; c: the number who are `in`",
        "n and c count those of the order, or all entrants",
        "n all of the order, c those of it who are `in`",
    ),
    (
        "who has had the most matches in the phase as drawn",
        "cancelled ones too, and those of a round that is drawn again",
        "cancelled ones too; not those of the round that is drawn anew",
    ),
    (
        "`seats`: [[1, 5], [2, 0]]",
        "of round 1, or of the round that is played",
        "of round 1, as last drawn",
    ),
]
