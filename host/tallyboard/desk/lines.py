"""A line of a tournament's script as an event: what it says, not yet whether it can be."""

from collections.abc import Callable

from shared_rules.games.options import number
from tallyboard.desk.events import (
    ABSENT,
    CONTEST,
    DISQUALIFIED,
    DOUBLES,
    IN,
    SINGLES,
    WITHDRAWN,
    Add,
    CallAll,
    CallMatch,
    Clear,
    Close,
    ContestTwenties,
    Declare,
    Draw,
    End,
    Forfeit,
    Free,
    Note,
    Open,
    Redraw,
    Rename,
    Result,
    Seeds,
    SetStatus,
    Shootout,
    Undo,
    What,
)
from tallyboard.desk.refusal import Refusal
from tallyboard.errors import desk as told


def words_of(line: str) -> list[str]:
    """The words of a line without its comment."""
    return line.split("#")[0].split()


def read(line: str) -> What:
    """What the line says; raises Refusal `syntax`, or `first-line` for a second `tournament`."""
    words = words_of(line)
    if not words:
        raise _syntax("The line is empty", "Enter an event, such as `add Ann`")
    word = words[0].lower()
    if word == "tournament":
        raise Refusal(told.BEGUN)
    if word not in _READERS:
        raise _syntax(f"There is no event {words[0]}", "The events are " + ", ".join(_READERS))
    form, reader = _READERS[word]
    try:
        return reader(words[1:])
    except _FormError as error:
        raise _syntax(f"{error} in `{' '.join(words)}`", f"Write it as `{form}`") from None


def first_line(line: str) -> tuple[str, int]:
    """(`singles` or `doubles`, the seed of the lot) of `tournament singles|doubles [seed=N]`; raises Refusal."""
    words = [word.lower() for word in words_of(line)]
    entry = words[1] if len(words) > 1 else ""
    seed: int | None = 0
    if len(words) == 3 and words[2].startswith("seed="):
        seed = number(words[2][5:])
    elif len(words) != 2:
        seed = None
    if words[:1] != ["tournament"] or entry not in (SINGLES, DOUBLES) or seed is None:
        raise Refusal(told.FIRST_LINE)
    return entry, seed


class _FormError(Exception):
    """What is wrong with the words after the first."""


def _syntax(cause: str, next_step: str) -> Refusal:
    return Refusal(told.SYNTAX, cause=cause, next_step=next_step)


def _number(word: str, least: int = 0, most: int = 999) -> int:
    value = number(word)
    if value is None or not least <= value <= most:
        raise _FormError(f"`{word}` is no number from {least} to {most}")
    return value


def _entrant(word: str) -> int:
    value = number(word)
    if value is None:
        raise _FormError(f"`{word}` is no entrant's number")
    return value


def _score(word: str) -> int:
    if word.startswith("-") and word != "-0":
        return -_number(word[1:], 0, 9999)
    return _number(word, 0, 9999)


def _exactly(words: list[str], *counts: int) -> None:
    if len(words) not in counts:
        raise _FormError("There are too few words" if len(words) < min(counts) else "There are too many words")


def _at_least(words: list[str], least: int) -> None:
    if len(words) < least:
        raise _FormError("There are too few words")


def _add(words: list[str]) -> Add:
    return Add(" ".join(words))


def _rename(words: list[str]) -> Rename:
    _at_least(words, 1)
    return Rename(_entrant(words[0]), " ".join(words[1:]))


def _status(status: str) -> Callable[[list[str]], SetStatus]:
    def read_status(words: list[str]) -> SetStatus:
        _at_least(words, 1)
        if [word.lower() for word in words] == ["all"]:
            return SetStatus(status, None)
        return SetStatus(status, tuple(_entrant(word) for word in words))

    return read_status


def _out(status: str) -> Callable[[list[str]], SetStatus]:
    def read_out(words: list[str]) -> SetStatus:
        _exactly(words, 1)
        return SetStatus(status, (_entrant(words[0]),))

    return read_out


def _contest(words: list[str]) -> ContestTwenties:
    _exactly(words, 2)
    return ContestTwenties(_entrant(words[0]), _number(words[1]))


def _seeds(words: list[str]) -> Seeds:
    if [word.lower() for word in words] == [CONTEST]:
        return Seeds(None)
    return Seeds(tuple(_entrant(word) for word in words))


def _open(words: list[str]) -> Open:
    _at_least(words, 1)
    return Open(tuple(words))


