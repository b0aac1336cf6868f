"""`draw K` and `redraw K`: who is drawn, in which order, and when it is refused."""

from dataclasses import replace

from tests.reference.desk import bracket, leagues, partners
from tests.reference.desk.decide import is_finished, matches
from tests.reference.desk.model import Match, Pairing, Phase, State, members
from tests.reference.desk.ranking import group_places, losers, ranking
from tests.reference.desk.standings import standings
from tests.reference.desk.words import Refused

Pairs = list[tuple[int, int]]


def draw(state: State, phase: Phase, by_hand: Pairs) -> None:
    """`by_hand`: the pairs of a Swiss round, A first; none if it is drawn."""
    if phase.by_rounds and phase.drawn:
        next_round(state, phase, by_hand)
        return
    if phase.drawn:
        raise Refused("drawn")
    set_up(state, phase, fresh_order(state, phase), None, by_hand)


def redraw(state: State, phase: Phase) -> None:
    codes = []
    if not phase.drawn:
        raise Refused("not-drawn")
    if phase.ended:
        codes.append("over")
    if any(other.drawn and other.declaration.of == phase.number for other in state.phases.values()):
        codes.append("drawn")
    if codes:
        raise Refused(*codes)
    last = phase.rounds_drawn
    if phase.by_rounds and last > 1:
        before = replace(
            phase,
            order=list(phase.order),
            pairings=[pairing for pairing in phase.pairings if pairing.round < last],
            byes=[bye for bye in phase.byes if bye[0] < last],
        )
        next_round(state, before, [])
        phase.order, phase.pairings, phase.byes = before.order, before.pairings, before.byes
    elif phase.declaration.of:
        set_up(state, phase, fresh_order(state, phase), None)
    else:
        redraw_entrants(state, phase)


def redraw_entrants(state: State, phase: Phase) -> None:
    """Who was drawn stays, if `in` or with a record in the phase; new ones come at the end."""
    recorded = {entrant for number, _, pair in state.records if number == phase.number for entrant in members(*pair)}
    stay = [entrant for entrant in phase.order if state.is_in(entrant) or entrant in recorded]
    new = [entrant for entrant in entry_order(state, phase) if entrant not in phase.order]
    groups = None
    if phase.declaration.format == "round-robin":
        if phase.declaration.rotation:
            change_seats(phase, stay, new)
        groups = [[entrant for entrant in group if entrant in stay] for group in phase.groups]
        for entrant in new:
            min(groups, key=len).append(entrant)
    set_up(state, phase, stay + new, groups)


def change_seats(phase: Phase, stay: list[int], new: list[int]) -> None:
    """Who stays keeps the seat; new ones get the empty ones by table, up before down."""
    seats = [[entrant if entrant in stay else 0 for entrant in side] for side in phase.seats]
    empty = [(table, side) for table in range(len(seats[0])) for side in (0, 1) if not seats[side][table]]
    if len(new) > len(empty):
        raise Refused("full", *too_few(phase, len(stay) + len(new)))
    if too_few(phase, len(stay) + len(new)):
        raise Refused("too-few")
    for entrant, (table, side) in zip(new, empty, strict=False):
        seats[side][table] = entrant
    phase.seats = seats


def entry_order(state: State, phase: Phase) -> list[int]:
    """All who are `in`: the seeds, then by number or by lot."""
    first = [entrant for entrant in state.seeds if state.is_in(entrant)]
    others = [entrant for entrant in sorted(state.entrants) if state.is_in(entrant) and entrant not in first]
    if phase.declaration.order == "lot":
        others.sort(key=lambda entrant: state.lot("order", phase.number, entrant))
    return first + others


def fresh_order(state: State, phase: Phase) -> list[int]:
    """The order of a first draw, or of one that is drawn afresh."""
    if not phase.declaration.of:
        return entry_order(state, phase)
    source = state.phases[phase.declaration.of]
    codes = ["format"] if phase.declaration.lost and source.declaration.format != "single" else []
    if not source.drawn:
        raise Refused("unfinished", "not-drawn", *codes)
    if not can_take_from(state, phase):
        raise Refused("unfinished", *codes)
    if codes:
        raise Refused(*codes)
    absentees = {entrant for entrant in state.entrants if not state.is_in(entrant)}
    if tie_at_border(state, phase, absentees):
        raise Refused("tied", *too_few(phase, len(taken(state, phase, absentees))))
    return order_from(state, phase, absentees)


def can_take_from(state: State, phase: Phase) -> bool:
    """Whether its source is finished, or, with `take=lost`, has seen everybody's first match."""
    source = state.phases[phase.declaration.of]
    if not phase.declaration.lost or source.declaration.format != "single":
        return is_finished(state, source)
    return source.drawn and not any(match.undecided for match in first_matches(state, source))


def first_matches(state: State, single: Phase) -> list[Match]:
    """Those of W1, and those of W2 of who had a bye in W1."""
    first = [match for match in matches(state, single) if match.key.startswith("W1.")]
    had_bye = {match.winner for match in first if match.how == "bye"}
    second = [match for match in matches(state, single) if match.key.startswith("W2.")]
    return first + [match for match in second if had_bye.intersection(match.sides)]


def lost_early(state: State, single: Phase) -> list[int]:
    """Who lost in W1, or in W2 after a bye in W1, by seed."""
    had_bye = {match.winner for match in first_matches(state, single) if match.key[:2] == "W1" and match.how == "bye"}
    lost = [
        entrant
        for match in first_matches(state, single)
        for entrant in losers(match)
        if match.key.startswith("W1.") or entrant in had_bye
    ]
    return sorted(lost, key=single.seed)


