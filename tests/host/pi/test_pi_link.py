"""A board on a Raspberry Pi and its laptop: at a seat of the hall, and at a pty."""

import base64
import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shared_rules.games.events import COUNT, event
from shared_rules.link import frame
from tableside.journal import Journal
from tallyboard.errors import TallyboardError
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.working_table import WorkingTable
from tests.host.pi.model_pi import ModelPi, until
from tests.host.virtual.hall_stand_in import BOARD, ConnectionClosed, HallSocket, StandIn


@pytest.fixture
def hall() -> Iterator[StandIn]:
    with StandIn() as stand_in:
        yield stand_in


class Desk:
    """Admits the board that comes, with this journal."""

    def __init__(self, hall: StandIn, journal: dict[str, Any] | None = None) -> None:
        self._hall, self._journal = hall, journal
        self.line: HallSocket
        self.said: dict[str, Any] = {}
        threading.Thread(target=self._admit, daemon=True).start()

    def _admit(self) -> None:
        self.line = self._hall.socket()
        with contextlib.suppress(ConnectionClosed):  # by a board whose plug was pulled
            self.said = self.line.text()["admit"]
            self.line.admit(self.said["token"], journal=self._journal)


def forty() -> dict[str, Any]:
    """The journal of a match in which A has two twenties."""
    medium = medium_of(FramChip())
    table = WorkingTable(lambda: Journal(medium, lambda: 7), 2, "crokinole-official")
    table.step(0)
    for at in (1_000, 2_000):
        assert table.enter(event(COUNT, 0, 20), at) is None
    of = table.journal
    records = base64.b64encode(bytes(of.read(0, of.next))).decode()
    return {"epoch": of.epoch, "first": 0, "next": of.next, "records": records}


def test_it_has_a_seat_and_the_desk_locks_its_keys(pi: ModelPi, hall: StandIn) -> None:
    desk = Desk(hall)

    def lock(is_locked: bool) -> Iterator[float]:
        desk.line.say(lock=is_locked)
        word = "locked" if is_locked else "unlocked"
        yield from until(lambda: any(told.get("hall") == word for told in pi.told()))

    lit = pi.play("press A1", lambda: lock(True), "press A1", lambda: lock(False), "press A1", hall=hall.url)
    assert [one["A"] for one in lit[::2]] == ["° 20.", "° 20.", "° 40."]
    assert pi.told()[0] | {"ms": 0} == {"ms": 0, "hall": "admitted", "table": "Table 4", "board": BOARD}
    again = Desk(hall)
    lit = pi.play("wait 1", lambda: until(lambda: again.said), hall=hall.url)
    assert lit[0]["A"] == "° 40.", "it starts without waiting for the laptop"
    assert again.said == {"token": desk.said["token"]}


@pytest.mark.parametrize("is_chip", [False, True], ids=["file", "fram"])
def test_it_takes_a_table_over_with_its_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hall: StandIn, is_chip: bool
) -> None:
    one = ModelPi(tmp_path, monkeypatch, fram=is_chip)
    desk = Desk(hall, forty())
    lit = one.play("wait 1", "press B1", hall=hall.url)
    assert (lit[0]["A"], lit[1]["B"]) == ("° 40.", "  20.")
    assert bool(any(one.memory.cells)) == is_chip
    assert bytes.fromhex(BOARD) == (one.state / "uid").read_bytes()
    assert desk.said["seat"]


def test_it_says_the_number_that_the_hall_gave_it(pi: ModelPi, hall: StandIn) -> None:
    desk = Desk(hall)
    heard: list[bytes] = []

    def hello() -> Iterator[float]:
        yield from until(lambda: pi.told())
        desk.line.send(frame.encode(frame.HELLO, 1, bytes([frame.PROTOCOL])))
        threading.Thread(target=lambda: heard.append(desk.line.binary(40)), daemon=True).start()
        yield from until(lambda: heard)

    pi.play(hello, hall=hall.url)
    assert BOARD.encode() in heard[0]


def test_what_was_at_a_table_is_no_board_of_a_cable(pi: ModelPi, hall: StandIn, tmp_path: Path) -> None:
    Desk(hall)
    pi.play("press A1", hall=hall.url)
    with pytest.raises(TallyboardError, match="--hall"):
        pi.play("wait 1", link=tmp_path / "port")


@pytest.mark.check("a laptop as a process")
def test_a_laptop_collects_it_at_its_pty_under_the_pis_number(pi: ModelPi, tmp_path: Path) -> None:
    said = b""

    def sync() -> Iterator[float]:
        nonlocal said
        words = ["sync", str(tmp_path / "port"), "--db", str(tmp_path / "club.sqlite"), "--json"]
        with subprocess.Popen([sys.executable, "-m", "tallyboard", *words], stdout=subprocess.PIPE) as process:
            yield from until(lambda: process.poll() is not None)
            assert process.stdout is not None
            said = process.stdout.read()

    pi.play("press A1", sync, link=tmp_path / "port")
    told = json.loads(said)
    assert told["board"] == "7069" + "10000000abcdef12"
    assert told["received"] > 3 and told["acked"] == told["received"]
