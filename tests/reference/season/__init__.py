"""A season once more, written from the text of its rules alone; an oracle that reads the objects of `reference/desk`.

`compute(text, files)` gives the whole object of a season, or `line` and `errors` (every code that may be given) of one
with a refused line. `files` holds the scripts of the nights by the name that the season gives them.

READINGS lists the sentences that can be read in two ways, and the reading that was chosen.
"""

from tests.reference.season.season import compute

__all__ = ["READINGS", "compute"]

# The sentence, how it can be read, and what is done here.
READINGS = [
    (
        "unplaced: null, 0 points",
        "where points go by place, or with `points=match` too",
        "always: who is disqualified has no points of a night",
    ),
    (
        "who of those there is not in the roster is a guest (flag)",
        "of a night that is not finished too, or not",
        "not: it gives nothing but its own flag",
    ),
    (
        "one in two entrants has nothing of that night",
        "of two who are there, or of two who were entered",
        "who are there: with a match decided by games",
    ),
    (
        "one in two entrants",
        "a pair of two names of the same person is two, or one",
        "one: it has what its entrant has, once",
    ),
    (
        "place: 1 + those there, with one of the roster, who are placed better",
        "entrants, or persons: a pair better placed moves others down by one or by two",
        "entrants",
    ),
    (
        "`nights`: 3",
        "nights there, or nights that count towards the points",
        "nights there of which one has something: `counted` names those that count",
    ),
    (
        "`why`: the first that differ",
        "between the last with a place and the first without, and among those without, or not",
        "among those without too, not between both",
    ),
    (
        "T twice: `duplicate`",
        "two ways to write one path are one file, or two",
        "two: the words are compared",
    ),
    (
        "names: `duplicate`",
        "one person may have the same name twice, or not",
        "not",
    ),
    (
        "flags: so ordered",
        "guests of a night stand by name as text, or as they were entered",
        "by name as text, upper case first",
    ),
]
