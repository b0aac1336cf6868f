"""The rules of all seven games once more, written from the rule text alone: an oracle for differential tests.

Nothing here is shared with the rules that the board and the laptop run, and nothing here is meant to be quick. A
match is its settings and the list of its standing events; `result` and `undo` play that list from the beginning.

    score_sheet("game crokinole-official\\nA 20\\nnext\\n")["totals"]    # {"A": 20, "B": 0}

Paragraphs are cited by the number of the rule document: 000 Southwest, 001 Quebec, 002 official, 003 traditional and
championship, 004 washers. "Ruling" marks what the project decided where a document is silent.
"""

import string
from typing import Any

Options = dict[str, Any]  # by name: a number, a word, or a list of numbers


class Refused(ValueError):  # noqa: N818 - "refused" is the word of the rules
    """A line that the rules do not allow now; it changed nothing. `cause` says why."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


class SheetError(ValueError):
    """A scoresheet with a refused line: `line` counts from 1, `cause` says why. Such a sheet has no result."""

    def __init__(self, line: int, cause: str) -> None:
        super().__init__(f"{line}: {cause}")
        self.line = line
        self.cause = cause


# --- Options -------------------------------------------------------------------------------------------------------

# What each game accepts. The first word of a tuple and a number are defaults; None: no default, or a default that
# depends on the other options (see `read_options`).
OPTIONS: dict[str, dict[str, Any]] = {
    "crokinole-official": {"format": ("singles", "doubles"), "target": 100, "discs": 12},
    "crokinole-traditional": {
        "scoring": ("differential", "simple"),
        "target": 100,
        "discs": None,
        "sides": ("2", "3"),
        "start": ("clockwise", "loser"),
        "format": ("singles", "doubles", "two-on-one"),
    },
    "crokinole-championship": {"rounds": None, "best_of": None, "discs": 12, "format": ("singles", "doubles")},
    "twenties-shootout": {"discs": 12, "sides": ("2", "3"), "format": ("singles", "doubles")},
    "pichenotte-southwest": {"format": ("singles", "doubles"), "games": None, "target": None, "discs": 12},
    "pichenottes-quebec": {"format": ("singles", "doubles"), "target": 31, "dames": 12, "counters": [5, 10]},
    "washers-ritzenthaler": {"washers": 3, "target": 21, "holes": [3, 2, 1], "format": ("singles", "doubles")},
}
AT_MOST = {"discs": 24, "target": 9999, "rounds": 99, "best_of": 99, "games": 99, "dames": 24, "washers": 9}
MEMBERS = {"holes": 3, "counters": 2}
MEMBER_AT_MOST = 99
NOT_TOGETHER = [("rounds", "best_of"), ("games", "target")]
THREE_NEED = {
    "crokinole-traditional": [("scoring", "simple"), ("start", "clockwise"), ("format", "singles")],
    "twenties-shootout": [("format", "singles")],
}


def read_number(name: str, text: str, at_most: int) -> int:
    """A whole number of at least 1 and at most `at_most`, without leading zeros."""
    if text == "" or any(character not in string.digits for character in text):
        raise Refused(f"{name}: {text!r} is not a whole number")
    if text[0] == "0":
        raise Refused(f"{name}: {text} is 0 or has a leading zero")
    if len(text) > len(str(at_most)) or int(text) > at_most:
        raise Refused(f"{name}: {text} is not in 1 to {at_most}")
    return int(text)


def read_value(name: str, text: str, accepted: Any) -> int | str | list[int]:
    """The value of one option as it stands in the result."""
    if name in MEMBERS:
        members = [read_number(name, member, MEMBER_AT_MOST) for member in text.split(",")]
        if len(members) != MEMBERS[name] or len(set(members)) != MEMBERS[name]:
            raise Refused(f"{name}: exactly {MEMBERS[name]} different numbers")
        return members
    if name in AT_MOST:
        return read_number(name, text, AT_MOST[name])
    if text not in accepted:
        raise Refused(f"{name}: {text!r} is none of {', '.join(accepted)}")
    return int(text) if name == "sides" else text


def read_options(game: str, words: list[str]) -> Options:
    """Every option of `game` with its value in force; `words` are the lower-case words after the game id."""
    given: Options = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name not in OPTIONS[game]:
            raise Refused(f"{game} has no option {word!r}")
        if name in given:
            raise Refused(f"the option {name} is repeated")
        given[name] = read_value(name, text, OPTIONS[game][name])
    for one, other in NOT_TOGETHER:
        if one in given and other in given:
            raise Refused(f"{one} and {other} are not given together")

    options: Options = {}
    for name, accepted in OPTIONS[game].items():
        if name in given:
            options[name] = given[name]
        elif isinstance(accepted, tuple):
            options[name] = int(accepted[0]) if name == "sides" else accepted[0]
        elif accepted is not None:
            options[name] = list(accepted) if isinstance(accepted, list) else accepted

    if options.get("sides") == 3:
        for name, needed in THREE_NEED[game]:
            if options[name] != needed:
                raise Refused(f"sides=3 needs {name}={needed}")
    if game == "crokinole-traditional" and "discs" not in options:
        options["discs"] = 8 if options["sides"] == 3 else 12
    if game == "crokinole-championship" and "best_of" not in options and "rounds" not in options:
        options["rounds"] = 4
    if game == "pichenotte-southwest" and "target" not in options and "games" not in options:
        options["games"] = 8 if options["format"] == "singles" else 4
    return options


# --- What all games have in common ---------------------------------------------------------------------------------


class Position:
    """Where a match stands after some events. A subclass is one row of the rules' table of games.

    `play` may leave a position half changed when it refuses: throw it away then.
    """

    has_twenties = True
    has_seats = True

    def __init__(self, options: Options) -> None:
        self.options = options
        self.sides = ["A", "B", "C"][: options.get("sides", 2)]
        # Who can be first, clockwise: sides, or seats where several people share a side.
        self.places = {
            "singles": list(self.sides),
            "doubles": ["A1", "B1", "A2", "B2"] if self.has_seats else list(self.sides),
            "two-on-one": ["A1", "B1", "A2"],
        }[options["format"]]
        self.totals = dict.fromkeys(self.sides, 0)
        self.twenties = dict.fromkeys(self.sides, 0)
        self.closed: list[dict[str, Any]] = []  # as in the result's "rounds"
        self.finished = False
        self.winners: list[str] = []
        self.place = self.places[0]  # who is first in the current round
        self.new_round()

    # A subclass says these.

    def side_event(self, side: str, words: list[str]) -> None:
        """An event line `side words…`."""
        raise NotImplementedError

    def close(self) -> None:
        """`next` was entered."""
        self.close_round(self.awards())

    def awards(self) -> dict[str, int]:
        """What each side is awarded for the current round, now that it closes."""
        raise NotImplementedError

    def raw(self, side: str) -> int:
        raise NotImplementedError

    def match_winners(self) -> list[str]:
        """After a close: the winners, several for a draw; empty: the match goes on."""
        raise NotImplementedError

    # Events.

    def play(self, words: list[str]) -> None:
        """One event other than `undo`; lower-case words. Raises Refused."""
        if self.finished:
            raise Refused("the match is finished")
        if words[0] == "first":
            self.choose_first(words)
            return
        self.events_in_round += 1
        if words == ["next"]:
            self.close()
        elif words[0].upper() in self.sides:
            self.side_event(words[0].upper(), words[1:])
        else:
            raise Refused(f"unknown line {' '.join(words)!r}")

    def choose_first(self, words: list[str]) -> None:
        """`first S`: who starts the match; with start=loser also who starts the next round (003, 8)."""
        if len(words) != 2 or words[1].upper() not in self.sides:
            raise Refused("first needs a side")
        side = words[1].upper()
        if self.events_in_round > 0:
            raise Refused("first comes before the other events")
        if not self.closed:
            self.place = next(place for place in self.places if place[0] == side)
            return
        if self.options.get("start") != "loser":
            raise Refused("the start goes clockwise")
        last = self.closed[-1]
        if last["raw"]["A"] == last["raw"]["B"]:
            raise Refused("after a tie the start goes clockwise")
        # The next seat of that side, clockwise from who was first in the round before.
        self.place = self.clockwise(last["seat"] or last["first"])
        while self.place[0] != side:
            self.place = self.clockwise(self.place)

    def clockwise(self, place: str) -> str:
        return self.places[(self.places.index(place) + 1) % len(self.places)]

    # Rounds.

    def new_round(self) -> None:
        self.kind = "round"
        self.events_in_round = 0  # other than `first`
        self.counts: dict[str, dict[str, int]] = {side: {} for side in self.sides}
        self.review = False
        self.agreed: list[str] = []
        self.turn: str | None = None
        self.pending: list[int] = []

    def count(self, side: str, what: str, change: int = 1) -> None:
        self.counts[side][what] = self.counts[side].get(what, 0) + change

    def counted(self, side: str, what: str) -> int:
        return self.counts[side].get(what, 0)

    def round_so_far(self) -> dict[str, Any]:
        """What a closed round and the current one show alike."""
        return {
            "kind": self.kind,
            "first": self.place[0],
            "seat": self.place if len(self.place) == 2 else None,
            "counts": {side: {what: n for what, n in self.counts[side].items() if n != 0} for side in self.sides},
            "raw": {side: self.raw(side) for side in self.sides},
        }

    def close_round(self, awards: dict[str, int]) -> None:
        awards = {side: awards[side] for side in self.sides}
        for side in self.sides:
            self.totals[side] += awards[side]
            self.twenties[side] += self.twenties_that_count(side)
        self.closed.append({**self.round_so_far(), "awarded": awards, "totals": dict(self.totals)})
        self.winners = self.match_winners()
        self.finished = self.winners != []
        if not self.finished:
            self.place = self.next_place()
            self.new_round()

    def next_place(self) -> str:
        return self.clockwise(self.place)

    def twenties_that_count(self, side: str) -> int:
        return self.counted(side, "20")

    def most(self, points: dict[str, int]) -> list[str]:
        return [side for side in self.sides if points[side] == max(points.values())]


# --- Crokinole family ----------------------------------------------------------------------------------------------


class Crokinole(Position):
    """Counting discs in zones; what is awarded and when the match ends is the subclass's."""

    zones: tuple[str, ...] = ("20", "15", "10", "5")

    def discs_allowed(self) -> int:
        discs: int = self.options["discs"]
        return discs

    def side_event(self, side: str, words: list[str]) -> None:
        if len(words) == 1 and words[0] in self.zones:
            if sum(self.counted(side, zone) for zone in self.zones) >= self.discs_allowed():
                raise Refused(f"{side} has only {self.discs_allowed()} discs")
            self.count(side, words[0])
        elif len(words) == 2 and words[0] == "off" and words[1] in self.zones:
            if self.counted(side, words[1]) == 0:
                raise Refused(f"{side} has nothing counted in {words[1]}")
            self.count(side, words[1], -1)
        else:
            raise Refused(f"{side} cannot enter {' '.join(words)!r} here")

    def raw(self, side: str) -> int:
        return sum(int(zone) * self.counted(side, zone) for zone in self.zones)

    def difference_to_the_higher(self) -> dict[str, int]:
        a, b = self.raw("A"), self.raw("B")
        return {"A": max(a - b, 0), "B": max(b - a, 0)}


