"""What a hub does for tournaments: results of boards are entered once, calls are made, and each board has its match."""

import time
from collections.abc import Mapping
from typing import Any, get_args

import pytest

from tallyboard.hub import tournaments as hub_tournaments
from tallyboard.hub.tournaments import HubTournaments, WantedAtBoard
from tallyboard.shapes import TableState
from tallyboard.store import Heard, Store, hubs, tournaments
from tallyboard.store.corrections import correct
from tallyboard.store.reader import FullNames
from tallyboard.store.seats import check_of
from tallyboard.store.tables.sql import NOW_MS, CoreSql, SqliteSql
from tallyboard.store.tournaments import About, Followed, StoredEvent
from tallyboard.store.tournaments.appending import taking_back
from tallyboard.store.tournaments.calls import prefix_of
from tallyboard.store.verify import verify
from tallyboard.text.tournament.names import STATES
from tests.harness.paper import Paper

HUB = hubs.HubProcess("h1", "attic", 4711, "watch")
GAME = "twenties-shootout format=singles discs=12 sides=2"
EVENING = (
    *("add Ann", "add Bob", "add Cid", "add Dee", "open t1 T2"),
    *("phase 1 round-robin game twenties-shootout", "draw 1"),
)


@pytest.fixture
def about(store: Store) -> About:
    return tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")


