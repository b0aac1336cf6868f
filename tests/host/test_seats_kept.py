"""Seats in databases that are copied, reported, damaged or older: no secret leaves, nor a radio's key, and who plays by
phone plays on."""

import base64
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from tallyboard.doctor.environment import Environment
from tallyboard.doctor.report import write_report
from tallyboard.store import Heard, Store, open_store, radio, read_store, seats
from tallyboard.store.rebuilding import Remains, rebuild
from tallyboard.store.seats import Admitted, SeatWish, Void, admit, check_of
from tallyboard.store.verify import verify
from tallyboard.system.error_log import unforeseen
from tallyboard.system.laptop import data_folder
from tests.harness.command_line import Run
from tests.harness.paper import two_matches
from tests.host.usb_ports import listing

TOKENS = [f"{letter * 42}_" for letter in "abc"]
KEY = bytes(range(7, 256, 8))  # of a board without a cable
TABLES = ("seats", "phones", "seat_asks")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def used() -> list[str]:
    """A store after an evening by phone; every secret that there was."""
    with closing(open_store()) as store:
        final, four = seats.open_seats(store, ["4", "Final"])
        first, second = (let_in(store, seat.secret, token) for seat, token in ((four, TOKENS[0]), (final, TOKENS[1])))
        records = list(enumerate(two_matches().records))
        store.add(Heard(first.board, "Table 4", "0.1.0", 7, 0, len(records), first.check), records)
        seats.heard(store, {second.check: (50, False)})
        admit(store, SeatWish(secret=four.secret, token=TOKENS[2], takes_over=True))
        (renewed,) = seats.open_seats(store, ["Final"], renew=True)
        radio.pair(store, "e6616407e3646b29", KEY, "Ann")
        unforeseen(ValueError("an error"))
    return [four.secret, final.secret, renewed.secret, *TOKENS, *map(check_of, TOKENS), KEY.hex()]


def let_in(store: Store, secret: str, token: str) -> Admitted:
    found = admit(store, SeatWish(secret=secret, token=token))
    assert isinstance(found, Admitted)
    return found


def forms(secret: str) -> set[bytes]:
    raw = secret.encode()
    binary = bytes.fromhex(secret) if len(secret) == 64 else base64.urlsafe_b64decode(secret + "==")
    return {raw, raw.hex().encode(), binary, base64.b64encode(raw)[:-4], base64.b64encode(binary)[:-4]}


def told_in(folder: Path, of_them: list[str]) -> set[str]:
    """The files of this folder in which one of these stands."""
    wanted = {form for secret in of_them for form in forms(secret)}
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.name for file in files if any(form in file.read_bytes() for form in wanted)}


def test_no_secret_leaves_the_database(run: Run, used: list[str], tmp_path: Path) -> None:
    assert told_in(data_folder(), used), "else nothing is found here at all"
    out = tmp_path / "out"
    out.mkdir()
    for without_names in (False, True):
        to = tmp_path / f"{without_names}.zip"
        written = write_report(Environment(lister=listing(), drives=list), to, without_names)
        folder = out / str(without_names)
        folder.mkdir()
        with zipfile.ZipFile(written.path) as archive:
            archive.extractall(folder)
        assert (folder / "tallyboard.db").exists()
        with closing(open_store(str(folder / "tallyboard.db"))) as copy, copy.reading() as sql:
            assert (seats.seats(sql), radio.paired(sql)) == ([], [])
    db = data_folder() / "tallyboard.db"
    assert run("copy", "--from", db, "--to", out / "copy.db").code == 0
    for number, words in enumerate(
        (
            ("export", "--format", "csv"),
            ("export", "--format", "json"),
            ("results", "--json"),
            ("boards", "--json"),
            ("doctor", "--json"),
            ("verify", "--json"),
            ("export", "--format", "cmn"),
            ("boards", "--port", tmp_path / "none", "--json"),
            ("tables", "lock", "4", "--json"),
            ("setup", "--no-radio", "--board", "7cdfa1e2b3c4", "--json"),
            ("show", "nothing"),
        )
    ):
        (out / f"{number}").write_text(json.dumps(run(*words)))
    assert told_in(out, used) == set()
    assert told_in(tmp_path / "state", used) == set()


def test_a_store_is_whole_with_them(used: list[str]) -> None:
    with closing(open_store()) as store:
        assert verify(store).sound
        store.rebuild()
        assert isinstance(admit(store, SeatWish(secret=None, token=TOKENS[0])), Admitted)


