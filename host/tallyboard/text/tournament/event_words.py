"""The lines of a tournament's list with names where a script has numbers."""

from tallyboard.text.tournament.names import Names

_EVERY_WORD = ("in", "absent", "withdraw", "disqualify", "seeds")


def event_words(line: str, names: Names) -> str:
    """`result 1:1-2 Ann 6 Bob 2` of `result 1:1-2 1 6 2 2`; the names are those of now, and numbers of nobody stay."""
    words = line.split()
    for at in _places_of_entrants(words):
        words[at] = _named(words[at], names)
    if words[0] == "draw":
        words[2:] = ["-".join(_named(one, names) for one in pair.split("-")) for pair in words[2:]]
    return " ".join(words)


def _named(number: str, names: Names) -> str:
    return names.get(int(number)) or number


def _places_of_entrants(words: list[str]) -> list[int]:
    """Where a line names entrants by their numbers."""
    kind = words[0]
    if kind in _EVERY_WORD:
        return [at for at in range(1, len(words)) if words[at].isdecimal()]
    if kind == "contest":
        return [1]
    if kind == "result":
        return [2, 4, *(at + 1 for at in range(6, len(words)) if words[at] == "won")]
    if kind in ("forfeit", "clear"):
        return list(range(2, len(words)))
    return list(range(2, len(words), 2)) if kind == "shootout" else []
