"""What the organiser should look at: records that fit no match, results that disagree, draws that would now differ."""

from dataclasses import dataclass

from tallyboard.desk.draw_order import is_settled, of_ranking
from tallyboard.desk.field import Field
from tallyboard.desk.floor import Floor
from tallyboard.desk.league import League
from tallyboard.desk.matches import Record, Standing, phase_number
from tallyboard.desk.phase import Phase, pair_of

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


def all_flags(phases: list[Phase], field: Field, floor: Floor) -> list[Flag]:
    """Every flag, by kind, and within a kind by phase, match and entrants, or by table."""
    return [
        *_of_records(phases, field),
        *_wrong_calls(phases, floor),
        *_draws(phases),
        *_not_drawn(phases, field),
        *_ties(phases),
    ]


def _of_records(phases: list[Phase], field: Field) -> list[Flag]:
    found: dict[str, list[Flag]] = {MISFIT: [], SURPLUS: [], DIFFERS: []}
    for name, players, record in field.records.all():
        phase = phases[phase_number(name) - 1]
        match = phase.find(name)
        standing = phase.standing(match) if match else None
        if standing is None or standing.pair != players:
            found[MISFIT].append(Flag(MISFIT, match=name, entrants=players))
            continue
        surplus = _surplus(record, standing)
        if surplus:
            found[SURPLUS].append(Flag(SURPLUS, match=name, games=tuple(surplus)))
        if record.disputed():
            found[DIFFERS].append(Flag(DIFFERS, match=name, games=tuple(record.disputed())))
    return [flag for flags in found.values() for flag in sorted(flags, key=_place_of_match)]


def _place_of_match(flag: Flag) -> tuple[int, str, tuple[int, ...]]:
    """Phase, match as text, entrants."""
    name = flag.match or ""
    return phase_number(name), name, flag.entrants or ()


def _surplus(record: Record, standing: Standing) -> list[int]:
    """The games that count for nothing: after the deciding one, behind a gap, or where something else decided."""
    counted = len(standing.verdict.games)
    return [game for game in record.games() if game > counted]


def _wrong_calls(phases: list[Phase], floor: Floor) -> list[Flag]:
    return [
        Flag(WRONG_CALL, table=call.table, match=call.match)
        for call in floor.calls_now()
        if pair_of(phases[phase_number(call.match) - 1], call.match) != call.pair
    ]


def _draws(phases: list[Phase]) -> list[Flag]:
    flags = []
    for phase in phases:
        if phase.drawn and phase.options.of:
            source = phases[phase.options.of - 1]
            if not is_settled(phase, source) or of_ranking(phase, source, phase.away) != phase.order:
                flags.append(Flag(DRAW_DIFFERS, phase=phase.number))
    return flags


def _not_drawn(phases: list[Phase], field: Field) -> list[Flag]:
    firsts = [phase for phase in phases if phase.drawn and not phase.options.of]
    if not firsts:
        return []
    drawn = {x for phase in firsts for x in phase.order}
    return [
        Flag(NOT_DRAWN, entrant=e.number) for e in field.entrants if field.is_in(e.number) and e.number not in drawn
    ]


def _ties(phases: list[Phase]) -> list[Flag]:
    flags = []
    for phase in phases:
        if not isinstance(phase, League) or not phase.finished:
            continue
        for rows in phase.tables():
            by_place: dict[int, list[int]] = {}
            for row in rows:
                if row.place is not None:
                    by_place.setdefault(row.place, []).append(row.entrant)
            for _, level in sorted(by_place.items()):
                if len(level) > 1:
                    flags.append(Flag(TIED, phase=phase.number, entrants=tuple(sorted(level))))
    return flags