@pytest.mark.parametrize("gone", TABLES)
def test_a_table_that_is_gone_is_an_empty_one(used: list[str], gone: str) -> None:
    with closing(sqlite3.connect(data_folder() / "tallyboard.db")) as connection, connection:
        connection.execute(f"DROP TABLE {gone}")
    with closing(read_store()) as reader, reader.reading() as sql:
        assert len(seats.seats(sql)) == (0 if gone == "seats" else 2)
        assert (len(seats.phones(sql)) == 0) is (gone == "phones")
        assert seats.stands(sql, [check_of(TOKENS[0])])[check_of(TOKENS[0])].why == (
            None if gone == "seat_asks" else "unknown"
        )
    with closing(open_store()) as store:
        assert isinstance(
            admit(store, SeatWish(secret=None, token=TOKENS[0])), Admitted if gone == "seat_asks" else Void
        )
        assert len(seats.open_seats(store, ["4", "Final"])) == 2


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seats SET secret = x'ff00', opened = 'yesterday', locked = x'07'",
        "UPDATE seats SET name = NULL",
        "UPDATE phones SET since = 'then', heard = 'now', percent = 'much', charging = 9",
        "UPDATE phones SET board = NULL, seat = x'80' || token_check",
        "UPDATE phones SET ended = 'long ago' WHERE ended IS NULL",
        "UPDATE seat_asks SET asked = NULL, answer = 7",
        "UPDATE seats SET board = 17, closed = 'no'",
    ],
)
def test_a_row_that_a_disk_has_changed_lets_nobody_in_and_stops_nothing(used: list[str], change: str) -> None:
    with closing(sqlite3.connect(data_folder() / "tallyboard.db")) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA writable_schema = ON")
        for table in TABLES:
            lenient = "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = ?"
            connection.execute(lenient, (table,))
    with closing(sqlite3.connect(data_folder() / "tallyboard.db")) as connection, connection:
        connection.execute(change)
    with closing(open_store()) as store:
        with store.reading() as sql:
            there = seats.seats(sql)
            seats.phones(sql)
            stands = seats.stands(sql, [check_of(token) for token in TOKENS])
        assert len(stands) == 3
        for secret in used[:3]:
            admit(store, SeatWish(secret=secret, token="new", takes_over=True))
        for token in TOKENS:
            admit(store, SeatWish(secret=None, token=token))
        assert verify(store).sound
        if "seats" in change:
            assert there == []


def test_of_a_damaged_file_they_are_saved(used: list[str]) -> None:
    path = data_folder() / "tallyboard.db"
    with closing(open_store()) as store:
        seats.free(store, "Final")
    with path.open("r+b") as file:
        file.write(b"\xff" * 100)
    assert rebuild().damaged is not None
    with closing(open_store()) as store:
        assert isinstance(admit(store, SeatWish(secret=None, token=TOKENS[0])), Admitted)
        assert admit(store, SeatWish(secret=None, token=TOKENS[1])) == Void("freed")
        with store.reading() as sql:
            assert [one.table for one in seats.seats(sql)] == ["Final", "Table 4"]


def test_what_a_page_tells_in_two_ways_lets_nobody_in() -> None:
    one, other, check, board = "a" * 22, "b" * 22, "0" * 64, "70686f6e65" + "0" * 14
    remains = Remains()
    for row in [
        ("4", "Table 4", one, 1, 0, None, None),
        ("4", "Table 4", other, 1, 0, board, None),
        ("5", "Table 5", one, 1, 0, board, None),
        ("5", "Table 5", one, 1, 0, board, 2),
        ("6", "Table 7", one, 1, 0, None, None),
        ("7", "Table 7", "short", 1, 0, None, None),
        (check, board, "4", 1, None, None, None, None, None),
        (check, board, "4", 1, 1, 50, 0, 2, "taken"),
        ("1" * 64, board, "4", 3, None, None, None, None, None),
        ("2" * 64, board, "4", 2, None, None, None, None, None),
        ("3" * 64, board, "5", 2, None, None, None, None, None),
        ("4" * 64, "e661640843", "4", 2, None, None, None, None, None),
    ]:
        remains.take(1, row)
    with open_store("sqlite://") as store:
        with store.writing() as sql:
            remains.fill(sql)
        with store.reading() as sql:
            (four,) = seats.seats(sql)
            ended = list(sql.rows("SELECT token_check, why FROM phones WHERE ended IS NOT NULL ORDER BY token_check"))
    assert four.secret not in (one, other)
    assert (four.board, four.phone and four.phone.check) == (board, "1" * 64)
    assert ended == [(check, "taken"), ("2" * 64, "unknown"), ("3" * 64, "unknown")]
