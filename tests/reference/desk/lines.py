"""Random lines for a script, most of which a desk accepts where it stands; refused ones are thrown away."""

import random
from contextlib import suppress
from dataclasses import replace

from tests.reference.desk.calls import is_wrong
from tests.reference.desk.decide import find, matches
from tests.reference.desk.draws import draw
from tests.reference.desk.model import Match, Phase, Side, State, members
from tests.reference.desk.standings import standings
from tests.reference.desk.words import Refused, key_sides

Words = list[str]
TABLES = ["1", "2", "3", "Red", "red", "T-7"]
FIRST_NAMES = ["Ann", "Bob", "Cid", "Dot", "Eva", "Fay", "Gil", "Hal", "Ida", "Jim", "Kim", "Leo", "Mia", "Ned", "Ona"]
GAMES = [
    ["washers-ritzenthaler"],
    ["washers-ritzenthaler", "target=15"],
    ["crokinole-championship"],
    ["crokinole-championship", "rounds=6"],
    ["crokinole-championship", "best_of=5", "discs=8"],
    ["crokinole-official"],
    ["crokinole-official", "target=50"],
    ["crokinole-traditional", "scoring=simple", "target=101"],
    ["pichenotte-southwest"],
    ["pichenotte-southwest", "target=500"],
    ["twenties-shootout"],
    ["pichenottes-quebec", "counters=10,5"],
]
CHAIN_ITEMS = ["twenties", "for", "wins", "difference", "buchholz", "head", "head", "shootout", "shootout"]


