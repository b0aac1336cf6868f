"""A match assigned over the cable: played at the table, and found on the laptop under the names it was given."""

from contextlib import closing
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.link import Client, SerialPort
from tallyboard.presses import press_list
from tallyboard.store import open_store
from tallyboard.sync import sync
from tests.board.board_process import Board

LINE = "twenties-shootout discs=8"


def assign(board: Board, key: str, *names: str) -> None:
    with closing(SerialPort(str(board.folder / "port"))) as port:
        Client(port).assign(key, LINE, names)


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
        with pytest.raises(TallyboardError, match="a match is being played here"):
            assign(board, "m2", "Bob", "Eve")
        assign(board, "m1", "Ann", "Zoë")  # the same again changes nothing
        board.run("press NEXT", "wait 3000")
        assert board.displays["S"] == "WINA"
        database = tmp_path / "store.sqlite"
        with closing(SerialPort(str(tmp_path / "port"))) as port, closing(open_store(str(database))) as store:
            sync(Client(port), store)
            found = [match for _, match in store.matches()]
            records = list(store.records(found[-1]["board"], found[-1]["epoch"]))
    finally:
        board.close()
    assert [match["game"] for match in found] == ["crokinole-official", "twenties-shootout"]
    assert found[1]["names"] == {"A": "Ann", "B": "Zoë"}
    assert (found[1]["winners"], found[1]["options"]["discs"]) == (["A"], 8)
    notes = [press.note for press in press_list(found[0], records, found[1]["first_seq"])]
    assert "the next match was assigned: Ann - Zoë" in notes
