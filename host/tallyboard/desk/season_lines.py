"""A season's lines: its options, its roster, its nights. What follows from them is in `tallyboard.desk.season`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Self

from shared_rules.games.options import number
from tallyboard.desk.events import SINGLES
from tallyboard.desk.field import players_of
from tallyboard.desk.lines import lines_of, words_of
from tallyboard.desk.options import Reader, read_values, whole
from tallyboard.desk.script import ScriptError
from tallyboard.errors import later
from tallyboard.errors import season as told
from tallyboard.errors.desk import Refusal

MATCH = "match"
POINTS, NIGHTS, WINS, TWENTIES = "points", "nights", "wins", "twenties"
CHAIN = (POINTS, NIGHTS, WINS, TWENTIES)

Points = tuple[int, ...] | None  # by place, the last for all further ones; None: those of the night's leagues
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True)
class SeasonOptions:
    """What is in force: `best` so many nights count, None: all; who was there less than `least` times has no place."""

    points: Points = None
    best: int | None = None
    least: int = 0
    chain: tuple[str, ...] = CHAIN


@dataclass
class RosterPlayer:
    """One person, numbered from 1, and all that they are called, the name that is shown first."""

    number: int
    names: list[str]

    @property
    def name(self) -> str:
        """The one that is shown."""
        return self.names[0]


@dataclass(frozen=True)
class Night:
    """A night: `file` is a script's file, or the id of a tournament in the store."""

    date: date
    file: str
    points: Points


@dataclass
class SeasonEvent:
    """A line that was accepted, by its number from 1, and whether it still stands."""

    number: int
    line: str
    stands: bool = True


@dataclass
class _Said:
    """What the lines that stand say. `given`: the options of the first line, or as they were set later."""

    options: SeasonOptions
    roster: list[RosterPlayer] = field(default_factory=list)
    nights: list[tuple[date, str, dict[str, Any]]] = field(default_factory=list)
    called: dict[str, int] = field(default_factory=dict)


class Season:
    """Begin one with its first line, then enter the others in their order.

    >>> league = Season("season best=2 points=10,8,6")
    >>> for line in ("player Ann = Annie", "player Bob", "night 2026-01-13 jan.txt"):
    ...     event = league.enter(line)
    >>> league.who("ANNIE")
    1
    >>> league.enter("player annie")
    Traceback (most recent call last):
    tallyboard.errors.desk.Refusal: annie is in the roster already: Ann. ...
    """

    def __init__(self, first_line: str) -> None:
        self.first_line = " ".join(words_of(first_line))
        self.events: list[SeasonEvent] = []
        self._kept = self._begun()

    def _begun(self) -> _Said:
        words = self.first_line.lower().split()
        if words[:1] != ["season"]:
            raise Refusal(told.FIRST_LINE)
        return _Said(SeasonOptions(**_read_options(words[1:], _OPTIONS)))

    def enter(self, line: str, _minute: int = 0) -> SeasonEvent:
        """Take one line of a script, or of those that a desk has besides: `also X NAME`, `rename X NAME`, `set
        OPTION…`, `out T`, `note TEXT…`, `undo`. Raises Refusal and changes nothing. It knows no minutes."""
        words = words_of(line)
        word = words[0].lower() if words else ""
        if word == "season":
            raise Refusal(told.BEGUN)
        event = SeasonEvent(len(self.events) + 1, " ".join(words))
        if word == "undo":
            last = next((one for one in reversed(self.events) if one.stands), None)
            if last is None:
                raise Refusal(told.NOTHING_TO_UNDO)
            event.stands = last.stands = False
            self._kept = self._begun()
            for one in self.events:
                if one.stands:
                    _apply(self._kept, one.line.split())
        else:
            _apply(self._kept, words)
        self.events.append(event)
        return event

    def at(self, _minute: int) -> Self:
        """As it stands then, which is as it stands."""
        return self

    @property
    def options(self) -> SeasonOptions:
        return self._kept.options

    @property
    def roster(self) -> list[RosterPlayer]:
        """All players, number 1 first."""
        return self._kept.roster

    @property
    def nights(self) -> list[Night]:
        """By date, then file; with the points that are in force there."""
        usual = {"points": self.options.points}
        found = [Night(day, file, **{**usual, **own}) for day, file, own in self._kept.nights]
        return sorted(found, key=lambda night: (night.date, night.file))

    def who(self, name: str) -> int | None:
        """The number of the player who is called so, None for a guest."""
        return self._kept.called.get(_key(name))

    def script(self) -> list[str]:
        """Its lines as `compute` reads them: roster and nights as they stand."""
        players = [f"player {' = '.join(player.names)}" for player in self.roster]
        nights = sorted(self._kept.nights, key=lambda night: night[:2])
        shown = [" ".join(["night", f"{day}", file, *_written(own)]) for day, file, own in nights]
        usual = SeasonOptions()
        changed = {name: value for name, value in vars(self.options).items() if value != getattr(usual, name)}
        return [" ".join(["season", *_written(changed)]), *players, *shown]


