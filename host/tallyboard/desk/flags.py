"""What the organiser should look at: records that fit no match, results that disagree, draws that would now differ."""

from collections.abc import Iterator
from itertools import groupby
from typing import Literal, Required, TypedDict

from tallyboard.desk.drawing import is_settled, of_ranking
from tallyboard.desk.league import League
from tallyboard.desk.matches import members, phase_number
from tallyboard.desk.phase import Phase
from tallyboard.desk.state import State


class FlagObject(TypedDict, total=False):
    """Something that is not as it should be. Which keys it has depends on its kind; `tournament flags` without `--json`
    says what to do."""

    #: `misfit`: results of others than those who play this match now; `surplus`: results of games that do not count, as
    #: behind the deciding one; `differs`: a result by hand is not what the board recorded; `wrong-call`: a table was
    #: called for a match that has other players now; `draw-differs`: a phase would be drawn otherwise now; `not-drawn`:
    #: an entrant is in but not drawn; `tied`: entrants of a finished league share a place
    kind: Required[Literal["misfit", "surplus", "differs", "wrong-call", "draw-differs", "not-drawn", "tied"]]
    match: str  #: the match it is about
    entrants: list[int]  #: the entrants it is about
    games: list[int]  #: the games it is about, from 1
    table: str  #: the table it is about
    phase: int  #: the phase it is about
    entrant: int  #: the entrant it is about


def all_flags(state: State) -> list[FlagObject]:
    """Every flag, by kind, and within a kind by phase, match and entrants, or by table."""
    of_records = sorted(_of_records(state), key=_place_of_match)
    return [
        *(flag for kind in ("misfit", "surplus", "differs") for flag in of_records if flag["kind"] == kind),
        *_wrong_calls(state),
        *_draws(state.phases),
        *_not_drawn(state),
        *_ties(state.phases),
    ]


def _of_records(state: State) -> Iterator[FlagObject]:
    for name, players, record in state.field.records.all():
        standing = state.phases[phase_number(name) - 1].standing_of(name)
        if standing is None or standing.pair != players:
            yield {"kind": "misfit", "match": name, "entrants": sorted(members(*players))}
            continue
        # After the deciding one, behind a gap, or where something else decided.
        surplus = [game for game in record.games() if game > len(standing.verdict.games)]
        if surplus:
            yield {"kind": "surplus", "match": name, "games": surplus}
        if record.disputed():
            yield {"kind": "differs", "match": name, "games": record.disputed()}


def _place_of_match(flag: FlagObject) -> tuple[int, str, list[int]]:
    """Phase, match as text, entrants."""
    name = flag["match"]
    return phase_number(name), name, flag.get("entrants", [])


def _wrong_calls(state: State) -> Iterator[FlagObject]:
    for call in state.floor.calls_now():
        standing = state.phases[phase_number(call.match) - 1].standing_of(call.match)
        if standing is None or standing.pair != call.pair:
            yield {"kind": "wrong-call", "match": call.match, "table": call.table}


def _draws(phases: list[Phase]) -> Iterator[FlagObject]:
    for phase in phases:
        if phase.drawn and phase.options.of:
            source = phases[phase.options.of - 1]
            if not is_settled(phase, source) or of_ranking(phase, source, phase.away) != phase.order:
                yield {"kind": "draw-differs", "phase": phase.number}


def _not_drawn(state: State) -> Iterator[FlagObject]:
    firsts = [phase for phase in state.phases if phase.drawn and not phase.options.of]
    drawn = {x for phase in firsts for x in phase.order}
    for entrant in state.field.entrants if firsts else ():
        if state.field.is_in(entrant.number) and entrant.number not in drawn:
            yield {"kind": "not-drawn", "entrant": entrant.number}


def _ties(phases: list[Phase]) -> Iterator[FlagObject]:
    for phase in phases:
        for rows in phase.tables() if isinstance(phase, League) and phase.finished else ():
            for place, share in groupby(rows, key=lambda row: row.place):
                level = sorted(row.entrant for row in share)
                if place is not None and len(level) > 1:
                    yield {"kind": "tied", "entrants": level, "phase": phase.number}