def _close(words: list[str]) -> Close:
    _exactly(words, 1)
    return Close(words[0])


def _declare(words: list[str]) -> Declare:
    low = [word.lower() for word in words]
    if "game" not in low[2:]:
        raise _FormError("The game is missing")
    at = low.index("game", 2)
    return Declare(_number(low[0]), low[1], tuple(low[2:at]), tuple(low[at + 1 :]))


def _draw(words: list[str]) -> Draw:
    _at_least(words, 1)
    return Draw(_number(words[0]), tuple(_pair(word) for word in words[1:]))


def _pair(word: str) -> tuple[int, int]:
    first, dash, second = word.partition("-")
    if not dash:
        raise _FormError(f"`{word}` is no pair")
    return _entrant(first), _entrant(second)


def _phase(kind: type[Redraw] | type[End]) -> Callable[[list[str]], What]:
    def read_phase(words: list[str]) -> What:
        _exactly(words, 1)
        return kind(_number(words[0]))

    return read_phase


def _call(words: list[str]) -> CallAll | CallMatch:
    _exactly(words, 0, 2)
    return CallMatch(words[0].upper(), words[1]) if words else CallAll()


def _free(words: list[str]) -> Free:
    _exactly(words, 1)
    return Free(words[0])


def _result(words: list[str]) -> Result:
    _at_least(words, 5)
    match, slash, game = words[0].partition("/")
    parts: dict[str, list[str]] = {}
    at = 5
    while at < len(words):
        part = words[at].lower()
        size = _PARTS.get(part)
        if size is None or part in parts or at + size >= len(words):
            raise _FormError(f"`{words[at]}` cannot stand there")
        parts[part] = words[at + 1 : at + 1 + size]
        at += 1 + size
    return Result(
        match.upper(),
        _number(game, 1, 99) if slash else 1,
        (_entrant(words[1]), _entrant(words[3])),
        (_score(words[2]), _score(words[4])),
        (_number(parts["twenties"][0]), _number(parts["twenties"][1])) if "twenties" in parts else (0, 0),
        _entrant(parts["won"][0]) if "won" in parts else None,
        parts["board"][0] if "board" in parts else None,
    )


_PARTS = {"twenties": 2, "won": 1, "board": 1}


def _forfeit(words: list[str]) -> Forfeit:
    _exactly(words, 2, 3)
    return Forfeit(words[0].upper(), tuple(_entrant(word) for word in words[1:]))


def _clear(words: list[str]) -> Clear:
    _exactly(words, 1, 3)
    return Clear(words[0].upper(), (_entrant(words[1]), _entrant(words[2])) if len(words) == 3 else None)


def _shootout(words: list[str]) -> Shootout:
    _at_least(words, 5)
    if len(words) % 2 == 0:
        raise _FormError("An entrant's twenties are missing")
    pairs = zip(words[1::2], words[2::2], strict=True)
    return Shootout(_number(words[0]), tuple((_entrant(entrant), _number(twenties)) for entrant, twenties in pairs))


def _note(words: list[str]) -> Note:
    _at_least(words, 1)
    return Note(" ".join(words))


def _undo(words: list[str]) -> Undo:
    _exactly(words, 0)
    return Undo()


_READERS: dict[str, tuple[str, Callable[[list[str]], What]]] = {
    "add": ("add NAME", _add),
    "rename": ("rename X NAME", _rename),
    "in": ("in X…", _status(IN)),
    "absent": ("absent X…", _status(ABSENT)),
    "withdraw": ("withdraw X", _out(WITHDRAWN)),
    "disqualify": ("disqualify X", _out(DISQUALIFIED)),
    "contest": ("contest X N", _contest),
    "seeds": ("seeds [X…]", _seeds),
    "open": ("open T…", _open),
    "close": ("close T", _close),
    "phase": ("phase K FORMAT [option…] game GAME…", _declare),
    "draw": ("draw K [X-Y…]", _draw),
    "redraw": ("redraw K", _phase(Redraw)),
    "end": ("end K", _phase(End)),
    "call": ("call [M T]", _call),
    "free": ("free T", _free),
    "result": ("result M[/G] X S Y S [twenties N N] [won X] [board ID]", _result),
    "forfeit": ("forfeit M X [Y]", _forfeit),
    "clear": ("clear M [X Y]", _clear),
    "shootout": ("shootout K X N Y N…", _shootout),
    "note": ("note TEXT…", _note),
    "undo": ("undo", _undo),
}
