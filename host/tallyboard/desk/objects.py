"""A tournament as its JSON object, with what each key means, as in tallyboard/shapes.py."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypedDict

from tallyboard.desk.bracket import Bracket
from tallyboard.desk.chain import Row
from tallyboard.desk.events import IN
from tallyboard.desk.field import Entrant
from tallyboard.desk.flags import FlagObject, all_flags
from tallyboard.desk.league import League
from tallyboard.desk.matches import CALLED, MOST_ENTRANTS, READY, Match, Standing, members, side_of
from tallyboard.desk.phase import Phase
from tallyboard.desk.round_robin import RoundRobin
from tallyboard.desk.state import Floor, schedule
from tallyboard.desk.tournament import Tournament


class EntrantObject(TypedDict):
    """An entrant: a player, or a pair."""

    entrant: int  #: the number; matches and tables of figures name entrants by it
    name: str  #: `Ann`, of a pair `Ann & Bob`
    players: list[str]  #: the one, or the two
    #: `absent`: not here for now; `withdrawn` and `disqualified`: out for good
    status: Literal["in", "absent", "withdrawn", "disqualified"]


class ByNumber(dict[int, EntrantObject]):
    """The entrants by their numbers; two partners as one, with the status of who is not here."""

    def __init__(self, entrants: Iterable[EntrantObject] = ()) -> None:
        super().__init__((one["entrant"], one) for one in entrants)

    def __missing__(self, number: int) -> EntrantObject:
        if number <= MOST_ENTRANTS:
            raise KeyError(number)
        both = [self[x] for x in members(number)]
        return {
            "entrant": number,
            "name": " & ".join(one["name"] for one in both),
            "players": [player for one in both for player in one["players"]],
            "status": next((one["status"] for one in both if one["status"] != IN), both[0]["status"]),
        }


class TableObject(TypedDict):
    """A table, and the match that is called to it."""

    table: str  #: its name
    open: bool  #: whether matches are called to it
    match: str | None  #: the match that is called there


# As JSON, two partners are a list of both: see `in_full`.
SideNumber = Annotated[int, list[int]]


class GameObject(TypedDict):
    """A game that counts, in the sequence of the match's sides."""

    scores: list[int]  #: points of both sides
    twenties: list[int]  #: twenties of both sides
    winner: SideNumber | None  #: number of the entrant that won it; null: level


class DeskMatchObject(TypedDict):
    """A match. In `sides` null is not known, 0 nobody."""

    match: str  #: its name, as `1:1-2` of a league or `2:W1.1` of a knock-out
    round: int  #: its round; in a double elimination the place in the sequence of all rounds
    group: str | None  #: letter of its group; null where there is one group
    seat: int | None  #: the table, counted from 1 as they were first opened, where players move from table to table
    #: A and B; null: not known yet, 0: nobody; a list: two who are partners for this match
    sides: list[SideNumber | None]
    #: `waiting`: a player is not known; `ready`: both are; `called`: to a table; `decided`; `void` and `cancelled`: it
    #: counts for nobody
    state: Literal["waiting", "ready", "called", "decided", "void", "cancelled"]
    #: what decided it: games, one side that gave up, both that did, or that there was nobody; null: it is not decided
    how: Literal["played", "walkover", "double forfeit", "bye"] | None
    winner: SideNumber | None  #: number of the entrant that won; null where it is not decided, and of a level match
    due: int | None  #: the game that is to be played next, of a match that is ready or called
    games: list[GameObject]  #: those that count, in order


class WhyObject(TypedDict):
    """Why a row of the standings stands above the next."""

    by: str  #: the item of the chain
    #: its and the next row's; null by lot; with `bye=adjust` of those that are compared per match each as total and
    #: matches
    values: list[int | list[int]] | None
    among: list[int] | None  #: of `head`: among whom their matches counted


