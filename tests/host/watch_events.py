"""The events of a watch, as its lines and its picture take them."""

from typing import Any, cast

from shared_rules.games import catalogue
from shared_rules.games.result import result
from shared_rules.games.scoresheet import from_words
from tallyboard.shapes import (
    AlarmEvent,
    CallEvent,
    ConnectedEvent,
    DamagedEvent,
    DatabaseEvent,
    DisconnectedEvent,
    HeldBackEvent,
    NextMatch,
    OrderEvent,
    ScoreEvent,
    UnpluggedEvent,
    WatchEvent,
)

LIVE = {
    "game": "crokinole-official",
    "finished": False,
    "review": False,
    "first": 0,
    "shootout": 0,
    "closed": 2,
    "totals": [45, 20],
    "raw": [0, 0],
}
MATCH = {
    "game": "crokinole-official",
    "options": {"target": 100},
    "sides": ["A", "B"],
    "names": {"A": "Ann", "B": None},
    "status": "playing",
    "winners": [],
    "totals": {"A": 45, "B": 20},
    "twenties": {"A": 1, "B": 1},
    "rounds": [],
    "current": None,
}


def event(
    kind: str,
    /,
    port: str = "ttyACM1",
    board: str | None = "e66164084301",
    table: str = "",
    hub: str = "",
    **what: Any,
) -> WatchEvent:
    return cast(WatchEvent, {"event": kind, "port": port, "board": board, "table": table, "hub": hub, **what})


def connected(received: int = 0, **who: Any) -> ConnectedEvent:
    told = event("connected", firmware="0.2.0", epoch=7, received=received, missing=0, **who)
    return cast(ConnectedEvent, told)


def score(
    live: dict[str, Any] | None = LIVE, match: dict[str, Any] | None = MATCH, waits: bool = False, **what: Any
) -> ScoreEvent:
    about = {"epoch": 7, "next": 9, "received": 1, "behind": 0, "waits": waits, "live": live, "match": match}
    return cast(ScoreEvent, event("score", **{**about, "upcoming": None, **what}))


def lost(**what: Any) -> DisconnectedEvent:
    about = {"behind": 0, "silent_s": 0.4, "cause": "It went away.", "next_step": "Plug it in.", "again_in_s": 0.5}
    return cast(DisconnectedEvent, event("disconnected", **{**about, **what}))


def unplugged(**what: Any) -> UnpluggedEvent:
    return cast(UnpluggedEvent, event("unplugged", **{"behind": 0, "silent_s": 0.4, **what}))


def damaged(**what: Any) -> DamagedEvent:
    return cast(DamagedEvent, event("damaged", **{"epoch": 7, "records": 3, **what}))


def held_back(records: int = 300, **what: Any) -> HeldBackEvent:
    return cast(HeldBackEvent, event("held_back", **{"records": records, **what}))


def alarm(**what: Any) -> AlarmEvent:
    return cast(AlarmEvent, event("alarm", **{"epoch": 7, "numbers": [12, 13], **what}))


def database(waiting: int, reachable: bool = False, **what: Any) -> DatabaseEvent:
    about = {"cause": "The database does not answer.", "next_step": "Start it again."}
    if reachable:
        about = {"cause": "", "next_step": ""}
    told = {**about, "board": None, "port": "", "reachable": reachable, "waiting": waiting, **what}
    return cast(DatabaseEvent, event("database", **told))


def order(state: str = "refused", said: str = "", kind: str = "match", **what: Any) -> OrderEvent:
    return cast(OrderEvent, event("order", id="7", kind=kind, state=state, said=said, **what))


def call(state: str = "other", said: str = "the table plays another match", **what: Any) -> CallEvent:
    return cast(CallEvent, event("call", tournament="Club evening", match="1:1-2", state=state, said=said, **what))


def upcoming(a: str | None, b: str | None) -> NextMatch:
    return {"key": "m7", "game": "crokinole-official", "names": {"A": a, "B": b}, "first": None}


def played(line: str, *events: str, names: tuple[str, ...] = ("Ann", "Bob", "Cleo")) -> tuple[Any, Any]:
    """The live score and the stored match after these events."""
    match = catalogue.new(line)
    for one in events:
        match.play(from_words(one.lower().split()))
    live = {
        "game": match.ID,
        "finished": match.finished,
        "review": match.review,
        "first": match.seats[match.first],
        "shootout": match.shootout,
        "closed": match.closed,
        "totals": list(match.totals),
        "raw": [match.raw(side) for side in range(match.sides)],
    }
    return live, result(match, names[: match.sides])
