"""What somebody in the same network may do to the hall socket touches no other phone, no box and no page."""

import contextlib
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import Opcode
from websockets.sync.client import ClientConnection

from tallyboard.pages.safety.protocols import MESSAGE, SOCKET
from tallyboard.store.seats import free, open_seats
from tests.harness.firmware_board import BOARD
from tests.host.pages.phones.gates import secret, token, until
from tests.host.pages.phones.halls import BAD, EPOCH, PATIENCE, Hall, HonestPhone, hall_in, is_refused, source
from tests.host.pages.safety.sockets import ASKS_FOR_ONE, frame, opened, raw
from tests.link.hostile import Foe

FOE_S = 3.0  # that a lying board is listened to
HELD_S = 4.0  # that half-open sockets are held
THEIRS = "Table 3"  # whoever attacks may have a seat


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall_in(tmp_path_factory.mktemp("hall")) as made:
        yield made


@contextlib.contextmanager
def admitted(hall: Hall, table: str = THEIRS, mine: str = "", where: str = BAD) -> Iterator[ClientConnection]:
    """A line that was let in, or is another's by now."""
    with opened(hall.port, where) as line:
        said = {"seat": hall.secrets[table], "token": mine or hall.secrets[table] + "A" * 21}
        line.send(json.dumps({"admit": said}))
        assert "admit" in json.loads(line.recv(PATIENCE))
        yield line


_DRAW = random.Random(1)


def quietly(attack: Callable[[Hall], None]) -> Callable[[Hall], None]:
    """Who is cut off begins anew."""

    def does(hall: Hall) -> None:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            attack(hall)

    does.__name__ = attack.__name__
    return does


def plain(hall: Hall, where: str) -> socket.socket:
    made = socket.socket()
    made.settimeout(PATIENCE)
    made.bind((where, 0))
    made.connect(("127.0.0.1", hall.port))
    return made


HEAD = f"GET {SOCKET} HTTP/1.1\r\nHost: localhost\r\n" + "\r\n".join(ASKS_FOR_ONE)


def a_thousand_that_say_nothing(hall: Hall) -> None:
    with contextlib.ExitStack() as stack:
        for number in range(1000):
            line = stack.enter_context(contextlib.closing(plain(hall, f"127.0.7.{2 + number % 40}")))
            with contextlib.suppress(OSError):
                line.sendall(HEAD.encode() + b"\r\n\r\n")
        time.sleep(HELD_S)


def heads_that_never_end(hall: Hall) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(200):
            line = stack.enter_context(contextlib.closing(plain(hall, source(_DRAW))))
            with contextlib.suppress(OSError):
                line.sendall(HEAD.encode())
        time.sleep(HELD_S)


def frames_that_say_to_be_giants(hall: Hall) -> None:
    with admitted(hall) as line:
        line.socket.sendall(b"\x82\xff" + (1 << 62).to_bytes(8, "big") + bytes(4))
        is_refused(line)


def messages_that_never_end(hall: Hall) -> None:
    with admitted(hall) as line:
        raw(line, frame(Opcode.BINARY, b"", is_last=False), *[frame(Opcode.CONT, b"", is_last=False)] * 3000)
        is_refused(line)


def frames_as_if_compressed(hall: Hall) -> None:
    with admitted(hall) as line:
        raw(line, frame(Opcode.TEXT, bytes(100), reserved=4))
        is_refused(line)


def pings_without_end(hall: Hall) -> None:
    """Of which no answer is read."""
    with admitted(hall) as line:
        for _ in range(100):
            raw(line, *[frame(Opcode.PING, bytes(125))] * 100)


def texts_without_end(hall: Hall) -> None:
    with admitted(hall) as line:
        text = frame(Opcode.TEXT, json.dumps({"battery": {"percent": 5, "charging": True}}).encode())
        for _ in range(100):
            raw(line, *[text] * 100)
        is_refused(line)


