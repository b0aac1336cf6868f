"""A match that a tournament calls is played at its table beside a real `watch`, and its result is in the tournament."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tallyboard.store import Store, open_store, tournaments
from tests.board.test_told_by_a_hub import Watch
from tests.board.test_told_by_a_hub import db as db  # fixtures
from tests.board.test_told_by_a_hub import watch as watch
from tests.harness.board_process import Board
from tests.harness.command_line import Run

_LIMIT_S = 60  # until something that does not happen counts as a failure


@pytest.fixture
def store(db: str) -> Iterator[Store]:
    with open_store(db) as made:
        yield made


def until(what: Callable[[], Any], wanted: Any) -> None:
    end = time.monotonic() + _LIMIT_S
    while (found := what()) != wanted:
        assert time.monotonic() < end, f"{found}, not {wanted}"
        time.sleep(0.05)


def test_a_match_is_called_played_taken_up_again_and_played_otherwise(
    run: Run, board: Board, watch: Watch, store: Store, db: str
) -> None:
    assert run("setup", "--name", "T4", "--db", db).code == 0
    about = tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")
    desk = tournaments.Followed(about)

    def enter(*lines: str) -> None:
        tournaments.append(store, desk, lambda tournament: lines, "the desk")

    def state() -> str:
        with store.reading() as sql:
            return tournaments.at_tables(sql, tournaments.followed(sql))[0].state

    def results() -> list[str]:
        with store.reading() as sql:
            lines = [event.line for event in tournaments.events(sql, about.id)]
        return [line.rpartition(" board ")[0] for line in lines if line.startswith("result")]

    enter("add Ann", "add Bob", "open t4", "phase 1 single game twenties-shootout", "draw 1")
    assert state() == "free"
    enter("call 1:W1.1 t4")
    until(state, "waits")
    board.run("hold NEXT", "press B1")
    until(state, "playing")
    board.run("hold NEXT")
    until(results, ["result 1:W1.1/1 1 0 2 1 twenties 0 1"])
    with store.reading() as sql:
        assert tournaments.followed(sql).tournament.champion == 2
    board.run("press UNDO", "press A1", "press A1", "hold NEXT")
    until(results, ["result 1:W1.1/1 1 0 2 1 twenties 0 1", "result 1:W1.1/1 1 2 2 1 twenties 2 1"])
    with store.reading() as sql:
        assert tournaments.followed(sql).tournament.champion == 1
    (match,) = [match for match in store.matches() if match["key"]]
    assert (match["names"], match["winners"]) == ({"A": "Ann", "B": "Bob"}, ["A"])
    assert run("verify", "--db", db).code == 0


def test_a_call_that_is_freed_leaves_the_table_and_a_killed_hub_leaves_it_to_the_next(
    run: Run, board: Board, watch: Watch, store: Store, db: str
) -> None:
    assert run("setup", "--name", "T4", "--db", db).code == 0
    about = tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")
    desk = tournaments.Followed(about)

    def enter(*lines: str) -> None:
        tournaments.append(store, desk, lambda tournament: lines, "the desk")

    def waiting() -> str | None:
        with store.reading() as sql:
            return next((one.state for one in tournaments.at_tables(sql, tournaments.followed(sql))), None)

    def upcoming() -> list[Any]:
        from tallyboard.store import hubs

        with store.reading() as sql:
            return [one.upcoming and one.upcoming["names"] for one in hubs.present(sql)]

    enter("add Ann", "add Bob", "open t4", "phase 1 single game twenties-shootout", "draw 1", "call 1:W1.1 t4")
    until(upcoming, [{"A": "Ann", "B": "Bob"}])
    watch.kill()
    enter("free t4")
    following = Watch(board.folder, db)
    try:
        until(upcoming, [None])
    finally:
        following.kill()
    assert waiting() == "free"


def test_without_a_hub_sync_does_the_same(run: Run, board: Board, store: Store, db: str) -> None:
    port = str(board.folder / "port")
    assert run("setup", "--name", "T4", "--port", port, "--db", db).code == 0
    about = tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")
    desk = tournaments.Followed(about)
    lines = ["add Ann", "add Bob", "open t4", "phase 1 single game twenties-shootout", "draw 1"]
    tournaments.append(store, desk, lambda tournament: lines, "the desk")
    tournaments.set_auto(store, about.id, True)
    assert run("sync", port, "--db", db).code == 0
    board.run("hold NEXT", "press B1", "hold NEXT")
    assert run("sync", port, "--db", db).code == 0
    with store.reading() as sql:
        desk.catch_up(sql)
    assert [event.line.rpartition(" board ")[0] or event.line for event in desk.events[5:]] == [
        "call 1:W1.1 t4",
        "result 1:W1.1/1 1 0 2 1 twenties 0 1",
    ]
