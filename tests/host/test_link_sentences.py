"""What is told of a board that cannot be talked to: the cause, and the next step, word for word."""

import errno
import re
from collections.abc import Callable
from typing import Any

import pytest

from shared_rules.link import board_half, frame
from tallyboard.drive.files import firmware_dir
from tallyboard.errors import UPDATE, TallyboardError, later
from tallyboard.errors import link as errors
from tallyboard.link import Client, SerialPort
from tallyboard.link.client import longest
from tallyboard.link.conversation import QUICK, BoardRefusedError, Conversation, ImplausibleError, Patience, SilentError
from tallyboard.link.finding import no_board, no_data_port
from tallyboard.text.language import language
from tallyboard.text.quantities import duration
from tests.harness.fake_board import BoardHalf, MemoryPort
from tests.harness.paper import two_matches

REST = "what had arrived is stored, the next sync brings the rest."
REPLUG = "Unplug the board and plug it in again"
UPDATE_BOARD = "Update the board: `tallyboard deploy`."


def said(error: TallyboardError) -> tuple[str, str]:
    return error.cause, error.next_step


def talk_with(port: MemoryPort, patience: Patience | None = None) -> Conversation:
    return Conversation(port, patience or Patience(), port.clock, lambda sentence: None)


@pytest.mark.parametrize(
    ("error", "cause", "step"),
    [
        (no_board((), 2), "No board has answered.", "`tallyboard doctor` looks for the reason."),
        (no_board(("a",), 1), "No board has answered.", "`tallyboard doctor` looks for the reason."),
        (no_board(("a", "b"), 0), "There is no port a, b.", "Plug the board in and check the name."),
        (
            no_board((), 0),
            "No board is plugged in.",
            "Plug one in with a cable that carries data, not only power.",
        ),
        (
            no_data_port("/dev/ttyACM0"),
            "The board with the console on /dev/ttyACM0 has no data port: boot.py has not run.",
            "Run `tallyboard deploy`, then unplug the board and plug it in again.",
        ),
    ],
)
def test_where_no_board_can_be_asked(error: TallyboardError, cause: str, step: str) -> None:
    assert said(error) == (cause, step)


@pytest.mark.parametrize(
    ("make", "cause", "step"),
    [
        (
            lambda talk: talk.failure(errors.CHANGED),
            "The journal of the board on P changed meanwhile.",
            REST.capitalize(),
        ),
        (
            lambda talk: talk.unheard(0, True),
            "The board on P sends without end, and not what it is asked for.",
            f"{REPLUG}: {REST}",
        ),
        (lambda talk: talk.unheard(0, False), "The board on P stopped answering.", f"Check the cable: {REST}"),
        (
            lambda talk: talk.unheard(-1, False),
            "Too much is damaged on the way from P.",
            f"Try another cable or USB socket: {REST}",
        ),
        (
            lambda talk: talk.failure(errors.WITHHELD, number=7),
            "The board on P says that it has record 7 and others, and does not send them.",
            f"{REPLUG}: {REST}",
        ),
        (
            lambda talk: talk.failure(errors.TOO_SLOW, duration=duration(600.0)),
            "The records of the board on P have not all come in 10 min.",
            f"Try another cable or USB socket: {REST}",
        ),
    ],
)
def test_what_ends_a_conversation(make: Callable[[Conversation], TallyboardError], cause: str, step: str) -> None:
    port = MemoryPort(None)
    port.name = "P"
    error = make(talk_with(port))
    assert said(error) == (cause, step)
    assert isinstance(error, SilentError) == cause.endswith("stopped answering.")


@pytest.mark.parametrize(
    ("reason", "cause", "step"),
    [
        (frame.EPOCH, "its journal changed meanwhile", REST.capitalize()),
        (
            frame.MEMORY,
            "its journal memory does not answer",
            "Check the wiring of the FRAM, then switch the board off and on.",
        ),
        (frame.RANGE, "its journal does not hold what was asked for", REST.capitalize()),
        (frame.REFUSED, "it cannot do that now", "Look at the table and try again."),
        (frame.UNKNOWN, "it does not know what was asked", UPDATE_BOARD),
        (frame.MALFORMED, "it does not know what was asked", UPDATE_BOARD),
    ],
)
@pytest.mark.parametrize("sentence", ["", "so it is"])
def test_what_a_board_refuses(reason: int, cause: str, step: str, sentence: str) -> None:
    class Refuses(MemoryPort):
        def read(self) -> bytes:
            coded: bytes = frame.encode(frame.NO, talk.request, bytes((reason,)) + sentence.encode())
            return coded

    port = Refuses(None)
    talk = talk_with(port)
    with pytest.raises(BoardRefusedError) as refused:
        talk.ask(frame.ACK, b"", frame.ACKED)
    quoted = f' ("{sentence}")' if sentence else ""
    assert said(refused.value) == (f"The board on {port.name} refuses: {cause}{quoted}.", step)
    assert refused.value.reason == reason


