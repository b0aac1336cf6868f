"""What stands of a match by a correction: the last that was said, on every database, wherever it is read."""

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from tallyboard.errors import TallyboardError
from tallyboard.journal.presses import read_scoresheet
from tallyboard.shapes import MatchObject
from tallyboard.store import Heard, Store, open_store, read_store
from tallyboard.store.corrections import (
    Correction,
    Kind,
    ScoreError,
    as_recorded,
    correct,
    correction_of,
    read_score,
    take,
)
from tallyboard.store.merge import merge
from tallyboard.store.presses import Presses
from tallyboard.store.rebuilding import rebuild
from tallyboard.store.sqlite_pages import rows_in
from tallyboard.store.tables.schema import boards, corrections
from tallyboard.store.verify import verify
from tests.harness.paper import Paper, two_matches
from tests.harness.postgres import PostgresServer
from tests.harness.stores import started

SHEET = "game crokinole-official target=40\nname B Zoë\nB 20\nB 20\nA 5\nnext\nB 10\nnext\n"


def filled(store: Store, paper: Paper | None = None, missing: int | None = None) -> list[MatchObject]:
    """The matches of a store that has heard this paper, without the record of this number."""
    paper = paper or two_matches()
    rows = [(seq, data) for seq, data in enumerate(paper.records) if seq != missing]
    store.add(Heard("b0", "Table 3", "0.1.0", 7, 0, len(paper.records)), rows)
    return store.matches(untouched=True)


def say(store: Store, match: MatchObject, kind: Kind, content: str = "") -> MatchObject:
    """The match object after that was said."""
    correct(store, match, kind, content, f"because of {kind}", "Ann")
    return store.match(match["match"])


# ---- what stands


def test_a_sheet_stands_with_its_rounds_and_names(store: Store) -> None:
    first, second = filled(store)
    stands = say(store, first, "sheet", SHEET)
    sheet = read_scoresheet(SHEET)
    for key in ("totals", "twenties", "winners", "rounds", "status"):
        assert stands[key] == sheet[key]
    assert stands["names"] == {"A": None, "B": "Zoë"}
    correction = stands["correction"]
    assert correction is not None
    assert (correction["kind"], correction["by"], correction["reason"]) == ("sheet", "Ann", "because of sheet")
    assert as_recorded(stands) == {**first, "correction": correction}
    assert store.matches() == [stands, second]


def test_a_result_stands_without_rounds(store: Store) -> None:
    first, _ = filled(store)
    stands = say(store, first, "result", "A 8 B 12 twenties 5 2")
    assert (stands["status"], stands["winners"], stands["rounds"], stands["current"]) == ("finished", ["B"], [], None)
    assert (stands["totals"], stands["twenties"]) == ({"A": 8, "B": 12}, {"A": 5, "B": 2})
    assert stands["names"] == first["names"]


def test_a_match_that_is_set_aside_is_in_no_list(store: Store) -> None:
    first, second = filled(store)
    stands = say(store, first, "aside")
    assert (stands["status"], stands["winners"], stands["totals"]) == ("aside", [], {})
    assert store.matches() == [second]
    assert store.matches(untouched=True) == [second]
    assert store.matches(aside=True) == [stands, second]
    assert store.set_aside() == [stands]
    assert say(store, first, "drop") == first
    assert store.matches() == [first, second]
    assert store.set_aside() == []


def test_the_last_word_stands_and_a_drop_is_one(store: Store) -> None:
    first, _ = filled(store)
    assert say(store, first, "result", "A 1 B 2")["totals"] == {"A": 1, "B": 2}
    assert say(store, first, "result", "A 3 B 2")["totals"] == {"A": 3, "B": 2}
    assert say(store, first, "drop") == first, "what the board recorded, not what was said before"
    assert say(store, first, "result", "A 4 B 2")["totals"] == {"A": 4, "B": 2}
    facts = store.corrections()[first["match"]]
    assert [one.kind for one in facts] == ["result", "result", "drop", "result"]


