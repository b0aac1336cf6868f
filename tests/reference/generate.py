"""Random scoresheets of all games for differential tests.

    random_sheet(random.Random(1), legal=True)     # scores without an error
    random_sheet(random.Random(1), legal=False)    # is refused at some line

Events are not drawn evenly: rounds have to close, matches to finish and to go on being undone, washers to hit the
target and to bust, Southwest to end level. Every line is tried on a `ReferenceMatch` while the sheet grows.
"""

import random

from tests.reference.reference import GAMES, OPTIONS, Crokinole, Quebec, ReferenceMatch, Refused, Southwest, Washers

NAMES = ["Ann", "bob", "Jean-Guy  Côté", "ÉQUIPE Nº 2", "the\tRed   Team", "x", "Zoë", "game", "A", "next 20", "=;,|"]
COMMENTS = ["#", "# a comment", "#A 20", "# game crokinole-official", "## next # undo", "# Fünfzehn"]
MAX_LINES = 160


# --- The game line -------------------------------------------------------------------------------------------------


def random_options(rng: random.Random, game: str) -> list[str]:
    """Legal options of `game`, most of them small so that matches finish; often several left at their default."""
    discs = ("discs", rng.choice([1, 2, 3, 5, 12, 24]))
    pair = ("format", rng.choice(["singles", "doubles"]))
    target = rng.choice([1, 5, 20, 50, 75, 100, 100, 250])
    if game == "crokinole-official":
        options = [pair, ("target", target), discs]
    elif game == "crokinole-traditional":
        start, people = rng.choice(["clockwise", "loser"]), rng.choice(["singles", "doubles", "two-on-one"])
        options = [("scoring", rng.choice(["differential", "simple"])), ("target", target), discs, ("sides", 2)]
        options += [("start", start), ("format", people)]
        if rng.random() < 0.3:
            options = [("start", "clockwise"), ("format", "singles"), ("target", target), discs]
            options = [*some_of(rng, options), ("sides", 3), ("scoring", "simple")]
            return in_any_order(rng, options)
    elif game == "crokinole-championship":
        length = rng.choice([("rounds", rng.randint(1, 5)), ("best_of", rng.randint(1, 7))])
        options = [pair, length, discs]
    elif game == "twenties-shootout":
        who: list[list[tuple[str, object]]] = [[("sides", 2), pair], [pair], [("sides", 3), ("format", "singles")]]
        options = [discs, *rng.choice(who)]
    elif game == "pichenotte-southwest":
        length = rng.choice([("games", rng.choice([1, 1, 2, 3])), ("target", rng.choice([10, 40, 100, 500]))])
        if rng.random() < 0.8:
            return in_any_order(rng, [*some_of(rng, [pair, discs]), length])
        options = [pair, length, discs]
    elif game == "pichenottes-quebec":
        counters = ",".join(str(value) for value in rng.sample([1, 2, 5, 10, 99], 2))
        options = [pair, ("target", rng.choice([1, 3, 8, 12, 31])), ("counters", counters)]
        if rng.random() < 0.75:
            return in_any_order(rng, [*some_of(rng, options), ("dames", rng.choice([1, 2, 3, 6, 7]))])
        options.append(("dames", rng.choice([12, 24])))
    else:
        holes = ",".join(str(value) for value in rng.sample(rng.choice([[1, 2, 3], [1, 2, 5, 10, 99]]), 3))
        options = [("washers", rng.choice([1, 2, 3, 4, 9])), ("target", rng.choice([2, 5, 11, 21])), ("holes", holes)]
        options.append(pair)
    return in_any_order(rng, some_of(rng, options))


def some_of(rng: random.Random, options: list[tuple[str, object]]) -> list[tuple[str, object]]:
    return [option for option in options if rng.random() < 0.6]


def in_any_order(rng: random.Random, options: list[tuple[str, object]]) -> list[str]:
    return [f"{name}={value}" for name, value in rng.sample(options, len(options))]


# --- Events --------------------------------------------------------------------------------------------------------


