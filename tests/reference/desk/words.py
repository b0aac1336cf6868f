"""How a script is written: lines, words, numbers and the names of matches."""

import re

NUMBER = re.compile(r"0|[1-9][0-9]*")
SCORE = re.compile(r"0|-?[1-9][0-9]*")
CLOCK = re.compile(r"([0-9]{1,2}|[1-9][0-9]{2,4}):([0-5][0-9])")
LEAGUE_KEY = re.compile(r"([1-9][0-9]*)-([1-9][0-9]*)(?:\.([1-9][0-9]*))?")
PARTNERS_KEY = re.compile(r"([1-9][0-9]*)\+([1-9][0-9]*)-([1-9][0-9]*)\+([1-9][0-9]*)(?:\.([1-9][0-9]*))?")
BRACKET_KEY = re.compile(r"[WL]([1-9][0-9]*)\.([1-9][0-9]*)|T|F1|F2")


class Refused(ValueError):  # noqa: N818 - "refused" is the word of the rules
    """A line that changes nothing. `codes`: every reason that can be given for it."""

    def __init__(self, *codes: str) -> None:
        super().__init__(" ".join(codes))
        self.codes = set(codes)


def script_lines(text: str) -> list[list[str]]:
    """The words of every line, comments cut off; at least one line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "" and len(lines) > 1:
        lines.pop()
    return [line.split("#")[0].split() for line in lines]


def number(word: str, low: int, high: int, code: str = "syntax") -> int:
    """A whole number from `low` to `high`, without leading zeros."""
    if not NUMBER.fullmatch(word) or not low <= int(word) <= high:
        raise Refused(code)
    return int(word)


def score(word: str) -> int:
    if not SCORE.fullmatch(word) or not -9999 <= int(word) <= 9999:
        raise Refused("syntax")
    return int(word)


def minute(word: str) -> int:
    """`H:MM` in minutes; its parts may begin with a zero."""
    clock = CLOCK.fullmatch(word)
    if not clock:
        raise Refused("syntax")
    return int(clock[1]) * 60 + int(clock[2])


def match_name(word: str) -> tuple[int, str]:
    """The phase and the name within it: `1:w2.1` gives 1 and `W2.1`."""
    phase, colon, key = word.upper().partition(":")
    if not colon:
        raise Refused("syntax", "unknown-match")
    if not NUMBER.fullmatch(phase) or not 1 <= int(phase) <= 1000:
        raise Refused("syntax", "unknown-match", "unknown-phase")
    league = LEAGUE_KEY.fullmatch(key)
    partners = PARTNERS_KEY.fullmatch(key)
    if partners:
        w, x, y, z = (int(part) for part in partners.groups()[:4])
        meeting = int(partners[5]) if partners[5] else 2
        fits = w < x and y < z and w < y and x not in (y, z) and max(x, z) <= 1000 and 2 <= meeting <= 1000
    elif league:
        low, high = int(league[1]), int(league[2])
        meeting = int(league[3]) if league[3] else 2
        fits = low < high <= 1000 and 2 <= meeting <= 1000
    else:
        bracket = BRACKET_KEY.fullmatch(key)
        fits = bracket is not None and all(int(part) <= 1000 for part in bracket.groups() if part)
    if not fits:
        raise Refused("syntax", "unknown-match", "unknown-entrant")
    return int(phase), key


def key_entrants(key: str) -> list[int]:
    """The entrants that a league's match is named after; none for a bracket's."""
    league = LEAGUE_KEY.fullmatch(key)
    return [int(league[1]), int(league[2])] if league else [each for side in key_sides(key) for each in side]


def key_sides(key: str) -> list[tuple[int, int]]:
    """The two sides that a match of changing partners is named after; none for another match."""
    partners = PARTNERS_KEY.fullmatch(key)
    if not partners:
        return []
    w, x, y, z = (int(part) for part in partners.groups()[:4])
    return [(w, x), (y, z)]


def side_of(key: str, entrant: int) -> tuple[int, int] | int:
    """The side of that match for which an entrant stands; an entrant of neither stands for itself."""
    return next((side for side in key_sides(key) if entrant in side), entrant)
