"""Statistics: what entrants and tables did, round by round."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.pages.drawing.zones import Fallen, zones
from tallyboard.pages.public.recorded import matches_of
from tallyboard.pages.public.view import Asked, Page, View
from tallyboard.pages.public.words import by_worth, counts_said, zone_word
from tallyboard.shapes import EntrantFigures, Figures, StatisticsObject, TableFigures
from tallyboard.store import Reader
from tallyboard.store.presses import Presses
from tallyboard.store.tournaments.statistics import BoardGame, board_game
from tallyboard.store.tournaments.statistics import statistics as computed
from tallyboard.text.board_names import natural
from tallyboard.text.printable import printable

Key = Callable[[EntrantFigures], float]


class FigureColumn(NamedTuple):
    """A column that the statistics can be sorted by: its word in the address, its title, that address, and whether they
    are sorted by it."""

    by: str
    title: Markup
    address: str
    is_chosen: bool


_NOTHING = float("-inf")
_UNKNOWN = "\u2013"
_KEYS: dict[str, Key] = {
    "games": lambda one: one["games"],
    "score": lambda one: one["score"][0] - one["score"][1] if one["score"] else _NOTHING,
    "twenties": lambda one: _or_last(one["twenties"]),
    "a-round": lambda one: _or_last(one["twenties_a_round"]),
    "first": lambda one: _or_last(one["first_share"]),
    "busts": lambda one: _or_last(one["busts"]),
    "minutes": lambda one: _or_last(one["minutes"]),
}


def statistics(asked: Asked) -> Page:
    """All entrants and tables, sorted by one of the columns (`by=twenties`), or by name."""
    view = asked.view()
    found = figures_of(asked, view)
    by = asked.query.get("by", "")
    by = by if by in _KEYS else ""
    by_name = sorted(found["entrants"], key=lambda one: natural(view.entrants[one["entrant"]]["name"].casefold()))
    entrants = sorted(by_name, key=_KEYS[by], reverse=True) if by else by_name
    tables = [one for one in found["tables"] if one["games"]]
    return Page(
        "public/statistics.html",
        {
            "view": view,
            "seen": view.seen,
            "is_played": any(one["games"] for one in entrants),
            "entrants": entrants,
            "tables": tables,
            "is_by_name": not by,
            "columns": _columns(view, by, found["entrants"]),
            "in_tables": [one for one in _columns(view, by, tables) if one.by != "score"],
            "cell": partial(cell, view),
            "zones": partial(zones_said, view) if any(one["zones"] for one in entrants) else None,
            "all_zones": _bars(view, _added(tables), view._("All players"), view._("Zones of all matches together.")),
        },
    )


def entrant_figures(asked: Asked, view: View, number: int) -> EntrantFigures | None:
    """Those of one entrant, None before a game of theirs counts."""
    found = figures_of(asked, view, [number])["entrants"]
    return found[0] if found and found[0]["games"] else None


def figures_of(asked: Asked, view: View, chosen: Collection[int] | None = None) -> StatisticsObject:
    """The statistics of the tournament, of these entrants or of all."""
    wanted = {board.id for (match, _), board in view.facts.recorded.items() if _is_of(view, match, chosen)}
    boards = _board_games(asked, view, wanted)
    return asked.known.asked(
        asked.store, view.seen.about.id, lambda _, tournament: computed(tournament, boards, chosen)
    )


def _is_of(view: View, match: str, chosen: Collection[int] | None) -> bool:
    return chosen is None or not set(chosen).isdisjoint(view.matches[match]["sides"])


def _board_games(asked: Asked, view: View, wanted: Collection[str]) -> dict[str, BoardGame]:
    """By the id of a board's match what it tells, of these matches. What was read once is kept."""
    if not wanted:
        return {}
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


def _columns(view: View, by: str, rows: Sequence[EntrantFigures] | Sequence[TableFigures]) -> list[FigureColumn]:
    """Those in which anybody has anything."""
    titles = {
        "games": view._("Games"),
        "score": view._("Score"),
        "twenties": view._("Twenties"),
        "a-round": view._("Twenties a round"),
        "first": view._("Rounds won when first"),
        "busts": view._("Busts"),
        "minutes": view._("Minutes a game"),
    }
    fields = {"a-round": "twenties_a_round", "first": "first_share"}
    return [
        FigureColumn(name, title, view.links.url("statistics", t=view.seen.id, query={"by": name}), name == by)
        for name, title in titles.items()
        if any(one.get(fields.get(name, name)) is not None for one in rows)
    ]


def _or_last(value: float | None) -> float:
    return _NOTHING if value is None else value


def cell(view: View, one: Figures, column: str) -> str:
    """What stands in a column."""
    score = one.get("score")
    if column == "score":
        return f"{score[0]} : {score[1]}" if isinstance(score, list) else _UNKNOWN
    if column == "first":
        return _UNKNOWN if one["first_share"] is None else f"{one['first_won']}/{one['first']}"
    if column == "a-round":
        return _decimal(one["twenties_a_round"], 2, view)
    if column == "minutes":
        return _decimal(one["minutes"], 1, view)
    value = {"games": one["games"], "twenties": one["twenties"], "busts": one["busts"]}[column]
    return _UNKNOWN if value is None else str(value)


def titled(view: View, one: EntrantFigures) -> list[tuple[Markup, str]]:
    """(title, value) of all that is known of one entrant."""
    return [(column.title, cell(view, one, column.by)) for column in _columns(view, "", [one])]


def zones_said(view: View, one: Figures) -> Markup:
    """How many of each zone."""
    counts = one["zones"] or {}
    return counts_said(view, counts)


def _decimal(value: float | None, places: int, view: View) -> str:
    if value is None:
        return _UNKNOWN
    said = f"{value:.{places}f}"
    return said.replace(".", ",") if view.language.code == "fr" else said


def zones_of(view: View, number: int, one: EntrantFigures) -> Markup:
    """What the entrant has counted, zone by zone, as bars; empty where no box tells it."""
    name = printable(view.entrants[number]["name"])
    said = view._("What %(name)s has counted, zone by zone.", name=name).unescape()
    return _bars(view, one["zones"] or {}, name, said)


def _bars(view: View, counts: Mapping[str, int], name: str, said: str) -> Markup:
    if not counts:
        return Markup("")
    bars = [Fallen("A", str(name), [*counts.values()])]
    return zones([zone_word(view, zone) for zone in counts], bars, view._("Zones").unescape(), str(said))


def _added(tables: Sequence[TableFigures]) -> dict[str, int]:
    """What was counted at all tables, zone by zone, the best first."""
    total: dict[str, int] = {}
    for one in tables:
        for zone, count in (one["zones"] or {}).items():
            total[zone] = total.get(zone, 0) + count
    return {zone: total[zone] for zone in sorted(total, key=by_worth)}