def bytes_without_end(hall: Hall) -> None:
    with admitted(hall) as line:
        for _ in range(400):
            raw(line, frame(Opcode.BINARY, _DRAW.randbytes(MESSAGE)))
        is_refused(line)


def bytes_of_nobody(hall: Hall) -> None:
    with opened(hall.port, BAD) as line:
        raw(line, *[frame(Opcode.BINARY, bytes(MESSAGE))] * 20)
        assert is_refused(line) in (1008, 1006)


def guesses(hall: Hall) -> None:
    with opened(hall.port, BAD) as line:
        line.send(json.dumps({"admit": {"seat": secret(), "token": token()}}))
        assert json.loads(line.recv(PATIENCE)) == {"void": "renewed"}
        assert is_refused(line) == 1008


def many_guesses(hall: Hall) -> None:
    threads = [threading.Thread(target=quietly(guesses), args=(hall,)) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def scans_twice(hall: Hall) -> None:
    with admitted(hall) as line:
        line.send(json.dumps({"admit": {"seat": hall.secrets[THEIRS], "token": token()}}))
        assert is_refused(line) == 1008


def comes_and_goes(hall: Hall) -> None:
    for _ in range(10):
        with admitted(hall):
            pass


def takes_over_without_end(hall: Hall) -> None:
    """The table of the phone of good manners, which says nothing to it."""
    with opened(hall.port, BAD) as line:
        line.send(json.dumps({"admit": {"seat": hall.secrets["Table 2"], "token": token()}}))
        assert json.loads(line.recv(PATIENCE))["take over"]["state"] == "taken"
        for _ in range(100):
            line.send(json.dumps({"take over": "ask"}))
        is_refused(line)


def takes_nothing(hall: Hall) -> None:
    """A line that never reads, with a small buffer."""
    with contextlib.closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind((BAD, 0))
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", hall.port))
        said = json.dumps({"admit": {"seat": hall.secrets[THEIRS], "token": token()}}).encode()
        line.sendall(HEAD.encode() + b"\r\n\r\n")
        line.recv(12)
        for _ in range(50):
            line.sendall(frame(Opcode.TEXT, said) + frame(Opcode.PING, bytes(125)) * 100)


ATTACKS: list[Callable[[Hall], None]] = [
    a_thousand_that_say_nothing,
    heads_that_never_end,
    frames_that_say_to_be_giants,
    messages_that_never_end,
    frames_as_if_compressed,
    pings_without_end,
    texts_without_end,
    bytes_without_end,
    bytes_of_nobody,
    many_guesses,
    scans_twice,
    comes_and_goes,
    takes_nothing,
]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: str(attack.__name__))
def test_others_go_on(hall: Hall, attack: Callable[[Hall], None]) -> None:
    hall.begin_anew(THEIRS)
    before = hall.boards()
    with hall.goes_on(quietly(attack)):
        pass
    assert hall.boards() - before <= {BOARD, board_at(hall, hall.good)}  # nothing of a table that nobody plays at


def board_at(hall: Hall, table: str) -> str:
    with hall.store.reading() as sql:
        found = next(iter(sql.rows("SELECT board FROM seats WHERE name = :name", name=table)))
    return str(found[0])


def test_a_table_is_asked_for_without_end(hall: Hall) -> None:
    with HonestPhone(hall.port, hall.begin_anew("Table 2"), "127.0.0.6") as there:
        with hall.goes_on(quietly(takes_over_without_end)):
            pass
        there.board.press("A 20")
        hall.arrive(there)
        asked = [text["take over"]["state"] for text in there.texts]
    assert set(asked) <= {"wanted", "gone"}


