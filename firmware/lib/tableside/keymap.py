"""What the five keys of a side mean, by game and phase: for each a tap and a hold, as (kind of event, argument)."""

from shared_rules.games.events import AGREE, BOARD, COLOUR, COUNT, COUNTER, DAME, DEAD, FIRST, KNOCKED, OFF, STOP, SUNK

_NOTHING = (None, None)
_WE_START_ROW = 3  # key 4


_DISCS: tuple = (((COUNT, 20), None), ((COUNT, 15), None), ((COUNT, 10), None), ((COUNT, 5), None), _NOTHING)


def _southwest(match):
    keys = list(_DISCS)
    if match.review:
        keys[0] = (keys[0][0], (AGREE, 0))
    keys[4] = ((COUNT, 25), (COUNT, 50))
    return keys


def _quebec(match):
    first, second = match.options["counters"]
    return [((DAME, 0), (COLOUR, 0)), ((COUNTER, first), None), ((COUNTER, second), None), ((STOP, 0), None), _NOTHING]


def _washers(match):
    keys = [((COUNT, hole), (SUNK, hole)) for hole in match.options["holes"]]
    return keys + [((BOARD, 0), None), ((DEAD, 0), (KNOCKED, 0))]


_LAYOUTS = {"pichenotte-southwest": _southwest, "pichenottes-quebec": _quebec, "washers-ritzenthaler": _washers}


def meanings(match, row):
    """(tap, hold) of the key in this row (0 to 4, from the top) now; each (kind, argument) or None."""
    layout = _LAYOUTS.get(match.ID)
    tap, hold = (_DISCS if layout is None else layout(match))[row]
    if row == _WE_START_ROW and match.can_choose_first():
        hold = (FIRST, 0)
    return tap, hold


def taken_off(match, row):
    """(tap, hold) of the key in this row with UNDO down: one off of what they count."""
    if OFF not in match.ACTIONS:
        return _NOTHING
    return tuple([(OFF, act[1]) if act and act[0] == COUNT else None for act in meanings(match, row)])
