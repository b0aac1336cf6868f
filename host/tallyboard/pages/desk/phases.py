"""The phases: what is known before a draw; drawn, paired by hand, drawn again, ended; and shootouts of who is level."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.changes import FloorThen, floor_of
from tallyboard.desk.drawing import borders_by_lot, to_be_drawn_with, who_is_drawn
from tallyboard.desk.matches import OPEN, OVER
from tallyboard.desk.objects import PhaseObject, phase_object
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.desk.phase import Phase
from tallyboard.desk.presets import last_declared
from tallyboard.desk.swiss import Partners, Swiss
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned, fills, form_about, page_of, shows, takes
from tallyboard.pages.desk.declared import chain_said, format_name, game_said, options_said, who_plays
from tallyboard.pages.desk.figures import redrawn_said
from tallyboard.pages.desk.posted import Posted, refused_words
from tallyboard.pages.desk.redraws import can_be_redrawn, check_redraw, if_redrawn, redraw_said
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Entered, Look
from tallyboard.text.tournament.drawn import drawn_now, uneven

_PAIRS = 12  # of a round that are told


def before_the_draw(desk: Desk, tournament: Tournament, number: int, words: Words) -> list[Markup]:
    """A sentence for each thing that is to be known before the draw; none once the phase is drawn."""
    phase = tournament.phases[number - 1]
    if phase.drawn:
        return []
    source = tournament.phases[phase.options.of - 1] if phase.options.of else None
    groups, coming = phase.options.groups, _coming(phase, source)
    told = []
    if groups > 1 and coming is not None and coming < 2 * groups:
        told.append(
            words._(
                "%(groups)s groups need %(least)s entrants, and %(count)s would be drawn now. "
                "Enter more, or declare fewer groups.",
                groups=groups,
                least=2 * groups,
                count=coming,
            )
        )
    if source is not None:
        for border in borders_by_lot(phase, source):
            place, who = border.place, words.names(border.entrants)
            level = words._("Level for place %(place)s: %(who)s. The lot decides.", place=place, who=who)
            told.append(Markup("{} {}").format(level, _shootout_of(desk, source, border.entrants, words)))
    return told


def _coming(phase: Phase, source: Phase | None) -> int | None:
    """How many would be drawn now; None where that is not known."""
    if source is None:
        return sum(phase.field.is_in(one.number) for one in phase.field.entrants)
    if phase.options.take is None:
        return len(source.order) if source.drawn else None
    first, last = phase.options.take
    return max(0, min(last, len(source.order) if source.drawn else last) - first + 1)


def _shootout_of(desk: Desk, phase: Phase, entrants: Sequence[int], words: Words) -> Markup:
    """The way to a shootout of these, where the phase is ranked by such."""
    if "shootout" not in phase.options.chain:
        return words._("Phase %(phase)s is not ranked by shootouts.", phase=words.phase(phase.number))
    where = desk.links.url("desk_shootout", {"of": ",".join(map(str, entrants))}, t=desk.word, phase=phase.number)
    return Markup('{} <a href="{}">{}</a>').format(
        words._("A shootout is possible before the draw:"), where, words._("Enter a shootout")
    )


async def phases(desk: Desk) -> Response:
    def cards(look: Look) -> dict[str, Any]:
        return {"cards": [_card(desk, look, phase) for phase in look.tournament.phases]}

    return await page_of(desk, "desk/phases.html", "desk_phases", cards)


def _card(desk: Desk, look: Look, phase: Phase) -> dict[str, Any]:
    """What the page tells of a phase: what is declared, how far it is, and what can be done with it now."""
    words = desk.words(look.seen)
    computed = look.seen.computed["phases"][phase.number - 1]
    matches = [match for match in computed["matches"] if 0 not in match["sides"]]
    declared = last_declared(look.tournament, phase.number)
    options = declared.options if declared else ()
    return {
        "phase": computed,
        "format": format_name(phase.format, words),
        "said": game_said(phase.options.game, words),
        "who": who_plays(options, words),
        "options": options_said([one for one in options if not one.startswith("chain=")], words),
        "decided": sum(match["state"] in OVER for match in matches),
        "matches": len(matches),
        "rounds": max((match["round"] for match in matches), default=0) if phase.is_league else 0,
        "ranked": chain_said(phase.options.chain, words) if phase.is_league else "",
        "warnings": before_the_draw(desk, look.tournament, phase.number, words),
        "together": [one.number for one in to_be_drawn_with(phase, look.tournament.phases)],
        "can_draw": not phase.drawn or (isinstance(phase, Swiss) and not phase.is_complete),
        "is_complete": isinstance(phase, Swiss) and phase.drawn and phase.is_complete,
        "open": 0 if not isinstance(phase, Swiss) else sum(match["state"] in OPEN for match in matches),
        "in_rounds": phase.format in IN_ROUNDS,
        "is_league": phase.is_league,
        "if_redrawn": if_redrawn(desk, look, [phase.number], words)
        if can_be_redrawn(phase, look.tournament.phases)
        else {},
        "can_end": phase.drawn and phase.is_league and not phase.finished,
        "form": form_about(look, subjects.phase(phase.number)),
    }


async def draw(desk: Desk, form: Posted) -> str:
    """Draw a phase or its next round, all that take their entrants from the same one, draw it again, or end it."""
    number: int = desk.request.path_params["phase"]
    word = form.choice("what", ("draw", "together", "redraw", "end"))
    form.check()

    def decide(tournament: Tournament) -> list[str]:
        phases = tournament.phases
        if word == "redraw":
            check_redraw(form, tournament, number, desk.words())
        if word != "together" or number > len(phases):
            return [f"{word} {number}".replace("together", "draw")]
        return [f"draw {one.number}" for one in to_be_drawn_with(phases[number - 1], phases)]

    def said(after: Entered, words: Words) -> list[Markup]:
        if word == "together":
            of = after.tournament.phases[number - 1].options.of
            drawn = [one for one in after.tournament.phases if one.drawn and one.options.of == of]
            return [drawn_said(after.seen.computed["phases"][one.number - 1], words)[0] for one in drawn]
        phase = after.seen.computed["phases"][number - 1]
        if word == "end":
            left = sum(match["state"] == "cancelled" for match in phase["matches"])
            told = [words._("Phase %(phase)s has ended.", phase=words.phase(number))]
            if left:
                told.append(words.ngettext("%(num)s match is not played.", "%(num)s matches are not played.", left))
            return told
        told = drawn_said(phase, words)
        if known := uneven(phase, after.tournament.phases[number - 1].options):
            told.append(words._(known[0], **known[1]))
        if word != "redraw":
            return told
        was, floor = after.before
        again = redraw_said(desk, after.tournament.phases, was, phase, words) if was else []
        return [told[0], *again, *told[1:], *redrawn_said(after._replace(before=floor), words)]

    def before(tournament: Tournament) -> tuple[PhaseObject | None, FloorThen]:
        its = tournament.phases[number - 1] if word == "redraw" and number <= len(tournament.phases) else None
        return phase_object(its, tournament.state.floor) if its else None, floor_of(tournament)

    try:
        return await desk.enter(form, Entry(decide, said, subjects.phase(number), before=before))
    except Refusal as refusal:
        found = await desk.look(lambda look: look.tournament.phases)
        is_drawn = any(one.number == number and one.drawn for one in found)
        if refusal.code != "too-few" or is_drawn:
            raise
        notice = await desk.failed(refusal)
        where, words = desk.url("desk_declare", phase=number), desk.words()._("Declare it otherwise")
        link = Markup('<a href="{}">{}</a>').format(where, words)
        return desk.site.once.keep(notice._replace(said=[*notice.said, link]))


def drawn_said(phase: PhaseObject, words: Words) -> list[Markup]:
    """What was drawn, and the pairs of the round that was drawn, or of the first."""
    rounds = [match["round"] for match in phase["matches"]]
    at = (max if phase["format"] in IN_ROUNDS else min)(rounds, default=1)
    pairs = [words.pair(one["sides"]) for one in phase["matches"] if one["round"] == at and 0 not in one["sides"]]
    more = ["…"] if len(pairs) > _PAIRS else []
    told = [
        words._(
            "Phase %(phase)s is drawn, %(count)s entrants.",
            phase=words.phase(phase["phase"]),
            count=len(drawn_now(phase)),
        ),
        words._("Round %(at)s: %(pairs)s", at=at, pairs=Markup(words._("; ")).join([*pairs[:_PAIRS], *more])),
    ]
    byes = [entrant for entrant, when in phase["byes"] if when == at]
    return [*told, *([words._("A bye: %(names)s.", names=words.names(byes))] if byes else [])]


def _no_phase(words: Words) -> NotFound:
    return NotFound(words._("There is no such phase."), words._("Go back to the list."))


async def shootout(desk: Desk, returned: Returned = BLANK) -> Response:
    number: int = desk.request.path_params["phase"]
    asked = desk.request.query_params.get("of", "")
    wanted = {int(one) for one in asked.split(",") if one.isascii() and one.isdecimal() and len(one) < 6}

    def found(look: Look) -> dict[str, Any]:
        drawn = [one for one in look.tournament.phases if one.is_league and one.drawn]
        phase = next((one for one in drawn if one.number == number), None)
        if phase is None:
            raise _no_phase(desk.words())
        computed = look.seen.computed["phases"][number - 1]
        level = [one for group in computed["ranking"] for one in group] if not wanted else []
        return {
            "phase": computed,
            "rows": [one for one in phase.order if one in wanted] or level or phase.order,
            "form": form_about(look, subjects.shootouts(number)),
            "counts": "shootout" in phase.options.chain,
        }

    fresh = desk.url("desk_shootout", phase=number)
    return await page_of(desk, "desk/shootout.html", "desk_phases", found, returned, fresh=fresh)


async def set_shootout(desk: Desk, form: Posted) -> Entry:
    number: int = desk.request.path_params["phase"]

    def decide(tournament: Tournament) -> Sequence[str]:
        fields = [(one.number, f"twenties-{one.number}") for one in tournament.entrants]
        made = [f"{one} {form.number(field, 0, 999)}" for one, field in fields if form.has(field)]
        if len(made) < 2:
            form.refuse("", desk.words()._("Give the twenties of at least two."))
        form.check()
        return [" ".join([f"shootout {number}", *made])]

    def said(after: Entered, words: Words) -> list[Markup]:
        told = [words._("The shootout is entered.")]
        if "shootout" not in after.tournament.phases[number - 1].options.chain:
            told.append(words._("The shootout is kept, and ranks nobody: the phase is not ranked by shootouts."))
        places = [
            words._("%(name)s %(place)s", name=words.name(row["entrant"]), place=row["place"])
            for group in after.seen.computed["phases"][number - 1]["standings"]
            for row in group["rows"]
            if row["place"] is not None and form.has(f"twenties-{row['entrant']}")
        ]
        return [*told, *([words._("Places now: %(places)s.", places=Markup(", ").join(places))] if places else [])]

    return Entry(decide, said, subjects.shootouts(number))


async def pairing(desk: Desk, returned: Returned = BLANK) -> Response:
    """The page where a Swiss round is paired by hand: slips from a hat, or who sits where."""
    number: int = desk.request.path_params["phase"]

    def found(look: Look) -> dict[str, Any]:
        phase = next((one for one in look.tournament.phases if one.number == number), None)
        if not isinstance(phase, Swiss) or isinstance(phase, Partners):
            raise _no_phase(desk.words())
        names, refusal = [], None
        try:
            names = sorted(phase.field.entrant(x).name for x in who_is_drawn(phase, look.tournament.phases))
        except Refusal as error:
            refusal = Markup(" ").join(refused_words(desk.words(), error))
        return {"form": form_about(look, subjects.phase(number)), "names": names, "refusal": refusal}

    more = {"number": number, "fresh": desk.url("desk_pairing", phase=number)}
    return await page_of(desk, "desk/pairing.html", "desk_phases", found, returned, **more)


async def set_pairs(desk: Desk, form: Posted) -> Response:
    """Draw the round in the pairs that were filled in."""
    number: int = desk.request.path_params["phase"]

    def decide(tournament: Tournament) -> Sequence[str]:
        pairs = _pairs(form, tournament, number, desk.words())
        form.check()
        return [" ".join([f"draw {number}", *pairs])]

    def said(after: Entered, words: Words) -> list[Markup]:
        return drawn_said(after.seen.computed["phases"][number - 1], words)

    note = await desk.enter(form, Entry(decide, said, subjects.phase(number)))
    return desk.back(None, note, desk.url("desk_phases") + f"#phase-{number}")


def _pairs(form: Posted, tournament: Tournament, number: int, words: Words) -> list[str]:
    """The pairs, as in `3-1`, A first; what cannot be is remembered at its field."""
    phase = next((one for one in tournament.phases if one.number == number), None)
    players = who_is_drawn(phase, tournament.phases) if isinstance(phase, Swiss) else []
    by_name = {_plain(tournament.entrant(x).name): x for x in players} | {str(x): x for x in players}
    left = dict.fromkeys(players)
    found = []
    for row in range(1, len(players) // 2 + 1):
        fields = f"a-{row}", f"b-{row}"
        if not any(map(form.has, fields)):
            continue
        pair = []
        for field in fields:
            who = by_name.get(_plain(form.raw(field)))
            if not form.has(field):
                form.refuse(field, words._("Name who else plays in this match."))
            elif who is None:
                form.refuse(field, words._("Nobody in this round has this name: choose one of the list."))
            elif who not in left:
                form.refuse(field, words._("This one stands in a pair already."))
            else:
                pair.append(str(who))
                del left[who]
        found.append("-".join(pair))
    if not form.wrong and len(left) > 1:
        entrants = [tournament.entrant(x).name for x in left]
        form.refuse("", words._("In no pair yet: %(names)s.", names=Markup(", ").join(map(text, entrants))))
    return found


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


ROUTES = [
    shows("/desk/{t}/phases", phases, "desk_phases"),
    takes("/desk/{t}/phase/{phase:int}/draw", draw, "desk_draw", "desk_phases"),
    shows("/desk/{t}/phase/{phase:int}/shootout", shootout, "desk_shootout"),
    fills(
        "/desk/{t}/phase/{phase:int}/shootout",
        set_shootout,
        "desk_set_shootout",
        "desk_shootout",
        shootout,
        to="desk_phases",
    ),
    shows("/desk/{t}/phase/{phase:int}/pairs", pairing, "desk_pairing"),
    fills("/desk/{t}/phase/{phase:int}/pairs", set_pairs, "desk_set_pairs", "desk_pairing", pairing, ""),
]
