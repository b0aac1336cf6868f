"""The JSON object of a tournament."""

from typing import Any

from tests.reference.desk.calls import call_at, called, plan
from tests.reference.desk.decide import is_finished, matches
from tests.reference.desk.flags import flags
from tests.reference.desk.model import Match, Phase, Side, State
from tests.reference.desk.ranking import is_beside, places, placing, ranking
from tests.reference.desk.schedule import Schedule
from tests.reference.desk.standings import Row, standings


def report(state: State) -> dict[str, Any]:
    return {
        "entrants": [
            {"entrant": each.number, "name": each.name, "players": each.players, "status": each.status}
            for each in state.entrants.values()
        ],
        "tables": [table_object(state, name) for name in state.tables],
        "phases": [phase_object(state, phase) for phase in state.phases.values()],
        "next": [{"match": match.name, "table": table} for match, table in plan(state)],
        "schedule": Schedule(state).rows(),
        "flags": flags(state),
        "champion": champion(state),
        "finished": bool(state.phases) and all(is_finished(state, phase) for phase in state.phases.values()),
        "placing": [{"place": place, "entrant": entrant} for place, entrant in placing(state)],
        "contest": contest(state),
    }


def table_object(state: State, name: str) -> dict[str, Any]:
    call = call_at(state, name)
    match = f"{call.phase}:{call.key}" if call else None
    return {"table": name, "open": state.tables[name].open, "match": match}


def phase_object(state: State, phase: Phase) -> dict[str, Any]:
    has_groups = len(phase.groups) > 1
    tables = standings(state, phase) if phase.league and phase.drawn else []
    return {
        "phase": phase.number,
        "format": phase.declaration.format,
        "drawn": phase.drawn,
        "finished": is_finished(state, phase),
        "order": phase.order,
        "groups": phase.groups,
        "seats": phase.seats,
        "matches": [match_object(state, match, has_groups) for match in matches(state, phase) if match.sides != (0, 0)],
        "byes": [[entrant, round_number] for round_number, entrant in sorted(phase.byes)],
        "standings": [
            {"group": group_name(number, has_groups), "rows": [row_object(row) for row in rows]}
            for number, rows in enumerate(tables)
        ],
        "places": [
            {"place": place, "entrant": entrant}
            for place, entrant in (places(state, phase) if not phase.league else [])
        ],
        "ranking": ranking(state, phase),
    }


def group_name(group: int, has_groups: bool) -> str | None:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[group] if has_groups else None


def match_object(state: State, match: Match, has_groups: bool) -> dict[str, Any]:
    return {
        "match": match.name,
        "round": match.index,
        "group": group_name(match.group, has_groups),
        "seat": match.seat,
        "sides": [shown(side) for side in match.sides],
        "state": "called" if match.state == "ready" and called(state, match) else match.state,
        "how": match.how,
        "winner": shown(match.winner) or None,
        "due": match.due if match.state == "ready" else None,
        "games": [
            {
                "scores": [game.scores[side] for side in match.sides if side],
                "twenties": [game.twenties[side] for side in match.sides if side],
                "winner": shown(game.winner),
            }
            for game in match.games
        ],
    }


def shown(side: Side) -> Any:
    return list(side) if isinstance(side, tuple) else side


def row_object(row: Row) -> dict[str, Any]:
    return {
        "place": row.place,
        "entrant": row.entrant,
        "played": row.played,
        "won": row.won,
        "level": row.level,
        "lost": row.lost,
        "byes": row.byes,
        "points": row.points,
        "for": row.for_,
        "against": row.against,
        "twenties": row.twenties,
        "why": row.why,
    }


def champion(state: State) -> int | None:
    """Who is alone on place 1 of the last phase that is not beside, if it is finished and of one group."""
    numbers = [number for number, phase in state.phases.items() if not is_beside(state, phase)]
    if not numbers:
        return None
    phase = state.phases[max(numbers)]
    if not is_finished(state, phase) or len(phase.groups) > 1:
        return None
    if phase.league:
        first = [row.entrant for row in standings(state, phase)[0] if row.place == 1]
    else:
        first = [entrant for place, entrant in places(state, phase) if place == 1]
    return first[0] if len(first) == 1 else None


def contest(state: State) -> list[dict[str, Any]]:
    ranked = sorted(state.contest, key=lambda entrant: (-state.contest[entrant], entrant))
    return [
        {
            "place": 1 + sum(1 for other in state.contest.values() if other > state.contest[entrant]),
            "entrant": entrant,
            "twenties": state.contest[entrant],
        }
        for entrant in ranked
    ]
