"""The desk itself: a list of events, played line after line."""

from typing import Any

from tests.reference.desk import calls
from tests.reference.desk.arguments import Words, match_in, need
from tests.reference.desk.decide import find
from tests.reference.desk.events import LINES
from tests.reference.desk.model import Side, State, members
from tests.reference.desk.report import report
from tests.reference.desk.results import pair_of
from tests.reference.desk.words import Refused, minute, number, script_lines

CHANGES_NO_MATCH = ("add", "rename", "contest", "seeds", "open", "close", "call", "shootout", "note")


class Desk:
    """One tournament. `line` takes the words of a line that is not empty, and raises Refused."""

    def __init__(self) -> None:
        self.settings: tuple[bool, int] | None = None
        self.now = 0
        self.events: list[tuple[int, Words]] = []  # those that stand: the minute, and the line
        self.state = State(False, 0)

    def line(self, words: Words) -> None:
        """One line; a refused one changes nothing."""
        kind = words[0].lower()
        if self.settings is None:
            self.settings = read_tournament(words)
            self.state = State(*self.settings)
        elif kind == "tournament":
            raise Refused("first-line", "syntax")
        elif kind == "at":
            self.at(words)
        elif kind == "undo":
            self.undo(words)
        else:
            apply(self.state, words, len(self.events) + 1)
            self.events.append((self.now, words))

    def at(self, words: Words) -> None:
        need(len(words) == 2)
        now = minute(words[1])
        need(now >= self.now, "time")
        self.now = self.state.now = now

    def undo(self, words: Words) -> None:
        need(len(words) == 1)
        taken_back = [place for place, (_, event) in enumerate(self.events) if not is_from_board(event)]
        need(bool(taken_back), "nothing")
        left = self.events[: taken_back[-1]] + self.events[taken_back[-1] + 1 :]
        try:
            self.state = self.replay(left)
        except Refused as refused:
            raise Refused("depends") from refused
        self.events = left

    def replay(self, events: list[tuple[int, Words]]) -> State:
        assert self.settings is not None
        state = State(*self.settings)
        for event_number, (now, words) in enumerate(events, start=1):
            state.now = now
            apply(state, words, event_number)
        state.now = self.now
        return state


def read_tournament(words: Words) -> tuple[bool, int]:
    """Whether it is doubles, and the seed."""
    lower = [word.lower() for word in words]
    need(lower[0] == "tournament", "first-line")
    need(len(lower) in (2, 3) and lower[1] in ("singles", "doubles"), "syntax", "first-line", "option")
    seed = 0
    if len(lower) == 3:
        name, equals, value = lower[2].partition("=")
        need(name == "seed" and equals == "=", "syntax", "first-line", "option")
        try:
            seed = number(value, 0, 999999999)
        except Refused as refused:
            raise Refused("syntax", "first-line", "option") from refused
    return lower[1] == "doubles", seed


def is_from_board(words: Words) -> bool:
    """Whether an accepted line is a board's result."""
    return words[0].lower() == "result" and "board" in [word.lower() for word in words[6:]]


def apply(state: State, words: Words, event: int) -> None:
    """One event other than `undo`: what it says, then the calls that it ends."""
    kind = words[0].lower()
    played: tuple[int, str, tuple[Side, Side]] | None = None
    if kind == "free":
        free(state, words[1:], event)
    elif kind in LINES:
        LINES[kind](state, words[1:])
        forget(state, kind, words)
    else:
        raise Refused("syntax")
    if kind == "result":
        phase, key = match_in(state, words[1].partition("/")[0])
        played = (phase.number, key, pair_of(state, words[1:]))
        was_busy(state, members(*played[2]), event)
    if kind == "forfeit":
        phase, key = match_in(state, words[1])
        match = find(state, phase, key)
        assert match is not None and match.players is not None
        was_busy(state, match.entrants, event)
    calls.end_calls(state, event, played)


def forget(state: State, kind: str, words: Words) -> None:
    """Only to be quick: the matches that were seen are kept where the line cannot have changed them."""
    if kind in ("result", "forfeit", "clear"):
        phase, _ = match_in(state, words[1].partition("/")[0])
        state.seen.pop(id(phase), None)
    elif kind not in CHANGES_NO_MATCH:
        state.seen.clear()


def free(state: State, words: Words, event: int) -> None:
    need(len(words) == 1)
    need(words[0] in state.tables, "unknown-table")
    call = calls.call_at(state, words[0])
    need(call is not None, "nothing")
    assert call is not None
    calls.end(state, call, event)
    was_busy(state, call.entrants, event)


def was_busy(state: State, entrants: list[int], event: int) -> None:
    for entrant in entrants:
        state.last_event[entrant] = (event, state.now)


def compute(text: str) -> dict[str, Any]:
    """The object of a script; of one with a refused line, `line` and all codes that may be given for it (`errors`)."""
    desk = Desk()
    lines = script_lines(text)
    for line_number, words in enumerate(lines, start=1):
        if not words:
            continue
        try:
            desk.line(words)
        except Refused as refused:
            return {"line": line_number, "errors": sorted(refused.codes)}
    if desk.settings is None:
        return {"line": len(lines), "errors": ["first-line"]}
    return report(desk.state)
