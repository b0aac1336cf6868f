"""Crokinole Match Notation, read: what is recorded elsewhere becomes results of a tournament. export/cmn.py writes it.

Draft 1.0 of the Crokinole Open Data Alliance, https://github.com/Crokinole-Open-Data-Alliance/cmn. A *game* there is a
round of a match of `crokinole-championship` here.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from shared_rules.games import catalogue
from shared_rules.readable import unreadable
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.matches import READY, Match, members
from tallyboard.desk.phase import Phase
from tallyboard.errors import TallyboardError
from tallyboard.text.near_names import Roster, same
from tallyboard.text.quantities import counted

_VERSIONS = ("1.0", "1.0-draft")
_PLAYERS = {"singles": 1, "doubles": 2}
_GAME = "crokinole-championship"
_ID, _CID = 80, 19  # characters at most: both are kept in an event's reason, a `cid` of up to four
_DISC, _TWENTY = 5, 20  # what every score is a multiple of, and what a twenty brings
_STEP = "Nothing was entered. Have it exported again by the application that it comes from."
_KINDS: dict[type, str] = {dict: "object", list: "list", str: "text"}
_BAD_IN_IDS = re.compile(r"[\s;%]")  # what ends an id where it is kept

AlsoCalled = Mapping[str, Sequence[str]]  # by what is the same as another name of somebody, a `cid` too: all names


class CmnPlayer(NamedTuple):
    """A player, and the id of the alliance; "" where there is none."""

    name: str
    cid: str


class CmnMatch(NamedTuple):
    """A match of the notation. `winners`: of its games, 0 and 1 by team, None for a tie; `twenties`: of each team, None
    where nobody counted; `rules`: the game line, where this program wrote it; `doubts`: what cannot be of its figures,
    in words."""

    id: str
    format: str
    teams: tuple[Sequence[CmnPlayer], Sequence[CmnPlayer]]
    winners: Sequence[int | None]
    twenties: tuple[int, int] | None
    winner: int | None
    rules: str
    doubts: Sequence[str]

    @property
    def title(self) -> str:
        """The beginning of its id, and who played."""
        both = " : ".join(" & ".join(player.name for player in team) for team in self.teams)
        return f"{self.id[:8]} ({both})"


class NotTakenError(Exception):
    """Why a match is no result here, in words."""


class CmnOutcome(NamedTuple):
    """What became of a match: the `line` that enters it, with what is kept of it in its `reason`; else `why` it is
    none. `is_known`: it was taken before."""

    match: CmnMatch
    line: str = ""
    reason: str = ""
    why: str = ""
    is_known: bool = False


# ---- a document


def is_json(data: bytes) -> bool:
    """Whether it can be a document of the notation, and no sheet."""
    return data.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] in (b"{", b"[")


def cmn_in(data: bytes) -> list[CmnMatch]:
    """The matches of a document, single or batch. Raises TallyboardError for what is none: then nothing of it is."""
    try:
        document = json.loads(data)
    except RecursionError:
        raise TallyboardError("The file is nested too deep: it is no CMN.", _STEP) from None
    except ValueError as error:  # of no UTF-8 too, and of a number of thousands of digits
        at = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise TallyboardError(f"The file is no JSON, or is cut off{at}.", _STEP) from None
    if type(document) is not dict or document.get("cmn") not in _VERSIONS:
        raise TallyboardError(
            "The file is no CMN 1.0: it has no `cmn` with that version.", f"{_STEP} A sheet of entrants is CSV."
        )
    if document.get("batch") is not True:
        return [_match(document, "The match")]
    found = _of(document, "matches", list, "The batch")
    return [_match(one, f"Match {number} of the batch") for number, one in enumerate(found, 1)]


def _of(holder: Any, key: str, kind: type, where: str, default: Any = None) -> Any:
    """What stands under the key; a `default` where nothing does, and there is one."""
    if type(holder) is not dict:
        raise TallyboardError(f"{where} is no object.", _STEP)
    if holder.get(key) is None and default is not None:
        return default
    if type(holder.get(key)) is not kind:
        lacks = "is missing" if key not in holder else f"is no {_KINDS[kind]}"
        raise TallyboardError(f"{where}: `{key}` {lacks}.", _STEP)
    return holder[key]


def _text(holder: Any, key: str, where: str) -> str:
    found = " ".join(str(_of(holder, key, str, where)).split())
    if not found or unreadable(found) is not None:
        raise TallyboardError(f"{where}: `{key}` is empty, or has what cannot be read.", _STEP)
    return found


def _winner(holder: dict[str, Any], where: str) -> int | None:
    found = holder.get("winner", "")
    if found is None or (type(found) is int and found in (0, 1)):
        return found
    raise TallyboardError(f"{where}: `winner` is neither 0 nor 1 nor null.", _STEP)


def _pair(holder: dict[str, Any], key: str, most: int, where: str) -> tuple[int, int] | None:
    if holder.get(key) is None:
        return None
    found = _of(holder, key, list, where)
    if len(found) != 2 or any(type(one) is not int or not 0 <= one <= most for one in found):
        raise TallyboardError(f"{where}: `{key}` are no two numbers from 0 to {most}.", _STEP)
    return found[0], found[1]


def _match(entry: Any, where: str) -> CmnMatch:
    name = _text(entry, "id", where)
    if len(kept_id(name)) > _ID:
        raise TallyboardError(f"{where}: its `id` is too long; {_ID} characters are the most.", _STEP)
    match = _of(entry, "match", dict, where)
    _text(match, "date", where)
    form = _of(match, "format", str, where)
    teams = [_team(team, form, where) for team in _of(match, "teams", list, where)]
    games = _of(match, "games", list, where)
    if form not in _PLAYERS or len(teams) != 2 or not games:
        raise TallyboardError(f"{where} is not of two teams, singles or doubles, with a game at least.", _STEP)
    winners: list[int | None] = []
    twenties: list[tuple[int, int]] = []
    doubts: list[str] = []
    for number, game in enumerate(games, 1):
        place = f"{where}, game {number}"
        if type(game) is not dict:
            raise TallyboardError(f"{place} is no object.", _STEP)
        winners.append(_winner(game, place))
        scores, counted_here = _pair(game, "scores", 9999, place), _pair(game, "twenties", 99, place)
        twenties += [counted_here] if counted_here else []
        doubts += [f"game {number} {doubt}" for doubt in _doubts(winners[-1], scores, counted_here, "awarded" in game)]
    length = _of(match, "gameFormat", dict, where, {})
    doubts += [] if _has_length(length, winners) else ["its `gameFormat` is of another number of games"]
    return CmnMatch(
        name,
        form,
        (teams[0], teams[1]),
        winners,
        (sum(one[0] for one in twenties), sum(one[1] for one in twenties)) if twenties else None,
        _winner(match, where),
        _of(match, "rules", str, where, ""),
        doubts,
    )


def _team(team: Any, form: str, where: str) -> list[CmnPlayer]:
    players = _of(team, "players", list, where)
    if len(players) != _PLAYERS.get(form, len(players)):
        raise TallyboardError(f"{where}: a team has {counted(len(players), 'player', 'players')} in {form}.", _STEP)
    return [
        CmnPlayer(_text(one, "name", where), "" if one.get("cid") is None else _text(one, "cid", where))
        for one in players
    ]


def _doubts(
    winner: int | None, scores: tuple[int, int] | None, twenties: tuple[int, int] | None, is_penalized: bool
) -> list[str]:
    """What cannot be: the draft's own example has 20 points with two twenties, which are 40."""
    if scores is None:
        return []
    found = [f"has {score} points, which no discs bring" for score in scores if score % _DISC]
    for score, count in zip(scores, twenties or (0, 0), strict=True):
        if score < _TWENTY * count:
            found.append(f"has {score} points with {counted(count, 'twenty', 'twenties')}")
    higher = None if scores[0] == scores[1] else scores.index(max(scores))
    return found + ([f"of {scores[0]}:{scores[1]} has another winner"] if higher != winner and not is_penalized else [])


