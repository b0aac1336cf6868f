"""The lines `result`, `forfeit` and `clear`."""

from functools import partial

from tests.reference.desk.arguments import Words, entrant_in, match_in, need, standing_match, together
from tests.reference.desk.decide import find
from tests.reference.desk.model import Game, Match, Record, Side, State, members
from tests.reference.desk.words import Refused, key_sides, number, score, side_of


def record_of(state: State, phase: int, key: str, pair: tuple[Side, Side]) -> Record:
    return state.records.setdefault((phase, key, pair), Record())


def result(state: State, words: Words) -> None:
    need(len(words) >= 5)
    board = "board" in [word.lower() for word in words[5:]]
    named, slash, game_word = words[0].partition("/")
    together(
        lambda: need(not slash or number(game_word, 1, 99) >= 1),
        lambda: match_in(state, named),
        lambda: entrant_in(state, words[1]),
        lambda: entrant_in(state, words[3]),
        lambda: read_game(state, words),
        *([] if board else [lambda: check_players(standing_match(state, named), ())]),
        *([] if board else [lambda: check_by_hand(state, words)]),
    )
    (phase, key), game = match_in(state, named), read_game(state, words)
    game_number = number(game_word, 1, 99) if slash else 1
    record = record_of(state, phase.number, key, pair_of(state, words))
    if board:
        record.board[game_number] = game
    else:
        record.hand[game_number] = game
        record.forfeit = ()


def pair_of(state: State, words: Words) -> tuple[Side, Side]:
    """Those of a result, ascending; from a board they may be one, which fits no match."""
    x, y = entrant_in(state, words[1]), entrant_in(state, words[3])
    from_board = "board" in [word.lower() for word in words[5:]]
    need(x != y or from_board, "syntax", "not-these", "not-ready", "duplicate")
    one, other = sides_of(words[0], x, y)
    return min(one, other), max(one, other)


def sides_of(named: str, x: int, y: int) -> tuple[Side, Side]:
    """The sides that two entrants stand for in a match that is named; those not of both stand for themselves."""
    key = named.upper().partition("/")[0].partition(":")[2]
    one, other = side_of(key, x), side_of(key, y)
    return (one, other) if one != other and {one, other} == set(key_sides(key)) else (x, y)


def read_game(state: State, words: Words) -> Game:
    """Scores, twenties and winner of a result."""
    pair_of(state, words)
    x, y = entrant_in(state, words[1]), entrant_in(state, words[3])
    score_x, score_y = score(words[2]), score(words[4])
    one, other = sides_of(words[0], x, y)
    twenties, won = result_parts(state, words[5:], one, other)
    if won is not None:
        need(score_x == score_y, "winner")
    elif score_x != score_y:
        won = one if score_x > score_y else other
    return Game({one: score_x, other: score_y}, twenties, won)


def result_parts(state: State, words: Words, x: Side, y: Side) -> tuple[dict[Side, int], Side | None]:
    """Twenties and `won`; they and `board` in any order, each at most once."""
    twenties, won = {x: 0, y: 0}, None
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
            named = entrant_in(state, values[0])
            won = next((side for side in (x, y) if named in members(side)), None)
            need(won is not None, "winner")
    return twenties, won


def check_by_hand(state: State, words: Words) -> None:
    """The two must be those of the match, and the game due, or have a result."""
    named, slash, game_word = words[0].partition("/")
    game = number(game_word, 1, 99) if slash else 1
    match = standing_match(state, named)
    pair = pair_of(state, words)
    check_players(match, pair)
    record = state.records.get((match.phase, match.key, pair))
    has_result = record is not None and game in record.games()
    need(has_result or game == match.due, "game-number")


def check_players(match: Match, given: tuple[Side, ...]) -> None:
    if 0 in match.sides:
        raise Refused("not-ready", "not-these")
    if match.players is None:
        raise Refused("not-ready", *(["not-these"] if None not in match.sides else []))
    need(set(given) <= set(match.players), "not-these")


def forfeit(state: State, words: Words) -> None:
    need(2 <= len(words) <= 3)
    together(
        *(partial(entrant_in, state, word) for word in words[1:]),
        lambda: check_players(standing_match(state, words[0]), ()),
        lambda: check_players(standing_match(state, words[0]), given_up(state, words)),
    )
    match = standing_match(state, words[0])
    given = given_up(state, words)
    need(len(set(given)) == len(given), "syntax", "duplicate", "not-these")
    assert match.players is not None
    record_of(state, match.phase, match.key, match.players).forfeit = given


def given_up(state: State, words: Words) -> tuple[Side, ...]:
    _, key = match_in(state, words[0])
    return tuple(side_of(key, entrant_in(state, word)) for word in words[1:])


def clear(state: State, words: Words) -> None:
    need(len(words) in (1, 3))
    if len(words) == 3:
        together(
            lambda: match_in(state, words[0]),
            lambda: entrant_in(state, words[1]),
            lambda: entrant_in(state, words[2]),
        )
        phase, key = match_in(state, words[0])
        sides = sides_of(words[0], entrant_in(state, words[1]), entrant_in(state, words[2]))
        cleared = state.records.pop((phase.number, key, (min(sides), max(sides))), None)
        codes = ["unknown-match"] if find(state, phase, key) is None else []
        codes += ["not-these"] if key_sides(key) and isinstance(sides[0], int) else []
        need(cleared is not None, "nothing", *codes)
        return
    match = standing_match(state, words[0])
    need(match.players is not None, "not-ready")
    assert match.players is not None
    state.records.pop((match.phase, match.key, match.players), None)
