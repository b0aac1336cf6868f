"""The shapes of what season commands print as JSON, besides those of the desk; docs/json.md tells of each."""

from typing import TypedDict

from tallyboard.commands.tournament.shapes import EventObject


class ListedSeason(TypedDict):
    """A season in the list."""

    season: str
    name: str
    begins: str
    created: str
    events: int
    in_use: bool


class ChangedSeason(TypedDict):
    """What a command has changed in a season."""

    season: str
    name: str
    events: list[EventObject]
    said: list[str]
    next: str