def present_levels(state: State, phase: Phase, absentees: set[int]) -> list[list[int]]:
    source = state.phases[phase.declaration.of]
    if phase.declaration.lost:
        levels = [[entrant] for entrant in lost_early(state, source)]
    else:
        levels = ranking(state, source, phase.declaration.across)
    return [[entrant for entrant in level if entrant not in absentees] for level in levels]


def taken(state: State, phase: Phase, absentees: set[int]) -> list[int]:
    """The places A to B of the ranking of the source, without the absentees."""
    present = [entrant for level in present_levels(state, phase, absentees) for entrant in level]
    first, last = phase.declaration.take or (1, len(present))
    return present[first - 1 : last]


def tie_at_border(state: State, phase: Phase, absentees: set[int]) -> bool:
    inside = set(taken(state, phase, absentees))
    return any(0 < len(inside.intersection(level)) < len(level) for level in present_levels(state, phase, absentees))


def order_from(state: State, phase: Phase, absentees: set[int]) -> list[int]:
    """The order that the source gives now; in a bracket entrants from groups exchange seeds."""
    order = taken(state, phase, absentees)
    source = state.phases[phase.declaration.of]
    if phase.league or len(source.groups) < 2:
        return order
    where = group_places(state, source)
    return bracket.exchange(order, {each: where[each][0] for each in order}, {each: where[each][1] for each in order})


def too_few(phase: Phase, entrants: int) -> list[str]:
    fewest = 4 if phase.declaration.format == "partners" else 2 * phase.declaration.groups
    return ["too-few"] if entrants < fewest else []


def set_up(
    state: State, phase: Phase, order: list[int], groups: list[list[int]] | None, by_hand: Pairs | None = None
) -> None:
    """Makes the first matches of a phase, or refuses it."""
    declaration = phase.declaration
    if too_few(phase, len(order)):
        raise Refused("too-few", *wrong_pairs(order, by_hand or []))
    if declaration.format == "double" and len(order) > 128:
        raise Refused("too-many")
    pairings: list[Pairing] = []
    byes: list[tuple[int, int]] = []
    full = False
    if declaration.rotation and declaration.rounds:
        if groups is None:
            phase.seats, phase.turns = leagues.seated(order, declaration.rounds)
        groups = [order]
        pairings, byes = leagues.rotation(phase.seats, phase.turns)
    elif declaration.format == "round-robin":
        if groups is None:
            groups = leagues.snake(order, declaration.groups)
        if any(len(group) < 2 for group in groups):
            raise Refused("too-few")
        pairings, byes = leagues.round_robin(groups, declaration.times, declaration.rounds)
        full = leagues.is_full(len(order), declaration.rounds)
    elif declaration.format == "swiss":
        listed = [entrant for entrant in order if state.is_in(entrant)]
        if len(listed) < 2:
            raise Refused("too-few", *wrong_pairs(listed, by_hand or []))
        pairings, byes = one_round(listed, 1, [], [], by_hand or [])
    elif declaration.format == "partners":
        present = {entrant for entrant in order if state.is_in(entrant)}
        if too_few(phase, len(present)):
            raise Refused("too-few")
        pairings, byes = partners.draw_round(order, present, 1, declaration.rounds or 1, [])
    phase.order, phase.groups, phase.pairings, phase.byes, phase.full = order, groups or [], pairings, byes, full
    phase.drawn = True
    phase.absentees = {entrant for entrant in state.entrants if not state.is_in(entrant)}


def wrong_pairs(listed: list[int], by_hand: Pairs) -> list[str]:
    """What is wrong with pairs made by hand, nobody twice, of those who would be drawn."""
    paired = [entrant for pair in by_hand for entrant in pair]
    if not paired:
        return []
    codes = [] if set(paired) <= set(listed) and all(x != y for x, y in by_hand) else ["not-these"]
    if len(set(listed) - set(paired)) > 1:
        codes.append("unpaired")
    return codes


def one_round(
    listed: list[int], r: int, pairings: list[Pairing], byes: list[tuple[int, int]], by_hand: Pairs
) -> tuple[list[Pairing], list[tuple[int, int]]]:
    """The matches and byes of a Swiss round: drawn, or paired by hand."""
    if not by_hand:
        return leagues.swiss_round(listed, r, pairings, byes)
    if wrong_pairs(listed, by_hand):
        raise Refused(*wrong_pairs(listed, by_hand))
    paired = {entrant for pair in by_hand for entrant in pair}
    made = [Pairing(r, 0, place, a, b) for place, (a, b) in enumerate(by_hand, start=1)]
    return made, [(r, entrant) for entrant in listed if entrant not in paired]


def next_round(state: State, phase: Phase, by_hand: Pairs) -> None:
    """Draws one more round."""
    codes = []
    if phase.ended or phase.rounds_drawn == phase.declaration.rounds:
        codes.append("over")
    by_partners = phase.declaration.format == "partners"
    if not by_partners and any(match.undecided for match in matches(state, phase)):
        codes.append("unfinished")
    new = []
    if not phase.declaration.of:
        new = [entrant for entrant in entry_order(state, phase) if entrant not in phase.order]
    joined = replace(phase, order=phase.order + new)
    listed = [row.entrant for row in standings(state, joined)[0] if state.is_in(row.entrant)]
    codes += too_few(phase, len(listed))
    if codes:
        raise Refused(*codes, *wrong_pairs(listed, by_hand))
    if by_partners:
        pairings, byes = partners.draw_round(
            joined.order, set(listed), phase.rounds_drawn + 1, phase.declaration.rounds or 1, phase.pairings
        )
    else:
        pairings, byes = one_round(listed, phase.rounds_drawn + 1, phase.pairings, phase.byes, by_hand)
    phase.order = joined.order
    phase.pairings = phase.pairings + pairings
    phase.byes = phase.byes + byes
