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
from tallyboard.desk import Tournament
from tallyboard.desk.matches import READY, Match, members
from tallyboard.desk.phase import Phase
from tallyboard.errors import TallyboardError
from tallyboard.text.language import Language, here, later
from tallyboard.text.near_names import Roster, same

_VERSIONS = ("1.0", "1.0-draft")
_PLAYERS = {"singles": 1, "doubles": 2}
_GAME = "crokinole-championship"
_ID, _CID = 80, 19  # characters at most: both are kept in an event's reason, a `cid` of up to four
_DISC, _TWENTY = 5, 20  # what every score is a multiple of, and what a twenty brings
_DISCS = 12  # that a side has in a game
_MOST_TWENTIES = 999  # of a result
_BAD_IN_IDS = re.compile(r"[\s;%]")  # what ends an id where it is kept

_Two = tuple[int, int] | None
AlsoCalled = Mapping[str, Sequence[str]]  # by what is the same as another name of somebody, a `cid` too: all names


class CmnWords:
    """A sentence of the catalogue, without its end, and what is put into it: values, and sentences of their own."""

    def __init__(self, said: str, /, **values: object) -> None:
        self.said = said
        self.values = values

    def words(self, spoken: Language) -> str:
        """As it is said in this language."""
        put = ((name, one.words(spoken) if isinstance(one, CmnWords) else one) for name, one in self.values.items())
        return spoken(self.said, **dict(put))

    def __str__(self) -> str:
        return self.words(here())


class CmnPlayer(NamedTuple):
    """A player, and the id of the alliance; "" where there is none."""

    name: str
    cid: str


class CmnMatch(NamedTuple):
    """A match of the notation. `winners`: of its games, 0 and 1 by team, None for a tie; `twenties`: of each team, None
    where nobody counted; `rules`: the game line, where this program wrote it; `doubts`: what cannot be of its
    figures."""

    id: str
    format: str
    teams: tuple[Sequence[CmnPlayer], Sequence[CmnPlayer]]
    winners: Sequence[int | None]
    twenties: tuple[int, int] | None
    winner: int | None
    rules: str
    doubts: Sequence[CmnWords]

    @property
    def title(self) -> str:
        """The beginning of its id, and who played."""
        both = " : ".join(" & ".join(player.name for player in team) for team in self.teams)
        return f"{self.id[:8]} ({both})"


class NotCmnError(TallyboardError):
    """A file that is none, or lacks what the notation demands: then nothing of it is taken in."""

    STEP = later("Nothing was entered. Have it exported again by the application that it comes from.")

    def __init__(self, said: str, /, **values: object) -> None:
        self.why = CmnWords(said, **values)
        super().__init__("%(why)s.", self.STEP, why=self.why)


class NotTakenError(Exception):
    """Why a match is no result here."""

    def __init__(self, said: str, /, **values: object) -> None:
        self.why = CmnWords(said, **values)


class CmnOutcome(NamedTuple):
    """What became of a match: the `line` that enters it, with what is kept of it in its `reason`; else `why` it is
    none, None where it was taken before."""

    match: CmnMatch
    line: str = ""
    reason: str = ""
    why: CmnWords | None = None

    @property
    def is_known(self) -> bool:
        """Whether it was taken before."""
        return not self.line and self.why is None


# ---- a document


def is_json(data: bytes) -> bool:
    """Whether it can be a document of the notation, and no sheet."""
    return data.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] in (b"{", b"[")


def cmn_in(data: bytes) -> list[CmnMatch]:
    """The matches of a document, single or batch. Raises NotCmnError."""
    try:
        document = json.loads(data)
    except RecursionError:
        raise NotCmnError(later("The file is nested too deep: it is no CMN")) from None
    except json.JSONDecodeError as error:
        raise NotCmnError(later("The file is no JSON, or is cut off (line %(line)s)"), line=error.lineno) from None
    except ValueError:  # of no UTF-8, and of a number of thousands of digits
        raise NotCmnError(later("The file is no JSON, or is cut off")) from None
    if type(document) is not dict or document.get("cmn") not in _VERSIONS:
        raise NotCmnError(
            later("The file is no CMN 1.0: it has no `cmn` with that version. A sheet of entrants is CSV")
        )
    if document.get("batch") is not True:
        return [_match(document, CmnWords(_NUMBER, number=1))]
    if type(document.get("matches")) is not list:
        raise NotCmnError(later("The file has no list of matches"))
    return [_match(one, CmnWords(_NUMBER, number=number)) for number, one in enumerate(document["matches"], 1)]


