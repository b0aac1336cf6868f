"""The events of a watch, as its lines and its picture take them."""

from typing import Any, cast

from tallyboard.shapes import AlarmEvent, ConnectedEvent, DisconnectedEvent, ScoreEvent, UnpluggedEvent, WatchEvent

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
MATCH = {"sides": ["A", "B"], "names": {"A": "Ann", "B": None}}


def event(
    kind: str,
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


def alarm(**what: Any) -> AlarmEvent:
    return cast(AlarmEvent, event("alarm", **{"epoch": 7, "numbers": [12, 13], **what}))
