"""What an organiser knows before a phase is drawn: who goes on by the lot alone, and groups that are too small."""

from collections.abc import Sequence

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.draw_order import LotBorder, borders_by_lot
from tallyboard.desk.phase import Phase
from tallyboard.pages.desk.asked import Desk
from tallyboard.pages.desk.words import Words


def before_the_draw(desk: Desk, tournament: Tournament, number: int, words: Words) -> list[Markup]:
    """A sentence for each such thing; none once the phase is drawn."""
    phase = tournament.phases[number - 1]
    if phase.drawn:
        return []
    source = tournament.phases[phase.options.of - 1] if phase.options.of else None
    return [*_small_groups(phase, source, words), *(_by_lot(desk, phase, source, words) if source else [])]


def _small_groups(phase: Phase, source: Phase | None, words: Words) -> list[Markup]:
    """Where a group would have fewer than two."""
    groups = phase.options.groups
    coming = _coming(phase, source)
    if groups < 2 or coming is None or coming >= 2 * groups:
        return []
    return [
        words._(
            "%(groups)s groups need %(least)s entrants, and %(count)s would be drawn now. "
            "Enter more, or declare fewer groups.",
            groups=groups,
            least=2 * groups,
            count=coming,
        )
    ]


def _coming(phase: Phase, source: Phase | None) -> int | None:
    """How many would be drawn now; None where that is not known."""
    if source is None:
        return sum(phase.field.is_in(one.number) for one in phase.field.entrants)
    if phase.options.take is not None:
        first, last = phase.options.take
        most = len(source.order) if source.drawn else last
        return max(0, min(last, most) - first + 1)
    return len(source.order) if source.drawn else None


def _by_lot(desk: Desk, phase: Phase, source: Phase, words: Words) -> list[Markup]:
    """Each border that the lot draws, with the way to a shootout."""
    borders = borders_by_lot(phase, source)
    if "shootout" not in source.options.chain:
        no_way = words._("Phase %(phase)s is not ranked by shootouts.", phase=source.number)
        return [_border_said(one, no_way, words) for one in borders]
    return [_border_said(one, _to_shootout(desk, source.number, one.entrants, words), words) for one in borders]


def _border_said(border: LotBorder, then: Markup, words: Words) -> Markup:
    said = words._(
        "Level for place %(place)s: %(who)s. The lot decides.", place=border.place, who=words.names(border.entrants)
    )
    return Markup("{} {}").format(said, then)


def _to_shootout(desk: Desk, phase: int, entrants: Sequence[int], words: Words) -> Markup:
    where = desk.links.url("desk_shootout", {"of": ",".join(map(str, entrants))}, t=desk.word, phase=phase)
    return Markup('{} <a href="{}">{}</a>').format(
        words._("A shootout is possible before the draw:"), where, words._("Enter a shootout")
    )