def _has_length(length: dict[str, Any], winners: Sequence[int | None]) -> bool:
    """Whether so many games are what `gameFormat` says. Two points a game and one for a tie, by the draft; in its
    example a game is one point."""
    if length.get("type") != "first_to":
        return length.get("count") in (None, len(winners))
    for won, tied in ((2, 1), (1, 0)):
        points, reached = [0, 0], 0
        for number, winner in enumerate(winners, 1):
            points = [n + (tied if winner is None else won * (winner == team)) for team, n in enumerate(points)]
            reached = reached or (
                number if type(length.get("target")) is int and max(points) >= length["target"] else 0
            )
        if reached == len(winners):
            return True
    return False


# ---- as results


def results_of(
    trial: Tournament, matches: Sequence[CmnMatch], known: set[str], also: AlsoCalled, more: str = ""
) -> list[CmnOutcome]:
    """What becomes of each match, in order. `trial`: a tournament of the caller's own, into which they are entered;
    `known`: the ids that were taken before, as `kept_id` has them; `more`: to stand in each reason."""
    taken, found = set(known), []
    open_matches = _OpenMatches(trial)
    for match in matches:
        name = kept_id(match.id)
        if name in taken:
            found.append(CmnOutcome(match, why="it was taken before", is_known=True))
            continue
        try:
            line, cids = _result(trial, open_matches, match, also)
            trial.enter(line)
        except NotTakenError as error:
            found.append(CmnOutcome(match, why=str(error)))
        except Refusal as refusal:
            found.append(CmnOutcome(match, why=refusal.cause.rstrip(".")))
        else:
            taken.add(name)
            reason = "; ".join(filter(None, (f"CMN {name}", cids and f"cid {cids}", more)))
            found.append(CmnOutcome(match, line, reason))
    return found