class Laptop:
    """A hub without boards of its own that looks; `told`: what keeps calls from being played."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.told: list[Mapping[str, Any]] = []
        self.tournaments = HubTournaments(self.told.append)

    def look(self, *mine: str) -> None:
        with self.store.reading() as sql:
            present = hubs.present(sql)
        self.tournaments.look(self.store, present, mine)

    def wanted(self, board: str) -> tuple[str, tuple[str, str]] | None:
        """The key and the names that are wanted at this board."""
        wanted = self.tournaments.wanted_at(board)
        assert wanted is not None
        return None if wanted.game is None else (wanted.game.key, wanted.game.names)


@pytest.fixture
def laptop(store: Store) -> Laptop:
    return Laptop(store)


def enter(store: Store, about: About, *lines: str) -> None:
    tournaments.append(store, Followed(about), lambda tournament: lines, "the desk")


def taken_back(store: Store, about: About) -> list[StoredEvent]:
    """What was entered last, at the desk."""
    followed = Followed(about)
    return tournaments.append(store, followed, taking_back(followed), "Ann")


def stored(store: Store, about: About, word: str = "") -> list[str]:
    with store.reading() as sql:
        return [event.line for event in tournaments.events(sql, about.id) if event.line.startswith(word)]


def plug_in(store: Store, **tables: str) -> None:
    """Boards that hubs have, with the names of their tables."""
    for board, table in tables.items():
        store.add(Heard(board, table, "0", 7, 0, 0))
    hubs.beat(store, HUB, [hubs.Has(board, f"/dev/{board}", 0) for board in tables])


def key(about: About, number: int, game: int = 1) -> str:
    return f"{prefix_of(about.id)}-{number}.{game}"


def played(key: str, *presses: str, on: Paper | None = None) -> Paper:
    """A shootout of Ann and Bob with this key."""
    paper = (on or Paper()).boot().assign(GAME, key, "Ann", "Bob").start_assigned(GAME, key, "Ann", "Bob")
    return paper.press(*presses)


def add(store: Store, board: str, paper: Paper, table: str = "T1") -> str:
    """The board recorded this; the id of its last match."""
    store.add(Heard(board, table, "0", 7, 0, len(paper.records)), list(enumerate(paper.records)))
    return [match["match"] for match in store.matches(untouched=True) if match["board"] == board][-1]


# ---- what is wanted at a board


def test_the_board_whose_table_has_the_name_has_the_call(store: Store, about: About, laptop: Laptop) -> None:
    plug_in(store, b1="T1", b2="t2", b3="Attic")
    enter(store, about, *EVENING, "call 1:1-4 t1")
    laptop.look("b1", "b2", "b3")
    assert laptop.wanted("b1") == (key(about, 8), ("Ann", "Dee"))
    assert laptop.wanted("b2") is None and laptop.wanted("b3") is None
    assert laptop.tournaments.wanted_at("b4") is None
    wanted = laptop.tournaments.wanted_at("b1")
    assert wanted is not None and wanted.game is not None
    assert (wanted.game.line, wanted.tournaments) == (GAME, frozenset({prefix_of(about.id)}))
    enter(store, about, "free t1", "call 1:2-3 T2")
    laptop.look("b1", "b2", "b3")
    assert laptop.wanted("b1") is None
    assert laptop.wanted("b2") == (key(about, 10), ("Bob", "Cid"))


def test_a_name_that_two_boards_have_is_said_and_none_of_them_is_told(
    store: Store, about: About, laptop: Laptop
) -> None:
    plug_in(store, b1="T1", b2="t1")
    enter(store, about, *EVENING, "call 1:1-4 t1")
    for _ in range(2):
        laptop.look("b1", "b2")
        assert laptop.wanted("b1") is None and laptop.wanted("b2") is None
    assert [(one["state"], one["said"]) for one in laptop.told] == [
        ("several", "2 boards are called t1, so none is told of 1:1-4")
    ]
    plug_in(store, b1="T1", b2="Attic")
    laptop.look("b1", "b2")
    assert laptop.wanted("b1") == (key(about, 8), ("Ann", "Dee"))


def test_of_two_tournaments_at_one_table_the_one_in_use_comes_first(store: Store, about: About, laptop: Laptop) -> None:
    plug_in(store, b1="T1")
    other = tournaments.create(store, "Youth cup", "tournament singles", "UTC")
    enter(store, about, *EVENING, "call 1:1-4 t1")
    enter(store, other, *EVENING, "call 1:2-3 t1")
    laptop.look("b1")
    assert laptop.wanted("b1") == (key(other, 8), ("Bob", "Cid"))
    assert [(one["tournament"], one["state"]) for one in laptop.told] == [("Club evening", "shared")]
    tournaments.use(store, about.id)
    laptop.look("b1")
    assert laptop.wanted("b1") == (key(about, 8), ("Ann", "Dee"))
    enter(store, about, "free t1")
    laptop.look("b1")
    assert laptop.wanted("b1") == (key(other, 8), ("Bob", "Cid"))


def test_a_tournament_in_which_nothing_was_entered_for_days_wants_nothing(
    store: Store, about: About, laptop: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(store, b1="T1")
    enter(store, about, *EVENING, "call 1:1-4 t1")
    monkeypatch.setattr(hub_tournaments, "ASLEEP_MS", -1000)
    laptop.look("b1")
    assert laptop.wanted("b1") is None


def test_names_that_a_board_cannot_keep_are_kept(store: Store, about: About, laptop: Laptop) -> None:
    plug_in(store, b1="T1")
    long = "Maximiliana Wolfeschlegelsteinhausen"
    enter(store, about, *EVENING, f"rename 1 {long}", "call 1:1-4 t1")
    laptop.look("b1")
    wanted = laptop.tournaments.wanted_at("b1")
    assert wanted is not None and wanted.game is not None
    assert wanted.game.shown == ("Maximiliana Wolfeschlege", "Dee")
    with store.reading() as sql:
        assert FullNames(sql).all() == [long]


def test_what_was_stored_since_the_last_look_may_change_what_is_wanted(
    store: Store, about: About, laptop: Laptop
) -> None:
    plug_in(store, b1="T1")
    enter(store, about, *EVENING, "call 1:1-4 t1")
    laptop.look("b1")
    laptop.tournaments.stored({"b1"})
    assert laptop.tournaments.wanted_at("b1") is None
    laptop.look("b1")
    assert laptop.wanted("b1") is not None
    paper = played(key(about, 8), "B 20", "next")
    laptop.tournaments.stored({"b1"})
    store.ingest([(Heard("b1", "T1", "0", 7, 0, len(paper.records)), list(enumerate(paper.records)))])
    laptop.look("b1")
    assert laptop.tournaments.wanted_at("b1") is None, "its matches are not computed yet"
    store.derive(["b1"])
    laptop.look("b1")
    assert laptop.wanted("b1") is None, "it is decided"


# ---- results


def test_a_result_of_a_board_is_entered_once_by_however_many_hubs(store: Store, about: About, laptop: Laptop) -> None:
    enter(store, about, *EVENING, "call 1:1-4 t1")
    match = add(store, "b1", played(key(about, 8), "B 20", "B 20", "A 20", "next"))
    for hub in (laptop, Laptop(store), laptop):
        hub.look()
    assert stored(store, about, "result") == [f"result 1:1-4/1 1 1 4 2 twenties 1 2 board {match}"]
    with store.reading() as sql:
        assert tournaments.followed(sql).events[-1].who == "board"


def test_a_phone_says_nothing_of_a_call_at_another_table(store: Store, about: About, laptop: Laptop) -> None:
    enter(store, about, *EVENING, "call 1:1-4 t1", "call 1:2-3 T2")
    phone = "70686f6e65" + 14 * "a"
    with store.writing() as sql:
        row = {"token_check": check_of("one"), "board": phone, "seat": "t2", "since": 1, "heard": 1}
        sql.insert("phones", [row])
    for number, epoch in ((8, 7), (9, 8)):
        paper = played(key(about, number), "B 20", "B 20", "A 20", "next", on=Paper(epoch))
        heard = Heard(phone, "T2", "0", epoch, 0, len(paper.records), check_of("one"))
        store.add(heard, list(enumerate(paper.records)))
        laptop.look()
        assert len(stored(store, about, "result")) == number - 8
    assert verify(store).sound


def test_a_match_that_is_taken_up_again_counts_as_it_ends_then(store: Store, about: About, laptop: Laptop) -> None:
    enter(store, about, *EVENING, "call 1:1-4 t1")
    paper = played(key(about, 8), "B 20", "next")
    add(store, "b1", paper)
    laptop.look()
    paper.press("undo")
    add(store, "b1", paper)
    laptop.look()
    paper.press("A 20", "A 20", "next")
    match = add(store, "b1", paper)
    laptop.look()
    assert stored(store, about, "result") == [
        f"result 1:1-4/1 1 0 4 1 twenties 0 1 board {match}",
        f"result 1:1-4/1 1 2 4 1 twenties 2 1 board {match}",
    ]


def test_a_result_that_is_corrected_counts_as_it_stands(store: Store, about: About, laptop: Laptop) -> None:
    enter(store, about, *EVENING, "call 1:1-4 t1")
    match = add(store, "b1", played(key(about, 8), "B 20", "next"))
    laptop.look()
    correct(store, store.match(match), "result", "A 3 B 1 twenties 3 1", "misread", "Ann")
    laptop.look()
    assert stored(store, about, "result") == [
        f"result 1:1-4/1 1 0 4 1 twenties 0 1 board {match}",
        f"result 1:1-4/1 1 3 4 1 twenties 3 1 board {match}",
    ]
    with store.reading() as sql:
        assert tournaments.followed(sql).events[-1].reason == "corrected by Ann: misread"
    laptop.look()
    assert [(one["match"], one["state"], one["said"]) for one in laptop.told] == [
        ("1:1-4", "corrected", "the result of 1:1-4 is entered anew, Ann 3 : 1 Dee: corrected by Ann: misread")
    ]


def test_a_match_without_a_call_is_followed_once_the_desk_has_said_whose_it_is(
    store: Store, about: About, laptop: Laptop
) -> None:
    enter(store, about, *EVENING)
    paper = played("m1", "B 20", "next")
    match = add(store, "b1", paper)
    enter(store, about, f"result 1:1-4 4 0 1 1 twenties 0 1 board {match}")
    laptop.look()
    assert len(stored(store, about, "result")) == 1
    paper.press("undo", "A 20", "A 20", "next")
    add(store, "b1", paper)
    laptop.look()
    assert stored(store, about, "result")[1:] == [f"result 1:1-4/1 4 2 1 1 twenties 2 1 board {match}"]


def test_verify_tells_results_of_boards_that_a_tournament_has_not_or_not_so(
    store: Store, about: About, laptop: Laptop
) -> None:
    enter(store, about, *EVENING, "call 1:1-4 t1")
    match = add(store, "b1", played(key(about, 8), "B 20", "next"))
    recorded = f"result 1:1-4/1 1 0 4 1 twenties 0 1 board {match}"
    told = {"tournament": about.name, "match": match, "entered": None, "recorded": recorded}
    assert (verify(store).other_results, verify(store).sound) == ([told], False)
    laptop.look()
    assert (verify(store).other_results, verify(store).sound) == ([], True)
    forged = f"result 1:1-4 1 7 4 1 board {match}"
    enter(store, about, forged)
    assert verify(store).other_results == [{**told, "entered": forged}]


def test_verify_tells_a_tournament_of_which_an_event_is_damaged(store: Store, about: About) -> None:
    enter(store, about, *EVENING)
    with store.writing() as writing:
        writing.connection.exec_driver_sql("UPDATE tournament_events SET line = 'add Eve' WHERE number = 2")
    assert (verify(store).damaged_tournaments, verify(store).sound) == ([about.name], False)


def test_sides_and_games_of_a_knockout_are_those_that_were_called(store: Store, about: About, laptop: Laptop) -> None:
    enter(store, about, "add Ann", "add Bob", "open t1", "seeds 2", "phase 1 single best=3 game twenties-shootout")
    enter(store, about, "draw 1", "call 1:W1.1 t1")
    plug_in(store, b1="T1")
    laptop.look("b1")
    assert laptop.wanted("b1") == (key(about, 7), ("Bob", "Ann"))
    first = played(key(about, 7), "A 20", "next")
    match = add(store, "b1", first)
    laptop.look("b1")
    assert stored(store, about, "result") == [f"result 1:W1.1/1 2 1 1 0 twenties 1 0 board {match}"]
    assert laptop.wanted("b1") == (key(about, 7, game=2), ("Bob", "Ann"))


def test_what_a_tournament_does_not_know_or_not_take_stops_nothing(store: Store, about: About, laptop: Laptop) -> None:
    enter(store, about, *EVENING, "call 1:1-4 t1")
    add(store, "b0", played("0badc0de-8.1", "B 20", "next"))
    add(store, "b1", played(key(about, 3), "B 20", "next"))
    add(store, "b2", played("m1", "B 20", "next"))
    add(store, "b3", played(key(about, 8), "B 20"))
    laptop.look()
    assert stored(store, about, "result") == []
    add(store, "b4", played(key(about, 8), "A 20", "next"))
    laptop.look()
    assert len(stored(store, about, "result")) == 1
    assert laptop.told == []


def test_a_tournament_that_is_damaged_is_told_and_the_others_go_on(store: Store, about: About, laptop: Laptop) -> None:
    enter(store, about, *EVENING)
    other = tournaments.create(store, "Youth cup", "tournament singles", "UTC")
    enter(store, other, *EVENING, "call 1:2-3 t1")
    plug_in(store, b1="T1")
    with store.writing() as writing:
        writing.connection.exec_driver_sql(f"UPDATE tournament_events SET line = 'x' WHERE tournament = '{about.id}'")
    laptop.look("b1")
    assert laptop.wanted("b1") == (key(other, 8), ("Bob", "Cid"))
    assert [(one["tournament"], one["state"]) for one in laptop.told] == [("Club evening", "failed")]


# ---- calls by themselves


def test_calls_are_made_by_themselves_where_that_is_wanted(store: Store, about: About, laptop: Laptop) -> None:
    enter(store, about, *EVENING)
    laptop.look()
    assert stored(store, about, "call") == []
    tournaments.set_auto(store, about.id, True)
    for hub in (laptop, Laptop(store), laptop):
        hub.look()
    assert stored(store, about, "call") == ["call 1:1-4 t1", "call 1:2-3 T2"]
    add(store, "b1", played(key(about, 8), "A 20", "next"))
    laptop.look()
    assert stored(store, about, "call")[2:] == [], "both who are free have nobody to play"
    add(store, "b2", played(key(about, 9), "A 20", "next"))
    laptop.look()
    assert len(stored(store, about, "call")) == 4


def test_calls_by_themselves_wait_for_the_rest_and_no_longer(
    store: Store, about: About, laptop: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(store, about, "add Ann", "add Bob", "open t1", "phase 1 single best=3 rest=10 game twenties-shootout")
    enter(store, about, "draw 1", "result 1:W1.1 1 3 2 1")
    tournaments.set_auto(store, about.id, True)
    laptop.look()
    assert stored(store, about, "call") == []
    later = round(time.time() * 1000) + 11 * 60_000
    for dialect in NOW_MS:
        monkeypatch.setitem(NOW_MS, dialect, f"CAST({later} AS BIGINT)")
    for sql in (SqliteSql, CoreSql):
        monkeypatch.setattr(sql, "now_ms", lambda _: later)
    laptop.look()
    assert stored(store, about, "call") == ["call 1:W1.1 t1"]


def test_what_a_person_entered_is_taken_back_though_calls_were_made_by_themselves_since(
    store: Store, about: About, laptop: Laptop
) -> None:
    plug_in(store, b1="T1", b2="T2")
    tournaments.set_auto(store, about.id, True)
    enter(store, about, *EVENING, "add Eva", "redraw 1", "absent 1")
    laptop.look("b1", "b2")
    assert stored(store, about, "call") == ["call 1:2-5 t1", "call 1:3-4 T2"]
    begun = laptop.wanted("b1")
    enter(store, about, "free T2")
    enter(store, about, "note a slip")
    laptop.look("b1", "b2")
    made = taken_back(store, about)
    assert [(event.line, event.who) for event in made] == [
        ("undo", "Ann"),
        ("undo", "Ann"),
        ("call 1:3-4 T2", "auto"),
    ]
    laptop.look("b1", "b2")
    assert stored(store, about)[-1] == "call 1:3-4 T2"
    assert laptop.wanted("b1") == begun
    tournaments.set_auto(store, about.id, False)
    assert [event.line for event in taken_back(store, about)] == ["undo"]
    with store.reading() as sql:
        standing = [event.line for event in tournaments.followed(sql).tournament.events if event.stands]
    assert standing[-2:] == ["call 1:3-4 T2", "free T2"], "calls are taken back like anything else"


@pytest.mark.parametrize("is_called_again", [True, False])
def test_a_table_that_has_begun_plays_on_though_its_call_is_taken_back(
    store: Store, about: About, laptop: Laptop, is_called_again: bool
) -> None:
    plug_in(store, b1="T1")
    enter(store, about, *EVENING, "call 1:1-4 t1")
    enter(store, about, "undo", *(["call 1:1-4 t1"] if is_called_again else []))
    laptop.look("b1")
    assert laptop.wanted("b1") == ((key(about, 8), ("Ann", "Dee")) if is_called_again else None)
    match = add(store, "b1", played(key(about, 8), "B 20", "next"))
    laptop.look("b1")
    assert stored(store, about, "result") == [f"result 1:1-4/1 1 0 4 1 twenties 0 1 board {match}"]
    assert laptop.wanted("b1") is None
    enter(store, about, "clear 1:1-4", "call 1:1-4 t1")
    laptop.look("b1")
    number = len(stored(store, about))
    assert laptop.wanted("b1") == (key(about, number), ("Ann", "Dee")), "it is played anew"


class KilledError(BaseException):
    """The hub is killed here."""


@pytest.mark.parametrize("step", ["results", "calls"])
def test_a_hub_that_is_killed_between_two_steps_leaves_nothing_twice_and_nothing_lost(
    store: Store, about: About, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(store, about, *EVENING, "call 1:1-4 t1", "call 1:2-3 T2")
    tournaments.set_auto(store, about.id, True)
    add(store, "b1", played(key(about, 8), "A 20", "next"))
    add(store, "b2", played(key(about, 9), "A 20", "next"))

    def kill(*_: object) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr(HubTournaments, "_take_for" if step == "results" else "_games", kill)
        with pytest.raises(KilledError):
            Laptop(store).look()
    Laptop(store).look()
    lines = stored(store, about)
    assert len([line for line in lines if line.startswith("result")]) == 2
    assert len([line for line in lines if line.startswith("call")]) == 4


def test_a_look_at_what_has_not_changed_is_one_question(
    store: Store, about: About, laptop: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(store, b1="T1")
    enter(store, about, *EVENING, "call 1:1-4 t1")
    laptop.look("b1")
    asked = []
    from tallyboard.store.tables.sql import CoreSql

    rows = CoreSql.rows

    def counted(self: CoreSql, statement: str, **values: Any) -> Any:
        asked.append(statement)
        return rows(self, statement, **values)

    with store.reading() as sql:
        present = hubs.present(sql)
    monkeypatch.setattr(CoreSql, "rows", counted)
    laptop.tournaments.look(store, present, ["b1"])
    assert len(asked) == 1
    assert isinstance(laptop.tournaments.wanted_at("b1"), WantedAtBoard)


# ---- what the desk sees of it


def seen(store: Store, about: About) -> dict[str, str]:
    with store.reading() as sql:
        return {one.table: one.state for one in tournaments.at_tables(sql, tournaments.followed(sql, about.id))}


def tell(store: Store, **waiting: str) -> None:
    """The hub says of its boards what waits there, and T1 that NEXT would start it."""
    upcoming: Any = {board: {"key": key, "game": GAME, "names": {}, "first": None} for board, key in waiting.items()}
    hubs.beat(store, HUB, [hubs.Has(board, "", 0, board == "b1", upcoming[board]) for board in waiting])


def test_the_desk_sees_how_far_each_call_is(store: Store, about: About) -> None:
    enter(store, about, *EVENING, "open T3")
    assert seen(store, about) == {"t1": "free", "T2": "free", "T3": "free"}
    enter(store, about, "call 1:1-4 t1", "call 1:2-3 T2")
    assert seen(store, about) == {"t1": "paper", "T2": "paper", "T3": "free"}
    plug_in(store, b1="T1", b2="t2", b3="T2")
    assert seen(store, about) == {"t1": "untold", "T2": "several", "T3": "free"}
    plug_in(store, b1="T1", b2="t2")
    tell(store, b1=key(about, 9), b2="m1")
    assert seen(store, about) == {"t1": "waits", "T2": "hand", "T3": "free"}
    add(store, "b2", played("m2", "A 20"), "t2")
    tell(store, b1=key(about, 9), b2=key(about, 10))
    assert seen(store, about)["T2"] == "other"
    add(store, "b1", played(key(about, 9), "A 20"))
    assert seen(store, about)["t1"] == "playing"
    add(store, "b1", played(key(about, 9), "A 20", "next"))
    assert seen(store, about)["t1"] == "finished"
    Laptop(store).look()
    assert seen(store, about)["t1"] == "free"


def test_a_match_that_was_started_by_hand_while_a_call_waits_is_played_first(store: Store, about: About) -> None:
    """Also before its first press: then NEXT closes its round, and does not start what is called."""
    enter(store, about, *EVENING, "call 1:1-4 t1", "call 1:2-3 T2")
    plug_in(store, b1="T1", b2="T2")
    for board, table in (("b1", "T1"), ("b2", "T2")):
        add(store, board, Paper().boot().start("crokinole-official"), table)
    tell(store, b1=key(about, 8), b2=key(about, 9))
    assert seen(store, about) == {"t1": "waits", "T2": "other"}


def test_the_desk_sees_that_another_tournament_has_the_table(store: Store, about: About) -> None:
    plug_in(store, b1="T1")
    other = tournaments.create(store, "Youth cup", "tournament singles", "UTC")
    enter(store, about, *EVENING, "call 1:1-4 t1")
    enter(store, other, *EVENING, "call 1:2-3 t1")
    assert (seen(store, about)["t1"], seen(store, other)["t1"]) == ("shared", "untold")


def test_there_are_words_for_whatever_the_desk_sees() -> None:
    assert set(STATES) == set(get_args(TableState))
