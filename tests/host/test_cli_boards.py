"""`tallyboard boards` over ptys: what answers, what does not, and what to do where nothing is."""

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import pytest
from serial.tools.list_ports_common import ListPortInfo

from shared_rules import VERSION
from tallyboard.drive import number, older
from tallyboard.errors import TallyboardError
from tallyboard.link import Client, Port
from tallyboard.link.client import Patience
from tallyboard.link.finding import Answer, Candidate, FoundPorts, Sure, ask_all, found_boards
from tallyboard.shapes import Welcome
from tests.harness.command_line import Run
from tests.harness.fake_board import BoardHalf, MemoryPort, PtyBoard
from tests.harness.paper import two_matches
from tests.host.usb_ports import port


def plug(monkeypatch: pytest.MonkeyPatch, *infos: ListPortInfo) -> None:
    """What the system lists."""
    listed: Iterable[ListPortInfo] = list(infos)
    monkeypatch.setattr("tallyboard.link.finding.list_ports.comports", lambda: listed)


def test_boards_json_is_an_object_a_line(run: Run, tmp_path: Path) -> None:
    half = BoardHalf(two_matches(), firmware=VERSION)
    half.oldest, half.acked = 3, 20
    with PtyBoard(half) as served:
        ran = run("boards", "--port", served.path, "--port", tmp_path / "ttyACM9", "--json")
    assert ran.code == 0
    first, second = map(json.loads, ran.out.splitlines())
    assert first == {
        "port": served.path,
        "board": "e661640843",
        "table": "Table 3",
        "firmware": VERSION,
        "epoch": 7,
        "damaged": 0,
        "records": 25,
        "not_acknowledged": 8,
        "firmware_is_older": False,
    }
    assert second == {
        "port": str(tmp_path / "ttyACM9"),
        "error": {
            "cause": f"There is no port {tmp_path / 'ttyACM9'}.",
            "next_step": "Plug the board in and check the name of its port.",
        },
    }