@pytest.mark.parametrize("whose", ["the box's", "the other phone's", "nobody's"])
def test_who_says_the_id_of_another_board_is_shown_out(hall: Hall, whose: str) -> None:
    with HonestPhone(hall.port, hall.begin_anew("Table 1")) as other:
        board = {"the box's": BOARD, "the other phone's": other.board_id, "nobody's": "0123456789abcdef01234567"}[whose]
    before = hall.stored(board)

    def lies(hall: Hall) -> None:
        with HonestPhone(hall.port, hall.begin_anew(THEIRS), BAD, board) as liar:
            liar.board.press(*["A 20"] * 12)
            until(lambda: bool(liar.texts), PATIENCE)
            assert liar.texts == [{"void": "board"}]

    lies(hall)
    assert hall.stored(board) == before
    with hall.goes_on(lies):
        pass
    if whose == "nobody's":
        assert board not in hall.boards()


def test_the_name_of_another_table_is_not_believed(hall: Hall) -> None:
    with HonestPhone(hall.port, hall.begin_anew("Liar's"), BAD) as liar:
        liar.board._name = "Table 1"
        liar.board.switch_on(EPOCH)
        liar.board.press("A 20")
        hall.arrive(liar)
        with hall.store.reading() as sql:
            named = {
                str(row[0]) for row in sql.rows("SELECT table_name FROM boards WHERE id = :board", board=liar.board_id)
            }
    assert named <= {"Liar's"}


def test_old_secrets_and_tokens_open_nothing(hall: Hall) -> None:
    old = hall.begin_anew("Table 4")
    with HonestPhone(hall.port, old, BAD) as phone:
        (seat,) = open_seats(hall.store, ["Table 4"], renew=True)
        with opened(hall.port, BAD) as line:
            line.send(json.dumps({"admit": {"seat": old, "token": token()}}))
            assert json.loads(line.recv(PATIENCE)) == {"void": "renewed"}
            assert is_refused(line) == 1008
        phone.board.press("A 20")
        hall.arrive(phone)
        free(hall.store, "Table 4")
        until(lambda: bool(phone.texts), PATIENCE)
        assert phone.texts == [{"void": "freed"}]
        kept = hall.stored(phone.board_id)
        phone.board.press(*["A 20"] * 3)
    hall.secrets["Table 4"] = seat.secret
    for said in ({"token": phone.token}, {"seat": seat.secret, "token": phone.token}):
        with opened(hall.port, BAD) as line:
            line.send(json.dumps({"admit": said}))
            assert json.loads(line.recv(PATIENCE)) == {"void": "freed"}
            assert is_refused(line) == 1008
    assert hall.stored(phone.board_id) == kept


def test_boards_that_lie_in_every_byte(hall: Hall) -> None:
    seeds = iter(range(1, 1000))
    mine = token()
    hall.begin_anew("Table 5")

    def lies(hall: Hall) -> None:
        with admitted(hall, "Table 5", mine) as line:
            foe = Foe(next(seeds))
            foe._half._fields["board"] = board_at(hall, "Table 5")
            end = time.monotonic() + FOE_S
            while time.monotonic() < end:
                asked = line.recv(1.0)
                if isinstance(asked, bytes):
                    said = b"".join(data for _, data in islice(foe.answers(asked), 2000))
                    for at in range(0, min(len(said), 200_000), MESSAGE):
                        line.send(said[at : at + MESSAGE])
                    if len(said) < MESSAGE:
                        line.send(said)

    before = hall.boards()

    def some_lie(hall: Hall) -> None:
        for _ in range(3):
            quietly(lies)(hall)

    with hall.goes_on(some_lie):
        pass
    assert hall.boards() - before <= {board_at(hall, "Table 5"), board_at(hall, hall.good), BOARD}
    assert next(seeds) > 3


def test_nobody_from_elsewhere_opens_one(hall: Hall) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}):
        with pytest.raises(WebSocketException):
            opened(hall.port, additional_headers=headers)
    with pytest.raises((WebSocketException, ConnectionClosed)):
        opened(hall.port, additional_headers={"Host": "evil.example"})
