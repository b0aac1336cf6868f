"""Random scripts: `random_script(seed)` gives the same for the same seed, mostly of lines that are accepted.

A desk of the oracle's takes every line as it is drawn, so what follows from the script is known when it is written.
"""

import random
from dataclasses import dataclass
from typing import Any

from tests.reference.desk import wrong_lines
from tests.reference.desk.decide import find, is_finished, matches
from tests.reference.desk.desk import Desk, compute
from tests.reference.desk.lines import Lines, Words
from tests.reference.desk.model import Phase
from tests.reference.desk.report import report
from tests.reference.desk.words import Refused

# How often each kind of line is drawn; a script multiplies each by a factor of its own.
WEIGHTS = {
    "add": 1.5,
    "rename": 0.3,
    "status": 1.5,
    "back": 0.7,
    "out": 1.5,
    "contest": 0.7,
    "seeds": 0.4,
    "open": 1,
    "close": 0.6,
    "call": 3,
    "call_one": 1,
    "free": 0.7,
    "at": 3,
    "declare": 1,
    "draw": 3,
    "redraw": 1,
    "end": 0.2,
    "shootout": 2,
    "play": 20,
    "correct": 2,
    "correct_source": 0.7,
    "upset": 1,
    "late_result": 0.3,
    "stray": 1.5,
    "forfeit": 1,
    "clear": 0.7,
    "note": 0.2,
    "undo": 1,
}
KEEP_CASE_FROM = {"add": 1, "rename": 1, "open": 1, "close": 1, "free": 1, "call": 2, "note": 1}
# How often a line that is refused for a rare reason ends the script.
RARE = {
    "tied": 0.7,
    "too-few": 0.02,
    "too-many": 0.5,
    "full": 0.5,
    "depends": 0.2,
    "game-number": 0.02,
    "in-use": 0.06,
    "over": 0.06,
}
ALONE = [
    "",
    "\n",
    "# nothing\n",
    "add Ann\n",
    *(f"tournament{rest}\n" for rest in ("", " triples", " singles seed=07")),
]
COMMENTS = ["# a comment", "#", "#add Zoe", "# undo"]


@dataclass(frozen=True)
class Script:
    """A script as somebody may have typed it, and what the oracle's `compute` says of it."""

    text: str
    answer: dict[str, Any]