def test_a_word_is_later_than_those_before_by_whatever_clock(store: Store) -> None:
    first, _ = filled(store)
    tomorrow = now_of(store) + 86_400_000
    take(store, [Correction("of tomorrow", first["match"], "result", "A 1 B 2", "Ann", "why", tomorrow, "desk")])
    assert say(store, first, "result", "A 3 B 2")["totals"] == {"A": 3, "B": 2}
    assert [one.given for one in store.corrections()[first["match"]]] == [tomorrow, tomorrow + 1]


def test_there_is_nothing_to_drop_where_nothing_stands(store: Store) -> None:
    first, _ = filled(store)
    with pytest.raises(TallyboardError, match=r"Nothing of match .* is corrected"):
        say(store, first, "drop")
    say(store, first, "aside")
    say(store, first, "drop")
    with pytest.raises(TallyboardError, match=r"Nothing of match .* is corrected"):
        say(store, first, "drop")
    assert len(store.corrections()[first["match"]]) == 2


def test_a_match_of_which_records_are_missing_is_put_right(store: Store) -> None:
    (lost, *_) = filled(store, missing=8)
    assert lost["status"] == "incomplete"
    stands = say(store, lost, "sheet", SHEET)
    assert (stands["status"], stands["winners"]) == ("finished", ["B"])
    assert [press.totals for press in Presses(store).of(stands)] == [press.totals for press in Presses(store).of(lost)]
    assert verify(store).incomplete == [lost["match"]], "the records say what they said"


def test_settings_that_are_missing_come_from_the_sheet(store: Store) -> None:
    (lost, *_) = filled(store, missing=2)
    assert "format" not in lost["options"] or "target" not in lost["options"] or "discs" not in lost["options"]
    stands = say(store, lost, "sheet", SHEET)
    assert stands["options"] == read_scoresheet(SHEET)["options"]
    assert as_recorded(stands)["options"] == lost["options"]


def test_a_match_in_which_nothing_was_entered_can_have_a_result(store: Store) -> None:
    (empty,) = filled(store, Paper().boot().start("crokinole-official"))
    assert store.matches() == []
    stands = say(store, empty, "result", "A 105 B 40 twenties 3 1")
    assert store.matches() == [stands]


def test_names_that_a_sheet_does_not_give_stay(store: Store) -> None:
    (named,) = filled(store, started(Paper().boot(), "crokinole-official target=40", "Ann", "Bo").press("A 20"))
    assert say(store, named, "sheet", SHEET)["names"] == {"A": "Ann", "B": "Zoë"}


def test_what_comes_from_the_board_later_changes_nothing_of_it(store: Store) -> None:
    paper = Paper().boot().start("crokinole-official target=40").press("A 20")
    (playing,) = filled(store, paper)
    stands = say(store, playing, "result", "A 8 B 4 twenties 0 0")
    paper.press("A 20", "next")
    (later,) = filled(store, paper)
    assert (later["totals"], later["status"]) == (stands["totals"], "finished")
    assert as_recorded(later)["totals"] == {"A": 40, "B": 0}


def test_what_only_a_newer_tallyboard_can_read_has_no_score(store: Store) -> None:
    first, second = filled(store)
    correct(store, first, "sheet", "game carrom\n", "why", "Ann")
    correct(store, second, "handicap", "", "why", "Ann")  # type: ignore[arg-type]
    for match, recorded in zip(store.matches(), (first, second), strict=True):
        assert (match.get("newer"), match["status"], match["totals"]) == (True, "incomplete", {})
        assert as_recorded(match) == {**recorded, "correction": match["correction"]}


