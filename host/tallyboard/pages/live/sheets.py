"""The sheets of the tournament in use that the TV shows between its tables: what is called, standings, brackets."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tallyboard.desk.shapes import DeskMatchObject, GroupObject, PhaseObject
from tallyboard.pages.language import Language
from tallyboard.pages.tournaments import Seen
from tallyboard.text.printable import printable
from tallyboard.text.tournament.names import Names

_ROWS = 10  # of a sheet, to be read from ten metres
_MOST = 4  # sheets of one kind: the rest is on the tournament's own pages
_NOT_YET = "-"


class Column(NamedTuple):
    """A column of a sheet."""

    title: str
    is_number: bool = False


class Sheet(NamedTuple):
    """A table as large as the screen. `part`: which one of how many, "" for the only one."""

    title: str
    part: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[str, ...]]


def sheets(seen: Seen, language: Language) -> list[Sheet]:
    """What there is to be shown, in turn."""
    found = [*_calls(seen, language)]
    for phase in _current(seen.computed["phases"]):
        if phase["format"] in ("round-robin", "swiss"):
            found += [sheet for group in phase["standings"] for sheet in _standings(seen, group, language)]
        else:
            found += _bracket(seen, phase, language)
    return found


def _paged(title: str, columns: Sequence[Column], rows: Sequence[tuple[str, ...]]) -> Iterator[Sheet]:
    """As many sheets as the rows take, and the most that anybody waits for; none without rows."""
    parts = [rows[start : start + _ROWS] for start in range(0, len(rows), _ROWS)]
    for number, part in enumerate(parts[:_MOST], 1):
        yield Sheet(title, f"{number} / {len(parts)}" if len(parts) > 1 else "", tuple(columns), part)


def _current(phases: Sequence[PhaseObject]) -> list[PhaseObject]:
    """Those that are being played, else the one that was played last."""
    drawn = [phase for phase in phases if phase["drawn"]]
    return [phase for phase in drawn if not phase["finished"]] or drawn[-1:]


def _calls(seen: Seen, _: Language) -> Iterator[Sheet]:
    """Who plays at which table, then who can be called."""
    names, matches = _names(seen), _matches(seen)
    called = [
        (table["table"], matches[table["match"]], _("plays")) for table in seen.computed["tables"] if table["match"]
    ]
    following = [(one["table"], matches[one["match"]], _("to be called")) for one in seen.computed["next"]]
    rows = [(table, *_sides(match, names), state) for table, match, state in (*called, *following)]
    title = _("Who plays where: %(name)s", name=printable(seen.about.name))
    return _paged(title, (Column(_("table")), Column(""), Column(""), Column("")), rows)


def _standings(seen: Seen, group: GroupObject, _: Language) -> Iterator[Sheet]:
    names = _names(seen)
    title = _("Standings: %(name)s", name=printable(seen.about.name))
    if group["group"] is not None:
        title = _("Standings: %(name)s, group %(group)s", name=printable(seen.about.name), group=group["group"])
    columns = (
        Column("", True),
        Column(""),
        Column(_("played"), True),
        Column(_("won"), True),
        Column(_("pts"), True),
    )
    rows = [
        (
            _NOT_YET if row["place"] is None else str(row["place"]),
            names[row["entrant"]],
            str(row["played"]),
            str(row["won"]),
            str(row["points"]),
        )
        for row in group["rows"]
    ]
    return _paged(title, columns, rows)


def _bracket(seen: Seen, phase: PhaseObject, _: Language) -> Iterator[Sheet]:
    """The matches whose sides are known: what is to be played, then the latest results."""
    names = _names(seen)
    known = [match for match in phase["matches"] if all(match["sides"])]
    open_ones = [match for match in known if match["state"] not in ("decided", "void", "cancelled")]
    decided = sorted((match for match in known if match["state"] == "decided"), key=lambda match: -match["round"])
    rows = [(match["match"], *_sides(match, names), _score(match)) for match in (*open_ones, *decided)]
    title = _("Bracket: %(name)s", name=printable(seen.about.name))
    return _paged(title, (Column(_("match")), Column(""), Column(""), Column(_("score"))), rows)


def _sides(match: DeskMatchObject, names: Names) -> tuple[str, str]:
    first, second = (printable(names[side]) if side else _NOT_YET for side in match["sides"])
    return first, second


def _score(match: DeskMatchObject) -> str:
    return ", ".join(" : ".join(map(str, game["scores"])) for game in match["games"]) or _NOT_YET


def _names(seen: Seen) -> Names:
    return Names(seen.computed["entrants"])


def _matches(seen: Seen) -> dict[str, DeskMatchObject]:
    return {match["match"]: match for phase in seen.computed["phases"] for match in phase["matches"]}