_NUMBER = later("Match %(number)s")


def _of(holder: Any, key: str, kind: type, where: CmnWords, default: Any = None) -> Any:
    """What stands under the key; a `default` where nothing does, and there is one."""
    if type(holder) is not dict:
        raise NotCmnError(later("%(where)s is no object"), where=where)
    if holder.get(key) is None and default is not None:
        return default
    if key not in holder:
        raise NotCmnError(later("%(where)s: `%(key)s` is missing"), where=where, key=key)
    if type(holder[key]) is not kind:
        raise NotCmnError(later("%(where)s: `%(key)s` is not what the notation has there"), where=where, key=key)
    return holder[key]


def _text(holder: Any, key: str, where: CmnWords) -> str:
    found = " ".join(str(_of(holder, key, str, where)).split())
    if not found or unreadable(found) is not None:
        raise NotCmnError(later("%(where)s: `%(key)s` is empty, or has what cannot be read"), where=where, key=key)
    return found


def _winner(holder: dict[str, Any], where: CmnWords) -> int | None:
    found = holder.get("winner", "")
    if found is None or (type(found) is int and found in (0, 1)):
        return found
    raise NotCmnError(later("%(where)s: `winner` is neither 0 nor 1 nor null"), where=where)


def _pair(holder: dict[str, Any], key: str, most: int, where: CmnWords) -> _Two:
    if holder.get(key) is None:
        return None
    found = _of(holder, key, list, where)
    if len(found) != 2 or any(type(one) is not int or not 0 <= one <= most for one in found):
        said = later("%(where)s: `%(key)s` are no two numbers from 0 to %(most)s")
        raise NotCmnError(said, where=where, key=key, most=most)
    return found[0], found[1]


def _match(entry: Any, where: CmnWords) -> CmnMatch:
    name = _text(entry, "id", where)
    if len(kept_id(name)) > _ID:
        raise NotCmnError(later("%(where)s: its `id` has over %(most)s characters"), where=where, most=_ID)
    match = _of(entry, "match", dict, where)
    _text(match, "date", where)
    form = _of(match, "format", str, where)
    teams = [_team(team, form, where) for team in _of(match, "teams", list, where)]
    games = _of(match, "games", list, where)
    if form not in _PLAYERS or len(teams) != 2 or not games:
        said = later("%(where)s is not of two teams, singles or doubles, with a game at least")
        raise NotCmnError(said, where=where)
    winners: list[int | None] = []
    twenties: list[tuple[int, int]] = []
    doubts: list[CmnWords] = []
    for number, game in enumerate(games, 1):
        place = CmnWords(later("%(match)s, game %(number)s"), match=where, number=number)
        if type(game) is not dict:
            raise NotCmnError(later("%(where)s is no object"), where=place)
        winners.append(_winner(game, place))
        scores, counted_here = _pair(game, "scores", 9999, place), _pair(game, "twenties", 99, place)
        twenties += [counted_here] if counted_here else []
        doubts += _doubts(number, winners[-1], scores, counted_here, "awarded" in game)
    if not _has_length(_of(match, "gameFormat", dict, where, {}), winners):
        doubts.append(CmnWords(later("its gameFormat is of another number of games")))
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


def _team(team: Any, form: str, where: CmnWords) -> list[CmnPlayer]:
    players = _of(team, "players", list, where)
    if len(players) != _PLAYERS.get(form, len(players)):
        said = later("%(where)s: a team is not of as many players as in %(form)s")
        raise NotCmnError(said, where=where, form=form)
    return [
        CmnPlayer(_text(one, "name", where), "" if one.get("cid") is None else _text(one, "cid", where))
        for one in players
    ]