def likely_event(rng: random.Random, match: ReferenceMatch, level: float) -> list[str]:
    """An event that suits the position and leads on; it may be refused all the same.

    `level` is the share of discs, 0 to 1, that bring the sides of the crokinole family level.
    """
    position = match.position
    may_choose = not position.closed or match.options.get("start") == "loser"
    if position.events_in_round == 0 and may_choose and rng.random() < 0.25:
        return ["first", rng.choice(position.sides)]
    if match.game == "pichenottes-quebec":
        return quebec_event(rng, match)
    if match.game == "washers-ritzenthaler":
        return washers_event(rng, match)
    return crokinole_event(rng, match, level)


def crokinole_event(rng: random.Random, match: ReferenceMatch, level: float) -> list[str]:
    position = match.position
    assert isinstance(position, Crokinole)
    side = rng.choice(position.sides)
    if position.review and rng.random() < 0.9:
        return [rng.choice([each for each in position.sides if each not in position.agreed]), "agree"]
    if isinstance(position, Southwest):
        chance = rng.random()
        if chance < (0.03 if position.kind == "round" else 0.15):
            return [side, "forfeit"]
        if chance < (0.08 if position.kind == "round" else 0.2):
            return [side, "penalty", "20"]
        forfeiting = [each for each in position.sides if position.forfeits(each)]
        if len(forfeiting) == 1 and chance < 0.5:
            return ["A" if forfeiting == ["B"] else "B", "forfeit"]
    if rng.random() < level:
        event = level_event(position)
        if event is not None:
            return event
    taken = [zone for zone in position.zones if position.counted(side, zone) > 0]
    if taken and rng.random() < 0.08:
        return [side, "off", rng.choice(taken)]
    if rng.random() < position.events_in_round * 0.04:
        return ["next"]
    free = [each for each in position.sides if discs_of(position, each) < position.discs_allowed()]
    if not free:
        return ["next"]
    return [rng.choice(free), rng.choice(position.zones)]


def discs_of(position: Crokinole, side: str) -> int:
    return sum(position.counted(side, zone) for zone in position.zones)


def level_event(position: Crokinole) -> list[str] | None:
    """What brings the sides level: a disc that A has and B lacks or the reverse; `next` where nothing is lacking."""
    for zone in position.zones:
        most = max(position.counted(side, zone) for side in position.sides)
        for side in position.sides:
            if position.counted(side, zone) < most and discs_of(position, side) < position.discs_allowed():
                return [side, zone]
    return ["next"] if position.events_in_round > 0 else None


# How often a shot of Quebec drops what, and how often it ends the turn: own dame, the other's, counter, stop.
SHOT_DROPS = {
    "over": (22, 16, 22, 40),  # in the same shot, in whatever order
    "pending": (50, 18, 17, 15),
    "done": (0, 30, 45, 25),  # no dame left
    "playing": (50, 12, 20, 18),
}


def quebec_event(rng: random.Random, match: ReferenceMatch) -> list[str]:
    position = match.position
    assert isinstance(position, Quebec) and position.turn is not None
    side = position.turn
    other = "B" if side == "A" else "A"
    chance = rng.random()
    if position.finisher is not None and chance < 0.25:
        return ["next"]
    if chance < 0.03:
        return [rng.choice("AB"), "colour", rng.choice(["green", "red"])]
    counter = [side, "counter", str(rng.choice(match.options["counters"]))]
    events = [[side, "dame"], [other, "dame"], counter, [side, "stop"]]
    return rng.choices(events, SHOT_DROPS[state_of_turn(position)])[0]


def state_of_turn(position: Quebec) -> str:
    if position.over:
        return "over"
    if position.pending:
        return "pending"
    assert position.turn is not None
    return "done" if position.left[position.turn] == 0 else "playing"


