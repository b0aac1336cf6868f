"""The doctor: every fault is named with its remedy, nothing is changed, and a check that fails is told itself."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from shared_rules import VERSION
from shared_rules.link import board_half, frame
from tallyboard.doctor.checks import CHECKS, diagnose
from tallyboard.doctor.environment import FAULT, OK, WARN, Environment, Finding
from tallyboard.drive import deploy as deploying
from tallyboard.drive.files import firmware_dir
from tallyboard.hub.sync import Collection
from tallyboard.link import Client, Patience, Port
from tallyboard.link import finding as asking_ports
from tallyboard.store import Heard, Store, hubs, open_store, radio, sqlite_file, tournaments
from tallyboard.store.tournaments import Followed
from tests.harness.command_line import Run
from tests.harness.fake_board import BoardHalf, MemoryPort, PtyBoard
from tests.harness.paper import Paper, two_matches
from tests.harness.sizes import PRINTS
from tests.host.marks import linux_only
from tests.host.usb_ports import listing, port

CONSOLE = port("/dev/ttyACM0", "CircuitPython CDC control", at="1-2:1.0")
DATA = port("/dev/ttyACM1", "CircuitPython CDC2 control", at="1-2:1.2")
NEW_YEAR_2030 = 1_893_456_000


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def found(check: str, **about: Any) -> list[Finding]:
    """What one check finds; there are no drives and no ports unless `about`, fields of Environment, says so."""
    environment = Environment(**{"lister": listing(), "drives": list, "clock": lambda: NEW_YEAR_2030, **about})
    told = diagnose(environment, [(check, dict(CHECKS)[check])])["checks"]
    assert {one["check"] for one in told} <= {check}
    return [Finding(one["level"], one["found"], one["remedy"]) for one in told]


def the_only(check: str, **about: Any) -> Finding:
    (finding,) = found(check, **about)
    return finding


def plugged(*halves: BoardHalf) -> dict[str, Any]:
    """Boards on data ports of their own."""
    paths = {f"/dev/ttyACM{number}": half for number, half in enumerate(halves)}
    infos = [port(path, "CircuitPython CDC2 control", serial=path) for path in paths]
    return {"lister": listing(*infos), "opener": lambda path: MemoryPort(paths[path])}


# ---- the laptop


def test_versions_are_told() -> None:
    assert the_only("program").found.startswith(f"tallyboard {VERSION}, Python {sys.version.split()[0]}, pyserial 3")


def test_a_clock_that_was_never_set() -> None:
    assert the_only("clock").level == OK
    warned = the_only("clock", clock=lambda: 86_400.0)
    assert (warned.level, warned.found) == (WARN, "The laptop's clock says 1970-01-02: it is not set.")
    assert "network time" in warned.remedy


def test_where_data_and_log_are(tmp_path: Path) -> None:
    assert [finding.found for finding in found("folders")] == [
        f"The data are in {tmp_path / 'data' / 'tallyboard'}.",
        f"The log of errors is in {tmp_path / 'state' / 'tallyboard'}.",
    ]
    assert found("folders", db=str(tmp_path / "club.db"))[0].found == f"The data are in {tmp_path}."


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "data"
    monkeypatch.setattr(os, "access", lambda path, mode: path != closed)  # root may write anywhere
    closed.mkdir()
    fault = found("folders")[0]
    assert (fault.level, fault.found) == (FAULT, f"You may not write to the folder {closed / 'tallyboard'}.")
    assert fault.remedy == f"`ls -ld {closed}` shows who may."


@pytest.mark.parametrize(("free", "level"), [(5_000_000_000, OK), (150_000_000, WARN), (19_999_999, FAULT)])
def test_room_on_the_disk(monkeypatch: pytest.MonkeyPatch, free: int, level: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**10, 10**10 - free, free))
    assert the_only("room").level == level


# ---- what is plugged in


def test_no_board_is_a_warning_and_a_port_that_is_not_there_a_fault(tmp_path: Path) -> None:
    assert the_only("port") == Finding(
        WARN, "No board is plugged in.", "Plug one in with a cable that carries data, not only power."
    )
    assert the_only("port", overrides=[str(tmp_path / "*")]).level == FAULT
    assert "There is no port" in the_only("port", overrides=[str(tmp_path / "ttyACM0")]).found


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    place = tmp_path / "CIRCUITPY"
    place.mkdir()
    return place


def test_a_drive_without_a_port(drive: Path) -> None:
    fault = the_only("drive", drives=lambda: [drive])
    assert (fault.level, fault.found) == (FAULT, f"The drive {drive} is mounted, but there is no port of a board.")
    assert the_only("drive", drives=lambda: [drive], lister=listing(DATA)).level == OK
    assert the_only("drive").level == OK


def test_a_circuitpython_that_the_drive_was_not_compiled_for(drive: Path) -> None:
    deploying.deploy(drive)
    (drive / "boot_out.txt").write_text("Adafruit CircuitPython 10.2.1 on 2026-05-13; Raspberry Pi Pico\n")
    assert the_only("drive", drives=lambda: [drive], lister=listing(DATA)).level == OK
    (drive / "boot_out.txt").write_text("Adafruit CircuitPython 11.0.0 on 2027-05-13; Raspberry Pi Pico\n")
    fault, _ = found("drive", drives=lambda: [drive], lister=listing(DATA))
    assert fault.found == f"The compiled files on {drive} are for another CircuitPython than its 11.0.0."
    assert fault.remedy == "Run `tallyboard deploy`, then unplug the board and plug it in again."
    deploying.deploy(drive)
    assert the_only("drive", drives=lambda: [drive], lister=listing(DATA)).level == OK


def test_a_drive_with_the_pins_of_another_board(drive: Path) -> None:
    (drive / "boot_out.txt").write_text(
        "Adafruit CircuitPython 10.2.1 on 2026-05-13; MacroPad\nBoard ID:raspberry_pi_pico\n"
    )
    deploying.deploy(drive)
    assert the_only("drive", drives=lambda: [drive], lister=listing(DATA)).level == OK
    (drive / "boot_out.txt").write_text(
        "Adafruit CircuitPython 10.2.1 on 2026-05-13; MacroPad\nBoard ID:adafruit_macropad_rp2040\n"
    )
    fault, _ = found("drive", drives=lambda: [drive], lister=listing(DATA))
    assert fault == Finding(
        FAULT,
        f"{drive} is the drive of adafruit_macropad_rp2040 and has the pins of the board reference.",
        "Run `tallyboard deploy --board macropad`, then unplug the board and plug it in again.",
    )
    deploying.deploy(drive, "macropad")
    assert the_only("drive", drives=lambda: [drive], lister=listing(DATA)).level == OK
    (drive / "settings.toml").write_text("TALLYBOARD_SIDES = 3\n")
    warning, _ = found("drive", drives=lambda: [drive], lister=listing(DATA))
    assert (warning.level, warning.remedy) == (WARN, "Set TALLYBOARD_SIDES = 2 there.")


def test_a_drive_on_which_nothing_of_ours_is_has_no_wrong_pins(drive: Path) -> None:
    (drive / "boot_out.txt").write_text("Board ID:adafruit_macropad_rp2040\n")
    assert the_only("drive", drives=lambda: [drive], lister=listing(DATA)).level == OK


def test_boot_py_is_not_on_the_drive_yet(drive: Path) -> None:
    fault = the_only("data port", lister=listing(CONSOLE), drives=lambda: [drive])
    assert fault == Finding(
        FAULT,
        "The board with the console on /dev/ttyACM0 has no data port: boot.py has not run.",
        "Run `tallyboard deploy`, then unplug the board and plug it in again.",
    )


def test_boot_py_is_on_the_drive_and_has_not_run(drive: Path) -> None:
    shutil.copy(firmware_dir() / "boot.py", drive)
    fault = the_only("data port", lister=listing(CONSOLE), drives=lambda: [drive])
    assert fault.remedy == "boot.py is on its drive and runs at power-on only: unplug the board and plug it in again."


def test_a_console_is_recognised_and_never_asked() -> None:
    asked: list[str] = []

    def opener(path: str) -> Port:
        asked.append(path)
        return MemoryPort(BoardHalf(two_matches()))

    about = {"overrides": [CONSOLE.device], "lister": listing(CONSOLE, DATA), "opener": opener}
    assert the_only("data port", **about) == Finding(
        FAULT, "/dev/ttyACM0 is the console of a board.", "Give its data port: /dev/ttyACM1."
    )
    assert found("port", **about) == []
    assert asked == []
    assert "boot.py has not run" in the_only("data port", **{**about, "lister": listing(CONSOLE)}).found


@pytest.mark.parametrize(
    ("info", "level"),
    [
        (DATA, FAULT),
        (port("COM5", ids=(0x2E8A, 5)), WARN),
        (port("COM6", ids=(0x0403, 0x6001)), OK),
    ],
)
def test_another_device_is_as_bad_as_it_looked_like_a_board(
    monkeypatch: pytest.MonkeyPatch, info: Any, level: str
) -> None:
    for patience in ("_LONG", "_SHORT"):
        monkeypatch.setattr(asking_ports, patience, Patience(answers=(0.01,)))
    about = {"lister": listing(info), "opener": lambda path: _talking(b"login: ")}
    finding = the_only("port", **about)
    assert (finding.level, "sends something else: it is not a Tallyboard" in finding.found) == (level, True)


def _talking(said: bytes) -> MemoryPort:
    spoken = MemoryPort(None, stale=said * 100)
    spoken.name = "the port"
    return spoken


@linux_only
def test_a_program_that_reads_along_is_named() -> None:
    with (
        PtyBoard(BoardHalf(two_matches())) as served,
        open(served.path, "rb", buffering=0) as device,
        subprocess.Popen(["sleep", "60"], stdin=device) as other,
    ):
        answered, rival = found("port", overrides=[served.path])
        other.kill()
    assert answered.found == f"{served.path} is board e661640843."
    assert rival == Finding(
        WARN,
        f"sleep (process {other.pid}) has {served.path} open too and may take what the board says.",
        "Close that program.",
    )


# ---- boards


@pytest.mark.parametrize(
    ("version", "level", "remedy"),
    [
        (VERSION, OK, ""),
        ("0.0.9", WARN, "Run `tallyboard deploy`, then unplug the board and plug it in again."),
        ("999.0", WARN, "Update the laptop: install the newer Tallyboard."),
    ],
)
def test_firmware(version: str, level: str, remedy: str) -> None:
    finding = the_only("firmware", **plugged(BoardHalf(two_matches(), firmware=version)))
    assert (finding.level, finding.remedy) == (level, remedy)
    assert finding.found.startswith(f"Table 3 runs firmware {version}")


def test_damage_that_the_board_has_found() -> None:
    half = BoardHalf(two_matches())
    half.spoil = {3: bytes(8), 4: bytes(8)}
    warned = the_only("memory", **plugged(half))
    assert (warned.level, warned.found) == (WARN, "Table 3 has found 2 records damaged in its memory.")
    assert "wires of the FRAM" in warned.remedy
    assert the_only("memory", **plugged(BoardHalf(two_matches()))).level == OK


class Forgetful(BoardHalf):
    """A board whose journal memory does not answer."""

    def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
        return [(frame.NO, board_half.no(frame.MEMORY, "the journal's memory does not answer"))]


def test_a_memory_that_does_not_answer_is_told_once() -> None:
    about = plugged(Forgetful(two_matches()))
    fault = the_only("memory", **about)
    assert (fault.level, "its journal memory does not answer" in fault.found) == (FAULT, True)
    assert "wiring of the FRAM" in fault.remedy
    assert found("port", **about) == []


@pytest.mark.parametrize(("acked", "level"), [(0, WARN), (1000, OK)])
def test_a_journal_nearly_full_of_what_nobody_has(acked: int, level: str) -> None:
    paper = Paper().boot().start("crokinole-official target=9999")
    while len(paper.records) < 3100:
        paper.press("A 20", "A off 20")
    half = BoardHalf(paper)
    half.acked = acked
    finding = the_only("journal", **plugged(half))
    assert finding.level == level
    waiting = len(paper.records) - acked
    assert f"Table 3 holds {waiting} records that no laptop has acknowledged" in finding.found


# ---- the store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with two matches."""
    path = tmp_path / "club.db"
    collect(path, BoardHalf(two_matches()))
    return path


