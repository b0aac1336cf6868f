"""The JSON object of a tournament, piece by piece; docs/json.md says what each means."""

from typing import Literal, TypedDict


class EntrantObject(TypedDict):
    """An entrant: a player, or a pair."""

    entrant: int
    name: str
    players: list[str]
    status: Literal["in", "absent", "withdrawn", "disqualified"]


class TableObject(TypedDict):
    """A table, and the match that is called to it."""

    table: str
    open: bool
    match: str | None


class GameObject(TypedDict):
    """A game that counts, in the sequence of the match's sides."""

    scores: list[int]
    twenties: list[int]
    winner: int | None


class DeskMatchObject(TypedDict):
    """A match. In `sides` null is not known, 0 nobody."""

    match: str
    round: int
    group: str | None
    sides: list[int | None]
    state: Literal["waiting", "ready", "called", "decided", "void", "cancelled"]
    how: Literal["played", "walkover", "double forfeit", "bye"] | None
    winner: int | None
    due: int | None
    games: list[GameObject]


class WhyObject(TypedDict):
    """Why a row stands above the next."""

    by: str
    values: list[int] | None
    among: list[int] | None


RowObject = TypedDict(
    "RowObject",
    {
        "place": int | None,
        "entrant": int,
        "played": int,
        "won": int,
        "level": int,
        "lost": int,
        "byes": int,
        "points": int,
        "for": int,
        "against": int,
        "twenties": int,
        "why": WhyObject | None,
    },
)


class GroupObject(TypedDict):
    """The standings of a league, or of one of its groups."""

    group: str | None
    rows: list[RowObject]


class PlaceObject(TypedDict):
    """A place in a finished bracket, or in the whole tournament."""

    place: int
    entrant: int


class PhaseObject(TypedDict):
    """A phase; its lists are empty before the draw."""

    phase: int
    format: Literal["round-robin", "swiss", "single", "double"]
    drawn: bool
    finished: bool
    order: list[int]
    groups: list[list[int]]
    matches: list[DeskMatchObject]
    byes: list[list[int]]
    standings: list[GroupObject]
    places: list[PlaceObject]
    ranking: list[list[int]]


class NextObject(TypedDict):
    """A call that could be made now."""

    match: str
    table: str


class ExpectedObject(TypedDict):
    """An undecided match: where it was called, and when it starts, in minutes of the day."""

    match: str
    table: str | None
    start: int | None


class FlagObject(TypedDict, total=False):
    """Something to look at; which fields it has depends on its kind."""

    kind: Literal["misfit", "surplus", "differs", "wrong-call", "draw-differs", "not-drawn", "tied"]
    match: str
    entrants: list[int]
    games: list[int]
    table: str
    phase: int
    entrant: int


class ContestObject(TypedDict):
    """A place in the contest before the tournament."""

    place: int
    entrant: int
    twenties: int


class TournamentObject(TypedDict):
    """Everything that follows from a tournament's events."""

    entrants: list[EntrantObject]
    tables: list[TableObject]
    phases: list[PhaseObject]
    next: list[NextObject]
    schedule: list[ExpectedObject]
    flags: list[FlagObject]
    champion: int | None
    contest: list[ContestObject]
    finished: bool
    placing: list[PlaceObject]