def washers_event(rng: random.Random, match: ReferenceMatch) -> list[str]:
    position = match.position
    assert isinstance(position, Washers)
    side = rng.choice(position.sides)
    missing = match.options["target"] - position.totals[side]
    chance = rng.random()
    free = [each for each in position.sides if position.entered(each) < match.options["washers"]]
    if chance < 0.03 or (not free and chance < 0.9):
        return ["next"]
    if free and side not in free and chance < 0.9:
        side = free[0]
        missing = match.options["target"] - position.totals[side]
    if position.counted(side, "board") > 0 and chance < 0.15:
        return rng.choice([[side, "knocked"], [side, "sunk", rng.choice(position.holes)]])
    if missing == 0 and chance < 0.75:
        return [side, "board"]
    if str(missing) in position.holes and chance < 0.75:
        return [side, str(missing)]
    if chance < 0.85:
        return [side, rng.choice(position.holes)]
    return [side, rng.choice(["board", "board", "dead"])]


# --- A legal sheet -------------------------------------------------------------------------------------------------


class Sheet:
    """The lines so far, as words, and the match that they make."""

    def __init__(self, game: str, options: list[str]) -> None:
        self.lines = [["game", game, *options]]
        self.match = ReferenceMatch(self.lines[0])

    def add(self, words: list[str]) -> bool:
        """The line is kept if the rules allow it."""
        try:
            self.match.line(words)
        except Refused:
            return False
        self.lines.append(words)
        return True


def grow(rng: random.Random, sheet: Sheet) -> None:
    """Lines until the match is finished, or long enough; one sheet in six stops before."""
    lines = rng.randint(0, 40) if rng.random() < 0.16 else MAX_LINES
    reopen = rng.choice([0, 0, 1, 1, 2])  # how often a result is undone and played on
    differential = sheet.match.options.get("scoring") == "differential" or sheet.match.game == "crokinole-official"
    level = rng.choice([0, 0, 0.3] if differential else [0, 0.3, 0.8, 0.95])
    while len(sheet.lines) < lines:
        chance = rng.random()
        if sheet.match.position.finished:
            if reopen == 0:
                break
            reopen -= 1
            undo(rng, sheet)
        elif chance < 0.02:
            undo(rng, sheet)
        elif chance < 0.04:
            sheet.add(["name", rng.choice(sheet.match.position.sides), rng.choice(NAMES)])
        else:
            sheet.add(likely_event(rng, sheet.match, level))
    if rng.random() < 0.2:
        sheet.add(["name", rng.choice(sheet.match.position.sides), rng.choice(NAMES)])


def undo(rng: random.Random, sheet: Sheet) -> None:
    """Mostly a few, sometimes over round ends, now and then back to the game line."""
    for _ in range(rng.choice([1] * 12 + [2, 2, 2, 3, 3, 6, 6, 12, MAX_LINES])):
        if not sheet.add(["undo"]):
            break


def random_sheet(rng: random.Random, legal: bool, game: str | None = None) -> str:
    """A scoresheet of `game`, or of any. With `legal` it scores; without, at least one of its lines is refused."""
    game = game or rng.choice(list(GAMES))
    sheet = Sheet(game, random_options(rng, game))
    grow(rng, sheet)
    lines = sheet.lines
    if not legal:
        lines = spoil(rng, sheet)
    return write(rng, lines)


# --- Illegal sheets ------------------------------------------------------------------------------------------------


def spoil(rng: random.Random, sheet: Sheet) -> list[list[str]]:
    """The lines of the sheet with something illegal: in the game line, around it, or among the events."""
    chance = rng.random()
    if chance < 0.25:
        return [bad_game_line(rng, sheet.lines[0]), *sheet.lines[1:]]
    if chance < 0.30:
        return sheet.lines[1:]  # no game line
    if chance < 0.35:
        return [rng.choice([["A", "20"], ["next"], ["undo"], ["name", "A", "Ann"]]), *sheet.lines]
    return bad_event(rng, sheet)


