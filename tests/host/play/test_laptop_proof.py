"""The proof says that two ends computed the same where they did, and nowhere else."""

import json
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from browser.questions import BoardSide, Proof, proof_of
from shared_rules.games.result import result
from tallyboard.store import Heard, Store, open_store
from tests.harness.firmware_board import BOARD, FirmwareBoard

EPOCH = 7


@pytest.fixture
def board() -> FirmwareBoard:
    board = FirmwareBoard()
    board.press("A 20", "A 15", "B 20", "next", "A 5", "B 10")
    return board


@pytest.fixture
def store(tmp_path: Path, board: FirmwareBoard) -> Iterator[Store]:
    with open_store(str(tmp_path / "club.db")) as store:
        add(store, board.journal)
        yield store


def add(store: Store, records: list[tuple[int, bytes]]) -> None:
    following = records[-1][0] + 1
    store.add(Heard(board=BOARD, table="", firmware="", epoch=EPOCH, oldest=0, next=following), records)


def said_by(board: FirmwareBoard) -> BoardSide:
    """What box/turns.py answers; through JSON, as it comes."""
    records = [data for _, data in board.journal]
    match = board._table.match
    return json.loads(  # type: ignore[no-any-return]
        json.dumps(
            {
                "epoch": EPOCH,
                "oldest": 0,
                "next": len(records),
                "records": len(records),
                "sha256": sha256(b"".join(records)).hexdigest(),
                "result": result(match),
            }
        )
    )


def different(proof: Proof) -> set[str]:
    return {field["field"] for field in proof["fields"] if not field["same"]}


def test_both_computed_the_same(store: Store, board: FirmwareBoard) -> None:
    proof = proof_of(store, BOARD, said_by(board))
    assert (proof["state"], different(proof)) == ("same", set())
    values = {field["field"]: field["laptop"] for field in proof["fields"]}
    assert values["totals A"] == 15 and values["rounds 1 awarded A"] == 15 and values["current raw B"] == 10
    assert proof["match"] == store.matches()[0]["match"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("totals", "A"), 16),
        (("rounds", 0, "counts", "B", "20"), 2),
        (("rounds", 0, "first"), "B"),
        (("current", "review"), True),
        (("current", "raw", "A"), 5.0),  # a float is another value, whatever it counts
        (("status",), "finished"),
        (("winners",), ["A"]),
        (("names", "A"), "Ann"),
    ],
)
def test_a_value_that_differs_is_told(
    store: Store, board: FirmwareBoard, path: tuple[str | int, ...], value: object
) -> None:
    said = said_by(board)
    inner: Any = said["result"]
    for key in path[:-1]:
        inner = inner[key]
    assert inner[path[-1]] != value or type(inner[path[-1]]) is not type(value)
    inner[path[-1]] = value
    proof = proof_of(store, BOARD, said)
    assert proof["state"] == "different"
    assert all(name.startswith(str(path[0])) for name in different(proof)) and different(proof)


def test_a_value_that_one_end_lacks_is_told(store: Store, board: FirmwareBoard) -> None:
    """Also one that is null on the other."""
    said = said_by(board)
    there = deepcopy(said)
    assert there["result"] is not None
    there["result"]["seed"] = None
    proof = proof_of(store, BOARD, there)
    assert (proof["state"], different(proof)) == ("different", {"seed"})


def test_a_byte_that_differs_is_told(store: Store, board: FirmwareBoard) -> None:
    said = said_by(board)
    with store.writing() as writing:
        writing.connection.exec_driver_sql("UPDATE records SET data = x'0000000000000000' WHERE seq = 3")
    proof = proof_of(store, BOARD, said)
    assert proof["state"] == "different"
    assert proof["board"]["sha256"] != proof["laptop"]["sha256"]
    assert proof["board"]["records"] == proof["laptop"]["records"]


def test_what_has_not_come_yet_is_no_difference(store: Store, board: FirmwareBoard) -> None:
    board.press("A 20")
    assert proof_of(store, BOARD, said_by(board))["state"] == "behind"


def test_a_hole_is_no_difference_but_not_the_same_either(tmp_path: Path, board: FirmwareBoard) -> None:
    records = board.journal
    with open_store(str(tmp_path / "torn.db")) as store:
        add(store, records[:3] + records[5:])
        assert proof_of(store, BOARD, said_by(board))["state"] == "behind"


def test_of_a_board_that_was_never_heard_everything_is_to_come(tmp_path: Path, board: FirmwareBoard) -> None:
    with open_store(str(tmp_path / "empty.db")) as store:
        proof = proof_of(store, BOARD, said_by(board))
    assert (proof["state"], proof["match"], proof["laptop"]["records"]) == ("behind", None, 0)


def test_a_board_that_has_gone_on_is_to_be_asked_again(store: Store, board: FirmwareBoard) -> None:
    said = said_by(board)
    board.press("A 20")
    add(store, board.journal)
    assert proof_of(store, BOARD, said)["state"] == "ahead"


def test_what_the_board_has_freed_is_not_compared(store: Store, board: FirmwareBoard) -> None:
    said = said_by(board)
    records = [data for _, data in board.journal][4:]
    said["oldest"], said["records"] = 4, len(records)
    said["sha256"] = sha256(b"".join(records)).hexdigest()
    assert proof_of(store, BOARD, said)["state"] == "same"