def kept_id(name: str) -> str:
    """The id of a match as it stands in the reason of its result: without what would end it there."""
    return _BAD_IN_IDS.sub(lambda found: f"%{ord(found[0]):02X}", name)


def id_in(reason: str) -> str:
    """The id in the reason of a result that was taken in; "" where there is none."""
    word, _, rest = reason.partition(" ")
    return rest.partition(";")[0] if word == "CMN" else ""


def cids_in(reason: str) -> list[tuple[int, int, str]]:
    """(entrant, which of its players from 0, `cid`) as they stand in such a reason: `5=CRK-1`, of the second `5.2=`."""
    found = re.search(r"; cid ([^;]+)", reason) if id_in(reason) else None
    read = [re.fullmatch(r"(\d+)(\.2)?=(\S+)", word) for word in (found[1].split() if found else ())]
    return [(int(one[1]), int(bool(one[2])), one[3]) for one in read if one]


def _is_kept(cid: str) -> bool:
    return 0 < len(cid) <= _CID and cid == kept_id(cid)


class _OpenMatches:
    """The matches of a tournament by who plays them, for those phases that play a championship."""

    def __init__(self, tournament: Tournament) -> None:
        self.phases = [phase for phase in tournament.phases if phase.options.game.split()[0] == _GAME]
        self._drawn: dict[int, dict[frozenset[frozenset[int]], list[Match]]] = {}

    def first(self, sides: frozenset[frozenset[int]]) -> tuple[Phase, Match, int] | None:
        """The first undecided match of these sides, and its due game."""
        for phase in self.phases:
            for match in self._of(phase).get(sides, ()) or self._of(phase).get(frozenset(), ()):
                standing = phase.standing(match)
                both = standing.players and _sides(*standing.players)
                if both == sides and standing.state == READY and standing.verdict.due:
                    return phase, match, standing.verdict.due
        return None

    def _of(self, phase: Phase) -> dict[frozenset[frozenset[int]], list[Match]]:
        """In a league by their sides; in a knock-out all together, for who plays follows from the results."""
        if phase.number not in self._drawn:
            by_sides: dict[frozenset[frozenset[int]], list[Match]] = {}
            for match in sorted(phase.matches(), key=lambda one: (one.round, one.group, one.place)):
                by_sides.setdefault(_sides(*match.drawn) if all(match.drawn) else frozenset(), []).append(match)
            self._drawn[phase.number] = by_sides
        return self._drawn[phase.number]