RowObject = TypedDict(
    "RowObject",
    {
        "place": int | None,  #: from 1, shared by equal ones; null without one: disqualified, or void
        "entrant": int,  #: number of the entrant
        "played": int,  #: matches decided by games
        "won": int,  #: matches won, walkovers too
        "level": int,  #: matches without a winner
        "lost": int,  #: matches lost, given up too
        "byes": int,  #: rounds without a match that gave points
        "points": int,  #: what ranks first
        "for": int,  #: points made, over all games
        "against": int,  #: points of the others, over all games
        "twenties": int,  #: twenties, over all games
        "why": WhyObject | None,  #: why it stands above the next row; null in the last, and where both share a place
    },
)
RowObject.__doc__ = "A row of the standings of a league, or of one of its groups."


class GroupObject(TypedDict):
    """The standings of a league, or of one of its groups."""

    group: str | None  #: letter of the group; null where there is one
    rows: list[RowObject]  #: the best first


class PlaceObject(TypedDict):
    """A place in a finished bracket, or in the whole tournament."""

    place: int  #: from 1; several may share one
    entrant: int  #: number of the entrant


class PhaseObject(TypedDict):
    """A phase; its lists are empty before the draw."""

    phase: int  #: its number
    #: the first three are leagues, with standings; the others knock-outs, with places
    format: Literal["round-robin", "swiss", "partners", "single", "double"]
    drawn: bool  #: whether it is drawn
    finished: bool  #: whether nothing is left to be played
    order: list[int]  #: the entrants as drawn, best first: the place in it is the seed
    groups: list[list[int]]  #: of a round robin the entrants of each group, also of its only one
    #: where players move from table to table: who is up, by table, then who is down; 0: an empty seat
    seats: list[list[int]]
    matches: list[DeskMatchObject]  #: by round index, group and place in the round
    byes: list[list[int]]  #: of leagues, each as entrant and round
    standings: list[GroupObject]  #: of a league, one for each group
    places: list[PlaceObject]  #: of a finished knock-out
    #: the entrants from best to last, those who are level together; empty for a knock-out that is not finished
    ranking: list[list[int]]


class NextObject(TypedDict):
    """A call that could be made now."""

    match: str  #: its name
    table: str  #: the table's name


class ExpectedObject(TypedDict):
    """An undecided match: where it was called, and when it starts, in minutes of the day."""

    match: str  #: its name
    table: str | None  #: where it is called
    #: minute of its call, or when it is to be expected, from the midnight before the first draw; null where that cannot
    #: be said
    start: int | None


class ContestObject(TypedDict):
    """A place in the contest before the tournament."""

    place: int  #: from 1; equal ones share it
    entrant: int  #: number of the entrant
    twenties: int  #: how many twenties they made


class TournamentObject(TypedDict):
    """Everything that follows from a tournament's events: `tournament compute --json`, a line a script, and `tournament
    export --json`."""

    entrants: list[EntrantObject]  #: number 1 first
    tables: list[TableObject]  #: in the order in which they were first opened
    phases: list[PhaseObject]  #: number 1 first
    next: list[NextObject]  #: what `call` would do now
    schedule: list[ExpectedObject]  #: the undecided matches, in the order in which they are to be expected
    flags: list[FlagObject]  #: what is not as it should be
    #: who alone is on place 1 of the last phase for the first places, when that is finished; null where it has several
    #: groups
    champion: int | None
    contest: list[ContestObject]  #: the contest before the tournament, most twenties first
    finished: bool  #: whether there are phases, and all are finished
    #: everybody whom a finished phase has placed: those of a later phase before all others; who plays beside it, for
    #: places from a lower one on, among themselves
    placing: list[PlaceObject]


def as_object(tournament: Tournament) -> TournamentObject:
    """Everything that follows from the events so far, in the minute of the last."""
    state = tournament.state
    field, floor = state.field, state.floor
    return {
        "entrants": [*map(entrant_object, field.entrants)],
        "tables": [
            {"table": t.name, "open": t.open, "match": t.call.match if t.call else None} for t in floor.tables.values()
        ],
        "phases": [phase_object(phase, floor) for phase in state.phases],
        "next": [{"match": match, "table": table} for match, table in tournament.next_calls()],
        "schedule": [
            {"match": match, "table": table, "start": start}
            for match, table, start in schedule(state, tournament.minute)
        ],
        "flags": all_flags(state),
        "champion": tournament.champion,
        "contest": [{"place": place, "entrant": e.number, "twenties": e.contest or 0} for place, e in field.contest()],
        "finished": tournament.finished,
        "placing": [{"place": place, "entrant": x} for place, x in tournament.placing],
    }


