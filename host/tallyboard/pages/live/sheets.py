"""The sheets of the tournament in use that the TV shows between its tables: what is called, standings, brackets."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, GroupObject, PhaseObject
from tallyboard.pages.public.view import View
from tallyboard.pages.render import name_markup
from tallyboard.text.tournament.matches import is_league

_ROWS = 10  # of a sheet, to be read from ten metres
_NOT_YET = Markup("-")
_OPEN = ("called", "ready")


class TvColumn(NamedTuple):
    """A column of a sheet, or several with one title. `kind`: what is in it: a name has what room there is, words a
    little, numbers less."""

    title: Markup
    kind: Literal["name", "word", "round", "number"]
    span: int = 1


class TvSheet(NamedTuple):
    """A table as large as the screen."""

    title: Markup
    columns: tuple[TvColumn, ...]
    rows: Sequence[tuple[Markup | int, ...]]

    @property
    def kinds(self) -> list[str]:
        """What is in each cell of a row."""
        return [column.kind for column in self.columns for _ in range(column.span)]


def sheets(view: View) -> list[TvSheet]:
    """What there is to be shown, in turn; as many as the rows take, none without rows."""
    found = [_calls(view)]
    if view.computed["finished"] and len(view.computed["phases"]) > 1:
        found.append(_placing(view))
    for phase in _current(view):
        if is_league(phase):
            found += [_standings(view, group) for group in phase["standings"]]
        else:
            found.append(_bracket(view, phase))
    return [
        sheet._replace(rows=sheet.rows[start : start + _ROWS])
        for sheet in found
        for start in range(0, len(sheet.rows), _ROWS)
    ]


def _current(view: View) -> list[PhaseObject]:
    """Those that are being played, else the one that makes the champion, or was played last."""
    drawn = [phase for phase in view.computed["phases"] if phase["drawn"]]
    main = [phase for phase in drawn if phase["phase"] == view.facts.main]
    return [phase for phase in drawn if not phase["finished"]] or main or drawn[-1:]


def _placing(view: View) -> TvSheet:
    """Everybody's place in the whole tournament."""
    columns = (TvColumn(view._("Place"), "number"), TvColumn(view._("Name"), "name"))
    rows = [(one["place"], view.name(one["entrant"])) for one in view.computed["placing"]]
    return TvSheet(view._("Places: %(name)s", name=_title(view)), columns, rows)


def _calls(view: View) -> TvSheet:
    """Who is called to which table, then who can be."""
    called = [(one["table"], one["match"], view._("called")) for one in view.computed["tables"] if one["match"]]
    following = [(one["table"], one["match"], view._("next")) for one in view.computed["next"]]
    rows = [
        (name_markup(table), *_sides(view, view.matches[match]), state) for table, match, state in (*called, *following)
    ]
    columns = (
        TvColumn(view._("Table"), "word"),
        TvColumn(view._("Players"), "name", 2),
        TvColumn(view._("State"), "word"),
    )
    return TvSheet(view._("Who plays where: %(name)s", name=_title(view)), columns, rows)


def _standings(view: View, group: GroupObject) -> TvSheet:
    title = view._("Standings: %(name)s", name=_title(view))
    if group["group"] is not None:
        title = view._("Standings: %(name)s, group %(group)s", name=_title(view), group=group["group"])
    columns = (
        TvColumn(view._("Place"), "number"),
        TvColumn(view._("Name"), "name"),
        TvColumn(view._("played"), "number"),
        TvColumn(view._("won"), "number"),
        TvColumn(view._("pts"), "number"),
    )
    rows = [
        (
            _NOT_YET if row["place"] is None else row["place"],
            view.name(row["entrant"]),
            row["played"],
            row["won"],
            row["points"],
        )
        for row in group["rows"]
    ]
    return TvSheet(title, columns, rows)


def _bracket(view: View, phase: PhaseObject) -> TvSheet:
    """The matches whose sides are known: what is called, what can be, then results from the final back."""
    known = [match for match in phase["matches"] if all(match["sides"])]
    to_play = [match for state in _OPEN for match in known if match["state"] == state]
    decided = [match for match in known if match["state"] == "decided"]
    decided.sort(key=lambda match: (-match["round"], match["match"].endswith(":T")))
    rows = [
        (
            view.round(match),
            *_sides(view, match),
            _score(view, match),
            *([name_markup(view.calls.get(match["match"], ""))] if to_play else []),
        )
        for match in (*to_play, *decided)
    ]
    columns = (
        TvColumn(view._("round"), "round"),
        TvColumn(view._("Players"), "name", 2),
        TvColumn(view._("score"), "word"),
        *([TvColumn(view._("Table"), "word")] if to_play else []),
    )
    champion = view.computed["champion"]
    title = view._("Bracket: %(name)s", name=_title(view))
    if champion and phase["phase"] == view.facts.main:
        title = view._("Champion: %(who)s", who=view.name(champion))
    return TvSheet(title, columns, rows)


def _sides(view: View, match: DeskMatchObject) -> tuple[Markup, Markup]:
    """Who plays it, the winner marked."""
    names = [view.name(side) if side else _NOT_YET for side in match["sides"]]
    first, second = (
        Markup("<strong>{}</strong>").format(name) if side and side == match["winner"] else name
        for side, name in zip(match["sides"], names, strict=True)
    )
    return first, second


def _score(view: View, match: DeskMatchObject) -> Markup:
    """What it has come to; empty before the first."""
    return view.outcome(match) or Markup(" : ").join(map(str, view.figures(match)))


def _title(view: View) -> Markup:
    return name_markup(view.seen.about.name)
