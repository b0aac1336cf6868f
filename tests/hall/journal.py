"""What stands in a journal, read from the bytes of its records: keys, matches and assignments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shared_rules.games.scoresheet import to_text
from shared_rules.journal import record
from tests.reference.reference import SheetError, score_sheet

Records = Mapping[int, bytes]  # by number


def entered(records: Records) -> list[str]:
    """Every event as a scoresheet has it, in order."""
    return [to_text(record.event_of(records[number])) for number in sorted(records) if _is_event(records[number])]


def sheets(records: Records) -> dict[int, list[str]]:
    """The events of each match, by the number of the record with which it starts."""
    begun: dict[int, list[str]] = {}
    events: list[str] = []
    for number in sorted(records):
        if records[number][0] == record.GAME:
            begun[number] = events = []
        elif _is_event(records[number]):
            events.append(to_text(record.event_of(records[number])))
    return begun


def score_amiss(match: Mapping[str, Any], events: Sequence[str]) -> str:
    """What the second reading of the rules makes of these events, if it is another score; else "". `match`: as results
    --json has it."""
    options = " ".join(f"{name}={_option(value)}" for name, value in match["options"].items())
    try:
        wanted = score_sheet("\n".join([f"game {match['game']} {options}", *events]) + "\n")
    except SheetError as error:
        return f"its keys cannot be: {error}"
    said = {key: (match[key], wanted[key]) for key in ("totals", "winners") if match[key] != wanted[key]}
    return f"in the store and by its keys: {said}" if said else ""


def _option(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def assigned(records: Records) -> Iterator[str]:
    """The key of each match that the board was told to play.

    A match that waits is written down once more just before another one starts, so that it is found behind that.
    """
    key = bytearray()
    waiting: str | None = None
    for number in sorted(records):
        data = records[number]
        if data[0] == record.TEXT + record.KEY:
            key += data[1:4]
        elif data[0] == record.ASSIGN:
            told = key.rstrip(b"\0").decode()
            following = records.get(number + 1, b"\0")
            if told != waiting or following[0] != record.CHOICE:
                yield told
            waiting = told
            key.clear()
        elif not record.SETTING <= data[0] < record.BOOT:
            key.clear()


def _is_event(data: bytes) -> bool:
    return data[0] < record.SETTING