def entrant_object(one: Entrant) -> EntrantObject:
    return {"entrant": one.number, "name": one.name, "players": list(one.players), "status": one.status}  # type: ignore[typeddict-item]


def phase_object(phase: Phase, floor: Floor) -> PhaseObject:
    """One phase; `floor` tells which of its matches are called."""
    league = phase if isinstance(phase, League) else None
    called = {(call.match, call.pair) for call in floor.calls_now()}
    matches = [(match, phase.standing(match)) for match in phase.matches()]
    tables = enumerate(league.tables()) if league else ()
    places = phase.places() if isinstance(phase, Bracket) else []
    return {
        "phase": phase.number,
        "format": phase.format,  # type: ignore[typeddict-item]
        "drawn": phase.drawn,
        "finished": phase.finished,
        "order": list(phase.order),
        "groups": [list(group) for group in phase.groups],
        "seats": [list(card) for card in phase.seats if card] if isinstance(phase, RoundRobin) else [],
        "matches": [
            match_object(phase, match, standing, (match.name, standing.pair) in called)
            for match, standing in matches
            if not standing.is_empty
        ],
        "byes": [list(bye) for bye in league.byes] if league else [],
        "standings": [{"group": group_name(phase, group), "rows": [*map(_row, rows)]} for group, rows in tables],
        "places": [{"place": place, "entrant": x} for place, x in places],
        "ranking": phase.ranking(),
    }


def own_side(match: DeskMatchObject, entrant: int) -> int | None:
    """Which side of the match, 0 for A, the entrant is, or is of; None where it does not play it."""
    own = side_of(entrant, match["sides"])
    return None if own is None else match["sides"].index(own)


def group_name(phase: Phase, group: int) -> str | None:
    """`A` for the first of several groups; None where there is one."""
    return chr(ord("A") + group) if len(phase.groups) > 1 else None


def match_object(phase: Phase, match: Match, standing: Standing, is_called: bool) -> DeskMatchObject:
    verdict = standing.verdict
    games = map(standing.a_first, verdict.games)
    state = CALLED if is_called and standing.state == READY else standing.state
    return {
        "match": match.name,
        "round": match.round,
        "group": group_name(phase, match.group),
        "seat": match.seat,
        "sides": list(standing.sides),
        "state": state,  # type: ignore[typeddict-item]
        "how": verdict.how,  # type: ignore[typeddict-item]
        "winner": verdict.winner,
        "due": verdict.due if standing.state == READY else None,
        "games": [{"scores": [*g.scores], "twenties": [*g.twenties], "winner": g.winner} for g in games],
    }


def in_full(value: Any, key: str = "") -> Any:
    """The same for JSON: where two partners are one number, the list of both."""
    if isinstance(value, dict):
        return {name: in_full(one, name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [in_full(one, key) for one in value]
    is_pair = key in ("sides", "winner", "entrants") and isinstance(value, int) and value > MOST_ENTRANTS
    return [*members(value)] if is_pair else value


def _row(row: Row) -> RowObject:
    figures = row.figures
    why: WhyObject | None = None
    if row.why:
        among = row.why.among
        values = [value if isinstance(value, int) else [*value] for value in row.why.values or ()]
        why = {"by": row.why.by, "values": values or None, "among": list(among) if among else None}
    return {
        "place": row.place,
        "entrant": row.entrant,
        "played": figures.played,
        "won": figures.won,
        "level": figures.level,
        "lost": figures.lost,
        "byes": figures.byes,
        "points": figures.points,
        "for": figures.scored,
        "against": figures.conceded,
        "twenties": figures.twenties,
        "why": why,
    }