def test_what_a_board_adds_to_a_refusal_is_told_in_french() -> None:
    refused = BoardRefusedError(frame.REFUSED, "P", "the journal is full")
    assert refused.words(language("fr"))[0].endswith("maintenant («\u00a0le journal est plein\u00a0»).")
    assert (
        BoardRefusedError(frame.REFUSED, "P", "100 % no").words(language("fr"))[0].endswith("(«\u00a0100 % no\u00a0»).")
    )
    assert "«\u00a0Standings\u00a0»" in BoardRefusedError(frame.REFUSED, "P", "Standings").words(language("fr"))[0]
    sources = [
        (firmware_dir() / "lib/tableside" / name).read_text() for name in ("answers.py", "table.py", "table_orders.py")
    ]
    found = re.findall(r'(?:_no\([\w.]+, |return |_NO_MEMORY = |OptionError\()"([^"%]+ [^"%]+)"', "\n".join(sources))
    assert set(found) == set(errors.BY_A_BOARD)


def test_what_is_no_board() -> None:
    port = "Give the board's data port; a board has two, and the data port is usually the second."
    for stale, what in ((b"", "does not answer"), (b"login: ", "sends something else")):
        silent = MemoryPort(None, stale=stale)
        with pytest.raises(TallyboardError) as refused:
            Client(silent, clock=silent.clock).hello()
        assert said(refused.value) == (f"The device on /dev/ttyFAKE {what}: it is not a Tallyboard.", port)


@pytest.mark.parametrize("patience", [Patience((0.5,)), Patience((0.25, 0.5, 2.0)), Patience((0.25,) * 4), Patience()])
def test_an_answer_is_waited_for_as_long_as_patience_has_it(patience: Patience) -> None:
    port = MemoryPort(None)
    began = port.clock()
    waits: list[str] = []
    talk = Conversation(port, patience, port.clock, waits.append)
    talk.met = True
    with pytest.raises(SilentError):
        talk.ask(frame.ACK, b"", frame.ACKED)
    assert sum(patience.answers) <= port.clock() - began < sum(patience.answers) + 0.1 * len(patience.answers)
    told = len(patience.answers) > 3
    assert waits == ["Waiting for /dev/ttyFAKE to answer; asking again."] * told


