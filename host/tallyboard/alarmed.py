"""Which matches an alarm is about: those whose records came with other bytes too."""

from collections.abc import Iterable, Iterator
from typing import Any

from tallyboard.store import Alarm

Told = tuple[str, dict[str, Any]]  # table name, match object


def marked(matches: Iterable[Told], alarms: Iterable[Alarm]) -> Iterator[Told]:
    """The same (table name, match object), those that an alarm is about with its record numbers as `conflicts`.

    `matches` in the order of `Store.matches`: a number belongs to the last match that begins at it or before.
    """
    numbers = {(alarm.board, alarm.epoch): alarm.numbers for alarm in alarms}
    waiting: Told | None = None  # until it is known where the next one begins
    for told in matches:
        if waiting is not None:
            yield _marked(waiting, numbers, told[1])
        waiting = told
    if waiting is not None:
        yield _marked(waiting, numbers, None)


def _marked(told: Told, numbers: dict[tuple[str, int], tuple[int, ...]], following: dict[str, Any] | None) -> Told:
    table, match = told
    place = _place(match)
    if place not in numbers:
        return told
    end = following["first_seq"] if following is not None and _place(following) == place else None
    mine = [n for n in numbers[place] if n >= match["first_seq"] and (end is None or n < end)]
    return table, {**match, "conflicts": mine} if mine else match


def _place(match: dict[str, Any]) -> tuple[str, int]:
    return match["board"], match["epoch"]


def sentence(match: dict[str, Any]) -> str:
    """What is told of a match with `conflicts`; empty for another."""
    numbers = match.get("conflicts", ())
    if not numbers:
        return ""
    which = f"record {numbers[0]}" if len(numbers) == 1 else "records " + ", ".join(map(str, numbers))
    return f"ALARM: {which} came with other bytes too. The board tells another history now; both are kept."