def collect(path: Path, half: BoardHalf) -> None:
    wire = MemoryPort(half)
    with closing(open_store(str(path))) as store:
        Collection(Client(wire, clock=wire.clock), store).run()


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.fixture
def untouched(path: Path) -> Iterator[None]:
    """The database is to be as it was, byte for byte, with no file more beside it."""
    before = {other.name: other.read_bytes() for other in path.parent.glob("club.db*")}
    yield
    assert {other.name: other.read_bytes() for other in path.parent.glob("club.db*")} == before


def store_findings(path: Path) -> list[tuple[str, str, str]]:
    names = ("database", "file", "records", "epochs", "copies")
    return [(name, one.level, one.found) for name in names for one in found(name, db=str(path))]


@pytest.mark.usefixtures("untouched")
def test_a_sound_store(path: Path) -> None:
    database_, file, records, copies = store_findings(path)
    assert database_[:2] == ("database", OK)
    assert file == ("file", OK, "The file is whole, and all keys lead somewhere.")
    assert records == ("records", OK, "28 records, 2 matches, all as the boards recorded them.")
    assert copies == ("copies", WARN, "There is no copy of the database beside it.")


def test_no_store_yet_and_none_is_made(tmp_path: Path) -> None:
    assert "There is no database" in the_only("database").found
    assert store_findings(tmp_path / "new.db") == [
        ("database", OK, f"There is no database {tmp_path / 'new.db'} yet; the first sync makes it.")
    ]
    assert not (tmp_path / "new.db").exists()
    assert not (tmp_path / "data").exists()