def test_a_port_that_never_ends_is_left_after_what_256_frames_have() -> None:
    class Pours(MemoryPort):
        came = 0

        def read(self) -> bytes:
            self.came += 100
            assert self.came < 1_000_000, "it is listened to without end"
            return b"x" * 100

    port = Pours(None)
    talk = talk_with(port, Patience((1e9,)))
    talk.met = True
    with pytest.raises(TallyboardError, match="sends without end"):
        talk.ask(frame.ACK, b"", frame.ACKED)
    assert port.came == -(-256 * (frame.MAX_BODY + 8) // 100) * 100


def test_a_collection_is_given_time_by_what_it_brings() -> None:
    assert [longest(came) for came in (0, 50, 500, 28_500, 28_501, 1 << 20)] == [30, 31, 40, 600, 600, 600]


@pytest.mark.parametrize(
    ("said_there", "cause", "step"),
    [
        ({"protocol": 3}, "speaks link protocol 3, this tallyboard 2.", UPDATE),
        ({"protocol": 0}, "speaks link protocol 0, this tallyboard 2.", UPDATE_BOARD),
        ({"format": 5}, "writes records of format 5, this tallyboard reads format 4.", UPDATE),
    ],
)
def test_a_board_of_another_edition(said_there: dict[str, Any], cause: str, step: str) -> None:
    port = MemoryPort(BoardHalf(two_matches(), **said_there))
    with pytest.raises(TallyboardError) as refused:
        Client(port, clock=port.clock).hello()
    assert said(refused.value) == (f"The board on /dev/ttyFAKE {cause}", step)


def test_what_the_first_protocol_cannot_say() -> None:
    client = Client(MemoryPort(None))
    calls: list[tuple[Callable[[], Any], str]] = [
        (client.cancel, "that an assigned match is cancelled"),
        (lambda: client.assign("k", "crokinole-official", [], 0), "who starts an assigned match"),
    ]
    for call, what in calls:
        with pytest.raises(TallyboardError) as refused:
            call()
        cause = f"The firmware of the board on /dev/ttyFAKE cannot be told {what}."
        assert said(refused.value) == (cause, UPDATE_BOARD)


NOT_SERIAL = ("P is not a serial port.", "Give the name of the port that the board is plugged into.")
NOTHING = ("Nothing is connected to the port P.", "Plug the board in and try again.")
NO_PORT = ("There is no port P.", "Plug the board in and check the name of its port.")
OTHER = "Check its name, then try again."


@pytest.mark.parametrize(
    ("number", "text", "told"),
    [
        (errno.ENOENT, "x", NO_PORT),
        (None, "could not open port: FileNotFoundError", NO_PORT),
        (errno.ENXIO, "x", NOTHING),
        (errno.ENODEV, "x", NOTHING),
        (errno.EIO, "x", NOTHING),
        (errno.EISDIR, "x", NOT_SERIAL),
        (errno.ENOTDIR, "x", NOT_SERIAL),
        (errno.ENOTTY, "x", NOT_SERIAL),
        (errno.EINVAL, "x", NOT_SERIAL),
        (None, "Could not configure port: x", NOT_SERIAL),
        (errno.EMFILE, "x", ("The port P cannot be opened: [Errno 24] x.", OTHER)),
    ],
)
def test_why_a_port_does_not_open(
    monkeypatch: pytest.MonkeyPatch, number: int | None, text: str, told: tuple[str, str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(text) if number is None else OSError(number, text)

    monkeypatch.setattr("serial.Serial", refuse)
    with pytest.raises(TallyboardError) as refused:
        SerialPort("P")
    assert said(refused.value) == told


@pytest.mark.parametrize(
    ("number", "text"),
    [(errno.EBUSY, "x"), (None, "Could not exclusively lock port"), (errno.EACCES, "x"), (errno.EPERM, "x")],
)
def test_who_has_a_port(monkeypatch: pytest.MonkeyPatch, number: int | None, text: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(text) if number is None else OSError(number, text)

    monkeypatch.setattr("serial.Serial", refuse)
    busy = number in (errno.EBUSY, None)
    with pytest.raises(TallyboardError, match="in use by" if busy else "You may not open the port /no/port"):
        SerialPort("/no/port")


def test_the_first_question_of_a_conversation_is_any() -> None:
    assert len({talk_with(MemoryPort(None)).request for _ in range(60)}) > 5


def test_how_long_a_board_is_waited_for() -> None:
    assert Patience().answers == (0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0)
    assert QUICK.answers == (0.3, 0.6, 1.0)


def replies(conversation: Conversation, request: int, kind: int = frame.ACKED) -> bool:
    """Whether a reply under this request id is taken."""
    port = conversation.port
    assert isinstance(port, Says)
    port.says = frame.encode(kind, request, b"")
    return conversation.reply(conversation.limit(0.1)) is not None


class Says(MemoryPort):
    """Gives these bytes once."""

    says = b""

    def read(self) -> bytes:
        said, self.says = self.says, b""
        return said or super().read()


def test_a_late_reply_to_one_of_the_last_sixteen_questions_is_taken() -> None:
    conversation = talk_with(Says(None))
    conversation.request = 250
    for _ in range(17):
        conversation.next_question()
    assert conversation.request == 11, "a byte holds it"
    taken = [request for request in range(256) if replies(conversation, request)]
    assert taken == [*range(12), *range(252, 256)]
    conversation.forget()
    assert not replies(conversation, 11)


def test_what_is_no_reply_is_passed_over() -> None:
    conversation = talk_with(Says(None))
    conversation.next_question()
    kinds = [kind for kind in range(256) if kind != frame.NO and replies(conversation, conversation.request, kind)]
    assert kinds == [kind for kind in range(0x80, 256) if kind != frame.NO]


def test_a_limit_is_so_many_seconds_from_now_and_the_latest_at_the_latest() -> None:
    port = MemoryPort(None)
    port.read()
    conversation = talk_with(port)
    now = port.clock()
    assert now > 0
    assert conversation.limit(2.0) == now + 2.0
    assert conversation.limit(2.0, now + 1.5) == now + 1.5
    assert conversation.limit(2.0, now + 2.5) == now + 2.0


@pytest.mark.parametrize(
    ("error", "cause", "step"),
    [
        (
            board_half.MessageError("a body of 5 bytes where 12 belong"),
            "The board on /dev/ttyFAKE sent a body of 5 bytes where 12 belong, which link protocol 2 does not have.",
            UPDATE_BOARD,
        ),
        (
            ImplausibleError(later("it has a record 9")),
            "The board on /dev/ttyFAKE says what cannot be so: it has a record 9.",
            f"{REPLUG}; if it says so again, update it: `tallyboard deploy`.",
        ),
    ],
)
def test_what_a_board_cannot_mean(error: Exception, cause: str, step: str) -> None:
    def reader(body: bytes) -> None:
        raise error

    with pytest.raises(TallyboardError) as refused:
        talk_with(MemoryPort(None)).read(reader, b"")
    assert said(refused.value) == (cause, step)


@pytest.mark.parametrize(
    ("reason", "kept"),
    [(None, True), (frame.UNKNOWN, False), (frame.REFUSED, False), (frame.MEMORY, None), (frame.EPOCH, None)],
)
def test_whether_a_board_keeps_the_time(reason: int | None, kept: bool | None) -> None:
    class Half(BoardHalf):
        def receive(self, data: bytes) -> list[bytes]:
            if reason is None:
                return super().receive(data)
            (asked,) = frame.Decoder().feed(data)
            return [frame.encode(frame.NO, asked[1], bytes((reason,)))]

    half = Half(two_matches())
    port = MemoryPort(half)
    client = Client(port, clock=port.clock)
    if kept is None:
        with pytest.raises(BoardRefusedError):
            client.set_time(1_800_000_000)
        return
    assert client.set_time(1_800_000_000) is kept
    assert half.times == ([1_800_000_000] if kept else [])