class Writer:
    """One script as it grows: the lines that a desk of the oracle's has accepted."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines = Lines(self.rng)
        self.desk = Desk()
        self.written: list[Words] = []
        self.refused: Words | None = None  # a line that ends the script
        self.codes: list[str] = []  # every code of the line that was refused last
        self.wanted = self.length()
        self.playing_on = self.rng.choice([0.01, 0.05, 0.2])  # how often a phase is played on at once
        self.giving_up = self.rng.choice([0, 0, 0, 0.03, 0.3, 0.9])  # how often a phase that is played on has a forfeit
        self.ahead = self.rng.choice([0, 0, 0.1, 0.5])  # how often a round is drawn before the last one is played
        self.in_hall = self.rng.choice([0, 0, 0.1])  # how often matches are called and played
        self.weights = {kind: weight * self.rng.choice([0, 0.3, 1, 1, 1, 3]) for kind, weight in WEIGHTS.items()}
        self.weights["play"] = WEIGHTS["play"] * self.rng.choice([0.3, 1, 1, 1])
        self.weights["declare"] = max(self.weights["declare"], 0.3)
        self.weights["draw"] = max(self.weights["draw"], 0.9)
        self.weights["undo"] *= min(1, 40 / self.wanted)  # it plays the whole list again

    def length(self) -> int:
        """Most scripts are small: much happens in few lines, and many of them can be tried."""
        drawn = self.rng.random()
        if drawn < 0.04:
            return self.rng.randint(1, 5)
        if drawn < 0.80:
            return self.rng.randint(10, 30)
        if drawn < 0.99:
            return self.rng.randint(30, 75)
        return self.rng.randint(100, 250)

    def add(self, words: Words) -> bool:
        """Whether the line was accepted."""
        if self.refused:
            return False
        try:
            self.desk.line(words)
        except Refused as refused:
            self.codes = sorted(refused.codes)
            if self.rng.random() < max(RARE.get(code, 0) for code in refused.codes):
                self.refused = words
            return False
        self.written.append(words)
        return True

    def draw_line(self, kind: str) -> Words:
        drawn: Words = getattr(self.lines, kind)(self.desk.state)
        return drawn

    def opening(self) -> None:
        """The first line, entrants, and mostly tables and a first phase."""
        rng = self.rng
        first = ["tournament", rng.choice(["singles", "singles", "doubles"])]
        self.add(first + ([f"seed={rng.choice([0, 1, 7, rng.randrange(10**9)])}"] if rng.random() < 0.8 else []))
        self.club = club = rng.random() < 0.25
        entrants = rng.choice([2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 8, 9, 12])
        if club:
            entrants = rng.choice([4, 5, 6, 7, 8, 9, 9, 11, 12, 13, 14, 16, 17, 18, 20, rng.randint(21, 30)])
            self.wanted = 0
        self.wanted += entrants
        if self.wanted > 100:
            entrants = rng.randint(8, 40)
        elif rng.random() < 0.005:
            entrants = rng.randint(41, 140)
            self.wanted += entrants
        for _ in range(entrants):
            self.add(self.draw_line("add"))
        kinds = ["open"] * (rng.random() < 0.7) + ["contest"] * rng.choice([0, 0, 3]) + ["seeds"] * (rng.random() < 0.3)
        for kind in kinds:
            self.add(self.draw_line(kind))
        if rng.random() < 0.95:
            for _ in range(9):
                if self.add(self.lines.declare(self.desk.state, club=club)):
                    break
            self.add(["draw", "1"])

    def club_night(self) -> None:
        """Rounds of a rotation or of partners, with who comes late, stays away, leaves, and rounds drawn ahead."""
        rng = self.rng
        if 1 in self.desk.state.phases and rng.random() < 0.5:
            tables = max(1, (len(self.desk.state.entrants) + 1) // 2 - rng.choice([0, 0, 0, 1]))
            self.add(["open", *map(str, range(1, tables + 1))])
        weights = {"ahead": 2, "come and go": 3, "hall": 2, "play": 5, "out": 1, "close": 1, "undo": 0.5, "forfeit": 1}
        for kind in rng.choices(list(weights), list(weights.values()), k=rng.randint(2, 9)):
            if kind == "ahead":
                for _ in range(rng.choice([1, 1, 2, 3, 11])):
                    self.add(["draw", "1"])
            elif kind == "come and go":
                self.come_and_go()
            elif kind == "hall":
                self.play_in_hall()
            elif kind == "play":
                self.play_on(self.desk.state.phases.get(1), rng.randint(1, 12))
            else:
                self.add(self.draw_line(kind))
        if rng.random() < 0.3:
            for kind in ("close", "close", "call", "open"):
                self.add(self.draw_line(kind))

    def start_again(self, entrants: int, *phase: str) -> None:
        """So many entrants, and a first phase that is drawn."""
        self.written.clear()
        self.desk = Desk()
        self.add(["tournament", "singles"])
        for number in range(entrants):
            self.add(["add", f"P{number}"])
        self.add(["phase", "1", *phase])
        self.add(["draw", "1"])

    def level_league(self) -> None:
        """A league in which many are level, and some matches are given up."""
        rng = self.rng
        chain = ["points", "head", *rng.sample(["twenties", "shootout", "wins"], 2)]
        if rng.random() < 0.3:
            chain[1], chain[2] = chain[2], chain[1]
        options = ["bye=adjust", "chain=" + ",".join(chain), "game", "washers-ritzenthaler"]
        self.start_again(rng.randint(4, 6), "round-robin", *options)
        for match in matches(self.desk.state, self.desk.state.phases[1]):
            x, y = self.lines.some_of(match, 2)
            given_up = rng.random() < 0.25
            self.add(["forfeit", match.name, x] if given_up else ["result", match.name, x, "3", y, rng.choice("13")])

    def tour_day(self) -> None:
        """Groups, a bracket of the best, and others beside it, all played."""
        rng = self.rng
        groups, taken = rng.choice([2, 2, 3, 4]), rng.choice([4, 4, 5, 6, 8])
        self.start_again(
            rng.randint(2 * groups, 13), "round-robin", f"groups={groups}", "game", "crokinole-championship"
        )
        self.play_on(self.desk.state.phases[1], 80)
        kinds = ["single", "single", "double", "swiss rounds=2 chain=points"]
        for take in (f"take=1-{taken}", f"take={taken + 1}-99", "take=lost of=2", "take=2-5"):
            if "take=lost" not in take and rng.random() < 0.3:
                continue
            number = str(len(self.desk.state.phases) + 1)
            kind = kinds[0] if take == f"take=1-{taken}" else rng.choice(kinds)
            of = [] if "of=" in take else ["of=1"]
            if self.add(["phase", number, *kind.split(), *of, *take.split(), "game", "washers-ritzenthaler"]):
                self.add(["draw", number])
                if number in ("3", "4") and rng.random() < 0.3:
                    continue
                self.play_on(self.desk.state.phases[int(number)], 40)

    def come_and_go(self) -> None:
        """Several stay away, others come, and the round is drawn again, or the next one."""
        here = [str(each.number) for each in self.desk.state.entrants.values() if each.status == "in"]
        away = self.rng.sample(here, min(len(here), self.rng.choice([0, 1, 2, 3])))
        if away:
            self.add(["absent", *away])
        for _ in range(self.rng.choice([0, 1, 2, 3])):
            self.add(self.draw_line("add"))
        self.add([self.rng.choice(["redraw", "redraw", "draw"]), "1"])

    def go_on(self) -> None:
        """One more line, or, now and then, all that a phase still lacks."""
        if self.rng.random() < self.playing_on:
            self.play_on(self.lines.drawn_phase(self.desk.state), self.rng.randint(3, 30))
        elif self.rng.random() < self.in_hall:
            self.play_in_hall()
        elif self.rng.random() < 0.004:
            self.give_up_all()
        elif len(self.written) < 60 and self.rng.random() < 0.003:
            while self.add(["undo"]):
                pass
        else:
            kinds = list(self.weights)
            kind = self.rng.choices(kinds, [self.weights[each] for each in kinds])[0]
            self.add(self.draw_line(kind))

    def give_up_all(self) -> None:
        """Both give up every match of a bracket that can be played, mostly."""
        brackets = [phase for phase in self.desk.state.phases.values() if phase.drawn and not phase.league]
        if not brackets:
            return
        for match in matches(self.desk.state, self.rng.choice(brackets)):
            if match.players and (match.undecided or self.rng.random() < 0.3) and self.rng.random() < 0.9:
                self.add(["forfeit", match.name, *map(str, match.players)])

    def play_in_hall(self) -> None:
        """Calls what can be called, and plays some of it after a while, again and again."""
        for _ in range(self.rng.randint(2, 8)):
            self.add(["call"])
            self.add(self.draw_line("at"))
            for call in list(self.desk.state.calls):
                match = find(self.desk.state, self.desk.state.phases[call.phase], call.key)
                if match and match.players and self.rng.random() < 0.6:
                    self.add(self.lines.result(match.name, match.players, match.due or 1, 0.3, self.desk.state))

    def play_through(self) -> None:
        """Plays the first phases to their ends, one after another; then something happens."""
        number = 0
        while number < min(len(self.desk.state.phases), 4):
            number += 1
            self.play_on(self.desk.state.phases[number], 40)
        self.wanted = len(self.written) + self.rng.randint(0, 10)

    def play_on(self, phase: Phase | None, most: int) -> None:
        """Plays one phase on, round after round, and then often draws the next."""
        if phase is None or not phase.drawn:
            return
        number = phase.number
        for _ in range(most):
            phase = self.desk.state.phases[number]
            if is_finished(self.desk.state, phase):
                break
            open_ = [match for match in matches(self.desk.state, phase) if match.undecided and match.players]
            if phase.declaration.format == "partners" and self.rng.random() < self.ahead:
                open_ = []
            if not open_:
                by_hand = phase.declaration.format == "swiss" and self.rng.random() < 0.3
                if not self.add(self.lines.round_by_hand(self.desk.state, phase) if by_hand else ["draw", str(number)]):
                    if phase.declaration.format == "partners" and not self.refused:
                        self.ahead = 0
                        continue
                    break
                continue
            match = open_[0]
            assert match.players is not None
            if self.rng.random() < self.giving_up:
                self.add(["forfeit", match.name, *self.lines.some_of(match, self.rng.choice([1, 2]))])
            else:
                self.add(self.lines.result(match.name, match.players, match.due or 1, 0.1, self.desk.state))
            if phase.declaration.format == "single" and match.index <= 2 and self.rng.random() < 0.15:
                self.go_on_from(number, ["lost"])
        for other in self.desk.state.phases.values():
            if not other.drawn and self.add(["draw", str(other.number)]):
                return
        if is_finished(self.desk.state, self.desk.state.phases[number]) and self.rng.random() < 0.7:
            cut = self.rng.choice([2, 2, 3, 4, 8])
            beside = [f"1-{cut}", f"{cut + 1}-{2 * cut}"]
            self.rng.shuffle(beside)
            self.go_on_from(number, self.rng.choice([[""], beside, beside[:1]]))

    def go_on_from(self, number: int, takes: list[str]) -> None:
        """Declares and draws phases that take from one."""
        for take in takes:
            declared = self.lines.declare(self.desk.state, number, take)
            if self.add(declared):
                self.add(["draw", declared[1]])

    def last_line(self) -> list[Words]:
        """In some scripts a line that is refused, alone or before others."""
        if self.rng.random() > 0.22:
            return []
        if self.rng.random() < 0.1:
            for words in wrong_lines.takes_back_too_much(self.lines, self.desk.state):
                if not self.add(words):
                    return [words]
        if self.rng.random() < 0.5:
            wrong = self.rng.choice([wrong_lines.of_a_new_phase] * 3 + [wrong_lines.of_a_call] * 2)
            for words in wrong(self.lines, self.desk.state):
                if not self.add(words):
                    return [words]
        for _ in range(60):
            drawn = self.rng.random()
            if drawn < 0.05:
                words = wrong_lines.with_zeros(self.lines, self.desk.state)
            elif drawn < 0.15:
                words = wrong_lines.nonsense(self.lines, self.desk.state)
            elif drawn < 0.4:
                words = wrong_lines.nearly_right(self.lines, self.desk.state)
            else:
                words = self.draw_line(self.rng.choice(list(WEIGHTS)))
            if not self.add(words):
                return [words, *([["note", "after", "it"]] if self.rng.random() < 0.3 else [])]
        return []

    def script(self) -> Script:
        """The whole of it."""
        if self.rng.random() < 0.01:
            text = self.rng.choice(ALONE)
            return Script(text, compute(text))
        self.opening()
        special = self.rng.random()
        if special < 0.08:
            (self.level_league if special < 0.04 else self.tour_day)()
            self.wanted = len(self.written) + self.rng.choice([0, 0, 3])
        elif self.club:
            self.club_night()
            self.wanted = len(self.written) + self.rng.choice([0, 0, 3, 15])
        elif self.wanted < 100 and self.rng.random() < 0.2:
            self.play_through()
        turns = 0
        while len(self.written) < self.wanted and not self.refused and turns < 4 * self.wanted:
            turns += 1
            self.go_on()
        if self.rng.random() < 0.4:
            for kind in self.rng.choice(
                [
                    ["call"],
                    ["call", "at"],
                    ["open", "call", "at", "free"],
                    ["open", "call_late", "upset"],
                    ["open", "call_late", "upset", "late_result"],
                    ["open", "call_late", "upset", "late_result", "upset"],
                    ["call", "redraw"],
                ]
            ):
                self.add(self.draw_line(kind))
        last = [self.refused] if self.refused else self.last_line()
        text, numbers = self.dress([*self.written, *last])
        if last:
            return Script(text, {"line": numbers[len(self.written)], "errors": self.codes})
        return Script(text, report(self.desk.state))

    def dress(self, lines: list[Words]) -> tuple[str, list[int]]:
        """The text of these lines, and the number that each has in it."""
        rng = self.rng
        if rng.random() < 0.5:
            return "\n".join(" ".join(words) for words in lines) + "\n", list(range(1, len(lines) + 1))
        text: list[str] = []
        numbers = []
        for words in lines:
            while rng.random() < 0.05:
                text.append(rng.choice(["", "  ", "\t", *COMMENTS]))
            kept = KEEP_CASE_FROM.get(words[0], len(words))
            cased = [rng.choice([word, word, word.upper(), word.capitalize()]) for word in words[:kept]] + words[kept:]
            line = rng.choice(["", "", " "]) + "".join(word + rng.choice([" ", " ", "  ", "\t"]) for word in cased)
            numbers.append(len(text) + 1)
            text.append(line.rstrip() + rng.choice(["", "", "  ", " " + rng.choice(COMMENTS)]))
        return rng.choice(["\n", "\n", "\r\n"]).join(text) + rng.choice(["\n", "", "\n\n", "\n# end"]), numbers


def random_script(seed: int) -> Script:
    return Writer(seed).script()
