"""The store of tournaments: what is entered at one desk or at several stands once, in its order, with its time."""

import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tallyboard.desk import Refusal, Tournament, as_object, compute_script
from tallyboard.errors import TallyboardError
from tallyboard.store import Store, open_store, tournaments
from tallyboard.store.merge import merge
from tallyboard.store.opening import read_store
from tallyboard.store.rebuilding import rebuild
from tallyboard.store.tables.sql import NOW_MS
from tallyboard.store.tournaments import About, Followed, StoredEvent
from tallyboard.store.tournaments.board_results import counted_in
from tallyboard.store.tournaments.mending import LOST, Loss, losses
from tallyboard.store.tournaments.rows import check
from tallyboard.store.verify import verify
from tests.harness.postgres import PostgresServer

RESULT = "result 1:1-2 1 8 2 4"
FOUR = ("add Ann", "add Bob", "add Cid", "add Dee")
EVENING = (*FOUR, "open 1 2", "phase 1 round-robin game crokinole-official", "draw 1")


@pytest.fixture
def about(store: Store) -> About:
    return tournaments.create(store, "Club evening", "tournament singles seed=7", "America/Toronto")


def enter(
    store: Store, followed: Followed, *lines: str, who: str = "Ann's laptop", reason: str = ""
) -> list[StoredEvent]:
    return tournaments.append(store, followed, lambda tournament: lines, who, reason)


def stored(store: Store, about: About) -> list[str]:
    with store.reading() as sql:
        return [event.line for event in tournaments.events(sql, about.id)]


def call_all(tournament: Tournament) -> list[str]:
    return ["call"] if tournament.next_calls() else []


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """The database's clock stands at this moment."""
    for dialect in NOW_MS:
        monkeypatch.setitem(NOW_MS, dialect, f"CAST({round(moment.timestamp() * 1000)} AS BIGINT)")


# ---- the list


def test_a_tournament_is_found_by_its_name_by_its_id_and_as_the_one_in_use(store: Store, about: About) -> None:
    other = tournaments.create(store, " Youth  cup ", "tournament doubles", "Europe/Berlin")
    with store.reading() as sql:
        assert tournaments.listed(sql) == [other, about]
        assert other.name == "Youth cup"
        assert tournaments.find(sql, "CLUB EVENING") == about
        assert tournaments.find(sql, other.id[:8]) == other
        assert tournaments.find(sql) == other, "the newest"
    tournaments.use(store, about.id)
    with store.reading() as sql:
        assert tournaments.find(sql).id == about.id
    newest = tournaments.create(store, "Final", "tournament singles", "UTC")
    tournaments.use(store, other.id)
    with store.reading() as sql:
        assert tournaments.find(sql).id == other.id
        assert tournaments.listed(sql)[0] == newest


def test_what_cannot_be_begun_or_found_is_said(store: Store, about: About) -> None:
    with pytest.raises(TallyboardError, match=r"There is a tournament club EVENING already\."):
        tournaments.create(store, "club  EVENING", "tournament singles", "UTC")
    with pytest.raises(TallyboardError, match=r"There is no time zone Mars/Olympus\."):
        tournaments.create(store, "Mars", "tournament singles", "Mars/Olympus")
    for zone in ("", "../../etc/passwd", "/etc/passwd"):
        with pytest.raises(TallyboardError, match="There is no time zone"):
            tournaments.create(store, "Mars", "tournament singles", zone)
    with pytest.raises(TallyboardError, match="0 characters"):
        tournaments.create(store, "  ", "tournament singles", "UTC")
    with pytest.raises(Refusal):
        tournaments.create(store, "Mars", "tournament quartets", "UTC")
    with store.reading() as sql:
        assert tournaments.listed(sql) == [about]
        with pytest.raises(TallyboardError, match=r"There is no tournament Mars\."):
            tournaments.find(sql, "Mars")


