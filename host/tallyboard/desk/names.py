"""Names: of entrants, and of matches."""

import re

from shared_rules.games.options import number
from shared_rules.readable import unreadable
from tallyboard.desk.events import SINGLES
from tallyboard.desk.refusal import Refusal
from tallyboard.errors import desk as told

_NAME = re.compile(r"([^:]+):(?:([^-.]+)-([^-.]+)(?:\.(.+))?|[WL]([^.]+)\.(.+)|T|F[12])")


def players_of(name: str, entry: str) -> tuple[str, ...]:
    """The one or two players of an entrant's name; raises Refusal `names`."""
    players = tuple(" ".join(part.split()) for part in name.split("&"))
    wanted = 1 if entry == SINGLES else 2
    what = "one player's name" if wanted == 1 else "two players' names with & between them"
    if len(players) != wanted or not all(players):
        example = "Ann" if wanted == 1 else "Ann & Bob"
        raise Refusal(told.OTHER_NAME if name.strip() else told.NO_NAME, what=what, name=name, example=example)
    whole = " & ".join(players)
    if len(whole) > 60:
        raise Refusal(told.LONG_NAME, count=len(whole))
    code = unreadable(whole)
    if code is not None:
        raise Refusal(told.UNREADABLE_NAME, code=code)
    return players


def phase_of_match(name: str, entrants: int) -> int:
    """The phase of a match name in capitals; raises Refusal `unknown-match` where it is no such name.

    A league's is `1:2-5` or `1:2-5.2`, its entrants among `entrants`, the smaller first; a bracket's `1:W2.1`,
    `1:L3.2`, `1:T`, `1:F1`, `1:F2`. Numbers are 1 to 1000, a meeting's 2 to 1000.
    """
    found = _NAME.fullmatch(name)
    if found:
        numbers = [number(word) if word is not None else 1 for word in found.groups()]
        phase, x, y, meeting = numbers[0], numbers[1], numbers[2], found[4]
        in_range = all(value is not None and 1 <= value <= 1000 for value in numbers)
        if in_range and (found[2] is None or (x < y <= entrants and meeting != "1")):  # type: ignore[operator]
            return phase or 0
    raise Refusal(told.NO_MATCH_NAME, match=name)


def phase_number(match: str) -> int:
    """The number of the phase that the name of a match begins with; the name is known to be one."""
    return int(match.split(":")[0])
