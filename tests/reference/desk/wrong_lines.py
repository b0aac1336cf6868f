"""Random lines that a desk refuses, or mostly does."""

from tests.reference.desk.calls import is_ready, players_in_calls
from tests.reference.desk.decide import matches
from tests.reference.desk.lines import Lines, Words
from tests.reference.desk.model import Match, State


def a_match(lines: Lines, state: State, ready: bool) -> Match | None:
    """A match of a drawn phase whose players are known, or are not."""
    phase = lines.drawn_phase(state)
    found = [match for match in (matches(state, phase) if phase else []) if (match.players is not None) == ready]
    return lines.rng.choice(found) if found else None


def nearly_right(lines: Lines, state: State) -> Words:
    """A line that is well written and comes at the wrong moment."""
    kind = lines.rng.choice(["game", "players", "waiting", "waiting", "draw", "call", "clear", "rename", "shootout"])
    match = a_match(lines, state, ready=kind != "waiting")
    if kind == "draw" or match is None:
        return [lines.rng.choice(["draw", "draw", "redraw", "end"]), str(lines.rng.randint(1, len(state.phases) + 1))]
    two = lines.some_of(match, 2) if match.players else []
    x, y = two or (lines.entrant(state), lines.entrant(state))
    if kind == "game":
        return ["result", f"{match.name}/{lines.rng.randint(1, 6)}", str(x), "3", str(y), "1"]
    if kind == "players":
        other = lines.entrant(state)
        return lines.rng.choice([["result", match.name, str(x), "3", other, "1"], ["forfeit", match.name, other]])
    if kind == "waiting":
        choices = [["result", match.name, str(x), "3", str(y), "1"], ["forfeit", match.name, str(x)]]
        return lines.rng.choice([*choices, ["clear", match.name], ["call", match.name, lines.table(state)]])
    if kind == "call":
        return ["call", match.name, lines.table(state)]
    if kind == "clear":
        return ["clear", match.name, str(x), lines.entrant(state)]
    if kind == "rename":
        return ["rename", str(x), *state.entrants[int(y)].name.lower().split()]
    return ["shootout", str(match.phase), str(x), "3", lines.entrant(state), "4"]


def takes_back_too_much(lines: Lines, state: State) -> list[Words]:
    """A board's result stands on what is taken back."""
    if not state.phases or not state.entrants:
        return [["undo"]]
    new = str(len(state.entrants) + 1)
    name = lines.any_name(state)
    return [lines.add(state), ["result", name, lines.entrant(state), "3", new, "1", "board", "b"], ["undo"]]


def of_a_new_phase(lines: Lines, state: State) -> list[Words]:
    """Declares a phase whose draw, mostly, is refused; or its declaration."""
    k = str(len(state.phases) + 1)
    game = ["game", "washers-ritzenthaler"]
    source = lines.rng.choice(list(state.phases)) if state.phases else 0
    drawn = lines.rng.random()
    if drawn < 0.2:
        return of_a_club(lines, state, k)
    if drawn < 0.3:
        return [["phase", k, "single", lines.rng.choice(["take=lost", "across=points", "across=place"]), *game]]
    if drawn < 0.38 and source:
        wrong = lines.rng.choice(["across=groups", "take=lost take=1-2", "take=0-2", "take=lost-2", "take=3-2"])
        return [["phase", k, "swiss", "rounds=2", f"of={source}", *wrong.split(), *game]]
    if drawn < 0.5 and source:
        return [["phase", k, "round-robin", f"of={source}", "take=lost", *game], ["draw", k]]
    if drawn < 0.62:
        next_one = str(len(state.phases) + 2)
        taking = [
            "phase",
            next_one,
            "swiss",
            "rounds=2",
            f"of={k}",
            *(["take=lost"] if lines.chance(0.7) else []),
            *game,
        ]
        return [["phase", k, "single", *game], ["draw", k], taking, ["draw", next_one]]
    here = [each for each in state.entrants if state.is_in(each)]
    if len(here) < 2:
        return []
    lines.rng.shuffle(here)
    pairs = [[here[place], here[place + 1]] for place in range(0, len(here) - 1, 2)]
    wrong = lines.rng.choice(
        ["unpaired", "unpaired", "duplicate", "not-these", "not-these", "format", "format", "unknown"]
    )
    pair = lines.rng.choice(pairs)
    away: list[Words] = []
    if wrong == "unpaired":
        pairs.remove(pair)
    elif wrong == "duplicate":
        pairs = [*pairs, pair[::-1]] if lines.chance(0.5) else [*pairs, [here[0], here[-1]]]
    elif wrong == "not-these":
        away = [["absent", str(lines.rng.choice(pair))]]
    elif wrong == "unknown":
        pair[0] = len(state.entrants) + 1
    kind = ["swiss", "rounds=2"]
    if wrong == "format":
        kind = lines.rng.choice([["round-robin"], ["partners", "rounds=2"], ["single"]])
    by_hand = [f"{x}-{y}" for x, y in pairs]
    return [["phase", k, *kind, *game], *away, ["draw", k, *by_hand]]


