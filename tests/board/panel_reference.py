"""What the panel of the board does with keys, once more, written from the design text alone: an oracle.

It takes the commands of the virtual board (`press A1`, `hold NEXT`, `down UNDO`, `wait 500` ...) in board time and says
which match events they enter and what must be lit afterwards. The rules behind it are those of the other reference.

    panel = PanelReference("crokinole-official target=50")
    panel.command("press A1")
    panel.displays()    # {"A": "  :20.", "B": "   0."}
    panel.standing      # ["A 20"]

Readings, where the design leaves a choice:

- What a key means (tap only, or tap and hold) is decided when it goes down; what a tap enters, when it acts. A key
  that has acted does nothing more until it is let go: a held `NEXT` that closed a round starts no rematch.
- Key 4 has its hold meaning, "we start", whenever the rules accept a `first` now: before the first event other than
  `first`, and again before a round of `start=loser`.
- The new match of a held `NEXT` begins with a `first` event where its starter is not A, because nothing but events and
  settings makes a match, and the settings stay the same. `UNDO` can take that event back like every other.
- "Nothing has been counted in the round" and "has a count" both mean the counts of the round, not its events: a disc
  that was taken off again leaves nothing counted.
- "Washers not all entered while a side stands at its target": a side whose total is the target has washers left.
- Whether a `NEXT` that needs a hold says so when it goes down or when it is let go too early is left open.
- A side key that has no meaning (key 5 of crokinole, `UNDO` with a side key in washers) enters nothing; whether it says
  `NO` is left open.
"""

import copy
import re
from dataclasses import dataclass, field

from tests.reference.reference import ReferenceMatch, Refused

HOLD_MS = 800
REFUSAL_MS = 2000
HAPPENING_MS = 3000
VIEW_MS = 3000
LATE_MS = 60  # how much later than here the board may have seen a key; its texts end as much later
KEY = re.compile(r"([ABC])([1-5])$")
CROKINOLE = ("20", "15", "10", "5")
SHOWS_RAW = (
    "crokinole-official",
    "crokinole-traditional",
    "crokinole-championship",
    "twenties-shootout",
    "pichenotte-southwest",
)
ANY_REFUSAL = ("NO", "NONE", "DISC", "TURN")


@dataclass(frozen=True)
class Said:
    """A refusal or a happening: S shows one of `texts` (without blanks) until `until`; None: any text."""

    kind: str  # "refusal" or "happening"
    texts: frozenset | None
    until: int
    optional: bool = False

    def allows(self, text: str) -> bool:
        return self.optional or self.texts is None or squeezed(text) in self.texts


@dataclass
class Down:
    """A key that is down. `waits`: its hold meaning, or None when it has acted or has none."""

    since: int
    tap: bool = False  # acts when let go before HOLD_MS
    waits: list | None = None
    why: tuple = ()  # NEXT: what S says about a tap
    with_side: bool = False  # UNDO: a side key went down meanwhile


@dataclass
class Played:
    """One match: its rules, and every event that was accepted, `undo` too, as scoresheet lines."""

    match: ReferenceMatch
    accepted: list = field(default_factory=list)

    @property
    def standing(self) -> list[str]:
        return [line(event) for event in self.match.events]


def line(words: list[str]) -> str:
    """The scoresheet line of an event: sides are capitals."""
    return " ".join(word.upper() if word in ("a", "b", "c") else word for word in words)


def squeezed(text: str) -> str:
    """A text of S without its blanks: the design leaves open where they stand."""
    return text.replace(" ", "")


