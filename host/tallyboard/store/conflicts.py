"""Which matches an alarm is about: those whose records came with other bytes too."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

from tallyboard.store import Reader

Told = tuple[str, dict[str, Any]]  # table name, match object


class Conflicts:
    """The numbers of the records that came with other bytes too, by the match in which each stands.

    A number belongs to the last match that begins at it or before, also to one in which nothing was entered.
    """

    def __init__(self, store: Reader) -> None:
        self._numbers: dict[tuple[str, int, int], list[int]] = {}
        for alarm in store.alarms():
            starts = store.starts(alarm.board, alarm.epoch)
            for number in alarm.numbers:
                at = bisect_right(starts, number)
                if at:
                    self._numbers.setdefault((alarm.board, alarm.epoch, starts[at - 1]), []).append(number)

    def marked(self, match: dict[str, Any]) -> dict[str, Any]:
        """The match object, with its numbers as `conflicts` where an alarm is about it."""
        numbers = self._numbers.get((match["board"], match["epoch"], match["first_seq"]))
        return {**match, "conflicts": numbers} if numbers else match


def marked(store: Reader, matches: Iterable[Told]) -> Iterator[Told]:
    """The same (table name, match object), each marked."""
    conflicts = Conflicts(store)
    return ((table, conflicts.marked(match)) for table, match in matches)


def sentence(match: dict[str, Any]) -> str:
    """What is told of a match with `conflicts`; empty for another."""
    numbers = match.get("conflicts", ())
    if not numbers:
        return ""
    which = f"record {numbers[0]}" if len(numbers) == 1 else "records " + ", ".join(map(str, numbers))
    return f"ALARM: {which} came with other bytes too. The board tells another history now; both are kept."
