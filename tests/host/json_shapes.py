"""JSON Schemas of what is printed as JSON, from its types and what is said of each key; run as a program it writes
docs/schema/ anew."""

import inspect
import json
import re
import sys
import types
from itertools import takewhile
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from tallyboard import shapes
from tallyboard.commands.season import shapes as season_commands
from tallyboard.commands.tournament import shapes as tournament_shapes
from tallyboard.desk import objects as desk_shapes
from tallyboard.desk import season as season_shapes
from tallyboard.desk.flags import FlagObject
from tallyboard.desk.objects import ContestObject, EntrantObject, ExpectedObject, NextObject, PhaseObject
from tallyboard.rehearsal import season as rehearsed_season

FOLDER = Path(__file__).parents[2] / "docs" / "schema"


class PhasesObject(TypedDict):
    """`tournament standings --json` has leagues, `bracket --json` knock-outs."""

    phases: list[PhaseObject]  #: all of them, or the one that was asked for


class ScheduleObject(TypedDict):
    """What is to be played: `tournament schedule --json`."""

    next: list[NextObject]  #: what `call` would do now
    schedule: list[ExpectedObject]  #: the undecided matches


class FlagsObject(TypedDict):
    """What is not as it should be: `tournament flags --json`."""

    flags: list[FlagObject]  #: by kind; empty where all is well
    doubts: list[tournament_shapes.DoubtObject]  #: results in doubt that nobody has confirmed


class RosterObject(TypedDict):
    """Who is in a season: `season player --json` without a name."""

    players: list[season_shapes.SeasonPlayerObject]  #: number 1 first


class EntrantsObject(TypedDict):
    """Who plays: `tournament entrant --json` without a name, and `contest --json`."""

    entrants: list[EntrantObject]  #: number 1 first
    contest: list[ContestObject]  #: the contest before the tournament


class ClockAnswer(TypedDict):
    """How a round's clock stands: `tournament clock --json` without minutes."""

    clock: tournament_shapes.ClockObject | None  #: null where none is on


# Of every file of docs/schema/ what it describes.
FILES: dict[str, Any] = {
    "score": shapes.ResultObject | shapes.RefusedSheet,
    "match": shapes.MatchObject,
    "show": shapes.PressedMatch,
    "export": shapes.ExportDocument,
    "boards": shapes.BoardObject | shapes.UnansweredPort | shapes.HubBoard | shapes.StandingOrder,
    "assign": shapes.AssignedObject,
    "setup": shapes.SetUpObject,
    "seats": shapes.SeatObject,
    "seat": shapes.OpenedSeat | shapes.ChangedSeat,
    "cards": shapes.PrintedCards,
    "sync": shapes.CollectedObject | shapes.BeingCollected,
    "copy": shapes.CopiedObject,
    "watch": shapes.WatchEvent,
    "verify": shapes.VerifyObject,
    "doctor": shapes.DoctorObject,
    "tournament": tournament_shapes.ListedTournament,
    "compute": desk_shapes.TournamentObject | shapes.RefusedSheet,
    "season": season_shapes.SeasonObject | shapes.RefusedSheet,
    "seasons": season_commands.ListedSeason,
    "season-changed": season_commands.ChangedSeason,
    "roster": RosterObject,
    "changed": tournament_shapes.ChangedObject,
    "event": tournament_shapes.EventObject,
    "standings": PhasesObject,
    "schedule": ScheduleObject,
    "flags": FlagsObject,
    "tables": tournament_shapes.TablesObject,
    "entrant": EntrantsObject | tournament_shapes.OneEntrantObject,
    "why": tournament_shapes.WhyAnswer,
    "print": tournament_shapes.PrintedPaper,
    "written": tournament_shapes.WrittenFile,
    "clock": ClockAnswer,
    "stats": shapes.StatisticsObject,
    "rehearse": shapes.RehearsalObject | rehearsed_season.RehearsedSeason,
}

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_KEY = re.compile(r"    (?:    )?\"?(\w+)\"?: ")


def keys_of(shape: Any) -> dict[str, Any]:
    """The keys of a TypedDict with the types of their values."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        key: get_args(hint)[0] if get_origin(hint) in (NotRequired, Required) else hint for key, hint in hints.items()
    }


def schema(name: str, is_strict: bool = False) -> dict[str, Any]:
    """The JSON Schema of this file of docs/schema/. `is_strict`: without other keys, which a later version may have."""
    definitions: dict[str, Any] = {}
    root = _of(FILES[name], definitions, is_strict)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **root,
        "$defs": {key: definitions[key] for key in sorted(definitions)},
    }


def _of(hint: Any, definitions: dict[str, Any], is_strict: bool) -> dict[str, Any]:
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return {}
    if origin is Annotated:  # in Python the one, as JSON the other too
        return {"anyOf": [_of(one, definitions, is_strict) for one in (hint.__origin__, hint.__metadata__[0])]}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_of(one, definitions, is_strict) for one in args]}
    if origin is list:
        return {"type": "array", "items": _of(args[0], definitions, is_strict)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(args[1], definitions, is_strict)}
    assert is_typeddict(hint), hint
    if hint.__name__ not in definitions:
        definitions[hint.__name__] = {}
        definitions[hint.__name__] = _object(hint, definitions, is_strict)
    return {"$ref": f"#/$defs/{hint.__name__}"}


def _object(shape: Any, definitions: dict[str, Any], is_strict: bool) -> dict[str, Any]:
    told = described(shape)
    made = {
        "type": "object",
        "description": " ".join((shape.__doc__ or "").split()),
        "properties": {
            key: {**_of(hint, definitions, is_strict), "description": told.get(key, "")}
            for key, hint in keys_of(shape).items()
        },
        "required": sorted(shape.__required_keys__),
    }
    return {**made, "additionalProperties": False} if is_strict else made


def described(shape: Any) -> dict[str, str]:
    """What is said of each key of a TypedDict: the `#:` comment behind it or above it, that of its base for what it
    inherits; keys of which nothing is said are left out."""
    room = sys.modules[shape.__module__]
    lines = inspect.getsource(room).splitlines()
    head = re.compile(rf"class {shape.__name__}\(.*\):$|{shape.__name__} = TypedDict\($")
    found = next(at for at, line in enumerate(lines) if head.match(line))
    bases = [getattr(room, name, None) for name in re.findall(r"\w+", lines[found].partition("(")[2])]
    told = {key: text for base in bases if is_typeddict(base) for key, text in described(base).items()}
    above: list[str] = []
    for line in takewhile(lambda line: not line or line.startswith(" "), lines[found + 1 :]):
        code, _, comment = line.partition("#: ")
        key = _KEY.match(code)
        above += [comment] if comment else []
        if key and above:
            told[key[1]] = " ".join(above)
        above = [] if key else above
    return told


def text_of(name: str) -> str:
    """What stands in the file."""
    return json.dumps(schema(name), indent=2) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file in FILES:
        (FOLDER / f"{file}.json").write_text(text_of(file))