BAD_VALUES = {
    "format": ["triples", "", "1"],
    "scoring": ["both", ""],
    "sides": ["1", "4", "two", "02", "03", ""],
    "start": ["winner", ""],
    "discs": ["0", "25", "-1", "1.5", "x", "012", "00", ""],
    "target": ["0", "10000", "-5", "1e3", "021", "0100", "00021", "9" * 5000, ""],
    "rounds": ["0", "100", "2,3", "04", ""],
    "best_of": ["0", "100", "-3", "03", ""],
    "games": ["0", "100", "one", "08", ""],
    "dames": ["0", "25", "12.0", "012", ""],
    "washers": ["0", "10", "03", ""],
    "counters": ["5", "5,5", "5,10,15", "0,5", "5,100", "5;10", "5,", "05,10", "5,010", "5,05", ""],
    "holes": ["3,2", "3,2,2", "100,2,1", "3,2,1,", "3,2,1,4", "3,0,1", "3,2,-1", "03,2,1", "3,2,01", ""],
}


def bad_game_line(rng: random.Random, words: list[str]) -> list[str]:
    game = words[1]
    name = rng.choice(list(OPTIONS[game]))
    foreign = rng.choice([each for each in BAD_VALUES if each not in OPTIONS[game]])
    others = [word for word in words[2:] if not word.startswith(name + "=")]
    bad = [
        *[["game", game, *others, f"{name}={rng.choice(BAD_VALUES[name])}"]] * 6,
        [*words, f"{foreign}=1"],
        [*words, "colour=green"],
        [*words, rng.choice(["12", "=12", "doubles", "target"])],
        ["game", rng.choice(["crokinole", "quebec", game + "s"]), *words[2:]],
        ["game"],
    ]
    if len(words) > 2:
        bad += [[*words, rng.choice(words[2:])]] * 3  # repeated
    if game == "crokinole-championship":
        bad += [["game", game, "rounds=2", "best_of=3"]] * 3
    if game == "pichenotte-southwest":
        bad += [["game", game, "target=30", "games=2"]] * 3
    if game == "crokinole-traditional":
        needed = ["sides=3", "scoring=simple", "start=clockwise", "format=singles"]
        broken = ["scoring=differential", "start=loser", "format=doubles", "format=two-on-one"]
        wrong = rng.choice(broken)
        bad += [["game", game, "sides=3"]]
        bad += [["game", game, *[each for each in needed if each.split("=")[0] != wrong.split("=")[0]], wrong]] * 4
    else:
        bad.append(["game", game, *[word for word in others if not word.startswith("format=")], "format=two-on-one"])
    if game == "twenties-shootout":
        bad += [["game", game, *rng.sample(["sides=3", "format=doubles"], 2)]] * 4
    return rng.choice(bad)


def bad_event(rng: random.Random, sheet: Sheet) -> list[list[str]]:
    """The first lines of the sheet, one that is refused, and perhaps the rest."""
    cut = len(sheet.lines) if rng.random() < 0.15 else rng.randint(1, len(sheet.lines))
    if sheet.match.game == "pichenottes-quebec":
        chance = rng.random()
        if chance < 0.15:
            cut = 1  # the break
        elif chance < 0.55:
            cut = rng.choice(over_with_no_dame_left(sheet) or [cut])
    start = Sheet(sheet.match.game, sheet.lines[0][2:])
    for words in sheet.lines[1:cut]:
        start.add(words)
    bad = candidates(rng, start.match)
    while start.add(bad):  # allowed after all; all but these three are one too many in the end
        if bad[0] in ("first", "next") or "counter" in bad:
            bad = candidates(rng, start.match)
    return [*start.lines, bad, *(sheet.lines[cut:] if rng.random() < 0.5 else [])]


def over_with_no_dame_left(sheet: Sheet) -> list[int]:
    """After how many lines of a sheet of Quebec the turn is over and the shooter has no dame left (14)."""
    match = ReferenceMatch(sheet.lines[0])
    cuts = []
    for number, words in enumerate(sheet.lines[1:], start=2):
        match.line(words)
        position = match.position
        assert isinstance(position, Quebec) and position.turn is not None
        if position.over and position.left[position.turn] == 0:
            cuts.append(number)
    return cuts


