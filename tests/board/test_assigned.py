"""A match assigned over the cable: played at the table, and found on the laptop under the names it was given."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tallyboard.commands.guard import run
from tallyboard.hub.sync import Collection
from tallyboard.journal.presses import press_list
from tallyboard.link import Client, SerialPort
from tallyboard.store import open_store, read_store
from tallyboard.store.verify import verify
from tests.harness.board_process import Board

LINE = "twenties-shootout discs=8"


@contextmanager
def client_of(board: Board) -> Iterator[Client]:
    with closing(SerialPort(str(board.folder / "port"))) as port:
        client = Client(port)
        client.hello()
        yield client


def assign(board: Board, key: str, *names: str, first: int | None = None) -> None:
    with client_of(board) as client:
        client.assign(key, LINE, names, first)


def waits(board: Board) -> tuple[bool, str | None]:
    """Whether NEXT starts what waits, and its key."""
    with client_of(board) as client:
        state = client.state()
    return state["waits"], state["key"]


def test_an_assigned_match_comes_back_with_its_names(tmp_path: Path) -> None:
    board = Board(tmp_path, "crokinole-official")
    try:
        assign(board, "m1", "Ann", "Zoë")
        board.run("wait 100")
        assert board.displays["S"] == "ANN "
        board.kill()
        board.switch_on()
        assert board.displays["S"] == "ANN ", "it waits through a power cut"
        board.run("press NEXT", "press A1")
        assign(board, "m2", "Bob", "Eve")  # which waits for the end of this one
        assign(board, "m1", "Ann", "Zoë")  # the same again changes nothing
        assert waits(board) == (False, "m2")
        board.kill()
        board.switch_on()
        assert waits(board) == (False, "m2")
        board.run("hold NEXT", "wait 3000")
        assert board.displays["S"] in ("WINA", "BOB ")
        assert waits(board) == (True, "m2")
        database = tmp_path / "store.sqlite"
        with closing(SerialPort(str(tmp_path / "port"))) as port, closing(open_store(str(database))) as store:
            Collection(Client(port), store).run()
            found = store.matches(untouched=True)
            results = [match["match"] for match in store.matches()]
            records = list(store.records(found[-1]["board"], found[-1]["epoch"]))
    finally:
        board.close()
    assert [match["game"] for match in found] == ["crokinole-official", "twenties-shootout"]
    assert results == [found[1]["match"]], "nothing was entered in the other"
    assert [match["key"] for match in found] == [None, "m1"]
    assert found[1]["names"] == {"A": "Ann", "B": "Zoë"}
    assert (found[1]["winners"], found[1]["options"]["discs"]) == (["A"], 8)
    notes = [press.note for press in press_list(found[0], records, found[1]["first_seq"])]
    assert "the next match was assigned: Ann - Zoë" in notes


def test_it_waits_behind_what_is_started_by_hand_and_comes_back_with_a_step_back(tmp_path: Path) -> None:
    board = Board(tmp_path, "crokinole-official target=20")
    try:
        assign(board, "m1", "Ann", "Zoë", first=1)
        board.run("press NEXT")
        with client_of(board) as client:
            state = client.state()
        played = state["match"]
        assert played is not None
        assert (played["game"], played["first"], state["key"]) == ("twenties-shootout", 1, "")
        board.run("hold UNDO")
        assert board.displays["S"] == "BACK"
        assert waits(board) == (True, "m1"), "it was not played"
        board.run("press NEXT", "press B1", "press A1", "press B1", "press NEXT")
        assign(board, "m2", "Bob", "Eve")
        assign(board, "m3", "Kim", "Lou")
        assert waits(board) == (True, "m3"), "the newest"
        with client_of(board) as client:
            client.cancel()
        assert waits(board) == (False, "")
        board.run("hold NEXT")
        assign(board, "m4", "Kim", "Lou")
        board.run("hold UNDO")
        assert waits(board) == (True, "m4")
        database = tmp_path / "store.sqlite"
        with closing(SerialPort(str(tmp_path / "port"))) as port, closing(open_store(str(database))) as store:
            Collection(Client(port), store).run()
            assert verify(store).sound
            (match,) = store.matches()
    finally:
        board.close()
    assert (match["key"], match["status"], match["winners"]) == ("m1", "finished", ["B"])
    assert match["rounds"][0]["first"] == "B"


def test_the_command_keeps_in_full_what_the_board_cannot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board(tmp_path, "crokinole-official")
    long = "Maximiliana von Hohenzollern-Sigmaringen"
    database = str(tmp_path / "store.sqlite")
    port = ["--port", str(tmp_path / "port"), "--db", database]
    try:
        assert run(["assign", "twenties-shootout", "日本", long, "--key", "m1", *port]) == 0
        told = capsys.readouterr().out
        assert "A 日本 (on the board RiBen)" in " ".join(told.split())
        board.run("wait 100")
        assert board.displays["S"] == "RIBE"
        board.run("press NEXT", "press A1", "hold NEXT", "wait 100")
        assert run(["sync", *port]) == 0
        assert run(["assign", "twenties-shootout", "x", "y", "--key", "m" * 25, *port]) == 2
    finally:
        board.close()
    with read_store(database) as store:
        (match,) = store.matches()
        assert match["names"] == {"A": "日本", "B": long}
        assert verify(store).sound
    with closing(open_store(database)) as store:
        store.rebuild()
        assert store.matches()[0]["names"] == {"A": "日本", "B": long}, "they are no part of what is computed"