def _sides(a: int, b: int) -> frozenset[frozenset[int]]:
    return frozenset((frozenset(members(a)), frozenset(members(b))))


def _result(tournament: Tournament, open_matches: _OpenMatches, match: CmnMatch, also: AlsoCalled) -> tuple[str, str]:
    """(its line, the `cid`s of its players as they are kept); raises NotTakenError."""
    if match.rules and match.rules.split()[:1] != [_GAME]:
        raise NotTakenError(f"it is of another game, {match.rules.split()[0]}; here {_GAME} is taken in")
    who = [[_entrant(player, tournament, also) for player in team] for team in match.teams]
    found = open_matches.first(frozenset(frozenset(number for number, _ in team) for team in who))
    if found is None or any(len(set(team)) < len(team) for team in who):
        raise NotTakenError(f"no match of these is to be played in a phase of {_GAME}")
    phase, drawn, due = found
    points = _points(match, phase.line_of(due))
    (x, s), (y, t) = ((min(number for number, _ in team), points[at]) for at, team in enumerate(who))
    twenties = f" twenties {match.twenties[0]} {match.twenties[1]}" if match.twenties else ""
    both = zip((one for team in who for one in team), (one for team in match.teams for one in team), strict=True)
    cids = [f"{number}{'.2' * at}={player.cid}" for (number, at), player in both if _is_kept(player.cid)]
    return f"result {drawn.name}{f'/{due}' if due > 1 else ''} {x} {s} {y} {t}{twenties}", " ".join(cids)


def _entrant(player: CmnPlayer, tournament: Tournament, also: AlsoCalled) -> tuple[int, int]:
    """(the entrant whom this player is or is in, which of its players from 0), by name or by another name of theirs."""
    called = tournament.state.field.called
    names = [player.name, *also.get(same(player.cid), ())] if player.cid else [player.name]
    found = {same(name): called[same(name)] for name in names if same(name) in called}
    if len(found) != 1:
        near = Roster([one] for entrant in tournament.entrants for one in entrant.players).near(player.name)
        others = f", but {' or '.join(near.known)} is" if near else ""
        is_nobody = f"{player.name} is no entrant{others}"
        raise NotTakenError(f"{player.name} is another one than {player.cid}" if found else is_nobody)
    (name, number), *_ = found.items()
    return number, [same(one) for one in tournament.entrants[number - 1].players].index(name)


def _points(match: CmnMatch, line: str) -> tuple[int, int]:
    """The points of each team: two for a game won, one for a tie. Raises NotTakenError where the game is another."""
    game, options = catalogue.parse(line.split())
    if game != _GAME or options["format"] != match.format:
        raise NotTakenError(f"a game of {line} is due, and it is {match.format} of {_GAME}")
    wins, length = [0, 0], options.get("rounds")
    for number, winner in enumerate(match.winners, 1):
        wins = [n + (winner == team) for team, n in enumerate(wins)]
        if length is None and (max(wins) * 2 > options["best_of"] or number == options["best_of"]):
            length = number
    if length != len(match.winners):
        here = f"{options['rounds']} are" if "rounds" in options else f"the best of {options['best_of']} is"
        raise NotTakenError(f"it has {counted(len(match.winners), 'game', 'games')}, and {here} played here")
    ties = len(match.winners) - sum(wins)
    points = 2 * wins[0] + ties, 2 * wins[1] + ties
    if match.winner != (None if points[0] == points[1] else points.index(max(points))):
        raise NotTakenError(f"its games give {points[0]}:{points[1]}, and its winner is another")
    return points