def test_a_store_in_no_folder_is_one_fault(tmp_path: Path) -> None:
    environment = Environment(db=str(tmp_path / "nowhere" / "club.db"), lister=listing(), drives=list)
    faults = [one["found"] for one in diagnose(environment)["checks"] if one["level"] == FAULT]
    assert faults == [f"There is no folder {tmp_path / 'nowhere'}."]


@pytest.mark.usefixtures("untouched")
def test_an_older_shape_is_not_migrated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = sqlite_file.REVISIONS[-1]
    monkeypatch.setattr(sqlite_file, "REVISIONS", (*sqlite_file.REVISIONS, "9999"))
    ((name, level, said),) = store_findings(path)
    assert (name, level, f"is of shape {now}, this tallyboard writes 9999" in said) == ("database", WARN, True)


def test_a_newer_shape_is_a_fault(path: Path) -> None:
    change(path, "UPDATE alembic_version SET version_num = '9999'")
    ((_, level, said),) = store_findings(path)
    assert (level, "written by a newer tallyboard" in said) == (FAULT, True)


def test_a_shape_that_no_tallyboard_has_is_a_fault(path: Path) -> None:
    change(path, "UPDATE alembic_version SET version_num = 'zzzz'")
    ((_, level, said),) = store_findings(path)
    assert (level, "is damaged" in said) == (FAULT, True)


