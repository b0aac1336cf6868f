"""A result that its game cannot have given stands beside the flags until somebody confirms it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from tallyboard.desk import as_object
from tallyboard.desk.objects import PhaseObject
from tallyboard.doctor.anonymous import sift_tournaments
from tallyboard.errors import TallyboardError
from tallyboard.store import Store, open_store, read_store, tournaments
from tallyboard.store.merge import merge
from tallyboard.store.tables.sql import SqliteSql
from tallyboard.store.tournaments import About, Followed
from tallyboard.store.tournaments.hall import (
    MESSAGE_LENGTH,
    begin_clock,
    clock_of,
    mark_read,
    message_of,
    read_out,
    say,
    stop_clock,
    until_at_tables,
)
from tallyboard.store.tournaments.notices import Doubted, all_notices, confirm, doubted, unconfirmed
from tallyboard.store.verify import verify
from tests.harness.command_line import Run

LINES = ("add Ann", "add Bob", "add Cid", "phase 1 round-robin game crokinole-championship rounds=4", "draw 1")
DOUBTED = (*LINES, "result 1:1-2 2 0 1 14", "result 1:1-3 1 6 3 2")


@pytest.fixture
def about(store: Store) -> About:
    made = tournaments.create(store, "Club evening", "tournament singles seed=7", "UTC")
    tournaments.append(store, Followed(made), lambda _: DOUBTED, "Ann's laptop")
    return made


def in_doubt(store: Store, about: About) -> list[str]:
    followed = Followed(about)
    with store.reading() as sql:
        followed.catch_up(sql)
        return [one.content for one in unconfirmed(sql, about.id, doubted(followed.tournament))]


def confirmed(store: Store, about: About) -> list[Doubted]:
    return confirm(store, Followed(about), lambda one: one.match == "1:1-2", "Olga", "both say so")


def test_it_stands_until_it_is_confirmed(store: Store, about: About) -> None:
    assert in_doubt(store, about) == ["1:1-2/1 1 14 2 0 twenties 0 0"]
    (one,) = confirmed(store, about)
    assert (one.scores, one.sides) == ((14, 0), (1, 2))
    assert in_doubt(store, about) == []
    with pytest.raises(TallyboardError, match="in doubt"):
        confirmed(store, about)
    with store.reading() as sql:
        (notice,) = all_notices(sql)
    assert (notice.tournament, notice.kind, notice.given_by, notice.reason) == (
        *(about.id, "doubt"),
        *("Olga", "both say so"),
    )


def test_other_figures_are_another_doubt_and_the_same_again_are_not(store: Store, about: About) -> None:
    confirmed(store, about)
    lines = [""]
    for lines[0], left in (
        ("result 1:1-2 1 13 2 0", ["1:1-2/1 1 13 2 0 twenties 0 0"]),
        ("result 1:1-2 1 14 2 0", []),
        ("clear 1:1-2", []),
        ("result 1:1-2 1 8 2 0", []),
    ):
        tournaments.append(store, Followed(about), lambda _: lines, "Olga")
        assert in_doubt(store, about) == left


def test_the_last_message_to_the_hall_stands(store: Store, about: About) -> None:
    for said in ("Soup until 8", "  Soup\tuntil 8 ", "x" * MESSAGE_LENGTH, "", "Soup until 9"):
        with store.writing() as sql:
            say(sql, about.id, said, "Olga")
    for wrong in ("x" * (MESSAGE_LENGTH + 1), "Soup\u202e"):
        with pytest.raises(TallyboardError), store.writing() as sql:
            say(sql, about.id, wrong, "Olga")
    with store.reading() as sql:
        assert message_of(sql, about.id) == "Soup until 9"
        assert message_of(sql, "another") == ""
        assert len(all_notices(sql)) == 4, "what is said already is said once"
    assert in_doubt(store, about), "it confirms nothing"


def test_a_notice_is_copied_once(store: Store, about: About, tmp_path: Path) -> None:
    confirmed(store, about)
    with closing(open_store(str(tmp_path / "other.db"))) as target:
        for new in (1, 0):
            assert merge(store, target).notices == new
            assert in_doubt(target, about) == []


def test_a_damaged_one_is_told_and_counts_no_more(store: Store, about: About) -> None:
    confirmed(store, about)
    assert verify(store).damaged_tournaments == []
    with store.writing() as writing:
        writing.connection.execute(text("UPDATE notices SET content = 'other'"))
    assert verify(store).damaged_tournaments == ["Club evening"]
    assert in_doubt(store, about) != []
    store.rebuild()
    assert verify(store).damaged_tournaments == []
    with store.reading() as sql:
        assert next(sql.rows("SELECT count(*) FROM notices")) == (0,)


def test_a_store_of_the_shape_before_has_none(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with closing(open_store(str(file))) as store:
        about = tournaments.create(store, "Club evening", "tournament singles seed=7", "UTC")
        tournaments.append(store, Followed(about), lambda _: DOUBTED, "Ann's laptop")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DROP TABLE notices")
        connection.execute("UPDATE alembic_version SET version_num = '0007'")
    with closing(read_store(str(file))) as reader, reader.reading() as sql:
        assert all_notices(sql) == []
    with closing(open_store(str(file))) as store:
        assert len(confirmed(store, about)) == 1


def test_a_report_says_that_it_was_confirmed_but_not_by_whom(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with closing(open_store(str(file))) as store:
        about = tournaments.create(store, "Club evening", "tournament singles seed=7", "UTC")
        tournaments.append(store, Followed(about), lambda _: DOUBTED, "Ann's laptop")
        confirmed(store, about)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        sift_tournaments(connection)
        (notice,) = all_notices(SqliteSql(connection))
    assert (notice.content, notice.given_by, notice.reason) == ("1:1-2/1 1 14 2 0 twenties 0 0", "", "")


def test_a_damaged_file_is_saved_with_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with closing(open_store(str(file))) as store:
        about = tournaments.create(store, "Club evening", "tournament singles seed=7", "UTC")
        tournaments.append(store, Followed(about), lambda _: DOUBTED, "Ann's laptop")
        confirmed(store, about)
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'boards'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as damaged:
        damaged.seek((page - 1) * size)
        damaged.write(b"\xff" * 64)
    assert run("rebuild", "--db", file).code == 0
    with closing(open_store(str(file))) as store:
        assert in_doubt(store, about) == []


def test_at_the_command_line(run: Run, tmp_path: Path) -> None:
    db = ("--db", tmp_path / "club.db")
    run("tournament", "new", "Club", *db)
    for line in LINES:
        run("tournament", *line.split(), *db)
    told = run("tournament", "result", "Ann", "14", "Bob", "0", *db).out
    assert "`tallyboard tournament confirm 1:1-2`; until then it stands beside the flags." in told
    run("tournament", "result", "Ann", "6", "Cid", "2", *db)  # later, and nobody looked
    flagged = run("tournament", "flags", *db)
    assert (flagged.code, flagged.out) == (
        1,
        "1:1-2, Ann : Bob 14 : 0. Look again: 4 rounds award 8 points, and these are 14. If it is right, `tallyboard "
        "tournament confirm 1:1-2`; if not, `tallyboard tournament result 1:1-2 X SCORE Y SCORE`.\n",
    )
    (doubt,) = json.loads(run("tournament", "flags", "--json", *db).out)["doubts"]
    assert (doubt["match"], doubt["entrants"], doubt["scores"]) == ("1:1-2", [1, 2], [14, 0])
    assert run("tournament", "confirm", "1:1-3", *db).code == 2
    confirmed = run("tournament", "confirm", "1:1-2", "--by", "Olga", *db).out.splitlines()
    assert confirmed[0] == "1:1-2: 14 : 0 is confirmed; it is in doubt no more."
    assert confirmed[1].startswith("Next: ") and confirmed[-1] == "Tournament: Club."
    assert run("tournament", "flags", *db).out == "Nothing is flagged.\n"


def followed(store: Store, about: About) -> Followed:
    made = Followed(about)
    with store.reading() as sql:
        made.catch_up(sql)
    return made


def test_a_clock_is_of_the_round_that_is_played_and_goes_by_the_database(store: Store, about: About) -> None:
    computed = as_object(followed(store, about).tournament)["phases"]
    with store.writing() as sql:
        assert clock_of(sql, about.id) is None and not stop_clock(sql, about.id, "Olga")
        before = sql.now_ms()
        begun = begin_clock(sql, Followed(about), 20, "Olga")
        assert before <= begun.begun <= sql.now_ms() and begun.until == begun.begun + 20 * 60_000
        assert clock_of(sql, about.id) == begun and begun.rounds == ((1, 1),)
    assert [match["match"] for match in begun.still_on(computed)] == ["1:2-3"]
    assert not begun.is_over(computed, begun.until) and begun.is_over(computed, begun.until + 7 * 3_600_000)
    tournaments.append(store, Followed(about), lambda _: ["result 1:2-3 2 4 3 4"], "Olga")
    computed = as_object(followed(store, about).tournament)["phases"]
    assert begun.still_on(computed) == [] and begun.is_over(computed, begun.begun), "everybody has done"
    with store.writing() as sql:
        alone = begin_clock(sql, Followed(about), 5, "Otto")
        assert alone.rounds == () and not alone.is_over(computed, alone.begun) and alone.is_over(computed, alone.until)
        for minutes in (0, 1000):
            with pytest.raises(TallyboardError, match="cannot have"):
                begin_clock(sql, Followed(about), minutes, "Otto")
        assert stop_clock(sql, about.id, "Olga") and clock_of(sql, about.id) is None


def test_a_clock_ends_with_its_round_and_not_when_the_next_is_drawn_ahead(store: Store) -> None:
    club = tournaments.create(store, "Club", "tournament singles", "UTC")
    now = Followed(club)

    def enter(*lines: str) -> list[str]:
        tournaments.append(store, now, lambda _: lines, "Olga")
        return [match["match"] for match in phases()[0]["matches"]]

    def phases() -> list[PhaseObject]:
        return as_object(now.tournament)["phases"]

    names = [f"add P{number}x" for number in range(8)]
    enter("open 1", *names, "phase 1 partners rounds=3 game crokinole-championship")
    first = enter("draw 1")[0]
    enter(f"call {first} 1")
    with store.writing() as sql:
        begun = begin_clock(sql, now, 20, "Olga")
    second = enter("draw 1")[-1]
    assert not begun.is_over(phases(), begun.begun), "drawn ahead, and not played"
    enter("free 1", f"call {second} 1")
    assert begun.is_over(phases(), begun.begun), "what is left of round 1 is played when there is time"
    assert until_at_tables_of(store, now) == {}
    with store.writing() as sql:
        assert begin_clock(sql, now, 20, "Olga").rounds == ((1, 2),)
    assert set(until_at_tables_of(store, now)) == {"1"}


def until_at_tables_of(store: Store, now: Followed) -> dict[str, int]:
    with store.reading() as sql:
        return until_at_tables(sql, now, sql.now_ms())


def test_what_was_read_out_is_noted_once_whoever_reads(store: Store, about: About) -> None:
    with store.writing() as sql:
        assert mark_read(sql, about.id, ["call 7", "call 8"], "Olga") == []
    with store.writing() as sql:
        (known,) = mark_read(sql, about.id, ["call 8", "call 9"], "Otto")
    assert (known.content, known.given_by) == ("call 8", "Olga")
    with store.reading() as sql:
        assert {name: one.given_by for name, one in read_out(sql, about.id).items()} == {
            "call 7": "Olga",
            "call 8": "Olga",
            "call 9": "Otto",
        }
        assert read_out(sql, "another") == {}
        assert len(all_notices(sql)) == 3


def test_a_clock_at_the_command_line(run: Run, tmp_path: Path) -> None:
    db = ("--db", tmp_path / "club.db")
    run("tournament", "new", "Club", "--time-zone", "UTC", *db)
    for line in LINES:
        run("tournament", *line.split(), *db)
    assert run("tournament", "clock", *db).out == "No clock is on.\n"
    assert run("tournament", "clock", "20", *db).out.startswith("The clock goes: 20 minutes, until ")
    assert " left, until " in run("tournament", "clock", *db).out
    clock = json.loads(run("tournament", "clock", "--json", *db).out)["clock"]
    assert (clock["minutes"], clock["still_on"]) == (20, ["1:2-3"]) and 1190 < clock["left"] <= 1200
    assert run("tournament", "clock", "20.5", *db).code == run("tournament", "clock", "0", *db).code == 2
    assert run("tournament", "clock", "off", *db).out.startswith("The clock is stopped.")
    assert json.loads(run("tournament", "clock", "--json", *db).out) == {"clock": None}