def _doubts(game: int, winner: int | None, scores: _Two, twenties: _Two, is_penalized: bool) -> list[CmnWords]:
    """What cannot be: the draft's own example has 20 points with two twenties, which are 40."""
    if scores is None:
        return []
    found = []
    for points, count in zip(scores, twenties or (0, 0), strict=True):
        said = later("game %(game)s has %(points)s points, and its twenties alone bring %(more)s")
        if points % _DISC:
            said = later("game %(game)s has %(points)s points, which no discs bring")
        if points % _DISC or points < _TWENTY * count:
            found.append(CmnWords(said, game=game, points=points, more=_TWENTY * count))
        if points > _DISCS * _TWENTY:
            said = later("game %(game)s has %(points)s points, and %(discs)s discs bring %(most)s at most")
            found.append(CmnWords(said, game=game, points=points, discs=_DISCS, most=_DISCS * _TWENTY))
    higher = None if scores[0] == scores[1] else scores.index(max(scores))
    if higher != winner and not is_penalized:
        score = f"{scores[0]}:{scores[1]}"
        found.append(CmnWords(later("game %(game)s of %(score)s has another winner"), game=game, score=score))
    return found


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
    taken = set(known)
    found: list[CmnOutcome] = []
    open_matches = _OpenMatches(trial)
    for match in matches:
        name = kept_id(match.id)
        if name in taken:
            is_same = name in known or any(one.line and one.match == match for one in found)
            twice = CmnWords(later("another match before it in the same file has its id"))
            found.append(CmnOutcome(match, why=None if is_same else twice))
            continue
        try:
            line, cids = _result(trial, open_matches, match, also)
            trial.enter(line)
        except NotTakenError as error:
            found.append(CmnOutcome(match, why=error.why))
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
        said = later("it is of another game, %(game)s; here %(here)s is taken in")
        raise NotTakenError(said, game=match.rules.split()[0], here=_GAME)
    who = [[_entrant(player, tournament, also) for player in team] for team in match.teams]
    found = open_matches.first(frozenset(frozenset(number for number, _ in team) for team in who))
    if found is None or any(len(set(team)) < len(team) for team in who):
        raise NotTakenError(later("no match of these is to be played in a phase of %(game)s"), game=_GAME)
    phase, drawn, due = found
    points = _points(match, phase.line_of(due))
    if max(match.twenties or (0,)) > _MOST_TWENTIES:
        raise NotTakenError(later("no result has so many twenties"))
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
    if found and len(found) != 1:
        raise NotTakenError(later("%(name)s is another one than %(cid)s"), name=player.name, cid=player.cid)
    if not found:
        near = Roster([one] for entrant in tournament.entrants for one in entrant.players).near(player.name)
        if near is None:
            raise NotTakenError(later("%(name)s is no entrant"), name=player.name)
        said = later("%(name)s is no entrant, but %(others)s is")
        raise NotTakenError(said, name=player.name, others=", ".join(near.known))
    (name, number), *_ = found.items()
    return number, [same(one) for one in tournament.entrants[number - 1].players].index(name)


def _points(match: CmnMatch, line: str) -> tuple[int, int]:
    """The points of each team: two for a game won, one for a tie. Raises NotTakenError where the game is another."""
    game, options = catalogue.parse(line.split())
    if game != _GAME or options["format"] != match.format:
        said = later("a game of %(line)s is due, and it is %(format)s of %(game)s")
        raise NotTakenError(said, line=line, format=match.format, game=_GAME)
    wins, length = [0, 0], options.get("rounds")
    for number, winner in enumerate(match.winners, 1):
        wins = [n + (winner == team) for team, n in enumerate(wins)]
        if length is None and (max(wins) * 2 > options["best_of"] or number == options["best_of"]):
            length = number
    if length != len(match.winners):
        said = later("its number of games is %(found)s, and here it is %(here)s")
        if "best_of" in options:
            said = later("its number of games is %(found)s, and here the best of %(here)s is played")
        raise NotTakenError(said, found=len(match.winners), here=options.get("rounds") or options["best_of"])
    ties = len(match.winners) - sum(wins)
    points = 2 * wins[0] + ties, 2 * wins[1] + ties
    if match.winner != (None if points[0] == points[1] else points.index(max(points))):
        score = f"{points[0]}:{points[1]}"
        raise NotTakenError(later("its games give %(score)s, and its winner is another"), score=score)
    return points
