"""Boards on the hall socket of a real `tallyboard serve`: whole matches of every game, from phone to phone to phone."""

import random
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from shared_rules.games import catalogue
from tallyboard.errors import TallyboardError
from tallyboard.rehearsal.board_table import PlayedAlong
from tallyboard.rehearsal.organiser import Organiser
from tallyboard.rehearsal.processes import BoardProcess, HubCommand, Router, free_port
from tallyboard.store import open_store, read_store, seats
from tallyboard.store.verify import verify

PATIENCE_S = 60
SHORT = {
    "crokinole-official": "target=40 discs=4",
    "crokinole-traditional": "target=40 discs=4",
    "crokinole-championship": "rounds=3 discs=4",
    "twenties-shootout": "discs=3",
    "pichenotte-southwest": "games=1 discs=4",
    "pichenottes-quebec": "dames=2 target=6",
    "washers-ritzenthaler": "target=7",
}
SETTLE = "wait 3100"


class Served:
    """A hall: `card` of a table, and whoever runs it."""

    def __init__(self, folder: Path) -> None:
        self.db = str(folder / "tallyboard.db")
        self.router = Router(free_port())
        self.hub = HubCommand(folder, self.db, self.router.laptop)
        self.organiser = Organiser(folder, lambda words: "")
        self.hub.start()
        self.hub.wait_until_it_serves()
        self.router.start()

    def card(self, table: str) -> str:
        """Its address."""
        with open_store(self.db) as store:
            (seat,) = seats.open_seats(store, [table])
        return f"http://127.0.0.1:{self.router.port}/phone#{seat.secret}"

    def free(self, table: str) -> None:
        with open_store(self.db) as store:
            seats.free(store, table)

    def wait_for(self, board: str, presses: int) -> None:
        """Until so many of this board's are in the database."""
        deadline = time.monotonic() + PATIENCE_S
        while (there := self.organiser.presses_of(board)) != presses:
            assert time.monotonic() < deadline, f"{there} of {presses} presses have arrived"
            time.sleep(0.05)

    def close(self) -> None:
        self.router.close()
        self.hub.kill()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with closing(Served(tmp_path_factory.mktemp("served"))) as one:
        yield one


def numbers(phone: BoardProcess) -> dict[str, str]:
    phone.do(SETTLE)
    return {side: phone.displays[side] for side in "AB"}


def uid(memory: Path) -> str:
    return (memory / "uid").read_bytes().hex()


@pytest.mark.parametrize("game", catalogue.IDS)
def test_a_match_goes_from_phone_to_phone(served: Served, tmp_path: Path, game: str) -> None:
    """The desk takes the keys, in mid-match, and the next phone shows what the one before showed."""
    line = f"{game} {SHORT[game]}"
    card = served.card(game)
    phone = BoardProcess(card, tmp_path / "0", line)
    board, played = uid(tmp_path / "0"), PlayedAlong(line, random.Random(game))
    phones = 1
    try:
        for event, command in played.presses():
            phone.do(command)
            wanted = [*played.entered, event]
            if len(wanted) % 3 == 2 and phones < 5:
                served.wait_for(board, len(wanted))
                before = numbers(phone)
                served.free(game)
                phone.pull_the_plug()
                memory = tmp_path / str(phones)
                phone = BoardProcess(card, memory)
                phones += 1
                assert uid(memory) == board
                assert numbers(phone) == before
        served.wait_for(board, len(played.entered))
    finally:
        phone.end()
    assert phones > 1
    with read_store(served.db) as reader:
        (match,) = [one for one in reader.matches() if one["board"] == board]
        assert (match["status"], match["game"]) == ("finished", game)
        assert [match["totals"][side] for side in "AB"] == list(played.figures.scores)
        assert not verify(reader).differences


def test_what_is_pressed_without_a_line_arrives_once(served: Served, tmp_path: Path) -> None:
    """The router is off and on in any moment of it."""
    phone = BoardProcess(served.card("Far away"), tmp_path / "phone", "crokinole-official target=9999")
    board = uid(tmp_path / "phone")
    pressed = 0
    try:
        for at in range(8):
            served.router.switch(at % 2 == 0)
            for key in ("A1", "A2", "UNDO", "B1", "UNDO", "UNDO") * 2:
                phone.do(f"press {key}")
                pressed += 1
        served.router.switch(True)
        served.wait_for(board, pressed)
    finally:
        phone.end()


def test_a_seat_that_was_closed_lets_nobody_in(served: Served, tmp_path: Path) -> None:
    card = served.card("Closed")
    with open_store(served.db) as store:
        seats.close_seats(store, ["Closed"])
    with pytest.raises(TallyboardError, match="ended by itself"):
        BoardProcess(card, tmp_path / "phone")
