"""Who goes on by the lot alone, said before a phase is drawn."""

from collections.abc import Sequence

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.draw_order import LotBorder, borders_by_lot
from tallyboard.pages.desk.asked import Desk
from tallyboard.pages.desk.words import Words


def lot_borders_said(desk: Desk, tournament: Tournament, number: int, words: Words) -> list[Markup]:
    """A sentence for each border that the lot draws for this phase, with the way to a shootout; none once it is
    drawn."""
    phase = tournament.phases[number - 1]
    if phase.drawn or not phase.options.of:
        return []
    source = tournament.phases[phase.options.of - 1]
    borders = borders_by_lot(phase, source)
    if not borders:
        return []
    if "shootout" not in source.options.chain:
        no_way = words._("Phase %(phase)s is not ranked by shootouts.", phase=source.number)
        return [_said(one, no_way, words) for one in borders]
    return [_said(one, _to_shootout(desk, source.number, one.entrants, words), words) for one in borders]


def _said(border: LotBorder, then: Markup, words: Words) -> Markup:
    said = words._(
        "Level for place %(place)s: %(who)s. The lot decides.", place=border.place, who=words.names(border.entrants)
    )
    return Markup("{} {}").format(said, then)


def _to_shootout(desk: Desk, phase: int, entrants: Sequence[int], words: Words) -> Markup:
    where = desk.links.url("desk_shootout", {"of": ",".join(map(str, entrants))}, t=desk.word, phase=phase)
    return Markup('{} <a href="{}">{}</a>').format(
        words._("A shootout is possible before the draw:"), where, words._("Enter a shootout")
    )