def test_a_damaged_file(path: Path) -> None:
    change(path, "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name LIKE '%autoindex_boards%'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    data[root * size - 8 : root * size - 2] = b"\x00" * 6  # the end of the page, where the index's one key stands
    path.write_bytes(data)
    said = found("file", db=str(path))
    assert said[-1].level == FAULT
    assert said[-1].found.startswith(f"The database {path} is damaged: ")
    assert "`tallyboard rebuild`" in said[-1].remedy


def test_a_key_that_leads_nowhere(path: Path) -> None:
    change(path, "PRAGMA foreign_keys = OFF", "DELETE FROM boards")
    fault = the_only("file", db=str(path))
    assert (fault.level, "row 1 of journals leads to nothing in boards" in fault.found) == (FAULT, True)


def test_a_file_that_is_not_in_wal_mode(path: Path) -> None:
    change(path, "PRAGMA journal_mode = DELETE")
    before = path.read_bytes()
    warned, whole = found("file", db=str(path))
    assert (warned.level, whole.level) == (WARN, OK)
    assert "not in WAL mode" in warned.found
    assert path.read_bytes() == before


def test_stored_records_that_are_damaged_and_matches_that_differ(path: Path) -> None:
    change(
        path,
        "UPDATE records SET data = zeroblob(8) WHERE seq = 20",
        "UPDATE matches SET status = 'won' WHERE first_seq = 1",
    )
    damaged, differs, incomplete = found("records", db=str(path))
    assert (damaged.level, damaged.found) == (FAULT, "1 stored record is damaged.")
    assert (differs.level, differs.found) == (FAULT, "2 matches are stored differently from what the records give.")
    assert "tallyboard rebuild" in differs.remedy
    assert incomplete.level == WARN


def test_incomplete_matches_say_what_is_missing(tmp_path: Path) -> None:
    half = BoardHalf(two_matches())
    half.withhold = {20, 22, 23}
    collect(tmp_path / "club.db", half)
    warned, counts = found("records", db=str(tmp_path / "club.db"))
    assert warned.level == WARN
    assert warned.found.endswith(" is incomplete: records 20, 22 to 23 are missing.")
    assert counts.level == OK


def test_a_board_that_tells_another_history_is_an_alarm(path: Path) -> None:
    half = BoardHalf(two_matches())
    del half.paper.records[26:]
    half.paper.press("B 5")
    collect(path, half)
    alarm = found("records", db=str(path))[0]
    assert (alarm.level, alarm.found.startswith("ALARM: 1 record has two histories")) == (FAULT, True)
    assert "number 26 of board e661640843, epoch 7" in alarm.found


def test_a_journal_that_was_erased_before_it_was_collected(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    half = BoardHalf(two_matches())
    half.withhold = {25, 26, 27}
    collect(path, half)
    assert found("epochs", db=str(path)) == []
    collect(path, BoardHalf(two_matches(epoch=8)))
    warned = the_only("epochs", db=str(path))
    assert (warned.level, "while 3 records of epoch 7 had not been collected" in warned.found) == (WARN, True)


def test_a_copy_beside_the_database_is_found(path: Path) -> None:
    shutil.copy(path, path.with_name("club.db.before-0009"))
    os.utime(path.with_name("club.db.before-0009"), (NEW_YEAR_2030 - 300, NEW_YEAR_2030 - 300))
    finding = the_only("copies", db=str(path))
    assert finding == Finding(OK, "1 copy beside it, the newest club.db.before-0009, 5 min ago.")


# ---- the whole


# ---- tournaments

DAY = ("add Ann", "add Bob", "open 1 2", "phase 1 round-robin game crokinole-official", "draw 1", "call")


@pytest.fixture
def day(path: Path) -> Iterator[Store]:
    """The store, with a tournament that has a call at table 1."""
    with open_store(str(path)) as store:
        about = tournaments.create(store, "Club evening", "tournament singles seed=7", "UTC")
        tournaments.append(store, Followed(about), lambda _: DAY, "Ann")
        yield store


def at_a_hub(store: Store, *boards: tuple[str, str]) -> None:
    """Boards by id and table, which a hub has now."""
    for board, table in boards:
        store.add(Heard(board, table, "0.2.0", 7, 0, 0))
    hubs.beat(store, hubs.HubProcess("h1", "laptop", 1, "watch"), [hubs.Has(board, "/dev/x", 0) for board, _ in boards])


def test_no_tournament_is_no_fault(path: Path) -> None:
    assert the_only("tournaments", db=str(path)).level == OK
    assert found("tables", db=str(path)) == []


def test_the_tournament_in_use_and_who_calls_are_told(path: Path, day: Store) -> None:
    told = the_only("tournaments", db=str(path))
    assert (told.level, told.found) == (OK, "The tournament in use is Club evening, of 1; calls are made at the desk.")
    with day.reading() as sql:
        about = tournaments.find(sql)
    tournaments.set_auto(day, about.id, True)
    assert the_only("tournaments", db=str(path)).found.endswith("calls are made by themselves.")


def test_a_clock_that_was_set_back_is_told(path: Path, day: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert the_only("moments", db=str(path)).level == OK
    before = time.time() - 7200
    monkeypatch.setattr("tallyboard.store.tables.sql.time.time", lambda: before)
    told = the_only("moments", db=str(path))
    assert (told.level, told.found[:56]) == (WARN, "The latest moment in the database is 2 h 0 min after now")


def test_tables_without_a_board_and_with_two_are_told(path: Path, day: Store) -> None:
    assert the_only("tables", db=str(path)).level == OK, "a day on paper"
    at_a_hub(day, ("b1", "1"), ("b2", "1"))
    several, without = found("tables", db=str(path))
    assert (several.level, without.level) == (WARN, WARN)
    assert several.found == "2 boards are called 1: b1, b2; none is told of a call there."
    assert without.found == "No board at a hub is called 2: what is called there is for paper."
    at_a_hub(day, ("b1", "1"), ("b2", " 2 "))
    told = the_only("tables", db=str(path))
    assert (told.level, told.found) == (OK, "2 open tables have a board each.")


def test_a_damaged_tournament_is_a_fault(path: Path, day: Store) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM tournament_events WHERE number = 6")
    in_use, damaged = found("tournaments", db=str(path))
    assert (in_use.level, damaged.level) == (OK, FAULT)
    assert damaged.found == "Something of the tournament Club evening is damaged or missing."
    assert "rebuild" in damaged.remedy
    assert found("tables", db=str(path)) == []


@PRINTS
def test_the_typesetter_is_told() -> None:
    assert the_only("printing").found.startswith("typst 0.")


def test_a_typesetter_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("tallyboard.doctor.boards.version", is_missing)
    assert "is not installed" in the_only("printing").found


def test_a_report_without_names_has_no_name_of_a_tournament(run: Run, path: Path, day: Store, tmp_path: Path) -> None:
    out = tmp_path / "report.zip"
    assert run("report", "--without-names", "--db", path, "--out", out).code == 0
    assert "Club evening" not in zipfile.ZipFile(out).read("doctor.json").decode()


def test_a_check_that_fails_is_a_fault_and_the_others_go_on(tmp_path: Path) -> None:
    def broken(environment: Environment) -> Iterator[Finding]:
        yield Finding(OK, "So far all is well.")
        raise ZeroDivisionError("somewhere deep")

    checks: list[tuple[str, Callable[[Environment], Any]]] = [("odd", broken), ("clock", dict(CHECKS)["clock"])]
    odd, clock = diagnose(Environment(lister=listing(), drives=list), checks)["checks"]
    assert (odd["check"], odd["level"]) == ("odd", FAULT)
    assert odd["found"] == "This check failed: Something unexpected went wrong (ZeroDivisionError)."
    assert "somewhere deep" in (tmp_path / "state" / "tallyboard" / "errors.log").read_text()
    assert clock["check"] == "clock"


def test_the_command_is_0_without_a_fault(run: Run, path: Path) -> None:
    with PtyBoard(BoardHalf(two_matches(), firmware=VERSION)) as served:
        ran = run("doctor", "--port", served.path, "--db", path)
        said = json.loads(run("doctor", "--port", served.path, "--db", path, "--json").out)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "0 faults, 1 warning."
    assert f"{served.path} is board e661640843." in ran.out
    assert said["faults"] == 0
    assert {check["check"] for check in said["checks"]} == {name for name, _ in CHECKS} - {
        "data port",
        "epochs",
        "tables",
    }
    assert all(set(check) == {"check", "level", "found", "remedy"} for check in said["checks"])


def test_the_command_is_1_with_a_fault(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--port", tmp_path / "ttyACM9")
    assert (ran.code, ran.err) == (1, "")
    assert "Plug the board in and check the name of its port." in ran.out
    assert ran.out.splitlines()[-1] == "1 fault, 0 warnings."


# ---- boards without a cable


def a_drive(folder: Path, board: str, key: bytes) -> Path:
    folder.mkdir()
    (folder / "boot_out.txt").write_text(f"Adafruit CircuitPython 10.0.3\nBoard ID:raspberry_pi_pico_w\nUID:{board}\n")
    (folder / "settings.toml").write_text(f'TALLYBOARD_RADIO_KEY = "{key.hex()}"\n')
    return folder


def test_boards_without_a_cable_are_paired_and_heard(tmp_path: Path) -> None:
    key = bytes(range(32))
    with closing(open_store()) as store:
        assert the_only("radio").found.startswith("No board is paired")
        radio.pair(store, "e661", key, "Ann")
        silent = the_only("radio")
        store.add(Heard("e661", "Table 4", "0.1.0", 7, 0, 0))
        heard = the_only("radio", drives=lambda: [a_drive(tmp_path / "one", "E661", key)])
        assert (silent.level, heard.level) == (WARN, OK)
        assert silent.found == "Board e661 was paired for the radio and has not been heard since."
        radio.unpair(store, "e661")
        radio.pair(store, "e661", key, "Ann")
        with store.writing() as sql:
            sql.run("UPDATE boards SET heard = '2026-01-01 00:00:00.000000'")
        assert the_only("radio") == silent


def test_a_drive_whose_key_is_not_that_of_the_database_is_told(tmp_path: Path) -> None:
    key, other = bytes(range(32)), bytes(32)
    drives = [
        a_drive(tmp_path / "one", "E661", other),
        a_drive(tmp_path / "two", "E662", key),
        a_drive(tmp_path / "three", "E663", key),
        a_drive(tmp_path / "four", "E664", b""),
    ]
    with closing(open_store()) as store:
        for board in ("e661", "e662"):
            store.add(Heard(board, "", "0.1.0", 7, 0, 0))
            radio.pair(store, board, key, "Ann")
    told = [one.found for one in found("radio", drives=lambda: drives) if "drive" in one.found]
    assert told == [
        f"The key on the drive {tmp_path}/one of board e661 is not the one that this database has.",
        f"There is a key on the drive {tmp_path}/three of board e663 that this database does not have.",
    ]
    assert not any(secret in f"{told}" for secret in (key.hex(), other.hex()))


def test_what_does_not_fit_in_the_air_is_told_for_a_day() -> None:
    with closing(open_store()) as store:
        radio.note(store, {("e661", "unknown"): 9, ("e662", "key"): 1, ("e663", "repeat"): 1})
        told = [one for one in found("radio") if one.level == WARN]
        assert [one.found.partition(" calls")[0].partition(" begins")[0] for one in told] == [
            "Board e661", "Board e662", "Board e663",
        ]  # fmt: skip
        assert all("setup --radio" in one.remedy for one in told[:2])
        radio.note(store, {("e664", "key"): 1})
        assert len([one for one in found("radio") if one.level == WARN]) == 4
        with store.writing() as sql:
            sql.run("UPDATE radio_notes SET last = last - 86400001")
        assert [one.level for one in found("radio")] == [OK]
