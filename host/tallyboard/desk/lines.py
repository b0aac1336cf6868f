"""A line of a tournament's script as an event: what it says, not yet whether it can be."""

from collections.abc import Callable
from sys import maxsize

from shared_rules.games.options import number
from tallyboard.desk import events
from tallyboard.desk.events import What
from tallyboard.errors import desk as told
from tallyboard.errors import later
from tallyboard.errors.desk import Refusal


def words_of(line: str) -> list[str]:
    """The words of a line without its comment."""
    return line.split("#")[0].split()


def lines_of(text: str) -> list[str]:
    """The lines of a script, however they end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def read(line: str) -> What:
    """What the line says; raises Refusal `syntax`, or `first-line` for a second `tournament`."""
    words = words_of(line)
    if not words:
        raise _syntax(later("The line is empty"), later("Enter an event, such as `add Ann`"))
    word = words[0].lower()
    if word == "tournament":
        raise Refusal(told.BEGUN)
    if word not in _READERS:
        raise _syntax(
            later("There is no event %(word)s", word=words[0]),
            later("The events are %(events)s", events=", ".join(_READERS)),
        )
    form, counts, reader = _READERS[word]
    given = words[1:]
    try:
        if len(given) not in counts:
            few = len(given) < counts[0]
            raise _FormError(later("There are too few words") if few else later("There are too many words"))
        return reader(given)
    except _FormError as error:
        cause = later("%(why)s in `%(line)s`", why=error.args[0], line=" ".join(words))
        raise _syntax(cause, later("Write it as `%(form)s`", form=form)) from None


def first_line(line: str) -> tuple[str, int]:
    """(`singles` or `doubles`, the seed of the lot) of `tournament singles|doubles [seed=N]`; raises Refusal."""
    words = [word.lower() for word in words_of(line)]
    entry = words[1] if len(words) > 1 else ""
    seed: int | None = 0
    if len(words) == 3 and words[2].startswith("seed="):
        seed = number(words[2][5:])
    elif len(words) != 2:
        seed = None
    if words[:1] != ["tournament"] or entry not in (events.SINGLES, events.DOUBLES) or seed is None:
        raise Refusal(told.FIRST_LINE)
    return entry, seed


class _FormError(Exception):
    """What is wrong with the words after the first."""


def _syntax(cause: str, next_step: str) -> Refusal:
    return Refusal(told.SYNTAX, cause=cause, next_step=next_step)


def _number(word: str, least: int = 0, most: int = 999) -> int:
    value = number(word)
    if value is None or not least <= value <= most:
        raise _FormError(later("`%(word)s` is no number from %(least)s to %(most)s", word=word, least=least, most=most))
    return value


def _entrant(word: str) -> int:
    value = number(word)
    if value is None:
        raise _FormError(later("`%(word)s` is no entrant's number", word=word))
    return value


def _score(word: str) -> int:
    if word.startswith("-") and word != "-0":
        return -_number(word[1:], 0, 9999)
    return _number(word, 0, 9999)


def _entrants(words: list[str]) -> tuple[int, ...]:
    return tuple(map(_entrant, words))


def _pair(word: str) -> tuple[int, int]:
    first, dash, second = word.partition("-")
    if not dash:
        raise _FormError(later("`%(word)s` is no pair", word=word))
    return _entrant(first), _entrant(second)


def _entrants_or(words: list[str], wholly: str) -> tuple[int, ...] | None:
    """The entrants of these words; None where the only one is this."""
    return None if [word.lower() for word in words] == [wholly] else _entrants(words)


def _declare(words: list[str]) -> What:
    low = [word.lower() for word in words]
    if "game" not in low[2:]:
        raise _FormError(later("The game is missing"))
    at = low.index("game", 2)
    return events.Declare(_number(low[0]), low[1], tuple(low[2:at]), tuple(low[at + 1 :]))


def _result(words: list[str]) -> What:
    match, slash, game = words[0].partition("/")
    parts: dict[str, list[str]] = {}
    at = 5
    while at < len(words):
        part = words[at].lower()
        size = _PARTS.get(part)
        if size is None or part in parts or at + size >= len(words):
            raise _FormError(later("`%(word)s` cannot stand there", word=words[at]))
        parts[part] = words[at + 1 : at + 1 + size]
        at += 1 + size
    return events.Result(
        match.upper(),
        _number(game, 1, 99) if slash else 1,
        (_entrant(words[1]), _entrant(words[3])),
        (_score(words[2]), _score(words[4])),
        (_number(parts["twenties"][0]), _number(parts["twenties"][1])) if "twenties" in parts else (0, 0),
        _entrant(parts["won"][0]) if "won" in parts else None,
        parts["board"][0] if "board" in parts else None,
    )


_PARTS = {"twenties": 2, "won": 1, "board": 1}


def _clear(words: list[str]) -> What:
    return events.Clear(words[0].upper(), (_entrant(words[1]), _entrant(words[2])) if words[1:] else None)


def _shootout(words: list[str]) -> What:
    if len(words) % 2 == 0:
        raise _FormError(later("An entrant's twenties are missing"))
    pairs = zip(words[1::2], words[2::2], strict=True)
    return events.Shootout(_number(words[0]), tuple((_entrant(x), _number(twenties)) for x, twenties in pairs))


_ANY = range(maxsize)

# Each event's form, how many words it may have behind the first, and what these say.
_READERS: dict[str, tuple[str, range | tuple[int, ...], Callable[[list[str]], What]]] = {
    "add": ("add NAME", _ANY, lambda words: events.Add(" ".join(words))),
    "rename": ("rename X NAME", _ANY[1:], lambda words: events.Rename(_entrant(words[0]), " ".join(words[1:]))),
    "in": ("in X…", _ANY[1:], lambda words: events.SetStatus(events.IN, _entrants_or(words, "all"))),
    "absent": ("absent X…", _ANY[1:], lambda words: events.SetStatus(events.ABSENT, _entrants_or(words, "all"))),
    "withdraw": ("withdraw X", (1,), lambda words: events.SetStatus(events.WITHDRAWN, _entrants(words))),
    "disqualify": ("disqualify X", (1,), lambda words: events.SetStatus(events.DISQUALIFIED, _entrants(words))),
    "contest": ("contest X N", (2,), lambda words: events.ContestTwenties(_entrant(words[0]), _number(words[1]))),
    "seeds": ("seeds [X…]", _ANY, lambda words: events.Seeds(_entrants_or(words, events.CONTEST))),
    "open": ("open T…", _ANY[1:], lambda words: events.Open(tuple(words))),
    "close": ("close T", (1,), lambda words: events.Close(words[0])),
    "phase": ("phase K FORMAT [option…] game GAME…", _ANY, _declare),
    "draw": ("draw K [X-Y…]", _ANY[1:], lambda words: events.Draw(_number(words[0]), tuple(map(_pair, words[1:])))),
    "redraw": ("redraw K", (1,), lambda words: events.Redraw(_number(words[0]))),
    "end": ("end K", (1,), lambda words: events.End(_number(words[0]))),
    "call": (
        "call [M T]",
        (0, 2),
        lambda words: events.CallMatch(words[0].upper(), words[1]) if words else events.CallAll(),
    ),
    "free": ("free T", (1,), lambda words: events.Free(words[0])),
    "result": ("result M[/G] X S Y S [twenties N N] [won X] [board ID]", _ANY[5:], _result),
    "forfeit": ("forfeit M X [Y]", (2, 3), lambda words: events.Forfeit(words[0].upper(), _entrants(words[1:]))),
    "clear": ("clear M [X Y]", (1, 3), _clear),
    "shootout": ("shootout K X N Y N…", _ANY[5:], _shootout),
    "note": ("note TEXT…", _ANY[1:], lambda words: events.Note(" ".join(words))),
    "undo": ("undo", (0,), lambda words: events.Undo()),
}
