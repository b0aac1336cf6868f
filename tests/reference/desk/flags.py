"""The flags: what no longer fits, in their order."""

from typing import Any

from tests.reference.desk.calls import call_at, is_wrong
from tests.reference.desk.decide import find, is_finished, without_gap
from tests.reference.desk.draws import can_take_from, order_from
from tests.reference.desk.model import Match, Record, State, members
from tests.reference.desk.standings import standings

Flag = dict[str, Any]


def flags(state: State) -> list[Flag]:
    misfits, surplus, differs = of_records(state)
    return misfits + surplus + differs + wrong_calls(state) + draws_differ(state) + not_drawn(state) + tied(state)


def of_records(state: State) -> tuple[list[Flag], list[Flag], list[Flag]]:
    misfits: list[Flag] = []
    surplus: list[Flag] = []
    differs: list[Flag] = []
    for number, key, pair in sorted(
        state.records, key=lambda each: (each[0], f"{each[0]}:{each[1]}", sorted(members(*each[2])))
    ):
        record = state.records[number, key, pair]
        match = find(state, state.phases[number], key)
        name = f"{number}:{key}"
        if match is None or match.players != pair:
            misfits.append({"kind": "misfit", "match": name, "entrants": sorted(members(*pair))})
            continue
        too_many = surplus_games(match, record)
        if too_many:
            surplus.append({"kind": "surplus", "match": name, "games": too_many})
        other = [game for game in sorted(record.hand) if game in record.board and differ(record, game)]
        if other:
            differs.append({"kind": "differs", "match": name, "games": other})
    return misfits, surplus, differs


def surplus_games(match: Match, record: Record) -> list[int]:
    """Results that do not count: after the deciding game, behind a gap, or of a match decided otherwise."""
    games = record.games()
    if match.how in ("walkover", "double forfeit"):
        return sorted(games)
    counting = len(match.games) if match.how == "played" else len(without_gap(games))
    return [game for game in sorted(games) if game > counting]


def differ(record: Record, game: int) -> bool:
    return record.hand[game] != record.board[game]


def wrong_calls(state: State) -> list[Flag]:
    found = []
    for table in state.tables:
        call = call_at(state, table)
        if call and is_wrong(call, find(state, state.phases[call.phase], call.key)):
            found.append({"kind": "wrong-call", "table": table, "match": f"{call.phase}:{call.key}"})
    return found


def draws_differ(state: State) -> list[Flag]:
    found = []
    for phase in state.phases.values():
        if not phase.drawn or not phase.declaration.of:
            continue
        if not can_take_from(state, phase) or order_from(state, phase, phase.absentees) != phase.order:
            found.append({"kind": "draw-differs", "phase": phase.number})
    return found


def not_drawn(state: State) -> list[Flag]:
    drawn = [phase for phase in state.phases.values() if phase.drawn and phase.declaration.of == 0]
    return [
        {"kind": "not-drawn", "entrant": entrant}
        for entrant in sorted(state.entrants)
        if state.is_in(entrant) and drawn and not any(entrant in phase.order for phase in drawn)
    ]


def tied(state: State) -> list[Flag]:
    found = []
    for phase in state.phases.values():
        if not phase.league or not is_finished(state, phase):
            continue
        for rows in standings(state, phase):
            for place in sorted({row.place for row in rows if row.place is not None}):
                sharing = sorted(row.entrant for row in rows if row.place == place)
                if len(sharing) > 1:
                    found.append({"kind": "tied", "phase": phase.number, "entrants": sharing})
    return found
