"""The shapes of what tournament commands print as JSON, besides those of the desk; docs/json.md tells of each."""

from typing import Literal, TypedDict

from tallyboard.desk.objects import DeskMatchObject, EntrantObject, NextObject, RowObject, SideNumber
from tallyboard.shapes import AtTableObject


class ListedTournament(TypedDict):
    """A tournament in the list."""

    tournament: str
    name: str
    begins: str
    time_zone: str
    created: str
    events: int
    auto: bool
    in_use: bool


class EventObject(TypedDict):
    """An event as it stands in the list of a tournament."""

    event: int
    line: str
    at: str
    minute: int
    who: str
    reason: str
    stands: bool


class ChangedObject(TypedDict):
    """What a command has changed."""

    tournament: str
    name: str
    events: list[EventObject]
    said: list[str]
    next: str


class DoubtObject(TypedDict):
    """A result that its game cannot have given, and that nobody has confirmed."""

    match: str
    game: int
    entrants: list[SideNumber]
    scores: list[int]
    twenties: list[int]
    said: list[str]


class ClockObject(TypedDict):
    """A round's clock. `left`: seconds, none below 0."""

    minutes: int
    begun: str
    until: str
    left: int
    still_on: list[str]


class TablesObject(TypedDict):
    """The tables of a tournament."""

    auto: bool
    tables: list[AtTableObject]
    next: list[NextObject]


class StandingRow(TypedDict):
    """An entrant's row in the standings of a league."""

    phase: int
    group: str | None
    row: RowObject


class PlaceInPhase(TypedDict):
    """An entrant's place in a finished bracket."""

    phase: int
    place: int


class OneEntrantObject(EntrantObject):
    """All about an entrant."""

    standings: list[StandingRow]
    places: list[PlaceInPhase]
    matches: list[DeskMatchObject]


class PrintedPaper(TypedDict):
    """A paper that was written as a PDF."""

    kind: str
    file: str
    pages: int
    size: str
    language: str


class WrittenFile(TypedDict):
    """A file that was exported, as a script or for a spreadsheet."""

    what: Literal["script", "csv", "placements"]
    file: str
    lines: int


class StepObject(TypedDict):
    """An item of a chain, with what two entrants have of it."""

    by: str
    values: list[int] | None
    among: list[int]
    better: int | None
    matches: list[int] | None


class WhyAnswer(TypedDict):
    """Why one entrant of a league stands above another."""

    phase: int
    entrants: list[int]
    steps: list[StepObject]
