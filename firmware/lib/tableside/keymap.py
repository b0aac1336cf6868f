"""What the five keys of a side mean now, by Match.key_map: for each a tap and a hold, as (kind of event, argument)."""

from shared_rules.games.events import COUNT, FIRST, OFF
from shared_rules.games.match import Match

_NOTHING = (None, None)
_WE_START_ROW = 3  # key 4


def meanings(match: Match, row: int) -> "tuple[tuple[int, int], tuple[int, int]]":
    """(tap, hold) of the key in this row (0 to 4, from the top) now; each (kind, argument) or None."""
    keys = match.key_map()
    tap, hold = keys[row] if row < len(keys) else _NOTHING
    if row == _WE_START_ROW and match.can_choose_first():
        hold = (FIRST, 0)
    return tap, hold


def taken_off(match: Match, row: int) -> tuple:
    """(tap, hold) of the key in this row with UNDO down: one off of what they count."""
    if OFF not in match.ACTIONS:
        return _NOTHING
    return tuple([(OFF, act[1]) if act and act[0] == COUNT else None for act in meanings(match, row)])
