"""`boards`, `sync` and `doctor` where hubs have boards, and where orders wait."""

import json
import os
import re
import socket
from contextlib import closing
from pathlib import Path

import pytest

from tallyboard.doctor.environment import FAULT, OK, WARN
from tallyboard.link import SerialPort
from tallyboard.store import Heard, hubs, open_store, orders
from tests.harness.command_line import Run
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.fake_hub import Board, FakeHub
from tests.harness.paper import two_matches
from tests.host.usb_ports import no_ports as no_ports  # a fixture
from tests.host.usb_ports import plug

HERE = socket.gethostname()
ELSEWHERE = f"other than {HERE}"


def order(db: Path, board: str | None, table: str | None, *wanted: object) -> None:
    """Orders that nobody comes to."""
    with closing(open_store(str(db))) as store:
        orders.give(store, board, table, wanted, "ann@door")  # type: ignore[arg-type]


LIGHT = ("light", {"light": 4})
NAME = ("name", {"name": "Table 9"})
MATCH = ("match", {"key": "m1", "line": "twenties-shootout", "names": ["Ann", "Bob"], "first": None})
CANCEL: tuple[str, object] = ("match", {"key": None, "line": "", "names": [], "first": None})


def words(line: str) -> str:
    return re.sub(r"\s+", " ", line).strip()


# ---- boards