def of_a_club(lines: Lines, state: State, k: str) -> list[Words]:
    """What rotations, adjusted points and partners refuse."""
    game = ["game", lines.rng.choice(["washers-ritzenthaler", "crokinole-championship"])]
    wrong = lines.rng.choice(
        [
            *("round-robin rotation=tables", "swiss rounds=2 rotation=tables", "round-robin rounds=2 rotation=up"),
            "round-robin rounds=3 rotation=tables chain=points,buchholz",
            *(
                "swiss rounds=2 bye=adjust chain=points,buchholz,lot",
                "double bye=adjust",
                "swiss rounds=2 bye=all",
            ),
            *("partners", "partners rounds=100", "partners rounds=2 groups=1", "partners rounds=2 rotation=tables"),
            *("partners rounds=2 chain=points,head", "partners rounds=2 bye=1 chain=points,buchholz"),
        ]
    )
    if lines.chance(0.4):
        return [["phase", k, *wrong.split(), *game]]
    if lines.chance(0.2):
        return [["phase", k, "partners", "rounds=2", *game, "format=singles"]]
    if lines.chance(0.5):
        late = [lines.add(state) for _ in range(2)]
        return [["phase", k, "round-robin", "rounds=2", "rotation=tables", *game], ["draw", k], *late, ["redraw", k]]
    return [["phase", k, "partners", "rounds=1", *game], ["draw", k], ["draw", k]]


def of_a_call(lines: Lines, state: State) -> list[Words]:
    """A call to a closed table, or to one that has a call, or of who is away."""
    in_calls = players_in_calls(state)
    ready = [
        match for phase in state.phases.values() for match in matches(state, phase) if is_ready(state, match, in_calls)
    ]
    if not ready:
        return []
    match = lines.rng.choice(ready)
    other = lines.rng.choice([each for each in ready if not set(each.entrants) & set(match.entrants)] or ready)
    in_use = ["call", other.name, "new"]
    before: list[Words] = lines.rng.choice(
        [[["close", "new"]], [["absent", str(match.entrants[0])]], [in_use], [in_use]]
    )
    return [["open", "new"], *before, ["call", match.name, "new"]]