class PanelReference:
    """`PanelReference("crokinole-traditional sides=3 scoring=simple", sides=3)`; `sides` are those of the box.

    `command` raises ValueError for what is not modelled (MENU held). `matches` are the matches so far, `standing` and
    `accepted` the events of the present one, `said` the refusal or happening of the last command (None: none).
    """

    def __init__(self, game_line: str, sides: int = 2) -> None:
        words = game_line.split()
        self.words = words if words[0] == "game" else ["game", *words]
        self.box = "ABC"[:sides]
        self.matches = [Played(ReferenceMatch(self.words))]
        self.now = 0
        self.down = {}
        self.said = None  # by the last command
        self.texts = []  # every `said` that may still be on
        self.view_until = 0

    # What can be asked.

    @property
    def match(self) -> ReferenceMatch:
        return self.matches[-1].match

    @property
    def position(self):
        return self.match.position

    @property
    def standing(self) -> list[str]:
        return self.matches[-1].standing

    @property
    def accepted(self) -> list[str]:
        return self.matches[-1].accepted

    @property
    def saying(self) -> list[Said]:
        """The refusals and happenings whose time is not over. (The board's clock is never behind this one.)"""
        self.texts = [said for said in self.texts if said.until > self.now]
        return self.texts

    def clone(self) -> "PanelReference":
        return copy.deepcopy(self)

    def power_cut(self) -> None:
        """What is left after power-off: the matches. Held keys and texts on S are gone."""
        self.down = {}
        self.said = None
        self.texts = []
        self.view_until = self.now

    # What is lit.

    def displays(self) -> dict[str, str]:
        """What A, B (and C in a match of three) must show. Not while another view is on (`view_until`)."""
        position = self.position
        raw = self.shows_raw()
        shown = {}
        for side in position.sides:
            text = f"{position.raw(side) if raw else position.totals[side]:>4}"
            if not position.finished and position.place[0] == side:
                text = text[:2] + ":" + text[2:]
            shown[side] = text + ("." if raw else "")
        return shown

    def shows_raw(self) -> bool:
        return self.match.game in SHOWS_RAW and not self.position.finished and self.has_count()

    def has_count(self) -> bool:
        return any(any(counts.values()) for counts in self.position.counts.values())

    def status(self) -> re.Pattern:
        """What S shows when nothing is being said, without its blanks; fullmatch it."""
        position = self.position
        if position.finished:
            return re.compile("WIN" + position.winners[0] if len(position.winners) == 1 else "DRAW")
        if position.review:
            return re.compile(position.agreed[0] + "OK" if position.agreed else "AGRE")
        number = len(position.closed) + 1
        if self.match.game == "pichenottes-quebec":
            # Which form the pending counters have is open. Before a round's first event the round may be shown.
            turn = position.turn + ">"
            if len(position.pending) == 1:
                turn += f".?{position.pending[0]}"
            elif position.pending:
                turn += ".+"
            return re.compile(f"{turn}|M{number}" if position.events_in_round == 0 else turn)
        if self.match.game == "twenties-shootout":
            return re.compile("SHO1|R1")  # it is a round and a shootout
        if position.kind == "shootout":
            return re.compile(f"SHO{1 + sum(closed['kind'] == 'shootout' for closed in position.closed)}")
        return re.compile(("G" if self.match.game == "pichenotte-southwest" else "R") + str(number))

    # Commands.

    def command(self, text: str) -> None:
        """One command of the virtual board; `unplug`, `plug` and `quit` change nothing here."""
        verb, _, what = text.strip().partition(" ")
        self.said = None
        if verb in ("press", "bounce"):
            self.press(what, 60)
        elif verb == "hold":
            self.press(what, 1000)
        elif verb == "down":
            self.key_down(what)
        elif verb == "up":
            self.key_up(what)
        elif verb == "wait":
            self.advance(int(what))
        elif verb not in ("unplug", "plug", "quit"):
            raise ValueError(f"not a command: {text!r}")

    def press(self, key: str, ms: int) -> None:
        self.key_down(key)
        self.advance(ms)
        self.key_up(key)
        self.advance(60)

    def advance(self, ms: int) -> None:
        """Time passes; holds act when they are HOLD_MS old."""
        end = self.now + ms
        while True:
            ripe = [
                (down.since + HOLD_MS, key)
                for key, down in self.down.items()
                if down.waits is not None and down.since + HOLD_MS <= end
            ]
            if not ripe:
                break
            at, key = min(ripe)
            self.now = max(self.now, at)
            words, self.down[key].waits = self.down[key].waits, None
            self.act(words)
        self.now = end

    def key_down(self, key: str) -> None:
        if key in self.down:
            raise ValueError(f"{key} is down already")
        down = self.down[key] = Down(self.now)
        if key == "UNDO":
            down.tap = True
        elif key == "NEXT":
            self.next_down(down)
        elif key == "MENU":
            down.tap = True
        else:
            side, number = KEY.match(key).groups()
            self.side_down(side, int(number), down)

    def key_up(self, key: str) -> None:
        down = self.down.pop(key)
        age = self.now - down.since
        if key == "UNDO":
            if age < HOLD_MS and not down.with_side:
                self.act(["undo"])
        elif key == "MENU":
            if age >= HOLD_MS:
                raise ValueError("MENU held is not modelled")
            self.view_until = self.now + VIEW_MS
        elif key == "NEXT":
            if down.waits is not None:
                self.refuse(*down.why)
        elif down.tap and age < HOLD_MS:
            side, number = KEY.match(key).groups()
            self.act(self.tap_words(side, int(number)))

    def next_down(self, down: Down) -> None:
        """Acts on press, but a slip that hurts needs a hold, and S says so."""
        position = self.position
        if position.finished:
            down.waits, down.why = ["rematch"], ("HOLD", "DONE")
            self.refuse(*down.why)
            return
        texts = []
        if not self.has_count():
            texts.append("HOLD")
            if self.match.game in ("pichenottes-quebec", "pichenotte-southwest"):
                texts.append("NO")  # where the rules would refuse it anyway
        if self.match.game == "washers-ritzenthaler" and any(
            position.totals[side] == self.match.options["target"]
            and position.entered(side) < self.match.options["washers"]
            for side in position.sides
        ):
            texts.append("DED?")
        if texts:
            down.waits, down.why = ["next"], tuple(texts)
            self.refuse(*down.why)
        else:
            self.act(["next"])

    def side_down(self, side: str, number: int, down: Down) -> None:
        if "UNDO" in self.down:
            self.down["UNDO"].with_side = True
            self.act(self.off_words(side, number))
            return
        down.waits = self.hold_words(side, number)
        if down.waits is None:
            self.act(self.tap_words(side, number))
        else:
            down.tap = True

    # What keys mean: the words of an event, [] for nothing, None for no hold meaning.

    def tap_words(self, side: str, number: int) -> list[str]:
        game, options = self.match.game, self.match.options
        if game == "pichenotte-southwest":
            columns = [*CROKINOLE, "25"]
        elif game == "pichenottes-quebec":
            columns = ["dame", *(f"counter {value}" for value in options["counters"]), "stop"]
        elif game == "washers-ritzenthaler":
            columns = [*map(str, options["holes"]), "board", "dead"]
        else:
            columns = CROKINOLE
        if number > len(columns) or side not in self.position.sides:
            return []
        return [side, *columns[number - 1].split()]

    def hold_words(self, side: str, number: int) -> list[str] | None:
        game, position = self.match.game, self.position
        if position.finished or side not in position.sides:
            return None
        if number == 4 and self.first_accepted(side):
            return ["first", side]
        if game == "pichenotte-southwest":
            if number == 1 and position.review:
                return [side, "agree"]
            if number == 5:
                return [side, "50"]
        elif game == "pichenottes-quebec" and number == 1:
            return [side, "colour", "green"]
        elif game == "washers-ritzenthaler" and number != 4:
            if number == 5:
                return [side, "knocked"]
            return [side, "sunk", str(self.match.options["holes"][number - 1])]
        return None

    def off_words(self, side: str, number: int) -> list[str]:
        if self.match.game not in SHOWS_RAW:
            return []
        words = self.tap_words(side, number)
        return [words[0], "off", words[1]] if words else []

    def first_accepted(self, side: str) -> bool:
        try:
            copy.deepcopy(self.position).play(["first", side.lower()])
        except Refused:
            return False
        return True

    # Events.

    def act(self, words: list[str]) -> None:
        """Enters an event, or says why not."""
        self.said = None
        if words == ["rematch"]:
            self.rematch()
            return
        if words == []:
            self.refuse(*ANY_REFUSAL, "DONE", optional=True)
            return
        before = self.position
        if before.finished and words != ["undo"]:
            self.refuse("DONE")
            return
        before = copy.deepcopy(before)
        try:
            self.match.line(words)
        except Refused:
            self.refuse(*self.reasons(words))
            return
        self.accepted.append(line([word.lower() for word in words]))
        if words != ["undo"]:
            self.happen(words, before)

    def rematch(self) -> None:
        started = self.position.closed[0]["first"]
        sides = self.position.sides
        starter = sides[(sides.index(started) + 1) % len(sides)]
        self.matches.append(Played(ReferenceMatch(self.words)))
        if starter != "A":
            self.match.line(["first", starter])
            self.accepted.append(f"first {starter}")

    # Texts.

    def refuse(self, *texts: str, optional: bool = False) -> None:
        self.say("refusal", frozenset(texts), REFUSAL_MS, optional)

    def say(self, kind: str, texts: frozenset | None, ms: int, optional: bool = False) -> None:
        self.said = Said(kind, texts, self.now + ms + LATE_MS, optional)
        self.texts.append(self.said)

    def reasons(self, words: list[str]) -> list[str]:
        """The texts that the design allows for a refusal by the rules."""
        position = self.position
        if words == ["undo"]:
            return ["NONE", "NO"]
        side, what = words[0], words[1:]
        if words == ["next"] or what == ["agree"] or words[0] == "first":
            return ["NO"]
        if "off" in what:
            return ["NONE"] if what[1] in position.zones else ["NONE", "NO"]
        if self.match.game == "washers-ritzenthaler":
            return ["NONE", "NO"] if what[0] in ("knocked", "sunk") else ["DISC"]
        if self.match.game == "pichenottes-quebec":
            if what[0] in ("counter", "stop") and position.turn != side:
                return ["TURN"]
            return list(ANY_REFUSAL)
        return ["DISC"] if what[0] in position.zones else ["NO"]

    def happen(self, words: list[str], before) -> None:
        position = self.position
        if len(position.closed) > len(before.closed):
            awarded = {side: points for side, points in position.closed[-1]["awarded"].items() if points != 0}
            texts = None  # scrolled, or a form of its own for nothing at all
            if len(awarded) == 1:
                ((side, points),) = awarded.items()
                if 0 < points < 100:
                    texts = frozenset([f"{side}{points}", f"{side}+{points}"])
            self.say("happening", texts, HAPPENING_MS)
        elif self.match.game == "washers-ritzenthaler" and words[-1] in position.holes:
            side, hole = words[0], int(words[-1])
            other = "B" if side == "A" else "A"
            if position.totals[other] < before.totals[other]:
                self.say("happening", frozenset(["CNCL"]), HAPPENING_MS)
            elif position.totals[side] == before.totals[side] - hole:
                self.say("happening", frozenset(["BUST"]), HAPPENING_MS)