def test_a_match_of_a_newer_game_has_the_figures_that_a_newer_tallyboard_gave(store: Store) -> None:
    paper = Paper().boot().start("crokinole-official")
    data = bytearray(paper.records[-1][:4])
    del paper.records[-1]
    paper.append(data[0], 63, data[2], data[3])  # a GAME of a number that this version does not know
    (newer,) = filled(store, paper)
    assert newer.get("newer")
    stands = say(store, newer, "result", "A 8 B 4")
    assert ("newer" in stands, stands["status"], stands["totals"]) == (False, "finished", {"A": 8, "B": 4})
    assert as_recorded(stands) == {**newer, "correction": stands["correction"]}


def test_corrections_are_no_difference(store: Store) -> None:
    first, second = filled(store)
    say(store, first, "result", "A 1 B 2")
    say(store, second, "aside")
    findings = verify(store)
    assert findings.sound
    assert findings.corrected == [first["match"], second["match"]]
    say(store, second, "drop")
    assert verify(store).corrected == [first["match"]]


def test_they_outlast_a_rebuild(store: Store) -> None:
    first, _ = filled(store)
    say(store, first, "sheet", SHEET)
    before = store.matches()
    store.rebuild()
    assert store.matches() == before


def test_of_two_laptops_that_correct_at_once_the_second_waits(postgres: PostgresServer) -> None:
    url = postgres.create()
    with closing(open_store(url)) as one, closing(open_store(url)) as other:
        first, _ = filled(one)
        later = threading.Thread(target=say, args=(other, first, "result", "A 3 B 2"))
        with one.writing() as writing:
            writing.connection.execute(select(boards.c.id).with_for_update())
            later.start()
            while later.is_alive() and not _is_anybody_waiting(one):
                time.sleep(0.01)
            tomorrow = now_of(one) + 86_400_000
            made = Correction("of tomorrow", first["match"], "result", "A 1 B 2", "Ann", "why", tomorrow, "desk")
            writing.connection.execute(insert(corrections).values(made.as_row()))
        later.join()
        assert one.match(first["match"])["totals"] == other.match(first["match"])["totals"] == {"A": 3, "B": 2}