def with_zeros(lines: Lines, state: State) -> Words:
    """A number as no script has it."""
    x, y, name, k = lines.entrant(state), lines.entrant(state), lines.any_name(state), str(len(state.phases) + 1)
    choices: list[Words] = [
        ["absent", "0" + x],
        ["contest", x, "07"],
        ["draw", "01"],
        ["call", "0" + name, lines.table(state)],
        ["call", name.replace(":", ":0").replace(":0T", ":T0"), lines.table(state)],
        ["result", name.replace(".", ".0").replace("-", "-0"), x, "1", y, "-0", "board", "b"],
        ["result", name, x, "-0", y, "1", "board", "b"],
        ["result", name, x, "1", y, "02", "board", "b"],
        ["result", name, x, "-01", y, "2", "board", "b"],
        ["result", name, x, "1", y, "2", "twenties", "01", "2", "board", "b"],
        ["result", name + "/01", x, "1", y, "2", "board", "b"],
        ["shootout", "1", x, "1", y, "01"],
        ["draw", "1", f"0{x}-{y}"],
        ["phase", k, "single", "best=03", "game", "washers-ritzenthaler"],
        ["phase", k, "single", "game", "washers-ritzenthaler", "target=021"],
        ["phase", k, "swiss", "rounds=02", "game", "washers-ritzenthaler"],
        ["phase", k, "round-robin", "points=2,01,0", "game", "washers-ritzenthaler"],
        ["phase", k, "single", "of=1", "take=01-4", "game", "washers-ritzenthaler"],
    ]
    return lines.rng.choice(choices)


def nonsense(lines: Lines, state: State) -> Words:
    """A line that no script should have."""
    x, k = lines.entrant(state), str(lines.rng.randint(0, len(state.phases) + 1))
    name = lines.any_name(state)
    choices: list[Words] = [
        ["tournament", "singles"],
        ["at", "0:00"],
        ["at", "100:00"],
        ["at", "1:7"],
        ["hello"],
        ["add"],
        ["add", *("very long name" for _ in range(6))],
        ["rename", x],
        ["in"],
        ["in", "2000"],
        ["absent", "0"],
        ["withdraw", x, x],
        ["contest", x, "1000"],
        ["seeds", x, x],
        ["close", "nowhere"],
        ["free", "nowhere"],
        ["phase", k, "single", "best=2", "game", "washers-ritzenthaler"],
        ["phase", k, "swiss", "game", "washers-ritzenthaler"],
        ["phase", k, "single", "third=yes", "third=yes", "game", "washers-ritzenthaler"],
        ["phase", k, "double", "rounds=3", "game", "washers-ritzenthaler"],
        ["phase", k, "round-robin", "take=1-2", "game", "washers-ritzenthaler"],
        ["phase", k, "round-robin", "chain=head,points", "game", "washers-ritzenthaler"],
        ["phase", k, "round-robin", "rounds=2", "groups=2", "game", "washers-ritzenthaler"],
        ["phase", k, "round-robin", "points=score", "game", "crokinole-official"],
        ["phase", k, "single", "game", "crokinole-traditional", "scoring=simple", "sides=3"],
        [
            "phase",
            str(len(state.phases) + 1),
            "single",
            f"of={len(state.phases) + 1}",
            "game",
            "crokinole-official",
        ],
        ["phase", str(len(state.phases) + 2), "single", "game", "crokinole-official"],
        ["draw", k],
        ["redraw", k],
        ["end", k],
        ["draw"],
        ["call", name],
        ["call", name, lines.table(state)],
        ["result", name, x, "1"],
        ["result", name, x, "1", lines.entrant(state), "2"],
        ["result", name, x, "1", lines.entrant(state), "2", "won", x],
        ["result", name + "/0", x, "1", lines.entrant(state), "2"],
        ["result", name, x, "1", x, "2", "board", "b"],
        ["result", name, x, "1", lines.entrant(state), "2", "won", x, "board", "b"],
        ["result", "1:2-1", x, "1", lines.entrant(state), "2", "board", "b"],
        ["result", "77:1-2", x, "1", lines.entrant(state), "2", "board", "b"],
        ["forfeit", name, x],
        ["clear", name, x, lines.entrant(state)],
        ["shootout", k, x, "1", x, "2"],
        ["shootout", k, x],
        ["undo", "1"],
    ]
    return [str(word) for word in lines.rng.choice(choices)]