def test_boards_for_people(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with PtyBoard(BoardHalf(two_matches(), firmware="0.0.9")) as served:
        ran = run("boards", "--port", served.path, "--port", tmp_path / "file")
    assert ran.code == 0
    head, row, failed = ran.out.splitlines()
    assert head.split()[:4] == ["Port", "Board", "Table", "Firmware"]
    assert row.split()[:7] == [served.path, "e661640843", "Table", "3", "0.0.9", "28", "28"]
    assert row.endswith("older than this tallyboard: `tallyboard deploy`")
    assert failed.startswith(f"{tmp_path / 'file'}: {tmp_path / 'file'} is not a serial port. Give the name")


def test_no_board_at_all_is_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plug(monkeypatch)
    ran = run("boards")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("No board is plugged in.\nPlug one in with a cable that carries data")


def test_a_pattern_that_gives_nothing_is_1(run: Run, tmp_path: Path) -> None:
    ran = run("boards", "--port", tmp_path / "*", "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"There is no port {tmp_path / '*'}.\n")


def test_a_board_whose_boot_py_has_not_run_is_said_to_be_that(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plug(monkeypatch, port("/dev/ttyACM5", "CircuitPython CDC control"))
    ran = run("boards")
    assert ran.code == 1
    assert "/dev/ttyACM5 has no data port: boot.py has not run. Run `tallyboard deploy`, then unplug" in ran.out
    assert ran.err.splitlines()[0] == "No board has answered."


def test_a_found_board_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with PtyBoard(BoardHalf(two_matches())) as served:
        plug(monkeypatch, port(served.path, "CircuitPython CDC2 control"))
        assert json.loads(run("boards", "--json").out)["port"] == served.path


def opener(opened: list[str], **boards: BoardHalf) -> Callable[[str], Port]:
    """Opens ports in memory, and says in `opened` which."""

    def open_it(path: str) -> Port:
        opened.append(path)
        if path not in boards:
            raise TallyboardError(f"There is no port {path}.", "Plug it in.")
        return MemoryPort(boards[path])

    return open_it


def test_the_console_of_a_device_is_left_alone_once_its_data_port_has_answered() -> None:
    ports = [Candidate(path, Sure.LIKELY, device="one") for path in ("data", "console")]
    opened: list[str] = []
    (answer,) = ask_all(ports, opener(opened, data=BoardHalf(two_matches())))
    assert (answer.candidate.path, opened) == ("data", ["data"])


def test_every_port_of_a_device_is_tried_until_one_answers() -> None:
    ports = [Candidate(path, Sure.LIKELY, device="one") for path in ("a", "b", "c")]
    opened: list[str] = []
    (answer,) = ask_all(ports, opener(opened, b=BoardHalf(two_matches())))
    assert (answer.candidate.path, opened) == ("b", ["a", "b"])


def test_ports_that_fail_are_all_listed_in_order() -> None:
    ports = [Candidate(path, Sure.GIVEN) for path in ("a", "b", "c")]
    answers = ask_all(ports, opener([], b=BoardHalf(two_matches())))
    assert [(a.candidate.path, a.fields is not None) for a in answers] == [("a", False), ("b", True), ("c", False)]


@pytest.mark.parametrize(
    ("sure", "answers"),
    [
        (Sure.HARDLY, (0.5, 0.5)),
        (Sure.LIKELY, (0.5, 0.5)),
        (Sure.NAMED, (0.3, 0.6, 1.0)),
        (Sure.GIVEN, (0.3, 0.6, 1.0)),
    ],
)
def test_how_long_a_port_is_asked(monkeypatch: pytest.MonkeyPatch, sure: Sure, answers: tuple[float, ...]) -> None:
    asked: list[tuple[float, ...]] = []

    class Listens(Client):
        def __init__(self, port: Port, patience: Patience) -> None:
            asked.append(patience.answers)
            super().__init__(port, patience)

    monkeypatch.setattr("tallyboard.link.finding.Client", Listens)
    ports = [Candidate("a", sure)]
    ask_all(ports, opener([], a=BoardHalf(two_matches())))
    ask_all(ports, opener([], a=BoardHalf(two_matches())), Patience((7.0,)))
    assert asked == [answers, (7.0,)]


def test_32_devices_are_asked_at_once_each_port_by_port(monkeypatch: pytest.MonkeyPatch) -> None:
    workers: list[int] = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, count: int) -> None:
            workers.append(count)
            super().__init__(count)

    monkeypatch.setattr("tallyboard.link.finding.ThreadPoolExecutor", Pool)
    assert len(ask_all([Candidate(str(number), Sure.GIVEN) for number in range(40)], opener([]))) == 40
    assert workers == [32]


def test_ports_of_one_device_that_are_not_known_to_be_are_all_asked() -> None:
    opened: list[str] = []
    half = BoardHalf(two_matches())
    answers = ask_all([Candidate(path, Sure.GIVEN) for path in "ab"], opener(opened, a=half, b=half))
    assert [answer.fields is not None for answer in answers] == [True, True]
    assert sorted(opened) == ["a", "b"]


@pytest.mark.parametrize(
    ("given", "answering", "boards"),
    [
        ({"a": Sure.NAMED, "b": Sure.GIVEN}, "", ["a", "b"]),
        ({"a": Sure.NAMED, "b": Sure.LIKELY, "c": Sure.HARDLY}, "c", ["a", "c"]),
        ({"a": Sure.LIKELY, "b": Sure.LIKELY}, "ab", ["a", "b"]),
    ],
)
def test_a_named_port_is_believed_and_a_guess_is_asked(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, Sure], answering: str, boards: list[str]
) -> None:
    asked: list[str] = []
    fields = cast(Welcome, {"board": "e6"})

    def answer(candidates: list[Candidate]) -> list[Answer]:
        asked.extend(candidate.path for candidate in candidates)
        return [Answer(one, fields=fields if one.path in answering else None) for one in candidates]

    found = FoundPorts(tuple(Candidate(path, sure) for path, sure in given.items()), ())
    monkeypatch.setattr("tallyboard.link.finding.look", lambda overrides: found)
    monkeypatch.setattr("tallyboard.link.finding.ask_all", answer)
    assert found_boards(()) == boards
    assert asked == [path for path, sure in given.items() if sure < Sure.NAMED]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("0.9.1", "0.10.0", True),
        ("0.10.0", "0.9.1", False),
        ("1.0", "1.0.0", False),
        ("1.0.0", "1.0", False),
        ("1.0.0", "1.0.1", True),
        ("", "0.1.0", True),
    ],
)
def test_versions_are_compared_as_numbers(one: str, other: str, expected: bool) -> None:
    assert older(one, other) is expected
    assert number("0.10.0rc1") == (0, 10)
