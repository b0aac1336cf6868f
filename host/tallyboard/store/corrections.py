"""A match's score in a line, as a result that is given by hand: `A 8 B 4 twenties 5 2`, `A 7 B 7 won A`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast
from uuid import uuid4
from zlib import crc32

from tallyboard.errors import CoreError, Later, later
from tallyboard.errors import store as told
from tallyboard.shapes import BySide, CorrectionFact, MatchObject, RecordedFigures
from tallyboard.store.matches.replayed import no_score
from tallyboard.store.tables.sql import LATEST_MS, CoreSql, Sql, rows_if_there
from tallyboard.system.laptop import laptop_name
from tallyboard.text.language import _
from tallyboard.text.match_words import result_line, short_id
from tallyboard.text.quantities import utc_of_ms

if TYPE_CHECKING:
    from tallyboard.store.transactions import Writable  # which `results` does without

_HOW = later("It is like 'A 8 B 4', 'A 8 B 4 twenties 5 2' or 'A 7 B 7 won A'")
_LOWEST, _HIGHEST, _MOST_TWENTIES = -9999, 9999, 999


class ScoreError(ValueError):
    """A line that is no score of the match; `why` says why."""

    def __init__(self, why: Later) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return _(self.why)


@dataclass(frozen=True)
class Score:
    """`twenties`: None where the line has none. `won`: for whom the game itself decided between equal scores."""

    totals: BySide
    twenties: BySide | None = None
    won: str | None = None

    @property
    def winners(self) -> list[str]:
        """Who has most, all who share a draw; of these the one for whom the game decided."""
        most = max(self.totals.values())
        return [self.won] if self.won else [side for side, points in self.totals.items() if points == most]

    def line(self) -> str:
        words = [f"{side} {points}" for side, points in self.totals.items()]
        words += ["twenties", *map(str, self.twenties.values())] if self.twenties is not None else []
        return " ".join([*words, *(["won", self.won] if self.won else [])])


def read_score(line: str, sides: Sequence[str]) -> Score:
    """The score that the line says of a match with these sides; raises ScoreError.

    Each side with its points, in any order; behind them, in any order, `twenties` with a number a side, in the order of
    the sides before, and `won` with a side.
    """
    words = line.split()
    given = _points(words[: 2 * len(sides)], sides)
    rest = words[2 * len(sides) :]
    twenties: BySide | None = None
    won: str | None = None
    while rest:
        what = rest[0].lower()
        if what == "twenties" and twenties is None:
            numbers = [_number(word, 0, _MOST_TWENTIES) for word in rest[1 : 1 + len(sides)]]
            if len(numbers) < len(sides):
                raise ScoreError(later("twenties has a number for each of %(sides)s", sides=", ".join(given)))
            twenties = dict(zip(given, numbers, strict=True))
            rest = rest[1 + len(sides) :]
        elif what == "won" and won is None and len(rest) > 1:
            won = rest[1].upper()
            rest = rest[2:]
        else:
            raise ScoreError(later("%(word)s is not expected there. %(how)s", word=rest[0], how=_HOW))
    level = Score(given).winners
    if won is not None and (won not in level or len(level) == 1):
        raise ScoreError(later("won is for equal scores, with one of the sides that have them, not %(side)s", side=won))
    of_twenties = None if twenties is None else {side: twenties[side] for side in sides}
    return Score({side: given[side] for side in sides}, of_twenties, won)


def _points(words: Sequence[str], sides: Sequence[str]) -> BySide:
    given: BySide = {}
    for name, number in zip(words[::2], words[1::2], strict=False):
        side = name.upper()
        if side not in sides or side in given:
            if side in given:
                raise ScoreError(later("%(side)s is there twice. %(how)s", side=name, how=_HOW))
            raise ScoreError(later("%(side)s is no side of the match. %(how)s", side=name, how=_HOW))
        given[side] = _number(number, _LOWEST, _HIGHEST)
    if len(given) < len(sides):
        missing = ", ".join(side for side in sides if side not in given)
        raise ScoreError(later("it has no points of %(sides)s. %(how)s", sides=missing, how=_HOW))
    return given


def _number(word: str, low: int, high: int) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4 and low <= int(word) <= high):
        why = later("%(word)s is no number from %(low)s to %(high)s. %(how)s", word=word, low=low, high=high, how=_HOW)
        raise ScoreError(why)
    return int(word)


Kind = Literal["sheet", "result", "aside", "drop"]

COLUMNS = ("id", "match_id", "kind", "content", "given_by", "reason", "given", "laptop")
_SELECT = f"SELECT {', '.join(COLUMNS)}, crc FROM corrections"
_TYPES = [*[str] * 6, int, str, int]


class Correction(NamedTuple):
    """A fact. `kind`: a sheet or a result stands instead of what the board recorded, the match is set aside, or drop:
    what the board recorded stands again. `content`: the scoresheet, or the score in a line, else empty.
    `given_by`: who says it; `given`: when, in ms since 1970."""

    id: str
    match: str
    kind: Kind
    content: str
    given_by: str
    reason: str
    given: int
    laptop: str

    @property
    def at(self) -> str:
        """When it was given, in UTC."""
        return utc_of_ms(self.given)

    def as_row(self) -> dict[str, Any]:
        return {**dict(zip(COLUMNS, self, strict=True)), "crc": _check(self)}

    def as_json(self) -> CorrectionFact:
        return {
            "correction": self.id,
            "kind": self.kind,
            "content": self.content,
            "by": self.given_by,
            "laptop": self.laptop,
            "reason": self.reason,
            "at": self.at,
        }


def _check(values: Iterable[Any]) -> int:
    """The check of a row with these values of its COLUMNS."""
    return crc32("\0".join(map(str, values)).encode("utf-8", "surrogateescape"))


def correction_of(row: tuple[Any, ...]) -> Correction | None:
    """What is kept in these values of the COLUMNS and the check behind them; None where a disk has damaged it."""
    if [type(value) for value in row] != _TYPES:
        return None
    *values, crc = row
    found = Correction(*values)
    is_text = not any("\ud800" <= letter <= "\udfff" for letter in "".join((*values[:6], found.laptop)))
    return found if is_text and 0 <= found.given < LATEST_MS and crc == _check(values) else None


def all_corrections(sql: Sql) -> list[Correction]:
    """All that are sound, each before those that take its place."""
    return [one for _, one in _rows(sql) if one is not None]


def damaged(sql: Sql) -> list[str]:
    """The ids of those whose check does not hold."""
    return [str(name) for name, one in _rows(sql) if one is None]


def of_match(sql: Sql, match_id: str) -> list[Correction]:
    """All of this match that are sound, each before those that take its place."""
    return [one for _, one in _rows(sql, "WHERE match_id = :match", match=match_id) if one is not None]


def by_match(sql: Sql) -> dict[str, list[Correction]]:
    """The same for each match of which there are some, by its id."""
    found: dict[str, list[Correction]] = {}
    for one in all_corrections(sql):
        found.setdefault(one.match, []).append(one)
    return found


def standing(sql: Sql) -> dict[str, Correction]:
    """By the id of each match of which another thing stands than what its board recorded, what that is."""
    last = {one.match: one for one in all_corrections(sql)}
    return {match: one for match, one in last.items() if one.kind != "drop"}


def _rows(sql: Sql, where: str = "", **values: Any) -> list[tuple[Any, Correction | None]]:
    """(id, correction or None) of each row, in order."""
    rows = rows_if_there(sql, "corrections", f"{_SELECT} {where}", **values)
    found = [(row[0], correction_of(row)) for row in rows]
    return sorted(found, key=lambda pair: (0, "") if pair[1] is None else (pair[1].given, pair[1].id))


_FIGURES = tuple(RecordedFigures.__annotations__)  # of a match object what a correction can replace
_IN_WORDS = {"aside": later("set aside"), "drop": later("taken back")}


def corrected(match: MatchObject, correction: Correction) -> MatchObject:
    """The match object by this correction; `match`: as its board recorded it. A correction that only a newer tallyboard
    can read gives a match of that one, without a score."""
    try:
        figures = _standing(match, correction)
    except ValueError:  # SheetError, ScoreError
        figures = {**no_score("incomplete"), "newer": True}
    said = {"kind": correction.kind, "by": correction.given_by, "reason": correction.reason, "at": correction.at}
    told = {**_without_newer(match), **figures, "correction": {**said, "recorded": _figures(match)}}
    return cast(MatchObject, told)


def as_recorded(match: MatchObject) -> MatchObject:
    """The match object as its board recorded it."""
    correction = match["correction"]
    return match if correction is None else cast(MatchObject, {**_without_newer(match), **correction["recorded"]})


def _without_newer(match: MatchObject) -> dict[str, Any]:
    """The match object without what says that this tallyboard cannot compute it."""
    return {key: value for key, value in match.items() if key != "newer"}


def said(match: MatchObject, correction: Correction) -> str:
    """What the correction says of the match, in a few words: `scoresheet, Ann wins 8 : 4`, `set aside`."""
    if correction.kind in _IN_WORDS:
        return _(_IN_WORDS[correction.kind])
    what = _("scoresheet") if correction.kind == "sheet" else _("result")
    return f"{what}, {result_line(corrected(as_recorded(match), correction))}"


def _figures(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in _FIGURES if name in told}


def _standing(match: MatchObject, correction: Correction) -> dict[str, Any]:
    if correction.kind == "sheet":
        from tallyboard.journal.presses import result_of

        sheet = result_of(correction.content)
        names = {side: name or match["names"].get(side) for side, name in sheet["names"].items()}
        return {**_figures(sheet), "names": names}  # names that it does not give stay those that are known
    if correction.kind == "result":
        score = read_score(correction.content, match["sides"])
        of_score = {"winners": score.winners, "totals": score.totals, "twenties": score.twenties or {}}
        return {**no_score("finished"), **of_score}
    if correction.kind == "aside":
        return no_score("aside")
    raise ScoreError(later("what a %(kind)s is, only a newer tallyboard knows", kind=correction.kind))


def correct(
    store: "Writable",
    match: MatchObject,
    kind: Kind,
    content: str,
    reason: str,
    given_by: str,
    check: Callable[[Sequence[Correction]], None] | None = None,
) -> Correction:
    """Write this down about the match; what stands of it from now on.

    `content`: a scoresheet of the match's game, or the line of a score of its sides; empty for the other kinds. `check`
    is given what was said of the match before, in the transaction that writes, and may raise. Raises TallyboardError
    where there is nothing to drop, and where the store fails.
    """
    with store.writing() as sql:
        sql.lock("boards", match["board"])  # of two that correct a match the second waits, and sees what is written
        before = of_match(sql, match["match"])
        if check is not None:
            check(before)
        if kind == "drop" and (not before or before[-1].kind == "drop"):
            raise CoreError(told.NOT_CORRECTED, match=short_id(match))
        now = sql.now_ms()
        given = max(now, before[-1].given + 1) if before else now  # of two at once, or by a clock put back, this holds
        names = str(uuid4()), match["match"]
        made = Correction(*names, kind, content, given_by, reason, given, laptop_name())
        sql.insert("corrections", [made.as_row()])
    return made


def take(store: "Writable", others: Sequence[Correction]) -> int:
    """Keep those of these that are not there; how many. Of two with one id, which no laptop gives, the greater
    stays."""
    with store.reading() as sql:
        if not _missing(others, all_corrections(sql)):
            return 0
    with store.writing() as sql:
        missing = _missing(others, all_corrections(sql))
        sql.upsert("corrections", "id", [one.as_row() for one in missing])
    return len(missing)


def _missing(others: Sequence[Correction], there: Sequence[Correction]) -> list[Correction]:
    known = {one.id: one for one in there}
    return [one for one in others if one.id not in known or known[one.id] < one]


def remove_damaged(sql: CoreSql) -> None:
    """Take out those whose check does not hold: what they say counts nowhere, and is in no other place."""
    sql.run_each("DELETE FROM corrections WHERE id = :id", [{"id": name} for name in damaged(sql)])
