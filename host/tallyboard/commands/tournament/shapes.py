"""The shapes of what tournament commands print as JSON, as tallyboard/shapes.py has the others."""

from typing import Literal, TypedDict

from tallyboard.desk.objects import DeskMatchObject, EntrantObject, NextObject, RowObject, SideNumber
from tallyboard.shapes import AtTableObject


class ListedTournament(TypedDict):
    """A tournament: a line of `tournament list --json`, and what `new --json` and `use --json` print."""

    tournament: str  #: its id
    name: str  #: what it is called
    begins: str  #: the first line of its script, with the seed of the lot
    time_zone: str  #: IANA name; its minutes count from midnight there
    created: str  #: when it was begun, UTC
    events: int  #: how many were entered
    auto: bool  #: whether `watch` calls by itself
    in_use: bool  #: whether the other commands are about it


class EventObject(TypedDict):
    """Something that was entered: a line of `tournament log --json` and `season log --json`."""

    event: int  #: its number, from 1
    line: str  #: what was entered, as a script has it
    at: str  #: when, UTC
    minute: int  #: minutes since the midnight before the first draw, in the tournament's time zone; 0 before that draw
    who: str  #: who entered it: `board`, `auto` (`watch` called), or a person
    reason: str  #: why; empty where nothing was said
    stands: bool  #: false of what was taken back, and of `undo` itself


class ChangedObject(TypedDict):
    """What a command has changed: of all that change something in a tournament."""

    tournament: str  #: its id
    name: str  #: its name
    events: list[EventObject]  #: what was entered; empty where nothing was, as by `call` when nobody can be called
    said: list[str]  #: the sentences that are printed without `--json`
    next: str  #: the sentence with what comes next


class DoubtObject(TypedDict):
    """A result that its game cannot have given, and that nobody has confirmed."""

    match: str  #: its name
    game: int  #: which of its games
    entrants: list[SideNumber]  #: both, A first
    scores: list[int]  #: theirs
    twenties: list[int]  #: theirs
    said: list[str]  #: why it cannot be, in sentences


class ClockObject(TypedDict):
    """A round's clock."""

    minutes: int  #: how many minutes it goes, 1 to 999
    begun: str  #: when it was begun, UTC by the database's clock
    until: str  #: when it ends, UTC
    left: int  #: seconds that are left; 0 when the time is up
    still_on: list[str]  #: the matches of its round that are not decided


class TablesObject(TypedDict):
    """The tables of a tournament: `tournament tables --json`."""

    auto: bool  #: whether `watch` calls by itself
    tables: list[AtTableObject]  #: in the order in which they were first opened
    next: list[NextObject]  #: what `call` would do now


class StandingRow(TypedDict):
    """An entrant's row in the standings of a league."""

    phase: int  #: number of the league
    group: str | None  #: letter of the group; null where there is one
    row: RowObject  #: the row


class PlaceInPhase(TypedDict):
    """An entrant's place in a finished bracket."""

    phase: int  #: number of the knock-out
    place: int  #: the place, from 1


class OneEntrantObject(EntrantObject):
    """All about an entrant: `tournament entrant X --json`."""

    standings: list[StandingRow]  #: of leagues
    places: list[PlaceInPhase]  #: of finished knock-outs
    matches: list[DeskMatchObject]  #: all of this entrant


class PrintedPaper(TypedDict):
    """A paper that was written as a PDF: `tournament print --json`, `season print --json`."""

    kind: str  #: `standings`, `bracket`, `schedule`, `calls`, `scorecards` or `scoresheets`
    file: str  #: where it is, as it was given
    pages: int  #: how many sheets
    size: str  #: of the sheets: `a4` or `letter`
    language: str  #: of the words on it: `en` or `fr`


class WrittenFile(TypedDict):
    """A file that was exported: `tournament export --script --out FILE --json`, and with `--csv` or `--placements`; of
    a season too."""

    what: Literal["script", "csv", "placements"]  #: what is in it
    file: str  #: where it is, as it was given
    lines: int  #: how many it has


class StepObject(TypedDict):
    """An item of a chain, with what two entrants have of it."""

    #: the item; `place` where only one of them has a place; `group` where two of different groups have other places
    #: there
    by: str
    values: list[int] | None  #: what the two have; null by lot, and where the item does not count
    among: list[int]  #: who was level before it
    better: int | None  #: who stands above by it; null where it leaves them level
    #: of two of different groups, the decided matches and byes of each: what they have counts divided by them
    matches: list[int] | None


class WhyAnswer(TypedDict):
    """Why one entrant of a league stands above another: `tournament why X Y --json`."""

    phase: int  #: number of the league
    entrants: list[int]  #: the two, as they were named
    steps: list[StepObject]  #: the items of the chain up to the one that parts them
