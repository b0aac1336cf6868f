"""What the words of a line name, and how a line is refused."""

from collections.abc import Callable

from tests.reference.desk.decide import find
from tests.reference.desk.model import Match, Phase, State
from tests.reference.desk.words import NUMBER, Refused, key_entrants, match_name

Words = list[str]


def entrant_in(state: State, word: str) -> int:
    found = int(word) if NUMBER.fullmatch(word) else 0
    if found not in state.entrants:
        raise Refused("unknown-entrant", "syntax")
    return found


def phase_in(state: State, word: str) -> Phase:
    found = int(word) if NUMBER.fullmatch(word) else 0
    if found not in state.phases:
        raise Refused("unknown-phase", "syntax")
    return state.phases[found]


def match_in(state: State, word: str) -> tuple[Phase, str]:
    """The phase and the key of a match that can be named, whether it exists or not."""
    number_of_phase, key = match_name(word)
    if number_of_phase not in state.phases:
        raise Refused("unknown-phase", "unknown-match")
    if any(entrant not in state.entrants for entrant in key_entrants(key)):
        raise Refused("unknown-entrant", "unknown-match")
    return state.phases[number_of_phase], key


def standing_match(state: State, word: str) -> Match:
    """A match that exists now."""
    phase, key = match_in(state, word)
    match = find(state, phase, key)
    if match is None:
        raise Refused("unknown-match", "not-ready", *([] if phase.drawn else ["not-drawn"]))
    if match.sides == (0, 0):
        raise Refused("unknown-match", "not-ready", "not-these")
    return match


def need(condition: bool, *codes: str) -> None:
    if not condition:
        raise Refused(*(codes or ("syntax",)))


def together(*checks: Callable[[], object]) -> None:
    """All checks, so that a refusal has the codes of each that refuses."""
    codes: set[str] = set()
    for check in checks:
        try:
            check()
        except Refused as refused:
            codes |= refused.codes
    need(not codes, *codes)