def read_season(text: str) -> Season:
    """The season of a whole script; raises ScriptError at the first line that is refused."""
    lines = lines_of(text)
    season = None
    for index, line in enumerate(lines, 1):
        words = words_of(line)
        if not words:
            continue
        try:
            if season is None:
                season = Season(line)
            elif words[0].lower() not in (*_OF_SCRIPT, "season"):
                raise _no_line(line, _OF_SCRIPT)
            else:
                season.enter(line)
        except Refusal as refusal:
            raise ScriptError(index, refusal) from None
    if season is None:
        raise ScriptError(max(1, len(lines)), Refusal(told.FIRST_LINE))
    return season


def night_line(text: str, file: str) -> int:
    """The number of the line, from 1, of a script that makes this file a night."""
    lines = map(words_of, lines_of(text))
    return next(at for at, words in enumerate(lines, 1) if words[2:3] == [file] and words[0].lower() == "night")


# ---- what a line says


def _apply(kept: _Said, words: list[str]) -> None:
    """Raises Refusal and changes nothing."""
    found = _LINES.get(words[0].lower()) if words else None
    if found is None:
        raise _no_line(" ".join(words), tuple(_LINES))
    form, least, take = found
    if len(words) <= least:
        raise Refusal(told.FORM, line=" ".join(words), form=form)
    take(kept, words[1:])


def _no_line(line: str, those: Sequence[str]) -> Refusal:
    return Refusal(told.SYNTAX, line=" ".join(words_of(line)), forms=", ".join(f"`{_LINES[one][0]}`" for one in those))


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _take_names(kept: _Said, names: list[str], player: int) -> None:
    """These names are the player's from now on."""
    keys = [_key(name) for name in names]
    for at, (name, key) in enumerate(zip(names, keys, strict=True)):
        if key in kept.called:
            raise Refusal(told.IN_ROSTER, name=name, player=kept.roster[kept.called[key] - 1].name)
        if key in keys[:at]:
            raise Refusal(told.IN_ROSTER, name=name, player=names[0])
    kept.called.update(dict.fromkeys(keys, player))


def _player(kept: _Said, words: list[str]) -> None:
    parts = [part.strip() for part in " ".join(words).split("=")]
    if not all(parts):
        raise Refusal(told.NO_PLAYER_NAME)
    names = [_name(part) for part in parts]
    _take_names(kept, names, len(kept.roster) + 1)
    kept.roster.append(RosterPlayer(len(kept.roster) + 1, names))


def _name(words: str) -> str:
    """One name; raises Refusal `names`."""
    return players_of(words, SINGLES)[0]


def _numbered(kept: _Said, word: str) -> RosterPlayer:
    found = number(word)
    if found is None or not 1 <= found <= len(kept.roster):
        raise Refusal(told.NO_PLAYER, number=word)
    return kept.roster[found - 1]


