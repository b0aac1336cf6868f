"""The standings of leagues, with the reason at each place."""

from functools import partial

from markupsafe import Markup

from tallyboard.desk.objects import PhaseObject
from tallyboard.pages.public.comparing import comparison_of, ranked_reason, row_reason
from tallyboard.pages.public.view import Asked, Page, View
from tallyboard.text.game_words import has_twenties
from tallyboard.text.language import later
from tallyboard.text.tournament.matches import is_league


def standings(asked: Asked) -> Page:
    """All leagues of a tournament, and the comparison of two where one is asked for (`why=3,5`)."""
    view = asked.view()
    comparison, refusal = comparison_of(asked, view)
    is_alone = asked.is_file and comparison is not None  # a file of two has nothing else: there are many
    return view.page(
        "standings",
        leagues=[phase for phase in view.computed["phases"] if is_league(phase) and not is_alone],
        is_alone=is_alone,
        comparison=comparison,
        refusal=refusal,
        placing=[] if is_alone else placing(view),
        chosen=comparison.both if comparison else _first_two(view),
        has_twenties=has_twenties,
        row_reason=partial(row_reason, view),
        ranked_reason=partial(ranked_reason, view),
        lines_of=partial(_lines, view),
        compare=partial(_compare, view),
    )


def placing(view: View) -> list[tuple[int, Markup]]:
    """(place, name) over all phases; none where there is one phase only, which says it, or nobody is placed yet."""
    if len(view.computed["phases"]) < 2:
        return []
    return [(one["place"], view.player(one["entrant"])) for one in view.computed["placing"]]


def _first_two(view: View) -> tuple[int, int]:
    """Whom the form offers to compare: the best two of the first league that has two; (0, 0) where none has."""
    for phase in view.computed["phases"]:
        for group in phase["standings"]:
            if len(group["rows"]) > 1:
                return group["rows"][0]["entrant"], group["rows"][1]["entrant"]
    return 0, 0


def _lines(view: View, phase: PhaseObject, by_figures: bool | None = None) -> dict[int, Markup]:
    """By the last entrant that a later phase takes what is said behind it; of those that take by figures, or do not;
    None: of all."""
    made: dict[int, Markup] = {}
    for number, facts in enumerate(view.facts.phases, 1):
        options, last = facts.options, facts.last_taken
        if last is None or options.take is None or options.of != phase["phase"]:
            continue
        if by_figures in (None, options.across):
            first, until = options.take
            pattern = later("phase %(number)s takes places %(first)s to %(last)s")
            said = view._(pattern, number=number, first=first, last=until)
            made[last] = Markup("; ").join(filter(None, [made.get(last), said]))
    return made


def _compare(view: View, phase: PhaseObject, first: int, second: int) -> str:
    """The address that tells more of why the one stands above the other."""
    address = view.url("standings", query={"phase": phase["phase"], "why": f"{first},{second}"})
    return f"{address}#why" if address else ""
