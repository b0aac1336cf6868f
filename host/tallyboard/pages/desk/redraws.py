"""Drawing a phase again: what it has made of the phase, or would make, and what it would leave out."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.changes import results_left_out
from tallyboard.desk.league import League
from tallyboard.desk.matches import OVER
from tallyboard.desk.objects import PhaseObject, phase_object
from tallyboard.desk.phase import Phase
from tallyboard.pages.desk.asked import Desk
from tallyboard.pages.desk.posted import FieldError, Posted, refused_words
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Look
from tallyboard.store.tournaments.follow import replayed
from tallyboard.text.tournament.drawn import left_out, redrawn
from tallyboard.text.tournament.matches import find_match, score


def redraw_said(
    desk: Desk, phases: Sequence[Phase], before: PhaseObject, phase: PhaseObject, words: Words
) -> list[Markup]:
    """What drawing it again has made of the phase, one of these, or would make."""
    found, last = redrawn(before, phase), left_out(phases, before, phase)
    came = [
        words._("%(name)s (group %(group)s)", name=words.name(one), group=found.groups[one])
        if found.groups
        else words.name(one)
        for one in found.came
    ]
    said = [words._("New in it: %(names)s.", names=Markup(", ").join(came))] if came else []
    said += [words._("No longer in it: %(names)s.", names=words.names(found.gone))] if found.gone else []
    said += [words._(sentence, **values) for sentence, values in found.said]
    if last is not None and last.options.take is not None:
        first, end = last.options.take
        link = Markup('<a href="{}">{}</a>').format(
            desk.url("desk_declare", phase=last.number), words._("Declare it otherwise")
        )
        told = words._(
            "Phase %(phase)s takes places %(first)s to %(last)s of phase %(of)s, which has %(count)s entrants then: "
            "who is last of them would be in no phase.",
            phase=words.phase(last.number),
            first=first,
            last=end,
            of=words.phase(phase["phase"]),
            count=len(phase["order"]),
        )
        said.append(Markup("{} {}").format(told, link))
    return said


def can_be_redrawn(phase: Phase, phases: Sequence[Phase]) -> bool:
    """Whether it is drawn, has not been ended, and none that is drawn takes its entrants from it."""
    is_source = any(one.drawn and one.options.of == phase.number for one in phases)
    return phase.drawn and not (isinstance(phase, League) and phase.ended) and not is_source


def is_begun(phase: PhaseObject) -> bool:
    """Whether a match of the round that was drawn last is decided."""
    last = max((match["round"] for match in phase["matches"]), default=0)
    return any(match["round"] == last and match["state"] in OVER for match in phase["matches"])


class IfRedrawn(NamedTuple):
    """What would come of drawing a phase again now: `said` what, and why not; `left`: the matches whose results would
    no longer count."""

    said: list[Markup]
    left: list[Markup]


def if_redrawn(desk: Desk, look: Look, numbers: Sequence[int], words: Words) -> dict[int, IfRedrawn]:
    found = {}
    for number in numbers:
        before = look.seen.computed["phases"][number - 1]
        try:
            trial = _redrawn(look.tournament, number)
        except Refusal as refusal:
            found[number] = IfRedrawn([*filter(None, refused_words(words, refusal))], [])
            continue
        phase = phase_object(trial.phases[number - 1], trial.state.floor)
        left = [find_match(look.seen.computed, name) for name in results_left_out(look.tournament.state, trial.state)]
        told = [Markup("{} {}").format(words.match(match), score(match)) for match in left if match is not None]
        found[number] = IfRedrawn(redraw_said(desk, trial.phases, before, phase, words), told)
    return found


def _redrawn(tournament: Tournament, number: int) -> Tournament:
    """The tournament as if this phase had been drawn again; raises Refusal."""
    trial = replayed(f"tournament {tournament.entry} seed={tournament.seed}", tournament.events)
    trial.enter(f"redraw {number}")
    return trial


def check_redraw(form: Posted, tournament: Tournament, number: int, words: Words) -> None:
    """Raises FieldError where the new draw would leave out results that nobody has confirmed at the button."""
    left = len(results_left_out(tournament.state, _redrawn(tournament, number).state))
    if left and form.raw("leaves") != str(left):
        said = words.ngettext(
            "%(num)s result would no longer count: see it above the button, and confirm it there.",
            "%(num)s results would no longer count: see them above the button, and confirm it there.",
            left,
        )
        raise FieldError({"leaves": said})
