"""A store that a disk has damaged: read from its records at once, mended when it is opened to write, built anew."""

import json
import multiprocessing
import os
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from shared_rules.journal import record
from tallyboard.errors import TallyboardError
from tallyboard.shapes import MatchObject
from tallyboard.store import Heard, open_store, read_store, tournaments
from tallyboard.store.failures import DamagedError
from tallyboard.store.matches import kept as kept_rows
from tallyboard.store.matches.kept import is_doubted
from tallyboard.store.rebuilding import rebuild
from tallyboard.store.sqlite_pages import rows_in
from tallyboard.store.tables.rows import epochs
from tallyboard.store.verify import verify
from tests.harness.campaign import form
from tests.harness.paper import Paper, two_matches
from tests.harness.stores import kept

_PAPERS = (two_matches(), Paper(epoch=9).boot().start("twenties-shootout").press("A 20", "B 20", "A 20", "next"))


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    kept(path, *_PAPERS)
    return path


def _told(db: Path) -> list[MatchObject]:
    with read_store(str(db)) as reader:
        return reader.matches(untouched=True)


def _damage(db: Path, *statements: str) -> None:
    with closing(sqlite3.connect(db)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def _change_of(column: str, value: str) -> str:
    return f"UPDATE matches SET {column} = {value} WHERE first_seq = 13"


_OF_WHAT_IS_COMPUTED = [
    _change_of("result", "substr(result, 1, 60)"),
    _change_of("result", "'[]'"),
    _change_of("result", "'5'"),
    _change_of("result", "'{}'"),
    _change_of("result", "replace(result, '45', '46')"),
    _change_of("result", "CAST(x'ff00fe' AS TEXT)"),
    _change_of("result", "x'00'"),
    _change_of("result", "zeroblob(2000000)"),
    _change_of("result", f"'{'[' * 100_000}'"),
    _change_of("first_seq", "9223372036854775807"),
    _change_of("first_seq", "'x'"),
    _change_of("last_seq", "-1"),
    _change_of("epoch", "1.5"),
    _change_of("board", "'b1'"),
    _change_of("id", "'0'"),
    _change_of("crc", "'?'"),
    "DELETE FROM matches WHERE first_seq = 13",
    "DELETE FROM matches",
    "DROP TABLE matches",
    "ALTER TABLE matches DROP COLUMN result",
    "INSERT INTO matches SELECT 'x', board, epoch, 99, last_seq, status, result, crc FROM matches WHERE first_seq = 13",
    "UPDATE journals SET matches_sum = 'many'",
]


@pytest.mark.parametrize("statement", _OF_WHAT_IS_COMPUTED, ids=lambda statement: statement[:60])
def test_what_is_computed_is_told_from_the_records_and_put_back(db: Path, statement: str) -> None:
    before = _told(db)
    _damage(db, statement)
    assert _told(db) == before
    with closing(open_store(str(db))) as store:  # as every sync does
        assert store.matches(untouched=True) == before
        assert verify(store).sound
    assert _told(db) == before


def test_a_record_of_no_board_is_passed_over(db: Path) -> None:
    before = _told(db)
    _damage(
        db,
        "PRAGMA foreign_keys = OFF",
        "INSERT INTO records SELECT CAST(x'fffec080' AS TEXT), epoch, seq, data FROM records WHERE seq = 0",
        "INSERT INTO records SELECT x'00', -1, seq, data FROM records WHERE seq = 0 AND board = 'b0'",
    )
    assert _told(db) == before
    with closing(open_store(str(db))) as store:
        assert verify(store).sound
        assert store.matches(untouched=True) == before


_OF_WHAT_A_BOARD_SAID = [
    "DELETE FROM boards",
    "DELETE FROM journals",
    "DROP TABLE boards",
    "DROP TABLE journals",
    "DROP TABLE conflicts",
    "DROP TABLE full_names",
    "UPDATE boards SET table_name = CAST(x'ff' AS TEXT)",
    "UPDATE journals SET epoch = -1 - epoch",
    "UPDATE journals SET next_seq = 'x', oldest_seq = 9223372036854775807",
    "UPDATE journals SET underived_from = 'x', next_seq = 'x'",
    "UPDATE journals SET turn = 'x'",
    "UPDATE journals SET first_heard = 'x'",
]


@pytest.mark.parametrize("statement", _OF_WHAT_A_BOARD_SAID)
def test_no_match_is_lost_with_what_is_known_of_its_board(db: Path, statement: str) -> None:
    before = [match["match"] for match in _told(db)]
    _damage(db, statement)
    assert sorted(match["match"] for match in _told(db)) == sorted(before)
    with closing(open_store(str(db))) as store:
        for number, paper in enumerate(_PAPERS):
            store.add(Heard(f"b{number}", "Table 3", "0.1.0", paper.epoch, 0, len(paper.records)), [])
        assert [match["match"] for match in store.matches(untouched=True)] == before
        assert verify(store).sound


@pytest.mark.parametrize("table", ["corrections", "tournament_events", "tournaments", "notices"])
def test_a_table_of_what_people_entered_is_missed_when_it_is_gone(db: Path, table: str) -> None:
    before = _told(db)
    with closing(open_store(str(db))) as store:
        tournaments.create(store, "Club evening", "tournament singles", "UTC")
    _damage(db, f"DROP TABLE {table}")
    with closing(read_store(str(db))) as reader, pytest.raises(DamagedError):
        verify(reader)
    with pytest.raises(DamagedError):
        open_store(str(db))
    assert rebuild(str(db)).damaged is not None, "the old file is kept"
    assert _told(db) == before
    with closing(read_store(str(db))) as reader:
        assert verify(reader).sound


@pytest.mark.parametrize(
    "value", ["5", "x''", "x'00'", "'text'", "CAST(x'fffefdfcfbfaf9f8' AS TEXT)", "x'0102030405060708'", "zeroblob(99)"]
)
def test_a_damaged_record_is_a_hole_until_its_board_comes_back(db: Path, value: str) -> None:
    before = _told(db)
    _damage(db, f"UPDATE records SET data = {value} WHERE seq = 6 AND board = 'b0'")
    paper = _PAPERS[0]
    with closing(open_store(str(db))) as store:
        assert [one["seq"] for one in verify(store).damaged] == [6]
        assert list(store.held("b0", paper.epoch)) == [(0, 6), (7, len(paper.records))], "so it is asked for"
        heard = Heard("b0", "Table 3", "0.1.0", paper.epoch, 0, len(paper.records))
        stored = store.add(heard, enumerate(paper.records))
        assert (stored.new, stored.conflicts, store.alarms()) == (1, (), [])
        assert verify(store).sound
        assert store.matches(untouched=True) == before


def test_two_histories_are_two_sound_records_that_differ(db: Path) -> None:
    paper = _PAPERS[0]
    _damage(
        db,
        "INSERT INTO conflicts SELECT epoch, board, epoch, seq, data, '2026-01-01' FROM records WHERE seq = 6",
        f"INSERT INTO conflicts VALUES (99, 'b0', {paper.epoch}, 7, x'0102030405060708', '2026-01-01')",
    )
    with read_store(str(db)) as reader:
        assert reader.alarms() == []
        assert verify(reader).sound


def test_an_epoch_that_was_put_back_goes_on_as_the_newest_when_its_board_says_so(db: Path) -> None:
    paper = Paper(epoch=7).boot().start("washers-ritzenthaler").press("A 3")
    heard = Heard("b9", "", "", 7, 0, len(paper.records))
    with closing(open_store(str(db))) as store:
        store.add(heard, enumerate(paper.records))
    _damage(db, "DELETE FROM journals WHERE board = 'b9'")
    with closing(open_store(str(db))) as store:
        store.add(Heard("b9", "", "", 8, 0, 0))  # then another one comes, and then it again
        store.add(heard)
        assert [match["status"] for match in store.matches() if match["board"] == "b9"] == ["playing"]


# ---- reading changes nothing


def test_a_database_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(TallyboardError, match=r"There is no database .*clbu.db"):
        read_store(str(tmp_path / "clbu.db"))
    assert list(tmp_path.iterdir()) == []


def test_reading_leaves_the_folder_as_it_is(db: Path) -> None:
    _damage(db, "PRAGMA wal_checkpoint(TRUNCATE)")
    before = db.read_bytes()
    _told(db)
    with read_store(str(db)) as reader:
        verify(reader)
    assert db.read_bytes() == before
    assert [path.name for path in db.parent.iterdir()] == ["club.db"]


@pytest.mark.parametrize("shape", ["0001", "0002"])
def test_reading_migrates_nothing(db: Path, shape: str) -> None:
    before = _told(db)
    _damage(db, f"UPDATE alembic_version SET version_num = '{shape}'")
    assert _told(db) == before
    with closing(open_store(str(db))) as store:  # the version was what was damaged: nothing is there twice
        assert store.matches(untouched=True) == before


# ---- built anew


def _random_bytes(data: bytearray, chance: random.Random) -> None:
    for _ in range(len(data) // 500):
        data[chance.randrange(len(data))] = chance.randrange(256)


def _first_page(data: bytearray, chance: random.Random) -> None:
    data[:4096] = bytes(4096)


def _inner_pages(data: bytearray, chance: random.Random) -> None:
    for at in range(0, len(data), 4096):
        if data[at] in (2, 5, 10):  # what leads to the rows, and indexes
            data[at : at + 4096] = chance.randbytes(4096)


def _cut_short(data: bytearray, chance: random.Random) -> None:
    del data[-chance.randrange(1, len(data) // 3) :]


@pytest.mark.parametrize("damage", [_random_bytes, _first_page, _inner_pages, _cut_short])
@pytest.mark.parametrize("seed", range(4))
def test_every_record_that_stands_whole_is_saved(
    tmp_path: Path, damage: Callable[[bytearray, random.Random], None], seed: int
) -> None:
    db = tmp_path / "club.db"
    paper = two_matches()
    for _ in range(60):
        paper.start("crokinole-official target=40").press("A 20", "A 15", "next", "A 20", "next")
    kept(db, paper, _PAPERS[1])
    _damage(db, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(db.read_bytes())
    damage(data, random.Random(seed))
    db.write_bytes(data)
    whole = {row[2] for _, row in rows_in(db) if len(row) == 4 and row[1] == 7 and row[3] == _of(paper, row[2])}
    rebuilt = rebuild(str(db))
    assert rebuilt.damaged is not None
    assert rebuilt.damaged.read_bytes() == data, "the damaged file is kept"
    with closing(open_store(str(db))) as store:
        assert {seq for seq, _ in store.records("b0", 7)} == whole
        assert verify(store).sound
        heard = Heard("b0", "Table 3", "0.1.0", 7, 0, len(paper.records))
        assert store.add(heard, enumerate(paper.records)).new == len(paper.records) - len(whole)
        assert len([match for match in store.matches() if match["board"] == "b0"]) == 62
        assert verify(store).sound


def _of(paper: Paper, seq: Any) -> bytes | None:
    return paper.records[seq] if isinstance(seq, int) and 0 <= seq < len(paper.records) else None


def _broken(db: Path, *statements: str) -> bytearray:
    """The bytes of a store that SQLite reads no more; these statements first."""
    _damage(db, *statements)
    _damage(db, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(db.read_bytes())
    data[100:200] = bytes(100)
    return data


def test_what_is_known_of_boards_and_names_is_saved_and_nothing_is_made_up(db: Path) -> None:
    names = "INSERT INTO full_names VALUES ('m1', 'A', 'Zoe', 'Zoë', 5), ('m1', 'B', 'Bo', '2026-01-01', 6)"
    db.write_bytes(_broken(db, "UPDATE boards SET table_name = 'A'", names))
    rebuild(str(db))
    with closing(sqlite3.connect(db)) as connection:
        assert connection.execute("SELECT id, table_name FROM boards ORDER BY id").fetchall() == [
            ("b0", "A"),
            ("b1", "A"),
        ]
        assert connection.execute("SELECT key, side, shown, name FROM full_names ORDER BY side").fetchall()[0] == (
            *("m1", "A", "Zoe"),
            "Zoë",
        )


@pytest.mark.parametrize(("at", "value"), [(16, b"\x20\x00"), (59, b"\x02"), (59, b"\x03"), (59, b"\x77")])
def test_a_damaged_header_costs_nothing_and_makes_nothing_up(db: Path, at: int, value: bytes) -> None:
    before = _told(db)
    data = _broken(db)
    data[at : at + len(value)] = value
    db.write_bytes(data)
    rebuild(str(db))
    assert _told(db) == before


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_a_store_in_another_encoding_is_saved(db: Path, tmp_path: Path, encoding: str) -> None:
    before = _told(db)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(db)) as source, closing(sqlite3.connect(other)) as target:
        target.execute(f"PRAGMA encoding = '{encoding}'")
        target.executescript("\n".join(source.iterdump()))
    data = bytearray(other.read_bytes())
    data[100:200] = bytes(100)
    other.write_bytes(data)
    rebuild(str(other))
    assert _told(other) == before


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t BEFORE INSERT ON matches BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER t BEFORE DELETE ON matches BEGIN SELECT RAISE(IGNORE); END",
        "CREATE VIEW v AS SELECT 1",
    ],
)
def test_what_is_not_ours_does_not_come_along(db: Path, statement: str) -> None:
    before = _told(db)
    _damage(db, statement)
    assert rebuild(str(db)).damaged is not None
    with closing(open_store(str(db))) as store:
        assert store.rebuild() == len(before)
    assert _told(db) == before


def test_an_empty_file_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.touch()
    with pytest.raises(TallyboardError, match="is empty"):
        read_store(str(path))


def test_epochs_keep_their_order_and_what_only_a_conflict_has_is_a_record(db: Path) -> None:
    last = len(_PAPERS[0].records) - 1
    moved = f"INSERT INTO conflicts SELECT 9, board, epoch, seq, data, '2026-01-01' FROM records WHERE seq = {last}"
    data = _broken(
        db,
        moved,
        f"DELETE FROM records WHERE seq = {last} AND board = 'b0'",
        "UPDATE journals SET board = 'b0', first_heard = 1 WHERE epoch = 9",
        "UPDATE records SET board = 'b0' WHERE epoch = 9",
    )
    db.write_bytes(data)
    rebuild(str(db))
    with read_store(str(db)) as reader:
        assert [(board, epoch) for board, _, epoch in reader.journals()] == [("b0", 9), ("b0", 7)]
        assert len(reader.records("b0", 7)) == last + 1
        assert reader.alarms() == []


def test_of_a_log_that_was_begun_anew_the_old_frames_are_none(db: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        for number in range(40):
            connection.execute(f"UPDATE boards SET table_name = 'Old {number}'")
            connection.commit()
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.execute("UPDATE boards SET table_name = 'New'")
        connection.commit()
        copy = tmp_path / "copy.db"
        for end in ("", "-wal"):
            Path(f"{copy}{end}").write_bytes(Path(f"{db}{end}").read_bytes())
    told = [row[1] for _, row in rows_in(copy) if len(row) == 5 and row[0] == "b0" and isinstance(row[3], str)]
    assert told[-1] == "New"


@pytest.mark.parametrize("seed", form(range(6), range(300)))
def test_no_board_is_made_up_and_no_sound_record_lost(tmp_path: Path, seed: int) -> None:
    """A disk changes some letters of boards' ids: what is said under them is of the boards that there were."""
    chance = random.Random(seed)
    db = tmp_path / "club.db"
    ids = ("00112233", "00112234")
    with closing(open_store(str(db))) as store:
        for number, board in enumerate(ids):
            paper = two_matches(100 + number)
            store.add(Heard(board, "", "0.1.0", paper.epoch, 0, len(paper.records)), list(enumerate(paper.records)))
        before = {board: store.records(board, 100 + number) for number, board in enumerate(ids)}
    data = bytearray(db.read_bytes())
    places = [found.start() for found in re.finditer(b"0011223[34]", data)]
    for place in chance.sample(places, chance.randint(2, 6)):
        data[place + chance.randrange(8)] ^= chance.randint(1, 255)
    db.write_bytes(data)
    rebuild(str(db))
    with closing(open_store(str(db))) as store:
        assert {board: store.records(board, 100 + number) for number, board in enumerate(ids)} == before
        assert {board for board, *_ in store.journals()} == {*ids}


def test_two_that_rebuild_at_once_lose_nothing(db: Path) -> None:
    before = _told(db)
    db.write_bytes(_broken(db))
    both = [multiprocessing.get_context("fork").Process(target=rebuild, args=(str(db),)) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    try:
        told = _told(db)
    except TallyboardError:  # each saw the other, and both left it
        rebuild(str(db))
        told = _told(db)
    assert told == before


def test_a_row_under_a_damaged_key_goes_with_a_rebuild(db: Path) -> None:
    _damage(db, "UPDATE records SET epoch = 4 WHERE board = 'b0' AND seq = 6")
    paper = _PAPERS[0]
    with closing(open_store(str(db))) as store:
        assert [epoch for board, _, epoch in store.journals() if board == "b0"] == [7], "no journal is made up"
        store.add(Heard("b0", "Table 3", "0.1.0", 7, 0, len(paper.records)), enumerate(paper.records))
        store.rebuild()
        assert verify(store).sound
    with closing(sqlite3.connect(db)) as connection:
        assert connection.execute("SELECT count(*) FROM records WHERE epoch = 4").fetchone() == (0,)


def test_a_name_of_bytes_is_a_name(tmp_path: Path) -> None:
    path = os.fsdecode(bytes(tmp_path) + b"/caf\xe9.db")
    open_store(path).close()
    with read_store(path) as reader:
        assert reader.matches() == []


def test_verify_tells_what_readers_doubt(db: Path) -> None:
    for statement in ("UPDATE matches SET crc = crc + 1", "UPDATE journals SET matches_sum = matches_sum + 1"):
        _damage(db, statement)
        with read_store(str(db)) as reader:
            assert {found["key"] for found in verify(reader).differences} == {"check"}
        open_store(str(db)).close()


def test_a_file_in_which_no_board_is_found_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(random.Random(1).randbytes(100_000))
    before = path.read_bytes()
    with pytest.raises(TallyboardError, match="Nothing that a board recorded"):
        rebuild(str(path))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_whole_database_is_rebuilt_in_place(db: Path) -> None:
    before = _told(db)
    assert rebuild(str(db)) == (len(before), [], None, None, 0)
    assert _told(db) == before


@pytest.mark.parametrize("seed", range(3))
def test_whatever_sound_records_say_nothing_fails(tmp_path: Path, seed: int) -> None:
    """A board whose firmware is wild: any bytes, with checks that hold."""
    chance = random.Random(seed)
    sealer = record.Sealer(7)
    rows = []
    for seq in range(3000):
        data = bytearray(chance.randbytes(8))
        data[0] = chance.choice((data[0], *range(0xC0, 0xCB), 0x80, 0x9F, 0xA0, 0xE0, 0x04, 0x08))
        sealer.seal(data, seq)
        rows.append((seq, bytes(data)))
    with closing(open_store(str(tmp_path / "club.db"))) as store:
        store.add(Heard("b0", "", "", 7, 0, 3000), rows)
        assert verify(store).differences == []
        json.dumps(store.matches(untouched=True))


def test_an_update_that_knows_more_computes_the_matches_anew(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _told(db)
    with closing(open_store(str(db))) as store, store.reading() as sql:
        assert not any(is_doubted(sql, epoch) for epoch in epochs(sql))
    monkeypatch.setattr(kept_rows, "_RULES", "99/99")
    with read_store(str(db)) as reader, reader.reading() as sql:
        assert all(is_doubted(sql, epoch) for epoch in epochs(sql))
    with closing(open_store(str(db))) as store, store.reading() as sql:
        assert not any(is_doubted(sql, epoch) for epoch in epochs(sql))
        assert store.matches(untouched=True) == before
