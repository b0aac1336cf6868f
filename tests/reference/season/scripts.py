"""Random seasons: `random_season(seed)` gives the same for the same seed, with the scripts of its nights.

Most nights are finished. Who plays is written as people write names, and is not always of the roster.
"""

import random
from dataclasses import dataclass
from typing import Any

from tests.reference.desk.decide import is_finished
from tests.reference.desk.lines import Lines, Words
from tests.reference.desk.report import report
from tests.reference.desk.scripts import Writer
from tests.reference.season import compute

NAMES = ["Ann", "Bob", "Cid", "Dot", "Eva", "Fay", "Gil", "Hal", "Ida", "Jim", "Kim", "Leo", "Mia", "Jo Ann", "José"]
GUESTS = ["Zoe", "Yan", "xia", "Wim B", "Éva"]
ALONE = [
    "",
    "# nothing\n\n",
    "player Ann\n",
    "night 2026-01-13 a.txt\n",
    *(f"season{rest}\n" for rest in ("", "s", " best")),
]
OPTIONS = {
    "points": ["match", "match", "10,8,6,5,4", "7", "12,9,9,0", "3,2,1", "999,0", "2,2,1,1,0"],
    "best": ["1", "2", "2", "3", "99"],
    "least": ["0", "1", "2", "3"],
    "chain": ["points", "points,nights", "points,twenties,wins", "points,wins", "points,wins,nights,twenties"],
}
WRONG_OPTIONS = [
    *("points=8,10", "points=1000", "points=", "points=03", "points=1,,0", "points=score", "points=-1"),
    *("best=0", "best=100", "least=-1", "least=100", "best=02", "best=1 best=2", "best", "worst=1"),
    *("chain=nights,points", "chain=points,points", "chain=points,head", "chain=", "chain=points,lot"),
    "points=" + ",".join(["5"] * 100),
]


@dataclass(frozen=True)
class Season:
    """A season's script, those of its nights by file, and what the oracle says of it."""

    text: str
    files: dict[str, str]
    answer: dict[str, Any]


class NightLines(Lines):
    """Lines of a tournament whose players come from a list of names."""

    def __init__(self, rng: random.Random, people: list[list[str]]) -> None:
        super().__init__(rng)
        self.people = people
        self.scores = rng.choice([(0, 1), (0, 2), (0, 8)])

    def name(self, doubles: bool) -> Words:
        def one() -> str:
            name = self.rng.choice(self.rng.choice(self.people))
            return self.rng.choice([name, name, name, name.upper(), name.replace(" ", "  "), name.lower()])

        return [one(), "&", one()] if doubles else [one()]


class NightWriter(Writer):
    """One night: mostly it is played to its end."""

    def __init__(self, seed: int, people: list[list[str]]) -> None:
        super().__init__(seed)
        self.lines = NightLines(self.rng, people)
        self.giving_up = self.rng.choice([0, 0, 0.03, 0.3])
        self.wanted = 0

    def add(self, words: Words) -> bool:
        accepted = super().add(words)
        self.refused = None
        return accepted

    def go_on_from(self, number: int, takes: list[str]) -> None:
        if len(self.desk.state.phases) < 3:
            super().go_on_from(number, takes)

    def night(self) -> tuple[str, dict[str, Any]]:
        self.opening()
        if self.rng.random() < 0.25:
            self.play_on(self.desk.state.phases.get(1), self.rng.randint(1, 5))
            self.add(["withdraw", self.rng.choice("123")])
        until = self.rng.choice([20, 20, 20, 20, 20, 20, 3])
        for _ in range(until):
            open_ = [each for each in self.desk.state.phases.values() if not is_finished(self.desk.state, each)]
            drawn = [each for each in open_ if each.drawn]
            if not open_:
                break
            if drawn:
                self.play_on(drawn[0], 60)
            elif not self.add(["draw", str(open_[0].number)]):
                simple = ["swiss", "rounds=1"] if self.rng.random() < 0.5 else ["single"]
                self.add(["phase", str(open_[0].number), *simple, "game", "crokinole-championship"])
        for kind in self.rng.choice([[], [], [], ["out"], ["forfeit"], ["correct"], ["rename"]]):
            self.add(self.draw_line(kind))
        text, _ = self.dress(self.written)
        return text, report(self.desk.state)


