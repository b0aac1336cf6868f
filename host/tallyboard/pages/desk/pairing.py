"""A Swiss round that was paired by hand: slips from a hat, or who sits where."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.drawing import who_is_drawn
from tallyboard.desk.swiss import Swiss
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Form, Returned, StaleError, form_about
from tallyboard.pages.desk.handlers import framed, shows, takes
from tallyboard.pages.desk.phases import drawn_said
from tallyboard.pages.desk.posted import FieldError, Posted, refused_words
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Entered, Look, Seen


class PairingShown(NamedTuple):
    """The form, who would be drawn, by name, and why nobody can be, where that is so."""

    seen: Seen
    form: Form
    names: list[str]
    refusal: Refusal | None


async def pairing(desk: Desk) -> Response:
    """The page where a round is paired by hand."""
    return await _page(desk)


async def _page(desk: Desk, returned: Returned = BLANK) -> Response:
    number = int(desk.request.path_params["phase"])

    def shown(look: Look) -> PairingShown:
        phase = next((one for one in look.tournament.phases if one.number == number), None)
        if not isinstance(phase, Swiss):
            raise NotFound(desk.words()._("There is no such phase."), desk.words()._("Go back to the list."))
        names, refusal = [], None
        try:
            names = sorted(phase.field.entrant(x).name for x in who_is_drawn(phase, look.tournament.phases))
        except Refusal as found:
            refusal = found
        return PairingShown(look.seen, form_about(look, subjects.phase(number)), names, refusal)

    found = await desk.look(shown)
    words = desk.words(found.seen)
    return framed(
        desk,
        found.seen,
        "desk/pairing.html",
        "desk_phases",
        returned,
        number=number,
        form=found.form,
        names=found.names,
        refusal=Markup(" ").join(refused_words(words, found.refusal)) if found.refusal else None,
        fresh=desk.url("desk_pairing", phase=number),
    )


async def set_pairs(desk: Desk) -> Response:
    """Draw the round in the pairs that were filled in."""
    form = await desk.posted()
    number = int(desk.request.path_params["phase"])

    def decide(tournament: Tournament) -> Sequence[str]:
        pairs = _pairs(form, tournament, number, desk.words())
        form.check()
        return [" ".join([f"draw {number}", *(f"{a}-{b}" for a, b in pairs)])]

    def said(after: Entered, words: Words) -> list[Markup]:
        return drawn_said(after.seen.computed["phases"][number - 1], words)

    try:
        note = await desk.enter(form, Entry(decide, said, subjects.phase(number)))
    except (FieldError, StaleError, Refusal) as error:
        return await _page(desk, await desk.returned(form, error))
    return desk.back(None, note, desk.url("desk_phases") + f"#phase-{number}")


def _pairs(form: Posted, tournament: Tournament, number: int, words: Words) -> list[tuple[int, int]]:
    """The pairs, A first; what cannot be is remembered at its field."""
    phase = next((one for one in tournament.phases if one.number == number), None)
    players = who_is_drawn(phase, tournament.phases) if isinstance(phase, Swiss) else []
    by_name = {_plain(tournament.entrants[x - 1].name): x for x in players} | {str(x): x for x in players}
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
                pair.append(who)
                del left[who]
        if len(pair) == 2:
            found.append((pair[0], pair[1]))
    if not form.wrong and len(left) > 1:
        entrants = [tournament.entrants[x - 1].name for x in left]
        form.refuse("", words._("In no pair yet: %(names)s.", names=Markup(", ").join(map(text, entrants))))
    return found


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


ROUTES = [
    shows("/desk/{t}/phase/{phase:int}/pairs", pairing, "desk_pairing"),
    takes("/desk/{t}/phase/{phase:int}/pairs", set_pairs, "desk_set_pairs", "desk_pairing"),
]