def test_boards_of_hubs_are_listed_before_those_that_are_free(
    run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FakeHub(db, Board("b1", "Table 1", "/dev/ttyACM8", behind=12))
    FakeHub(db, Board("b2", "Table 2", "COM4"), laptop="desk")
    with PtyBoard(BoardHalf(two_matches())) as served:
        plug(monkeypatch, "/dev/ttyACM8", served.path)
        ran = run("boards", "--db", db)
        only = run("boards", "--port", "/dev/ttyACM8", "--db", db)
        told = [json.loads(line) for line in run("boards", "--json", "--db", db).out.splitlines()]
    assert (ran.code, ran.err) == (0, "")
    assert [words(line) for line in ran.out.splitlines()[:5]] == [
        "Laptop Port Board Table Not stored Has it",
        f"{HERE} /dev/ttyACM8 b1 Table 1 12 watch (process 42)",
        "desk COM4 b2 Table 2 0 watch (process 42)",
        "",
        "Port Board Table Firmware Records Not acknowledged Note",
    ]
    assert words(ran.out.splitlines()[5]).startswith(f"{served.path} e661640843 Table 3 0.1.0 28 28")
    assert len(ran.out.splitlines()) == 6, "the port of the hub was not asked"
    assert len(only.out.splitlines()) == 2
    assert told[:2] == [
        {
            "port": "/dev/ttyACM8",
            "board": "b1",
            "table": "Table 1",
            "hub": HERE,
            "command": "watch",
            "process": 42,
            "behind": 12,
        },
        {
            "port": "COM4",
            "board": "b2",
            "table": "Table 2",
            "hub": "desk",
            "command": "watch",
            "process": 42,
            "behind": 0,
        },
    ]
    assert told[2]["board"] == "e661640843"


def test_orders_that_wait_are_listed_with_what_they_wait_for(run: Run, db: Path) -> None:
    for laptop, *boards in (("desk", Board("b1", "Table 1"), Board("b2", "Twice")), ("door", Board("b3", "TWICE"))):
        FakeHub(db, *boards, laptop=laptop)
    order(db, "b1", "Table 1", MATCH, LIGHT)
    order(db, None, "twice", NAME)
    order(db, "b9", None, CANCEL)
    order(db, None, "Nowhere", ("name", {"name": ""}))
    ran = run("boards", "--db", db)
    said = [json.loads(line) for line in run("boards", "--db", db, "--json").out.splitlines()]
    assert ran.code == 0
    assert "2 tables are called Twice: boards b2, b3. Give all but one another name." in ran.out
    lines = [
        re.sub(r"\d+ m?s ago", "AGO", words(line)) for line in ran.out.partition("Orders that wait:\n")[2].splitlines()
    ]
    hub = "`tallyboard watch` on desk (process 42)"
    assert lines == [
        "Table Is to have Given By Why it waits",
        f"Table 1 twenties-shootout, Ann : Bob (match m1) AGO ann@door {hub} does it now",
        f"Table 1 brightness 4 AGO ann@door {hub} does it now",
        'twice the name "Table 9" AGO ann@door 2 tables have this name: boards b2, b3',
        "b9 no match to wait AGO ann@door no laptop has the board",
        "Nowhere the name in its settings AGO ann@door no laptop has a table of this name",
    ]
    waits = [one for one in said if "order" in one]
    given = waits[2].pop("given")
    assert re.fullmatch(r"2\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", given)
    assert waits[2] == {
        "order": "3",
        "board": None,
        "table": "twice",
        "kind": "name",
        "words": 'the name "Table 9"',
        "given_by": "ann@door",
        "why": "2 tables have this name: boards b2, b3",
    }


def test_orders_are_listed_where_no_board_is_there(run: Run, db: Path) -> None:
    order(db, None, "Table 1", LIGHT)
    ran = run("boards", "--db", db)
    assert (ran.code, ran.out.splitlines()[0], ran.err.splitlines()[0]) == (
        1,
        "Orders that wait:",
        "No board is plugged in.",
    )


def test_an_order_that_a_disk_has_damaged_is_passed_over(run: Run, db: Path) -> None:
    FakeHub(db, Board("b1", "Table 1"), Board("b2", "Table 2"))
    order(db, "b1", None, LIGHT, NAME, MATCH)
    order(db, "b2", None, LIGHT, NAME)
    with closing(open_store(str(db))) as store, store.writing() as writing:
        for number, damage in enumerate(["what = '{\"light'", "what = '[]'", "what = '{}'", "given = 'x'"], start=1):
            writing.connection.exec_driver_sql(f"UPDATE orders SET {damage} WHERE id = {number}")
        writing.connection.exec_driver_sql("UPDATE presence SET upcoming = '{' WHERE board = 'b1'")
    ran = run("boards", "--json", "--db", db)
    assert (ran.code, ran.err) == (0, "")
    assert [one.get("order") for one in map(json.loads, ran.out.splitlines())] == [None, None, "5"]


def test_two_free_boards_of_one_name_are_told(run: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with PtyBoard(BoardHalf(two_matches())) as one, PtyBoard(BoardHalf(two_matches(), board="b2")) as two:
        plug(monkeypatch, one.path, two.path)
        ran = run("boards")
    assert ran.out.endswith("\n2 tables are called Table 3: boards e661640843, b2. Give all but one another name.\n")


def test_one_board_on_two_ports_is_told(run: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with PtyBoard(BoardHalf(two_matches())) as one, PtyBoard(BoardHalf(two_matches())) as two:
        plug(monkeypatch, one.path, two.path)
        ran = run("boards")
    ports = ", ".join((one.path, two.path))
    assert ran.out.endswith(
        f"\nBoard e661640843 is on 2 ports: {ports}. Unplug all but one, or end the copies of it.\n"
    )
    assert "tables are called" not in ran.out


# ---- sync


def test_sync_beside_a_hub_says_what_is_on_its_way(run: Run, db: Path) -> None:
    with (
        PtyBoard(BoardHalf(two_matches())) as one,
        PtyBoard(BoardHalf(two_matches())) as two,
        closing(SerialPort(one.path)),
        closing(SerialPort(two.path)),
    ):
        FakeHub(db, Board("b1", "Table 1", one.path), Board("b2", "", two.path, behind=37))
        FakeHub(db, Board("b3", "Table 3"), laptop=ELSEWHERE)
        ran = run("sync", "--db", db)
        said = run("sync", one.path, "--db", db, "--json")
    assert ran == (
        0,
        f"Everything is being collected by `tallyboard watch` on {HERE} (process 42): "
        "Table 1 (0 on their way), b2 (37 on their way).\n",
        "",
    )
    assert said.code == 0
    assert json.loads(said.out) == {"board": "b1", "table": "Table 1", "port": one.path, "hub": HERE, "behind": 0}


def test_sync_collects_what_the_hub_has_not(run: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        PtyBoard(BoardHalf(two_matches())) as held,
        PtyBoard(BoardHalf(two_matches())) as free,
        closing(SerialPort(held.path)),
    ):
        plug(monkeypatch, held.path, free.path)
        FakeHub(db, Board("b1", "Table 1", held.path))
        ran = run("sync", "--db", db)
    assert (ran.code, ran.err) == (0, "")
    collected, rest = ran.out.splitlines()
    assert collected == "Table 3 (e661640843): 28 records received, 0 here before."
    assert rest.startswith("The rest is being collected by `tallyboard watch`")


def test_sync_collects_itself_what_a_hub_had_that_was_killed(run: Run, db: Path) -> None:
    with PtyBoard(BoardHalf(two_matches())) as served:
        FakeHub(db, Board("e661640843", "Table 3", served.path))
        assert run("sync", "--db", db).out == "Table 3 (e661640843): 28 records received, 0 here before.\n"


def test_sync_says_that_another_program_may_be_a_hub_of_another_database(run: Run, db: Path) -> None:
    with PtyBoard(BoardHalf(two_matches())) as served, closing(SerialPort(served.path)):
        ran = run("sync", served.path, "--db", db)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("If it is another tallyboard: give the same --db as it has.\n")


# ---- doctor


def findings(run: Run, db: Path | str, *arguments: str) -> dict[str, list[tuple[str, str]]]:
    """By check (level, what was found)."""
    said = json.loads(run("doctor", "--db", db, "--json", *arguments).out)
    found: dict[str, list[tuple[str, str]]] = {}
    for one in said["checks"]:
        found.setdefault(one["check"], []).append((one["level"], one["found"]))
    return found


def test_the_doctor_knows_a_port_that_a_hub_has(run: Run, db: Path) -> None:
    with PtyBoard(BoardHalf(two_matches())) as served, closing(SerialPort(served.path)):
        FakeHub(db, Board("b1", "Table 1", served.path, behind=1))
        known = findings(run, db, "--port", served.path)
        FakeHub(db, laptop=None)  # it beats without the board
        other = findings(run, db, "--port", served.path)
    hub = f"`tallyboard watch` on {HERE} (process 42)"
    assert known["port"] == [(OK, f"{served.path} is board b1, which {hub} has.")]
    assert known["hubs"] == [(OK, f"{hub} has 1 board; 1 record is on its way.")]
    assert [level for level, _ in other["port"]] == [FAULT]
    assert other["hubs"] == [(OK, f"{hub} has 0 boards; 0 records are on their way.")]


def test_the_doctor_knows_a_hub_that_went_without_a_word(run: Run, db: Path) -> None:
    FakeHub(db, Board("b1", "Table 1"), laptop="desk")
    FakeHub(db, Board("b2", "Table 2"), laptop="door")
    with closing(open_store(str(db))) as store, store.writing() as writing:
        writing.connection.exec_driver_sql(
            f"UPDATE hubs SET heard = heard - {hubs.SILENT_MS + 240_000} WHERE laptop = 'desk'"
        )
    assert findings(run, db)["hubs"] == [
        (OK, "`tallyboard watch` on door (process 42) has 1 board; 0 records are on their way."),
        (WARN, "`tallyboard watch` on desk (process 42) was last heard 4 min ago and did not say that it ends."),
    ]
    with closing(open_store(str(db))) as store:
        hubs.beat(store, hubs.HubProcess("again", "desk", 43, "watch"), [])
    assert [level for level, _ in findings(run, db)["hubs"]] == [OK, OK], "it was started again"


@pytest.mark.parametrize(("has_ended", "level"), [(False, WARN), (True, OK)])
def test_the_doctor_sees_that_a_hub_of_this_laptop_was_killed(run: Run, db: Path, has_ended: bool, level: str) -> None:
    pid = 2**22 + 1 if has_ended else os.getpid()  # more than Linux gives to a process
    with closing(open_store(str(db))) as store:
        hubs.beat(store, hubs.HubProcess("hub", HERE, pid, "serve"), [])
        with store.writing() as writing:
            writing.connection.exec_driver_sql(f"UPDATE hubs SET heard = heard - {hubs.SILENT_MS + 1}")
    assert [found[0] for found in findings(run, db)["hubs"]] == [level]
    with closing(open_store(str(db))) as store, store.writing() as writing:
        writing.connection.exec_driver_sql("UPDATE hubs SET pid = 'x'")  # as a damaged file may have it
    assert [found[0] for found in findings(run, db)["hubs"]] == [WARN]


def test_the_doctor_knows_orders_that_wait(run: Run, db: Path) -> None:
    with closing(open_store(str(db))) as store:
        store.add(Heard("b1", "Table 1", "0.2.0", 7, 0, 0))
    assert findings(run, db)["orders"] == [(OK, "No order waits for a board.")]
    order(db, "b1", None, NAME, LIGHT)
    order(db, None, "Table 2", LIGHT)
    order(db, "b9", None, LIGHT)
    found = findings(run, db)["orders"]
    assert [level for level, _ in found] == [WARN] * 4
    assert re.fullmatch(
        r'An order for the table "Table 1" waits \(name\), given \d+ s ago: no laptop has the board\.', found[0][1]
    )
    assert found[3][1] == "1 more order waits."


@pytest.mark.parametrize("address", ["postgresql+psycopg://ann:secret@/club?host=/nowhere", "missing/club.db"])
def test_a_database_that_cannot_be_reached_is_a_finding(run: Run, address: str) -> None:
    ran = run("doctor", "--db", address, "--json")
    assert (ran.code, ran.err, "secret" in ran.out) == (1, "", False)
    found = [one for one in json.loads(ran.out)["checks"] if one["level"] == FAULT]
    assert [one["check"] for one in found] == ["database"]
