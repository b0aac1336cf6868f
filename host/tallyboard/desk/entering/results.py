"""Results: what was played, given up, or taken away again."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tallyboard.desk import events
from tallyboard.desk.matches import Match, Standing
from tallyboard.desk.names import phase_of_match
from tallyboard.desk.phase import Phase
from tallyboard.desk.records import BoardMatch, Game, pair
from tallyboard.desk.refusal import Refusal

if TYPE_CHECKING:
    from tallyboard.desk.state import State


def result(state: "State", what: events.Result) -> None:
    """What two scored, by hand or from a board."""
    x, y = what.entrants
    if what.board is None:
        _check_by_hand(state, what)
    else:
        state.phase(phase_of_match(what.match, len(state.field.entrants)))
        state.check_entrants(x, y)
    if what.won is not None and (what.scores[0] != what.scores[1] or what.won not in what.entrants):
        raise Refusal(
            "winner",
            "`won` says who won a game with equal scores, and is one of the two who played it.",
            "Leave it out where one has the higher score.",
        )
    record = state.field.records.to_change(what.match, pair(x, y))
    if what.board is None:
        record.hand[what.game] = _game(what)
        record.forfeit = ()
    else:
        record.board[what.game] = _game(what)
        record.played[what.game] = BoardMatch(what.board, what.entrants)
    state.floor.heard_of(what.entrants, state.number, state.minute)


def _check_by_hand(state: "State", what: events.Result) -> None:
    """The two are those who play the match, and the game is due or has a result."""
    state.check_entrants(*what.entrants)
    phase, match = state.match(what.match)
    found = _with_players(phase, match)
    _check_these(state, found, match, what.entrants)
    assert found.pair
    played = state.field.records.of(match.name, found.pair).games()
    if what.game != found.verdict.due and what.game not in played:
        due = found.verdict.due
        decided = f"The games have decided the match; {match.name}/1 names its first game, which can be corrected."
        raise Refusal(
            "game-number",
            f"Game {what.game} of {match.name} is not due and has no result.",
            f"Game {due} is due." if due else decided,
        )


def _with_players(phase: Phase, match: Match) -> Standing:
    found = phase.standing(match)
    if found.players is None:
        raise Refusal(
            "not-ready",
            f"Who plays {match.name} is not known" + (" yet." if None in found.sides else ": nobody is there."),
            "Enter what it waits for first; `tallyboard tournament bracket` shows it.",
        )
    return found


def _check_these(state: "State", found: Standing, match: Match, entrants: tuple[int, ...]) -> None:
    players = found.players or ()
    if not set(players).issuperset(entrants) or len(set(entrants)) < len(entrants):
        a, b = (state.field.entrant(x).name for x in players)
        raise Refusal("not-these", f"{match.name} is between {a} and {b}.", "Name these, or another match.")


def forfeit(state: "State", what: events.Forfeit) -> None:
    """One or both of a match gave it up."""
    state.check_entrants(*what.entrants)
    phase, match = state.match(what.match)
    found = _with_players(phase, match)
    _check_these(state, found, match, what.entrants)
    assert found.pair
    state.field.records.to_change(match.name, found.pair).forfeit = what.entrants
    state.floor.heard_of(found.pair, state.number, state.minute)


def clear(state: "State", what: events.Clear) -> None:
    """What stands for a match and two entrants is taken away."""
    if what.entrants is None:
        phase, match = state.match(what.match)
        players = _with_players(phase, match).pair
        assert players
        state.field.records.clear(what.match, players)
        return
    state.phase(phase_of_match(what.match, len(state.field.entrants)))
    state.check_entrants(*what.entrants)
    if not state.field.records.clear(what.match, pair(*what.entrants)):
        raise Refusal(
            "nothing",
            f"Nothing stands for {what.match} and these two.",
            "`tallyboard tournament flags` lists what does.",
        )


def _game(what: events.Result) -> Game:
    """The figures, those of the smaller entrant first."""
    (x, y), (first, second) = what.entrants, what.scores
    winner = what.won
    if first != second:
        winner = x if first > second else y
    if x < y:
        return Game(what.scores, what.twenties, winner)
    return Game((second, first), (what.twenties[1], what.twenties[0]), winner)


ACTIONS: dict[type, Callable[["State", Any], None]] = {
    events.Result: result,
    events.Forfeit: forfeit,
    events.Clear: clear,
}
