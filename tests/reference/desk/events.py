"""What each line of a script does to the state, and when it is refused; see `results` for those about matches."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tests.reference.desk import calls, draws
from tests.reference.desk.arguments import Words, entrant_in, need, phase_in, standing_match, together
from tests.reference.desk.declare import declare
from tests.reference.desk.model import OUT, Entrant, Match, Phase, State, Table
from tests.reference.desk.results import clear, forfeit, result
from tests.reference.desk.words import NUMBER, number

# --- Entrants -------------------------------------------------------------------------------------------------------


def read_name(state: State, words: Words, own: Entrant | None) -> tuple[str, list[str]]:
    name = " ".join(words)
    need(1 <= len(name) <= 60, "names", "syntax")
    players = [" ".join(part.split()) for part in name.split("&")]
    need(all(players) and len(players) == (2 if state.doubles else 1), "names")
    taken = {player.lower() for each in state.entrants.values() if each is not own for player in each.players}
    lower = [player.lower() for player in players]
    need(len(set(lower)) == len(lower) and not taken.intersection(lower), "duplicate")
    return name, players


def add(state: State, words: Words) -> None:
    need(len(state.entrants) < 1000, "too-many")
    name, players = read_name(state, words, None)
    new = len(state.entrants) + 1
    state.entrants[new] = Entrant(new, name, players)


def rename(state: State, words: Words) -> None:
    need(len(words) >= 1)
    together(
        lambda: entrant_in(state, words[0]),
        lambda: read_name(state, words[1:], state.entrants.get(int(words[0]) if words[0].isdecimal() else 0)),
    )
    own = state.entrants[entrant_in(state, words[0])]
    own.name, own.players = read_name(state, words[1:], own)


def status_of_several(status: str) -> Callable[[State, Words], None]:
    def line(state: State, words: Words) -> None:
        need(len(words) >= 1)
        if [word.lower() for word in words] == ["all"]:
            chosen = [each.number for each in state.entrants.values() if each.status not in OUT]
        else:
            chosen = [entrant_in(state, word) for word in words]
        for entrant in chosen:
            state.entrants[entrant].status = status

    return line


def status_of_one(status: str) -> Callable[[State, Words], None]:
    def line(state: State, words: Words) -> None:
        need(len(words) == 1)
        state.entrants[entrant_in(state, words[0])].status = status

    return line


def contest(state: State, words: Words) -> None:
    need(len(words) == 2)
    together(lambda: entrant_in(state, words[0]), lambda: number(words[1], 0, 999))
    entrant, twenties = entrant_in(state, words[0]), number(words[1], 0, 999)
    state.contest[entrant] = twenties


def seeds(state: State, words: Words) -> None:
    if [word.lower() for word in words] == ["contest"]:
        state.seeds = sorted(state.contest, key=lambda entrant: (-state.contest[entrant], entrant))
        return
    chosen = [entrant_in(state, word) for word in words]
    need(len(set(chosen)) == len(chosen), "duplicate")
    state.seeds = chosen


# --- Tables and calls -----------------------------------------------------------------------------------------------


def open_tables(state: State, words: Words) -> None:
    need(len(words) >= 1)
    for word in words:
        state.tables.setdefault(word, Table(word)).open = True


def close_table(state: State, words: Words) -> None:
    need(len(words) == 1)
    need(words[0] in state.tables, "unknown-table")
    need(calls.call_at(state, words[0]) is None, "in-use")
    state.tables[words[0]].open = False


def call(state: State, words: Words) -> None:
    if not words:
        for planned, table in calls.plan(state):
            calls.begin(state, planned, table)
        return
    need(len(words) == 2)
    together(
        lambda: check_ready(state, standing_match(state, words[0])),
        lambda: need(words[1] in state.tables and state.tables[words[1]].open, "unknown-table"),
        lambda: need(calls.call_at(state, words[1]) is None, "in-use"),
    )
    calls.begin(state, standing_match(state, words[0]), words[1])


def check_ready(state: State, match: Match) -> None:
    need(calls.can_be_called(state, state.phases[match.phase], match), "not-ready")


# --- Phases ---------------------------------------------------------------------------------------------------------


def phase_line(state: State, words: Words) -> None:
    need(len(words) >= 2)
    which = int(words[0]) if NUMBER.fullmatch(words[0]) else 0
    lower = [word.lower() for word in words[1:]]
    together(
        lambda: need(1 <= which <= len(state.phases) + 1, "unknown-phase", "syntax", "option"),
        lambda: need(which not in state.phases or not state.phases[which].drawn, "drawn"),
        lambda: declare(which, lower[0], lower[1:], state.doubles),
    )
    state.phases[which] = Phase(which, declare(which, lower[0], lower[1:], state.doubles))


def draw(state: State, words: Words) -> None:
    need(len(words) >= 1)
    if len(words) > 1:
        check_pairs(state, words)
    draws.draw(state, phase_in(state, words[0]), read_pairs(state, words[1:]))


def read_pairs(state: State, words: Words) -> draws.Pairs:
    pairs = []
    for word in words:
        x, dash, y = word.partition("-")
        need(dash == "-")
        pairs.append((entrant_in(state, x), entrant_in(state, y)))
    return pairs


def check_pairs(state: State, words: Words) -> None:
    """All that can be wrong with a round by hand, whether it could be drawn or not."""
    named = [entrant for word in words[1:] for entrant in word.split("-")]
    together(
        lambda: read_pairs(state, words[1:]),
        lambda: need(len(set(named)) == len(named), "duplicate"),
        lambda: need(phase_in(state, words[0]).declaration.format == "swiss", "format"),
        lambda: draws.draw(state, replace(phase_in(state, words[0])), []),
        lambda: draws.draw(state, replace(phase_in(state, words[0])), read_pairs(state, words[1:])),
    )


def redraw(state: State, words: Words) -> None:
    need(len(words) == 1)
    draws.redraw(state, phase_in(state, words[0]))


def end(state: State, words: Words) -> None:
    need(len(words) == 1)
    check_league(state, words[0])
    phase_in(state, words[0]).ended = True


def check_league(state: State, word: str) -> None:
    """A league that is drawn."""
    phase = phase_in(state, word)
    together(lambda: need(phase.league, "format"), lambda: need(phase.drawn, "not-drawn"))


def shootout(state: State, words: Words) -> None:
    need(len(words) >= 5 and len(words) % 2 == 1)
    together(
        lambda: check_league(state, words[0]),
        *(partial(entrant_in, state, word) for word in words[1::2]),
        *(partial(number, word, 0, 999) for word in words[2::2]),
        lambda: need(len(set(words[1::2])) == len(words[1::2]), "duplicate"),
    )
    phase = phase_in(state, words[0])
    shot: dict[int, int] = {}
    for x, twenties in zip(words[1::2], words[2::2], strict=True):
        entrant = entrant_in(state, x)
        need(entrant in phase.order, "unknown-entrant")
        need(entrant not in shot, "duplicate")
        shot[entrant] = number(twenties, 0, 999)
    phase.shootouts.append(shot)


def note(state: State, words: Words) -> None:
    need(len(words) >= 1)


LINES: dict[str, Callable[[State, Words], None]] = {
    "add": add,
    "rename": rename,
    "in": status_of_several("in"),
    "absent": status_of_several("absent"),
    "withdraw": status_of_one("withdrawn"),
    "disqualify": status_of_one("disqualified"),
    "contest": contest,
    "seeds": seeds,
    "open": open_tables,
    "close": close_table,
    "phase": phase_line,
    "draw": draw,
    "redraw": redraw,
    "end": end,
    "call": call,
    "result": result,
    "forfeit": forfeit,
    "clear": clear,
    "shootout": shootout,
    "note": note,
}
