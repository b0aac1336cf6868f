"""The end of `watch`: what the followers still tell while they finish is shown too."""

import queue
from typing import Any

from tallyboard.commands.watch import hub_events


class LastWords:
    """A Hall that is to end at once, in which a board still has something to tell."""

    def __init__(self, told: "queue.SimpleQueue[dict[str, Any] | None]") -> None:
        self._told = told

    def step(self) -> None:
        self._told.put({"event": "connected"})
        self._told.put(None)

    def close(self) -> None:
        self._told.put({"event": "score"})


def test_nothing_that_was_stored_is_kept_back_in_the_end() -> None:
    told: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    events = [event for event in hub_events(LastWords(told), told) if event]  # type: ignore[arg-type]
    assert events == [{"event": "connected"}, {"event": "score"}]
