"""What each line of a script does to the state, and when it is refused."""

from collections.abc import Callable

from tests.reference.desk import calls, draws
from tests.reference.desk.decide import find
from tests.reference.desk.declare import declare
from tests.reference.desk.model import OUT, Entrant, Game, Match, Phase, Record, State, Table
from tests.reference.desk.words import NUMBER, Refused, key_entrants, match_name, number, score

Words = list[str]


# --- Words that name something --------------------------------------------------------------------------------------


def entrant_in(state: State, word: str) -> int:
    found = int(word) if NUMBER.fullmatch(word) else 0
    if found not in state.entrants:
        raise Refused("unknown-entrant", "syntax")
    return found


def phase_in(state: State, word: str) -> Phase:
    found = int(word) if NUMBER.fullmatch(word) else 0
    if found not in state.phases:
        raise Refused("unknown-phase", "syntax")
    return state.phases[found]


def match_in(state: State, word: str) -> tuple[Phase, str]:
    """The phase and the key of a match that can be named, whether it exists or not."""
    number_of_phase, key = match_name(word)
    if number_of_phase not in state.phases:
        raise Refused("unknown-phase", "unknown-match")
    if any(entrant not in state.entrants for entrant in key_entrants(key)):
        raise Refused("unknown-entrant", "unknown-match")
    return state.phases[number_of_phase], key


def standing_match(state: State, word: str) -> Match:
    """A match that exists now."""
    phase, key = match_in(state, word)
    match = find(state, phase, key)
    if match is None:
        raise Refused("unknown-match", "not-ready", *([] if phase.drawn else ["not-drawn"]))
    if match.sides == (0, 0):
        raise Refused("unknown-match", "not-ready", "not-these")
    return match


def need(condition: bool, *codes: str) -> None:
    if not condition:
        raise Refused(*(codes or ("syntax",)))


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
    match = standing_match(state, words[0])
    codes = []
    if not calls.can_be_called(state, state.phases[match.phase], match):
        codes.append("not-ready")
    if words[1] not in state.tables or not state.tables[words[1]].open:
        codes.append("unknown-table")
    if calls.call_at(state, words[1]):
        codes.append("in-use")
    need(not codes, *codes)
    calls.begin(state, match, words[1])


# --- Phases ---------------------------------------------------------------------------------------------------------


def phase_line(state: State, words: Words) -> None:
    need(len(words) >= 2)
    which = int(words[0]) if NUMBER.fullmatch(words[0]) else 0
    need(1 <= which <= len(state.phases) + 1, "unknown-phase", "syntax", "option")
    need(which not in state.phases or not state.phases[which].drawn, "drawn", "option")
    lower = [word.lower() for word in words[1:]]
    state.phases[which] = Phase(which, declare(which, lower[0], lower[1:], state.doubles))


def draw(state: State, words: Words) -> None:
    need(len(words) == 1)
    draws.draw(state, phase_in(state, words[0]))


def redraw(state: State, words: Words) -> None:
    need(len(words) == 1)
    draws.redraw(state, phase_in(state, words[0]))


def end(state: State, words: Words) -> None:
    need(len(words) == 1)
    phase = phase_in(state, words[0])
    need(phase.league, "format", *([] if phase.drawn else ["not-drawn"]))
    need(phase.drawn, "not-drawn")
    phase.ended = True


def shootout(state: State, words: Words) -> None:
    need(len(words) >= 5 and len(words) % 2 == 1)
    phase = phase_in(state, words[0])
    need(phase.league, "format", *([] if phase.drawn else ["not-drawn"]))
    need(phase.drawn, "not-drawn")
    shot: dict[int, int] = {}
    for x, twenties in zip(words[1::2], words[2::2], strict=True):
        entrant = entrant_in(state, x)
        need(entrant in phase.order, "unknown-entrant")
        need(entrant not in shot, "duplicate")
        shot[entrant] = number(twenties, 0, 999)
    phase.shootouts.append(shot)


# --- Results --------------------------------------------------------------------------------------------------------


def record_of(state: State, phase: int, key: str, pair: tuple[int, int]) -> Record:
    return state.records.setdefault((phase, key, pair), Record())


def result(state: State, words: Words) -> None:
    need(len(words) >= 5)
    named, slash, game_word = words[0].partition("/")
    game_number = number(game_word, 1, 99) if slash else 1
    phase, key = match_in(state, named)
    x, y = entrant_in(state, words[1]), entrant_in(state, words[3])
    need(x != y, "syntax", "not-these", "not-ready", "duplicate")
    pair = (min(x, y), max(x, y))
    scores = {x: score(words[2]), y: score(words[4])}
    twenties, won, board = result_parts(state, words[5:], x, y)
    if won is not None:
        need(scores[x] == scores[y], "syntax", "not-these")
    elif scores[x] != scores[y]:
        won = x if scores[x] > scores[y] else y
    game = Game(scores, twenties, won)
    if board:
        record_of(state, phase.number, key, pair).board[game_number] = game
    else:
        check_by_hand(state, named, pair, game_number)
        record = record_of(state, phase.number, key, pair)
        record.hand[game_number] = game
        record.forfeit = ()


def result_parts(state: State, words: Words, x: int, y: int) -> tuple[dict[int, int], int | None, bool]:
    """Twenties, `won`, and whether it came from a board, in any order, each at most once."""
    twenties, won, board = {x: 0, y: 0}, None, False
    seen = set()
    left = list(words)
    while left:
        part = left.pop(0).lower()
        length = {"twenties": 2, "won": 1, "board": 1}.get(part, 0)
        need(length > 0 and part not in seen and len(left) >= length)
        seen.add(part)
        values, left = left[:length], left[length:]
        if part == "twenties":
            twenties = {x: number(values[0], 0, 999), y: number(values[1], 0, 999)}
        elif part == "won":
            won = entrant_in(state, values[0])
            need(won in (x, y), "syntax", "not-these", "unknown-entrant")
        else:
            board = True
    return twenties, won, board


def check_by_hand(state: State, named: str, pair: tuple[int, int], game: int) -> None:
    match = standing_match(state, named)
    check_players(match, pair)
    record = state.records.get((match.phase, match.key, pair))
    has_result = record is not None and game in record.games()
    need(has_result or game == match.due, "game-number")


def check_players(match: Match, given: tuple[int, ...]) -> None:
    if 0 in match.sides:
        raise Refused("not-ready", "not-these")
    if match.players is None:
        raise Refused("not-ready", *(["not-these"] if None not in match.sides else []))
    need(set(given) <= set(match.players), "not-these")


def forfeit(state: State, words: Words) -> None:
    need(2 <= len(words) <= 3)
    match = standing_match(state, words[0])
    given = tuple(entrant_in(state, word) for word in words[1:])
    check_players(match, given)
    need(len(set(given)) == len(given), "syntax", "duplicate", "not-these")
    assert match.players is not None
    record_of(state, match.phase, match.key, match.players).forfeit = given


def clear(state: State, words: Words) -> None:
    need(len(words) in (1, 3))
    if len(words) == 3:
        phase, key = match_in(state, words[0])
        x, y = entrant_in(state, words[1]), entrant_in(state, words[2])
        cleared = state.records.pop((phase.number, key, (min(x, y), max(x, y))), None)
        need(cleared is not None, "nothing", *(["unknown-match"] if find(state, phase, key) is None else []))
        return
    match = standing_match(state, words[0])
    need(match.players is not None, "not-ready")
    assert match.players is not None
    state.records.pop((match.phase, match.key, match.players), None)


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