class Official(Crokinole):
    """002."""

    def awards(self) -> dict[str, int]:
        return self.difference_to_the_higher()

    def match_winners(self) -> list[str]:
        return [side for side in self.sides if self.totals[side] >= self.options["target"]]


class Traditional(Crokinole):
    """003, 7 to 9."""

    def awards(self) -> dict[str, int]:
        if self.options["scoring"] == "simple":
            return {side: self.raw(side) for side in self.sides}
        return self.difference_to_the_higher()

    def match_winners(self) -> list[str]:
        if max(self.totals.values()) >= self.options["target"]:
            return self.most(self.totals)
        return []


class Championship(Crokinole):
    """003, 7."""

    def awards(self) -> dict[str, int]:
        a, b = self.raw("A"), self.raw("B")
        if a == b:
            return {"A": 1, "B": 1}
        return {"A": 2, "B": 0} if a > b else {"A": 0, "B": 2}

    def match_winners(self) -> list[str]:
        if "best_of" in self.options:
            for side in self.sides:
                won = sum(1 for closed in self.closed if closed["awarded"][side] == 2)
                if won * 2 > self.options["best_of"]:
                    return [side]
            over = len(self.closed) == self.options["best_of"]
        else:
            over = len(self.closed) == self.options["rounds"]
        return self.most(self.totals) if over else []


