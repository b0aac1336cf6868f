"""The model phone: it keeps its memory over a kill, goes on with a match that it is given, and obeys the socket."""

import base64
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from shared_rules.link import frame, laptop_half
from tests.harness.lines import DOWN, UP, Line, Lines, PhoneLine
from tests.harness.waiting import eventually
from tests.phones.oracle import Life
from tests.phones.phone import Phone

BOARD = "70686f6e65000000000000ab"


class StandIn:
    """A laptop that admits everybody as BOARD, asks for everything that is journalled, and acknowledges it.

    `heard`: the text messages. `told`: what it says to a first message instead of admitting.
    """

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.records: dict[int, bytes] = {}
        self.told: dict[str, Any] | None = None
        self.journal: dict[str, Any] | None = None
        self.admitted = 0

    def talk(self, socket: ServerConnection) -> None:
        try:
            first = json.loads(socket.recv())
            self.heard.append(first)
            if self.told is not None:
                socket.send(json.dumps(self.told))
                self._listen(socket)
                return
            told = {"table": "Table 1", "board": BOARD, "token": first["admit"]["token"], "locked": False}
            socket.send(json.dumps({"admit": {**told, "version": "1", "journal": self.journal}}))
            self.admitted += 1
            self._collect(socket)
        except ConnectionClosed:
            pass

    def _listen(self, socket: ServerConnection) -> None:
        for message in socket:
            if isinstance(message, str):
                self.heard.append(json.loads(message))

    def _collect(self, socket: ServerConnection) -> None:
        decoder = frame.Decoder()
        number = 0

        def ask(kind: int, body: bytes) -> list[tuple[int, bytes]]:
            nonlocal number
            number = number % 255 + 1
            socket.send(frame.encode(kind, number, body))
            got: list[tuple[int, bytes]] = []
            while not got or got[-1][0] == frame.REC:
                message = socket.recv()
                if isinstance(message, bytes):
                    got += [(kind, bytes(body)) for kind, request, body in decoder.feed(message) if request == number]
            return got

        while True:
            ((_, welcome),) = ask(frame.HELLO, laptop_half.hello(frame.PROTOCOL))
            about = laptop_half.read_welcome(welcome)
            missing = about["next"] - len(self.records) - (self.journal or {"next": 0})["next"]
            if missing:
                start = about["next"] - missing
                for kind, body in ask(frame.PULL, laptop_half.pull(about["epoch"], start, missing)):
                    if kind == frame.REC:
                        seq, data = laptop_half.read_rec(body)
                        self.records.update({seq + i: data[8 * i : 8 * i + 8] for i in range(len(data) // 8)})
                ask(frame.ACK, laptop_half.ack(about["epoch"], about["next"]))
            time.sleep(0.01)


@contextmanager
def hall() -> Iterator[tuple[StandIn, Phone, Lines, Line]]:
    """A stand-in for the laptop, and a phone that has scanned there."""
    stand_in = StandIn()
    lines = Lines()
    with serve(stand_in.talk, "127.0.0.1", 0, compression=None) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        line = lines.add(PhoneLine(lambda: server.socket.getsockname()[1]))
        phone = Phone("phone 1", "seed", lambda: line.port, not_to_be, [])
        phone.scan("secret")
        try:
            yield stand_in, phone, lines, line
        finally:
            phone.kill()
            lines.close()
            server.shutdown()
            thread.join()


def not_to_be(promise: str, what: str) -> None:
    raise AssertionError(f"{promise}: {what}")


def life(phone: Phone) -> Life:
    assert phone.current is not None
    return phone.current.life


def score(phone: Phone) -> tuple[list[int], list[int]]:
    assert phone.current is not None
    return phone.current.score()


def play(phone: Phone, until: Callable[[], bool]) -> None:
    phone.plays = True
    eventually(until)
    phone.plays = False
    eventually(phone.rests)


def test_what_a_phone_presses_arrives_whatever_is_cut() -> None:
    with hall() as (stand_in, phone, lines, line):
        phone.switch_on()
        play(phone, lambda: len(life(phone).pressed) > 10 if phone.current else False)
        lines.cut_after(line, UP, 150)
        play(phone, lambda: stand_in.admitted > 1)
        lines.cut_after(line, DOWN, 3)
        lines.half_close(line, UP)
        play(phone, lambda: stand_in.admitted > 2)
        phone.kill()
        boots = len(life(phone).records)
        phone.switch_on()
        play(phone, lambda: stand_in.admitted > 3)
        assert stand_in.records == life(phone).records
        assert len(life(phone).records) > boots
        first, *others = [message["admit"] for message in stand_in.heard]
        assert first["seat"] == "secret" and not first["has"]
        assert {other["token"] for other in others} == {first["token"]}
        assert not any("seat" in other for other in others)


def test_a_phone_goes_on_with_the_match_that_it_is_given() -> None:
    with hall() as (stand_in, first, _, _):
        first.switch_on()
        play(first, lambda: len(life(first).pressed) > 30 if first.current else False)
        first.kill()
        records = b"".join(stand_in.records[number] for number in range(len(stand_in.records)))
        end = len(stand_in.records)
        stand_in.journal = {"epoch": life(first).epoch, "first": 0, "next": end}
        stand_in.journal["records"] = base64.b64encode(records).decode()
        stand_in.records = {}
        other = Phone("phone 2", "other seed", first.where, not_to_be, first.lives)
        other.scan("secret")
        other.switch_on()
        try:
            eventually(lambda: other.current is not None and other.rests())
            assert score(other) == score(first)
            assert life(other).since == end and min(life(other).records) == end
            play(other, lambda: len(life(other).pressed) > 3)
            assert stand_in.records == life(other).records
        finally:
            other.kill()


def test_a_phone_that_is_void_sends_nothing_more_until_it_scans() -> None:
    with hall() as (stand_in, phone, _, _):
        phone.switch_on()
        play(phone, lambda: len(life(phone).pressed) > 3 if phone.current else False)
        stand_in.told = {"void": "taken"}
        phone.readdress()
        eventually(lambda: phone.state == "void taken")
        assert life(phone).told_void == "taken"
        said = len(stand_in.heard)
        assert stand_in.heard[-1]["admit"]["old"] == stand_in.heard[0]["admit"]["token"]
        stand_in.told = {"take over": {"table": "Table 1", "heard_s": 0.5, "state": "taken"}}
        phone.scan("another secret")
        eventually(lambda: len(stand_in.heard) == said + 2)
        assert stand_in.heard[-1] == {"take over": "ask"}
        scanned = stand_in.heard[-2]["admit"]
        assert scanned["seat"] == "another secret" and scanned["token"] not in scanned["has"]