class Lines:
    """Draws lines by a seeded random number generator; what may come of them is one script's temper."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.scores = rng.choice([(0, 1), (0, 2), (0, 3), (0, 8), (0, 21), (-3, 3), (0, 9999)])
        self.board = rng.choice([0.0, 0.1, 0.5])
        self.decisive = rng.choice([0.0, 0.5, 0.9])
        self.names = 0

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # --- Who and what ------------------------------------------------------------------------------------------

    def entrant(self, state: State) -> str:
        if not state.entrants or self.chance(0.01):
            return str(self.rng.randint(0, 60))
        return str(self.rng.choice(list(state.entrants)))

    def phase(self, state: State) -> Phase | None:
        return self.rng.choice(list(state.phases.values())) if state.phases else None

    def drawn_phase(self, state: State) -> Phase | None:
        drawn = [phase for phase in state.phases.values() if phase.drawn]
        return self.rng.choice([*drawn, drawn[-1]]) if drawn else None

    def table(self, state: State) -> str:
        return self.rng.choice(list(state.tables) or TABLES)

    def known(self, state: State, open_only: bool = False) -> Match | None:
        """A match whose two players are known."""
        phase = self.drawn_phase(state)
        found = [
            match
            for match in (matches(state, phase) if phase else [])
            if match.players and (match.undecided or not open_only)
        ]
        return self.rng.choice(found) if found else None

    def any_name(self, state: State) -> str:
        """The name of a match that may not exist, of a kind that its phase can have."""
        phase = self.phase(state)
        if phase is None:
            return "1:1-2"
        found = matches(state, phase)
        if found and self.chance(0.7):
            return self.rng.choice(found).name
        if phase.declaration.format == "partners" and len(state.entrants) >= 4:
            drawn = self.rng.sample(range(1, len(state.entrants) + 1), 4)
            one, other = sorted((sorted(drawn[:2]), sorted(drawn[2:])))
            meeting = self.rng.choice(["", "", "", ".2", ".3"])
            return f"{phase.number}:{one[0]}+{one[1]}-{other[0]}+{other[1]}{meeting}"
        if phase.league:
            x, y = sorted(self.rng.sample(range(1, max(len(state.entrants), 2) + 1), 2))
            return f"{phase.number}:{x}-{y}{self.rng.choice(['', '', '', '.2', '.3'])}"
        key = self.rng.choice(["T", "F1", "F2", "W1.1", "W1.3", "W2.1", "W2.2", "W3.1", "L1.1", "L2.1", "L3.1", "W9.9"])
        return f"{phase.number}:{key}"

    # --- Entrants ----------------------------------------------------------------------------------------------

    def name(self, doubles: bool) -> Words:
        def one() -> str:
            self.names += 1
            first = self.rng.choice(FIRST_NAMES)
            return f"{first} {'X' * self.rng.randint(0, 2)}{self.names}" if self.chance(0.95) else first

        return [one(), "&", one()] if doubles else [one()]

    def add(self, state: State) -> Words:
        return ["add", *self.name(state.doubles)]

    def rename(self, state: State) -> Words:
        x = self.entrant(state)
        if self.chance(0.2) and x.isdecimal() and int(x) in state.entrants:
            return ["rename", x, state.entrants[int(x)].name.upper()]
        return ["rename", x, *self.name(state.doubles)]

    def status(self, state: State) -> Words:
        out = [each.number for each in state.entrants.values() if state.is_out(each.number)]
        if out and self.chance(0.1):
            return ["absent", str(self.rng.choice(out))]
        kind = self.rng.choice(["in", "in", "in", "absent", "absent"])
        if self.chance(0.15):
            return ["in" if self.chance(0.9) else "absent", "all"]
        return [kind, *(self.entrant(state) for _ in range(self.rng.choice([1, 1, 1, 2, 3])))]

    def back(self, state: State) -> Words:
        away = [str(each.number) for each in state.entrants.values() if each.status != "in"]
        return ["in", self.rng.choice(away)] if away else ["in", self.entrant(state)]

    def out(self, state: State) -> Words:
        leaves = self.entrant(state)
        phase = self.drawn_phase(state)
        later = [each for each in state.phases.values() if each.drawn and each.declaration.of]
        if later and self.chance(0.3):
            return ["disqualify", str(self.rng.choice(self.rng.choice(later).order))]
        halfway = self.halfway(state)
        if halfway and self.chance(0.5):
            leaves = str(self.rng.choice(halfway))
        elif phase and phase.full:
            leaves = str(self.rng.choice(phase.order))
        return [self.rng.choice(["withdraw", "withdraw", "disqualify"]), leaves]

    def halfway(self, state: State) -> list[int]:
        """Who has played just half of its matches in a league, or nearly."""
        phase = self.drawn_phase(state)
        if phase is None or not phase.full:
            return []
        found = []
        for entrant in phase.order:
            own = [match for match in matches(state, phase) if entrant in match.sides]
            if abs(2 * sum(match.how == "played" for match in own) - len(own)) <= 1:
                found.append(entrant)
        return found

    def contest(self, state: State) -> Words:
        return ["contest", self.entrant(state), str(self.rng.randint(0, 12))]

    def seeds(self, state: State) -> Words:
        if self.chance(0.3):
            return ["seeds", "contest"]
        return ["seeds", *(self.entrant(state) for _ in range(self.rng.randint(0, 4)))]

    # --- Tables and calls --------------------------------------------------------------------------------------

    def open(self, state: State) -> Words:
        return ["open", *self.rng.sample(TABLES, self.rng.randint(1, 4))]

    def close(self, state: State) -> Words:
        return ["close", self.table(state)]

    def call(self, state: State) -> Words:
        return ["call"]

    def call_one(self, state: State) -> Words:
        match = self.known(state, open_only=True)
        return ["call", match.name if match else self.any_name(state), self.table(state)]

    def call_late(self, state: State) -> Words:
        """Calls a match of a bracket whose players come from others, which can still be corrected."""
        late = [
            match
            for phase in state.phases.values()
            for match in matches(state, phase)
            if match.state == "ready" and any(match.sources)
        ]
        tables = [table.name for table in state.tables.values() if table.open]
        if not late or not tables:
            return ["call"]
        return ["call", self.rng.choice(late).name, self.rng.choice(tables)]

    def free(self, state: State) -> Words:
        busy = [call.table for call in state.calls]
        return ["free", self.rng.choice(busy) if busy and self.chance(0.9) else self.table(state)]

    def at(self, state: State) -> Words:
        now = state.now + self.rng.choice([0, 1, 5, 7, 12, 15, 20, 33, 60])
        return ["at", f"{now // 60:0{2 if self.chance(0.2) else 1}}:{now % 60:02}"]

    # --- Phases ------------------------------------------------------------------------------------------------

    def declare(self, state: State, of: int | None = None, take: str = "", club: bool = False) -> Words:
        """The next phase, of phase `of` and with `take` if they are given, or another one in place of one.

        `club`: of a kind that clubs play, a rotation or partners.
        """
        number = len(state.phases) + 1
        if state.phases and of is None and self.chance(0.15):
            number = self.rng.randint(1, len(state.phases))
        kinds = ["round-robin", "round-robin", "swiss", "swiss", "single", "double", "double"]
        kind = self.rng.choice(kinds if len(state.entrants) <= 40 else kinds[2:])
        if not state.doubles and self.chance(0.15):
            kind = "partners"
        if club:
            kind = self.rng.choice(["round-robin"] if state.doubles else ["partners", "partners", "round-robin"])
        if of and len(state.phases[of].groups) > 1 and self.chance(0.6):
            kind = self.rng.choice(["single", "double"])
        options: list[str] = []
        if of or (number > 1 and self.chance(0.7)):
            of = of or self.rng.randint(1, number - 1)
            options = [f"of={of}", *self.take(state, of, take)]
        elif self.chance(0.3):
            options.append("order=" + self.rng.choice(["lot", "lot", "entry"]))
        game = list(self.rng.choice(GAMES))
        options += (
            self.league_options(kind, len(state.entrants), club)
            if kind in ("round-robin", "swiss", "partners")
            else self.bracket_options(kind)
        )
        if self.chance(0.3):
            options.append(f"minutes={self.rng.choice([1, 5, 10, 25])}")
        if self.chance(0.3):
            options.append(f"rest={self.rng.choice([0, 1, 5, 15])}")
        self.rng.shuffle(options)
        if self.chance(0.1):
            game.append("format=doubles" if state.doubles or kind == "partners" else "format=singles")
        return ["phase", str(number), kind, *options, "game", *game]

    def take(self, state: State, of: int, take: str) -> list[str]:
        """What a phase takes from phase `of`, and how."""
        source = state.phases[of].declaration
        first = self.rng.choice([1, 1, 1, 2, 3, 5])
        if not take and self.chance(0.4 if source.format == "single" else 0.01):
            take = "lost"
        elif not take and self.chance(0.6):
            take = f"{first}-{first + self.rng.choice([1, 2, 3, 3, 7, 15])}"
        options = [f"take={take}"] if take else []
        if self.chance(0.5 if source.groups > 1 else 0.05):
            options.append("across=" + self.rng.choice(["points", "points", "points", "place"]))
        return options

    def league_options(self, kind: str, entrants: int, club: bool) -> list[str]:
        options = []
        adjust = kind == "partners"
        if kind == "swiss":
            options.append(f"rounds={self.rng.choice([1, 2, 3, 3, 4, 6])}")
        elif kind == "partners":
            options.append(f"rounds={self.rng.choice([1, 2, 3, 4, 4, 5, 5, 6, 7, 11])}")
        elif club or entrants > 16 or self.chance(0.25):  # a full round robin of many would be slow
            options.append(f"rounds={self.rng.choice([1, 2, 3, 4, 5, 5, 9])}")
            if club or self.chance(0.4):
                options.append("rotation=" + self.rng.choice(["tables", "tables", "tables", "berger"]))
            adjust = options[-1] == "rotation=tables"
        else:
            if self.chance(0.7):
                options.append(f"groups={self.rng.choice([1, 2, 2, 2, 3, 4])}")
            if self.chance(0.25):
                options.append(f"times={self.rng.choice([1, 2, 2])}")
        points = self.rng.choice(["", "", "", "", "score", "3,1,0", "1,0,0", "2,2,1"])
        if points:
            options.append(f"points={points}")
        if (points == "score" and not adjust) or self.chance(0.25):
            adjust = self.chance(0.5)
            options.append("bye=adjust" if adjust else f"bye={self.rng.choice([0, 1, 2, 5])}")
        if self.chance(0.5):
            items = self.rng.sample(CHAIN_ITEMS, self.rng.randint(0, 4))
            barred = ["head", "buchholz"] if kind == "partners" else ["buchholz"] if adjust else []
            items = [item for item in items if item not in barred or self.chance(0.05)]
            chain = ["points", *dict.fromkeys(items), *(["lot"] if self.chance(0.4) else [])]
            options.append("chain=" + ",".join(chain))
        return options

    def bracket_options(self, kind: str) -> list[str]:
        options = []
        if kind == "single" and self.chance(0.6):
            options.append("third=" + self.rng.choice(["yes", "yes", "no"]))
        if kind == "double" and self.chance(0.4):
            options.append("reset=" + self.rng.choice(["yes", "no", "no"]))
        if self.chance(0.4):
            options.append(f"best={self.rng.choice([1, 3, 3, 5])}")
        if self.chance(0.3):
            options.append("level=" + self.rng.choice(["shootout", "replay"]))
        return options

    def draw(self, state: State) -> Words:
        phase = self.phase(state)
        undrawn = [each for each in state.phases.values() if not each.drawn or each.by_rounds]
        if undrawn and self.chance(0.9):
            phase = self.rng.choice(undrawn)
        if phase and phase.declaration.format == "swiss" and self.chance(0.4):
            return self.round_by_hand(state, phase)
        return ["draw", str(phase.number if phase else 1)]

    def round_by_hand(self, state: State, phase: Phase) -> Words:
        """A round of a Swiss phase of all who would be drawn, as far as that is known."""
        drawn = replace(phase)
        with suppress(Refused):
            draw(state, drawn, [])
        last = [pairing for pairing in drawn.pairings if pairing.round == drawn.rounds_drawn]
        who = [each for pairing in last for each in (pairing.a, pairing.b)]
        who += [entrant for number, entrant in drawn.byes if number == drawn.rounds_drawn]
        if self.chance(0.8):
            self.rng.shuffle(who)
        if len(who) < 2:
            who = list(state.entrants)
        pairs = [f"{who[place]}-{who[place + 1]}" for place in range(0, len(who) - 1, 2)]
        return ["draw", str(phase.number), *pairs]

    def redraw(self, state: State) -> Words:
        phase = self.drawn_phase(state)
        return ["redraw", str(phase.number if phase else 1)]

    def end(self, state: State) -> Words:
        phase = self.phase(state)
        return ["end", str(phase.number if phase else 1)]

    def shootout(self, state: State) -> Words:
        leagues = [phase for phase in state.phases.values() if phase.drawn and phase.league]
        if not leagues:
            return ["shootout", "1", "1", "3", "2", "4"]
        phase = self.rng.choice(leagues)
        level = [
            [row.entrant for row in rows if row.points == points and row.place]
            for rows in standings(state, phase)
            for points in sorted({row.points for row in rows})
        ]
        several = [each for each in level if len(each) > 1]
        chosen = self.rng.choice(several) if several and self.chance(0.8) else list(phase.order)
        chosen = self.rng.sample(chosen, self.rng.choice([len(chosen), len(chosen), min(2, len(chosen))]))
        shot: Words = []
        for entrant in chosen:
            shot += [str(entrant), str(self.rng.randint(0, 3))]
        return ["shootout", str(phase.number), *shot]

    # --- Results -----------------------------------------------------------------------------------------------

    def play(self, state: State) -> Words:
        """The next game of a match that is not decided."""
        match = self.known(state, open_only=True) or self.known(state)
        if match is None or match.players is None:
            return ["note", "nothing", "to", "play"]
        return self.result(match.name, match.players, match.due or 1, self.board, state)

    def result(self, name: str, pair: tuple[Side, Side], game: int, board: float, state: State) -> Words:
        """Of two sides; in partners one of each is named."""
        one_side, other_side = pair if self.chance(0.5) else (pair[1], pair[0])
        x, y = self.rng.choice(members(one_side)), self.rng.choice(members(other_side))
        low, high = self.scores
        one, other = self.rng.randint(low, high), self.rng.randint(low, high)
        if one == other and self.chance(self.decisive):
            one += 1 if one < 9999 else -1
        slash = f"/{game}" if game > 1 or self.chance(0.1) else ""
        parts: list[Words] = []
        if self.chance(0.4):
            parts.append(["twenties", str(self.rng.randint(0, 4)), str(self.rng.randint(0, 4))])
        if one == other and self.chance(0.4):
            parts.append(["won", str(self.rng.choice(members(one_side, other_side)))])
        if self.chance(board):
            parts.append(["board", self.rng.choice(["Ab1", "7f", "b"])])
        self.rng.shuffle(parts)
        words = ["result", name + slash, str(x), str(one), str(y), str(other)]
        return [*words, *(word for part in parts for word in part)]

    def correct(self, state: State) -> Words:
        """A newer result of a game that has one."""
        if not state.records:
            return self.play(state)
        number, key, pair = self.rng.choice(list(state.records))
        games = sorted(state.records[number, key, pair].games()) or [1]
        return self.result(f"{number}:{key}", pair, self.rng.choice(games), self.rng.choice([0, 0, 0.5]), state)

    def upset(self, state: State) -> Words:
        """Another winner of a match that led to one being called."""
        for call in state.calls:
            found = {match.key: match for match in matches(state, state.phases[call.phase])}
            keys = found[call.key].sources if call.key in found else ()
            before = [found[key] for key in keys if key and found[key].how == "played"]
            if before:
                match = self.rng.choice(before)
                assert match.players is not None and match.winner is not None and match.loser is not None
                words = ["result", match.name, str(match.loser), "3", str(match.winner), "1"]
                return [*words, *(["board", "b"] if self.chance(0.3) else [])]
        return self.correct(state)

    def late_result(self, state: State) -> Words:
        """A board's result of two who were called and are no longer those of their match."""
        for call in state.calls:
            match = find(state, state.phases[call.phase], call.key)
            if is_wrong(call, match):
                return self.result(f"{call.phase}:{call.key}", call.players, 1, 1, state)
        return self.upset(state)

    def correct_source(self, state: State) -> Words:
        """A newer result in a phase that another one was drawn from."""
        sources = {phase.declaration.of for phase in state.phases.values() if phase.drawn and phase.declaration.of}
        found = [each for each in state.records if each[0] in sources]
        if not found:
            return self.correct(state)
        number, key, pair = self.rng.choice(found)
        games = sorted(state.records[number, key, pair].games()) or [1]
        return self.result(f"{number}:{key}", pair, self.rng.choice(games), self.rng.choice([0, 0.5]), state)

    def stray(self, state: State) -> Words:
        """A board's result that mostly does not fit."""
        if len(state.entrants) < 2:
            return self.add(state)
        name = self.any_name(state)
        x, y = self.rng.sample(list(state.entrants), 2)
        sides = key_sides(name.partition(":")[2])
        pair: tuple[Side, Side] = (sides[0], sides[1]) if sides and self.chance(0.7) else (x, y)
        match = self.known(state)
        if match and match.players and self.chance(0.6):
            name, pair = match.name, match.players
        return self.result(name, pair, self.rng.choice([1, 1, 2, 2, 3, 4]), 1, state)

    def forfeit(self, state: State) -> Words:
        match = self.known(state)
        if match is None or match.players is None:
            return ["forfeit", self.any_name(state), self.entrant(state)]
        return ["forfeit", match.name, *self.some_of(match, self.rng.choice([1, 1, 2]))]

    def some_of(self, match: Match, sides: int) -> Words:
        """One of each of so many sides."""
        chosen = self.rng.sample(match.players or (), sides)
        return [str(self.rng.choice(members(side))) for side in chosen]

    def clear(self, state: State) -> Words:
        if state.records and self.chance(0.7):
            number, key, pair = self.rng.choice(list(state.records))
            x, y = (self.rng.choice(members(side)) for side in (pair if self.chance(0.5) else (pair[1], pair[0])))
            return ["clear", f"{number}:{key}", *([str(x), str(y)] if self.chance(0.6) else [])]
        return [
            "clear",
            self.any_name(state),
            *([self.entrant(state), self.entrant(state)] if self.chance(0.3) else []),
        ]

    def note(self, state: State) -> Words:
        return ["note", "referee", "at", "Table", "result", "board"]

    def undo(self, state: State) -> Words:
        return ["undo"]
