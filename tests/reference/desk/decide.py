"""The matches of a phase as they stand: who plays, what was decided and how."""

from collections import Counter

from tests.reference.desk import bracket
from tests.reference.desk.model import NOBODY, Game, Match, Phase, Record, Side, State, members


def matches(state: State, phase: Phase) -> list[Match]:
    """All matches of a phase, by round index, group, place; those with nobody on both sides too."""
    if not phase.drawn:
        return []
    if id(phase) not in state.seen:
        found = league_matches(state, phase) if phase.league else bracket_matches(state, phase)
        state.seen[id(phase)] = (phase, sorted(found, key=lambda match: (match.index, match.group, match.place)))
    return state.seen[id(phase)][1]


def find(state: State, phase: Phase, key: str) -> Match | None:
    for match in matches(state, phase):
        if match.key == key:
            return match
    return None


def is_finished(state: State, phase: Phase) -> bool:
    if not phase.drawn or any(match.undecided for match in matches(state, phase)):
        return False
    if phase.by_rounds:
        return phase.ended or phase.rounds_drawn == phase.declaration.rounds
    return True


# --- By games -------------------------------------------------------------------------------------------------------


def without_gap(games: dict[int, Game]) -> list[Game]:
    counting: list[Game] = []
    while len(counting) + 1 in games:
        counting.append(games[len(counting) + 1])
    return counting


def deciding_game(phase: Phase, games: list[Game]) -> int | None:
    """The number of the game that decides, of games from 1 on without a gap."""
    if phase.league:
        return 1 if games else None
    best = phase.declaration.best
    won: Counter[Side] = Counter()
    for count, game in enumerate(games, start=1):
        if game.winner is not None:
            won[game.winner] += 1
        most = won.most_common(2)
        if count <= best and most and 2 * most[0][1] > best:
            return count
        if count == best and len({won[player] for player in game.scores}) == 2:
            return count
        if count > best and game.winner is not None:
            return count
    return None


def games_winner(games: list[Game], best: int) -> Side | None:
    """Who won a match that these games decided; None if it is level."""
    won = Counter(game.winner for game in games if game.winner is not None)
    if len(games) > best:
        return games[-1].winner
    ranked = won.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


# --- One match ------------------------------------------------------------------------------------------------------


def decide(state: State, phase: Phase, match: Match, record: Record | None) -> None:
    """What decides a match whose sides are set, first of: a forfeit, its games, an entrant who is out."""
    a, b = match.sides
    if a == NOBODY or b == NOBODY:
        decide_bye(match)
        return
    if a is None or b is None:
        return
    match.state = "ready"
    games = without_gap(record.games()) if record else []
    deciding = deciding_game(phase, games)
    match.due = len(games) + 1 if deciding is None else None
    out = [side for side in (a, b) if any(state.is_out(entrant) for entrant in members(side))]
    if record and record.forfeit:
        walk_over(match, list(record.forfeit))
    elif deciding is not None:
        match.state, match.how, match.games = "decided", "played", games[:deciding]
        match.winner = games_winner(match.games, phase.declaration.best)
        if match.winner is not None:
            match.loser = b if match.winner == a else a
    elif out and phase.declaration.format == "partners":
        match.state = "cancelled"
    elif out:
        walk_over(match, out)
    else:
        match.games = games


def decide_bye(match: Match) -> None:
    a, b = match.sides
    match.loser = NOBODY  # whether the other is known or not
    if a is not None and b is not None:
        match.state, match.how, match.winner = "decided", "bye", a or b


def walk_over(match: Match, lost: list[Side]) -> None:
    a, b = match.sides
    match.state = "decided"
    if len(set(lost)) == 2:
        match.how, match.winner, match.loser = "double forfeit", NOBODY, NOBODY
        return
    match.how, match.loser = "walkover", lost[0]
    match.winner = b if lost[0] == a else a


# --- A league -------------------------------------------------------------------------------------------------------


def league_matches(state: State, phase: Phase) -> list[Match]:
    found: list[Match] = []
    met: Counter[str] = Counter()
    for pairing in phase.pairings:
        key = "-".join("+".join(map(str, members(side))) for side in sorted((pairing.a, pairing.b)))
        met[key] += 1
        if met[key] > 1:
            key += f".{met[key]}"
        match = Match(phase.number, key, pairing.round, pairing.group, pairing.place, (pairing.a, pairing.b))
        match.seat = pairing.seat
        decide(state, phase, match, state.record(phase.number, match.key, pairing.a, pairing.b))
        found.append(match)
    void = void_entrants(state, phase, found)
    for match in found:
        if void.intersection(match.players or ()):
            match.state = "void"
        elif phase.ended and match.undecided:
            match.state = "cancelled"
    return found


def void_entrants(state: State, phase: Phase, found: list[Match]) -> set[int]:
    """Who is out of a full round robin with fewer than half of its matches there decided by games."""
    void = set()
    for entrant in phase.order if phase.full else []:
        own = [match for match in found if entrant in match.sides]
        played = sum(1 for match in own if match.how == "played")
        if state.is_out(entrant) and 2 * played < len(own):
            void.add(entrant)
    return void


# --- A bracket ------------------------------------------------------------------------------------------------------


def bracket_nodes(phase: Phase) -> list[bracket.Node]:
    total = bracket.size(len(phase.order))
    if phase.declaration.format == "single":
        return bracket.single(total, phase.declaration.third)
    return bracket.double(total, phase.declaration.reset)


def bracket_matches(state: State, phase: Phase) -> list[Match]:
    found: dict[str, Match] = {}
    for node in bracket_nodes(phase):
        sides = (who(phase, node.a, found), who(phase, node.b, found))
        if sides[0] and sides[1] and node.key not in ("F1", "F2") and phase.seed(sides[1]) < phase.seed(sides[0]):
            sides = (sides[1], sides[0])
        match = Match(
            phase.number, node.key, node.index, 0, node.place, sides, (node.a.key or None, node.b.key or None)
        )
        record = state.record(phase.number, node.key, *match.players) if match.players else None
        decide(state, phase, match, record)
        found[node.key] = match
    return list(found.values())


def who(phase: Phase, source: bracket.Source, found: dict[str, Match]) -> int | None:
    """The player from a source: None not known, 0 nobody."""
    if source.kind == "seed":
        return phase.order[source.number - 1] if source.number <= len(phase.order) else NOBODY
    before = found[source.key]
    if source.kind == "winner":
        return before.winner
    if source.kind == "loser":
        return before.loser
    if NOBODY in before.sides:
        return NOBODY
    if before.state != "decided":
        return None
    return before.sides[source.number] if before.winner == before.sides[1] else NOBODY
