"""The result object: one description of a match for every place that shows one."""

from shared_rules.games.events import SIDES
from shared_rules.games.match import Match


def _by_side(match: Match, numbers: "list | tuple") -> dict:
    return {SIDES[side]: numbers[side] for side in range(match.sides)}


def _round(match: Match) -> dict:
    counts: dict = {}
    for side in range(match.sides):
        mine = match.counts[side]
        counts[SIDES[side]] = {str(match.slots[i]): mine[i] for i in range(len(mine)) if mine[i]}
    return {
        "kind": "shootout" if match.shootout else "round",
        "first": SIDES[match.seats[match.first]],
        "seat": match.seat_name(match.first),
        "counts": counts,
        "raw": _by_side(match, [match.raw(side) for side in range(match.sides)]),
    }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def closed_round(match: Match, awarded: list) -> dict:
    """The round that the match is just closing with these points; for its `on_close`."""
    entry = _round(match)
    entry["awarded"] = _by_side(match, awarded)
    entry["totals"] = _by_side(match, match.totals)
    return entry


def rounds(match: Match) -> list:
    """The closed rounds, played again from the events that stand."""
    closed: list = []
    if not match.closed:
        return closed

    def note(again: Match, awarded: list) -> None:
        closed.append(closed_round(again, awarded))

    again = match.__class__(match.options)
    again.on_close = note  # type: ignore[assignment]
    for i in range(match.length):
        again.play(match.events[i])
    return closed


def result(match: Match, names: "tuple | list" = (), closed: "list | None" = None) -> dict:
    """The match as a dict of plain values that JSON can carry; `names` by side number, None where unknown.

    `closed`: its closed rounds, where somebody has kept them; else they are played again.
    """
    names = list(names) + [None] * (match.sides - len(names))
    current = None
    if not match.finished:
        current = _round(match)
        current["review"] = match.review
        current["agreed"] = [SIDES[side] for side in match.agreed]
        current["turn"] = None if match.turn is None else SIDES[match.turn]
        current["pending"] = list(match.pending)
    return {
        "game": match.ID,
        "options": {name: _plain(match.options[name]) for name, _ in match.OPTIONS if name in match.options},
        "sides": list(SIDES[: match.sides]),
        "names": _by_side(match, names),
        "status": "finished" if match.finished else "playing",
        "winners": [SIDES[side] for side in match.winners],
        "totals": _by_side(match, match.totals),
        "twenties": _by_side(match, match.twenties) if match.TWENTIES else {},
        "rounds": rounds(match) if closed is None else closed,
        "current": current,
    }
