"""`assign`, `setup`, `sync`, `boards` and `doctor` beside a real `watch`, on both kinds of database."""

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.board_process import Board
from tests.harness.command_line import Run
from tests.harness.postgres import PostgresServer
from tests.harness.sizes import ON_A_SERVER
from tests.harness.terminal import COMMAND, environment

_LIMIT_S = 60  # until something that does not happen counts as a failure
HERE = socket.gethostname()


@pytest.fixture(params=["sqlite", ON_A_SERVER])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "club.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.create()


class Watch:
    """`tallyboard watch` as a process, which knows the port by a path of its own folder."""

    def __init__(self, folder: Path, db: str) -> None:
        self._process = subprocess.Popen(
            [*COMMAND, "watch", "--no-radio", "--port", "port", "--db", db],
            cwd=folder,
            env=environment(folder),
            stdout=subprocess.DEVNULL,
        )

    def end(self) -> None:
        self._process.terminate()
        assert self._process.wait(_LIMIT_S) == 0

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(_LIMIT_S)


@pytest.fixture
def watch(board: Board, run: Run, db: str) -> Iterator[Watch]:
    started = Watch(board.folder, db)
    try:
        until_a_hub_has_it(run, db)
        yield started
    finally:
        started.kill()


def until_a_hub_has_it(run: Run, db: str) -> None:
    until = time.monotonic() + _LIMIT_S
    while "hub" not in run("boards", "--json", "--db", db).out:
        assert time.monotonic() < until, "the hub does not find its board"
        time.sleep(0.05)


def test_a_tournament_day_beside_watch(run: Run, board: Board, watch: Watch, db: str) -> None:
    port = board.folder / "port"
    named = run("setup", "--name", "Table 4", "--light", "3", "--db", db)
    assert named.code == 0, named.err
    assert re.fullmatch(rf"Table 4 \(\w+\) is set up, by watch on {HERE}\.\n", named.out)

    def assign(*words: str) -> str:
        ran = run("assign", *words, "--table", "table 4", "--db", db)
        assert ran.code == 0, ran.err
        return ran.out.split(": ", 1)[1].split("; ")[-1].strip()

    by = f", by watch on {HERE}."
    board.run("press A1")
    assert assign("twenties-shootout", "日本", "Bob", "--key", "m1") == (
        f"the match m1 waits for the end of the one that is on{by}"
    )
    assert assign("--cancel") == f"the match m1 waits no longer{by}"
    assert assign("--cancel") == f"no match waited{by}"
    board.run("hold NEXT")
    assert assign("twenties-shootout", "日本", "Bob", "--key", "m2") == f"NEXT starts the match m2{by}"
    board.run("hold NEXT", "press B1", "hold NEXT")
    following = run("assign", "twenties-shootout", "--port", port, "--key", "m3", "--db", db, "--json")
    assert (following.code, json.loads(following.out)["order"]["state"]) == (0, "done")

    synced = run("sync", port, "--db", db)
    assert re.fullmatch(
        rf"Everything is being collected by `tallyboard watch` on {HERE} \(process \d+\): "
        r"Table 4 \(\d+ on their way\)\.\n",
        synced.out,
    )
    checks = {
        one["check"]: one for one in json.loads(run("doctor", "--port", port, "--db", db, "--json").out)["checks"]
    }
    assert checks["port"]["level"] == checks["hubs"]["level"] == checks["orders"]["level"] == "ok"
    assert f"which `tallyboard watch` on {HERE}" in checks["port"]["found"]
    (listed,) = map(json.loads, run("boards", "--db", db, "--json").out.splitlines())
    assert (listed["table"], os.path.realpath(listed["port"])) == ("Table 4", os.path.realpath(port))
    watch.end()
    match = next(one for one in map(json.loads, run("results", "--json", "--db", db).out.splitlines()) if one["key"])
    assert (match["key"], match["names"], match["winners"]) == ("m2", {"A": "日本", "B": "Bob"}, ["B"])
    assert run("verify", "--db", db).code == 0


def test_what_a_board_refuses_is_refused_through_the_hub(run: Run, board: Board, watch: Watch, db: str) -> None:
    ran = run("assign", "crokinole-traditional", "sides=3", "scoring=simple", "--db", db)
    assert (ran.code, ran.out) == (1, "")
    assert re.search(rf"Board \w+ has refused it, by watch on {HERE}\.\nThe board on port refuses: ", ran.err)
    assert run("boards", "--db", db, "--json").out.count("\n") == 1, "nothing waits"


def test_orders_that_stand_are_done_when_the_board_comes(run: Run, board: Board, db: str) -> None:
    assert run("setup", "--port", board.folder / "port", "--name", "Table 4", "--db", db).code == 0
    ran = run("setup", "--table", "TABLE 4", "--light", "3", "--name", "Table 5", "--db", db)
    new, cause, _ = ran.err.splitlines()
    assert (ran.code, cause) == (1, 'No laptop has the table "TABLE 4" now.')
    assert new.startswith("This is a new database: ")
    assert run("assign", "twenties-shootout", "Ann", "--key", "m1", "--table", "Table 4", "--db", db).code == 1
    started = Watch(board.folder, db)
    try:
        until_a_hub_has_it(run, db)
        until = time.monotonic() + _LIMIT_S
        while (lines := run("boards", "--db", db, "--json").out.splitlines())[1:]:
            assert time.monotonic() < until, lines
            time.sleep(0.05)
        assert json.loads(lines[0])["table"] == "Table 5"
    finally:
        started.kill()
    assert run("assign", "--cancel", "--port", board.folder / "port", "--db", db).out == (
        "Table 5: the match m1 waits no longer.\n"
    )