def _also(kept: _Said, words: list[str]) -> None:
    player, name = _numbered(kept, words[0]), _name(" ".join(words[1:]))
    _take_names(kept, [name], player.number)
    player.names.append(name)


def _rename(kept: _Said, words: list[str]) -> None:
    player, name = _numbered(kept, words[0]), _name(" ".join(words[1:]))
    own = next((one for one in player.names if _key(one) == _key(name)), None)
    if own is None:
        _take_names(kept, [name], player.number)
    else:  # the same in other letters
        player.names.remove(own)
    player.names.insert(0, name)  # who played as one of the others is still the same


def _night(kept: _Said, words: list[str]) -> None:
    day, file, own = words[0], words[1], _read_options([word.lower() for word in words[2:]], {POINTS: _points})
    try:
        on = date.fromisoformat(day) if _DATE.fullmatch(day) else None
    except ValueError:
        on = None
    if on is None:
        raise Refusal(told.DATE, word=day)
    if any(file == other for _, other, _ in kept.nights):
        raise Refusal(told.NIGHT_IS_THERE, file=file)
    kept.nights.append((on, file, own))


def _out(kept: _Said, words: list[str]) -> None:
    left = [night for night in kept.nights if night[1] != words[0]]
    if len(left) == len(kept.nights):
        raise Refusal(told.NOT_A_NIGHT, file=words[0])
    kept.nights = left


def _set(kept: _Said, words: list[str]) -> None:
    kept.options = replace(kept.options, **_read_options([word.lower() for word in words], _OPTIONS))


# By its first word: how a line is written, how many words it needs behind that, what it does.
_LINES: dict[str, tuple[str, int, Callable[[_Said, list[str]], None]]] = {
    "player": ("player NAME [= NAME]…", 0, _player),
    "night": ("night YYYY-MM-DD T [points=…]", 2, _night),
    "also": ("also X NAME", 2, _also),
    "rename": ("rename X NAME", 2, _rename),
    "set": ("set OPTION…", 1, _set),
    "out": ("out T", 1, _out),
    "note": ("note TEXT…", 1, lambda *_: None),
    "undo": ("undo", 0, lambda *_: None),
}
_OF_SCRIPT = ("player", "night")


# ---- options


def _refused(cause: str, next_step: str, _: str = "") -> Refusal:
    return Refusal(told.OPTION, cause=cause, next_step=next_step)


def _read_options(words: list[str], readers: dict[str, Reader]) -> dict[str, Any]:
    """The values of these options, by name; raises Refusal `option`."""
    none = later("There is no option `%(word)s` here")
    return read_values(words, readers, none, later("There is %(valid)s"), _refused)


def _points(word: str, value: str) -> Points:
    if value == MATCH:
        return None
    found = [number(part) for part in value.split(",")]
    points = tuple(part for part in found if part is not None and part <= 999)
    if len(points) < len(found) or len(points) > 99 or list(points) != sorted(points, reverse=True):
        raise _refused(
            later("`%(word)s` is not valid", word=word),
            later(
                "It is points=match, or up to 99 numbers up to 999 by place, none above the one before: points=10,8,6"
            ),
        )
    return points


def _chain(word: str, value: str) -> tuple[str, ...]:
    items = tuple(value.split(","))
    if items[0] != POINTS or len(set(items)) < len(items) or not set(items) <= set(CHAIN):
        raise _refused(
            later("`%(word)s` is no chain", word=word),
            later("It begins with points, and has of %(all)s none twice: chain=points", all=", ".join(CHAIN)),
        )
    return items


_OPTIONS: dict[str, Reader] = {
    "points": _points,
    "best": whole(1, 99, _refused),
    "least": whole(0, 99, _refused),
    "chain": _chain,
}


def _written(options: dict[str, Any]) -> list[str]:
    """Options as a line has them."""
    return [f"{name}={MATCH if value is None else _value(value)}" for name, value in options.items()]


def _value(value: int | Sequence[object]) -> str:
    return str(value) if isinstance(value, int) else ",".join(map(str, value))
