"""Keys of boards without a cable, and what is noted of the air, as a database keeps them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tallyboard.link.radio import BEGINS
from tallyboard.store import Heard, Store, hubs, open_store, radio, read_store
from tallyboard.store.failures import UnreachableError
from tallyboard.store.radio import Note
from tallyboard.store.rebuilding import Remains, rebuild
from tallyboard.store.verify import verify
from tests.harness.paper import two_matches

ONE, OTHER = "e6616407e3646b29", "7cdfa1e2b3c4"
KEY, NEXT = bytes(range(32)), bytes(range(32, 64))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def in_file(path: Path) -> Iterator[Store]:
    with closing(open_store(str(path))) as opened:
        yield opened


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def noted(store: Store) -> list[tuple[str, str, int]]:
    with store.reading() as sql:
        return [(one.board, one.what, one.times) for one in radio.notes(sql)]


def keys(store: Store) -> dict[str, bytes]:
    with store.reading() as sql:
        return radio.keys(sql)


def test_a_board_is_paired_again_and_unpaired(store: Store) -> None:
    radio.pair(store, ONE, KEY, "Ann")
    radio.pair(store, OTHER, KEY, "Ann")
    radio.pair(store, ONE, NEXT, "Bob")
    assert keys(store) == {ONE: NEXT, OTHER: KEY}
    with store.reading() as sql:
        found = radio.paired(sql)
    assert [(one.board, one.by) for one in found] == [(OTHER, "Ann"), (ONE, "Bob")]
    assert found[0].since > 1_600_000_000_000
    assert radio.unpair(store, ONE)
    assert not radio.unpair(store, ONE)
    with store.reading() as sql:  # later than what an older page of a damaged file may say
        ((key, since),) = sql.rows("SELECT key, paired FROM radio_boards WHERE board = :board", board=ONE)
    assert (bytes(key), since >= found[1].since) == (b"", True)
    assert keys(store) == {OTHER: KEY}
    radio.pair(store, ONE, KEY, "Ann")
    assert keys(store) == {ONE: KEY, OTHER: KEY}


@pytest.mark.parametrize(("board", "key"), [("", KEY), ("E661", KEY), ("e66", KEY), ("e661", KEY[1:]), ("e661", b"")])
def test_what_is_no_board_or_no_key_is_not_kept(store: Store, board: str, key: bytes) -> None:
    with pytest.raises(ValueError, match="no board's id"):
        radio.pair(store, board, key, "Ann")
    assert keys(store) == {}


def test_notes_add_up_until_the_board_is_paired(store: Store) -> None:
    radio.note(store, {(ONE, "unknown"): 2, (OTHER, "key"): 1})
    radio.note(store, {(ONE, "unknown"): 3, (ONE, "repeat"): 1, (ONE, "else"): 1, ("no id", "key"): 1, (ONE, "key"): 0})
    assert set(noted(store)) == {(ONE, "unknown", 5), (ONE, "repeat", 1), (OTHER, "key", 1)}
    radio.pair(store, ONE, KEY, "Ann")
    assert noted(store) == [(OTHER, "key", 1)]


def test_whoever_floods_the_air_fills_no_disk(store: Store) -> None:
    for first in range(0, 400, 50):
        radio.note(store, {(f"{board:08x}", "unknown"): 1 for board in range(first, first + 50)})
        radio.note(store, {(ONE, "key"): 1})
    found = noted(store)
    assert len({board for board, _, _ in found}) == radio.MOST_NOTED
    assert ONE in {board for board, _, _ in found}


def test_no_key_is_told_by_what_is_printed(in_file: Store, path: Path) -> None:
    row = radio.KeyRow(ONE, KEY, 1, "Ann")
    assert repr(KEY) not in f"{row} {row!r}"
    change(path, "CREATE TRIGGER none BEFORE INSERT ON radio_boards BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(Exception, match="no") as raised:
        radio.pair(in_file, ONE, KEY, "Ann")
    error: BaseException | None = raised.value
    while error is not None:
        assert repr(KEY)[2:20] not in f"{error} {error!r}"
        error = error.__cause__
    assert not isinstance(raised.value, UnreachableError)


@pytest.mark.parametrize(
    "changed",
    [
        "UPDATE radio_boards SET key = x'00'",
        "UPDATE radio_boards SET key = 'a text of so many letters as it has'",
        "UPDATE radio_boards SET board = 7",
        "UPDATE radio_boards SET paired = 'then'",
        "DROP TABLE radio_boards",
    ],
)
def test_a_row_that_a_disk_has_changed_is_no_key(in_file: Store, path: Path, changed: str) -> None:
    radio.pair(in_file, ONE, KEY, "Ann")
    radio.note(in_file, {(OTHER, "key"): 1})
    change(path, changed)
    change(path, "UPDATE radio_notes SET times = 'many'")
    with closing(read_store(str(path))) as reader, reader.reading() as sql:
        assert (radio.keys(sql), radio.paired(sql), radio.notes(sql)) == ({}, [], [])
    with closing(open_store(str(path))) as again:
        assert verify(again).sound
        radio.pair(again, ONE, NEXT, "Ann")
        assert keys(again)[ONE] == NEXT


def test_of_a_damaged_file_they_are_saved(path: Path) -> None:
    with closing(open_store(str(path))) as store:
        records = list(enumerate(two_matches().records))
        store.add(Heard(ONE, "Table 4", "0.1.0", 7, 0, len(records)), records)
        radio.pair(store, ONE, KEY, "Ann")
        radio.pair(store, OTHER, KEY, "Ann")
        radio.unpair(store, OTHER)
    with path.open("r+b") as file:
        file.write(b"\xff" * 100)
    assert rebuild(str(path)).damaged is not None
    with closing(open_store(str(path))) as again:
        assert keys(again) == {ONE: KEY}


def test_of_what_a_page_tells_in_two_ways_the_last_holds() -> None:
    remains = Remains()
    for row in [
        (ONE, KEY, 1, "Ann"), (ONE, NEXT, 2, "Ann"),
        (OTHER, KEY, 1, "Ann"), (OTHER, b"", 2, ""),
        ("e661", KEY, 1, "Ann"), ("e661", NEXT, 1, "Ann"),
        ("e662", KEY[1:], 1, "Ann"),
    ]:  # fmt: skip
        remains.take(1, row)
    with open_store("sqlite://") as store:
        with store.writing() as sql:
            remains.fill(sql)
        assert keys(store) == {ONE: NEXT}


def test_a_note_has_its_moment(store: Store) -> None:
    radio.note(store, {(ONE, "unknown"): 1})
    with store.reading() as sql:
        (found,) = radio.notes(sql)
        assert found == Note(ONE, "unknown", 1, found.last)
        assert abs(sql.now_ms() - found.last) < 60_000


def test_a_hub_on_this_laptop_tells_a_port_without_a_cable_by_its_name() -> None:
    assert hubs.is_radio(BEGINS + ONE)
    assert not any(map(hubs.is_radio, ("/dev/ttyACM1", "COM4", "radio", "Table 4 by phone")))