def test_a_database_without_tournaments_says_so(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # and not what the user of this machine has
    for reader in (store, read_store(None)):
        with reader.reading() as sql:
            assert tournaments.listed(sql) == []
            with pytest.raises(TallyboardError, match=r"There is no tournament yet\."):
                tournaments.find(sql)


# ---- entering


def test_what_is_entered_is_numbered_and_stands_as_the_desk_writes_it(store: Store, about: About) -> None:
    desk = Followed(about)
    made = enter(store, desk, "ADD  Ann", "add Bob", who="Ann's laptop", reason="late")
    assert [(event.number, event.who, event.reason) for event in made] == [
        (1, "Ann's laptop", "late"),
        (2, "Ann's laptop", "late"),
    ]
    assert stored(store, about) == [event.line for event in desk.tournament.events] == [event.line for event in made]
    with store.reading() as sql:
        assert tournaments.find(sql).last == 2
        assert tournaments.events(sql, about.id, since=1) == made[1:]
        assert tournaments.followed(sql).events == made


def test_what_is_refused_changes_nothing_neither_stored_nor_in_memory(store: Store, about: About) -> None:
    desk = Followed(about)
    enter(store, desk, "add Ann")
    with pytest.raises(Refusal) as refused:
        enter(store, desk, "add Bob", "add Ann")
    assert refused.value.code == "duplicate"
    assert stored(store, about) == ["add Ann"]
    assert [entrant.name for entrant in desk.tournament.entrants] in ([], ["Ann"])
    enter(store, desk, "add Cid")
    assert [entrant.name for entrant in desk.tournament.entrants] == ["Ann", "Cid"]


def test_two_desks_that_see_the_same_do_it_once(store: Store, about: About) -> None:
    one, other = Followed(about), Followed(about)
    enter(store, one, *EVENING)
    with store.reading() as sql:
        assert other.catch_up(sql)
        assert not other.catch_up(sql)
    assert call_all(one.tournament) == call_all(other.tournament) != []
    made = tournaments.append(store, one, call_all, "auto")
    assert [event.line for event in made] == ["call 1:1-4 1", "call 1:2-3 2"]
    assert tournaments.append(store, other, call_all, "auto") == [], "it was done meanwhile"
    assert other.events == one.events


def test_many_desks_at_once_overwrite_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    for url in (str(tmp_path / "club.db"), postgres.create()):
        with open_store(url) as store:
            about = tournaments.create(store, "Club evening", "tournament singles", "UTC")
        stores = [open_store(url) for _ in range(4)]

        def add(number: int, stores: list[Store] = stores, about: About = about) -> None:
            desk = Followed(about)
            for n in range(5):
                enter(stores[number], desk, f"add Player{number}of{n}")

        threads = [threading.Thread(target=add, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with stores[0].reading() as sql:
            events = tournaments.events(sql, about.id)
        assert [event.number for event in events] == list(range(1, 21))
        assert len({event.line for event in events}) == 20
        assert [event.at for event in events] == sorted(event.at for event in events)
        for one in stores:
            one.close()


# ---- times


def test_minutes_count_from_the_midnight_of_the_first_draw(
    store: Store, about: About, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Followed(about)
    at(monkeypatch, datetime(2026, 3, 1, 12, 0, tzinfo=UTC))
    enter(store, desk, *EVENING[:-1])
    assert {event.minute for event in desk.events} == {0}
    assert desk.first_day is None
    at(monkeypatch, datetime(2026, 3, 7, 23, 30, tzinfo=UTC))  # in Toronto 18:30
    enter(store, desk, "draw 1")
    assert desk.first_day == date(2026, 3, 7)
    assert desk.events[-1].minute == 18 * 60 + 30
    at(monkeypatch, datetime(2026, 3, 8, 5, 15, tzinfo=UTC))  # in Toronto 0:15 of the next day
    enter(store, desk, "note late")
    assert desk.events[-1].minute == 24 * 60 + 15
    assert tournaments.script(desk).splitlines()[-4:] == ["at 18:30", "draw 1", "at 24:15", "note late"]


def test_before_the_first_draw_no_time_zone_is_asked_for(store: Store, about: About) -> None:
    """One from a laptop that knows more of them can be looked at and gone on with."""
    elsewhere = about._replace(time_zone="Mars/Olympus")
    with store.writing() as sql:
        changed = "UPDATE tournaments SET time_zone = :time_zone, crc = :crc"
        sql.run(changed, time_zone=elsewhere.time_zone, crc=check(*elsewhere[:5]))
    desk = Followed(elsewhere)
    enter(store, desk, *EVENING[:-1])
    assert desk.at(desk.events[-1].at).next_calls() == []
    assert {event.minute for event in desk.events} == {0}


@pytest.mark.parametrize("month, day, utc", [(3, 8, 13), (11, 1, 14)])
def test_minutes_go_as_clocks_on_the_wall_on_a_day_on_which_these_are_changed(
    store: Store, about: About, monkeypatch: pytest.MonkeyPatch, month: int, day: int, utc: int
) -> None:
    desk = Followed(about)
    at(monkeypatch, datetime(2026, month, day, utc, 5, tzinfo=UTC))  # in Toronto 9:05, put forward or back at 2:00
    enter(store, desk, *EVENING)
    assert (desk.first_day, desk.events[-1].minute) == (date(2026, month, day), 9 * 60 + 5)
    at(monkeypatch, datetime(2026, month, day, utc, 35, tzinfo=UTC))
    told = [(event.line, event.minute) for event in desk.events]
    again = Followed(tournaments.create(store, "Again", "tournament singles seed=6", about.time_zone, told, "desk"))
    enter(store, again, "note read")
    assert f"{again.local(again.events[-2].at):%d %H:%M}" == f"{day:02} 09:05"
    assert again.events[-1].minute == 9 * 60 + 35


def test_who_has_rested_since_the_last_event_can_be_called(
    store: Store, about: About, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Followed(about)
    at(monkeypatch, datetime(2026, 3, 7, 15, 0, tzinfo=UTC))
    enter(store, desk, "add Ann", "add Bob", "open 1", "phase 1 single best=3 rest=10 game twenties-shootout", "draw 1")
    enter(store, desk, "result 1:W1.1 1 3 2 1")
    assert tournaments.append(store, desk, call_all, "desk") == []
    at(monkeypatch, datetime(2026, 3, 7, 15, 10, tzinfo=UTC))
    assert [event.line for event in tournaments.append(store, desk, call_all, "desk")] == ["call 1:W1.1 1"]
    with store.reading() as sql:
        again = tournaments.followed(sql)
    assert as_object(again.tournament) == compute_script(tournaments.script(again))


def test_a_clock_that_is_wrong_puts_no_event_before_another(
    store: Store, about: About, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Followed(about)
    at(monkeypatch, datetime(2026, 3, 7, 23, 30, tzinfo=UTC))
    enter(store, desk, *EVENING)
    before = desk.events[-1]
    at(monkeypatch, datetime(2020, 1, 1, tzinfo=UTC))
    other = Followed(about)
    enter(store, other, "note early")
    assert (other.events[-1].at, other.events[-1].minute) == (before.at + 1, before.minute), "a time of its own"


def test_the_row_of_the_tournament_tells_what_is_new(
    store: Store, about: About, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Followed(about)
    noon = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    at(monkeypatch, noon)
    enter(store, desk, *FOUR)
    later = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
    at(monkeypatch, later)
    enter(store, desk, "note a board said this", who="board")
    with store.reading() as sql:
        found = tournaments.find(sql)
    assert (found.last, found.active) == (5, round(later.timestamp() * 1000))
    tournaments.set_auto(store, about.id, True)
    with store.reading() as sql:
        assert tournaments.find(sql).auto


# ---- damage


def damage(store: Store, statement: str) -> None:
    with store.writing() as writing:
        writing.connection.exec_driver_sql(statement)


def test_an_event_that_a_disk_has_damaged_is_no_other_event(store: Store, about: About) -> None:
    desk = Followed(about)
    enter(store, desk, *FOUR)
    with store.writing() as writing:
        writing.connection.exec_driver_sql("UPDATE tournament_events SET line = 'add Eve' WHERE number = 2")
    with store.reading() as sql, pytest.raises(TallyboardError, match=r"Event 2 .*damaged"):
        tournaments.followed(sql)
    with store.writing() as writing:
        writing.connection.exec_driver_sql("DELETE FROM tournament_events WHERE number = 2")
    with store.reading() as sql, pytest.raises(TallyboardError, match=r"Event 2 .*missing"):
        tournaments.followed(sql)


@pytest.mark.parametrize("rows", ["", "number > 3", "number = 4"])
def test_events_that_are_gone_at_the_end_are_missed_and_then_noted(rows: str, store: Store, about: About) -> None:
    enter(store, Followed(about), *FOUR)
    damage(store, f"DELETE FROM tournament_events {'WHERE' if rows else ''} {rows}")
    with store.reading() as sql, pytest.raises(TallyboardError, match=r"Event [14] .*missing"):
        tournaments.followed(sql)
    assert verify(store).damaged_tournaments == ["Club evening"]
    store.rebuild()
    assert verify(store).sound
    assert stored(store, about)[-1].endswith("to 4 were damaged in the database and are lost)")


@pytest.mark.parametrize(
    "change", ["last = 2", "last = 2000000000", "used = 9223372036854775807", "active = -5", "active = 1e15"]
)
def test_a_state_that_cannot_be_is_told_and_mended(change: str, store: Store, about: About) -> None:
    enter(store, Followed(about), *FOUR)
    damage(store, f"UPDATE tournaments SET {change}")
    assert verify(store).damaged_tournaments == ["Club evening"]
    store.rebuild()
    assert verify(store).sound
    tournaments.use(store, about.id)
    assert stored(store, about)[:4] == list(FOUR)


def test_events_whose_tournament_is_gone_are_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with open_store(str(path)) as store:
        about = tournaments.create(store, "Club evening", "tournament singles", "UTC")
        enter(store, Followed(about), *FOUR)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:  # which asks for no foreign keys
            connection.execute("DELETE FROM tournaments")
        assert verify(store).damaged_tournaments == [about.id]
        store.rebuild()
        assert stored(store, about)[:4] == list(FOUR)


def test_a_tournament_goes_on_beside_another_that_is_damaged(store: Store, about: About) -> None:
    enter(store, Followed(about), *EVENING, "call")
    other = tournaments.create(store, "Final", "tournament singles seed=1", "UTC")
    enter(store, Followed(other), *EVENING, "call")
    damage(store, f"UPDATE tournament_events SET line = 'add Eve' WHERE number = 2 AND tournament = '{other.id}'")
    with store.reading() as sql:
        assert [one.state for one in tournaments.at_tables(sql, tournaments.followed(sql, about.id))] == ["paper"] * 2


def test_a_damaged_line_is_no_result_of_a_board(store: Store, about: About) -> None:
    enter(store, Followed(about), *EVENING, f"{RESULT} board m1")
    damage(store, "UPDATE tournament_events SET line = 'result nonsense board m1' WHERE number = 8")
    with store.reading() as sql:
        assert counted_in(sql, "m1") == []


# ---- two databases


def copied(source: Store, target: Store) -> tuple[int, list[tuple[str, int]]]:
    merged = merge(source, target)
    return merged.events, [(one.name, one.events) for one in merged.left_out]


def test_a_copy_goes_on_where_it_is_and_comes_back(store: Store, about: About) -> None:
    with open_store("sqlite://") as laptop:
        assert copied(store, laptop) == (0, []), "one without events"
        enter(store, Followed(about), *FOUR)
        tournaments.set_auto(store, about.id, True)
        assert copied(store, laptop) == (4, [])
        assert copied(store, laptop) == (0, [])
        with laptop.reading() as sql:
            there = tournaments.followed(sql)
            assert (there.about.name, there.about.last) == ("Club evening", 4)
        enter(laptop, there, "add Eve")
        assert copied(store, laptop) == (0, []), "it has all of it, and more"
        assert copied(laptop, store) == (1, [])
        assert stored(store, about) == stored(laptop, about) == [*FOUR, "add Eve"]


def test_two_that_went_on_apart_keep_each_its_own_and_it_is_said(store: Store, about: About) -> None:
    with open_store("sqlite://") as laptop:
        enter(store, Followed(about), *FOUR)
        merge(store, laptop)
        enter(store, Followed(about), "add Eve")
        enter(laptop, Followed(about), "add Fay", "add Gil")
        assert copied(laptop, store) == (0, [("Club evening", 2)])
        assert copied(store, laptop) == (0, [("Club evening", 1)])
        assert stored(store, about) == [*FOUR, "add Eve"]
        assert stored(laptop, about) == [*FOUR, "add Fay", "add Gil"]
        said = str(merge(laptop, store).left_out[0])
        assert "apart from each other after event 4, so 2 events" in said


def test_what_was_mended_is_whole_again_by_a_copy_from_a_backup(store: Store, about: About) -> None:
    with open_store("sqlite://") as backup:
        enter(store, Followed(about), *EVENING)
        merge(store, backup)
        enter(store, Followed(about), "call 1:1-4 1", "note later than the backup", "result 1:1-4 1 40 4 0")
        whole = stored(store, about)
        damage(store, "UPDATE tournament_events SET line = 'add Eve' WHERE number = 2")
        store.rebuild()
        assert stored(store, about)[1] == LOST
        with store.reading() as sql:
            assert losses(sql) == [Loss("Club evening", 8)], "a note stays one"
        for source, target in ((backup, store), (store, backup)):
            assert copied(source, target)[1] == []
            assert stored(target, about) == whole
        with store.reading() as sql:
            assert losses(sql) == []
            found = tournaments.followed(sql)
        assert found.events[-1].who == "Ann's laptop"
        assert as_object(found.tournament)["phases"][0]["matches"][0]["winner"] == 1


def test_a_backup_takes_from_a_list_that_was_mended_what_came_later(store: Store, about: About) -> None:
    with open_store("sqlite://") as backup:
        enter(store, Followed(about), *FOUR)
        merge(store, backup)
        enter(store, Followed(about), "add Eve", "note later than the backup", "absent 5")
        whole = stored(store, about)
        damage(store, "UPDATE tournament_events SET line = 'x' WHERE number = 2")
        store.rebuild()
        assert copied(store, backup) == (3, [])
        assert stored(backup, about) == whole
        assert copied(backup, store)[1] == []
        assert stored(store, about) == whole


def test_what_was_mended_and_is_another_list_is_not_healed(store: Store, about: About) -> None:
    with open_store("sqlite://") as laptop:
        enter(store, Followed(about), *FOUR)
        merge(store, laptop)
        enter(store, Followed(about), "add Eve", "add Fay", "add Gil")
        enter(laptop, Followed(about), "add Eve", "add Ida")
        damage(store, "UPDATE tournament_events SET line = 'x' WHERE number = 5")
        store.rebuild()
        before = stored(store, about)
        assert copied(laptop, store) == (0, [("Club evening", 2)])
        assert stored(store, about) == before
        enter(store, Followed(about), "add Jim")
        laptop_list = stored(laptop, about)
        assert copied(store, laptop) == (0, [("Club evening", 4)])
        assert stored(laptop, about) == laptop_list


def test_the_same_events_entered_at_other_times_are_the_same(store: Store, about: About) -> None:
    with open_store("sqlite://") as laptop:
        merge(store, laptop)
        enter(store, Followed(about), *FOUR)
        enter(laptop, Followed(about), *FOUR, "add Eve")
        assert copied(laptop, store) == (1, [])
        assert stored(store, about) == [*FOUR, "add Eve"]


def test_a_tournament_that_is_damaged_is_left_out_of_a_copy(store: Store, about: About) -> None:
    enter(store, Followed(about), *FOUR)
    damage(store, "UPDATE tournament_events SET line = 'add Eve' WHERE number = 2")
    with open_store("sqlite://") as laptop:
        assert copied(store, laptop) == (0, [("Club evening", 4)])


def test_a_tournament_whose_row_is_damaged_is_told_by_a_copy(store: Store, about: About) -> None:
    enter(store, Followed(about), *FOUR)
    damage(store, "UPDATE tournaments SET name = 'Klub evening'")
    with open_store("sqlite://") as laptop:
        assert copied(store, laptop) == (0, [(about.id, 0)])


def test_a_tournament_that_is_damaged_where_it_is_copied_to_is_left_alone(store: Store, about: About) -> None:
    enter(store, Followed(about), *FOUR)
    other = tournaments.create(store, "Final", "tournament singles", "UTC")
    enter(store, Followed(other), *FOUR)
    with open_store("sqlite://") as laptop:
        merge(store, laptop)
        damage(laptop, f"DELETE FROM tournament_events WHERE number = 2 AND tournament = '{about.id}'")
        enter(store, Followed(other), "add Eve")
        assert copied(store, laptop) == (1, [("Club evening", 4)]), "and the other comes along"
        assert "damaged in the database that it was to be copied to" in str(merge(store, laptop).left_out[0])


# ---- rebuilding


def test_a_note_stands_where_an_event_was_damaged_and_what_is_behind_it_is_not_in_force(
    store: Store, about: About
) -> None:
    enter(store, Followed(about), *FOUR, "open 1 2", "note fine", "close 1")
    damage(store, "UPDATE tournament_events SET line = 'add Eve' WHERE number = 5")
    for _ in range(2):
        store.rebuild()
        assert stored(store, about) == [
            *FOUR,
            LOST,
            "note fine",
            "note (not in force since event 5 is lost) close 1",
        ]
    desk = Followed(about)
    enter(store, desk, "open 1 2")
    assert [event.number for event in desk.events] == list(range(1, 9))


def test_a_tournament_whose_row_is_damaged_goes_on_by_what_it_says(store: Store, about: About) -> None:
    enter(store, Followed(about), *FOUR)
    damage(store, "UPDATE tournaments SET name = 'Klub evening'")
    with store.reading() as sql:
        assert tournaments.listed(sql) == []
    store.rebuild()
    with store.reading() as sql:
        assert tournaments.followed(sql).about.name == "Klub evening"
    said = "note (how the tournament began was damaged in the database, check: tournament singles seed=7)"
    assert stored(store, about) == [*FOUR, said]


def test_nothing_is_in_force_that_was_drawn_by_a_number_that_is_lost(store: Store, about: About) -> None:
    enter(store, Followed(about), *EVENING, RESULT)
    damage(store, "UPDATE tournaments SET first_line = 'x'")
    store.rebuild()
    with store.reading() as sql:
        assert tournaments.find(sql).name == f"Tournament {about.id[:8]}"
    noted = [f"note (not in force since how the tournament began is lost) {line}" for line in ("draw 1", RESULT)]
    said = "note (how the tournament began was damaged in the database and is lost)"
    assert stored(store, about) == [*EVENING[:-1], *noted, said]


def test_a_row_that_says_another_beginning_than_was_played_is_not_believed(store: Store, about: About) -> None:
    bracket = (*FOUR, "seeds", "phase 1 single order=lot game crokinole-official", "draw 1")
    desk = Followed(about)
    enter(store, desk, *bracket)
    a, b = as_object(desk.tournament)["phases"][0]["matches"][0]["sides"]
    enter(store, desk, f"result 1:W1.1 {a} 8 {b} 4 board m1")
    for seed in range(8, 20):
        if set(_first_pair(f"tournament singles seed={seed}", bracket)) != {a, b}:
            break
    damage(store, f"UPDATE tournaments SET first_line = 'tournament singles seed={seed}'")
    store.rebuild()
    assert stored(store, about)[6].startswith("note (not in force since how the tournament began is lost) draw 1")


def _first_pair(first_line: str, lines: Iterable[str]) -> list[int | None]:
    tournament = Tournament(first_line)
    for line in lines:
        tournament.enter(line)
    return as_object(tournament)["phases"][0]["matches"][0]["sides"]


def test_a_tournament_is_saved_from_a_file_whose_first_page_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with open_store(str(path)) as store:
        about = tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")
        enter(store, Followed(about), *EVENING, reason="because")
        tournaments.set_auto(store, about.id, True)
        damage(store, "UPDATE tournaments SET used = CAST(x'ff' AS TEXT)")
        with store.reading() as sql:
            before = tournaments.followed(sql)
    data = bytearray(path.read_bytes())
    data[:100] = bytes(100)
    path.write_bytes(data)
    rebuild(str(path))
    with open_store(str(path)) as store, store.reading() as sql:
        after = tournaments.followed(sql)
    assert after.events == before.events
    assert after.about == before.about
