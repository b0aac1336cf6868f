"""What formats and options of a phase mean, in words; what may be given where stands in options.py."""

from typing import NamedTuple


class OptionWords(NamedTuple):
    """An option as it is written, what it says, and what holds without it."""

    form: str
    meaning: str
    default: str


FORMAT_WORDS = {
    "round-robin": "everybody plays everybody, all together or in groups",
    "swiss": "each round is drawn from the standings: who are near each other meet",
    "single": "who loses is out",
    "double": "who loses twice is out",
}

OPTION_WORDS = {
    "of": OptionWords("of=K", "who plays: the ranking of phase K", "0, all who are in"),
    "take": OptionWords(
        "take=A-B|lost", "of that ranking only the places A to B; lost: who lost their first match in a single", "all"
    ),
    "across": OptionWords(
        "across=place|points", "how several groups are ranked together: by place first, or by figures alone", "place"
    ),
    "order": OptionWords("order=entry|lot", "how those who are not seeded follow: by number, or by lot", "entry"),
    "groups": OptionWords("groups=G", "so many groups, up to 26", "1"),
    "times": OptionWords("times=1|2", "how often each two meet", "1"),
    "rounds": OptionWords("rounds=N", "so many rounds; swiss needs it", "all"),
    "points": OptionWords(
        "points=W,L,D", "points for a win, a level match, a defeat; points=score: the match's own score", "the game's"
    ),
    "bye": OptionWords("bye=N", "points for a bye, and for a match won without playing", "the game's"),
    "chain": OptionWords(
        "chain=ITEM,…",
        "what ranks, points first, then of head, twenties, difference, for, wins, buchholz, shootout, and lot last",
        "the game's",
    ),
    "third": OptionWords("third=no|yes", "a match for third place", "no"),
    "reset": OptionWords("reset=yes|no", "a second final where the first is lost by who had not lost before", "yes"),
    "best": OptionWords("best=N", "a match has so many games, odd, up to 9", "1"),
    "level": OptionWords("level=shootout|replay", "what decides a level match", "shootout"),
    "minutes": OptionWords("minutes=N", "a game takes so long, for the expected times", "the game's"),
    "rest": OptionWords("rest=N", "minutes between two matches of an entrant", "0"),
}
