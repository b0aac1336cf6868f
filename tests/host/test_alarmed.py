"""To which match a record belongs that came with other bytes too."""

from typing import Any

from tallyboard.store import Alarm
from tallyboard.store.conflicts import marked, sentence


class _Store:
    """Of which only the alarms and the beginnings of matches are asked; `a` 1 has one in which nothing was entered."""

    def __init__(self, *alarms: Alarm) -> None:
        self._alarms = alarms

    def alarms(self) -> tuple[Alarm, ...]:
        return self._alarms

    def starts(self, board: str, epoch: int) -> list[int]:
        return {("a", 1): [5, 20, 40], ("a", 2): [3], ("b", 1): [1]}[board, epoch]


def _match(board: str, epoch: int, first_seq: int) -> tuple[str, dict[str, Any]]:
    return "T", {"board": board, "epoch": epoch, "first_seq": first_seq}


def _conflicts(*alarms: Alarm) -> list[list[int] | None]:
    matches = [_match("a", 1, 5), _match("a", 1, 20), _match("a", 2, 3), _match("b", 1, 1)]
    told = marked(_Store(*alarms), matches)  # type: ignore[arg-type]
    return [match.get("conflicts") for _, match in told]


def test_a_record_belongs_to_the_last_match_that_begins_before_it() -> None:
    assert _conflicts(Alarm("a", 1, (4, 5, 19, 20, 39))) == [[5, 19], [20, 39], None, None]
    assert _conflicts(Alarm("a", 2, (2, 3)), Alarm("b", 1, (7,))) == [None, None, [3], [7]]
    assert _conflicts() == [None] * 4


def test_a_match_that_is_in_no_report_keeps_its_own() -> None:
    assert _conflicts(Alarm("a", 1, (40, 41))) == [None] * 4


def test_the_sentence() -> None:
    assert sentence({}) == ""
    assert sentence({"conflicts": [7]}).startswith("ALARM: record 7 came with other bytes too.")
    assert sentence({"conflicts": [7, 9]}).startswith("ALARM: records 7, 9 came")
