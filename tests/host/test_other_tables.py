"""What a hub tells of the tables that other laptops have, and had."""

from collections.abc import Mapping
from typing import Any

import pytest

from tallyboard.hub.other_tables import OtherTables
from tallyboard.shapes import NextMatch
from tallyboard.store import Heard, Store, hubs
from tallyboard.store.reader import FullNames
from tallyboard.store.transactions import PRESENCE, WakeUp
from tests.harness.paper import Paper

HUB = hubs.HubProcess("h1", "attic", 4711, "watch")
PAPER = Paper().boot().start("crokinole-official").press("A 20", "B 15", "next", "A 5")
ROWS = list(enumerate(PAPER.records))


class Looking:
    """A hub without boards that looks; `told`: what it has told since it was asked last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._events: list[Any] = []
        self.others = OtherTables(self._events.append)

    def told(self, *mine: str) -> list[Mapping[str, Any]]:
        with self._store.reading() as sql:
            self.others.look(sql, hubs.present(sql), mine, FullNames(sql))
        return self._all_told()

    def hears(self, boards: set[str] | None) -> list[Mapping[str, Any]]:
        """What it tells when it is said that the scores of these are others."""
        with self._store.reading() as sql:
            self.others.hear(sql, boards, FullNames(sql))
        return self._all_told()

    def _all_told(self) -> list[Mapping[str, Any]]:
        told, self._events[:] = list(self._events), []
        return told


@pytest.fixture
def looking(store: Store) -> Looking:
    return Looking(store)


def add(store: Store, upto: int) -> None:
    store.add(Heard("b0", "Table 3", "0", 7, 0, upto), ROWS[:upto])


def test_a_table_is_told_when_it_changes_and_when_it_goes_and_comes_back(store: Store, looking: Looking) -> None:
    add(store, len(ROWS) - 1)
    assert looking.told() == []
    hubs.beat(store, HUB, [hubs.Has("b0", "/dev/ttyACM1", 2)])
    (score,) = looking.told()
    assert (score["event"], score["hub"], score["port"], score["behind"]) == ("score", "attic", "/dev/ttyACM1", 2)
    assert score["match"]["totals"] == {"A": 5, "B": 0}
    assert looking.told() == []
    add(store, len(ROWS))
    assert looking.told()[0]["match"]["current"]["raw"] == {"A": 5, "B": 0}
    hubs.leave(store, HUB)
    assert [event["event"] for event in looking.told()] == ["unplugged"]
    assert looking.told() == []
    hubs.beat(store, HUB, [hubs.Has("b0", "/dev/ttyACM1", 2)])
    assert [event["event"] for event in looking.told()] == ["score"], "though nothing was pressed"


def test_what_comes_of_a_table_that_no_hub_has_any_more_is_told(store: Store, looking: Looking) -> None:
    """Its laptop collects from it by hand, or a hub that was frozen stores what it had."""
    add(store, len(ROWS) - 1)
    hubs.beat(store, HUB, [hubs.Has("b0", "/dev/ttyACM1", 0)])
    looking.told()
    hubs.leave(store, HUB)
    looking.told()
    add(store, len(ROWS))
    score, gone = looking.told()
    assert (score["event"], score["match"]["current"]["raw"]) == ("score", {"A": 5, "B": 0})
    assert gone["event"] == "unplugged"


def test_a_board_that_is_here_is_no_other_table(store: Store, looking: Looking) -> None:
    add(store, len(ROWS))
    hubs.beat(store, HUB, [hubs.Has("b0", "/dev/ttyACM1", 0)])
    assert looking.told("b0") == []


def test_a_hub_that_was_killed_is_gone_after_ten_seconds(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hubs.beat(store, HUB, [hubs.Has("b0", "/dev/ttyACM1", 0)])
    with store.reading() as sql:
        assert hubs.living(sql) == [HUB]
        assert [one.board for one in hubs.present(sql)] == ["b0"]
    monkeypatch.setattr(hubs, "SILENT_MS", -1)
    with store.reading() as sql:
        assert (hubs.living(sql), hubs.present(sql)) == ([], [])
    hubs.beat(store, hubs.HubProcess("h2", "attic", 4712, "watch"), [])
    with store.reading() as sql:
        rows = [row[0] for row in sql.rows("SELECT id FROM hubs ORDER BY id")]
    assert rows == ["h2"], "the one that is started in its place forgets it"


def test_who_plays_next_there_is_told_by_the_full_names(store: Store, looking: Looking) -> None:
    """Its hub may not have known them."""
    add(store, len(ROWS))
    names: dict[str, str | None] = {"A": "Kai Spath", "B": "Bob"}
    waiting: NextMatch = {"key": "m7", "game": "crokinole-official", "names": names, "first": None}
    hubs.beat(store, HUB, [hubs.Has("b0", "/dev/ttyACM1", 0, True, waiting)])
    assert looking.told()[0]["upcoming"]["names"] == names
    store.name("m7", {("A", "Kai Spath"): "Kai Späth"})
    assert looking.told()[0]["upcoming"]["names"] == {"A": "Kai Späth", "B": "Bob"}


def test_a_score_is_told_without_a_look_and_one_that_nobody_said_is_at_the_next_look(
    store: Store, looking: Looking
) -> None:
    add(store, len(ROWS) - 2)
    hubs.beat(store, HUB, [hubs.Has("b0", "/dev/ttyACM1", 0)])
    looking.told()
    add(store, len(ROWS) - 1)
    assert looking.hears({"b1"}) == []
    assert [event["next"] for event in looking.hears({"b0"})] == [len(ROWS) - 1]
    assert looking.hears(None) == [], "told once"
    add(store, len(ROWS))
    assert [event["next"] for event in looking.told()] == [len(ROWS)], "its wake-up was lost"
    assert [looking.others.knows(boards) for boards in (None, {"b0"}, {"b1"})] == [True, True, False]


def test_a_hub_that_says_the_same_again_is_still_there_and_wakes_nobody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[object] = []
    monkeypatch.setattr("tallyboard.store.store.wake", lambda connection, news: woken.append(news))
    boards = [hubs.Has("b0", "/dev/ttyACM1", 0), hubs.Has("b1", "/dev/ttyACM2", 0)]
    hubs.beat(store, HUB, boards)
    with store.reading() as sql:
        before = [one.heard for one in hubs.present(sql)]
    while store_now(store) <= max(before):
        pass
    hubs.beat(store, HUB, boards, boards)
    assert woken == [WakeUp(frozenset((PRESENCE,)))]
    with store.reading() as sql:
        assert all(one.heard > max(before) for one in hubs.present(sql))
    hubs.beat(store, hubs.HubProcess("h2", "attic", 4712, "watch"), boards[:1])
    hubs.beat(store, HUB, boards, boards)
    with store.reading() as sql:
        assert {one.hub.id for one in hubs.present(sql)} == {"h1"}, "as it would have said at its first time"


def store_now(store: Store) -> int:
    with store.reading() as sql:
        return sql.now_ms()