class TwentiesShootout(Crokinole):
    """000, S-1."""

    zones = ("20",)

    def raw(self, side: str) -> int:
        return self.counted(side, "20")

    def awards(self) -> dict[str, int]:
        return {side: self.counted(side, "20") for side in self.sides}

    def match_winners(self) -> list[str]:
        return self.most(self.totals)


# --- Southwest -----------------------------------------------------------------------------------------------------


class Southwest(Crokinole):
    """000."""

    def new_round(self) -> None:
        """A shootout if the match is even where it should have ended (R-1 B), else a game (R-11)."""
        super().new_round()
        self.zones = ("20", "15", "10", "5", "25", "50")
        if self.should_be_over():
            self.kind = "shootout"
            self.zones = ("20",)

    def discs_allowed(self) -> int:
        return 12 if self.kind == "shootout" else super().discs_allowed()

    def close(self) -> None:
        """`next` only puts the round under review (R-11, A-5)."""
        if self.review:
            raise Refused("the round is under review: both sides agree, or correct it")
        self.review = True

    def side_event(self, side: str, words: list[str]) -> None:
        if words == ["agree"]:
            if not self.review:
                raise Refused("nothing is under review")
            if side in self.agreed:
                raise Refused(f"{side} has agreed already")
            self.agreed = [each for each in self.sides if each in self.agreed or each == side]
            if self.agreed == self.sides:
                self.close_round(self.awards())
            return
        if words == ["penalty", "20"]:
            self.count(side, "penalty")
        elif words == ["forfeit"]:
            if self.forfeits(side):
                raise Refused(f"{side} has forfeited already")
            self.count(side, "forfeit")
        else:
            super().side_event(side, words)
        self.review = False
        self.agreed = []

    def forfeits(self, side: str) -> bool:
        return self.counted(side, "forfeit") == 1

    def raw(self, side: str) -> int:
        return self.counted(side, "20") if self.kind == "shootout" else super().raw(side)

    def awards(self) -> dict[str, int]:
        if self.kind == "shootout":
            return {"A": 0, "B": 0}
        awards = {}
        for side, other in [("A", "B"), ("B", "A")]:
            lost = 20 * self.counted(side, "penalty")
            if self.forfeits(side):
                awards[side] = 0 - lost
            elif self.forfeits(other):
                awards[side] = max(self.raw(side) - lost, 0)
            else:
                awards[side] = self.raw(side) - lost
        return awards

    def twenties_that_count(self, side: str) -> int:
        if self.kind == "shootout" or self.forfeits(side):
            return 0
        return self.counted(side, "20")

    def should_be_over(self) -> bool:
        """All games are played, or a side is at the target. Once true it stays so: shootouts change no total."""
        if "target" in self.options:
            return max(self.totals.values()) >= int(self.options["target"])
        return len(self.closed) >= int(self.options["games"])

    def match_winners(self) -> list[str]:
        if self.kind == "shootout":
            return self.shootout_winners()
        if self.should_be_over() and self.totals["A"] != self.totals["B"]:
            return self.most(self.totals)
        return []

    def shootout_winners(self) -> list[str]:
        """The side that alone does not forfeit, else the most twenties less penalties; even: another shootout."""
        staying = [side for side in self.sides if not self.forfeits(side)]
        if len(staying) == 1:
            return staying
        # Where both forfeit, neither's twenties count; the penalties still do, as in the award of a game.
        twenties = {side: self.counted(side, "20") if staying else 0 for side in self.sides}
        best = self.most({side: twenties[side] - self.counted(side, "penalty") for side in self.sides})
        return best if len(best) == 1 else []


