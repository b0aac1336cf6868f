"""Statistics: what entrants and tables did, round by round."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.matches import members
from tallyboard.pages.drawing.zones import Fallen, zones
from tallyboard.pages.public.recorded import matches_of
from tallyboard.pages.public.view import Asked, Page, View
from tallyboard.pages.public.words import counts_said, zone_word
from tallyboard.shapes import EntrantFigures, Figures, StatisticsObject, TableFigures
from tallyboard.store import Reader
from tallyboard.store.presses import Presses
from tallyboard.store.tournaments.statistics import BoardGame, board_game, by_worth
from tallyboard.store.tournaments.statistics import statistics as computed
from tallyboard.text.board_names import natural
from tallyboard.text.language import later
from tallyboard.text.printable import printable


class FigureColumn(NamedTuple):
    """A column that the statistics can be sorted by: its title, the key of its figure, and how many decimals it has."""

    title: str
    key: str
    decimals: int = 0


# By their words in the address.
_COLUMNS = {
    "games": FigureColumn(later("Games"), "games"),
    "score": FigureColumn(later("Score"), "score"),
    "twenties": FigureColumn(later("Twenties"), "twenties"),
    "a-round": FigureColumn(later("Twenties a round"), "twenties_a_round", 2),
    "first": FigureColumn(later("Rounds won when first"), "first_share"),
    "busts": FigureColumn(later("Busts"), "busts"),
    "minutes": FigureColumn(later("Minutes a game"), "minutes", 1),
}


def statistics(asked: Asked) -> Page:
    """All entrants and tables, sorted by one of the columns (`by=twenties`), or by name."""
    view = asked.view()
    found = _figures_of(asked, view)
    by = asked.query.get("by", "")
    by = by if by in _COLUMNS else ""
    entrants = sorted(found["entrants"], key=lambda one: natural(view.entrants[one["entrant"]]["name"].casefold()))
    if by:
        entrants.sort(key=lambda one: _worth(one, by), reverse=True)
    tables = [one for one in found["tables"] if one["games"]]
    return view.page(
        "statistics",
        entrants=entrants,
        tables=tables,
        by=by,
        columns=_columns(view, found["entrants"]),
        in_tables=_columns(view, tables),
        cell=partial(_cell, view),
        zones=partial(counts_said, view) if any(one["zones"] for one in entrants) else None,
        all_zones=_bars(view, _added(tables), view._("All players"), view._("Zones of all matches together.")),
    )


def entrant_figures(asked: Asked, view: View, number: int) -> EntrantFigures | None:
    """Those of one entrant, None before a game of theirs counts."""
    found = _figures_of(asked, view, [number])["entrants"]
    return found[0] if found and found[0]["games"] else None


def _figures_of(asked: Asked, view: View, chosen: Collection[int] | None = None) -> StatisticsObject:
    """The statistics of the tournament, of these entrants or of all."""
    wanted = {
        board.id
        for (match, _), board in view.facts.recorded.items()
        if chosen is None or not set(chosen).isdisjoint(members(*view.matches[match]["sides"]))
    }
    boards = _board_games(asked, view, wanted) if wanted else {}
    return asked.find(view, lambda tournament: computed(tournament, boards, chosen))


def _board_games(asked: Asked, view: View, wanted: Collection[str]) -> dict[str, BoardGame]:
    """By the id of a board's match what it tells, of these matches. What was read once is kept."""
    tables = {board.id: view.facts.tables.get(match) for (match, _), board in view.facts.recorded.items()}
    presses, told = Presses(asked.store), {}
    sheets: dict[str, str] = {}
    for match in matches_of(asked.store, wanted):
        name = match["match"]
        where = tables.get(name) or match["table"] or None
        stamp = (match["last_seq"], match["status"], where, str(match["correction"]))
        kept = asked.known.board_games.get(name)
        if kept is None or kept[0] != stamp:
            sheets = sheets or _sheets(asked.store)
            kept = stamp, board_game(match, presses.of(match), sheets.get(name), where)
            asked.known.board_games[name] = kept
        if kept[1] is not None:
            told[name] = kept[1]
    return told


def _sheets(store: Reader) -> dict[str, str]:
    """By the id of a match the scoresheet that stands instead of what its board recorded."""
    last = {match: said[-1] for match, said in store.corrections().items()}
    return {match: one.content for match, one in last.items() if one.kind == "sheet"}


# ---- columns


def _columns(view: View, rows: Sequence[Figures]) -> dict[str, Markup]:
    """The titles of those in which anybody has anything."""
    return {
        by: view._(column.title)
        for by, column in _COLUMNS.items()
        if any(one.get(column.key) is not None for one in rows)
    }


def _worth(one: EntrantFigures, by: str) -> float:
    """What somebody is sorted by; last who has nothing there."""
    if by == "score" and one["score"]:
        return one["score"][0] - one["score"][1]
    value = one.get(_COLUMNS[by].key)
    return value if isinstance(value, int | float) else float("-inf")


def _cell(view: View, one: Figures, by: str) -> str:
    """What stands in a column."""
    column = _COLUMNS[by]
    value = one.get(column.key)
    if value is None:
        return "\u2013"
    if isinstance(value, list):
        return f"{value[0]} : {value[1]}"
    if by == "first":
        return f"{one['first_won']}/{one['first']}"
    said = f"{value:.{column.decimals}f}"
    return said.replace(".", ",") if view.language.code == "fr" else said


def titled(view: View, one: EntrantFigures) -> list[tuple[Markup, str]]:
    """(title, value) of all that is known of one entrant."""
    return [(title, _cell(view, one, by)) for by, title in _columns(view, [one]).items()]


# ---- zones


def zones_of(view: View, number: int, one: EntrantFigures) -> Markup:
    """What the entrant has counted, zone by zone, as bars; empty where no box tells it."""
    name = printable(view.entrants[number]["name"])
    said = view.language.gettext("What %(name)s has counted, zone by zone.", name=name)
    return _bars(view, one["zones"] or {}, name, said)


def _bars(view: View, counts: Mapping[str, int], name: str, said: str) -> Markup:
    if not counts:
        return Markup("")
    bars = [Fallen("A", name, [*counts.values()])]
    return zones([zone_word(view, zone) for zone in counts], bars, view.language.gettext("Zones"), said)


def _added(tables: Sequence[TableFigures]) -> dict[str, int]:
    """What was counted at all tables, zone by zone, the best first."""
    total: Counter[str] = Counter()
    for one in tables:
        total.update(one["zones"] or {})
    return {zone: total[zone] for zone in sorted(total, key=by_worth)}
