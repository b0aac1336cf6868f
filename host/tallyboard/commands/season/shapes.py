"""The shapes of what season commands print as JSON, as tallyboard/shapes.py has the others."""

from typing import TypedDict

from tallyboard.commands.tournament.shapes import EventObject


class ListedSeason(TypedDict):
    """A season: a line of `season list --json`, and what `season new --json` prints."""

    season: str  #: its id
    name: str  #: what it is called
    begins: str  #: the first line, with the options as it was begun
    created: str  #: UTC
    events: int  #: how many were entered
    in_use: bool  #: whether commands are about it


class ChangedSeason(TypedDict):
    """What a command has changed: of all that change something in a season."""

    season: str  #: its id
    name: str  #: what it is called
    events: list[EventObject]  #: the new ones
    said: list[str]  #: what has changed, in sentences
    next: str  #: what comes next
