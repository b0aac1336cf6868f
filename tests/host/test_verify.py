"""Verify: whatever in the store is not what the records say is found, and named."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from tallyboard.store import Heard, Store, open_store, read_store
from tallyboard.store.matches.replayed import match_id
from tallyboard.store.tables.schema import matches, records
from tallyboard.store.verify import verify
from tests.harness.command_line import Run
from tests.harness.paper import Paper, gone_back, two_matches

_FIRST = match_id("b0", 7, 1)
_SECOND = match_id("b0", 7, 13)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    store = open_store(str(path))
    _fill(store)
    store.close()
    return path


def _fill(store: Store) -> None:
    heard = Heard(board="b0", table="Table 3", firmware="", epoch=7, oldest=0, next=28)
    store.add(heard, list(enumerate(two_matches().records)))


def _tamper(db: Path, *statements: object) -> None:
    store = open_store(str(db))
    with store.writing() as writing:
        for statement in statements:
            writing.connection.execute(statement)  # type: ignore[call-overload]
    store.close()


def test_a_sound_store_is_sound(store: Store) -> None:
    _fill(store)
    found = verify(store)
    assert (found.sound, found.records, found.matches, found.incomplete) == (True, 28, 2, [])


def test_a_changed_result_is_named_with_match_and_key(run: Run, db: Path) -> None:
    store = open_store(str(db))
    result = {**store.match(_FIRST), "totals": {"A": 0, "B": 45}, "winners": ["B"]}
    store.close()
    _tamper(db, update(matches).where(matches.c.id == _FIRST).values(result=json.dumps(result)))
    ran = run("verify", "--db", db)
    assert ran.code == 1
    assert f'match {_FIRST}, totals: stored is {{"A": 0, "B": 45}}, the records give {{"A": 45, "B": 0}}' in ran.out
    assert f"match {_FIRST}, winners" in ran.out
    assert "NOT sound" in ran.out


def test_a_changed_column_is_named(run: Run, db: Path) -> None:
    _tamper(db, update(matches).where(matches.c.id == _SECOND).values(last_seq=99))
    assert f"match {_SECOND}, last_seq (column): stored is 99, the records give 27" in run("verify", "--db", db).out


def test_a_match_too_many_and_one_too_few_are_named(run: Run, db: Path) -> None:
    _tamper(db, update(matches).where(matches.c.id == _FIRST).values(id="0" * 36))
    ran = run("verify", "--db", db)
    assert f"match {_FIRST}: is not stored" in ran.out
    assert f"match {'0' * 36}: is stored, but the records give no such match" in ran.out


def test_a_changed_record_is_named_and_takes_the_score_away(run: Run, db: Path) -> None:
    _tamper(db, update(records).where(records.c.seq == 6).values(data=b"\x04\x0a" + two_matches().records[6][2:]))
    ran = run("verify", "--db", db)
    assert ran.code == 1
    assert "board b0, epoch 7, record 6: its check does not hold" in ran.out
    assert f'match {_FIRST}, status: stored is "finished", the records give "incomplete"' in ran.out


def test_a_record_whose_number_a_disk_has_made_impossible_is_a_lost_one(run: Run, db: Path) -> None:
    _tamper(db, update(records).where(records.c.seq == 6).values(seq=2**53 + 1))
    ran = run("verify", "--db", db, "--json")
    assert (ran.code, ran.err) == (1, "")
    found = json.loads(ran.out)
    assert (found["records"], found["sound"]) == (27, False)
    assert {"board": "b0", "epoch": 7, "first": 6, "end": 7} in found["gaps"]


def test_a_lost_record_makes_its_match_incomplete(run: Run, db: Path) -> None:
    _tamper(db, delete(records).where(records.c.seq == 20))
    ran = run("verify", "--db", db)
    assert ran.code == 1
    assert f"match {_SECOND}: incomplete" in ran.out


def test_rebuild_computes_the_matches_anew(run: Run, db: Path) -> None:
    before = run("results", "--json", "--db", db).out
    _tamper(db, update(matches).where(matches.c.id == _FIRST).values(id="0" * 36, status="playing"))
    assert run("verify", "--db", db).code == 1
    assert run("rebuild", "--db", db).out == "2 matches computed anew.\n"
    assert run("verify", "--db", db).code == 0
    assert run("results", "--json", "--db", db).out == before


def test_an_incomplete_match_is_told_and_is_no_error(run: Run, tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "club.db"))
    rows = [row for row in enumerate(two_matches().records) if row[0] != 8]
    store.add(Heard(board="b0", table="", firmware="", epoch=7, oldest=0, next=28), rows)
    store.close()
    ran = run("verify", "--db", tmp_path / "club.db")
    assert ran.code == 0
    assert f"match {_FIRST}: incomplete, records are missing" in ran.out
    assert "27 records, 2 matches: sound" in ran.out
    assert "board b0, epoch 7: record 8 not here: sync, or another laptop has them" in ran.out
    assert json.loads(run("verify", "--db", tmp_path / "club.db", "--json").out)["gaps"] == [
        {"board": "b0", "epoch": 7, "first": 8, "end": 9}
    ]


def test_a_place_that_the_board_found_torn_is_with_no_other_laptop(run: Run, tmp_path: Path) -> None:
    paper = Paper().boot().start("crokinole-official").press(*["A 20"] * 4).boot().cut(2).press("B 5", "B 5")
    store = open_store(str(tmp_path / "club.db"))
    rows = [row for row in enumerate(paper.records) if row[0] not in (9, 12)]
    store.add(Heard(board="b0", table="", firmware="", epoch=7, oldest=0, next=len(paper.records)), rows)
    store.close()
    ran = run("verify", "--db", tmp_path / "club.db")
    assert "record 9 torn by a power cut or damaged on the board, which went on without" in ran.out
    assert "record 12 not here: sync, or another laptop has them" in ran.out
    found = json.loads(run("verify", "--db", tmp_path / "club.db", "--json").out)
    assert found["unreadable"] == [{"board": "b0", "epoch": 7, "first": 9, "end": 10}]
    assert found["gaps"] == [{"board": "b0", "epoch": 7, "first": 12, "end": 13}]


def test_a_match_that_went_on_is_sound_and_a_lost_step_back_is_no_score(run: Run, tmp_path: Path) -> None:
    paper = gone_back()
    heard = Heard(board="b0", table="", firmware="", epoch=7, oldest=0, next=len(paper.records))
    with closing(open_store(str(tmp_path / "club.db"))) as store:
        rows = list(enumerate(paper.records))
        for known, totals in (
            (rows[:15], [{}, {}]),  # more is known to be there: the result may have been reopened
            (rows[16:], [{}, {}, {"A": 0, "B": 0}]),
            (rows, [{"A": 2, "B": 1}, {"A": 0, "B": 0}]),
        ):
            store.add(heard, known)
            assert verify(store).sound
            assert [match["totals"] for match in store.matches()] == totals


def test_processes_find_what_one_process_finds(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(str(db))) as store:
        store.add(Heard("b1", "Table 4", "", 8, 0, 27), list(enumerate(gone_back(8).records)))
    result = update(matches).where(matches.c.board == "b1").values(last_seq=3)
    _tamper(db, result, delete(records).where(records.c.board == "b0", records.c.seq == 9))
    told: list[tuple[int, int]] = []
    with closing(read_store(str(db))) as store:
        alone = verify(store).as_json()
        monkeypatch.setattr("tallyboard.store.verify._MANY", 0)
        monkeypatch.setattr("tallyboard.store.verify._processors", lambda: 2)
        found = verify(store, lambda done, of: told.append((done, of)))
    assert alone["differences"] and alone["incomplete"] and alone["gaps"]
    assert found.as_json() == alone
    assert told[-1] == (54, 55)


def test_a_match_that_stands_under_another_board_is_named_once(run: Run, db: Path) -> None:
    with closing(sqlite3.connect(db)) as damaged, damaged:
        damaged.execute("UPDATE matches SET epoch = 8 WHERE id = ?", (_FIRST,))
    ran = run("verify", "--db", db)
    assert f"match {_FIRST}, epoch (column): stored is 8, the records give 7" in ran.out
    assert f"match {_FIRST}: is" not in ran.out