# --- Quebec --------------------------------------------------------------------------------------------------------


class Quebec(Position):
    """001. A turn is one shot or several and ends with `stop`; `over` says that its last shot has been made."""

    has_twenties = False

    def new_round(self) -> None:
        super().new_round()
        self.turn = self.place[0]
        self.over = False
        self.first_turn = True  # the breaker's first
        dames: int = self.options["dames"]
        self.left = dict.fromkeys(self.sides, dames)
        self.banked: dict[str, list[int]] = {side: [] for side in self.sides}
        self.fond = dict.fromkeys(self.sides, False)
        self.finisher: str | None = None

    def choose_first(self, words: list[str]) -> None:
        super().choose_first(words)
        self.turn = self.place[0]

    def side_event(self, side: str, words: list[str]) -> None:
        if words == ["dame"]:
            self.dame(side)
        elif words in (["colour", "green"], ["colour", "red"]):
            pass  # recorded in the list of events; it changes no score
        elif words == ["stop"]:
            self.only_in_turn(side)
            self.stop()
        elif len(words) == 2 and words[0] == "counter" and words[1] in [str(v) for v in self.options["counters"]]:
            self.only_in_turn(side)
            self.counter(side, int(words[1]))
        else:
            raise Refused(f"{side} cannot enter {' '.join(words)!r} here")

    def only_in_turn(self, side: str) -> None:
        if side != self.turn:
            raise Refused(f"it is not the turn of {side}")

    def stop(self) -> None:
        """Pending counters go back to the centre and the turn passes (11, 17)."""
        self.pending = []
        self.turn = "B" if self.turn == "A" else "A"
        self.over = False
        self.first_turn = False

    def dame(self, side: str) -> None:
        """A dame of `side` fell, whoever shot; in its own turn, over or not, it buries (11)."""
        if self.left[side] == 0:
            raise Refused(f"{side} has no dame left")
        no_dame_yet = all(left == self.options["dames"] for left in self.left.values())
        if self.first_turn and no_dame_yet and side != self.turn:
            raise Refused("the first dame at the break is the breaker's (10)")
        self.left[side] -= 1
        self.count(side, "dames")
        if self.left[side] == 0 and self.finisher is None:
            self.finisher = side
        if side == self.turn:
            self.fond[side] = True
            for value in self.pending:
                self.bank(side, value)
            self.pending = []
        else:
            self.over = True  # 17.1, 17.6

    def counter(self, side: str, value: int) -> None:
        if value in self.pending or value in self.banked["A"] or value in self.banked["B"]:
            raise Refused(f"the counter {value} is pocketed already")
        if self.over and self.left[side] == 0:
            raise Refused("the turn is over, and no dame is left to bury a counter (14)")
        if not self.fond[side]:
            self.over = True  # 17.5; the counter goes back
        elif self.left[side] == 0:
            self.bank(side, value)  # 14
        else:
            self.pending.append(value)

    def bank(self, side: str, value: int) -> None:
        self.banked[side].append(value)
        self.count(side, "counters", value)

    def raw(self, side: str) -> int:
        return self.counted(side, "dames")

    def close(self) -> None:
        if self.finisher is None:
            raise Refused("both sides have dames left")
        super().close()

    def awards(self) -> dict[str, int]:
        assert self.finisher is not None
        other = "B" if self.finisher == "A" else "A"
        return {
            self.finisher: self.left[other] + sum(self.banked[self.finisher]),
            other: 0 if self.left[other] >= 5 else sum(self.banked[other]),
        }

    def match_winners(self) -> list[str]:
        best = self.most(self.totals)
        if max(self.totals.values()) >= self.options["target"] and len(best) == 1:
            return best
        return []