def candidates(rng: random.Random, match: ReferenceMatch) -> list[str]:
    """A line that is refused now, or mostly is, or is when it is entered often enough."""
    position = match.position
    side = rng.choice(position.sides)
    everywhere = [
        ["game", match.game],
        ["undo"],
        ["undo", "1"],
        ["next", "1"],
        ["start"],
        ["D", "20"],
        [side],
        [side, "7"],
        [side, "off"],
        [side, "off", "7"],
        [side, "off", "20"],
        [side, "colour", "blue"],
        [side, "penalty", "10"],
        [side, "penalty"],
        [side, "sunk"],
        [side, "counter"],
        [side, "counter", "3"],
        [side, "counter", "05"],
        [side, "05"],
        [side, "020"],
        [side, "penalty", "020"],
        ["first"],
        ["first", "D"],
        ["first", side],
        ["first", side],
        ["name", side],
        ["name", "D", "Dora"],
        ["20", side],
    ]
    if len(position.sides) == 2:
        everywhere += [["C", "20"], ["first", "C"], ["name", "C", "Cid"]]
    if position.closed and position.events_in_round == 0:
        everywhere += [["first", side]] * 8
    if position.finished:
        everywhere += [["next"], [side, "agree"], [side, "20"], [side, "stop"], [side, "board"], [side, "dame"]]
    own = {
        "pichenotte-southwest": [[side, "agree"], ["next"], [side, "forfeit"], [side, "50"], [side, "off", "25"]],
        "pichenottes-quebec": quebec_candidates(rng, match) if match.game == "pichenottes-quebec" else [],
        "washers-ritzenthaler": [
            [side, "board"],
            [side, "dead"],
            [side, rng.choice(["1", "2", "3"])],
            [side, "knocked"],
            [side, "sunk", "3"],
            [side, "off", "3"],
        ],
        "twenties-shootout": [[side, "15"], [side, "20"], [side, "off", "20"]],
    }.get(match.game, [[side, rng.choice(["20", "15", "10", "5"])], [side, "25"], [side, "agree"], [side, "forfeit"]])
    return rng.choice(rng.choice([everywhere, own, own]))


def quebec_candidates(rng: random.Random, match: ReferenceMatch) -> list[list[str]]:
    position = match.position
    assert isinstance(position, Quebec) and position.turn is not None
    side = position.turn
    other = "B" if side == "A" else "A"
    counter = ["counter", str(rng.choice(match.options["counters"]))]
    bad = [
        [other, "stop"],
        [other, *counter],
        [other, "dame"],
        [side, *counter],
        ["next"],
        [side, "20"],
        [side, "stop"],
    ]
    if position.over and position.left[side] == 0:
        bad += [[side, *counter]] * 5
    if position.first_turn:
        bad += [[other, "dame"]] * 3
    return bad


# --- The text ------------------------------------------------------------------------------------------------------


def write(rng: random.Random, lines: list[list[str]]) -> str:
    """The lines as somebody may have typed them: case, tabs, blanks, comments, empty lines."""
    tidy = rng.random() < 0.3
    text = []
    for words in lines:
        while not tidy and rng.random() < 0.06:
            text.append(rng.choice(["", " ", "\t", rng.choice(COMMENTS), "  " + rng.choice(COMMENTS)]))
        if tidy:
            text.append(" ".join(words))
            continue
        kept = 2 if words[0] == "name" else len(words)  # a name keeps its case
        written = [any_case(rng, word) for word in words[:kept]] + words[kept:]
        line = rng.choice(["", "", "", " ", "\t"]) + "".join(word + any_blank(rng) for word in written).rstrip()
        text.append(line + rng.choice(["", "", "", "  ", "\t", rng.choice(COMMENTS), " " + rng.choice(COMMENTS)]))
    end = rng.choice(["\n", "\n", "\n", "", "\n\n", "\n# the end"])
    return "\n".join(text) + end


def any_case(rng: random.Random, word: str) -> str:
    return rng.choice([word, word, word.upper(), word.lower(), word.capitalize()])


def any_blank(rng: random.Random) -> str:
    return rng.choice([" ", " ", " ", "  ", "\t", " \t "])
