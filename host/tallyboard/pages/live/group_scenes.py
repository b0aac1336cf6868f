"""Groups on the TV: their rows side by side, the line below which nobody plays on, and what suffices at the end."""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.enough import Cut, Need
from tallyboard.desk.objects import PhaseObject, RowObject
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.pages.public.view import OVER, View
from tallyboard.pages.render import name_markup
from tallyboard.text.board_names import natural
from tallyboard.text.game_words import has_twenties
from tallyboard.text.language import later
from tallyboard.text.tournament.reasons import are_per_match, points_per_match

_GROUP = 8  # rows of a group where four share the screen
_COLUMN = 18  # rows where two do
_IN_A_ROW = 21  # letters of a name that fit into a row of a group
_DOT = Markup(" · ")


class Panel(NamedTuple):
    """A group, or a part of its rows. `is_last_round`: whether what suffices is told; else what was
    played. `is_per_match`: whether points are told for each match."""

    title: Markup
    about: Markup
    rows: list["PanelRow"]
    has_twenties: bool
    is_last_round: bool
    is_per_match: bool


class PanelRow(NamedTuple):
    """`is_cut`: the heavy line stands above it; `is_below`: it is under that line."""

    row: RowObject
    name: Markup
    length: str
    need: Need | None
    points: str
    is_cut: bool
    is_below: bool


def screens(view: View, phase: PhaseObject, cut: Cut | None, needs: Mapping[int, Need]) -> list[list[Panel]]:
    """The groups of a league, as many to a screen as can be read. `cut`: who goes on; `needs`: by entrant, what does
    suffice in the last round."""
    panels: list[Panel] = []
    for group in phase["standings"]:
        needed = {row["entrant"]: needs[row["entrant"]] for row in group["rows"] if row["entrant"] in needs}
        is_per_match = are_per_match(group["rows"])
        rows = [
            PanelRow(
                row,
                view.name(row["entrant"]),
                "long" if len(view.entrants[row["entrant"]]["name"]) > _IN_A_ROW else "",
                needed.get(row["entrant"]),
                points_per_match(row) if is_per_match else str(row["points"]),
                is_cut=cut is not None and 0 < cut.sure == at,
                is_below=cut is not None and 0 < cut.sure <= at,
            )
            for at, row in enumerate(group["rows"])
        ]
        count = -(-len(rows) // _COLUMN) or 1
        each = -(-len(rows) // count)
        title = view._("Standings") if group["group"] is None else view.group(group["group"])
        about = _about_group(view, phase, group["group"])
        twenties = has_twenties(view.facts_of(phase).options.game)
        panels += [
            Panel(title, about, rows[start : start + each], twenties, bool(needed), is_per_match)
            for start in range(0, len(rows), each or 1)
        ]
    most = max((len(panel.rows) for panel in panels), default=0)
    screen = 4 if most <= _GROUP and len(panels) > 2 else 2
    return [panels[start : start + screen] for start in range(0, len(panels), screen)]


def _about_group(view: View, phase: PhaseObject, group: str | None) -> Markup:
    """`4 of 5 rounds played · tables 1 and 2`."""
    matches = [one for one in phase["matches"] if one["group"] == group]
    rounds = {one["round"] for one in matches}
    to_play = {one["round"] for one in matches if one["state"] not in OVER}
    of_all = len(rounds)
    if phase["format"] in IN_ROUNDS:
        of_all = view.facts_of(phase).options.rounds or of_all
    said = [view._("%(played)s of %(rounds)s rounds played", played=len(rounds - to_play), rounds=of_all)]
    tables = sorted({view.calls[one["match"]] for one in matches if one["match"] in view.calls}, key=natural)
    if 0 < len(tables) <= 4:
        names = view.listed([name_markup(table) for table in tables])
        said.append(
            view._("table %(table)s", table=names) if len(tables) == 1 else view._("tables %(tables)s", tables=names)
        )
    return _DOT.join(said)


def hint(view: View, phase: PhaseObject, cut: Cut | None) -> Markup:
    """`Heavy line: places 1 to 4 play on · equal points: more twenties first`."""
    said = []
    if cut is not None and cut.sure:
        said.append(view._("Heavy line: places 1 to %(last)s play on", last=cut.sure))
    options = view.facts_of(phase).options
    if len(options.chain) > 1:
        per_match = _LEVEL_PER_MATCH if options.adjust else {}
        said.append(view._({**_LEVEL, **per_match}[options.chain[1]]))
    return _DOT.join(said)


_LEVEL = {
    "head": later("equal points: their own match first"),
    "twenties": later("equal points: more twenties first"),
    "difference": later("equal points: the better difference first"),
    "for": later("equal points: more points made first"),
    "wins": later("equal points: more wins first"),
    "buchholz": later("equal points: stronger opponents first"),
    "shootout": later("equal points: a shootout decides"),
    "lot": later("equal points: the lot decides"),
}
# The same where averages are compared, though the columns beside have totals.
_LEVEL_PER_MATCH = {
    "twenties": later("equal points per match: more twenties per match first"),
    "difference": later("equal points per match: the better difference per match first"),
    "for": later("equal points per match: more points made per match first"),
    "wins": later("equal points per match: more wins per match first"),
}