def _is_anybody_waiting(store: Store) -> bool:
    """Whether somebody waits for a lock in this database."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with store.glancing() as sql:
        return next(sql.rows(waiting)) > (0,)


def now_of(store: Store) -> int:
    with store.reading() as sql:
        return sql.now_ms()


# ---- damage


def test_a_damaged_one_counts_nowhere_and_verify_says_so(store: Store) -> None:
    first, _ = filled(store)
    say(store, first, "result", "A 1 B 2")
    say(store, first, "result", "A 5 B 2")
    last = store.corrections()[first["match"]][-1]
    with store.writing() as writing:
        writing.connection.execute(update(corrections).where(corrections.c.id == last.id).values(content="A 6 B 2"))
    assert store.match(first["match"])["totals"] == {"A": 1, "B": 2}
    findings = verify(store)
    assert (findings.sound, findings.damaged_corrections) == (False, [last.id])
    store.rebuild()
    assert verify(store).sound


def test_a_copy_brings_back_what_was_damaged(store: Store) -> None:
    first, _ = filled(store)
    say(store, first, "result", "A 1 B 2")
    with closing(open_store("sqlite://")) as copy:
        assert merge(store, copy).corrections == 1
        with store.writing() as writing:
            writing.connection.execute(update(corrections).values(given=0))
        assert store.match(first["match"])["correction"] is None
        assert merge(copy, store).corrections == 1
        assert store.match(first["match"]) == copy.match(first["match"])


@pytest.mark.parametrize(
    "column", ["id", "match_id", "kind", "content", "given_by", "reason", "given", "laptop", "crc"]
)
@pytest.mark.parametrize("value", [None, 5, "x", b"x", 1.5, -1, 2**62])
def test_a_row_with_another_value_is_none(column: str, value: Any) -> None:
    made = Correction("an id", "a match", "result", "A 1 B 2", "Ann", "why", 1_795_000_000_000, "desk").as_row()
    assert correction_of(tuple(made.values())) is not None
    assert correction_of(tuple({**made, column: value}.values())) is None


def broken(db: Path) -> None:
    """Have SQLite read the file no more."""
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    unreadable(db)


def unreadable(db: Path) -> None:
    """Have its first page be none, and leave the log as it is."""
    data = bytearray(db.read_bytes())
    data[100:200] = bytes(100)
    db.write_bytes(data)


@pytest.mark.parametrize("length", [0, 3_900, 4_000, 4_100, 9_000, 40_000])
def test_they_are_saved_from_a_file_that_is_broken(tmp_path: Path, length: int) -> None:
    db = tmp_path / "club.db"
    with closing(open_store(str(db))) as store:
        first, second = filled(store)
        say(store, second, "aside")
        say(store, first, "sheet", f"# {'x' * length}\n{SHEET}")
        before = store.matches(aside=True)
        facts = store.corrections()
    broken(db)
    rebuild(str(db))
    with read_store(str(db)) as reader:
        assert reader.matches(aside=True) == before
        assert reader.corrections() == facts


def test_they_are_found_in_a_log_that_was_not_written_back(tmp_path: Path) -> None:
    db = tmp_path / "club.db"
    with closing(open_store(str(db))) as store:
        first, _ = filled(store)
        with closing(sqlite3.connect(db)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        say(store, first, "sheet", f"# {'x' * 9_000}\n{SHEET}")
        found = [one for _, row in rows_in(db) if (one := correction_of(row)) is not None]
        assert found == store.corrections()[first["match"]]


# ---- the line of a score


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("A 8 B 4", "A 8 B 4"),
        ("b 4 a 8", "A 8 B 4"),
        ("B 4 A -8 twenties 2 5", "A -8 B 4 twenties 5 2"),
        ("A 7 B 7 won b twenties 0 1", "A 7 B 7 twenties 0 1 won B"),
        (" A  9999\tB -9999 ", "A 9999 B -9999"),
    ],
)
def test_a_score_is_read_and_written_in_one_form(line: str, told: str) -> None:
    score = read_score(line, ["A", "B"])
    assert score.line() == told
    assert read_score(told, ["A", "B"]) == score


@pytest.mark.parametrize(
    ("line", "winners"),
    [("A 8 B 4", ["A"]), ("A -8 B -4", ["B"]), ("A 7 B 7", ["A", "B"]), ("A 7 B 7 won B", ["B"])],
)
def test_more_points_win(line: str, winners: list[str]) -> None:
    assert read_score(line, ["A", "B"]).winners == winners


def test_of_three_the_best_share_a_draw_or_one_of_them_has_won() -> None:
    sides = ["A", "B", "C"]
    assert read_score("A 1 B 2 C 2", sides).winners == ["B", "C"]
    assert read_score("C 2 B 2 A 1 won C", sides).winners == ["C"]
    with pytest.raises(ScoreError, match="not A"):
        read_score("A 1 B 2 C 2 won A", sides)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "no points of A, B"),
        ("A 8", "no points of B"),
        ("A 8 A 4", "A is there twice"),
        ("A 8 C 4", "C is no side"),
        ("A 8 B", "no points of B"),
        ("A 8 B x", "x is no number"),
        ("A 10000 B 1", "10000 is no number"),
        ("A ٣ B 1", "is no number"),
        ("A 8 B 4 twenties 5", "twenties has a number for each of A, B"),
        ("A 8 B 4 twenties 5 -2", "-2 is no number from 0 to 999"),
        ("A 8 B 4 twenties 5 2 twenties 5 2", "twenties is not expected there"),
        ("A 8 B 4 won A", "won is for equal scores"),
        ("A 7 B 7 won C", "not C"),
        ("A 7 B 7 won", "won is not expected there"),
        ("A 7 B 7 C 7", "C is not expected there"),
    ],
)
def test_what_is_no_score_is_refused(line: str, why: str) -> None:
    with pytest.raises(ScoreError, match=why):
        read_score(line, ["A", "B"])
