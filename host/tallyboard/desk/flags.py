"""What the organiser should look at: records that fit no match, results that disagree, draws that would now differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from tallyboard.desk.drawing import is_settled, of_ranking
from tallyboard.desk.league import League
from tallyboard.desk.matches import phase_number
from tallyboard.desk.phase import Phase
from tallyboard.desk.state import State

MISFIT, SURPLUS, DIFFERS = "misfit", "surplus", "differs"
WRONG_CALL, DRAW_DIFFERS, NOT_DRAWN, TIED = "wrong-call", "draw-differs", "not-drawn", "tied"


@dataclass(frozen=True)
class Flag:
    """One thing to look at; what does not belong to its kind is None."""

    kind: str
    match: str | None = None
    entrants: tuple[int, ...] | None = None
    games: tuple[int, ...] | None = None
    table: str | None = None
    phase: int | None = None
    entrant: int | None = None


def all_flags(state: State) -> list[Flag]:
    """Every flag, by kind, and within a kind by phase, match and entrants, or by table."""
    of_records = sorted(_of_records(state), key=_place_of_match)
    return [
        *(flag for kind in (MISFIT, SURPLUS, DIFFERS) for flag in of_records if flag.kind == kind),
        *_wrong_calls(state),
        *(Flag(DRAW_DIFFERS, phase=phase.number) for phase in state.phases if _draw_differs(phase, state.phases)),
        *_not_drawn(state),
        *_ties(state.phases),
    ]


def _of_records(state: State) -> Iterator[Flag]:
    for name, players, record in state.field.records.all():
        standing = state.phases[phase_number(name) - 1].standing_of(name)
        if standing is None or standing.pair != players:
            yield Flag(MISFIT, match=name, entrants=players)
            continue
        # After the deciding one, behind a gap, or where something else decided.
        surplus = tuple(game for game in record.games() if game > len(standing.verdict.games))
        if surplus:
            yield Flag(SURPLUS, match=name, games=surplus)
        if record.disputed():
            yield Flag(DIFFERS, match=name, games=tuple(record.disputed()))


def _place_of_match(flag: Flag) -> tuple[int, str, tuple[int, ...]]:
    """Phase, match as text, entrants."""
    name = flag.match or ""
    return phase_number(name), name, flag.entrants or ()


def _wrong_calls(state: State) -> Iterator[Flag]:
    for call in state.floor.calls_now():
        standing = state.phases[phase_number(call.match) - 1].standing_of(call.match)
        if standing is None or standing.pair != call.pair:
            yield Flag(WRONG_CALL, table=call.table, match=call.match)


def _draw_differs(phase: Phase, phases: list[Phase]) -> bool:
    if not phase.drawn or not phase.options.of:
        return False
    source = phases[phase.options.of - 1]
    return not is_settled(phase, source) or of_ranking(phase, source, phase.away) != phase.order


def _not_drawn(state: State) -> Iterator[Flag]:
    firsts = [phase for phase in state.phases if phase.drawn and not phase.options.of]
    drawn = {x for phase in firsts for x in phase.order}
    for entrant in state.field.entrants if firsts else ():
        if state.field.is_in(entrant.number) and entrant.number not in drawn:
            yield Flag(NOT_DRAWN, entrant=entrant.number)


def _ties(phases: list[Phase]) -> Iterator[Flag]:
    for phase in phases:
        for rows in phase.tables() if isinstance(phase, League) and phase.finished else ():
            for place, share in groupby(rows, key=lambda row: row.place):
                level = sorted(row.entrant for row in share)
                if place is not None and len(level) > 1:
                    yield Flag(TIED, phase=phase.number, entrants=tuple(level))
