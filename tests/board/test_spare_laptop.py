"""The laptop is gone: an empty one and the boards alone give every match that their journals still hold."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.harness.board_process import Board
from tests.harness.command_line import Run

MATCH = ["press A1", "press B1", "press A1", "press NEXT"]


def results(run: Run, database: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("results", "--json", "--db", database).out.splitlines()]


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[list[Board]]:
    started = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        started.append(Board(tmp_path / name, "twenties-shootout"))
    yield started
    for board in started:
        board.close()


def test_an_empty_laptop_has_every_match_again_with_the_same_ids(tmp_path: Path, boards: list[Board], run: Run) -> None:
    first, spare, ports = tmp_path / "first.db", tmp_path / "spare.db", tmp_path / "*/port"
    boards[0].run(*MATCH, "hold NEXT", "press B1")
    assert run("sync", ports, "--db", first).code == 0  # everything is acknowledged, and stays where it is
    boards[0].kill()
    boards[0].switch_on()
    boards[0].run("hold NEXT", "hold NEXT", *MATCH)
    boards[1].run(*MATCH)
    assert run("sync", ports, "--db", first).code == 0
    assert run("sync", ports, "--db", spare).code == 0
    here, there = results(run, first), results(run, spare)
    assert [match["status"] for match in here] == ["finished"] * 4
    assert there == here
    assert run("verify", "--db", spare).code == 0


def test_what_a_board_has_freed_is_told_as_a_gap_and_never_made_up(tmp_path: Path, run: Run) -> None:
    board = Board(tmp_path, "twenties-shootout", storage="nvm")
    try:
        first, spare, port = tmp_path / "first.db", tmp_path / "spare.db", tmp_path / "port"
        board.run(*MATCH)
        assert run("sync", port, "--db", first).code == 0
        for _ in range(40):  # until the nvm has no room for another match and starts anew, all being acknowledged
            board.run("hold NEXT", "wait 1100", *MATCH, "wait 1100")
            assert run("sync", port, "--db", first).code == 0
            if len({match["epoch"] for match in results(run, first)}) > 1:
                break
        assert run("sync", port, "--db", spare).code == 0
        here, there = results(run, first), results(run, spare)
    finally:
        board.close()
    assert len({match["epoch"] for match in here}) == 2
    assert there == [match for match in here if match["epoch"] == here[-1]["epoch"]]
    assert {match["status"] for match in here} == {"finished"}
    assert run("verify", "--db", spare).code == 0
