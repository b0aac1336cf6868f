"""The phases: what is known before a draw; drawn, drawn again, ended; and shootouts of who is level."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.draw_order import LotBorder, borders_by_lot
from tallyboard.desk.entering.changes import FloorThen, floor_of
from tallyboard.desk.objects import PhaseObject
from tallyboard.desk.phase import Phase
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Form, Returned, StaleError, form_about
from tallyboard.pages.desk.declared import chain_said, last_declared, options_said, who_plays
from tallyboard.pages.desk.entered import redrawn_said
from tallyboard.pages.desk.games import format_name, game_said
from tallyboard.pages.desk.handlers import framed, sends_back, shows, takes
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered, Look, Seen
from tallyboard.text.tournament.matches import is_league


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


_PAIRS = 12  # of a round that are told
_OVER = ("decided", "void", "cancelled")


class PhaseCard(NamedTuple):
    """A phase: what is declared, how far it is, and what can be done with it now."""

    phase: PhaseObject
    format: Markup
    said: Markup
    who: Markup
    options: Markup
    decided: int
    matches: int
    rounds: int
    ranked: Markup
    warnings: list[Markup]
    can_draw: bool
    can_redraw: bool
    can_end: bool
    can_replace: bool
    form: Form


async def phases(desk: Desk) -> Response:
    """The page of all phases."""

    def shown(look: Look) -> tuple[Seen, list[PhaseCard]]:
        both = zip(look.tournament.phases, look.seen.computed["phases"], strict=True)
        return look.seen, [_card(desk, look, phase, computed) for phase, computed in both]

    seen, cards = await desk.look(shown)
    return framed(desk, seen, "desk/phases.html", "desk_phases", cards=cards)


def _card(desk: Desk, look: Look, phase: Phase, computed: PhaseObject) -> PhaseCard:
    words = desk.words(look.seen)
    matches = [match for match in computed["matches"] if 0 not in match["sides"]]
    is_swiss, ended = phase.format == "swiss", bool(getattr(phase, "ended", False))
    is_source = any(one.drawn and one.options.of == phase.number for one in look.tournament.phases)
    declared = last_declared(look.tournament, phase.number)
    options = declared.options if declared else ()
    return PhaseCard(
        computed,
        format_name(phase.format, words),
        game_said(phase.options.game, words),
        who_plays(options, words),
        options_said([one for one in options if not one.startswith("chain=")], words),
        sum(match["state"] in _OVER for match in matches),
        len(matches),
        max((match["round"] for match in matches), default=0) if is_league(computed) else 0,
        ranked=chain_said(phase.options.chain, words) if phase.is_league else Markup(""),
        warnings=before_the_draw(desk, look.tournament, phase.number, words),
        can_draw=not phase.drawn or (is_swiss and not phase.finished),
        can_redraw=phase.drawn and not ended and not is_source,
        can_end=phase.drawn and is_league(computed) and not phase.finished,
        can_replace=not phase.drawn,
        form=form_about(look, subjects.phase(phase.number)),
    )


@sends_back("desk_phases")
async def draw(desk: Desk, form: Posted) -> str:
    """Draw a phase or its next round, draw it again, or end it."""
    number = int(desk.request.path_params["phase"])
    word = form.choice("what", ("draw", "redraw", "end"))
    form.check()
    before = FloorThen((), {})

    def decide(tournament: Tournament) -> Sequence[str]:
        nonlocal before
        before = floor_of(tournament)
        return [f"{word} {number}"]

    def said(after: Entered, words: Words) -> list[Markup]:
        phase = after.seen.computed["phases"][number - 1]
        if word == "end":
            left = sum(match["state"] == "cancelled" for match in phase["matches"])
            return [words._("Phase %(phase)s has ended.", phase=number), *_left(left, words)]
        told = drawn_said(phase, words)
        return [*told, *redrawn_said(before, after.tournament, words)] if word == "redraw" else told

    try:
        return await desk.enter(form, Entry(decide, said, subjects.phase(number)))
    except Refusal as refusal:
        found = await desk.look(lambda look: look.tournament.phases)
        is_drawn = any(one.number == number and one.drawn for one in found)
        if refusal.code != "too-few" or is_drawn:
            raise
        notice = await desk.failed(refusal)
        where, words = desk.url("desk_declare", phase=number), desk.words()._("Declare it otherwise")
        link = Markup('<a href="{}">{}</a>').format(where, words)
        return desk.site.once.keep(notice._replace(said=[*notice.said, link]))


def _left(cancelled: int, words: Words) -> list[Markup]:
    if not cancelled:
        return []
    return [words.ngettext("%(num)s match is not played.", "%(num)s matches are not played.", cancelled)]


def drawn_said(phase: PhaseObject, words: Words) -> list[Markup]:
    """What was drawn, and the pairs of the round that was drawn, or of the first."""
    rounds = [match["round"] for match in phase["matches"]]
    at = (max if phase["format"] == "swiss" else min)(rounds, default=1)
    pairs = [words.pair(one["sides"]) for one in phase["matches"] if one["round"] == at and 0 not in one["sides"]]
    more = Markup("; …") if len(pairs) > _PAIRS else Markup("")
    told = [
        words._("Phase %(phase)s is drawn, %(count)s entrants.", phase=phase["phase"], count=len(phase["order"])),
        words._("Round %(at)s: %(pairs)s", at=at, pairs=Markup("; ").join(pairs[:_PAIRS]) + more),
    ]
    byes = [entrant for entrant, when in phase["byes"] if when == at]
    return [*told, *([words._("A bye: %(names)s.", names=words.names(byes))] if byes else [])]


async def shootout(desk: Desk) -> Response:
    """The page of a shootout."""
    return await _shootout(desk)


async def _shootout(desk: Desk, returned: Returned = BLANK) -> Response:
    number = int(desk.request.path_params["phase"])
    asked = desk.request.query_params.get("of", "")
    wanted = {int(one) for one in asked.split(",") if one.isascii() and one.isdecimal() and len(one) < 6}

    def shown(look: Look) -> tuple[Seen, PhaseObject, Form, bool]:
        found = next((one for one in look.tournament.phases if one.number == number), None)
        if found is None or not found.is_league or not found.drawn:
            raise NotFound(desk.words()._("There is no such phase."), desk.words()._("Go back to the list."))
        phase = look.seen.computed["phases"][number - 1]
        return look.seen, phase, form_about(look, subjects.shootouts(number)), "shootout" in found.options.chain

    seen, phase, form, counts = await desk.look(shown)
    level = [one for group in phase["ranking"] for one in group] if not wanted else []
    rows = [one for one in phase["order"] if one in wanted] or level or phase["order"]
    return framed(
        desk,
        seen,
        "desk/shootout.html",
        "desk_phases",
        returned,
        phase=phase,
        rows=rows,
        form=form,
        counts=counts,
        fresh=desk.url("desk_shootout", phase=number),
    )


async def set_shootout(desk: Desk) -> Response:
    """Enter the twenties of a shootout."""
    form = await desk.posted()
    number = int(desk.request.path_params["phase"])

    def decide(tournament: Tournament) -> Sequence[str]:
        words = [f"shootout {number}"]
        for one in tournament.entrants:
            if form.has(f"twenties-{one.number}"):
                words.append(f"{one.number} {form.number(f'twenties-{one.number}', 0, 999)}")
        if len(words) < 3:
            form.refuse("", desk.words()._("Give the twenties of at least two."))
        form.check()
        return [" ".join(words)]

    def said(after: Entered, words: Words) -> list[Markup]:
        phase = after.seen.computed["phases"][number - 1]
        places = [
            words._("%(name)s %(place)s", name=words.name(row["entrant"]), place=row["place"])
            for group in phase["standings"]
            for row in group["rows"]
            if row["place"] is not None and form.has(f"twenties-{row['entrant']}")
        ]
        told = [words._("Places now: %(places)s.", places=Markup(", ").join(places))] if places else []
        if "shootout" not in after.tournament.phases[number - 1].options.chain:
            told.insert(0, words._("The shootout is kept, and ranks nobody: the phase is not ranked by shootouts."))
        return [words._("The shootout is entered."), *told]

    try:
        note = await desk.enter(form, Entry(decide, said, subjects.shootouts(number)))
    except (FieldError, StaleError) as error:
        return await _shootout(desk, await desk.returned(form, error))
    return desk.back(form, note, desk.url("desk_phases"))


ROUTES = [
    shows("/desk/{t}/phases", phases, "desk_phases"),
    takes("/desk/{t}/phase/{phase:int}/draw", draw, "desk_draw", "desk_phases"),
    shows("/desk/{t}/phase/{phase:int}/shootout", shootout, "desk_shootout"),
    takes("/desk/{t}/phase/{phase:int}/shootout", set_shootout, "desk_set_shootout", "desk_shootout"),
]
