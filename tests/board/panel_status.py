"""What S may show: a set of texts for a span of time, and whether a text that was seen is one of them.

    status = Status()
    status.press_acts(0)
    status.say(PRESS, ["UNDO"], 0, 500)
    status.say(PRESS, ["A20"], 500, 1000, at_latest=2000)   # on until 1500, and not after 2000
    status.allows("A 20", 600, lambda moment: re.compile("R1"))

Texts are compared without their blanks: the description leaves open where they stand.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tests.reference.reference import Quebec, ReferenceMatch

# Of what there is to say S shows the first: "S, four characters, shows the first of these that there is".
REFUSAL, HAPPENING, PRESS, VIEW = range(1, 5)

REFUSAL_MS = 2000
HAPPENING_MS = 3000
PRESS_MS = 1500
VIEW_MS = 3000
UNDO_MS = 500  # "an undo `UNDO` for 0.5 s, then what it took"
UNDO_AT_LATEST_MS = 2000  # open: 1.5 s in all, or 1.5 s after that
AWARDS_AT_LATEST_MS = 8000  # "longer ones scrolled once, at reading speed"
TOSS_STANDS_MS = 3000
SCROLL_AT_LATEST_MS = 30_000  # a game, what it is played to and who starts
LATE_MS = 60  # how much earlier or later than here a text of the board may end
STEP_MS = 5

ANYTHING = re.compile(".*")

Base = Callable[[int], re.Pattern[str]]


@dataclass(frozen=True)
class Said:
    """S shows one of `texts` (None: any) from `start` until `until`; until `at_latest` it may."""

    priority: int
    texts: frozenset[str] | None
    start: int
    until: int
    at_latest: int

    def allows(self, text: str) -> bool:
        return self.texts is None or text in self.texts


def squeezed(text: str) -> str:
    """A text of S without its blanks."""
    return text.replace(" ", "")


class Status:
    """What has been said and may still be on. Below it is what S shows when nothing is said: the `base` of `allows`."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.since = 0  # nothing that S showed before is allowed any more

    def clear(self, now: int) -> None:
        self.said = []
        self.since = now

    def press_begins(self) -> None:
        """A key went down. What is being said ends now, or when this press acts, or not if it comes to nothing."""
        self.said = [replace(said, until=said.start) for said in self.said]

    def press_acts(self, now: int) -> None:
        """ "A new press ends what the one before it said." Whether it ends the other view is open."""
        self.press_begins()
        self.said = [said for said in self.said if said.priority == VIEW]
        self.since = now

    def say(
        self, priority: int, texts: Iterable[str] | None, start: int, ms: int, *, at_latest: int | None = None
    ) -> None:
        """`ms` = 0: it may be said until the moment `at_latest`, or not at all."""
        allowed = None if texts is None else frozenset(map(squeezed, texts))
        until = start + ms
        self.said.append(Said(priority, allowed, start, until, until if at_latest is None else at_latest))
        self.said.sort(key=lambda said: said.priority)

    def allows(self, text: str, now: int, base: Base) -> bool:
        moments = range(max(self.since, now - LATE_MS), now + LATE_MS + 1, STEP_MS)
        return any(self.allows_at(squeezed(text), moment, base) for moment in moments)

    def allows_at(self, text: str, moment: int, base: Base) -> bool:
        for said in self.said:
            if said.start <= moment < said.at_latest:
                if said.allows(text):
                    return True
                if moment < said.until:
                    return False
        return base(moment).fullmatch(text) is not None

    def expected(self, moment: int, base: Base) -> str:
        """For people: what is allowed at a moment."""
        texts: list[str] = []
        for said in self.said:
            if said.start <= moment < said.at_latest:
                texts += ["anything"] if said.texts is None else sorted(said.texts)
                if moment < said.until:
                    return " or ".join(texts)
        return " or ".join([*texts, base(moment).pattern])


def press_texts(words: list[str]) -> list[str]:
    """What S says of an event that was accepted, or that an undo took: "side and what"."""
    what = words[-1].upper()
    if words[0] == "first":
        return ["1ST" + what]
    if words == ["next"]:
        return ["NEXT"]
    side = words[0].upper()
    match words[1]:
        case "off":
            return ["-" + side + what]
        case "penalty":
            return [side + "-PN"]
        case "sunk":
            return [side + "*" + what]
        case "counter":
            return [side + "C" + what]
        case "colour":
            return [side + {"GREEN": "GRN", "RED": "RED"}[what]]
        case "stop":
            return ["STOP"]
        case "agree":
            return ["AGRE", side + "OK"]
    return [side + {"FORFEIT": "FFT", "BOARD": "ON", "DEAD": "DED", "KNOCKED": "KNK", "DAME": "DAM"}.get(what, what)]


# --- When nothing is being said: the items from "result" on, as patterns -------------------------------------------


def resting(match: ReferenceMatch) -> str:
    """The items from "result" on, as a pattern."""
    position = match.position
    if position.finished:
        winners = position.winners
        if len(winners) == 1:
            return f"WIN{winners[0]}"
        others = "".join(side for side in position.sides if side not in winners)
        named = "".join(f"(?=.*{side})" for side in winners) + (f"(?!.*[{others}])" if others else "") + ".{1,4}"
        return f"DRAW|{named}" if len(position.sides) == 3 else "DRAW"
    if position.review:
        return f"{position.agreed[0]}OK" if position.agreed else "AGRE"
    if match.game == "pichenottes-quebec":
        return resting_in_quebec(match)
    if position.kind == "shootout":
        return f"SHO{1 + sum(closed['kind'] == 'shootout' for closed in position.closed)}"
    if match.game == "twenties-shootout":
        return "SHO1|" + round_number(match, "R")
    return round_number(match, "G" if match.game == "pichenotte-southwest" else "R")


def resting_in_quebec(match: ReferenceMatch) -> str:
    position = match.position
    assert isinstance(position, Quebec)
    if position.over:
        return "STOP"
    turn = f"{position.turn}>"
    if len(position.pending) == 1:
        turn += f".?{position.pending[0]}"
    elif position.pending:
        turn += ".+"
    return turn if position.events_in_round else f"{turn}|{round_number(match, 'M')}"


def round_number(match: ReferenceMatch, letter: str) -> str:
    """`R 3`; "in doubles number and seat, `3 A2`"."""
    number, place = len(match.position.closed) + 1, match.position.place
    if len(place) == 1:
        return f"{letter}{number}"
    seat = f"{number}{place}"
    return seat if match.options["format"] == "doubles" else f"{seat}|{letter}{number}"
