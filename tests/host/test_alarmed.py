"""To which match a record belongs that came with other bytes too."""

from typing import Any

from tallyboard.alarmed import marked, sentence
from tallyboard.store import Alarm


def _match(board: str, epoch: int, first_seq: int) -> tuple[str, dict[str, Any]]:
    return "T", {"board": board, "epoch": epoch, "first_seq": first_seq}


def _conflicts(*alarms: Alarm) -> list[list[int] | None]:
    matches = [_match("a", 1, 5), _match("a", 1, 20), _match("a", 2, 3), _match("b", 1, 1)]
    return [match.get("conflicts") for _, match in marked(matches, alarms)]


def test_a_record_belongs_to_the_last_match_that_begins_before_it() -> None:
    assert _conflicts(Alarm("a", 1, (4, 5, 19, 20, 99))) == [[5, 19], [20, 99], None, None]
    assert _conflicts(Alarm("a", 2, (2, 3)), Alarm("b", 1, (7,))) == [None, None, [3], [7]]
    assert _conflicts() == [None] * 4
    assert list(marked([], [Alarm("a", 1, (1,))])) == []


def test_matches_come_on_as_they_are_read() -> None:
    """Each as soon as it is known where the next one begins."""
    read: list[int] = []

    def matches() -> Any:
        for first in range(0, 50, 10):
            read.append(first)
            yield _match("a", 1, first)

    told = marked(matches(), [])
    next(told)
    assert read == [0, 10]


def test_the_sentence() -> None:
    assert sentence({}) == ""
    assert sentence({"conflicts": [7]}).startswith("ALARM: record 7 came with other bytes too.")
    assert sentence({"conflicts": [7, 9]}).startswith("ALARM: records 7, 9 came")
