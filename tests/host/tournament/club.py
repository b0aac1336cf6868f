"""`club`: a tournament whose boards record what is called to their tables."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from tallyboard.store import Heard, open_store, tournaments
from tallyboard.store.tournaments.board_results import finished, take_results
from tallyboard.store.tournaments.calls import prefix_of
from tests.harness.paper import Paper
from tests.host.tournament.conftest import Day

CROKINOLE = "crokinole-championship rounds=2"
# A is first in round 1 and wins it 35 to 5, B in round 2 and loses it 15 to 20.
ROUNDS = ("A 20", "A 15", "B 5", "next", "B 15", "A 20", "next")


class Club:
    """A tournament with boards at its tables, which play what is called there."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self._boards = 0

    def key(self, event: int, game: int = 1) -> str:
        listed = self.day.told("list")["tournament"]
        return f"{prefix_of(listed)}-{event}.{game}"

    def play(self, game: str, event: int | None, *presses: str, table: str = "1", game_number: int = 1) -> str:
        """A board of this table records the match of the call that this event made, None: of none, a press a
        minute; the match's id. What boards have finished is taken by the tournament."""
        self._boards += 1
        board = f"b{self._boards}"
        paper = Paper().boot()
        if event is None:
            paper.start(game)
        else:
            key = self.key(event, game_number)
            paper.assign(game, key).start_assigned(game, key)
        return self.add(board, paper.press(*presses, ms=60_000), table)

    def add(self, board: str, paper: Paper, table: str = "1") -> str:
        """The board has recorded this paper."""
        with closing(open_store(str(self.day.db))) as store:
            store.add(Heard(board, table, "0", paper.epoch, 0, len(paper.records)), list(enumerate(paper.records)))
            with store.reading() as sql:
                followed, those = tournaments.followed(sql), finished(sql)
            assert list(take_results(store, followed, those)) == []
            return [match["match"] for match in store.matches() if match["board"] == board][-1]

    def entrants(self, *who: str) -> dict[str, Any]:
        """The figures of the entrants by name."""
        return {one.pop("name"): one for one in self.day.told("stats", *who)["entrants"]}

    def tables(self, *who: str) -> dict[str, Any]:
        """The figures of the tables by name."""
        return {one.pop("table"): one for one in self.day.told("stats", *who)["tables"]}


@pytest.fixture
def club(begun: Callable[..., Day]) -> Callable[..., Club]:
    """Ann, Bob, Cid and Dee, all against all in this game, drawn; tables 1 and 2."""

    def begin(game: str = CROKINOLE, *more: str) -> Club:
        day = begun().lines("add Ann", "add Bob", "add Cid", "add Dee", f"phase round-robin game {game}", "draw")
        return Club(day.lines("open 1-2", *more))

    return begin