# --- Washers -------------------------------------------------------------------------------------------------------


class Washers(Position):
    """004. The totals change while the round is played (7). Teammates stand at opposite ends: no seats (1)."""

    has_twenties = False
    has_seats = False

    def new_round(self) -> None:
        super().new_round()
        self.totals_before = dict(self.totals)
        self.holes = [str(value) for value in self.options["holes"]]

    def entered(self, side: str) -> int:
        return sum(self.counts[side].values())

    def side_event(self, side: str, words: list[str]) -> None:
        if words in (["board"], ["dead"]) or (len(words) == 1 and words[0] in self.holes):
            if self.entered(side) >= self.options["washers"]:
                raise Refused(f"{side} has only {self.options['washers']} washers")
            if words[0] in self.holes:
                self.into_hole(side, words[0])
            else:
                self.count(side, words[0])
        elif words == ["knocked"]:
            self.from_board(side)
            self.count(side, "dead")
        elif len(words) == 2 and words[0] == "sunk" and words[1] in self.holes:
            self.from_board(side)
            self.into_hole(side, words[1])
        else:
            raise Refused(f"{side} cannot enter {' '.join(words)!r} here")

    def from_board(self, side: str) -> None:
        if self.counted(side, "board") == 0:
            raise Refused(f"{side} has no washer on the board")
        self.count(side, "board", -1)

    def into_hole(self, side: str, hole: str) -> None:
        other = "B" if side == "A" else "A"
        if self.counted(other, hole) > self.counted(side, hole):
            self.totals[other] -= int(hole)  # 6: cancelled
        elif self.totals[side] + int(hole) > self.options["target"]:
            self.totals[side] -= int(hole)  # 7: bust
        else:
            self.totals[side] += int(hole)
        self.count(side, hole)

    def raw(self, side: str) -> int:
        other = "B" if side == "A" else "A"
        return sum(int(hole) * max(self.counted(side, hole) - self.counted(other, hole), 0) for hole in self.holes)

    def close(self) -> None:
        for side in self.sides:
            self.count(side, "dead", self.options["washers"] - self.entered(side))
        awards = {side: self.totals[side] - self.totals_before[side] for side in self.sides}
        self.totals = dict(self.totals_before)
        self.close_round(awards)

    def match_winners(self) -> list[str]:
        qualified = [
            side
            for side in self.sides
            if self.totals[side] == self.options["target"] and self.counted(side, "dead") == 0
        ]
        return qualified if len(qualified) == 1 else []

    def next_place(self) -> str:
        if self.raw("A") == self.raw("B"):
            return self.place
        return "A" if self.raw("A") > self.raw("B") else "B"


