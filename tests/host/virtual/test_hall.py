"""A virtual board on the hall socket, in a process of its own: its seat, its memory, its line."""

import base64
import contextlib
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shared_rules.games.events import COUNT, event
from tableside.journal import Journal
from tallyboard.drive.files import firmware_dir
from tallyboard.errors import TallyboardError
from tallyboard.virtual.hall_line import HallAddress, read_address
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.working_table import WorkingTable
from tests.host.virtual.hall_stand_in import BOARD, SECRET, HallSocket, StandIn

Start = Callable[..., Any]
OTHER = BOARD[:-1] + "8"


@pytest.fixture
def hall() -> Iterator[StandIn]:
    with StandIn() as stand_in:
        yield stand_in


def scanned(line: HallSocket) -> dict[str, Any]:
    """What the board says of itself."""
    said = line.text()
    assert list(said) == ["admit"]
    admit: dict[str, Any] = said["admit"]
    return admit


def admitted(hall: StandIn, board: Any) -> tuple[HallSocket, str]:
    """A board at the table, and its token."""
    line = hall.socket()
    token = scanned(line)["token"]
    line.admit(token)
    assert board.event() == {"hall": "admitted", "table": "Table 4", "board": BOARD}
    return line, token


# ---- the seat


def test_a_card_makes_it_the_board_of_its_table(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    line = hall.socket()
    said = scanned(line)
    assert said == {"seat": SECRET, "token": said["token"], "has": [], "empty": [said["token"]]}
    assert len(said["token"]) == 43
    line.admit(said["token"])
    assert board.shown()["S"] == "BOOT"
    assert board.event() == {"hall": "admitted", "table": "Table 4", "board": BOARD}
    line.send(b"hello\x00U")
    assert line.binary(7 + 11) == b"HELLO\x00" + bytes.fromhex(BOARD)
    assert board.do("press A1")[-1]["done"] == "press A1"


def test_killed_it_goes_on_as_the_same_phone_also_without_the_laptop(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    line, token = admitted(hall, board)
    board.do("press A1")
    board.kill()
    again = start_board("--hall", hall.url)
    assert again.shown()["A"] == "   1"
    line = hall.socket()
    assert line.text() == {"admit": {"token": token}}
    again.do("press A1")
    line.admit(token)
    assert again.event()["hall"] == "admitted"


def test_an_answer_that_was_lost_is_asked_for_again_with_the_same_token(hall: StandIn, start_board: Start) -> None:
    tokens = []
    for _ in range(2):
        board = start_board("--hall", hall.url)
        tokens.append(scanned(hall.socket())["token"])
        board.kill()
    assert tokens[0] == tokens[1]


def test_another_card_is_another_board_and_the_one_before_is_set_aside(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    _, token = admitted(hall, board)
    board.do("press A1")
    board.kill()
    again = start_board("--hall", hall.url.replace(SECRET, "t" * 22))
    line = hall.socket()
    said = scanned(line)
    assert (said["seat"], said["has"]) == ("t" * 22, [token])
    assert said["token"] != token
    line.admit(said["token"], OTHER)
    assert again.shown()["A"] == "   0"
    aside = again.event()
    assert aside["hall"] == "set aside"
    assert Path(aside["file"]).read_bytes()[:2] == b"\x00\x01"
    assert again.event()["board"] == OTHER


def test_a_card_of_the_same_table_goes_on_with_the_board_that_it_has(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    _, token = admitted(hall, board)
    board.do("press A1")
    board.kill()
    again = start_board("--hall", hall.url.replace(SECRET, "t" * 22))
    line = hall.socket()
    assert scanned(line)["has"] == [token]
    line.admit(token)
    assert again.shown()["A"] == "   1"
    assert again.event()["hall"] == "admitted"


@pytest.mark.parametrize("why", ["freed", "taken", "renewed", "closed", "moved", "board", "unknown"])
def test_what_is_void_plays_on_alone_and_scans_anew_the_next_time(hall: StandIn, start_board: Start, why: str) -> None:
    board = start_board("--hall", hall.url)
    line, token = admitted(hall, board)
    line.say(void=why)
    assert board.event() == {"hall": "void", "why": why}
    board.do("press A1")
    board.kill()
    start_board("--hall", hall.url)
    said = scanned(hall.socket())
    assert said["has"] == []
    assert said["token"] != token


@pytest.mark.parametrize("why", ["away", "full"])
def test_what_is_only_so_for_now_is_tried_again(hall: StandIn, start_board: Start, why: str) -> None:
    board = start_board("--hall", hall.url)
    line, token = admitted(hall, board)
    line.cut()
    assert board.event()["hall"] == "away"
    line = hall.socket()
    assert line.text() == {"admit": {"token": token}}
    line.say(void=why)
    line.close(1008)
    line = hall.socket()
    assert line.text() == {"admit": {"token": token}}
    line.admit(token)
    assert board.event()["hall"] == "admitted"


# ---- the line


def test_without_the_laptop_it_plays_on_and_comes_back(start_board: Start) -> None:
    with StandIn() as hall:
        board = start_board("--hall", hall.url)
        line, token = admitted(hall, board)
        line.close(1001)
    assert board.event()["hall"] == "away"
    assert board.do("press A1")[-2]["displays"]["A"] == "   1"
    with StandIn(hall.port) as hall:
        line = hall.socket()
        assert line.text() == {"admit": {"token": token}}
        line.admit(token)
        assert board.event()["hall"] == "admitted"
        line.send(b"ab")
        assert line.binary(2) == b"AB"


def test_a_line_on_which_nothing_comes_is_opened_again(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    _, token = admitted(hall, board)
    assert "nothing has come" in board.event()["why"]
    assert hall.socket().text() == {"admit": {"token": token}}


def test_many_bytes_arrive_in_order_both_ways_in_few_messages(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    line, _ = admitted(hall, board)
    asked = b"abcdefgh" * 4000
    for at in range(0, len(asked), 3000):
        line.send(asked[at : at + 3000])
    heard, messages = b"", 0
    while len(heard) < len(asked):
        heard += line.binary(1)
        messages += 1
    assert heard == asked.upper()
    assert messages < 300, "a laptop takes 200 a second"


@pytest.mark.parametrize(
    "said", ["", "[]", "{}", '{"admit": {}}', '{"admit": 1}', '{"new": 1}', '{"void": "a", "lock": true}']
)
def test_a_laptop_that_says_what_nobody_knows_is_asked_again(hall: StandIn, start_board: Start, said: str) -> None:
    board = start_board("--hall", hall.url)
    line, token = admitted(hall, board)
    line.say_as_it_is(said)
    assert "does not know" in board.event()["why"]
    assert hall.socket().text() == {"admit": {"token": token}}


def test_what_was_on_its_way_when_the_line_ended_does_not_come_later(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    line, token = admitted(hall, board)
    line.send(b"a" * 5000)
    line.cut()
    assert board.event()["hall"] == "away"
    line = hall.socket()
    line.text()
    line.admit(token)
    line.send(b"z")
    heard = b""
    while not heard.endswith(b"Z"):
        heard += line.binary(1)
    assert len(heard) < 1000, "at most what its FIFOs held"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl to make a certificate with")
def test_a_sealed_line_needs_no_certificate_that_somebody_vouches_for(start_board: Start, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made: list[str | Path] = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        key,
        "-out",
        certificate,
    ]
    subprocess.run([*made, "-days", "1", "-subj", "/CN=laptop"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with StandIn(sealed=context) as hall:
        board = start_board("--hall", hall.url)
        line, _ = admitted(hall, board)
        asked = b"abcdefgh" * 1000
        for at in range(0, len(asked), 3000):
            line.send(asked[at : at + 3000])
        assert line.binary(len(asked)) == asked.upper()


# ---- taking over


def journal(presses: int) -> dict[str, Any]:
    """What a laptop has of a board, as the answer to a scan says it."""
    table = WorkingTable(lambda: Journal(medium_of(FramChip()), lambda: 5), 2, "crokinole-official")
    table.step(0)
    for at in range(presses):
        assert table.enter(event(COUNT, 0, 20), at * 900) is None
    of = table.journal
    return {
        "epoch": of.epoch,
        "first": 0,
        "next": of.next,
        "records": base64.b64encode(of.read(0, of.next)).decode(),
    }


def test_a_table_is_taken_over_with_its_match(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url, "--take-over", on=firmware_dir())
    line = hall.socket()
    token = scanned(line)["token"]
    for state in ("taken", "taken", "asked", "asked"):  # said again and again, for the line is never quiet
        line.say(take_over={"table": "Table 4", "heard_s": 3.2, "state": state})
    assert line.text() == {"take over": "ask"}
    assert board.event()["hall"] == "asked"
    line.admit(token, journal=journal(2))
    assert board.shown()["A"] == "° 40."
    assert board.event()["hall"] == "admitted"
    assert board.do("press UNDO")[-1]["done"] == "press UNDO"


def test_without_asking_for_it_a_table_is_not_taken_over(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    hall.socket().say(take_over={"table": "Table 4", "heard_s": 3.2, "state": "taken"})
    assert board.wait() == 2
    assert board.errors() == "Table 4 has another phone, heard 3 s ago.\nAdd --take-over to ask for the table.\n"


def test_a_phone_that_keeps_its_table_ends_the_other_one(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url, "--take-over")
    line = hall.socket()
    line.say(take_over={"table": "Table 4", "heard_s": None, "state": "taken"})
    line.say(take_over={"table": "Table 4", "heard_s": None, "state": "refused"})
    assert board.wait() == 2
    assert "which keeps it" in board.errors()


@pytest.mark.parametrize(("command", "said"), [("agree", "yes"), ("refuse", "no")])
def test_who_has_a_table_says_whether_another_gets_it(
    hall: StandIn, start_board: Start, command: str, said: str
) -> None:
    board = start_board("--hall", hall.url)
    line, _ = admitted(hall, board)
    assert board.do(command)[-1]["error"] == f"{command}: nobody wants this table"
    line.say(take_over={"table": "Table 4", "heard_s": None, "state": "wanted"})
    assert board.event() == {"hall": "wanted", "table": "Table 4"}
    assert board.do(command)[-1]["done"] == command
    assert line.text() == {"take over": said}


def test_a_rounds_clock_is_nothing_to_a_box(hall: StandIn, start_board: Start) -> None:
    line, _ = admitted(hall, start_board("--hall", hall.url))
    line.say(clock=754000)
    line.send(b"a")
    assert line.binary(1) == b"A"


def test_the_desk_locks_the_keys(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    line, _ = admitted(hall, board)
    line.say(lock=True)
    assert board.event() == {"hall": "locked", "table": "Table 4"}
    assert board.do("press A1")[-1]["error"] == "press A1: the desk has locked the keys of this table"
    line.say(lock=False)
    assert board.event()["hall"] == "unlocked"
    assert board.do("press A1")[-1]["done"] == "press A1"


# ---- addresses, and what is told


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (f"http://10.0.0.7:8765/phone#{SECRET}", HallAddress("10.0.0.7", 8765, False, SECRET)),
        (f"https://hall.local/phone#{SECRET}", HallAddress("hall.local", 443, True, SECRET)),
        (f"ws://hall.local#{SECRET}", HallAddress("hall.local", 80, False, SECRET)),
        (f"wss://[fe80::1]:1/link#{SECRET}", HallAddress("fe80::1", 1, True, SECRET)),
    ],
)
def test_the_address_on_a_card(text: str, address: HallAddress) -> None:
    assert read_address(text) == address
    assert address.socket.endswith("/link")


@pytest.mark.parametrize(
    "text",
    ["", "hall", "ftp://h/phone#" + SECRET, "http://h:x/phone#" + SECRET, "http://h/phone", "http://h/phone#abc"],
)
def test_what_is_no_address_of_a_card(text: str) -> None:
    with pytest.raises(TallyboardError, match="address"):
        read_address(text)


def ended(board: Any) -> str:
    assert board.wait() == 2
    told: str = board.errors()
    assert "Traceback" not in told
    return told


def test_where_there_is_no_laptop_it_says_so(start_board: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    told = ended(start_board("--hall", f"http://127.0.0.1:{port}/phone#{SECRET}"))
    assert told.startswith(f"There is no seat to be had: 127.0.0.1:{port}: connection refused.\n")


def test_where_something_else_answers_it_says_so(start_board: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        board = start_board("--hall", f"http://127.0.0.1:{server.getsockname()[1]}/phone#{SECRET}")
        connection, _ = server.accept()
        with contextlib.closing(connection):
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            assert "answers with 404, and not as a hall" in ended(board)


def test_a_seat_that_is_unknown_is_said(hall: StandIn, start_board: Start) -> None:
    board = start_board("--hall", hall.url)
    hall.socket().say(void="unknown")
    assert ended(board).startswith("The laptop does not know this seat.\n")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--link", "port", "--hall", "http://h/phone#" + SECRET], "or --hall URL"),
        (["--hall", "http://h/phone#" + SECRET, "--storage", "nvm"], "in an FRAM"),
        (["--hall", "http://h/phone"], "no secret"),
        (["--take-over"], "--hall URL"),
    ],
)
def test_what_cannot_be_together(start_board: Start, options: list[str], told: str) -> None:
    assert told in ended(start_board(*options))


def test_another_programs_file_in_its_folder_is_left(hall: StandIn, start_board: Start, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "seat.json").write_text("{}x", encoding="utf-8")
    assert "is not what a board on a hall socket wrote" in ended(start_board("--hall", hall.url))
