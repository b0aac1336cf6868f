"""The client: what it makes of answers that are late, damaged, stale, foreign or missing."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shared_rules.link import board_half, frame, orders
from tallyboard.errors import TallyboardError
from tallyboard.journal.runs import Run, Spans
from tallyboard.link import BoardRefusedError, Client, SilentError
from tallyboard.link.client import QUICK, longest
from tests.harness.fake_board import BoardHalf, MemoryPort
from tests.harness.firmware_board import Cable, CablePort, FirmwareBoard
from tests.harness.paper import two_matches


def _client(port: MemoryPort) -> Client:
    return Client(port, clock=port.clock)


def _pulled(client: Client, epoch: int, start: int, count: int) -> dict[int, bytes]:
    got: dict[int, bytes] = {}
    for first, data in client.pull(epoch, Spans([(start, start + count)]), lambda *_: True):
        for at in range(0, len(data), 8):
            assert first + at // 8 not in got, "a record twice"
            got[first + at // 8] = data[at : at + 8]
    return got


@pytest.fixture
def board() -> BoardHalf:
    return BoardHalf(two_matches())


def test_hello_gives_the_fields_of_welcome(board: BoardHalf) -> None:
    fields = _client(MemoryPort(board)).hello()
    assert (fields["board"], fields["table"], fields["epoch"], fields["next"]) == (
        "e661640843",
        "Table 3",
        7,
        board.end,
    )


def test_the_first_hello_asks_twice_for_the_first_answer_may_be_a_stale_tail(board: BoardHalf) -> None:
    client = _client(MemoryPort(board))
    client.hello()
    assert board.requests == [frame.HELLO, frame.HELLO]
    client.hello()
    assert len(board.requests) == 3


def test_no_hello_holds_the_byte_that_stops_a_program_at_a_console(board: BoardHalf) -> None:
    sent: list[bytes] = []
    for first in range(256):
        port = MemoryPort(board)
        write = port.write

        def noted(data: bytes, write: Callable[[bytes], None] = write) -> None:
            sent.append(data)
            write(data)

        port.write = noted  # type: ignore[method-assign]  # notes what goes through the port's own
        client = _client(port)
        client.request = first
        client.hello()
    assert len(sent) == 3 * 256
    assert not any(b"\x03" in data for data in sent)


def test_the_first_request_may_be_any(board: BoardHalf) -> None:
    assert _client(MemoryPort(board)).ack(7, 3) == 3


def test_stale_bytes_half_frames_and_old_frames_before_the_answer_are_skipped(board: BoardHalf) -> None:
    client = _client(MemoryPort(board))
    fields = client.hello()
    old = board_half.welcome({**fields, "epoch": 99})
    stale = b"\x05tail\x00\x00" + b"".join(frame.encode(frame.WELCOME, n, old) for n in range(0, 256, 7))
    for first in range(256):  # whatever request id the client begins with
        again = _client(MemoryPort(board, stale=stale))
        again.request = first
        assert again.hello()["epoch"] == 7


def test_an_echo_of_the_request_is_no_answer(board: BoardHalf) -> None:
    echoing = MemoryPort(board)
    write = echoing.write

    def echo(data: bytes) -> None:
        echoing._out += data
        write(data)

    echoing.write = echo  # type: ignore[method-assign]
    client = _client(echoing)
    assert client.hello()["epoch"] == 7
    assert client.ack(7, 3) == 3


@pytest.mark.parametrize("stale", [b"", b"Adafruit CircuitPython 9\r\n>>> \x00" * 20])
def test_a_device_that_does_not_speak_the_protocol_is_not_a_tallyboard(stale: bytes) -> None:
    port = MemoryPort(None, stale=stale)
    with pytest.raises(TallyboardError, match=r"is not a Tallyboard.*data port"):
        _client(port).hello()
    assert port.clock() < 10


@pytest.mark.parametrize(("protocol", "step"), [(3, "install the newer Tallyboard"), (0, "tallyboard deploy")])
def test_another_protocol_says_what_to_update(protocol: int, step: str) -> None:
    board = BoardHalf(two_matches(), protocol=protocol)
    with pytest.raises(TallyboardError, match=f"protocol {protocol}") as refused:
        _client(MemoryPort(board)).hello()
    assert step in refused.value.next_step


def test_a_newer_protocol_is_named_before_the_rest_of_its_welcome_is_read() -> None:
    port = MemoryPort(BoardHalf(two_matches()))
    client = _client(port)
    port._line = lambda coded: frame.encode(frame.WELCOME, client.request, b"\x09")
    with pytest.raises(TallyboardError, match="install the newer Tallyboard"):
        client.hello()


def test_newer_records_say_what_to_update() -> None:
    with pytest.raises(TallyboardError, match=r"format 5.*install the newer Tallyboard"):
        _client(MemoryPort(BoardHalf(two_matches(), format=5))).hello()


def test_one_pull_brings_everything(board: BoardHalf) -> None:
    client = _client(MemoryPort(board))
    assert list(_pulled(client, 7, 0, board.end).values()) == board.paper.records
    assert board.requests == [frame.PULL]


def test_noise_before_and_between_frames_loses_nothing(board: BoardHalf) -> None:
    client = _client(MemoryPort(board, line=lambda coded: b"\xff\x01noise\x00" + coded + b"\x07\x08\x00"))
    assert len(_pulled(client, 7, 3, 20)) == 20
    assert board.requests == [frame.PULL]


@pytest.mark.parametrize("every", [3, 4, 5])
def test_frames_lost_on_the_way_are_asked_for_again(board: BoardHalf, every: int) -> None:
    count = 0

    def line(coded: bytes) -> bytes:
        nonlocal count
        count += 1
        return coded if count % every else bytes([coded[0] ^ 1]) + coded[1:]

    client = _client(MemoryPort(board, line=line))
    assert list(_pulled(client, 7, 0, board.end).values()) == board.paper.records


def test_a_line_that_loses_everything_ends_with_a_sentence(board: BoardHalf) -> None:
    port = MemoryPort(board)
    client = _client(port)
    client.hello()
    port._line = lambda coded: b""
    with pytest.raises(SilentError, match=r"stopped answering.*next sync"):
        _pulled(client, 7, 0, 10)
    assert port.clock() < 60


def test_a_line_that_damages_all_records_ends_with_a_sentence(board: BoardHalf) -> None:
    client = _client(MemoryPort(board, line=lambda c: c if len(c) < 20 else c[:-3] + b"\x00"))
    with pytest.raises(TallyboardError, match=r"damaged on the way.*cable"):
        _pulled(client, 7, 0, board.end)


def test_what_a_sound_answer_leaves_out_again_and_again_is_left_out(board: BoardHalf) -> None:
    board.withhold = {4, 11}
    got = _pulled(_client(MemoryPort(board)), 7, 0, board.end)
    assert set(range(board.end)) - set(got) == {4, 11}


def test_records_freed_meanwhile_are_not_waited_for(board: BoardHalf) -> None:
    board.oldest = 9
    client = _client(MemoryPort(board))
    assert min(_pulled(client, 7, 2, 20)) == 9
    assert client.oldest == 9
    assert board.requests == [frame.PULL, frame.HELLO], "it is asked for once more"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (frame.EPOCH, "changed meanwhile.*next sync"),
        (frame.MEMORY, "FRAM"),
        (frame.RANGE, "hold"),
        (frame.UNKNOWN, "deploy"),
    ],
)
def test_a_no_says_what_to_do(board: BoardHalf, reason: int, words: str) -> None:
    port = MemoryPort(board)
    client = _client(port)
    port._line = lambda coded: frame.encode(frame.NO, client.request, board_half.no(reason, "as it is"))
    with pytest.raises(BoardRefusedError, match=words) as refused:
        _pulled(client, 7, 0, 5)
    assert refused.value.reason == reason
    assert '"as it is"' in refused.value.cause


def test_a_body_that_does_not_fit_is_a_sentence(board: BoardHalf) -> None:
    port = MemoryPort(board)
    client = _client(port)
    port._line = lambda coded: frame.encode(frame.REC, client.request, b"abc")
    with pytest.raises(TallyboardError, match=r"no whole records.*deploy"):
        _pulled(client, 7, 0, 5)


# How long each attempt waits for an answer, in seconds of the clock.
ATTEMPTS_S = [0.25] * 4 + [0.5] * 4 + [1.0] * 4 + [2.0]


class Noting(MemoryPort):
    """Notes when it was asked something; a single byte before the first question only ends what stood on the line."""

    def __init__(self, board: BoardHalf | None) -> None:
        super().__init__(board)
        self.asked: list[float] = []

    def write(self, data: bytes) -> None:
        if len(data) > 1:
            self.asked.append(self.clock())
        super().write(data)

    def waits(self) -> list[float]:
        """From each question to the next one, the last up to now."""
        return [round(end - begin, 2) for begin, end in zip(self.asked, [*self.asked[1:], self.clock()], strict=True)]


def test_a_question_is_asked_13_times_and_each_waits_its_time() -> None:
    port = Noting(None)
    said: list[float] = []
    with pytest.raises(TallyboardError, match="not a Tallyboard"):
        Client(port, clock=port.clock, on_wait=lambda text: said.append(port.clock())).hello()
    assert port.waits() == pytest.approx(ATTEMPTS_S, abs=0.051)
    assert said == pytest.approx([0.75], abs=0.2), "after three attempts"


def test_a_port_that_may_be_something_else_is_asked_three_times() -> None:
    port = Noting(None)
    with pytest.raises(TallyboardError, match="not a Tallyboard"):
        Client(port, QUICK, clock=port.clock).hello()
    assert port.waits() == pytest.approx([0.3, 0.6, 1.0], abs=0.051)


def test_records_that_do_not_come_are_asked_for_as_often(board: BoardHalf) -> None:
    port = Noting(board)
    client = _client(port)
    client.hello()
    port.asked.clear()
    port._line = lambda coded: b""
    with pytest.raises(SilentError):
        _pulled(client, 7, 0, 10)
    assert port.waits() == pytest.approx(ATTEMPTS_S, abs=0.051)


def test_a_collection_may_take_half_a_minute_and_longer_by_what_it_brings() -> None:
    assert [longest(came) for came in (0, 50, 500, 28_500, 28_550)] == [30.0, 31.0, 40.0, 600.0, 600.0]


def test_a_slow_board_is_heard_in_the_end(board: BoardHalf) -> None:
    """Answers 1.2 s late: later than the first two attempts wait."""
    port = MemoryPort(board)
    late: list[tuple[float, bytes]] = []
    read, write = port.read, port.write

    def slow_write(data: bytes) -> None:
        write(data)
        late.append((port.clock() + 1.2, bytes(port._out)))
        port._out.clear()

    def slow_read() -> bytes:
        while late and late[0][0] <= port.clock():
            port._out += late.pop(0)[1]
        return read()

    slow: Any = port
    slow.write, slow.read = slow_write, slow_read
    assert _client(port).hello()["epoch"] == 7


# ---- following


def _listening(board: FirmwareBoard, epoch: int, start: int) -> tuple[Client, CablePort, Iterator[Run | None]]:
    port = CablePort("/dev/ttyFAKE", Cable(board))
    client = Client(port)
    client.hello()
    return client, port, client.follow(epoch, start)


def test_what_is_pressed_comes_without_being_asked_for() -> None:
    board = FirmwareBoard()
    client, port, heard = _listening(board, 7, 2)
    assert next(heard) is None
    board.let_out(port)
    first = next(heard)
    assert first is not None
    assert (first[0], first[1]) == (2, b"".join(data for _, data in board.journal[2:]))
    assert next(heard) is None
    board.press("A 20")
    board.let_out(port)
    assert next(heard) == board.journal[-1]
    asked = len(board.requests)
    assert next(heard) is None
    assert len(board.requests) == asked, "nothing is asked meanwhile"
    assert client.state()["next"] == len(board.journal), "the END before its answer is passed over"
    board.press("B 15")
    board.let_out(port)
    assert next(heard) is None, "another question has ended it"


def test_following_a_journal_that_is_another_one_is_refused() -> None:
    for epoch, start, reason in ((8, 0, frame.EPOCH), (7, 999, frame.RANGE)):
        with pytest.raises(BoardRefusedError) as refused:
            next(_listening(FirmwareBoard(), epoch, start)[2])
        assert refused.value.reason == reason


def test_a_board_that_does_not_know_it_refuses_to_be_followed() -> None:
    board = FirmwareBoard()
    board.unknown = {frame.FOLLOW}
    with pytest.raises(BoardRefusedError) as refused:
        next(_listening(board, 7, 0)[2])
    assert refused.value.reason == frame.UNKNOWN


def test_records_of_a_fake_that_follows_are_given_as_they_come() -> None:
    paper = two_matches()

    class Follows(BoardHalf):
        def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
            if kind != frame.FOLLOW:
                return super()._answer(kind, body)
            assert board_half.read_follow(body) == (7, 3)
            runs = [(start, paper.records[start]) for start in (3, 4, 6)]
            return [*[(frame.REC, board_half.rec(*run)) for run in runs], (frame.END, board_half.end(0, 7))]

    port = MemoryPort(Follows(paper))
    assert [run for run in Client(port, clock=port.clock).follow(7, 3) if run] == [
        (start, paper.records[start]) for start in (3, 4, 6)
    ]


@pytest.mark.parametrize("protocol", [1, 2])
def test_who_starts_and_a_cancel_need_the_second_protocol(protocol: int) -> None:
    class Assigned(BoardHalf):
        def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
            if kind not in (frame.ASSIGN, frame.ASSIGN_1):
                return super()._answer(kind, body)
            told.append((orders.read_assign if kind == frame.ASSIGN else orders.read_assign_1)(body))
            return [(frame.ASSIGNED, b"")]

    told: list[object] = []
    client = _client(MemoryPort(Assigned(two_matches(), protocol=protocol)))
    client.hello()
    client.assign("m1", "twenties-shootout", ["Ann"])
    assert told == [("m1", "twenties-shootout", ["Ann"], None)]
    if protocol == 2:
        client.assign("m1", "twenties-shootout", ["Ann"], 1)
        client.cancel()
        assert told[1:] == [("m1", "twenties-shootout", ["Ann"], 1), ("", "", [], None)]
        return
    asks: list[Callable[[], object]] = [lambda: client.assign("m1", "twenties-shootout", ["Ann"], 1), client.cancel]
    for ask in asks:
        with pytest.raises(TallyboardError, match=r"tallyboard deploy"):
            ask()
    assert len(told) == 1