GAMES = {
    "crokinole-official": Official,
    "crokinole-traditional": Traditional,
    "crokinole-championship": Championship,
    "twenties-shootout": TwentiesShootout,
    "pichenotte-southwest": Southwest,
    "pichenottes-quebec": Quebec,
    "washers-ritzenthaler": Washers,
}


# --- The match and the sheet ---------------------------------------------------------------------------------------


class ReferenceMatch:
    """A match: `ReferenceMatch(["game", "washers-ritzenthaler", "target=5"])`, then `line` for each line after it.

    Raises Refused for a game line that the rules do not allow. `position` is where the standing events lead.
    """

    def __init__(self, words: list[str]) -> None:
        words = [word.lower() for word in words]
        if words[0] != "game":
            raise Refused("the game line comes first")
        if len(words) < 2 or words[1] not in GAMES:
            raise Refused(f"unknown game {' '.join(words[1:2])!r}")
        self.game = words[1]
        self.options = read_options(words[1], words[2:])
        self.events: list[list[str]] = []
        self.position = self.replay()
        self.names = dict.fromkeys(self.position.sides)

    def replay(self) -> Position:
        """The position after the standing events, played from the beginning."""
        position = GAMES[self.game](self.options)
        for event in self.events:
            position.play(event)
        return position

    def line(self, words: list[str]) -> None:
        """One line after the game line, as its words. Raises Refused; the line has changed nothing then."""
        event = [word.lower() for word in words]
        if event[0] == "game":
            raise Refused("there is a game line already")
        if event[0] == "name":
            if len(words) < 3 or words[1].upper() not in self.names:
                raise Refused("name needs a side and a text")
            self.names[words[1].upper()] = " ".join(words[2:])
        elif event == ["undo"]:
            if not self.events:
                raise Refused("nothing to undo")
            self.events.pop()
            self.position = self.replay()
        else:
            try:
                self.position.play(event)
            except Refused:
                self.position = self.replay()
                raise
            self.events.append(event)

    def result(self) -> dict[str, Any]:
        """The result object, computed anew from the standing events."""
        position = self.replay()
        current = None
        if not position.finished:
            current = {
                **position.round_so_far(),
                "review": position.review,
                "agreed": list(position.agreed),
                "turn": position.turn,
                "pending": list(position.pending),
            }
        return {
            "game": self.game,
            "options": dict(self.options),
            "sides": list(position.sides),
            "names": dict(self.names),
            "status": "finished" if position.finished else "playing",
            "winners": list(position.winners),
            "totals": dict(position.totals),
            "twenties": dict(position.twenties) if position.has_twenties else {},
            "rounds": position.closed,
            "current": current,
        }


def sheet_lines(text: str) -> list[list[str]]:
    """The words of every line, comments cut off; at least one line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "" and len(lines) > 1:
        lines.pop()  # the end of the last line, not one more
    return [line.split("#")[0].split() for line in lines]


def score_sheet(text: str) -> dict[str, Any]:
    """The result object of a scoresheet. Raises SheetError at the first line that is refused."""
    lines = sheet_lines(text)
    match = None
    for number, words in enumerate(lines, start=1):
        if not words:
            continue
        try:
            if match is None:
                match = ReferenceMatch(words)
            else:
                match.line(words)
        except Refused as refused:
            raise SheetError(number, refused.cause) from refused
    if match is None:
        raise SheetError(len(lines), "there is no game line")
    return match.result()