class SeasonWriter:
    """One season as it grows."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.files: dict[str, str] = {}
        self.known = self.rng.sample(NAMES, self.rng.randint(1, len(NAMES)))
        self.people = [[name] for name in self.known]
        for person in self.people:
            person += self.rng.sample(
                [f"{person[0]}{mark}" for mark in ("ie", " X", "-2")], self.rng.choice([0, 0, 1, 2])
            )
        self.guests = [[name] for name in self.rng.sample(GUESTS, self.rng.choice([0, 1, 1, len(GUESTS)]))]
        if len(self.people) + len(self.guests) < 4:
            self.guests = [[name] for name in GUESTS]

    def options(self, kinds: list[str]) -> Words:
        chosen = [kind for kind in kinds if self.rng.random() < 0.5]
        self.rng.shuffle(chosen)
        return [f"{kind}={self.rng.choice(OPTIONS[kind])}" for kind in chosen]

    def day(self) -> str:
        return f"202{self.rng.choice('566')}-{self.rng.choice(['01', '02', '10', '11'])}-{self.rng.randint(1, 28):02}"

    def player(self, names: list[str]) -> Words:
        return ["player", *" = ".join(self.rng.choice([name, name.replace(" ", "  ")]) for name in names).split(" ")]

    def night(self) -> Words:
        file = self.new_file()
        text, _ = NightWriter(self.rng.randrange(10**9), self.people + self.guests).night()
        self.files[file] = text
        return ["night", self.day(), file, *(self.options(["points"]) if self.rng.random() < 0.5 else [])]

    def new_file(self) -> str:
        free = [f"{letter}.txt" for letter in "abcdefghB" if f"{letter}.txt" not in self.files]
        return self.rng.choice(free)

    def wrong(self) -> list[Words]:
        """Lines of which the last is refused."""
        rng = self.rng
        good = ["night", self.day(), self.new_file()]
        files = list(self.files) or ["none.txt"]
        self.files.setdefault("bad.txt", rng.choice(["tournament singles\nadd A\nadd a\n", "", "tournament\n"]))
        choices: list[list[Words]] = [
            [["season"]],
            [["seasons"]],
            [["player"]],
            [["player", "A" * 61]],
            [["player", "Ann", "&", "Bob"]],
            [["player", "Q", "="]],
            [["player", "Q", "=", "R", "&"]],
            [["player", "Q", "=", "r", "=", "R"]],
            [["player", "New", "=", rng.choice(rng.choice(self.people)).upper()]],
            [["player", rng.choice(rng.choice(self.people))]],
            [["night"]],
            [
                [
                    "night",
                    rng.choice(["2026-02-30", "2025-2-03", "26-01-01", "2026-13-01", "2026-01-00"]),
                    rng.choice(files),
                ]
            ],
            [["night", self.day(), "nowhere.txt"]],
            [["night", self.day(), "bad.txt"]],
            [["night", self.day(), rng.choice(files)]],
            [[*good, rng.choice(["points=1,2", "best=1", "points=1 points=1", "points"])]],
            [["hello"]],
        ]
        return rng.choice(choices)

    def script(self) -> Season:
        rng = self.rng
        if rng.random() < 0.02:
            text = rng.choice(ALONE)
            return Season(text, {}, compute(text, {}))
        first = ["season", *self.options(list(OPTIONS))]
        if rng.random() < 0.08:
            first = ["season", *rng.choice(WRONG_OPTIONS).split(" ")]
        lines = [self.player(names) for names in self.people]
        lines += [self.night() for _ in range(rng.choice([0, 1, 2, 3, 3, 4, 5, 8]))]
        if rng.random() < 0.3:
            rng.shuffle(lines)
        if rng.random() < 0.2:
            lines += self.wrong()
        text = "".join(self.dressed(words) for words in [first, *lines])
        return Season(text, self.files, compute(text, self.files))

    def dressed(self, words: Words) -> str:
        """A line as somebody may have typed it."""
        rng = self.rng
        before = rng.choice(["", "", "", "", "", "# a comment\n", "\n"])
        kind = rng.choice([words[0], words[0], words[0].upper()])
        return before + " ".join([kind, *words[1:]]) + rng.choice(["", "", "", "  ", " # so"]) + "\n"


def random_season(seed: int) -> Season:
    return SeasonWriter(seed).script()
